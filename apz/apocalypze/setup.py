"""The beginning of a game: two decks, the strongholds on the table, six cards each."""

from __future__ import annotations

from apz.apocalypze.cards import Deck, Library, library
from apz.apocalypze.model import DRAW, NAMES, STRONGHOLD, Game, Position, Side, Waiting
from apz.apocalypze.sums import HAND_SIZE
from apz.core.luck import roll, shuffled
from apz.core.trace import Note


def new_game(
    first: str | Deck = "Police Station",
    second: str | Deck = "Roadside Diner",
    *,
    seed: int = 0,
    starts: int | None = 0,
    names: tuple[str, str] = NAMES,
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


def opening(position: Position) -> tuple[Note, ...]:
    """What was done before the first turn, explained."""
    game = position.game
    notes = []
    for player in (0, 1):
        side = position.sides[player]
        size = len(side.hand) + len(side.deck) + 1
        name, place = game.names[player], game.cards[side.stronghold].name
        notes.append(Note("setup.deck", "setup.deck", {"player": name, "size": size}, (side.stronghold,)))
        values = {"player": name, "place": place, "shuffled": size - 1, "hand": len(side.hand)}
        notes.append(Note("setup.table", "setup.table", values, (side.stronghold,)))
    notes.append(Note("setup.discard", "setup.discard"))
    notes.append(Note("setup.first", "setup.first", {"player": game.names[position.player]}))
    return tuple(notes)
