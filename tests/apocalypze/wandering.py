"""Positions from random games, in which every card can turn up."""

from collections.abc import Iterator
from random import Random

from apz.apocalypze.cards import Deck, library
from apz.apocalypze.model import STRONGHOLD, Position
from apz.apocalypze.moves import Done, Event, Move, Pass, Take, TakeBack, Use
from apz.apocalypze.play import legal_moves, step
from apz.apocalypze.setup import new_game

BOX = library()
STRONGHOLDS = [name for name in BOX if BOX[name].kind == STRONGHOLD]
OTHERS = [name for name in BOX if BOX[name].kind != STRONGHOLD]
TWOFOLDS = [name for name in BOX if BOX[name].twofold]
RARE = ("Bitten", "Shotgun", "Albert & Anita Hanson", "Cult Fanatic", "Gang Mark", "Gang Warrior", "Searchlight")


def any_deck(rng: Random) -> Deck:
    """Return a random starter deck, or a made-up deck of twofolds, rare cards and others."""
    if rng.random() < 0.3:
        return rng.choice(list(BOX.decks.values()))
    names = [*rng.choices(TWOFOLDS, k=9), *rng.choices(RARE, k=9), *rng.choices(OTHERS, k=11)]
    stronghold = rng.choice(STRONGHOLDS)
    return Deck("any", stronghold, (stronghold, *names))


def any_move(position: Position, rng: Random) -> Move:
    """Return a random legal move, preferring those that have an effect."""
    moves = list(legal_moves(position))
    for wanted in (Event | Use | Take, None):
        acts = [m for m in moves if isinstance(m, wanted)] if wanted else _doing(moves)
        if acts and rng.random() < 0.6:
            return rng.choice(acts)
    return rng.choice(moves)


def _doing(moves: list[Move]) -> list[Move]:
    return [move for move in moves if not isinstance(move, Done | Pass | TakeBack)]


def positions(games: int, seed: int) -> Iterator[Position]:
    """Yield the positions of this many random games."""
    for number in range(games):
        rng = Random(f"{seed} {number}")
        strict, names = rng.random() < 0.2, rng.choice((("Ann", "Ben"), ("Ann", "ann"), ("yes", "#2: \u00e9")))
        luck = rng.getrandbits(40)
        position = new_game(any_deck(rng), any_deck(rng), seed=luck, starts=None, names=names, strict=strict)
        for _ in range(2000):
            yield position
            if position.waiting is None:
                break
            position = step(position, any_move(position, rng)).after
