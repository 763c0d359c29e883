"""The beginning of a game: two decks, the strongholds on the table, six cards each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from secrets import randbits

from apz.apocalypze.cards import Deck, Library, find_deck, library
from apz.apocalypze.ids import PLAYERS, CardId
from apz.apocalypze.model import DRAW, NAMES, STRONGHOLD, SURVIVOR, Decision, Game, Position, Prompt, Side
from apz.apocalypze.players import misnamed, which_player
from apz.apocalypze.rules.sums import HAND_SIZE
from apz.core.luck import Chance
from apz.core.reading import stop
from apz.core.trace import Note


def new_game(
    first: str | Path | Deck = "Police Station",
    second: str | Path | Deck = "Roadside Diner",
    *,
    seed: int | None = None,
    starts: int | str | None = 0,
    names: tuple[str, str] = NAMES,
    strict: bool = False,
    mulligan: bool = False,
    cards: Library | None = None,
) -> Position:
    """Return a new game between two decks, each given by name, by file or as a Deck.

    The same `seed` deals the same cards; without a seed, they're dealt at random. `starts` says who goes first, as 0, 1
    or a name; None picks at random (setup.first). With `strict`, players are asked in every window, even with nothing
    to play. With `mulligan`, an opening hand without a survivor is drawn again (setup.mulligan, our house rule).

    >>> position = new_game("Police Station", "Roadside Diner", seed=7)
    >>> position == new_game("Police Station", "Roadside Diner", seed=7)
    True
    >>> len(position.sides[0].hand)
    6
    """
    if not isinstance(names, tuple | list) or len(names) != 2:
        stop("", 0, "two-players", "write-names")
    if wrong := misnamed(*names):
        stop("", 0, **wrong)
    if not isinstance(strict, bool):
        raise TypeError(f"strict={strict!r}: write True or False")
    if not isinstance(mulligan, bool):
        raise TypeError(f"mulligan={mulligan!r}: write True or False")
    if seed is not None and type(seed) is not int:
        raise TypeError(f"seed={seed!r}: write a whole number, or None for chance")
    if cards is not None and not isinstance(cards, Library):
        raise TypeError(f"cards={cards!r}: apz.library(...) gives the cards of a game")
    box = library() if cards is None else cards
    seed = randbits(64) if seed is None else seed
    decks = [find_deck(deck, box) for deck in (first, second)]
    pool = [box.cards.get(name) or box[name] for deck in decks for name in deck.cards]
    middle, end = len(decks[0].cards), len(pool)
    owners = (PLAYERS[0],) * middle + (PLAYERS[1],) * (end - middle)
    chance = Chance(seed)
    drawn = chance.coin()
    player = PLAYERS[drawn] if starts is None else which_player(names, starts, "players-or-draw")
    sides, redraws = [], [0, 0]
    for owner, ids in zip(PLAYERS, (card_ids(end)[:middle], card_ids(end)[middle:]), strict=True):
        (stronghold,) = [i for i in ids if pool[i].kind == STRONGHOLD]
        pile = chance.mixed([i for i in ids if i != stronghold])
        while mulligan and can_redraw([pool[i].kind for i in pile]):
            pile = chance.mixed(pile)
            redraws[owner] += 1
        sides.append(Side(stronghold, hand=tuple(pile[:HAND_SIZE]), deck=tuple(pile[HAND_SIZE:])))
    game = Game(tuple(pool), owners, (names[0], names[1]), strict, (redraws[0], redraws[1]) if mulligan else None)
    return Position(
        game, (sides[0], sides[1]), player=player, phase=DRAW, agenda=(Prompt(Decision.DRAW, player),), luck=chance.luck
    )


@cache
def card_ids(number: int) -> tuple[CardId, ...]:
    """Return the ids of this many cards, cached for reuse."""
    return tuple(map(CardId, range(number)))


def can_redraw(kinds: Sequence[str]) -> bool:
    """Return True if a deck's opening hand has no survivor, but the deck has one that another hand could get."""
    return SURVIVOR in kinds and SURVIVOR not in kinds[:HAND_SIZE]


def opening(position: Position) -> tuple[Note, ...]:
    """Return notes that explain the setup before the first turn."""
    game = position.game
    notes = []
    for player in (0, 1):
        side = position.sides[player]
        size = len(side.hand) + len(side.deck) + 1
        name, place = game.names[player], game.cards[side.stronghold].name
        notes.append(Note("setup.deck", "setup.deck", {"player": name, "size": size}, (side.stronghold,)))
        values = {"player": name, "place": place, "shuffled": size - 1, "hand": len(side.hand)}
        notes.append(Note("setup.table", "setup.table", values, (side.stronghold,)))
        if game.redraws and game.redraws[player]:
            times = {"player": name, "times": game.redraws[player], "hand": len(side.hand)}
            notes.append(Note("setup.mulligan", "setup.mulligan", times))
    notes.append(Note("setup.discard", "setup.discard"))
    notes.append(Note("setup.first", "setup.first", {"player": game.names[position.player]}))
    return tuple(notes)
