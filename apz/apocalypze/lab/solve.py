"""The solver: the best decision in a combat or a payment, proven; or the best that was found in time, with a bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, groupby
from math import inf, nextafter
from time import monotonic
from typing import Any, NamedTuple

from apz.apocalypze.bots import SensibleBot, steps_of
from apz.apocalypze.files import faults_of
from apz.apocalypze.ids import OTHER
from apz.apocalypze.lab.aims import BASE, KEYS, Aim, Measured, Number, Wanted, holdings, present, read_aim, unpacked
from apz.apocalypze.lab.choices import Groups, Way, grouped, played, ways
from apz.apocalypze.lab.grouping import Allowed, Defending, best_attacks
from apz.apocalypze.lab.hidden import deals, is_view
from apz.apocalypze.lab.problem import OutOfTimeError, Problem, hushed, in_question, is_quiet
from apz.apocalypze.lab.quiet import Kinds, Quiet
from apz.apocalypze.lab.search import Search, replied
from apz.apocalypze.lab.solution import Answer, Solution
from apz.apocalypze.language.words import words
from apz.apocalypze.model import COMBAT, CONSUMPTION, Debt, Decision, Position
from apz.apocalypze.moves import Done, Eat, Move
from apz.apocalypze.play import expect_position, must_play
from apz.apocalypze.rules.consumption import offer
from apz.core.lab.reasons import reason
from apz.core.reading import refuse, stop
from apz.core.trace import Note, Step

MOST_BEST = 50  # answers that are as good as the best one: more of them are only said to be there
SECONDS = 2.0
MOST_DEALS, CANDIDATES = 12, 3  # of hidden cards, and answers of each that are tried in all
FOLLOWED = 200  # decisions after the answer's own, more than any combat has


class Found(NamedTuple):
    """What a search brought: the best decisions with their scores, all as good as the best, and why that's so."""

    ranked: list[tuple[Number, tuple[Move, ...]]]
    best: list[tuple[Move, ...]]
    all_best: bool
    exact: bool
    bound: Number
    proof: tuple[Note, ...]


def solve(position: Position, aim: Wanted | Aim | None = None, top: int = 5, seconds: float = SECONDS) -> Solution:
    """Return the best decision for whoever must decide, proven, with `top` answers ranked.

    It answers what combat and consumption ask: attack groups, defense groups, the order of engagements, wounds,
    payments, and what to play in an engagement. The opponent does what's worst for the aim: "fewest resources lost",
    "lose no character", "survive the turn", "do most damage", "keep" and a character's name, worths by name, or a
    function of the positions before and after. When the `seconds` are over it returns the best it has, with a bound.

    >>> import apz
    >>> found = solve(apz.named_position("church-doors"))
    >>> found.exact, found.value[1]
    (True, Measured(key='lost', amount=-2))
    >>> print(found.answers[0].summary())
    access point 1: Civilian; access point 2: Alex Bloom, Cinda Parikh
    """
    checked(position, top, seconds)
    if is_view(position):
        return over_deals(position, aim, top, seconds)
    return solved(position, aim, top, seconds)


def solved(position: Position, aim: Wanted | Aim | None, top: int, seconds: float) -> Solution:
    """Return the solution of a position in which every card is known."""
    waiting = position.waiting
    assert waiting
    wanted = read_aim(position, waiting.player, aim)
    begun = monotonic()
    problem = Problem(position, wanted, begun + seconds)
    search = Search(problem)
    found = by_groups(problem, top) or by_search(problem, search, top)
    open_end = replace(problem, until=inf, memory={})
    follow = Following(open_end)
    scores = [score for score, _ in found.ranked]
    answers = [
        Answer(position, moves, score, wanted, 1 + sum([other > score for other in scores]), follow)
        for score, moves in found.ranked
    ]
    best = [Answer(position, moves, scores[0], wanted, 1, follow) for moves in found.best]
    return Solution(
        position, wanted, tuple(answers), tuple(best), found.all_best, found.exact, found.bound, found.proof,
        seconds=monotonic() - begun,
    )  # fmt: skip


def checked(position: Position, top: int, seconds: float) -> None:
    """Raise what's wrong with a question: TypeError for what it isn't made of, BadInput for what has no answer."""
    expect_position(position)
    if type(top) is not int or top < 1:
        raise TypeError(f"top={top!r}: write a whole number from 1 on")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
        raise TypeError(f"seconds={seconds!r}: write a number above 0")
    if position.waiting is None:
        stop("", 0, "the game is over: there's nothing to decide", "take a position in which somebody must decide")
    whole = next(deals(position, 1)) if is_view(position) else position
    refuse(faults_of(whole, ""))
    if not in_question(position):
        said = words().waiting(position)
        stop("", 0, f"there's no exact answer to this yet: {said}", "ask in a combat or a payment, or try coach()")


