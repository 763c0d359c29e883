"""Random games as raw material for exercises; the same seed always gives the same steps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from apz.apocalypze.cards import DECK_SIZE, Deck, library
from apz.apocalypze.model import STRONGHOLD, Position
from apz.apocalypze.moves import Attach, Done, Eat, Event, Move, Pass, Play, TakeBack, Use
from apz.apocalypze.play import legal_moves, step
from apz.apocalypze.setup import new_game
from apz.core.luck import Chance as Chance
from apz.core.trace import Step

FAR = 1000  # steps after which a search gives up
LONGEST = 400  # steps of one game
# in percent, how often to do something instead of nothing, use a random deck, and pay with the deck
EAGER, CRAZY, THRIFTY = 75, 50, 60
STILL = (Done, Pass)
ACTIVE = (Play, Attach, Event, Use)


@cache
def box() -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the names of all strongholds, of all characters, and of all other cards."""
    cards = library()
    places = tuple(name for name, card in cards.items() if card.kind == STRONGHOLD)
    people = tuple(name for name, card in cards.items() if card.character)
    return places, people, tuple(name for name in cards if name not in (*places, *people))


def any_deck(chance: Chance) -> str | Deck:
    """Return a starter deck's name, or a random deck of mostly characters."""
    places, people, others = box()
    if not chance.often(CRAZY):
        return chance.one(places)
    place = chance.one(places)
    names = [place, *(chance.one(people if chance.often(60) else others) for _ in range(DECK_SIZE - 1))]
    return Deck("any", place, tuple(names))


def any_move(chance: Chance, position: Position) -> Move:
    """Return a random legal move, preferably an active one; take cards back only if nothing else is legal."""
    moves = list(legal_moves(position))
    onward = [move for move in moves if not isinstance(move, TakeBack)] or moves
    if Eat() in onward and chance.often(THRIFTY):
        return Eat()
    acting: list[Move] = [move for move in onward if isinstance(move, ACTIVE)]
    acting = acting or [move for move in onward if not isinstance(move, STILL)]
    return chance.one(acting if acting and chance.often(EAGER) else onward)


def steps(luck: int, most: int = FAR) -> Iterator[Step]:
    """Yield `most` steps of random games between Ann and Ben, in which windows with nothing to play are skipped."""
    chance = Chance(luck)
    position = None
    made = 0
    for _ in range(most):
        if position is None or position.waiting is None or made >= LONGEST:
            position, made = new_game(any_deck(chance), any_deck(chance), seed=chance.below(1 << 40), starts=None), 0
        done = step(position, any_move(chance, position))
        yield done
        position, made = done.after, made + 1


def positions(luck: int, most: int = FAR) -> Iterator[Position]:
    """Yield the position after each step of random games, except where the game is over."""
    for done in steps(luck, most):
        if done.after.waiting is not None:
            yield done.after
