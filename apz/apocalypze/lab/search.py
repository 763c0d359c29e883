"""A search through both players' decisions until the question is settled, for when arithmetic isn't enough."""

from __future__ import annotations

from typing import NamedTuple

from apz.apocalypze.lab.aims import Number
from apz.apocalypze.lab.choices import Way, ways
from apz.apocalypze.lab.grouping import Defending, best_attacks
from apz.apocalypze.lab.problem import OutOfTimeError, Problem, is_quiet
from apz.apocalypze.lab.quiet import Quiet
from apz.apocalypze.model import COMBAT, Debt, Decision, Position

NO_LIMIT = float("inf")


class Bounds(NamedTuple):
    """The lower and upper bound of a position's score."""

    low: Number
    high: Number


UNKNOWN = Bounds(-NO_LIMIT, NO_LIMIT)


class Search:
    """A search for the scores of positions, for the player whose aim counts, if both play as well as possible."""

    def __init__(self, problem: Problem, by_arithmetic: bool = True) -> None:
        self.problem = problem
        self.by_arithmetic = by_arithmetic and problem.aim.additive
        self.known: dict[object, Bounds] = {}
        self.looked_at = 0

    def score(self, position: Position, low: Number = -NO_LIMIT, high: Number = NO_LIMIT) -> Number:
        """Return a position's score, only a bound if outside `low` and `high`; raise OutOfTimeError when time is up."""
        problem = self.problem
        if problem.is_over(position):
            return self.ended(position)
        key = position[1:]
        known = self.known.get(key, UNKNOWN)
        if known.low == known.high or known.low >= high:
            return known.low
        if known.high <= low:
            return known.high
        self.looked_at += 1
        if not self.looked_at & 15:
            problem.check_time()
        found = self.reckoned(position) if self.by_arithmetic else None
        if found is not None:
            self.known[key] = Bounds(found, found)
            return found
        low, high = max(low, known.low), min(high, known.high)
        best = self.looked_through(position, low, high)
        self.known[key] = Bounds(
            best if best > low else known.low,
            best if best < high else known.high,
        )
        return best

    def ended(self, position: Position) -> Number:
        """Return the score of a position in which the question is settled."""
        return self.problem.score(position)

    def looked_through(self, position: Position, low: Number, high: Number) -> Number:
        """Return the best score among the deciding player's decisions, or a bound if it's outside `low` and `high`."""
        waiting = position.waiting
        assert waiting
        mine = self.problem.better(waiting.player)
        best = -NO_LIMIT if mine else NO_LIMIT
        for way in ways(position, self.problem.aim):
            if mine:
                best = max(best, self.score(way.after, max(low, best), high))
                if best >= high:
                    return best
            else:
                best = min(best, self.score(way.after, low, min(high, best)))
                if best <= low:
                    return best
        return best

    def reckoned(self, position: Position) -> Number | None:
        """Return the score by plain arithmetic, or None if arithmetic isn't enough."""
        waiting = position.waiting
        if position.phase != COMBAT or waiting is None or not is_quiet(position):
            return None
        if isinstance(waiting, Debt) and waiting.rule != "combat.breach":
            return None
        quiet = Quiet(self.problem, position)
        if waiting.kind is Decision.ATTACK:
            assert position.combat
            attacks = best_attacks(quiet, len(position.combat.attack))
            if not attacks.through:
                raise OutOfTimeError
            return quiet.fates.sign * attacks.found[0].score
        if waiting.kind is Decision.DEFEND:
            return quiet.fates.sign * Defending(quiet).best(attack_groups(quiet))[0].score
        if waiting.kind in (Decision.ORDER, Decision.WOUND, Decision.CONSUME):
            return quiet.fates.sign * quiet.rest()
        return None


def attack_groups(quiet: Quiet) -> tuple[tuple[int, ...], ...]:
    """Return the current attack groups as kinds of raiders, with equal groups side by side."""
    fight = quiet.position.combat
    assert fight
    return tuple(sorted([quiet.kinds(ids) for ids in fight.attack if ids]))


def replied(search: Search, position: Position) -> Way:
    """Return the deciding player's best decision."""
    waiting = position.waiting
    assert waiting
    sign = 1 if search.problem.better(waiting.player) else -1
    return max(ways(position, search.problem.aim), key=lambda way: sign * search.score(way.after))