# hidden cards


def over_deals(position: Position, aim: Wanted | Aim | None, top: int, seconds: float) -> Solution:
    """Return what does best on average over deals of the hidden cards."""
    begun = monotonic()
    assert position.waiting
    wanted = read_aim(position, position.waiting.player, aim)
    if needs_no_deals(position, wanted):
        return solved(next(deals(position, 1)), wanted, top, seconds)
    worlds, tried, cut = list[Solution](), dict[tuple[Move, ...], list[Number]](), False
    for deal in deals(position, MOST_DEALS):
        left = begun + seconds / 2 - monotonic()
        if worlds and left < worlds[-1].seconds:
            cut = True
            break
        worlds.append(solved(deal, wanted, top, max(left, seconds / MOST_DEALS)))
        for answer in worlds[-1].answers[:CANDIDATES]:
            tried.setdefault(answer.moves, [])
    best_in = Counter([answer.moves for world in worlds for answer in world.best])
    candidates = sorted(tried, key=lambda moves: -best_in[moves])[: max(top, CANDIDATES)]
    exact = all([world.exact for world in worlds]) and not cut
    for world in worlds:
        search = Search(Problem(world.position, wanted, begun + seconds))
        for moves in candidates:
            try:
                tried[moves].append(search.score(played(world.position, moves).after))
            except OutOfTimeError:
                exact = False
    through = [moves for moves in candidates if len(tried[moves]) == len(worlds)] or candidates[:1]
    ranked = sorted(through, key=lambda moves: -sum(tried[moves]))[:top]
    answers = []
    for moves in ranked:
        scores = tried[moves] or [worlds[0].answers[0].score]
        rank = 1 + sum([sum(tried[other]) > sum(tried[moves]) for other in ranked])
        follow = Following(Problem(worlds[0].position, wanted))
        answers.append(Answer(worlds[0].position, moves, scores[0], wanted, rank, follow, mean(wanted, scores)))
    best = tuple([answer for answer in answers if answer.rank == 1])
    proof = reason("average", "", count=best_in[answers[0].moves], worlds=len(worlds))
    bound = max([world.bound for world in worlds])
    return Solution(
        position, wanted, tuple(answers), best, False, exact, bound, (proof,), len(worlds), monotonic() - begun
    )


def needs_no_deals(position: Position, aim: Aim) -> bool:
    """Return whether hidden cards make no difference: nobody can play any, and no card that's drawn is looked at."""
    waiting = position.waiting
    assert waiting
    hidden = position.sides[OTHER[waiting.player]].hand
    if isinstance(waiting, Debt):
        return aim.additive and position.phase in (COMBAT, CONSUMPTION)
    return aim.additive and position.phase == COMBAT and not hidden


def mean(aim: Aim, scores: Sequence[Number]) -> tuple[Measured, ...]:
    """Return the average of each number over several outcomes."""
    every = [unpacked(aim, score) for score in scores]
    keys = [each.key for each in every[0]]
    return tuple([Measured(key, sum([one[n].amount for one in every]) / len(every)) for n, key in enumerate(keys)])


class Following:
    """How a matter goes on after a decision, if both players do their best: the steps, one by one."""

    def __init__(self, problem: Problem) -> None:
        self.search = Search(problem)

    def __call__(self, position: Position) -> tuple[Step, ...]:
        """Return the steps from a position to the end of the matter."""
        done: list[Step] = []
        while not self.search.problem.is_over(position) and len(done) < FOLLOWED:
            for move in replied(self.search, position).moves:
                done.append(must_play(position, move))
                position = done[-1].after
        return tuple(done)


# groups, by arithmetic


def by_groups(problem: Problem, top: int) -> Found | None:
    """Return the best groups of a quiet combat; None where something else is asked, or cards can be played."""
    position, waiting = problem.start, problem.start.waiting
    assert waiting
    if position.phase != COMBAT or not problem.aim.additive or not is_quiet(position):
        return None
    try:
        if waiting.kind is Decision.DEFEND:
            return best_defense(problem, top)
        if waiting.kind is Decision.ATTACK:
            return best_attack(problem, top)
    except OutOfTimeError:
        return None
    return None


