"""Upper bounds for a defense when cards can be played: what it would achieve if only the defender played any.

The attacker may always do nothing, or play in one engagement only, so no defense does better than against such an
attacker. There, groups can be examined one by one: in each, the defender has every card available, although each can be
played only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from apz.apocalypze.ids import NOWHERE, OTHER, CardId
from apz.apocalypze.lab.aims import Number
from apz.apocalypze.lab.fates import Fate
from apz.apocalypze.lab.grouping import Defending
from apz.apocalypze.lab.problem import IN_COMBAT, Problem, at_hand, hushed, is_quiet
from apz.apocalypze.lab.quiet import Quiet
from apz.apocalypze.lab.search import Search
from apz.apocalypze.model import COMBAT, Combat, Decision, Position, Prompt, Wounds
from apz.apocalypze.moves import Done
from apz.apocalypze.play import step
from apz.apocalypze.rules.hooks import ON_REMOVAL

MOST_LOOKS = 400  # groups with defenders that are looked at; with more of them it would take too long


class Ceiling(NamedTuple):
    """The most that some defenders can achieve in an engagement, and how much more if they're consumed after it."""

    score: int
    more: int


class Hoping(Search):
    """A search that counts wounded survivors as if they could still be consumed for their value."""

    def reckoned(self, position: Position) -> Number | None:
        """Return the score of assigning wounds with that hope; None if there's something else to decide."""
        if position.phase != COMBAT or not isinstance(position.waiting, Wounds) or not is_quiet(position):
            return None
        quiet = Quiet(self.problem, position)
        taken = {each.player: each.amount for each in position.agenda if isinstance(each, Wounds)}
        fight = position.combat
        assert fight
        attackers, defenders = quiet.here(fight.attack[fight.now - 1]), quiet.here(fight.defense[fight.now - 1])
        hurt = quiet.hurt(attackers, taken.get(OTHER[quiet.place], 0))
        return quiet.fates.sign * (quiet.fates.plain + hurt + quiet.promise(defenders, taken.get(quiet.place, 0))[0])


class Ceilings:
    """Upper bounds for each attack group and each choice of defenders, computed on demand."""

    def __init__(self, problem: Problem, position: Position, calm: Quiet, defending: Defending) -> None:
        self.position, self.quiet, self.defending = position, calm, defending
        self.alone = hushed(position, (OTHER[calm.place],))
        self.search, self.hoping = Search(problem), Hoping(problem)
        self.saves = ON_REMOVAL in at_hand(self.alone, calm.place)
        self.armed = bool({*at_hand(position, OTHER[calm.place])} & {*IN_COMBAT})  # the attacker has cards to play
        self.known: dict[tuple[int, int], Ceiling] = {}
        self.both: dict[tuple[int, int], int] = {}
        survivors = [*calm.kinds([who.id for who in position.sides[calm.place].survivors])]
        # a payment does this at most, and usually costs something: a consumed survivor is gone
        self.best_payment = sum([max(0, *[fate.eaten for fate in self.fates(kind)]) for kind in survivors])

    def reaches(self, points: Sequence[int], choices: Sequence[int], limit: Number) -> bool:
        """Return True if a defense might score more than `limit`; `points` are the groups' access points, from 0.

        It can't if its groups' ceilings are too low. It also can't if they are too low once the attacker has played one
        engagement as well as possible and nothing in the others.
        """
        met = [(point, choice) for point, choice in zip(points, choices, strict=True) if choice]
        owed = sum([self.owed(point) for point, choice in zip(points, choices, strict=True) if not choice])
        found = [self.at(*each) for each in met]
        total, more = self.quiet.fates.plain + sum([each.score for each in found]), sum([each.more for each in found])
        if total + self.payment(owed, more) <= limit:
            return False
        if not self.armed:
            return True
        for each, (point, choice) in zip(found, met, strict=True):
            all_gains = sum([self.gained(kind) for kind in self.defending.people[choice]])
            paid = self.payment(owed, more - each.more + all_gains)
            if total + paid - each.score + self.answered(point, choice) <= limit:
                return False
        return True

    def payment(self, owed: int, more: int) -> int:
        """Return the most a payment can do for the score if wounded survivors pay this much more."""
        most = owed * (self.quiet.unit or 0) + self.defending.bonus + more
        return min(most, self.best_payment) if owed else 0

    def owed(self, point: int) -> int:
        """Return what an unblocked group costs."""
        fight = self.position.combat
        assert fight
        return self.defending.row(self.quiet.kinds(fight.attack[point])).owed

    def at(self, point: int, choice: int) -> Ceiling:
        """Return the ceiling if only the defender plays here; at most one survivor ends up wounded but alive."""
        found = self.known.get((point, choice))
        if found is None:
            quiet, begun = self.quiet, self.begun(self.alone, point, choice)
            score = quiet.fates.sign * int(self.search.score(begun))
            if self.saves:
                more = max([self.gained(kind) for kind in self.defending.people[choice]])
            else:
                more = quiet.fates.sign * int(self.hoping.score(begun)) - score
            found = self.known[point, choice] = Ceiling(score - quiet.fates.plain, more)
        return found

    def answered(self, point: int, choice: int) -> int:
        """Return the score when both players play in this engagement, with all their cards."""
        found = self.both.get((point, choice))
        if found is None:
            score = int(self.search.score(self.begun(self.position, point, choice)))
            found = self.both[point, choice] = self.quiet.fates.sign * score - self.quiet.fates.plain
        return found

    def begun(self, position: Position, point: int, choice: int) -> Position:
        """Return the start of a combat with this engagement and no other group."""
        fight = position.combat
        assert fight
        defenders = tuple([CardId(card) for card in self.quiet.stand_ins(self.defending.people[choice])])
        alone = Combat((fight.attack[point],), (defenders,), now=NOWHERE)
        asked = position._replace(combat=alone, agenda=(Prompt(Decision.DEFEND, self.quiet.place),))
        after: Position = step(asked, Done()).after
        return after

    def fates(self, kind: int) -> list[Fate]:
        """Return the possible fates of a survivor that stays alive."""
        fates = self.quiet.fates
        return [fates.of(kind, wounds) for wounds in range(max(1, fates.of(kind, 0).pays))]

    def gained(self, kind: int) -> int:
        """Return how much more it can gain to consume this survivor wounded than unwounded."""
        gains = [self.quiet.gain((fate.pays, fate.eaten)) for fate in self.fates(kind)]
        return max(gains) - gains[0]
