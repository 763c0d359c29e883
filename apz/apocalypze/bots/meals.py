"""How the sensible bot pays what it must consume: with what it will miss least."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from apz.apocalypze.bots.worth import Fighter, Taste, keeping, redraws, survivors_of
from apz.apocalypze.consumption import spared
from apz.apocalypze.model import DECK, Position
from apz.apocalypze.sums import HAND_SIZE

TASTED = 6  # survivors that are weighed against each other


class Meal(NamedTuple):
    """What to consume, in which order, and what it costs."""

    cards: tuple[int, ...]
    cost: float


def cheapest_meal(state: Position, player: int, owed: int, taste: Taste, want: int) -> Meal:
    """The payment that costs least; `want` survivors are kept if it can be helped."""
    side = state.sides[player]
    if len(side.deck) >= owed and len(side.hand) < HAND_SIZE + 2:
        quick = all([who.face.value > owed and not who.wounds for who in side.survivors])
        if quick:
            return Meal((DECK,) * owed, float(owed))
    food = [who for who in survivors_of(state, player, taste) if not spared(state, player, who.who)]
    food.sort(key=lambda who: who.killed - who.value)
    return (
        best_meal(state, player, owed, taste, want, food[:TASTED])
        or best_meal(state, player, owed, taste, want, food)
        or Meal((), 0.0)
    )


def best_meal(state: Position, player: int, owed: int, taste: Taste, want: int, food: list[Fighter]) -> Meal | None:
    """The best of all ways to eat some of these survivors and to pay the rest with single units."""
    number = len(state.sides[player].survivors)
    best: Meal | None = None
    for count in range(len(food) + 1):
        for eaten in combinations(food, count):
            values = [who.value for who in eaten]
            got = sum(values)
            if values and got - min(values) >= owed:
                continue
            rest = units(state, player, owed - got, taste)
            if rest is None:
                continue
            missed = max(0, min(want, number) - (number - count))
            cost = rest.cost + taste.edible * got + taste.block * missed - taste.upkeep * (count - missed)
            cost += sum([0.3 * (who.attack + who.defense) for who in eaten]) if missed else 0.0
            cost += sum([0.5 * (len(who.who.attached) + who.who.card.unique) for who in eaten])
            if best is None or cost < best.cost:
                best = Meal((*(who.id for who in eaten), *rest.cards), cost)
    return best


def units(state: Position, player: int, owed: int, taste: Taste) -> Meal | None:
    """So much paid with deck cards and pairs of the hand, if there is enough of them."""
    if owed <= 0:
        return Meal((), 0.0)
    side = state.sides[player]
    deck = len(side.deck)
    cards = state.game.cards
    hand = sorted(side.hand, key=lambda card: keeping(cards[card]))
    best: Meal | None = None
    for pairs in range(max(0, owed - deck), min(owed, len(hand) // 2) + 1):
        given = hand[: 2 * pairs]
        cost = float(owed - pairs) + taste.redraw * redraws(state, player, 2 * pairs)
        cost += sum([keeping(cards[card]) for card in given])
        if best is None or cost < best.cost:
            best = Meal((*given, *((DECK,) * (owed - pairs))), cost)
    return best