def best_defense(problem: Problem, top: int, proven: bool = True) -> Found:
    """Return the best defense groups, and what becomes of any other pattern of blocked access points."""
    position = problem.start
    fight = position.combat
    assert fight
    quiet = Quiet(problem, position)
    defending = Defending(quiet)
    points = sorted([n for n, ids in enumerate(fight.attack) if ids], key=lambda n: quiet.kinds(fight.attack[n]))
    groups = tuple([quiet.kinds(fight.attack[n]) for n in points])
    sign = quiet.fates.sign

    def moves(choices: Sequence[int]) -> tuple[Move, ...]:
        people = [defending.people[choice] for choice in choices]
        formed = dealt(quiet, people, points, len(fight.attack))
        return grouped(position, quiet.place, formed).moves

    ranked = defending.best(groups, top)
    score = ranked[0].score
    if not proven:
        return Found([(sign * each.score, moves(each.choices)) for each in ranked], [], False, False, sign * score, ())
    equal = defending.reaching(groups, score, MOST_BEST + 1)
    best = [moves(each.choices) for each in equal[:MOST_BEST]]
    proof = [reason("quiet", "timing.engagement"), *defense_cases(defending, groups, points, ranked[0].choices, sign)]
    count, survivors = defending.supply.arrangements(len(groups)), len(position.sides[quiet.place].survivors)
    if score != quiet.out:
        proof.append(reason("settled", count=defending.reckoned, ways=count, survivors=survivors))
    return Found(
        [(sign * each.score, moves(each.choices)) for each in ranked], best, len(equal) <= MOST_BEST, True,
        sign * score, tuple(proof),
    )  # fmt: skip


def defense_cases(
    defending: Defending, groups: tuple[Kinds, ...], points: list[int], choices: Sequence[int], sign: int
) -> Iterable[Note]:
    """Yield what every other defense comes to at best: one that blocks other access points, or the same otherwise."""
    pattern = [bool(choice) for choice in choices]
    if (short := defending.short(groups)) > 0:
        yield reason("hopeless", "consume.out", short=short, survivors=sum(defending.supply.counts))
        return
    for _, row in groupby(range(len(groups)), key=lambda index: groups[index]):
        alike = [*row]  # of groups that are alike the first ones are blocked
        blocked = [index for index in alike if pattern[index]]
        for index in (*blocked[-1:], *[index for index in alike if not pattern[index]][:1]):
            found = defending.best(groups, 1, turned(index, pattern[index]))
            where = ", ".join([str(points[each] + 1) for each in alike])
            count = len(blocked) - 1 if pattern[index] else len(blocked) + 1
            key = ("unblocked" if pattern[index] else "blocked") + ("-alike" if len(alike) > 1 else "")
            if found:
                yield reason(key, "combat.defend", point=where, count=count, score=sign * found[0].score)
            elif not pattern[index]:
                yield reason("nobody-left", "combat.defend", point=where)
    same = defending.best(groups, 2, lambda group, met: met == pattern[group])
    if len(same) > 1:
        yield reason("otherwise", "combat.defend", score=sign * same[1].score)


def turned(index: int, blocked: bool) -> Allowed:
    """Allow only defenses in which one group is not as it was."""
    return lambda group, met: group != index or met != blocked


def best_attack(problem: Problem, top: int) -> Found:
    """Return the best attack groups, and what the best of every number of groups comes to."""
    position = problem.start
    fight = position.combat
    assert fight
    quiet = Quiet(problem, position)
    sign = quiet.fates.sign
    access = len(fight.attack)
    attacks = best_attacks(quiet, access, top, MOST_BEST + 1)
    found = attacks.found

    def moves(groups: tuple[Kinds, ...]) -> tuple[Move, ...]:
        formed = dealt(quiet, groups, range(len(groups)), access)
        return grouped(position, OTHER[quiet.place], formed).moves

    equal = [moves(each.groups) for each in found if each.score == found[0].score]
    proof = [reason("quiet", "timing.engagement"), reason("answered", "combat.defend", score=sign * found[0].score)]
    numbers: dict[int, int] = {}
    for each in found:
        numbers.setdefault(len(each.groups), each.score)
    proof += [
        reason("groups", "combat.groups", count=number, score=sign * score)
        for number, score in sorted(numbers.items())
        if number != len(found[0].groups)
    ]
    through = attacks.through
    proof.append(reason("attacks" if through else "attacks-cut", "combat.groups", count=attacks.looked_at))
    ranked: list[tuple[Number, tuple[Move, ...]]] = [(sign * each.score, moves(each.groups)) for each in found[:top]]
    bound = ranked[0][0] if through else max(most_possible(problem), ranked[0][0])
    return Found(ranked, equal[:MOST_BEST], attacks.all_best, through, bound, tuple(proof))


def dealt(quiet: Quiet, people: Sequence[Kinds], points: Sequence[int], access: int) -> Groups:
    """Return groups of real characters, each at its access point, for groups of kinds."""
    left = {kind: iter(cards) for kind, cards in quiet.alike.items()}
    groups: list[tuple[Any, ...]] = [()] * access
    for kinds, point in zip(people, points, strict=True):
        groups[point] = tuple([next(left[kind]) for kind in kinds])
    return tuple(groups)


