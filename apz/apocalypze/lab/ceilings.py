"""Upper bounds for a defense when cards can be played: its result if only the defender played any.

The attacker may always do nothing, or play in one engagement only, so no defense does better than against such an
attacker. There, groups can be examined one by one, each with some of the defender's cards: every card is played in one
group only, so the best way to hand them out to the groups is the bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from apz.apocalypze.ids import NOWHERE, OTHER, CardId, Player
from apz.apocalypze.lab.aims import Number
from apz.apocalypze.lab.fates import Fate
from apz.apocalypze.lab.grouping import Defending
from apz.apocalypze.lab.problem import IN_COMBAT, Problem, at_hand, hushed, is_quiet
from apz.apocalypze.lab.quiet import Quiet
from apz.apocalypze.lab.search import Search
from apz.apocalypze.model import COMBAT, Combat, Decision, Position, Prompt, Wounds
from apz.apocalypze.moves import Done
from apz.apocalypze.play import step
from apz.apocalypze.rules.abilities import usable
from apz.apocalypze.rules.hooks import ON_REMOVAL, TEXTS

Item = str | tuple[CardId, int]  # an event by its name, or a card's ability
MOST_ITEMS = 3
MOST_LOOKS = 400  # attack groups times choices of defenders; more would take too long


class Ceiling(NamedTuple):
    """The most that these defenders can achieve in an engagement, and how much more if they're consumed after it."""

    score: int
    more: int


def items_of(position: Position, player: Player) -> list[Item]:
    """Return a player's events in hand and abilities that work in combat, each once."""
    cards = position.game.cards
    held = [
        cards[card].name
        for card in position.sides[player].hand
        if cards[card].event and TEXTS[cards[card].name][0].when in IN_COMBAT
    ]
    abilities = [
        (each.id, index)
        for each in usable(position, player)
        for index, text in enumerate(TEXTS[cards[each.id].name])
        if text.when in IN_COMBAT
    ]
    return [*dict.fromkeys(held), *abilities]


def subsets(items: int) -> Iterator[int]:
    """Yield every subset of these items, as a number with one bit per item."""
    part = items
    while part:
        yield part
        part = (part - 1) & items
    yield 0


class Hoping(Search):
    """A search that counts wounded survivors as if they could still be consumed for their value."""

    def reckoned(self, position: Position) -> Number | None:
        """Return the score if the wounded could still pay; None unless wounds are all that's left to decide."""
        if position.phase != COMBAT or not isinstance(position.waiting, Wounds) or not is_quiet(position):
            return None
        quiet = Quiet(self.problem, position)
        taken = {each.player: each.amount for each in position.agenda if isinstance(each, Wounds)}
        fight = position.combat
        assert fight
        attackers, defenders = quiet.here(fight.attack[fight.now - 1]), quiet.here(fight.defense[fight.now - 1])
        hurt = quiet.hurt(attackers, taken.get(OTHER[quiet.place], 0))
        return quiet.fates.sign * (quiet.fates.plain + hurt + quiet.promise(defenders, taken.get(quiet.place, 0))[0])


class Saving(Search):
    """A search in which the cards the defender still has at the end count for their worth elsewhere."""

    def __init__(self, problem: Problem, ceilings: Ceilings, worths: Sequence[int]) -> None:
        super().__init__(problem)
        self.ceilings, self.worths = ceilings, worths

    def saved(self, position: Position) -> int:
        """Return the worth of the cards that weren't played or used."""
        return self.ceilings.quiet.fates.sign * self.worths[self.ceilings.left(position)]

    def ended(self, position: Position) -> Number:
        """Return the score at the end, plus the worth of the saved cards."""
        return super().ended(position) + self.saved(position)

    def reckoned(self, position: Position) -> Number | None:
        """Return the score by plain arithmetic, plus the worth of the saved cards; None if arithmetic isn't enough."""
        found = super().reckoned(position)
        return None if found is None else found + self.saved(position)


