"""What a player sees of a position: not the other's hand, not the order of any deck, not the luck to come."""

from __future__ import annotations

from apz.apocalypze.ids import OTHER, CardId
from apz.apocalypze.model import HIDDEN_CARD, Arrival, Card, Debt, Position, Removal, Searching, Waiting
from apz.apocalypze.rules.search import search_of

HIDDEN = Card("hidden", "hidden")


def seen_by(position: Position, player: int) -> Position:
    """Return the position as this player sees it; hidden cards are HIDDEN_CARD, and nobody knows their faces."""
    game = position.game
    mine, other = position.sides[player], position.sides[OTHER[player]]
    secret = {*other.hand, *other.deck} - named(position)
    cards = [*game.cards, HIDDEN, HIDDEN]  # a hidden id counts from the end: there it finds a hidden card
    for card in secret:
        cards[card] = HIDDEN
    deck = tuple(sorted(mine.deck)) if searches(position, player) else hidden(mine.deck)
    mine = mine._replace(deck=deck)
    other = other._replace(hand=hidden(other.hand), deck=hidden(other.deck))
    agenda = tuple([masked(waiting, secret) for waiting in position.agenda])
    sides = (other, mine) if player else (mine, other)
    return position._replace(game=game._replace(cards=tuple(cards)), sides=sides, agenda=agenda, luck=0)


def hidden(pile: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Return a pile of which only the number of cards is known."""
    return (HIDDEN_CARD,) * len(pile)


def named(position: Position) -> set[CardId]:
    """Return the cards that everybody has seen at work, wherever they are by now."""
    cards = {*position.lasting}
    cards.update([waiting.card for waiting in position.agenda if isinstance(waiting, Removal | Arrival | Searching)])
    cards.update([debt.card for debt in position.agenda if isinstance(debt, Debt) and debt.card is not None])
    cards.update([card for card, _ in position.used + position.spent])
    if position.combat:
        cards.update([boost.card for boost in position.combat.boosts])
    return cards


def searches(position: Position, player: int) -> bool:
    """Return whether the player is looking through his deck."""
    waiting = position.waiting
    if not isinstance(waiting, Searching) or waiting.player != player:
        return False
    return search_of(position, waiting).pile == "deck"


def masked(waiting: Waiting, secret: set[CardId]) -> Waiting:
    """Return what the game waits for, without the cards that the viewer may not know."""
    if isinstance(waiting, Debt):
        return waiting._replace(offered=tuple([HIDDEN_CARD if card in secret else card for card in waiting.offered]))
    if isinstance(waiting, Searching):
        return waiting._replace(drawn=tuple([HIDDEN_CARD if card in secret else card for card in waiting.drawn]))
    return waiting