# everything else, through `play`


def by_search(problem: Problem, search: Search, top: int) -> Found:
    """Return the best decisions, each looked at to the end; what isn't through when the time is over isn't ranked."""
    position = problem.start
    found: list[tuple[Number, tuple[Move, ...]]] = []
    guessed = first_tries(problem, top)
    seen: set[tuple[Move, ...]] = set()
    exact, proof = True, list[Note]()
    try:
        for way in chain([each for _, each in guessed], ways(position, problem.aim)):
            if way.moves in seen:
                continue
            seen.add(way.moves)
            problem.check_time()
            limit = below(found[top - 1][0]) if len(found) >= top else -inf
            score = search.score(way.after, limit)
            if score > limit:
                found = sorted([*found, (score, way.moves)], key=lambda each: -each[0])
    except OutOfTimeError:
        exact = False
    if not found:  # nothing is through: what would be best if nobody played anything, or what a bot would do
        proof.append(reason("hushed" if guessed else "first", "event.order"))
        found = [(score, way.moves) for score, way in guessed] or [first_line(problem)]
    best = [moves for score, moves in found if score == found[0][0]]
    key = "searched" if exact else "searched-cut"
    proof.append(reason(key, "event.order", count=search.looked_at, ways=len(seen)))
    bound = found[0][0] if exact else max(most_possible(problem), found[0][0])
    return Found(
        found[:top], best[:MOST_BEST], exact and len(best) <= MOST_BEST, exact, bound,
        (*about(problem, found[0][1]), *proof),
    )  # fmt: skip


def first_tries(problem: Problem, top: int) -> list[tuple[Number, Way]]:
    """Return the groups that would be best if nobody played anything, with their scores then."""
    position, waiting = problem.start, problem.start.waiting
    assert waiting
    if waiting.kind not in (Decision.ATTACK, Decision.DEFEND) or not problem.aim.additive:
        return []
    calm = replace(problem, start=hushed(position), memory={})
    if not is_quiet(calm.start):
        return []
    try:
        found = best_defense(calm, top, False) if waiting.kind is Decision.DEFEND else best_attack(calm, top)
    except OutOfTimeError:
        return []
    return [(score, played(position, moves)) for score, moves in found.ranked]


def first_line(problem: Problem) -> tuple[Number, tuple[Move, ...]]:
    """Return a bot's decision, with what comes of it if bots go on with it."""
    position, moves = problem.start, list[Move]()
    asked = position.waiting
    for choice, step in steps_of(SensibleBot(), SensibleBot(), position):
        position = step.after
        if asked is not None:
            moves.append(choice.move)
            now = position.waiting
            if now is None or (now.kind, now.player) != (asked.kind, asked.player) or isinstance(choice.move, Done):
                asked = None
        if problem.is_over(position):
            break
    return problem.score(position), tuple(moves)


def about(problem: Problem, moves: tuple[Move, ...]) -> Iterable[Note]:
    """Yield what can be said of a decision without looking at the others."""
    position, waiting = problem.start, problem.start.waiting
    if isinstance(waiting, Debt):
        paid = offer(position, waiting.player, tuple([move.card for move in moves if isinstance(move, Eat)])).paid
        name = position.game.names[waiting.player]
        yield reason("owed", "consume.mix", player=name, owed=waiting.amount, paid=paid)
    elif position.phase == COMBAT and problem.aim.additive and is_quiet(position):
        yield reason("quiet", "timing.engagement")
        if waiting is not None and waiting.kind is Decision.ORDER:
            yield reason("orders", "combat.order")


def below(score: Number) -> Number:
    """Return the next lower score: what's as good as `score` is above it."""
    return score - 1 if isinstance(score, int) else nextafter(score, -inf)


def most_possible(problem: Problem) -> Number:
    """Return a score that no outcome exceeds: nothing is lost, and everything is dealt."""
    aim, position = problem.aim, problem.start
    if not aim.additive:
        return inf
    me, them = aim.player, aim.opponent
    things = sum([len(who.attached) for side in position.sides for who in (*side.survivors, *side.raiders)])
    most = {
        "lost": things, "left": things + holdings(position, me), "gone": 0, "dealt": holdings(position, them),
        "kept": 1, "worth": sum([max(0, worth) for worth in aim.worths.values()]),
    }  # fmt: skip
    total = 1 if position.player == me or not present(position.sides[me]) else 0
    for key in KEYS[aim.key]:
        total = total * BASE + (0 if total > 0 else most[key])
    return total
