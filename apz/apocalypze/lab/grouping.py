"""The best defense groups against given attack groups, and the best attack groups, in a quiet combat.

Groups at different access points don't touch each other. So the survivors left for the groups still to come say all
that counts: a table over these subsets gives for each the most that the rest can bring, and the search for the best
answers leaves out what can't reach them by it. Only the payment for those who get in looks at all groups together;
the table allows for the best payment that could be hoped for, and each answer found is settled exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappush, heappushpop
from math import comb, prod
from typing import NamedTuple

from apz.apocalypze.ids import OTHER
from apz.apocalypze.lab.problem import OutOfTimeError
from apz.apocalypze.lab.quiet import Kinds, Outcome, Quiet, payers

MOST_SUBSETS = 5_000  # of survivors that are told apart: with more of them no table is made
NEVER = -(10**30)  # worse than any score
Allowed = Callable[[int, bool], bool]  # (group, blocked): whether a defense may be like that


def any_way(group: int, blocked: bool) -> bool:
    """Allow every defense."""
    return True


class Supply:
    """Some characters as counts of their kinds; a choice of them is one number, and a smaller one can be taken off."""

    def __init__(self, kinds: Kinds) -> None:
        self.names = [*dict.fromkeys(kinds)]
        self.counts = [kinds.count(name) for name in self.names]
        self.size = prod([count + 1 for count in self.counts])
        self.full = self.size - 1
        self.weights = [prod([count + 1 for count in self.counts[:index]]) for index in range(len(self.counts))]
        self.within: dict[int, list[int]] = {}

    def parts(self, choice: int) -> list[int]:
        """Return every choice that is in this one, the smallest number first."""
        found = self.within.get(choice)
        if found is None:
            found = [0]
            for weight, count in zip(self.weights, self.split(choice), strict=True):
                found = [part + weight * taken for taken in range(count + 1) for part in found]
            self.within[choice] = found
        return found

    def split(self, choice: int) -> list[int]:
        """Return how many of each kind a choice has."""
        return [choice // weight % (count + 1) for weight, count in zip(self.weights, self.counts, strict=True)]

    def arrangements(self, groups: int) -> int:
        """Return in how many ways all of it can be sent to so many groups or stay behind."""
        return prod([comb(count + groups, groups) for count in self.counts])

    def kinds(self, choice: int) -> Kinds:
        """Return the characters of a choice."""
        split = zip(self.names, self.split(choice), strict=True)
        return tuple(sorted([name for name, count in split for _ in range(count)]))


class Row(NamedTuple):
    """What each choice of defenders makes of one attack group: the most it can bring, and what's left to pay with."""

    owed: int  # for the group, if nobody blocks it
    hopes: list[int]
    spare: list[int]  # by how much it changes what the defender could pay in all, beyond what's owed


class Defense(NamedTuple):
    """One way to defend: who blocks each group, by number of the choice, and the score it comes to."""

    score: int
    choices: tuple[int, ...]


