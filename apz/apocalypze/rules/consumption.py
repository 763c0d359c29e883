"""Consumption, anywhere in the game: debts, a player's resources, the amount an offer pays, and who's out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from apz.apocalypze.ids import OTHER, CardId, Player
from apz.apocalypze.model import DECK, OVER, Debt, Decision, InPlay
from apz.apocalypze.rules.hooks import SPARES
from apz.apocalypze.rules.sums import feed_sum, house_value, value
from apz.apocalypze.rules.table import State, Table, record
from apz.core.trace import Sum, Term

CONSUME: Final = Decision.CONSUME


def spared(state: State, player: int, who: InPlay) -> str:
    """Return the name of the card that keeps a survivor from being consumed, or "" if none does."""
    cards = state.game.cards
    for attached in who.attached:
        if cards[attached.id].name in SPARES:
            return cards[attached.id].name
    for card in state.lasting:
        if cards[card].name in SPARES and state.game.owners[card] != player:
            return cards[card].name
    return ""


def eatable(state: State, player: int) -> tuple[InPlay, ...]:
    """Return the survivors that a player may consume."""
    survivors = state.sides[player].survivors
    if not state.lasting:
        for who in survivors:
            if who[4]:
                break
        else:
            return survivors  # only a card could spare one
    return tuple([who for who in survivors if not spared(state, player, who)])


def resources(state: State, player: int) -> int:
    """Return how much a player could consume in all."""
    side = state.sides[player]
    food = sum([value(state, who) for who in eatable(state, player)])
    return len(side.deck) + len(side.hand) // 2 + food


def can_pay(state: State, player: int, owed: int) -> bool:
    """Return True if a player could consume at least as much as `owed`."""
    return resources(state, player) >= owed


def resources_sum(state: State, player: int) -> Sum:
    """Return how much a player could consume in all, term by term."""
    side = state.sides[player]
    terms = [Term(len(side.deck), "", "consume.deck"), Term(len(side.hand) // 2, "", "consume.hand")]
    terms += [
        Term(value(state, who), who.card.name, "consume.survivor", who.id, house_value(state, who))
        for who in eatable(state, player)
    ]
    return Sum(tuple([term for term in terms if term.amount]))


class Offer:
    """An offer: how many cards from the deck and from hand, and the survivors' values."""

    __slots__ = ("deck", "hand", "values")

    def __init__(self, deck: int, hand: int, values: tuple[int, ...]) -> None:
        self.deck, self.hand, self.values = deck, hand, values

    def with_deck(self) -> Offer:
        """Return the offer with one more card from the deck."""
        return Offer(self.deck + 1, self.hand, self.values)

    def with_hand(self) -> Offer:
        """Return the offer with one more card from hand."""
        return Offer(self.deck, self.hand + 1, self.values)

    def with_survivor(self, worth: int) -> Offer:
        """Return the offer with one more survivor."""
        return Offer(self.deck, self.hand, (*self.values, worth))

    @property
    def paid(self) -> int:
        """The amount the offer pays; a single card from hand pays nothing."""
        return self.deck + self.hand // 2 + sum(self.values)

    @property
    def single(self) -> bool:
        """True if a card from hand still needs a second card to make a pair."""
        return self.hand % 2 == 1

    @property
    def least(self) -> int:
        """The amount of the smallest part that could be left out."""
        return 0 if self.hand % 2 else 1 if self.deck or self.hand else min(self.values)


NOTHING: Final = Offer(0, 0, ())
Food = list[tuple[CardId, int]]  # survivors with their values


def offer(state: State, player: int, cards: tuple[int, ...]) -> Offer:
    """Return an offer made of these cards, which tells how much they pay."""
    if not cards:
        return NOTHING
    side = state.sides[player]
    held, deck, hand = side.hand, 0, 0
    for card in cards:
        if card == DECK:
            deck += 1
        elif card in held:
            hand += 1
    rest = len(cards) - deck - hand
    values = tuple([value(state, who) for who in side.survivors if who.id in cards]) if rest else ()
    return Offer(deck, hand, values)


def edible(state: State, player: int) -> Food:
    """Return the survivors that a player may consume, each with its value."""
    return [(who.id, value(state, who)) for who in eatable(state, player)]


