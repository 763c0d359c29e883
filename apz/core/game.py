"""Game: the one frozen value through which everything shared reaches a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, TypeVar

from apz.core.bots import Bot
from apz.core.language.messages import Catalog
from apz.core.language.rulebook import Rulebook
from apz.core.learning.course import Course
from apz.core.named_positions import NamedPositions
from apz.core.session import Kernel, Session
from apz.core.trace import Refusal

P = TypeVar("P")


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[P]):
    """A game: its rules, its words, its lessons and how it is shown.

    Everything heavy is a function and is loaded when it's first called, so importing a game is quick. `view` names the
    module that draws the game in panels; only the panels import it.
    """

    name: str  # in files, addresses and on the command line
    title: str
    seats: int  # 1: solitaire; 2: two players, who may be bots
    languages: tuple[str, ...]

    # the rules
    kernel: Callable[[], Kernel[P]]
    new_game: Callable[..., P]  # seed=..., and what the game's own set-up asks
    legal_moves: Callable[[P], Collection[Any]]
    why_not: Callable[[P, Any], Refusal | None]
    problems: Callable[[P], list[Refusal]]  # the rules that a position breaks
    decides: Callable[[P], int | None]  # whose seat the position waits for; None when the game is over
    names: Callable[[P], Sequence[str]]  # the players' names by seat
    seen_by: Callable[[P, int], P]  # what a seat sees of a position

    # the words
    rules: Callable[[str], Rulebook]
    words: Callable[[str], Any]
    teaching: Callable[[str], Any]
    catalog: Callable[[str, str], Catalog]  # name, language: the shared texts with the game's own laid over them
    parse: Callable[[P, str, str], Any]  # what a typed command means: a move, several of them, or a Misread
    show: Callable[[P, str], str]

    # learning
    course: Callable[[], Course[P]]
    positions: Callable[[], NamedPositions]  # `named_position` reads one
    practises: Callable[[], Mapping[str, Sequence[str]]]  # the kinds of questions that practice a rule, by rule

    bots: Mapping[str, Callable[[int], Bot[P]]] = field(default_factory=dict)  # by name, made with a seed
    view: str = ""  # the module that draws it, such as "apz.widgets.apocalypze"

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def new_session(self, position: P) -> Session[P]:
        """Return a session that begins with `position`."""
        return Session(position, self.kernel())

    @cache  # noqa: B019 -- a game lives as long as the program
    def named_position(self, name: str) -> P:
        """Return a position by its name, written forgivingly; BadInput names the nearest where there is none."""
        return self.kernel().read(self.positions().item(name))
