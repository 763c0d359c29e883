"""A player's view of a position: without the opponent's hand and deck, any deck's order, or the random seed."""

from __future__ import annotations

from typing import Final

from apz.apocalypze.ids import OTHER, CardId
from apz.apocalypze.model import HIDDEN_CARD, Arrival, Card, Debt, Game, Position, Removal, Searching, Side, Waiting
from apz.apocalypze.rules.search import search_of
from apz.apocalypze.rules.table import record, with_piles

HIDDEN: Final = Card("hidden", "hidden")
CARDS_SHOWN: Final = (Debt, Searching)  # decisions that name cards not everybody may know
CARDS_AT_WORK: Final = (Debt, Removal, Arrival, Searching)  # decisions whose `card` everybody has seen


# recent games, each as seen without certain cards; kept because a game changes little from move to move
SEEN: Final[dict[int, tuple[Game, dict[frozenset[CardId], Game]]]] = {}
# for each player, the opponent's side last seen, its game, the cards everybody has seen, and how it looked
LAST: Final[dict[int, tuple[Side, Game, set[CardId], tuple[Game, frozenset[CardId], Side]]]] = {}
MOST_GAMES: Final = 64
MOST_VIEWS: Final = 64


def seen_by(position: Position, player: int) -> Position:
    """Return the position as this player sees it; hidden cards are HIDDEN_CARD."""
    mine, other = position.sides[player], position.sides[OTHER[player]]
    game, secret, other = opposite(position, player, other)
    deck = tuple(sorted(mine.deck)) if searches(position, player) else hidden(mine.deck)
    mine = with_piles(mine, mine.hand, deck, mine.discard)
    agenda = position.agenda
    for waiting in agenda:
        if isinstance(waiting, CARDS_SHOWN):
            agenda = tuple([masked(waiting, secret) for waiting in agenda])
            break
    sides = (other, mine) if player else (mine, other)
    _, _, turn, whose, phase, place, _, combat, used, spent, played, lasting, _, winner = position
    fields = (game, sides, turn, whose, phase, place, agenda, combat, used, spent, played, lasting, 0, winner)
    seen: Position = record(Position, fields)
    return seen


def opposite(position: Position, player: int, other: Side) -> tuple[Game, frozenset[CardId], Side]:
    """Return what a player sees of the opponent's side: the game, the cards that are secret in it, and the side.

    The last result is cached, because the opponent's side stays the same while a player makes several moves in a row.
    """
    known = named(position)
    last = LAST.get(player)
    if last is not None and last[0] is other and last[1] is position.game and last[2] == known:
        return last[3]
    secret = frozenset(other.hand + other.deck).difference(known)
    side = with_piles(other, hidden(other.hand), hidden(other.deck), other.discard)
    found = (seen_game(position.game, secret), secret, side)
    LAST[player] = (other, position.game, known, found)
    return found


def seen_game(game: Game, secret: frozenset[CardId]) -> Game:
    """Return the game with these cards hidden, cached for reuse."""
    known = SEEN.get(id(game))
    if known is None or known[0] is not game:
        if len(SEEN) >= MOST_GAMES:
            SEEN.clear()
        known = SEEN[id(game)] = (game, {})
    views = known[1]
    view = views.get(secret)
    if view is None:
        if len(views) >= MOST_VIEWS:
            views.clear()
        cards = [*game.cards, HIDDEN, HIDDEN]  # hidden ids are negative, so they index these hidden cards at the end
        for card in secret:
            cards[card] = HIDDEN
        view = record(Game, (tuple(cards), game.owners, game.names, game.strict, game.redraws))
        views[secret] = view
    return view


def hidden(pile: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Return a pile that shows only how many cards it has."""
    return (HIDDEN_CARD,) * len(pile)


def named(position: Position) -> set[CardId]:
    """Return the cards that everybody has seen in use, wherever they are now."""
    cards = {*position.lasting}
    for waiting in position.agenda:
        if isinstance(waiting, CARDS_AT_WORK) and waiting.card is not None:
            cards.add(waiting.card)
    for card, _ in position.used:
        cards.add(card)
    for card, _ in position.spent:
        cards.add(card)
    if position.combat and position.combat.boosts:
        cards.update([boost.card for boost in position.combat.boosts])
    return cards


def searches(position: Position, player: int) -> bool:
    """Return True if the player is searching their deck."""
    waiting = position.waiting
    if not isinstance(waiting, Searching) or waiting.player != player:
        return False
    return search_of(position, waiting).pile == "deck"


def masked(waiting: Waiting, secret: frozenset[CardId]) -> Waiting:
    """Return a decision with HIDDEN_CARD in place of each card the viewer may not know."""
    if isinstance(waiting, Debt) and not secret.isdisjoint(waiting.offered):
        return waiting._replace(offered=tuple([HIDDEN_CARD if card in secret else card for card in waiting.offered]))
    if isinstance(waiting, Searching) and not secret.isdisjoint(waiting.drawn):
        return waiting._replace(drawn=tuple([HIDDEN_CARD if card in secret else card for card in waiting.drawn]))
    return waiting
