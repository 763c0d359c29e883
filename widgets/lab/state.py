"""The lab's state: a position, the questions about it, the branches from it, and the simulated games."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Self

from apz.core.lab.functions import LabFunctions
from apz.core.lab.puzzles import Puzzle
from apz.core.lab.what_if import START, WhatIf
from apz.core.trace import Refusal
from apz.widgets.base.page import PageScene, PageState
from apz.widgets.table.scene import Scene
from apz.widgets.table.seats import YOU
from apz.widgets.table.state import TableState

PLAY, WORK, CANCEL, SAVE, PUZZLE = "play", "work", "cancel-work", "save", "puzzle"  # the lab's effects
SOLVE, SIMULATE = "solve", "simulate"  # its kinds of work
GAMES = (100, 500, 2000, 10_000)  # the choices for how many to simulate
HERE = ""  # instead of a deck: start from this position


class Asked(NamedTuple):
    """A question to the solver or the simulator, and its result so far."""

    position: Any  # the position it's about
    about: str = ""  # the aim, or the number of games to simulate
    result: Any = None
    running: bool = True
    wrong: str = ""  # why there's no result, or no better one


class Setting(NamedTuple):
    """The settings of a simulation: decks or this position, the bot for each side, and the number of games."""

    first: str = HERE
    second: str = ""
    bots: tuple[str, str] = ("", "")
    games: int = GAMES[0]


@dataclass(frozen=True, kw_only=True)
class LabState(PageState):
    """The lab's state: a position, and what was asked, tried and simulated from it."""

    position: Any
    aim: str = ""  # "" is the usual one
    solving: Asked | None = None
    tree: WhatIf[Any] | None = None  # the branches; never changed in place, only replaced
    picked: tuple[str, ...] = ()  # the branches to compare: at most two, the last one picked last
    setting: Setting = field(default_factory=Setting)
    simulating: Asked | None = None
    refused: str = ""  # why the last act on a branch failed
    puzzle: str = ""  # the name of the puzzle on the table
    hints: int = 0  # how many of its hints are shown
    revealed: bool = False  # whether its answer is shown
    found: frozenset[str] = frozenset()  # the puzzles that were solved


class LabScene(PageScene[Any]):
    """The lab's scene."""

    state: LabState

    @property
    def at(self) -> int:
        """The moment that gestures apply to; the lab has only one."""
        return 0

    @property
    def position(self) -> Any:
        """The position in the lab."""
        return self.state.position

    @cached_property
    def lab(self) -> LabFunctions[Any]:
        """The functions of the game's lab."""
        found = self.game.lab()
        assert found is not None
        return found

    @cached_property
    def problems(self) -> list[Refusal]:
        """The position's problems, as a refusal for each way in which it breaks the rules."""
        return self.memo.once("problems", self.position, lambda: self.game.problems(self.position))

    @cached_property
    def table(self) -> Scene:
        """The position as a table scene that's only watched."""
        game, position = self.game, self.position
        session = self.memo.once("session", position, lambda: game.new_session(position))
        state = TableState(
            language=self.language, game=game.name, seats=(YOU,) * game.seats, watching=True, opened=self.state.opened
        )
        return Scene(session, state, self.memo)

    @property
    def visible(self) -> Any:
        """The position with names short enough to show."""
        return self.table.visible

    @cached_property
    def aims(self) -> dict[str, str]:
        """The aims of the deciding player in words, by the solver's name for each; the usual aim comes first."""
        key = (self.position, self.language)
        return self.memo.once("aims", key, lambda: dict(self.lab.aims(*key)))

    @property
    def aim(self) -> str:
        """The solver's name for the chosen aim, or else for the usual one."""
        return self.state.aim if self.state.aim in self.aims else next(iter(self.aims), "")

    @property
    def solving(self) -> Asked | None:
        """The question to the solver about this position and aim, or None if there's none."""
        found = self.state.solving
        same = found is not None and found.about == self.aim and found.position == self.position
        return found if same else None

    @cached_property
    def what_if(self) -> WhatIf[Any]:
        """The tree of branches, or a new tree with only the position."""
        if self.state.tree is not None:
            return self.state.tree
        return WhatIf(self.game, self.position, self.lab.facts)

    @property
    def puzzle(self) -> Puzzle[Any] | None:
        """The puzzle on the table, or None if there's none."""
        return next((each for each in self.game.puzzles() if each.name == self.state.puzzle), None)

    @property
    def branches(self) -> list[str]:
        """The names of the branches, not including the start."""
        return [name for name in self.what_if if name != START]

    @property
    def elsewhere(self) -> bool:
        """True if the branches start from a different position."""
        return bool(self.what_if.start != self.position)

    def branch_name(self, name: str) -> str:
        """Return a branch's name as shown."""
        return self.ui("lab.start") if name == START else name

    def cleared(self) -> Self:
        """Return the scene without the last refusal."""
        return self.but(refused="")
