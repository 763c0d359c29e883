"""Deals of the cards a player can't see: each is a whole position that looks the same from that player's seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from apz.apocalypze.cards import library
from apz.apocalypze.ids import HIDDEN_CARD, PLAYERS, CardId, Player
from apz.apocalypze.language.words import words
from apz.apocalypze.model import STRONGHOLD, Card, Position
from apz.apocalypze.positions.checking import problems
from apz.apocalypze.rules.find import everywhere
from apz.core.luck import Chance
from apz.core.reading import refuse, refused


def is_view(position: Position) -> bool:
    """Return True if this position is one player's view, with cards hidden."""
    return bool(position.game.cards) and position.game.cards[-1].kind == "hidden"


def viewer(position: Position) -> Player:
    """Return the player whose view this is: whose hand is visible, else who must decide, else the first."""
    shown = [any([card >= 0 for card in position.sides[player].hand]) for player in PLAYERS]
    if shown[0] != shown[1]:
        return PLAYERS[0] if shown[0] else PLAYERS[1]
    waiting = position.waiting
    return waiting.player if waiting else PLAYERS[0]


def missing(position: Position, player: Player) -> list[CardId]:
    """Return the numbers of a player's cards whose place is hidden, even if it's known which cards they are."""
    seen = {spot.card for spot in everywhere(position)}
    owners = position.game.owners
    return [CardId(card) for card in range(len(owners)) if owners[card] == player and card not in seen]


def possible(position: Position, player: Player) -> list[Card]:
    """Return the cards that a player's unknown cards could be.

    They're the unseen cards of the stronghold's starter deck or, if those are too few, all cards but strongholds.
    """
    box, cards, owners = library(), position.game.cards, position.game.owners
    deck = box.decks.get(cards[position.sides[player].stronghold].name)
    known = Counter([cards[card].name for card in range(len(owners)) if owners[card] == player])
    rest = [*(Counter(deck.cards if deck else ()) - known).elements()]
    if len(rest) < len([card for card in missing(position, player) if cards[card].kind == "hidden"]):
        return [card for card in box.values() if card.kind != STRONGHOLD]
    return [box[name] for name in rest]


def deals(position: Position, count: int, seed: int = 0) -> Iterator[Position]:
    """Yield this many deals of the hidden cards; the same seed gives the same deals.

    >>> import apz
    >>> view = apz.new_game("Police Station", "Church", seed=1).seen_by("Ann")
    >>> [deal.seen_by("Ann").sides[0].hand == view.sides[0].hand for deal in deals(view, 2)]
    [True, True]
    >>> [len(deal.sides[1].hand) for deal in deals(view, 2)]
    [6, 6]
    """
    game = position.game
    for number in range(count):
        chance = Chance(seed * 1_000_003 + number)
        cards = [*game.cards[: len(game.owners)]]
        sides = []
        for player in PLAYERS:
            side, hidden = position.sides[player], missing(position, player)
            blank = [card for card in hidden if cards[card].kind == "hidden"]
            pool = chance.mixed(possible(position, player)) if blank else []
            for index, card in enumerate(blank):
                cards[card] = pool[index % len(pool)]
            left = iter(chance.mixed(hidden))
            hand = tuple([next(left) if card == HIDDEN_CARD else card for card in side.hand])
            deck = tuple([next(left) if card == HIDDEN_CARD else card for card in side.deck])
            sides.append(side._replace(hand=hand, deck=deck))
        yield position._replace(game=game._replace(cards=tuple(cards)), sides=(sides[0], sides[1]), luck=chance.luck)


def check_sound(position: Position) -> None:
    """Raise BadInput if a position breaks the rules; a view is judged by one deal of its hidden cards."""
    whole = next(deals(position, 1)) if is_view(position) else position
    refuse([refused(words, each) for each in problems(whole)])
