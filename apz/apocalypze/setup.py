"""The beginning of a game: two decks, the strongholds on the table, six cards each."""

from __future__ import annotations

from pathlib import Path

from apz.apocalypze.cards import Deck, Library, find_deck, library
from apz.apocalypze.model import DRAW, NAMES, STRONGHOLD, Game, Position, Side, Waiting, misnamed
from apz.apocalypze.sums import HAND_SIZE
from apz.core.luck import roll, shuffled
from apz.core.reading import match, quoted, stop
from apz.core.trace import Note


def new_game(
    first: str | Path | Deck = "Police Station",
    second: str | Path | Deck = "Roadside Diner",
    *,
    seed: int = 0,
    starts: int | str | None = 0,
    names: tuple[str, str] = NAMES,
    strict: bool = False,
    cards: Library | None = None,
) -> Position:
    """A new game: decks by name or file; `starts`: who goes first (0, 1 or a name), None draws it (setup.first)."""
    if isinstance(names, str) or len(names) != 2:
        stop("", 0, "a game has two players", 'write names=("Ann", "Ben")')
    if wrong := misnamed(*names):
        stop("", 0, *wrong)
    box = cards or library()
    decks = [find_deck(deck, box) for deck in (first, second)]
    pool = [box[name] for deck in decks for name in deck.cards]
    owners = tuple(owner for owner, deck in enumerate(decks) for _ in deck.cards)
    bits, luck = roll(seed)
    player = bits & 1 if starts is None else _starter(starts, names)
    sides = []
    for owner in (0, 1):
        ids = [i for i, who in enumerate(owners) if who == owner]
        (stronghold,) = (i for i in ids if pool[i].kind == STRONGHOLD)
        pile, luck = shuffled(tuple(i for i in ids if i != stronghold), luck)
        sides.append(Side(stronghold, hand=pile[:HAND_SIZE], deck=pile[HAND_SIZE:]))
    game = Game(tuple(pool), owners, (names[0], names[1]), strict)
    return Position(game, (sides[0], sides[1]), player=player, phase=DRAW, agenda=(Waiting("draw", player),), luck=luck)


def _starter(starts: int | str, names: tuple[str, str]) -> int:
    """Who is meant to go first."""
    name = match(starts, names) if isinstance(starts, str) else None
    if name is None and starts not in (0, 1):
        remedy = f"{names[0]} is 0, {names[1]} is 1, and None draws who goes first"
        stop("", 0, f"{quoted(starts)} is not a player", remedy)
    return names.index(name) if name is not None else int(starts)


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