class Ceilings:
    """Upper bounds for each attack group and each choice of defenders, computed on demand."""

    def __init__(self, problem: Problem, position: Position, calm: Quiet, defending: Defending) -> None:
        self.position, self.quiet, self.defending = position, calm, defending
        self.alone = hushed(position, (OTHER[calm.place],))
        self.items = items_of(position, calm.place)
        self.dealt = len(self.items) <= MOST_ITEMS  # otherwise, all of them count as available in every group
        self.all_items = (1 << len(self.items)) - 1 if self.dealt else 0
        self.search, self.hoping = Search(problem), Hoping(problem)
        self.saves = ON_REMOVAL in at_hand(self.alone, calm.place)
        self.armed = bool({*at_hand(position, OTHER[calm.place])} & {*IN_COMBAT})  # the attacker has cards to play
        self.known: dict[tuple[int, int, int], Ceiling] = {}
        self.both: dict[tuple[int, int, tuple[int, ...]], int] = {}
        survivors = [*calm.kinds([who.id for who in position.sides[calm.place].survivors])]
        # the most a payment can do for the score; usually it costs something, since a consumed survivor is gone
        self.best_payment = sum([max(0, *[fate.eaten for fate in self.fates(kind)]) for kind in survivors])

    def reaches(self, points: Sequence[int], choices: Sequence[int], limit: Number) -> bool:
        """Return True if a defense might score more than `limit`; `points` are the groups' access points, from 0.

        It can't if its groups' ceilings are too low. It also can't if they are too low once the attacker has played one
        engagement as well as possible and nothing in the others.
        """
        met = [(point, choice) for point, choice in zip(points, choices, strict=True) if choice]
        owed = sum([self.owed(point) for point, choice in zip(points, choices, strict=True) if not choice])
        found = [self.at(*each, self.all_items) for each in met]
        total, more = self.quiet.fates.plain + sum([each.score for each in found]), sum([each.more for each in found])
        if total + self.payment(owed, more) <= limit or self.handed_out(met, owed)[-1] <= limit:
            return False
        if not self.armed:
            return True
        for point, choice in met:
            others = [each for each in met if each[0] != point]
            all_gains = sum([self.gained(kind) for kind in self.defending.people[choice]])
            worths = self.handed_out(others, owed, all_gains)
            least = worths[0]
            if least + self.answered(point, choice, tuple([each - least for each in worths])) <= limit:
                return False
        return True

    def handed_out(self, met: Sequence[tuple[int, int]], owed: int, more: int = 0) -> list[int]:
        """Return the most that the defender achieves in these groups and in paying, for every choice of their cards.

        Each card goes to one group. `more` is what wounded survivors elsewhere can add to the score by paying.
        """
        found, plain = [], self.quiet.fates.plain
        for score, hoped in zip(self.best_deals(met, 0), self.best_deals(met, 1), strict=True):
            most = hoped + more + owed * (self.quiet.unit or 0) + self.defending.bonus if owed else score
            found.append(plain + min(most, score + self.best_payment))
        return found

    def best_deals(self, met: Sequence[tuple[int, int]], hoped: int) -> list[int]:
        """Return the largest sum of ceilings for every choice of cards; with `hoped` at 1, later payments count too."""
        best = [0] * (self.all_items + 1)
        for point, choice in met:
            here = [self.at(point, choice, given) for given in range(self.all_items + 1)]
            values = [each.score + hoped * each.more for each in here]
            best = [
                max([best[items - given] + values[given] for given in subsets(items)]) for items in range(len(best))
            ]
        return best

    def payment(self, owed: int, more: int) -> int:
        """Return the most a payment can do for the score; `more` is what wounded survivors can add to that."""
        most = owed * (self.quiet.unit or 0) + self.defending.bonus + more
        return min(most, self.best_payment) if owed else 0

    def owed(self, point: int) -> int:
        """Return the amount that an unblocked group costs."""
        fight = self.position.combat
        assert fight
        return self.defending.row(self.quiet.kinds(fight.attack[point])).owed

    def at(self, point: int, choice: int, given: int) -> Ceiling:
        """Return the ceiling if only the defender plays here, and only the cards given.

        Its `more` counts one survivor, because at most one ends up wounded but alive.
        """
        found = self.known.get((point, choice, given))
        if found is None:
            quiet, begun = self.quiet, self.begun(self.without(self.all_items - given), point, choice)
            score = quiet.fates.sign * int(self.search.score(begun))
            if self.saves:
                more = max([self.gained(kind) for kind in self.defending.people[choice]])
            else:
                more = quiet.fates.sign * int(self.hoping.score(begun)) - score
            found = self.known[point, choice, given] = Ceiling(score - quiet.fates.plain, more)
        return found

    def without(self, missing: int) -> Position:
        """Return the position in which the attacker plays nothing, and the defender none of these cards."""
        items = [item for index, item in enumerate(self.items) if missing >> index & 1]
        played = [(self.quiet.place, item) for item in items if isinstance(item, str)]
        used = [item for item in items if not isinstance(item, str)]
        return self.alone._replace(played=(*self.alone.played, *played), used=(*self.alone.used, *used))

    def left(self, position: Position) -> int:
        """Return the defender's cards that haven't been played or used, as a number with one bit per card."""
        gone = [
            (self.quiet.place, item) in position.played if isinstance(item, str) else item in position.used
            for item in self.items
        ]
        return sum([1 << index for index, each in enumerate(gone) if not each]) & self.all_items

    def answered(self, point: int, choice: int, worths: tuple[int, ...]) -> int:
        """Return the effect on the score if both play cards in this engagement and those kept have these worths."""
        found = self.both.get((point, choice, worths))
        if found is None:
            search = Saving(self.search.problem, self, worths)
            score = int(search.score(self.begun(self.position, point, choice)))
            found = self.both[point, choice, worths] = self.quiet.fates.sign * score - self.quiet.fates.plain
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
        """Return how much more the score can gain if this survivor is consumed wounded instead of unwounded."""
        gains = [self.quiet.gain((fate.pays, fate.eaten)) for fate in self.fates(kind)]
        return max(gains) - gains[0]
