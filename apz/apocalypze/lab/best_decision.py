"""A search for the best decision when cards can be played or no groups are formed: each decision is played through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, repeat
from math import inf, nextafter

from apz.apocalypze.bots import SensibleBot, steps_of
from apz.apocalypze.lab.aims import Number
from apz.apocalypze.lab.best_groups import MOST_BEST, Found, GroupsOfDefense, best_attack, most_possible
from apz.apocalypze.lab.ceilings import MOST_LOOKS, Ceilings
from apz.apocalypze.lab.choices import Way, grouped, played, ways
from apz.apocalypze.lab.problem import OutOfTimeError, Problem, at_hand, hushed, is_quiet, moments_left
from apz.apocalypze.lab.search import Search
from apz.apocalypze.model import COMBAT, Debt, Decision
from apz.apocalypze.moves import Done, Eat, Move
from apz.apocalypze.rules.consumption import offer
from apz.core.lab.reasons import reason
from apz.core.trace import Note

FIRST_GUESSES = 8  # ways to form groups in the first round; each later round tries eight times as many


def by_search(problem: Problem, search: Search, top: int) -> Found:
    """Return the best of the decisions that were examined to the end in time, or a guess if there are none."""
    found: list[tuple[Number, tuple[Move, ...]]] = []
    guessed: list[tuple[Number, tuple[Move, ...]]] = []
    seen: set[tuple[Move, ...]] = set()
    exact, proof = True, list[Note]()

    def limit() -> Number:
        if len(found) < top:
            return -inf
        first, last = found[0][0], found[top - 1][0]
        ties = sum([score == first for score, _ in found])
        return below(first) if last == first and ties <= MOST_BEST else last  # to keep all ties for first place

    likely = Guided(problem, limit)
    try:
        for guess, way in chain(likely.ways(), zip(repeat(-inf), ways(problem.start, problem.aim), strict=False)):
            if way.moves in seen or likely.passed(way):
                continue
            seen.add(way.moves)
            if len(guessed) < top and guess > -inf:
                guessed.append((guess, way.moves))
            problem.check_time()
            score = search.score(way.after, limit())
            if score > limit():
                found = sorted([*found, (score, way.moves)], key=lambda each: -each[0])
    except OutOfTimeError:
        exact = False
    if not found:  # nothing was finished in time: use the best if nobody plays anything, or a bot's decision
        proof.append(reason("hushed" if guessed else "first", "event.order"))
        found = guessed or [first_line(problem)]
    best = [moves for score, moves in found if score == found[0][0]]
    if exact and likely.left_out:
        proof.append(reason("left-out", "event.order", count=likely.left_out))
    key = "searched" if exact else "searched-cut"
    proof.append(reason(key, "event.order", count=search.looked_at, ways=len(seen)))
    bound = found[0][0] if exact else max(min(most_possible(problem), likely.most), found[0][0])
    return Found(
        found[:top], best[:MOST_BEST], exact and len(best) <= MOST_BEST, exact, bound,
        (*about(problem, found[0][1]), *proof),
    )  # fmt: skip


class Guided:
    """The ways to form groups that aren't hopeless, starting with the best if nobody plays a card.

    A defense is hopeless if it can't beat `limit` even against an attacker who plays nothing, or only in one
    engagement. An attack is hopeless if the attacker has nothing to play and it can't beat `limit` even when the
    defender plays nothing: what the defender plays can only make it worse.
    """

    def __init__(self, problem: Problem, limit: Callable[[], Number]) -> None:
        position, waiting = problem.start, problem.start.waiting
        assert waiting
        self.problem, self.limit, self.kind = problem, limit, waiting.kind
        self.left_out = 0
        self.most = inf  # an upper bound for the score of every way
        # True if the aim's player has no cards to play
        self.idle = not {*at_hand(position, problem.aim.player)} & {*moments_left(position)}
        self.hushed = replace(problem, start=hushed(position), memory={})
        grouping = waiting.kind in (Decision.ATTACK, Decision.DEFEND)
        self.fits = grouping and problem.aim.additive and is_quiet(self.hushed.start)
        self.all_groups = False  # True once all ways to form groups have been yielded or left out
        self.gone: set[tuple[Move, ...]] = set()  # the ways left out before that

    def passed(self, way: Way) -> bool:
        """Return True if this way was left out, or if it forms groups and no way to do so is left to examine."""
        return way.moves in self.gone or (self.all_groups and isinstance(way.moves[-1], Done))

    def ways(self) -> Iterator[tuple[Number, Way]]:
        """Yield the ways, each with its score if nobody plays a card; none if that score can't be worked out."""
        if self.fits:
            yield from self.defenses() if self.kind is Decision.DEFEND else self.attacks()

    def attacks(self) -> Iterator[tuple[Number, Way]]:
        """Yield ways to attack, each with its score if nobody plays a card."""
        position = self.problem.start
        found = best_attack(self.hushed, MOST_BEST)
        if self.idle:
            self.most = found.bound
        for index, (score, moves) in enumerate(found.ranked):
            if self.idle and score <= self.limit():
                self.all_groups = found.exact
                self.left_out += found.proof[-1].values["count"] - index if found.exact else 0
                return
            yield score, played(position, moves)

    def defenses(self) -> Iterator[tuple[Number, Way]]:
        """Yield ways to defend, each with its score if nobody plays a card."""
        position, defense = self.problem.start, GroupsOfDefense(self.hushed)
        ceilings = Ceilings(self.problem, position, defense.quiet, defense.defending)
        few = len(defense.groups) * defense.defending.supply.size <= MOST_LOOKS
        size, seen = FIRST_GUESSES, set[tuple[int, ...]]()
        while True:
            ranked = defense.defending.best(defense.groups, size)
            if self.idle:
                self.most = defense.sign * ranked[0].score
            for each in ranked:
                if each.choices in seen:
                    continue
                seen.add(each.choices)
                limit = self.limit()
                if few and limit > -inf and not ceilings.reaches(defense.points, each.choices, limit):
                    self.left_out += 1
                    if not defense.defending.rich:
                        self.gone.add(defense.moves(each.choices))
                else:
                    way = grouped(position, defense.quiet.place, defense.formed(each.choices))
                    yield defense.sign * each.score, way
            if len(ranked) < size:
                self.all_groups = defense.defending.rich  # otherwise, some can't be paid for and aren't ranked
                return
            size *= FIRST_GUESSES


def first_line(problem: Problem) -> tuple[Number, tuple[Move, ...]]:
    """Return the score that a bot's decision leads to when bots play on, and the moves of that decision."""
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
    """Yield the reasons that hold for a decision without comparing it to others."""
    position, waiting = problem.start, problem.start.waiting
    if isinstance(waiting, Debt):
        paid = offer(position, waiting.player, tuple([move.card for move in moves if isinstance(move, Eat)])).paid
        name = position.game.names[waiting.player]
        yield reason("owed", "consume.mix", player=name, owed=waiting.amount, paid=paid)
    elif waiting is None or waiting.kind in (Decision.RESPOND, Decision.REMOVE):
        return  # whoever responds plays or uses something
    elif position.phase == COMBAT and problem.aim.additive and is_quiet(position):
        yield reason("quiet", "timing.engagement")
        if waiting.kind is Decision.ORDER:
            yield reason("orders", "combat.order")


def below(score: Number) -> Number:
    """Return the next lower score, so that any score as good as `score` is above it."""
    return score - 1 if isinstance(score, int) else nextafter(score, -inf)