class Defending:
    """The survivors of a quiet combat, and the best that they can do against any attack groups."""

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
        self.bonus = sum(map(quiet.gain, everyone))  # hoped for from those who take no wounds
        self.means = quiet.deck + quiet.pairs + sum([pays for pays, _ in everyone])
        self.reckoned = 0  # answers that were settled exactly

    def row(self, attackers: Kinds) -> Row:
        """Return what each choice of defenders makes of an attack group."""
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
            found = self.rows[attackers] = Row(owed, hopes, spare)
        return found

    def met(self, attackers: Kinds, choice: int) -> tuple[int, tuple[Outcome, ...]]:
        """Return what a blocked group's own wounds do to the score, and the ways to put the defenders'."""
        defenders = self.people[choice]
        hurt, suffered = self.quiet.clash(attackers, defenders)
        return self.quiet.hurt(attackers, hurt), self.quiet.outcomes(defenders, suffered)

    def table(self, groups: tuple[Kinds, ...], allowed: Allowed = any_way) -> tuple[list[int], list[int]]:
        """Return for each choice of survivors the most that they can bring against these groups, and leave to pay."""
        if not groups:
            return [0] * self.supply.size, [0] * self.supply.size
        plain = allowed is any_way
        if plain and groups in self.tables:
            return self.tables[groups]
        later = shifted(allowed)
        hopes, spare = self.table(groups[1:], any_way if plain else later)
        row, most, left = self.row(groups[0]), [], []
        open_too, met_too = allowed(0, False), allowed(0, True)
        for choice in range(self.supply.size):
            parts = self.supply.parts(choice)
            if not (open_too and met_too):
                parts = parts[:1] if open_too else parts[1:]
            most.append(max([row.hopes[part] + hopes[choice - part] for part in parts], default=NEVER))
            left.append(max([row.spare[part] + spare[choice - part] for part in parts], default=NEVER))
        if plain:
            self.tables[groups] = most, left
        return most, left

    def short(self, groups: tuple[Kinds, ...]) -> int:
        """Return how much the defender lacks at least, whoever blocks where; 0 or less: it can be paid."""
        return -self.means - self.table(groups)[1][self.supply.full]

    def settle(self, groups: Sequence[Kinds], choices: Sequence[int]) -> int:
        """Return the exact score of a defense."""
        self.reckoned += 1
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
        """Return the `top` best defenses, the best one first; equal groups and equal survivors count as one.

        With `enough` the search ends as soon as one defense reaches that score: it's no less than that.
        """
        tables = [self.table(groups[index:], shifted(allowed, index)) for index in range(len(groups) + 1)]
        full = self.supply.full
        hopeless = allowed is any_way and self.short(groups) > 0  # whoever blocks where, the payment can't be met
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
            row, (hopes, spare) = self.row(groups[index]), tables[index + 1]
            open_too, met_too = allowed(index, False), allowed(index, True)
            ways = []
            for part in self.supply.parts(left):
                if not (met_too if part else open_too):
                    continue
                if index and groups[index] == groups[index - 1] and part > chosen[-1]:
                    continue  # the same defense, at groups that are alike
                hope = hoped + row.hopes[part] + hopes[left - part]
                spared = means + row.spare[part] + spare[left - part]
                if hope > NEVER // 2 and (hopeless or spared >= 0):
                    ways.append((hope, part))
            ways.sort(reverse=True)
            for hope, part in ways:
                if done or (len(found) == top and hope <= found[0][0]):
                    return
                choose(index + 1, left - part, hoped + row.hopes[part], means + row.spare[part], (*chosen, part))

        choose(0, full, base, self.means, ())
        return [Defense(*each) for each in sorted(found, reverse=True)]

    def reaching(self, groups: tuple[Kinds, ...], score: int, most: int) -> list[Defense]:
        """Return the defenses that reach a score, at most so many of them."""
        tables = [self.table(groups[index:]) for index in range(len(groups) + 1)]
        found: list[Defense] = []
        base = self.quiet.fates.plain + self.bonus

        def choose(index: int, left: int, hoped: int, chosen: tuple[int, ...]) -> None:
            if index == len(groups):
                if self.settle(groups, chosen) >= score:
                    found.append(Defense(score, chosen))
                return
            row, (hopes, _) = self.row(groups[index]), tables[index + 1]
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
    """Return the same for the groups from another one on."""
    return allowed if allowed is any_way or not by else lambda group, blocked: allowed(group + by, blocked)


class Attack(NamedTuple):
    """One way to attack: the groups, and the score that the best defense leaves (the defender's)."""

    score: int
    groups: tuple[Kinds, ...]
    defense: Defense


def splits(supply: Supply, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split all of a supply into at most so many groups, each way once."""

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


def best_attacks(quiet: Quiet, access: int, top: int = 1) -> tuple[list[Attack], int]:
    """Return the `top` attacks that leave the defender least, the best one first, and how many there are in all."""
    defending = Defending(quiet)
    raiders = quiet.position.sides[OTHER[quiet.place]].raiders
    supply = Supply(quiet.kinds([who.id for who in raiders]))
    if supply.size > MOST_SUBSETS:
        raise OutOfTimeError
    kinds = [supply.kinds(choice) for choice in range(supply.size)]
    found: list[Attack] = []
    count = 0
    for parts in splits(supply, access):
        count += 1
        groups = tuple([kinds[part] for part in parts])
        limit = found[-1].score if len(found) == top else None
        quiet.problem.check_time()
        (defense,) = defending.best(groups, 1, enough=limit)
        if limit is None or defense.score < limit:
            found = sorted([*found, Attack(defense.score, groups, defense)], key=lambda each: each.score)[:top]
    return found, count
