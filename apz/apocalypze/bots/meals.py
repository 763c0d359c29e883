"""Payments of the sensible bot: it consumes what it will miss least."""

from __future__ import annotations

from itertools import accumulate, combinations
from typing import Final, NamedTuple

from apz.apocalypze.bots.plans import wanted
from apz.apocalypze.bots.worth import Fighter, Taste, keeping, redraws, survivors_of
from apz.apocalypze.ids import Player
from apz.apocalypze.model import DECK, Position
from apz.apocalypze.rules.consumption import spared
from apz.apocalypze.rules.sums import HAND_SIZE

TASTED: Final = 6  # survivors weighed against each other
MANY: Final = 10  # with more survivors than this, not every choice is tried, even if those tried can't pay


class Meal(NamedTuple):
    """A payment: what to consume, in which order, and at what cost; `simple` is True if there was too much to weigh."""

    cards: tuple[int, ...]
    cost: float
    simple: bool = False


def cheapest_meal(state: Position, player: Player, owed: int, taste: Taste) -> Meal:
    """Return the cheapest payment found, where losing wanted survivors costs extra; it's empty if the bot can't pay."""
    side = state.sides[player]
    if len(side.deck) >= owed and len(side.hand) < HAND_SIZE + 2:
        quick = all([who.face.value > owed and not who.wounds for who in side.survivors])
        if quick:
            return Meal((DECK,) * owed, float(owed))
    food = [who for who in survivors_of(state, player, taste) if not spared(state, player, who.who)]
    food.sort(key=lambda who: who.killed - who.value)
    units, want = Units(state, player, taste), wanted(state, player, taste)
    best = best_meal(state, player, owed, taste, want, food[:TASTED], units)
    if best is None and len(food) > MANY:
        best = simple_meal(owed, food, units)
    return best or best_meal(state, player, owed, taste, want, food[:MANY], units) or Meal((), 0.0)


def best_meal(
    state: Position, player: Player, owed: int, taste: Taste, want: int, food: list[Fighter], units: Units
) -> Meal | None:
    """Return the best way to pay with some of these survivors and with cards, or None if they can't pay the debt."""
    number = len(state.sides[player].survivors)
    best: Meal | None = None
    for count in range(len(food) + 1):
        for eaten in combinations(food, count):
            values = [who.value for who in eaten]
            got = sum(values)
            if values and got - min(values) >= owed:
                continue
            rest = units.pay(owed - got)
            if rest is None:
                continue
            missed = max(0, min(want, number) - (number - count))
            cost = rest.cost + taste.edible * got + taste.block * missed - taste.upkeep * (count - missed)
            cost += sum([taste.missed * (who.attack + who.defense) for who in eaten]) if missed else 0.0
            cost += sum([taste.worn * (len(who.who.attached) + who.who.card.unique) for who in eaten])
            if best is None or cost < best.cost:
                best = Meal((*(who.id for who in eaten), *rest.cards), cost)
    return best


def simple_meal(owed: int, food: list[Fighter], units: Units) -> Meal | None:
    """Return a payment that consumes survivors only until cards can pay the rest; None if they never can."""
    eaten: list[Fighter] = []
    left = owed
    for who in food:
        if units.pay(left) is not None:
            break
        if who.value > 0:
            eaten.append(who)
            left -= who.value
    for who in sorted(eaten, key=lambda one: one.value):
        if left + who.value <= 0:  # the debt is paid without this one
            eaten.remove(who)
            left += who.value
    rest = units.pay(left)
    return rest and Meal((*(who.id for who in eaten), *rest.cards), rest.cost, True)


class Units:
    """The ways to pay an amount with deck cards and pairs from the hand."""

    def __init__(self, state: Position, player: Player, taste: Taste) -> None:
        self.state, self.player, self.taste = state, player, taste
        side, cards = state.sides[player], state.game.cards
        self.deck = len(side.deck)
        worth = sorted([(keeping(cards[card], taste), place) for place, card in enumerate(side.hand)])
        self.hand = [side.hand[place] for _, place in worth]  # cards worth least first
        self.kept = list(accumulate([each for each, _ in worth], initial=0.0))
        self.known: dict[int, Meal | None] = {}

    def pay(self, owed: int) -> Meal | None:
        """Return the cheapest way to pay this much, or None if there aren't enough cards."""
        if owed not in self.known:
            self.known[owed] = self.cheapest(owed)
        return self.known[owed]

    def cheapest(self, owed: int) -> Meal | None:
        """Compute the cheapest way to pay this much; return None if there aren't enough cards."""
        if owed <= 0:
            return Meal((), 0.0)
        best: Meal | None = None
        for pairs in range(max(0, owed - self.deck), min(owed, len(self.hand) // 2) + 1):
            cost = float(owed - pairs) + self.taste.redraw * redraws(self.state, self.player, 2 * pairs)
            cost += self.kept[2 * pairs]
            if best is None or cost < best.cost:
                best = Meal((*self.hand[: 2 * pairs], *((DECK,) * (owed - pairs))), cost)
        return best
