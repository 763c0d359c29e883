"""The course of a game: its lesson files in order, in each language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Generic, NamedTuple, TypeVar

from apz.core.learning.lessons import Lesson, Subject, read_lesson
from apz.core.learning.questions import Question
from apz.core.reading import Item, read_text
from apz.core.trace import Note, Step

DEFAULT = "en"
P = TypeVar("P")


class Puzzle(NamedTuple):
    """A question that the learner answers by playing on its own table."""

    question: Question
    answer: Callable[[Any], str]  # the answer that a position reached at the table stands for; "" for none


@dataclass(frozen=True, eq=False)
class Course(Generic[P]):
    """The lessons in a folder: `02-combat.yaml` is the lesson combat, `de/02-combat.yaml` has its German words."""

    folder: Callable[[], Traversable]
    subject: Subject[P]
    first: tuple[str, ...] = ()  # what a learner needs for a first game
    puzzle: Callable[[], Puzzle] | None = None  # one decision that needs no reading before it
    opening: Callable[[], P] | None = None  # where the first game begins; None for any new game
    # the notes for a seat in the first game, about a position and the step that led to it
    first_times: Callable[[P, Step | None, int], Iterable[Note]] = lambda position, step, seat: ()

    @cache  # noqa: B019 -- a course lives as long as the program
    def places(self) -> dict[str, str]:
        """Return a mapping from each lesson's id to its file name, in order."""
        names = sorted(each.name for each in self.folder().iterdir() if each.name.endswith(".yaml"))
        return {name.removesuffix(".yaml").partition("-")[2]: name for name in names}

    def order(self) -> list[str]:
        """Return the lessons' ids in order."""
        return list(self.places())

    @cache  # noqa: B019 -- a course lives as long as the program
    def lesson(self, name: str, language: str = DEFAULT) -> Lesson[P]:
        """Return a lesson by its id, in English if it isn't translated; raise KeyError if it doesn't exist."""
        if name not in self.places():
            raise KeyError(f"There's no lesson {name!r}; choose from: {', '.join(self.places())}")
        item = _read(self.folder() / self.places()[name])
        words = self.folder() / language / self.places()[name]
        if language == DEFAULT or not words.is_file():
            return read_lesson(name, item, self.subject)
        return read_lesson(name, item, self.subject, _read(words), language)

    def lessons(self, language: str = DEFAULT) -> list[Lesson[P]]:
        """Return all lessons, in order."""
        return [self.lesson(name, language) for name in self.order()]

    def minutes(self) -> int:
        """Return how many minutes all lessons take together."""
        return sum(each.minutes for each in self.lessons())


def _read(file: Traversable) -> Item:
    """Read one of the course's files."""
    return read_text(file.read_text(encoding="utf-8"), file.name)
