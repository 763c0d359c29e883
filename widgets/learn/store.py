"""The stores of lessons, practice and the course: each holds one state, and records what the learner does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from apz.core.session import Session
from apz.widgets.base.page import Effect
from apz.widgets.base.store import Store
from apz.widgets.learn import course_update, lesson_update, practice_update
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.scene import CourseScene, LessonScene, PracticeScene
from apz.widgets.learn.state import GO, JOIN, RECORD, REVIEW, Go
from apz.widgets.table.store import TableStore


class LearnStore(Store[Any]):
    """A store whose state includes the learner's current record."""

    progress: ProgressStore

    def recording(self, progress: ProgressStore, go: Go | None) -> None:
        """Register the effects that record the learner's progress or go to other pages."""
        self.progress = progress
        acts: dict[str, Callable[[Any], object]] = {
            RECORD: lambda events: progress.record(*events),
            REVIEW: progress.review_on,
            JOIN: progress.join,
            GO: lambda where: go(*where) if go else None,
        }
        self.acts |= acts

    @property
    def scene(self) -> Any:
        """The scene of the current state, with the latest record and today's date."""
        now, today = self.progress.state, date.today()
        if self.state.progress != now or self.state.today != today:
            self.state = replace(self.state, progress=now, today=today)
        return super().scene


class AskingStore(LearnStore, TableStore):
    """A store with a table in its state, which a gesture may replace."""

    look = LearnStore.look

    def __init__(self, state: Any, progress: ProgressStore, go: Go | None = None) -> None:
        TableStore.__init__(self, state.table, state)
        self.recording(progress, go)

    def take(self, state: Any, effects: tuple[Effect, ...] = ()) -> None:
        """Make this the current state, use its table as the session, and carry out its effects."""
        if state.table is not self.session:
            self.session = state.table
            self.bots = {}
            state.table.store = self
            state.table.listen(self.follow)
        super().take(state, effects)

    def follow(self, session: Session[Any]) -> None:
        """Show the session's current moment, if it's the session on the table."""
        if session is self.session:
            super().follow(session)


class LessonStore(AskingStore):
    """The store of a lesson."""

    scene_of, update_of = LessonScene, lesson_update.update

    def let_bots_move(self, times: Any) -> None:
        """Let bots move, and check whether their moves reach the goal."""
        super().let_bots_move(times)
        self.take(lesson_update.looked(self.scene).state)


class PracticeStore(AskingStore):
    """The store of practice."""

    scene_of, update_of = PracticeScene, practice_update.update


class CourseStore(LearnStore):
    """The store of the course's map."""

    scene_of, update_of = CourseScene, course_update.update

    def __init__(self, state: Any, progress: ProgressStore, go: Go) -> None:
        super().__init__(state)
        self.recording(progress, go)
