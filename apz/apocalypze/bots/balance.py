"""Measurements of how the starter decks fare against each other with equal bots, and how the bot levels compare."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, pairwise, product
from typing import NamedTuple

from apz.apocalypze.bots import Bot, RegularBot, RookieBot, SensibleBot, VeteranBot, play_game
from apz.apocalypze.cards import library
from apz.apocalypze.setup import new_game

CHUNK = 250
FEW = 10  # games per batch between levels, because the strongest takes its time
LEVELS: dict[str, Callable[[int], Bot]] = {"rookie": RookieBot, "regular": RegularBot, "veteran": VeteranBot}


class Tally(NamedTuple):
    """The results of finished games: how many, wins of the first deck or level, wins of whoever started, and turns."""

    games: int = 0
    won: int = 0
    starter_won: int = 0
    turns: int = 0

    def __add__(self, other: object) -> Tally:
        assert isinstance(other, Tally)
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


def chunk(first: str, second: str, begin: int, games: int) -> Tally:
    """Play games, rotating seats and first turns, and return the tally of those that were finished."""
    total = Tally()
    for seed in range(begin, begin + games):
        swapped, starts = bool(seed & 1), seed >> 1 & 1
        decks = (second, first) if swapped else (first, second)
        end = play_game(SensibleBot(2 * seed), SensibleBot(2 * seed + 1), new_game(*decks, seed=seed, starts=starts))
        if end.winner is not None:
            total += Tally(1, end.winner == int(swapped), end.winner == starts, end.turn)
    return total


def measure(games: int = 10_000, processes: int | None = None) -> dict[tuple[str, str], Tally]:
    """Return the tally for each pair of decks."""
    pairs = [*combinations(library().decks, 2)]
    jobs = [(a, b, begin, min(CHUNK, games - begin)) for a, b in pairs for begin in range(0, games, CHUNK)]
    table = dict.fromkeys(pairs, Tally())
    with ProcessPoolExecutor(processes) as pool:
        for (a, b, *_), tally in zip(jobs, pool.map(chunk, *zip(*jobs, strict=True)), strict=True):
            table[a, b] += tally
    return table


def duel(stronger: str, weaker: str, begin: int, games: int) -> Tally:
    """Play games between two levels, rotating decks, seats and first turns, and return the tally of finished games."""
    total, pairs = Tally(), [*product(library().decks, repeat=2)]
    for seed in range(begin, begin + games):
        swapped, starts = bool(seed & 1), seed >> 1 & 1
        decks = pairs[(seed >> 2) % len(pairs)]
        strong, weak = LEVELS[stronger](2 * seed), LEVELS[weaker](2 * seed + 1)
        bots = (weak, strong) if swapped else (strong, weak)
        end = play_game(*bots, new_game(*decks, seed=seed, starts=starts))
        if end.winner is not None:
            total += Tally(1, end.winner == int(swapped), end.winner == starts, end.turn)
    return total


def measure_levels(games: int = 1_000, processes: int | None = None, first: int = 0) -> dict[tuple[str, str], Tally]:
    """Return each level's tally against the level below, in games with seeds from `first` on."""
    pairs = [(stronger, weaker) for weaker, stronger in pairwise(LEVELS)]
    jobs = [(a, b, first + begin, min(FEW, games - begin)) for a, b in pairs for begin in range(0, games, FEW)]
    table = dict.fromkeys(pairs, Tally())
    with ProcessPoolExecutor(processes) as pool:
        for (a, b, *_), tally in zip(jobs, pool.map(duel, *zip(*jobs, strict=True)), strict=True):
            table[a, b] += tally
    return table


def ladder(table: dict[tuple[str, str], Tally]) -> str:
    """Return the levels' tallies as a Markdown table."""
    lines = ["| level | against | games | wins | turns |", "|---|---|---|---|---|"]
    for (stronger, weaker), tally in table.items():
        won, turns = tally.won / tally.games, tally.turns / tally.games
        lines.append(f"| {stronger} | {weaker} | {tally.games:,} | {won:.1%} | {turns:.1f} |")
    return "\n".join(lines)


def markdown(table: dict[tuple[str, str], Tally]) -> str:
    """Return the decks' tallies as a Markdown table, followed by the win rate in the most one-sided pair."""
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


def run(games: int = 10_000, processes: int | None = None, levels: bool = False, first: int = 0) -> int:
    """Measure the decks or the levels, print the table, and return the exit code."""
    print(ladder(measure_levels(games, processes, first)) if levels else markdown(measure(games, processes)))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line, run the measurement, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m apz.apocalypze.bots.balance", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games for each pair of decks (default 10000)")
    parser.add_argument("--processes", type=int, default=None, help="how many at once (default: one for each core)")
    parser.add_argument("--levels", action="store_true", help="measure the bots' levels instead of the decks")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game between levels (default 0)")
    options = parser.parse_args(argv)
    return run(options.games, options.processes, options.levels, options.first)


if __name__ == "__main__":
    raise SystemExit(main())
