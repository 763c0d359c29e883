"""Prints a digest of whole games, with every move and note, for four kinds of players; a speed-up mustn't change it.

`python -m tests.bench.same_games 40` plays 40 games of each; run it before and after a change, or on the compiled wheel
(`cd tests && ../.venv-compiled/bin/python bench/same_games.py 40`), and compare.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256

from apz.apocalypze.bots import RegularBot, RookieBot, SensibleBot
from apz.apocalypze.bots.player import Bot, steps_of
from apz.apocalypze.cards import library
from apz.apocalypze.model import Position
from apz.apocalypze.play import legal_moves, step
from apz.apocalypze.setup import new_game

BOTS: dict[str, Callable[[int], Bot]] = {"sensible": SensibleBot, "regular": RegularBot, "rookie": RookieBot}
MOST = 3000  # decisions of a random game


def bot_game(make: Callable[[int], Bot], position: Position, seed: int) -> Iterator[str]:
    """Yield a text for each step of a game between two bots: the move, its reason, its notes, and the new position."""
    for choice, done in steps_of(make(seed), make(seed + 1), position):
        yield repr((choice.move, tuple(choice.why), done.notes, tuple(done.after)[1:]))


def random_game(position: Position, seed: int) -> Iterator[str]:
    """Yield a text for each step of a random game: the legal moves, the chosen one, its notes, and the new position."""
    rng = random.Random(seed)
    for _ in range(MOST):
        moves = legal_moves(position).all()
        if not moves:
            break
        done = step(position, rng.choice(moves))
        yield repr((moves, done.move, done.notes, tuple(done.after)[1:]))
        position = done.after


def digest(games: int, play: Callable[[Position, int], Iterator[str]]) -> str:
    """Return the digest of this many games and how many decisions they took, as one text."""
    rng = random.Random(3)
    decks = [*library().decks]
    found, decisions = sha256(), 0
    for seed in range(games):
        position = new_game(rng.choice(decks), rng.choice(decks), seed=seed, strict=seed % 5 == 4)
        for told in play(position, seed):
            found.update(told.encode())
            decisions += 1
    return f"{found.hexdigest()[:16]}  {games} games, {decisions} decisions"


def main(games: int) -> None:
    """Print the digests."""
    for name, make in BOTS.items():
        print(f"{name:10} {digest(games, lambda position, seed, make=make: bot_game(make, position, seed))}")  # type: ignore[misc]
    print(f"{'random':10} {digest(games, random_game)}")


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets are written in hash order
        os.execve(sys.executable, sys.orig_argv, {**os.environ, "PYTHONHASHSEED": "0"})
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
