"""The best defense groups against given attack groups, and the best attack groups, in a quiet combat.

Groups at different access points don't affect each other, so only the survivors left for the remaining groups matter. A
table over these subsets gives the most the rest can achieve, and the search skips whatever can't reach the best
answers. Only the payment for raiders who get in depends on all groups together; the table assumes the best payment
possible, and each answer found is then settled exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappush, heappushpop
from itertools import islice
from math import comb, prod
from typing import NamedTuple

from apz.apocalypze.ids import OTHER
from apz.apocalypze.lab.problem import OutOfTimeError
from apz.apocalypze.lab.quiet import Kinds, Outcome, Quiet, payers

MOST_SUBSETS = 5_000  # choices of survivors, or of raiders; more would take too long
BATCH = 100  # attacks that are roughly rated together, to examine the most promising ones first
NEVER = -(10**30)  # worse than any score
Allowed = Callable[[int, bool], bool]  # (group, blocked): whether a defense may leave that group like that


def any_way(group: int, blocked: bool) -> bool:
    """Return True: every defense is allowed."""
    return True


class Supply:
    """Characters counted by kind.

    A choice of them is coded as one number; subtracting a smaller choice that it contains leaves the rest.
    """

    def __init__(self, kinds: Kinds) -> None:
        self.names = [*dict.fromkeys(kinds)]
        self.counts = [kinds.count(name) for name in self.names]
        self.size = prod([count + 1 for count in self.counts])
        self.full = self.size - 1
        self.weights = [prod([count + 1 for count in self.counts[:index]]) for index in range(len(self.counts))]
        self.within: dict[int, list[int]] = {}

    def parts(self, choice: int) -> list[int]:
        """Return every choice contained in this one, smallest number first."""
        found = self.within.get(choice)
        if found is None:
            found = [0]
            for weight, count in zip(self.weights, self.split(choice), strict=True):
                found = [part + weight * taken for taken in range(count + 1) for part in found]
            self.within[choice] = found
        return found

    def lighter(self, choice: int) -> list[int]:
        """Return the numbers to subtract from a choice, each of which takes out one character."""
        return [weight for weight, count in zip(self.weights, self.split(choice), strict=True) if count]

    def split(self, choice: int) -> list[int]:
        """Return how many characters of each kind are in a choice."""
        return [choice // weight % (count + 1) for weight, count in zip(self.weights, self.counts, strict=True)]

    def arrangements(self, groups: int) -> int:
        """Return the number of ways to send the characters to this many groups or leave them behind."""
        return prod([comb(count + groups, groups) for count in self.counts])

    def kinds(self, choice: int) -> Kinds:
        """Return the kinds of the characters in a choice."""
        split = zip(self.names, self.split(choice), strict=True)
        return tuple(sorted([name for name, count in split for _ in range(count)]))


class Row(NamedTuple):
    """The result of each choice of defenders against one attack group: its best effect, and its effect on paying."""

    owed: int  # the debt for the group, if nobody blocks it
    hopes: list[int]
    spare: list[int]  # the change to what the defender could pay in all, beyond what they owe


class Defense(NamedTuple):
    """One way to defend: the choice of blockers for each group, and the score."""

    score: int
    choices: tuple[int, ...]


class Defending:
    """The survivors in a quiet combat, and the best they can do against any attack groups."""

    def __init__(self, quiet: Quiet) -> None:
        self.quiet = quiet
        side = quiet.position.sides[quiet.place]
        self.supply = Supply(quiet.kinds([who.id for who in side.survivors]))
        if self.supply.size > MOST_SUBSETS:
            raise OutOfTimeError
        self.people = [self.supply.kinds(choice) for choice in range(self.supply.size)]
        self.payers = [payers([quiet.fates.of(kind, 0) for kind in kinds]) for kinds in self.people]
        self.rows: dict[Kinds, Row] = {}
        self.tables: dict[tuple[Kinds, ...], tuple[list[int], list[int]]] = {}
        everyone = self.payers[self.supply.full]
        self.bonus = sum(map(quiet.gain, everyone))  # the best gain from consuming those who take no wounds
        self.means = quiet.deck + quiet.pairs + sum([pays for pays, _ in everyone])
        raiders = quiet.position.sides[OTHER[quiet.place]].raiders
        most = quiet.breach(quiet.kinds([who.id for who in raiders]))
        self.rich = quiet.deck + quiet.pairs >= most  # deck and hand can pay for everybody who might get in
        self.same = [0] * self.supply.size
        self.lone: dict[Kinds, list[int]] = {}
        self.reckoned = 0  # how often a defense was settled exactly
        self.settled = set[tuple[int, ...]]()  # the choices of blockers that were

    def row(self, attackers: Kinds) -> Row:
        """Return the result of each choice of defenders against an attack group."""
        found = self.rows.get(attackers)
        if found is None:
            self.quiet.problem.check_time()
            owed = self.quiet.breach(attackers)
            hopes, spare = [owed * (self.quiet.unit or 0)], [-owed]
            for choice in range(1, self.supply.size):
                defenders = self.people[choice]
                hurt, suffered = self.quiet.clash(attackers, defenders)
                score, means = self.quiet.promise(defenders, suffered)
                hopes.append(self.quiet.hurt(attackers, hurt) + score)
                spare.append(means)
            found = self.rows[attackers] = Row(owed, hopes, self.same if self.rich else spare)
        return found

    def met(self, attackers: Kinds, choice: int) -> tuple[int, tuple[Outcome, ...]]:
        """Return the effect of a blocked group's wounds on the score, and the ways to assign the defenders' wounds."""
        defenders = self.people[choice]
        hurt, suffered = self.quiet.clash(attackers, defenders)
        return self.quiet.hurt(attackers, hurt), self.quiet.outcomes(defenders, suffered)

    def table(self, groups: tuple[Kinds, ...], allowed: Allowed = any_way) -> tuple[list[int], list[int]]:
        """Return the best effect against these groups and on paying, as two lists by the choice of survivors."""
        if not groups:
            return self.same, self.same
        plain = allowed is any_way
        if plain and groups in self.tables:
            return self.tables[groups]
        hopes, spare = self.table(groups[1:], shifted(allowed))
        row, most, left = self.row(groups[0]), list[int](), list[int]()
        for choice in range(self.supply.size):
            parts = self.parts(choice, 0, allowed)
            most.append(max([row.hopes[part] + hopes[choice - part] for part in parts], default=NEVER))
            if not self.rich:
                left.append(max([row.spare[part] + spare[choice - part] for part in parts], default=NEVER))
        found = most, left or self.same
        if plain:
            self.tables[groups] = found
        return found

    def parts(self, choice: int, group: int, allowed: Allowed) -> list[int]:
        """Return the choices of remaining survivors that can be sent against a group."""
        parts = self.supply.parts(choice)
        if allowed is any_way:
            return parts
        open_too, met_too = allowed(group, False), allowed(group, True)
        return parts if open_too and met_too else parts[:1] if open_too else parts[1:] if met_too else []

    def short(self, groups: tuple[Kinds, ...], allowed: Allowed = any_way) -> int:
        """Return the defender's smallest shortfall over all ways to block; 0 or less if some way can be paid for."""
        if not groups:
            return -self.means
        full, row = self.supply.full, self.row(groups[0])
        spare = self.table(groups[1:], shifted(allowed))[1]
        left = [row.spare[part] + spare[full - part] for part in self.parts(full, 0, allowed)]
        return -self.means - max(left, default=0)

    def settle(self, groups: Sequence[Kinds], choices: Sequence[int]) -> int:
        """Return the exact score of a defense."""
        self.reckoned += 1
        self.settled.add(tuple(choices))
        if not self.reckoned & 63:
            self.quiet.problem.check_time()
        effect, owed, options, left = 0, 0, list[tuple[Outcome, ...]](), self.supply.full
        for group, choice in zip(groups, choices, strict=True):
            left -= choice
            if not choice:
                owed += self.row(group).owed
                continue
            hurt, outcomes = self.met(group, choice)
            effect += hurt
            options.append(outcomes)
        found = self.quiet.settled(options, self.payers[left], owed)
        return found if found == self.quiet.out else found + effect

    def best(
        self, groups: tuple[Kinds, ...], top: int = 1, allowed: Allowed = any_way, enough: int | None = None
    ) -> list[Defense]:
        """Return the `top` best defenses, best first; equal groups and equal survivors count as one.

        With `enough`, the search stops as soon as a defense reaches that score.
        """
        later = [self.table(groups[index:], shifted(allowed, index)) for index in range(1, len(groups) + 1)]
        hopeless = self.short(groups, allowed) > 0  # no matter who blocks where, the debt can't be paid
        found: list[tuple[int, tuple[int, ...]]] = []
        base = self.quiet.fates.plain + self.bonus
        done = False

        def choose(index: int, left: int, hoped: int, means: int, chosen: tuple[int, ...]) -> None:
            nonlocal done
            if index == len(groups):
                score = self.settle(groups, chosen)
                if len(found) < top:
                    heappush(found, (score, chosen))
                else:
                    heappushpop(found, (score, chosen))
                done = done or (enough is not None and score >= enough) or (hopeless and len(found) == top)
                return
            row, (hopes, spare) = self.row(groups[index]), later[index]
            ways = []
            for part in self.parts(left, index, allowed):
                if index and groups[index] == groups[index - 1] and part > chosen[-1]:
                    continue  # the same defense with equal groups swapped
                hope = hoped + row.hopes[part] + hopes[left - part]
                spared = means + row.spare[part] + spare[left - part]
                if hope > NEVER // 2 and (hopeless or spared >= 0):
                    ways.append((hope, part))
            ways.sort(reverse=True)
            for hope, part in ways:
                if done or (len(found) == top and hope <= found[0][0]):
                    return
                choose(index + 1, left - part, hoped + row.hopes[part], means + row.spare[part], (*chosen, part))

        choose(0, self.supply.full, base, self.means, ())
        return [Defense(*each) for each in sorted(found, reverse=True)]

    def alone(self, group: Kinds) -> list[int]:
        """Return, for each choice of survivors, the most that some of them can achieve against one group."""
        found = self.lone.get(group)
        if found is None:
            hopes, found = self.row(group).hopes, list[int]()
            for choice in range(self.supply.size):
                less = [found[choice - weight] for weight in self.supply.lighter(choice)]
                found.append(max([hopes[choice], *less]))
            self.lone[group] = found
        return found

    def quick(self, groups: tuple[Kinds, ...]) -> int:
        """Return the score of a good defense, found group by group; the best one may score more."""
        left, chosen = self.supply.full, list[int]()
        for index, group in enumerate(groups):
            hopes, later = self.row(group).hopes, [self.alone(each) for each in groups[index + 1 :]]
            rated = [
                (hopes[part] + sum([each[left - part] for each in later]), part) for part in self.supply.parts(left)
            ]
            part = max(rated)[1]
            chosen.append(part)
            left -= part
        return self.settle(groups, chosen)

    def reaching(self, groups: tuple[Kinds, ...], score: int, most: int) -> list[Defense]:
        """Return the defenses that reach a score, at most `most` of them."""
        later = [self.table(groups[index:]) for index in range(1, len(groups) + 1)]
        found: list[Defense] = []
        base = self.quiet.fates.plain + self.bonus

        def choose(index: int, left: int, hoped: int, chosen: tuple[int, ...]) -> None:
            if index == len(groups):
                if self.settle(groups, chosen) >= score:
                    found.append(Defense(score, chosen))
                return
            row, (hopes, _) = self.row(groups[index]), later[index]
            for part in self.supply.parts(left):
                if len(found) >= most:
                    return
                if index and groups[index] == groups[index - 1] and part > chosen[-1]:
                    continue
                if score == self.quiet.out or hoped + row.hopes[part] + hopes[left - part] >= score:
                    choose(index + 1, left - part, hoped + row.hopes[part], (*chosen, part))

        choose(0, self.supply.full, base, ())
        return found


