"""Learning events, for the learner's record: rules met or applied, questions answered, tasks and lessons."""

from __future__ import annotations

from typing import NamedTuple


class RulesMet(NamedTuple):
    """The event of rules shown to the learner."""

    rules: tuple[str, ...]


class RulesApplied(NamedTuple):
    """The event of rules applied by the learner's own move in a game."""

    rules: tuple[str, ...]


class QuestionAnswered(NamedTuple):
    """The event of a first answer to a question; `rules` begins with the rule the question practices."""

    rules: tuple[str, ...]
    right: bool
    hinted: bool = False
    question: str = "0"  # the question's fingerprint


class TaskReached(NamedTuple):
    """The event of reaching a task in a lesson."""

    lesson: str
    task: int


class LessonDone(NamedTuple):
    """The event of finishing a lesson; `skipped` means the learner passed its check instead of taking it."""

    lesson: str
    skipped: bool = False


Event = RulesMet | RulesApplied | QuestionAnswered | TaskReached | LessonDone
Events = tuple[Event, ...]
