"""A measurement of how much other readings of some rulings change wins and the length of games.

`python -m apz.apocalypze.lab.rulings --games 2000` prints the table.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from apz.apocalypze.lab.readings import READINGS
from apz.apocalypze.lab.simulate import simulate
from apz.core.lab.rows import Rows


def rulings(first: str = "Church", second: str = "Police Station", **options: Any) -> Rows:
    """Return how much each alternative reading changes the first deck's wins and the length of games.

    The same seeds are played with each reading; `options` are those of `simulate`.

    >>> rows = rulings(games=4, seed=1)
    >>> rows[0]["ruling"], len(rows)
    ('as it is', 6)
    """
    rows = []
    base = simulate(first, second, **options)
    for ruling in ("", *READINGS):
        found = simulate(first, second, ruling=ruling, **options) if ruling else base
        differ = sum([one != other for one, other in zip(base.records, found.records, strict=False)])
        rows.append({
            "ruling": ruling or "as it is", "read as": READINGS[ruling][0] if ruling else "",
            "wins": found.wins.rate, "low": found.wins.low, "high": found.wins.high,
            "moves wins by": found.wins.rate - base.wins.rate, "turns": found.turns["mean"],
            "moves turns by": found.turns["mean"] - base.turns["mean"], "games that differ": differ,
        })  # fmt: skip
    return Rows(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Simulate every reading, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m apz.apocalypze.lab.rulings", description=__doc__)
    parser.add_argument("decks", nargs="*", default=["Church", "Police Station"], help="two decks")
    parser.add_argument("--games", type=int, default=200, help="games for each reading (200)")
    parser.add_argument("--seed", type=int, default=1, help="the run's seed (1)")
    given = parser.parse_args(arguments)
    if len(given.decks) != 2:
        parser.error("name two decks, or none")
    print(rulings(*given.decks, games=given.games, seed=given.seed, executor="processes"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
