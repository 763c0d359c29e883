"""Learning events, for the learner's record: rules met, questions answered, lessons finished."""

from __future__ import annotations

from typing import NamedTuple


class RulesMet(NamedTuple):
    """Rules that were shown to the learner."""

    rules: tuple[str, ...]


class RulesApplied(NamedTuple):
    """Rules that the learner's own move in a game put to work."""

    rules: tuple[str, ...]


class QuestionAnswered(NamedTuple):
    """The first answer to a question; `rules` begins with the rule that was asked about."""

    rules: tuple[str, ...]
    right: bool
    hinted: bool = False
    question: str = "0"  # the mark of the question


class TaskReached(NamedTuple):
    """The learner reached a task in a lesson."""

    lesson: str
    task: int


class LessonDone(NamedTuple):
    """A lesson was finished; `skipped` if the learner passed its check instead of taking it."""

    lesson: str
    skipped: bool = False


Event = RulesMet | RulesApplied | QuestionAnswered | TaskReached | LessonDone
Events = tuple[Event, ...]
