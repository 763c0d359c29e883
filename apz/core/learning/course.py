"""The course of a game: its lesson files in their order, in each language they are told in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import Generic, TypeVar

from apz.core.learning.lessons import Lesson, Subject, read_lesson
from apz.core.reading import Item, read_text

DEFAULT = "en"
P = TypeVar("P")


@dataclass(frozen=True, eq=False)
class Course(Generic[P]):
    """The lessons in a folder: `06-combat.yaml` is the lesson combat, `de/06-combat.yaml` has its German words."""

    folder: Callable[[], Traversable]
    subject: Subject[P]
    first: tuple[str, ...] = ()  # what a learner needs for a first game

    @cache  # noqa: B019 -- a course lives as long as the program
    def places(self) -> dict[str, str]:
        """Return the file name of each lesson by its id, in their order."""
        names = sorted(each.name for each in self.folder().iterdir() if each.name.endswith(".yaml"))
        return {name.removesuffix(".yaml").partition("-")[2]: name for name in names}

    def order(self) -> list[str]:
        """Return the ids of the lessons, in their order."""
        return list(self.places())

    @cache  # noqa: B019 -- a course lives as long as the program
    def lesson(self, name: str, language: str = DEFAULT) -> Lesson[P]:
        """Return a lesson by its id; in English where it isn't told in the language."""
        if name not in self.places():
            raise KeyError(f"There is no lesson {name!r}; there are: {', '.join(self.places())}")
        item = _read(self.folder() / self.places()[name])
        words = self.folder() / language / self.places()[name]
        if language == DEFAULT or not words.is_file():
            return read_lesson(name, item, self.subject)
        return read_lesson(name, item, self.subject, _read(words), language)

    def lessons(self, language: str = DEFAULT) -> list[Lesson[P]]:
        """Return all lessons."""
        return [self.lesson(name, language) for name in self.order()]

    def minutes(self) -> int:
        """Return how long all lessons take together."""
        return sum(each.minutes for each in self.lessons())


def _read(file: Traversable) -> Item:
    """Read a file of the course."""
    return read_text(file.read_text(encoding="utf-8"), file.name)
