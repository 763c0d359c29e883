"""The state of the app's own pages (bar, home, set-up, look-up), as one frozen value, and its scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from apz.core.learning.answering import UNASKED, Answering
from apz.core.plain_data import Given
from apz.widgets.app.address import naming, write_address
from apz.widgets.app.place import HOME, LAB, LEARN, LOOK, PLAY, SHARED
from apz.widgets.base.page import THEMES, Example, PageState
from apz.widgets.learn.progress_store import ProgressState
from apz.widgets.learn.scene import LearnScene
from apz.widgets.learn.state import LESSON, PRACTISE, SETUP

RULES, PIECES = "rules", "pieces"  # what can be looked up
BEHIND = {LESSON: LEARN, PLAY: SETUP, SHARED: SETUP}  # under which door a place lies, if not its own
SIGNS = {LEARN: "book", SETUP: "play", PRACTISE: "target", LAB: "flask", LOOK: "search"}  # the icons of the sections


class Way(NamedTuple):
    """A place the learner can resume, and what's needed to open it."""

    kind: str
    given: Given


class Shared(NamedTuple):
    """What can be shared from a place, by catalog key."""

    texts: Mapping[str, str]  # to copy
    notes: tuple[str, ...] = ()  # what must be said about them
    files: tuple[str, ...] = ()  # a picture, the game


@dataclass(frozen=True, kw_only=True)
class AppState(PageState):
    """The app's state: the current place, its message, and what the app's own pages show."""

    progress: ProgressState  # the learner's record, as it was last seen
    today: date
    place: str = HOME  # the kind of place where the learner is
    title: str = ""  # what that is called, where it says more than its door
    theme: str = THEMES[0]
    liked: Mapping[str, str] = field(default_factory=dict)  # the settings of every table, as far as they were chosen
    sheet: str = ""  # what is open below the bar: the sections on a phone, or the settings
    notice: str = ""  # what must be said about where the learner is
    shared: Shared | None = None  # while it's shown
    last: Mapping[str, Given] = field(default_factory=dict)  # what was done last in each kind of place, the newest last
    ways: tuple[Way, ...] = ()  # where the learner can resume
    now: int = 0  # when that was found out, in seconds
    solved: tuple[str, ...] = ()  # the answers to the puzzle, the newest last
    tried: Example | None = None  # what was done at its table
    asking: bool = False  # whether to delete everything
    wrong: bool = False  # whether what was pasted can't be opened
    losing: Any = None  # the state of the game that a new one would replace, while the learner is asked
    tab: str = RULES  # what is looked up: rules or pieces
    rule: str = ""  # the rule that was chosen
    search: str = ""  # the words that pieces are searched by
    narrowed: Mapping[str, str] = field(default_factory=dict)  # and the values of filters that they must fit
    piece: str = ""  # the piece that is looked up


class AppScene(LearnScene):
    """The scene of the app's own pages."""

    state: AppState

    @property
    def doors(self) -> tuple[str, ...]:
        """The sections on the home page and in the bar."""
        lab = (LAB,) if self.view.editor else ()
        return (LEARN, SETUP, PRACTISE, *lab, LOOK)

    @property
    def answering(self) -> Answering:
        """The puzzle and the learner's answer so far."""
        puzzle = self.game.course().puzzle
        found = Answering(puzzle().question) if puzzle else UNASKED
        for given in self.state.solved:
            found = found.answer(given)
        return found

    @property
    def door(self) -> str:
        """The name of the current section."""
        return self.says(f"door.{BEHIND.get(self.state.place, self.state.place)}")

    @property
    def name(self) -> str:
        """The app's name."""
        return self.says("bar.name", game=self.game.title)

    def address(self, parts: Mapping[str, str], **how: str) -> str:
        """Return the query part of an address, for this game and language."""
        return write_address({**naming(self.game.name), **parts, "lang": self.words.language, **how})
