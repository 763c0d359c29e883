"""An interactive rules tutor that plays every step, explains it, and names its rule."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loaded on first use, so that a small command starts quickly
    from apz.apocalypze import moves
    from apz.apocalypze.by_hand import build
    from apz.apocalypze.cards import library
    from apz.apocalypze.files import load_session
    from apz.apocalypze.kernel import new_session
    from apz.apocalypze.lab.library import positions
    from apz.apocalypze.lab.puzzles import puzzle, puzzles
    from apz.apocalypze.lab.review import review
    from apz.apocalypze.lab.simulate import card_worths, simulate
    from apz.apocalypze.lab.tries import what_if
    from apz.apocalypze.language.commands import parse
    from apz.apocalypze.language.rulebook import rules
    from apz.apocalypze.language.words import words
    from apz.apocalypze.model import Position
    from apz.apocalypze.play import legal_moves, must_play, play, why_not
    from apz.apocalypze.positions import named_position, named_positions, read_position, seat
    from apz.apocalypze.positions.checking import problems
    from apz.apocalypze.setup import new_game
    from apz.apocalypze.show.text import show, show_step
    from apz.core.reading import BadInput
    from apz.core.session import Session
    from apz.core.trace import IllegalMove, Refusal, Step

    __version__: str

# the public names by module
_HOMES = {
    "apz.apocalypze.setup": ("new_game",),
    "apz.apocalypze.by_hand": ("build",),
    "apz.apocalypze.positions": ("seat", "read_position", "named_position", "named_positions"),
    "apz.apocalypze.positions.checking": ("problems",),
    "apz.apocalypze.play": ("why_not", "play", "must_play", "legal_moves"),
    "apz.apocalypze.language.commands": ("parse",),
    "apz.apocalypze.kernel": ("new_session",),
    "apz.apocalypze.lab.library": ("positions",),
    "apz.apocalypze.lab.puzzles": ("puzzle", "puzzles"),
    "apz.apocalypze.lab.review": ("review",),
    "apz.apocalypze.lab.simulate": ("simulate", "card_worths"),
    "apz.apocalypze.lab.tries": ("what_if",),
    "apz.apocalypze.files": ("load_session",),
    "apz.apocalypze.show.text": ("show", "show_step"),
    "apz.apocalypze.language.words": ("words",),
    "apz.apocalypze.language.rulebook": ("rules",),
    "apz.apocalypze.cards": ("library",),
    "apz.apocalypze.model": ("Position",),
    "apz.core.session": ("Session",),
    "apz.core.trace": ("Refusal", "Step", "IllegalMove"),
    "apz.core.reading": ("BadInput",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "new_game", "build", "seat", "read_position", "named_position", "named_positions", "problems", "Position",
    "why_not", "play", "must_play", "legal_moves", "moves", "parse", "Step", "Refusal", "IllegalMove",
    "new_session", "load_session", "Session", "show", "show_step", "words", "rules", "library", "BadInput",
    "what_if", "simulate", "card_worths", "puzzle", "puzzles", "positions", "review",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Return a public name, imported on first use; raise AttributeError if there's no such name."""
    if name == "moves":
        return import_module("apz.apocalypze.moves")
    if name == "__version__":
        return import_module("importlib.metadata").version("apz")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the module's names, sorted, including public ones that aren't imported yet."""
    return sorted({*globals(), *__all__})
