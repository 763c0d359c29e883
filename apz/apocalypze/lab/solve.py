"""The solver: the best decision in combat or a payment, proven, or the best one found in time, with a bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import inf
from time import monotonic

from apz.apocalypze.hidden import check_sound, deals, is_view
from apz.apocalypze.ids import OTHER
from apz.apocalypze.lab.aims import Aim, Measured, Number, Wanted, read_aim, unpacked
from apz.apocalypze.lab.best_decision import by_search
from apz.apocalypze.lab.best_groups import by_groups
from apz.apocalypze.lab.choices import played
from apz.apocalypze.lab.problem import OutOfTimeError, Problem, in_question
from apz.apocalypze.lab.search import Search, replied
from apz.apocalypze.lab.solution import Answer, Solution
from apz.apocalypze.language.words import words
from apz.apocalypze.model import COMBAT, CONSUMPTION, Debt, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import expect_position, must_play
from apz.core.lab.reasons import reason
from apz.core.reading import stop
from apz.core.trace import Step

SECONDS = 2.0
MOST_DEALS, CANDIDATES = 12, 3  # deals of hidden cards, and the answers from each deal that are tried in all of them
FOLLOWED = 200  # steps after the answer's own, more than a combat has


def solve(position: Position, aim: Wanted | Aim | None = None, top: int = 5, seconds: float = SECONDS) -> Solution:
    """Return the best decision for the player who must decide, proven if time allows, with `top` answers ranked.

    It answers every decision in combat and consumption (attack and defense groups, the order of engagements, wounds,
    payments, what to play in an engagement, responses and removals), and payments, responses and removals in
    occupation. The opponent does whatever is worst for the aim: "fewest resources lost", "lose no character", "survive
    the turn", "do most damage", "keep" and a character's name, worths by name, or a function of the positions before
    and after. When the `seconds` are over, it returns the best found, with a bound.

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
    """Return the solution for a position with every card known."""
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
    """Raise TypeError for arguments of the wrong type or size, and BadInput for a question without an answer."""
    expect_position(position)
    if type(top) is not int or top < 1:
        raise TypeError(f"top={top!r}: write a whole number from 1 on")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
        raise TypeError(f"seconds={seconds!r}: write a number above 0")
    if position.waiting is None:
        stop("", 0, "game-over", "take-undecided")
    check_sound(position)
    if not in_question(position):
        stop("", 0, "no-exact-answer", "ask-in-combat", told=partial(_waiting, position))


def _waiting(position: Position, language: str) -> str:
    """Return a position's current decision in words, for an error message."""
    return words(language).waiting(position)


class Following:
    """A callable that plays on after a decision, with both players doing their best."""

    def __init__(self, problem: Problem) -> None:
        self.search = Search(problem)

    def __call__(self, position: Position) -> tuple[Step, ...]:
        """Return the steps from a position until the question is settled or there are at least `FOLLOWED` steps."""
        done: list[Step] = []
        while not self.search.problem.is_over(position) and len(done) < FOLLOWED:
            for move in replied(self.search, position).moves:
                done.append(must_play(position, move))
                position = done[-1].after
        return tuple(done)


# hidden cards


def over_deals(position: Position, aim: Wanted | Aim | None, top: int, seconds: float) -> Solution:
    """Return the solution for a view: the decisions that do best on average over deals of the hidden cards."""
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
    """Return True if hidden cards make no difference: nobody can play any, and the aim ignores which cards they are."""
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
