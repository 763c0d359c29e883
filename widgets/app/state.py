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

RULES, PIECES = "rules", "pieces"  # the tabs of the look-up page
MENU, SETTINGS = "menu", "settings"  # the sheets below the bar
BEHIND = {LESSON: LEARN, PLAY: SETUP, SHARED: SETUP}  # the section a place belongs to, if it isn't one itself
SIGNS = {LEARN: "book", SETUP: "play", PRACTISE: "target", LAB: "flask", LOOK: "search"}  # the icons of the sections


class Way(NamedTuple):
    """A place that the learner can resume, with the parameters needed to open it."""

    kind: str
    given: Given


class Shared(NamedTuple):
    """The things to share from a place, by catalog key."""

    texts: Mapping[str, str]  # to copy
    notes: tuple[str, ...] = ()  # the notes to show with them
    files: tuple[str, ...] = ()  # a picture, the game


@dataclass(frozen=True, kw_only=True)
class AppState(PageState):
    """The app's state: the current place, its message, and the contents of the app's own pages."""

    progress: ProgressState  # the learner's record as last shown
    today: date
    place: str = HOME  # the kind of place where the learner is
    title: str = ""  # the place's title, if it says more than the section's name
    theme: str = THEMES[0]
    liked: Mapping[str, str] = field(default_factory=dict)  # the settings for all tables, as far as they were chosen
    sheet: str = ""  # the open sheet below the bar: the sections on a phone, or the settings
    notice: str = ""  # the message about the current place
    shared: Shared | None = None  # None unless the sheet is open
    last: Mapping[str, Given] = field(default_factory=dict)  # the last state of each kind of place, newest last
    ways: tuple[Way, ...] = ()  # where the learner can resume
    now: int = 0  # when we looked for them, in seconds
    solved: tuple[str, ...] = ()  # the answers to the puzzle, newest last
    tried: Example | None = None  # its table and the moves made there
    asking: bool = False  # whether we're asking about deleting everything
    wrong: bool = False  # whether the pasted text can't be opened
    losing: Any = None  # the position of the game that a new one would replace, while the learner is asked
    tab: str = RULES  # the tab: rules or pieces
    rule: str = ""  # the chosen rule
    search: str = ""  # the words to search the pieces by
    narrowed: Mapping[str, str] = field(default_factory=dict)  # and the filter values that they have to match
    piece: str = ""  # the chosen piece


class AppScene(LearnScene):
    """The scene of the app's own pages."""

    state: AppState

    @property
    def doors(self) -> tuple[str, ...]:
        """The names of the sections on the home page and in the bar."""
        lab = (LAB,) if self.view.editor else ()
        return (LEARN, SETUP, PRACTISE, *lab, LOOK)

    @property
    def answering(self) -> Answering:
        """The puzzle's question and the learner's answers so far."""
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
