"""The states of lessons, practice and the course, each as one frozen value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from apz.core.learning.lesson_run import LessonRun
from apz.core.learning.practice import Practice
from apz.core.plain_data import Given
from apz.core.session import Session
from apz.widgets.base.page import PageState
from apz.widgets.learn.progress_store import ProgressState
from apz.widgets.table.state import TableState

# the pages that gestures here lead to
LESSON, PRACTISE, SETUP, FIRST_GAME = "lesson", "practise", "setup", "first-game"
Go = Callable[[str, Given], object]
# the effects
RECORD = "record"  # events to be recorded
REVIEW = "review"  # the day when everything should be fresh
JOIN = "join"  # another record of the same learner
GO = "go"  # to another page: its kind, and the parameters to open it


@dataclass(frozen=True, kw_only=True)
class AskingState(TableState):
    """The state of a table with a question next to it."""

    progress: ProgressState  # the learner's record as last shown
    today: date
    table: Session[Any]  # the session on this table; `at` is the shown moment
    marked: frozenset[str] = frozenset()  # the ticked answers
    unread: bool = False  # whether the typed text isn't an answer
    last: str = ""  # the last gesture next to the table


@dataclass(frozen=True, kw_only=True)
class LessonState(AskingState):
    """The state of a lesson."""

    run: LessonRun[Any]
    way: bool = False  # whether the learner is on the path to a first game
    clicked: tuple[str, ...] = ()  # the last two gestures on the table


@dataclass(frozen=True, kw_only=True)
class PracticeState(AskingState):
    """The state of practice."""

    practice: Practice
    about: str  # the topic, as `topic_of` reads it


# what stays when the next task or question lays a new table: who is learning, and how they like it
STAYS = ("language", "game", "base", "offers", "progress", "today", "last", "motion", "sound", "house_marks")


def staying(state: AskingState) -> dict[str, Any]:
    """Return the fields of a state that the next task's or question's state takes over."""
    return {name: getattr(state, name) for name in STAYS}


@dataclass(frozen=True, kw_only=True)
class CourseState(PageState):
    """The state of the course's map."""

    progress: ProgressState
    today: date
    played: bool = False  # whether the learner has played a game
    faults: tuple[str, ...] = ()  # the faults of a pasted record
    no_night: bool = False  # whether the entered date isn't allowed
