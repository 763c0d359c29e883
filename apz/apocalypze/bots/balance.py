"""Measures how the starter decks do against each other, played by equal bots; no guess, a table."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from typing import NamedTuple

from apz.apocalypze.bots import SensibleBot, play_game
from apz.apocalypze.cards import library
from apz.apocalypze.setup import new_game

CHUNK = 250


class Tally(NamedTuple):
    """What came of some games: how many, how many the first deck won, how many the starting player won, the turns."""

    games: int = 0
    won: int = 0
    starter_won: int = 0
    turns: int = 0

    def __add__(self, other: object) -> Tally:
        assert isinstance(other, Tally)
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


def chunk(first: str, second: str, begin: int, games: int) -> Tally:
    """Play some games; both decks sit on both chairs and start equally often; what does not end is not counted."""
    total = Tally()
    for seed in range(begin, begin + games):
        swapped, starts = bool(seed & 1), seed >> 1 & 1
        decks = (second, first) if swapped else (first, second)
        end = play_game(SensibleBot(2 * seed), SensibleBot(2 * seed + 1), new_game(*decks, seed=seed, starts=starts))
        if end.winner is not None:
            total += Tally(1, end.winner == int(swapped), end.winner == starts, end.turn)
    return total


def measure(games: int = 10_000, processes: int | None = None) -> dict[tuple[str, str], Tally]:
    """Return every pair of decks."""
    pairs = [*combinations(library().decks, 2)]
    jobs = [(a, b, begin, min(CHUNK, games - begin)) for a, b in pairs for begin in range(0, games, CHUNK)]
    table = dict.fromkeys(pairs, Tally())
    with ProcessPoolExecutor(processes) as pool:
        for (a, b, *_), tally in zip(jobs, pool.map(chunk, *zip(*jobs, strict=True)), strict=True):
            table[a, b] += tally
    return table


def markdown(table: dict[tuple[str, str], Tally]) -> str:
    """Return the table for the docs."""
    lines = [
        "| deck | against | games | wins of the first | the starting player wins | turns |",
        "|---|---|---|---|---|---|",
    ]
    for (first, second), tally in table.items():
        games = tally.games
        lines.append(
            f"| {first} | {second} | {games:,} | {tally.won / games:.1%} | {tally.starter_won / games:.1%} "
            f"| {tally.turns / games:.1f} |"
        )
    most = max(max(t.won, t.games - t.won) / t.games for t in table.values())
    return "\n".join([*lines, "", f"The most one-sided pair: {most:.1%}."])


def run(games: int = 10_000, processes: int | None = None) -> int:
    """Measure and print."""
    print(markdown(measure(games, processes)))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Measure from the command line."""
    parser = argparse.ArgumentParser(prog="python -m apz.apocalypze.bots.balance", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games for each pair of decks (default 10000)")
    parser.add_argument("--processes", type=int, default=None, help="how many at once (default: one for each core)")
    options = parser.parse_args(argv)
    return run(options.games, options.processes)


if __name__ == "__main__":
    raise SystemExit(main())
