"""The scenes of lessons, practice and the course: a state to look at, with the words and gestures of its page."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from apz.core.game import Game
from apz.core.learning.answering import Answering
from apz.core.learning.lesson_path import LessonPath
from apz.core.learning.lesson_run import LessonRun
from apz.core.learning.mastery import Mastery
from apz.core.learning.practice import Practice
from apz.core.learning.questions import Question
from apz.core.learning.teaching import Teaching
from apz.widgets.base.page import Effect, Memo, PageScene
from apz.widgets.learn.state import CourseState, LessonState, PracticeState
from apz.widgets.table.scene import Scene

LEARN = "learn"  # the verb of every gesture beside the table
PREFIX = f"{LEARN}:"


class LearnScene(PageScene[Any]):
    """What the scenes of learning have in common."""

    @property
    def moment(self) -> str:
        """What the learner saw who made a gesture: a second click on the same button means nothing more."""
        return ""

    @cached_property
    def game(self) -> Game[Any]:
        """The game that is learned."""
        found: Game[Any] = self.state.progress.game
        return found

    @property
    def say(self) -> Teaching[Any]:
        """The words about questions, in the learner's language."""
        return self.game.teaching(self.state.language)

    @property
    def mastery(self) -> Mastery:
        """The learner's record."""
        found: Mastery = self.state.progress.mastery
        return found

    def spelled(self, verb: str, rest: str = "") -> str:
        """Return a gesture of this page; what follows @ is the moment at which it can be made."""
        return f"{PREFIX}{verb}:{self.moment and f'@{self.moment}'}:{rest}"


class AskingScene(Scene, LearnScene):
    """A table with a question beside it."""

    state: Any

    def __init__(self, state: Any, memo: Memo | None = None, effects: tuple[Effect, ...] = ()) -> None:
        super().__init__(state.table, state, memo, effects)

    def of(self, state: Any, effects: tuple[Effect, ...]) -> Any:
        """Return the scene of another state of the same page."""
        return type(self)(state, self.memo, effects)

    @property
    def answering(self) -> Answering:
        """The question and how far the learner is with it."""
        raise NotImplementedError

    @property
    def question(self) -> Question | None:
        """The question."""
        return self.answering.question


class LessonScene(AskingScene):
    """A lesson to look at."""

    state: LessonState

    @cached_property
    def run(self) -> LessonRun[Any]:
        """The run through the lesson, in the learner's language."""
        run, language = self.state.run, self.state.language
        lesson = self.game.course().lesson(run.lesson.id, language)
        if run.lesson.language == lesson.language:
            return run
        key = (lesson.id, language, run.check)
        path: LessonPath[Any] = self.memo.once("path", key, lambda: run.told_in(lesson).path)
        return replace(run, path=path)

    @property
    def answering(self) -> Answering:
        """The question of the task."""
        return self.run.answering

    @property
    def moment(self) -> str:
        """Where the learner is, down to the last answer."""
        run = self.state.run
        parts = (run.at, run.round, len(run.verdicts), run.hints, run.played, run.check)
        return "-".join([run.lesson.id, *(str(int(part)) for part in parts)])


class PracticeScene(AskingScene):
    """Practice to look at."""

    state: PracticeState

    @property
    def practice(self) -> Practice:
        """The stream of questions."""
        return self.state.practice

    @property
    def answering(self) -> Answering:
        """The question that is asked."""
        return self.practice.answering

    @property
    def moment(self) -> str:
        """Which question this is, down to the last answer."""
        found = self.practice
        count = (found.luck % 99991, len(found.verdicts), found.hints, int(found.answering.shown))
        return "-".join([self.state.about, *map(str, count)])


class CourseScene(LearnScene):
    """The map of the course to look at."""

    state: CourseState
