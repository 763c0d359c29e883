"""What every place of the app is: its kind, its panel, how one finds back to it, and what it needs to be opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from apz.apocalypze.model import Position
from apz.apocalypze.positions import named_position, named_positions
from apz.apocalypze.sharing import read_link, read_shared
from apz.core.plain_data import Given, text_of
from apz.core.reading import BadInput, clean
from apz.core.session import Session
from apz.widgets.app.address import write_address
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.panel import Panel
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.state import Go

if TYPE_CHECKING:
    from apz.widgets.app.lab import LabPlace

MOST_ADDRESS = 4000  # characters that an address may have to be passed on by everybody
PLAY, SHARED, LAB = "play", "shared", "lab"
STEP = "\n- {after: "  # begins a step in the text of a game


class Unopened(Exception):
    """Something that cannot be opened: which sentence says why, and what it was called."""

    def __init__(self, key: str, name: str = "") -> None:
        super().__init__(key, name)
        self.key, self.name = key, clean(name)


class Hall(NamedTuple):
    """What a place needs of the app: the language, the learner's record, the way to other places, and the lab."""

    language: str
    keeper: ProgressStore
    go: Go
    linked: Callable[[dict[str, str]], str] = write_address  # makes a whole address
    lab: LabPlace | None = None  # which stays as it is while one is elsewhere
    left: Given = {}  # what was kept of it, for as long as there is none


class Place:
    """A panel, and how one finds back to it."""

    kind: str = ""
    panel: Panel

    def __init__(self, panel: Panel) -> None:
        self.panel = panel

    def given(self) -> Given:
        """All that is needed to open it again exactly as it is."""
        return {}

    def title(self) -> str:
        """What it is called, where that says more than the door behind which it lies."""
        return ""

    def address(self) -> dict[str, str]:
        """What stands in the address; it may be less than what is kept."""
        return {"page": self.kind}


def moved(given: Given) -> int:
    """How many steps a kept game has; that is told without playing it again."""
    return text_of(given, "game", MOST_TEXT).count(STEP)


def found_in(text: str, fault: str) -> Position | Session[Position]:
    """A position or a game: by name, written out, or as a link."""
    if text in named_positions():
        return named_position(text)
    try:
        return read_shared(text) if "\n" in text else read_link(text)
    except BadInput:
        raise Unopened(fault, text) from None