def shifted(allowed: Allowed, by: int = 1) -> Allowed:
    """Return the same condition for a list of groups that starts `by` groups later."""
    return allowed if allowed is any_way or not by else lambda group, blocked: allowed(group + by, blocked)


class Attack(NamedTuple):
    """One way to attack: the groups, and the defender's score after the best defense."""

    score: int
    groups: tuple[Kinds, ...]
    defense: Defense


def splits(supply: Supply, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split a whole supply into at most this many groups, each once."""

    def split(left: int, most: int, largest: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
            return
        if not most:
            return
        for part in supply.parts(left):
            if 0 < part <= largest:
                for rest in split(left - part, most - 1, part):
                    yield (part, *rest)

    yield from split(supply.full, most, supply.full)


def batched(every: Iterator[tuple[int, ...]], most: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield lists of at most this many items; the first list has one, so that there's an answer if time runs out."""
    size = 1
    while batch := [*islice(every, size)]:
        yield batch
        size = most


class Attacks(NamedTuple):
    """The best attacks, best first, how many were examined, and two flags: all ties are included, all were examined."""

    found: list[Attack]
    looked_at: int
    all_best: bool
    through: bool


def best_attacks(quiet: Quiet, access: int, top: int = 1, ties: int = 1) -> Attacks:
    """Return the `top` attacks that leave the defender the least, with at most `ties` ties for first place.

    When time runs out, return the attacks found so far; raise OutOfTimeError if there are none, or right away if there
    are too many ways to choose raiders or survivors.
    """
    defending = Defending(quiet)
    raiders = quiet.position.sides[OTHER[quiet.place]].raiders
    supply = Supply(quiet.kinds([who.id for who in raiders]))
    if supply.size > MOST_SUBSETS:
        raise OutOfTimeError
    kinds = [supply.kinds(choice) for choice in range(supply.size)]
    found: list[Attack] = []
    count, through = 0, True
    try:
        for batch in batched(splits(supply, access), BATCH):
            rated = []
            for parts in batch:
                quiet.problem.check_time()
                groups = tuple([kinds[part] for part in parts])
                rated.append((defending.quick(groups), groups))
            rated.sort(key=lambda each: each[0])  # attacks that leave a good defense the least set a low limit early
            for quick, groups in rated:
                quiet.problem.check_time()
                limit = wanted_below(found, top, ties)
                count += 1
                if limit is not None and quick >= limit:
                    continue
                (defense,) = defending.best(groups, 1, enough=limit)
                if limit is None or defense.score < limit:
                    found = sorted([*found, Attack(defense.score, groups, defense)], key=lambda each: each.score)
                    last = found[min(top, len(found)) - 1].score
                    found = [each for each in found if each.score <= last][: max(top, ties)]
    except OutOfTimeError:
        if not found:
            raise
        through = False
    equal = len([each for each in found if each.score == found[0].score])
    return Attacks(found, count, through and equal < ties, through)


def wanted_below(found: list[Attack], top: int, ties: int) -> int | None:
    """Return the score another attack must stay below to be worth keeping; None if any attack is."""
    if len(found) < top:
        return None
    first, last = found[0].score, found[top - 1].score
    return first + 1 if last == first and len(found) < ties else last
