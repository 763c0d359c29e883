"""`apz bench`: how fast the rules are, how prompt the panels, how soon the app is there, and how fair the decks."""

from __future__ import annotations

from argparse import Namespace
from importlib import import_module
from typing import Any


def bench(arguments: Namespace) -> int:
    """Measure the speed, the panels, the app's start, or the balance of the decks."""
    module, number = ("apocalypze.bots.balance", "games") if arguments.balance else ("bench", "rounds")
    if arguments.panels or arguments.start:
        module, number = "bench_panels" if arguments.panels else "bench_start", "rounds"
    measure: Any = import_module(f"apz.{module}")
    wished = getattr(arguments, number)
    code: int = measure.run(**({} if wished is None else {number: wished}))
    return code
