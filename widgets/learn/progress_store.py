"""The store of a learner's record, in a file or in memory only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from apz import games
from apz.core.game import Game
from apz.core.learning.events import Event
from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import read_progress, save_progress
from apz.core.reading import BadInput, reason, stop

FILE = "progress.yaml"  # next to the notebook


def is_record(file: Path) -> bool:
    """Return True if a file is empty, has the default name, or begins like a learner's record, even a damaged one."""
    with file.open("rb") as opened:
        start = opened.read(100).strip()
    return not start or file.name == FILE or start.startswith(b"apz: progress")


@dataclass(frozen=True)
class ProgressState:
    """A learner's record for one game and how it's saved, in the form that panels show."""

    game: Game[Any]
    mastery: Mastery
    place: str = ""  # its file
    aside: str = ""  # the path an unreadable file was moved to
    unsaved: Callable[[str], str] | None = None  # why the last save failed, in a language
    in_browser: bool = False
    asides: int = 0  # how many unreadable records the browser has set aside


class ProgressStore:
    """The learner's record and where it's saved; without a file, it lasts as long as the program runs."""

    in_browser = False  # whether the learner's browser keeps it
    asides = 0  # how many unreadable records the browser has set aside

    def __init__(self, place: str | Path | None = None, game: Game[Any] | None = None) -> None:
        self.game = game or games.game()
        self.place = Path(place) if place else None
        self.aside: Path | None = None  # the path an unreadable file was moved to
        self.unsaved: Callable[[str], str] | None = None  # why the last save failed, in a language
        self.mastery = Mastery(tuple(self.game.rules()), self.game.name)
        if self.place and self.place.is_file():
            try:
                self.mastery = read_progress(self.place, self.mastery.rules, self.mastery.game)
            except BadInput:
                if not is_record(self.place):
                    stop(str(self.place), 0, "not-a-record", "own-record-file", name=FILE)
                self.save()  # this also sets the file aside, so that nothing is lost

    @property
    def state(self) -> ProgressState:
        """The record, and how it's currently saved."""
        place, aside = (str(each or "") for each in (self.place, self.aside))
        return ProgressState(self.game, self.mastery, place, aside, self.unsaved, self.in_browser, self.asides)

    def behind(self, lesson: str) -> bool:
        """Return True if a lesson was finished or skipped."""
        return self.mastery.behind(lesson)

    def record(self, *events: Event) -> None:
        """Record and save events, such as rules the learner met, questions they answered and lessons they finished."""
        for event in events:
            self.mastery = self.mastery.after(event, date.today())
        if events:
            self.save()

    def review_on(self, day: date | None) -> None:
        """Set or clear the day by which every rule should be fresh, and save; raise ValueError if it's out of range."""
        self.mastery = self.mastery.review_on(day)
        self.save()

    def join(self, other: Mastery) -> None:
        """Merge another record of the same learner into this one, and save it."""
        self.mastery = self.mastery.merge(other)
        self.save()

    def save(self) -> None:
        """Write the record to its file, if any, merged with what's there; after a failure, the next save catches up."""
        if not self.place:
            return
        try:
            self.aside = save_progress(self.mastery, self.place) or self.aside
        except BadInput as bad:
            self.unsaved = bad.faults[0].said
        except OSError as error:
            self.unsaved = partial(reason, error)
        else:
            self.unsaved = None
