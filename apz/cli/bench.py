"""`apz bench`: measurements of the rules' speed, of the panels, app, site and lab, and of the decks' balance."""

from __future__ import annotations

import sys
from argparse import Namespace
from importlib import import_module
from pathlib import Path
from typing import Any

from apz.cli.options import BAD
from apz.core.reading import stop

CHECKOUT = Path(__file__).parents[2]
MISSING = "apz bench works only in a checkout, except --balance: what it measures with isn't installed."


def bench(arguments: Namespace) -> int:
    """`apz bench`: run the measurement that was asked for, or else the rules' speed; return the exit code."""
    if arguments.balance:
        module = arguments.game.terminal.balance
        if not module:
            stop("--balance", 0, "no-balance", "leave-out", game=arguments.game.title)
        return _measure(module, games=arguments.games)
    if not (CHECKOUT / "tests" / "bench").is_dir():
        print(f"apz: {MISSING}", file=sys.stderr)
        return BAD
    if str(CHECKOUT) not in sys.path:
        sys.path.insert(0, str(CHECKOUT))
    name = next((name for name in ("panels", "start", "site", "lab") if getattr(arguments, name)), "kernel")
    beside = Path(arguments.beside) if arguments.beside and name in ("kernel", "start") else None
    return _measure(f"tests.bench.{name}", rounds=arguments.rounds, beside=beside)


def _measure(module: str, **wishes: int | Path | None) -> int:
    """Run a module's measurement with the options that were given; return its exit code."""
    measure: Any = import_module(module)
    code: int = measure.run(**{name: wish for name, wish in wishes.items() if wish is not None})
    return code