def needed(state: State, waiting: Debt, more: Offer, card: CardId) -> bool:
    """Return True if every part of an offer is or may still be needed; `card` is the last part."""
    missing, units = gap(state, waiting, more)
    least = 1 if more.deck or more.hand else min(more.values)
    food = edible(state, waiting.player) if units < missing else []
    return pays_exactly(missing, least, units, food, (*waiting.offered, card))


def gap(state: State, waiting: Debt, more: Offer) -> tuple[int, int]:
    """Return the amount an offer leaves to pay, and how many deck cards and pairs from hand could still be added.

    A single card from hand counts as a pair here, because it waits for a second one.
    """
    side = state.sides[waiting.player]
    pairs = (more.hand + 1) // 2  # a single card from hand waits for a second one
    missing = waiting.amount - more.deck - pairs
    return missing - sum(more.values), len(side.deck) - more.deck + len(side.hand) // 2 - pairs


def pays_exactly(missing: int, least: int, units: int, food: Food, gone: tuple[CardId, ...]) -> bool:
    """Return True if at most `units` payments of 1 and the food outside `gone` can pay `missing`, every part needed.

    `least` is the smallest part so far; if the payment is too large, the excess must be smaller than `least`.
    """
    if missing <= 0:
        return missing + least > 0
    if units >= missing:
        return True
    return fills([worth for who, worth in food if who not in gone], missing, least, units)


def fills(values: Iterable[int], missing: int, least: int, units: int) -> bool:
    """Return True if survivors with these values, plus at most `units` payments of 1, can pay `missing` without waste.

    If they pay more, the excess must be less than every part; `least` is the smallest so far. All sums that
    can be reached are bits of one number, so this takes one step per value.
    """
    ranked = sorted(values, reverse=True)
    zero = -sum([worth for worth in ranked if worth < 0])  # the bit that stands for a sum of 0
    reached = 1 << zero
    for worth in ranked:
        if worth <= 0:  # wounds made it worthless: it pays nothing, so nothing may be overpaid along with it
            reached |= reached >> -worth
            continue
        more = reached << worth  # with this survivor as the smallest one chosen
        width = min(least, worth)
        if width > 0 and more >> zero + missing & (1 << width) - 1:
            return True
        reached |= more
    return bool(reached >> zero + missing - units & (1 << max(0, units + 1)) - 1)


def settle_consume(table: Table, waiting: Debt) -> bool:
    """End the game if the player can't pay, and skip a debt of 0; return True if that settled the decision."""
    if waiting.offered:
        return False
    if waiting.amount < 1:
        table.agenda.pop()
        return True
    player = waiting.player
    side = table.sides[player]
    if len(side.deck) >= waiting.amount:
        return False
    if can_pay(table, player, waiting.amount):
        return False
    terms = resources_sum(table, player)
    table.sides[player] = side._replace(out=True)
    table.winner = OTHER[player]
    table.phase = OVER
    table.agenda.clear()
    name, other = table.names[player], table.names[OTHER[player]]
    table.note("consume.out", "consume.out", house=terms.house, player=name, owed=waiting.amount, have=terms)
    table.note("end.won", "end.last", player=other)
    return True


def feed(table: Table) -> None:
    """Ask the player to feed their survivors: 1 for each survivor, plus the modifiers, at least 1."""
    player = table.player
    owed = feed_sum(table, player)
    name, raw = table.names[player], owed.raw
    amount = max(raw, owed.least or 0)
    survivors = len(table.sides[player].survivors)
    table.note(
        "feed.owed", "feed.survivors", tuple([term.card for term in owed.terms]), owed.house,
        player=name, survivors=survivors, owed=owed, amount=amount,
    )  # fmt: skip
    for term in owed.terms[survivors:]:
        table.note("feed.modifier", "feed.modifiers", (term.card,), term.house, card=term.name, amount=term.amount)
    if amount != raw:
        table.note("feed.minimum", "feed.minimum", player=name, raw=raw, least=amount)
    owe(table, player, amount, "feed.survivors")


def owe(table: Table, player: Player, amount: int, rule: str, card: CardId | None = None) -> None:
    """Ask a player to consume this much, because of a rule or a card."""
    table.ask(record(Debt, (player, amount, rule, card, (), CONSUME)))
