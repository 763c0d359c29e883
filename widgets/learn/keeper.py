"""Keeps what a learner has met and mastered: in a file of his, beside the notebook, or only as long as the page."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from apz.apocalypze.kernel import KERNEL
from apz.apocalypze.language.rulebook import rules
from apz.core.learning.events import Event, LessonDone, RulesMet, TaskReached
from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import read_progress, save_progress
from apz.core.reading import BadInput, stop

FILE = "progress.yaml"  # beside the notebook
OTHER = ("this file is not a learner's record", f"keep yours in a file of its own, such as {FILE}")


def is_record(file: Path) -> bool:
    """Whether a file is a learner's record, though perhaps damaged; one that is empty or has its name is taken so."""
    with file.open("rb") as opened:
        start = opened.read(100).strip()
    return not start or file.name == FILE or start.startswith(b"apz: progress")


class Keeper:
    """The learner's record and where it is kept; without a place it lives as long as the kernel."""

    in_browser = False  # whether the learner's browser keeps it

    def __init__(self, place: str | Path | None = None) -> None:
        self.place = Path(place) if place else None
        self.aside: Path | None = None  # where a file that could not be read was put
        self.unsaved = ""  # why it could not be written to its file, the last time
        self.mastery = Mastery(tuple(rules()), KERNEL.name)
        if self.place and self.place.is_file():
            try:
                self.mastery = read_progress(self.place, self.mastery.rules, self.mastery.game)
            except BadInput:
                if not is_record(self.place):
                    stop(str(self.place), 0, *OTHER)
                self.save()  # which puts the file aside, where nothing is lost

    def behind(self, lesson: str) -> bool:
        """Whether a lesson is behind the learner."""
        found = self.mastery.lessons.get(lesson)
        return found is not None and (found.done or found.skipped)

    def told(self, event: Event) -> None:
        """Something was met, answered, reached or done."""
        today = date.today()
        match event:
            case RulesMet(rules):
                for rule in rules:
                    self.mastery.met(rule, today)
            case TaskReached(lesson, task):
                self.mastery.reached(lesson, task)
            case LessonDone(lesson, skipped):
                (self.mastery.skipped if skipped else self.mastery.finished)(lesson)
            case _:
                self.mastery.answered(event.rules, event.right, today, event.hinted, event.question)
        self.save()

    def reached(self, lesson: str, task: int) -> None:
        """A task of a lesson was come to."""
        self.mastery.reached(lesson, task)
        self.save()

    def finished(self, lesson: str, skipped: bool = False) -> None:
        """A lesson was finished, or its check passed."""
        if skipped:
            self.mastery.skipped(lesson)
        else:
            self.mastery.finished(lesson)
        self.save()

    def join(self, other: Mastery) -> None:
        """Another record of the same learner joins this one."""
        both = self.mastery.merge(other)
        self.mastery.records, self.mastery.lessons = both.records, both.lessons
        self.mastery.night, self.mastery.changed = both.night, both.changed
        self.save()

    def save(self) -> None:
        """Write it to its file, together with what others wrote there; if that fails the next save writes it all."""
        if not self.place:
            return
        try:
            self.aside = save_progress(self.mastery, self.place) or self.aside
        except BadInput as bad:
            self.unsaved = "; ".join(filter(None, bad.faults[0][3:5]))
        except OSError as error:
            self.unsaved = error.strerror or str(error)
        else:
            self.unsaved = ""
