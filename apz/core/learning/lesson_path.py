"""The path through a lesson: each task's start, the steps it plays, and its solution's steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from apz.core.learning.lessons import Lesson, Subject
from apz.core.trace import Refusal, Step

MOST_STEPS = 1_000  # of a bot that plays to the end
P = TypeVar("P")


@dataclass(frozen=True)
class LessonPath(Generic[P]):
    """A lesson and its game, with each task's start and steps computed once, on demand."""

    lesson: Lesson[P]
    subject: Subject[P]
    _starts: dict[int, P] = field(default_factory=dict, init=False, repr=False, compare=False)
    _lines: dict[int, tuple[Step, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def start(self, number: int) -> P:
        """Return the position a task starts from: its own, or the one where the previous task ends."""
        task = self.lesson.tasks[number]
        if task.position is not None:
            if number not in self._starts:
                self._starts[number] = self.subject.position(task.position)
            return self._starts[number]
        if number == 0:
            raise ValueError(f"the first task of {self.lesson.id} has no position")
        line = self.line(number - 1)
        return line[-1].after if line else self.start(number - 1)

    def line(self, number: int) -> tuple[Step, ...]:
        """Return the steps a task plays, then those of its solution."""
        if number not in self._lines:
            task, position = self.lesson.tasks[number], self.start(number)
            steps: list[Step] = []
            for text in (*task.play, *task.solution):
                steps += self.steps(position, text)
                position = steps[-1].after if steps else position
            self._lines[number] = tuple(steps)
        return self._lines[number]

    def steps(self, position: P, text: str) -> list[Step]:
        """Return the steps of a command; if it's a bot's name, that bot plays until the game is over."""
        bot = self.subject.bots.get(text)
        found: list[Step] = []
        while not found if bot is None else not self.over(position):
            if len(found) == MOST_STEPS:
                raise ValueError(f'"{text}" comes to no end within {MOST_STEPS:,} steps')
            step = self.subject.kernel.play(position, bot(position) if bot else self.subject.move(position, text))
            if isinstance(step, Refusal):
                raise ValueError(f'"{text}" is refused ({step.rule})')
            found.append(step)
            position = step.after
        return found

    def over(self, position: P) -> bool:
        """Return True if the game is over in a position."""
        return bool(self.subject.facts(position).get("over"))
