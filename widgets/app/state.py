"""The state of the app's own pages (bar, home, set-up, look-up), as one frozen value, and the scene drawn of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from apz.core.plain_data import Given
from apz.widgets.app.address import THEMES, naming, write_address
from apz.widgets.app.place import HOME, LAB, LEARN, LOOK, PLAY, SHARED
from apz.widgets.base.page import PageState
from apz.widgets.learn.progress_store import ProgressState
from apz.widgets.learn.scene import LearnScene
from apz.widgets.learn.state import LESSON, PRACTISE, SETUP

BEHIND = {LESSON: LEARN, PLAY: SETUP, SHARED: SETUP}  # under which door a place lies, if not its own


class Way(NamedTuple):
    """A place to which the learner may go back, and what is needed to open it."""

    kind: str
    given: Given


class Shared(NamedTuple):
    """What can be taken along from a place, all by its names in the catalog."""

    texts: Mapping[str, str]  # to copy
    notes: tuple[str, ...] = ()  # what must be said about them
    files: tuple[str, ...] = ()  # a picture, the game


@dataclass(frozen=True, kw_only=True)
class AppState(PageState):
    """Where the learner is, what the app says about it, and what the app's own pages show."""

    progress: ProgressState  # the learner's record, as it was last seen
    today: date
    place: str = HOME  # the kind of place where the learner is
    title: str = ""  # what that is called, where it says more than its door
    theme: str = THEMES[0]
    notice: str = ""  # what must be said about where the learner is
    shared: Shared | None = None  # while it's shown
    last: Mapping[str, Given] = field(default_factory=dict)  # what was done last in each kind of place, the newest last
    ways: tuple[Way, ...] = ()  # where the learner may go on
    now: int = 0  # when that was found out, in seconds
    asking: bool = False  # whether all is to be forgotten
    wrong: bool = False  # whether what was pasted can't be opened
    losing: Any = None  # where the game stands that a new one would take the place of, while that is asked
    search: str = ""  # the words that pieces are searched by
    piece: str = ""  # the piece that is looked up


class AppScene(LearnScene):
    """The app's own pages to look at."""

    state: AppState

    @property
    def doors(self) -> tuple[str, ...]:
        """The doors of the home page and of the bar."""
        lab = (LAB,) if self.view.editor else ()
        return (LEARN, SETUP, PRACTISE, *lab, LOOK)

    @property
    def door(self) -> str:
        """What the door is called behind which the learner is."""
        return self.says(f"door.{BEHIND.get(self.state.place, self.state.place)}")

    @property
    def name(self) -> str:
        """What the app is called."""
        return self.says("bar.name", game=self.game.title)

    def address(self, parts: Mapping[str, str], **how: str) -> str:
        """Return the part of an address after the page's own, for this game and language."""
        return write_address({**naming(self.game.name), **parts, "lang": self.words.language, **how})
