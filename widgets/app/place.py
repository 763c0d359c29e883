"""A place of the app: its kind, panel and address, and the context needed to open it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from apz.core.game import Game
from apz.core.plain_data import Given, text_of
from apz.core.reading import BadInput, clean
from apz.core.session import Session
from apz.core.sharing import read_link, read_shared
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.page import PageScene
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.state import SETUP, Go

MOST_ADDRESS = 4000  # the longest address that every program passes on, in characters
HOME, LEARN, LOOK, PLAY, SHARED, LAB = "home", "learn", "look", "play", "shared", "lab"
STEP = "\n- {after: "  # how a step begins in the text of a session


class Unopened(Exception):
    """The error for a place that can't be opened, with the key of its message and the name that was asked for."""

    def __init__(self, key: str, name: str = "") -> None:
        super().__init__(key, name)
        self.key, self.name = key, clean(name)


class Table(NamedTuple):
    """The parts of a table to share: its session (or None), its position, and the visible part of the position."""

    session: Session[Any] | None
    position: Any
    visible: Any
    hidden: bool = False  # whether hands are hidden


class Place:
    """A panel with its kind, and with the data to save and address it."""

    replaced = False  # whether it replaced something that undo there brings back

    def __init__(self, kind: str, panel: Any) -> None:
        self.kind, self.panel = kind, panel

    def given(self) -> Given:
        """Return the data needed to open the place again in its current state."""
        return {}

    def title(self) -> str:
        """Return the place's title, or "" if the section's name is enough."""
        return ""

    def address(self) -> dict[str, str]:
        """Return the place's address parameters, which may hold less than the saved data."""
        return {} if self.kind == HOME else {"page": PLAY if self.kind == SETUP else self.kind}

    def table(self) -> Table | None:
        """Return the table to share, or None if there's none."""
        return None


class AppContext(NamedTuple):
    """The parts of the app that a place needs: its scene, the learner's record, other places, and the lab."""

    scene: PageScene[Any]  # of the app's own pages
    keeper: ProgressStore
    go: Go
    lab: Place | None = None  # the open lab, which stays as it is while the learner is elsewhere
    left: Given = {}  # the saved state of the lab, used while none is open
    save: Callable[[str, str], object] = lambda text, name: None  # offers the learner a file


def moved(given: Given) -> int:
    """Return the number of a saved session's steps that weren't forced, without replaying the session."""
    table = given.get("table")
    forced = table.get("forced") if isinstance(table, dict) else ()
    steps, alone = text_of(given, "session", MOST_TEXT).count(STEP), len(forced) if isinstance(forced, list) else 0
    return steps - alone if steps > alone else 0


def found_in(game: Game[Any], text: str, fault: str) -> Any:
    """Return the position or session that a text names, contains or links to; raise Unopened if it can't be read."""
    if text in game.positions().names():
        return game.named_position(text)
    try:
        return read_shared(game, text) if "\n" in text else read_link(game, text)
    except BadInput:
        raise Unopened(fault, text) from None


def session_of(game: Game[Any], given: Given) -> Session[Any]:
    """Return the session in these parameters, or a new one from their position; raise Unopened if it can't be read."""
    word = "position" if given.get("position") else "session"
    found = found_in(game, text_of(given, word, MOST_TEXT), f"address.no-{word}")
    return found if isinstance(found, Session) else game.new_session(found)
