"""The best attack or defense groups in a quiet combat, with the cases that make up the proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import inf
from typing import Any, NamedTuple

from apz.apocalypze.ids import OTHER
from apz.apocalypze.lab.aims import BASE, KEYS, Number, holdings, present
from apz.apocalypze.lab.choices import Groups, group_moves
from apz.apocalypze.lab.grouping import Allowed, Defending, best_attacks
from apz.apocalypze.lab.problem import OutOfTimeError, Problem, is_quiet
from apz.apocalypze.lab.quiet import Kinds, Quiet
from apz.apocalypze.model import COMBAT, Decision
from apz.apocalypze.moves import Move
from apz.core.lab.reasons import reason
from apz.core.trace import Note

MOST_BEST = 50  # ties for the best answer to list; if there are more, we only say so


class Found(NamedTuple):
    """The result of a search: the best decisions with their scores, the ties for first place, and the reasons."""

    ranked: list[tuple[Number, tuple[Move, ...]]]
    best: list[tuple[Move, ...]]
    all_best: bool
    exact: bool
    bound: Number
    proof: tuple[Note, ...]


def by_groups(problem: Problem, top: int) -> Found | None:
    """Return the best groups in a quiet combat, or None if the problem can't be solved that way, or not in time."""
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


class GroupsOfDefense:
    """A quiet combat where the defender forms groups; its methods turn choices of survivors into groups."""

    def __init__(self, problem: Problem) -> None:
        fight = problem.start.combat
        assert fight
        self.position, self.access = problem.start, len(fight.attack)
        self.quiet = quiet = Quiet(problem, problem.start)
        self.defending = Defending(quiet)
        attacked = [n for n, ids in enumerate(fight.attack) if ids]
        self.points = sorted(attacked, key=lambda n: quiet.kinds(fight.attack[n]))  # equal attack groups side by side
        self.groups = tuple([quiet.kinds(fight.attack[n]) for n in self.points])
        self.sign = quiet.fates.sign

    def formed(self, choices: Sequence[int]) -> Groups:
        """Return the groups that these choices of survivors make."""
        return dealt(self.quiet, [self.defending.people[choice] for choice in choices], self.points, self.access)

    def moves(self, choices: Sequence[int]) -> tuple[Move, ...]:
        """Return the moves that form the groups of these choices of survivors."""
        return group_moves(self.position, self.quiet.place, self.formed(choices))


def best_defense(problem: Problem, top: int) -> Found:
    """Return the best defense groups, with a proof that goes through the other cases."""
    defense = GroupsOfDefense(problem)
    defending, groups, sign = defense.defending, defense.groups, defense.sign
    ranked = defending.best(groups, top)
    score = ranked[0].score
    equal = defending.reaching(groups, score, MOST_BEST + 1)
    best = [defense.moves(each.choices) for each in equal[:MOST_BEST]]
    cases = defense_cases(defending, groups, defense.points, ranked[0].choices, sign)
    proof = [reason("quiet", "timing.engagement"), *cases]
    count, survivors = defending.supply.arrangements(len(groups)), sum(defending.supply.counts)
    if score != defense.quiet.out and survivors:
        proof.append(reason("settled", count=len(defending.settled), ways=count, survivors=survivors))
    return Found(
        [(sign * each.score, defense.moves(each.choices)) for each in ranked], best, len(equal) <= MOST_BEST, True,
        sign * score, tuple(proof),
    )  # fmt: skip


def defense_cases(
    defending: Defending, groups: tuple[Kinds, ...], points: list[int], choices: Sequence[int], sign: int
) -> Iterable[Note]:
    """Yield the proof's cases: the best result if a group is blocked or left unblocked instead, or blocked differently.

    If no defense can be paid for, that's the only case.
    """
    pattern = [bool(choice) for choice in choices]
    if (short := defending.short(groups)) > 0:
        yield reason("hopeless", "consume.out", short=short, survivors=sum(defending.supply.counts))
        return
    for _, row in groupby(range(len(groups)), key=lambda index: groups[index]):
        alike = [*row]  # among equal groups, the first ones are blocked
        blocked = [index for index in alike if pattern[index]]
        for index in (*blocked[-1:], *[index for index in alike if not pattern[index]][:1]):
            where = tuple([str(points[each] + 1) for each in alike])
            count = len(blocked) - 1 if pattern[index] else len(blocked) + 1
            many = "-alike" if len(alike) > 1 else ""
            if count > sum(defending.supply.counts):
                yield reason("nobody-left" + many, "combat.defend", point=where, count=count)
                continue
            key = "unblocked" if pattern[index] else "blocked"
            found = defending.best(groups, 1, turned(index, pattern[index]))
            worth = found[0].score if found else defending.quiet.out  # none if it can't be paid for
            yield reason(key + many, "combat.defend", point=where, count=count, score=sign * worth)
    same = defending.best(groups, 2, lambda group, met: met == pattern[group])
    if len(same) > 1:
        yield reason("otherwise", "combat.defend", score=sign * same[1].score)


def turned(index: int, blocked: bool) -> Allowed:
    """Return a condition that the group at `index` is unblocked if it was `blocked`, and blocked if it wasn't."""
    return lambda group, met: group != index or met != blocked


def best_attack(problem: Problem, top: int) -> Found:
    """Return the best attack groups, with the best results found for other numbers of groups as part of the proof."""
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
        return group_moves(position, OTHER[quiet.place], formed)

    equal = [moves(each.groups) for each in found if each.score == found[0].score]
    proof = [reason("quiet", "timing.engagement"), reason("answered", "combat.defend", score=sign * found[0].score)]
    numbers: dict[int, int] = {}
    for each in found:
        numbers.setdefault(len(each.groups), each.score)
    through = attacks.through
    proof += [
        reason("groups", "combat.groups", count=number, score=sign * score)
        for number, score in sorted(numbers.items())
        if through and number != len(found[0].groups)
    ]
    proof.append(reason("attacks" if through else "attacks-cut", "combat.groups", count=attacks.looked_at))
    ranked: list[tuple[Number, tuple[Move, ...]]] = [(sign * each.score, moves(each.groups)) for each in found[:top]]
    bound = ranked[0][0] if through else max(most_possible(problem), ranked[0][0])
    return Found(ranked, equal[:MOST_BEST], attacks.all_best, through, bound, tuple(proof))


def dealt(quiet: Quiet, people: Sequence[Kinds], points: Sequence[int], access: int) -> Groups:
    """Return groups of real characters for these groups of kinds, each at its access point."""
    left = {kind: iter(cards) for kind, cards in quiet.alike.items()}
    groups: list[tuple[Any, ...]] = [()] * access
    for point, kinds in sorted(zip(points, people, strict=True)):
        groups[point] = tuple([next(left[kind]) for kind in kinds])
    return tuple(groups)


def most_possible(problem: Problem) -> Number:
    """Return a score that no outcome exceeds: nothing lost, and all damage done."""
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
