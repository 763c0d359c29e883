"""Exact results for the rest of a quiet combat: each engagement on its own, and one payment at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from apz.apocalypze.ids import OTHER, CardId
from apz.apocalypze.lab.aims import BASE, KEYS
from apz.apocalypze.lab.fates import Fate, Fates, wounds_between
from apz.apocalypze.lab.problem import Problem
from apz.apocalypze.model import DECK, Debt, InPlay, Position, Wounds
from apz.apocalypze.rules.combat import unblocked_sum
from apz.apocalypze.rules.consumption import Offer, needed
from apz.apocalypze.rules.hooks import FIGHTING, Scene
from apz.apocalypze.rules.sums import Givers, breach_sum, own_terms, sources
from apz.core.trace import total

Kinds = tuple[int, ...]  # characters, each given by the first one of its kind, sorted
Payer = tuple[int, int]  # the amount a survivor pays if it's consumed, and the effect on the score


class Outcome(NamedTuple):
    """A possible result of a group's engagement: the effect on the score, and the survivors that could pay."""

    effect: int
    payers: tuple[Payer, ...]


class Quiet:
    """A quiet combat, with every result found so far; scores are the defender's."""

    def __init__(self, problem: Problem, position: Position) -> None:
        self.problem, self.position = problem, position
        self.fates = Fates(problem, position)
        fight = position.combat
        # boosts in the current engagement are already counted, and don't affect the others
        self.later = position._replace(combat=fight._replace(boosts=())) if fight else position
        self.place = self.fates.place
        side = position.sides[self.place]
        self.deck, self.pairs = len(side.deck), len(side.hand) // 2
        self.out = -(BASE ** len(KEYS[problem.aim.key]))  # the score of a defender who is out
        self.clashes: dict[tuple[Kinds, Kinds], tuple[int, int]] = {}
        self.groups: dict[Kinds, tuple[InPlay, ...]] = {}
        self.strengths: dict[Kinds, tuple[int, int]] = {}
        self.least: dict[tuple[Kinds, int], int] = {}
        self.options: dict[tuple[Kinds, int], tuple[Outcome, ...]] = {}
        self.promises: dict[tuple[Kinds, int], tuple[int, int]] = {}
        self.paid: dict[tuple[int, tuple[Payer, ...]], int | None] = {}

    # numbers

    def kinds(self, cards: Iterable[int]) -> Kinds:
        """Return the kinds of these characters, sorted."""
        return tuple(sorted([self.fates.kinds[card] for card in cards]))

    def people(self, kinds: Kinds) -> tuple[InPlay, ...]:
        """Return a character for each of these kinds, none of them twice."""
        found = self.groups.get(kinds)
        if found is None:
            found = self.groups[kinds] = tuple([self.fates.people[card] for card in self.stand_ins(kinds)])
        return found

    def stand_ins(self, kinds: Kinds) -> list[int]:
        """Return the card number of a character for each of these kinds, none of them twice."""
        found: list[int] = []
        for kind, count in Counter(kinds).items():
            found += self.alike[kind][:count]
        return found

    @cached_property
    def alike(self) -> dict[int, list[int]]:
        """The card numbers of all characters of each kind, as lists by kind."""
        found: dict[int, list[int]] = {}
        for card, kind in self.fates.kinds.items():
            found.setdefault(kind, []).append(card)
        return found

    @cached_property
    def givers(self) -> set[int]:
        """The kinds of character that can change numbers in their engagement, by themselves or by their attachments."""
        return {kind for kind in self.alike if sources(self.scene((kind,), ())) != self.always}

    @cached_property
    def always(self) -> Givers:
        """The cards that can change numbers in any engagement, whoever fights in it."""
        return sources(self.scene((), ()))

    def scene(self, attackers: Kinds, defenders: Kinds) -> Scene:
        """Return an engagement of these characters."""
        return Scene(self.later, self.place, self.people(attackers), self.people(defenders))

    @cached_property
    def single(self) -> dict[int, tuple[int, int]]:
        """The attack and defense of each kind of character, with its attachments' plain numbers."""
        found = {}
        for kind in self.alike:
            terms = [own_terms(self.later, self.fates.people[kind], stat, self.place) for stat in ("attack", "defense")]
            found[kind] = total(terms[0]), total(terms[1])
        return found

    def added(self, scene: Scene, group: tuple[InPlay, ...], givers: Givers) -> tuple[int, int]:
        """Return how much `givers` add to a group's attack and defense total in an engagement."""
        attack = defense = 0
        for _, card, bearer in givers:
            bonus = FIGHTING[card.name]
            for who in group:
                attack += bonus(scene, bearer, who, "attack")
                defense += bonus(scene, bearer, who, "defense")
        return attack, defense

    def clash(self, attackers: Kinds, defenders: Kinds) -> tuple[int, int]:
        """Return the wounds that attackers and defenders take from each other."""
        key = (attackers, defenders)
        found = self.clashes.get(key)
        if found is None:
            (blow, guard), (counter, cover) = self.strength(attackers), self.strength(defenders)
            if self.always or not self.givers.isdisjoint(attackers + defenders):
                scene = self.scene(attackers, defenders)
                givers = sources(scene)
                more = self.added(scene, scene.attackers, givers), self.added(scene, scene.defenders, givers)
                blow, guard = blow + more[0][0], guard + more[0][1]
                counter, cover = counter + more[1][0], cover + more[1][1]
            found = self.clashes[key] = wounds_between(counter, guard), wounds_between(blow, cover)
        return found

    def strength(self, group: Kinds) -> tuple[int, int]:
        """Return a group's attack and defense total, before cards change each other's numbers."""
        found = self.strengths.get(group)
        if found is None:
            each = [self.single[kind] for kind in group]
            found = self.strengths[group] = sum([one[0] for one in each]), sum([one[1] for one in each])
        return found

    def breach(self, attackers: Kinds) -> int:
        """Return how much the defender owes for a group that gets in."""
        return breach_sum(self.position, self.place, self.people(attackers)).total

    # wounds

    def hurt(self, attackers: Kinds, wounds: int) -> int:
        """Return the effect of the attackers' wounds on the score, assigned the worst way for the defender."""
        if not wounds or not attackers:
            return 0
        key = (attackers, wounds)
        found = self.least.get(key)
        if found is None:
            tries = []
            for index, kind in enumerate(attackers):
                if not index or attackers[index - 1] != kind:
                    fate = self.fates.of(kind, wounds)
                    more = self.hurt(attackers[:index] + attackers[index + 1 :], fate.left) if fate.dead else 0
                    tries.append(fate.effect + more)
            found = self.least[key] = min(tries)
        return found

    def outcomes(self, defenders: Kinds, wounds: int) -> tuple[Outcome, ...]:
        """Return every way to assign the defenders' wounds that makes a difference."""
        key = (defenders, wounds)
        found = self.options.get(key)
        if found is None:
            if not wounds or not defenders:
                found = (Outcome(0, payers(self.fates.of(kind, 0) for kind in defenders)),)
            else:
                made: set[Outcome] = set()
                for index, kind in enumerate(defenders):
                    if index and defenders[index - 1] == kind:
                        continue
                    fate, rest = self.fates.of(kind, wounds), defenders[:index] + defenders[index + 1 :]
                    if fate.dead:
                        made.update([Outcome(fate.effect + e, p) for e, p in self.outcomes(rest, fate.left)])
                    else:
                        others = [self.fates.of(each, 0) for each in rest]
                        made.add(Outcome(fate.effect, payers([fate, *others])))
                found = tuple(undominated(made))
            self.options[key] = found
        return found

    def promise(self, defenders: Kinds, wounds: int) -> tuple[int, int]:
        """Return the best possible effects of these wounds: on the score, and on what the defenders could pay."""
        if not wounds or not defenders:
            return 0, 0
        key = (defenders, wounds)
        found = self.promises.get(key)
        if found is None:
            scores, means = [], []
            for index, kind in enumerate(defenders):
                if index and defenders[index - 1] == kind:
                    continue
                fate, whole = self.fates.of(kind, wounds), self.fates.of(kind, 0)
                rest = defenders[:index] + defenders[index + 1 :]
                score, left = (
                    self.promise(rest, fate.left) if fate.dead else (self.gain((fate.pays, fate.eaten)), fate.pays)
                )
                scores.append(fate.effect + score - self.gain((whole.pays, whole.eaten)))
                means.append(left - whole.pays)
            found = self.promises[key] = max(scores), max(means)
        return found

    # payment

    @cached_property
    def unit(self) -> int | None:
        """The effect on the score of paying 1 from the deck or the hand; None if neither can pay.

        For every additive aim, deck and hand cost the same: each payment is 1 of what the player has.
        """
        if not self.deck and not self.pairs:
            return None
        memory, key = self.problem.memory, ("unit", not self.deck)  # it's the same throughout combat
        if key not in memory:
            memory[key] = self.fates.unit(hand=not self.deck)
        found: int = memory[key]
        return found

    def gain(self, payer: Payer) -> int:
        """Return how much better it can be to consume this survivor than to pay as much from the deck and hand."""
        pays, effect = payer
        return max(0, effect - pays * (self.unit or 0)) if pays else 0

    def pay(self, owed: int, given: tuple[Payer, ...]) -> int | None:
        """Return the effect of the best payment on the score; None if the defender can't pay."""
        if owed < 1:
            return 0
        units = self.deck + self.pairs
        if units >= owed:  # survivors not worth consuming can be left out, since deck and hand cost no more
            given = tuple([payer for payer in given if self.gain(payer)])
        key = (owed, tuple(sorted(given)))
        if key not in self.paid:
            found = [effect for effect, _ in self.payments(owed, key[1])]
            self.paid[key] = max(found, default=None)
        return self.paid[key]

    def payments(self, owed: int, given: Sequence[Payer]) -> Iterable[tuple[int, tuple[int, ...]]]:
        """Yield each legal payment with these survivors: its effect on the score, and the amounts the survivors pay."""
        debt = Debt(self.place, owed, "combat.breach")
        alike = [*Counter(given).items()]
        for counts in product(*[range(count + 1) for _, count in alike]):
            values = tuple([pays for (each, _), count in zip(alike, counts, strict=True) for pays in [each[0]] * count])
            effect = sum([each[1] * count for (each, _), count in zip(alike, counts, strict=True)])
            rest = max(0, owed - sum(values))
            if rest > self.deck + self.pairs:
                continue
            deck = min(rest, self.deck)
            if needed(self.position, debt, Offer(deck, 2 * (rest - deck), values), DECK):
                yield effect + rest * (self.unit or 0), values

    # the rest of a combat

    def settled(self, groups: Sequence[tuple[Outcome, ...]], apart: tuple[Payer, ...], owed: int) -> int:
        """Return the score with the best wounds for these groups and the best payment, or `out` if nothing can pay."""
        plain = self.fates.plain
        if owed < 1:
            return plain + sum([max([each.effect for each in group]) for group in groups])
        best: int | None = None
        ranked = [sorted(group, key=self.hope, reverse=True) for group in groups]
        hopes = [self.hope(group[0]) for group in ranked]
        after = [sum(hopes[index:]) for index in range(len(hopes) + 1)]
        most = owed * (self.unit or 0) + sum(map(self.gain, apart))

        def choose(index: int, effect: int, hoped: int, given: tuple[Payer, ...]) -> None:
            nonlocal best
            if index == len(ranked):
                cost = self.pay(owed, given)
                if cost is not None and (best is None or effect + cost > best):
                    best = effect + cost
                return
            for each in ranked[index]:
                hope = hoped + self.hope(each)
                if best is not None and hope + after[index + 1] + most <= best:
                    return
                choose(index + 1, effect + each.effect, hope, given + each.payers)

        choose(0, 0, 0, apart)
        return self.out if best is None else plain + best

    def hope(self, outcome: Outcome) -> int:
        """Return the most an outcome can do for the score, whatever the debt."""
        return outcome.effect + sum(map(self.gain, outcome.payers))

    def rest(self) -> int:
        """Return the score of the position if both players play as well as possible."""
        position, fight = self.position, self.position.combat
        assert fight
        groups: list[tuple[Outcome, ...]] = []
        effect = 0
        apart = {who.id for who in position.sides[self.place].survivors}
        wounds = [each for each in position.agenda if isinstance(each, Wounds)]
        for point in fight.met:
            if point in fight.resolved:
                continue
            attackers, defenders = self.here(fight.attack[point - 1]), self.here(fight.defense[point - 1])
            if point == fight.now:
                taken = {each.player: each.amount for each in wounds}
                hurt, suffered = taken.get(OTHER[self.place], 0), taken.get(self.place, 0)
            else:
                hurt, suffered = self.clash(attackers, defenders)
            effect += self.hurt(attackers, hurt)
            groups.append(self.outcomes(defenders, suffered))
            apart -= {*fight.defense[point - 1]}
        debts = [each.amount for each in position.agenda if isinstance(each, Debt)]
        owed = sum(debts) if fight.breached else unblocked_sum(position).total
        background = payers([self.fates.of(card, 0) for card in sorted(apart)])
        found = self.settled(groups, background, owed)
        return found if found == self.out else found + effect

    def here(self, cards: tuple[CardId, ...]) -> Kinds:
        """Return the kinds of those cards that are still in play."""
        return self.kinds([card for card in cards if card in self.fates.people])


def payers(fates: Iterable[Fate]) -> tuple[Payer, ...]:
    """Return the amount and the effect on the score for each survivor that can be consumed."""
    return tuple(sorted([(fate.pays, fate.eaten) for fate in fates if fate.pays > 0]))


def undominated(made: Iterable[Outcome]) -> list[Outcome]:
    """Return the outcomes, without those that another with the same payers beats."""
    best: dict[tuple[Payer, ...], int] = {}
    for effect, given in made:
        best[given] = max(effect, best.get(given, effect))
    return [Outcome(effect, given) for given, effect in best.items()]
