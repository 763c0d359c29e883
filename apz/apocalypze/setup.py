"""The beginning of a game: two decks, the strongholds on the table, six cards each."""

from __future__ import annotations

from apz.apocalypze.cards import Deck, Library, library
from apz.apocalypze.model import DRAW, STRONGHOLD, Game, Position, Side, Waiting
from apz.apocalypze.sums import HAND_SIZE
from apz.core.luck import roll, shuffled


def new_game(
    first: str | Deck = "Police Station",
    second: str | Deck = "Roadside Diner",
    *,
    seed: int = 0,
    starts: int | None = 0,
    names: tuple[str, str] = ("Ann", "Ben"),
    strict: bool = False,
    cards: Library | None = None,
) -> Position:
    """A new game; `starts` says who goes first, None draws it at random (setup.first)."""
    box = cards or library()
    decks = [box.decks[deck] if isinstance(deck, str) else deck for deck in (first, second)]
    pool = [box[name] for deck in decks for name in deck.cards]
    owners = tuple(owner for owner, deck in enumerate(decks) for _ in deck.cards)
    bits, luck = roll(seed)
    player = bits & 1 if starts is None else starts
    sides = []
    for owner in (0, 1):
        ids = [i for i, who in enumerate(owners) if who == owner]
        (stronghold,) = (i for i in ids if pool[i].kind == STRONGHOLD)
        pile, luck = shuffled(tuple(i for i in ids if i != stronghold), luck)
        sides.append(Side(stronghold, hand=pile[:HAND_SIZE], deck=pile[HAND_SIZE:]))
    game = Game(tuple(pool), owners, names, strict)
    return Position(game, (sides[0], sides[1]), player=player, phase=DRAW, agenda=(Waiting("draw", player),), luck=luck)
