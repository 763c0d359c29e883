"""The scenes of lessons, practice and the course: a state to draw, with the page's texts and gestures."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Self

from apz.core.game import Game
from apz.core.learning.answering import Answering
from apz.core.learning.lesson_run import LessonRun
from apz.core.learning.lessons import Task
from apz.core.learning.mastery import Mastery
from apz.core.learning.practice import Practice
from apz.core.learning.questions import Question
from apz.core.learning.teaching import Teaching
from apz.widgets.base.page import Effect, Memo, PageScene
from apz.widgets.base.tree import Tree, classes, h
from apz.widgets.learn.state import CourseState, LessonState, PracticeState
from apz.widgets.table.scene import Scene

LEARN = "learn"  # the verb of every gesture next to the table
PREFIX = f"{LEARN}:"


class LearnScene(PageScene[Any]):
    """The base of all learning scenes."""

    @property
    def moment(self) -> str:
        """The moment that gestures apply to, as text, so that late clicks do nothing; "" if it doesn't matter."""
        return ""

    @cached_property
    def game(self) -> Game[Any]:
        """The game being learned."""
        found: Game[Any] = self.state.progress.game
        return found

    @property
    def say(self) -> Teaching[Any]:
        """The texts about questions, in the learner's language."""
        return self.game.teaching(self.state.language)

    @property
    def mastery(self) -> Mastery:
        """The learner's record."""
        found: Mastery = self.state.progress.mastery
        return found

    def spelled(self, verb: str, rest: str = "") -> str:
        """Return a gesture of this page as text, with the page's moment after an @."""
        return f"{PREFIX}{verb}:{self.moment and f'@{self.moment}'}:{rest}"


class AskingScene(Scene, LearnScene):
    """The scene of a table with a question next to it."""

    state: Any
    you = ()  # lessons and questions call the players by name

    def __init__(self, state: Any, memo: Memo | None = None, effects: tuple[Effect, ...] = ()) -> None:
        super().__init__(state.table, state, memo, effects)

    def of(self, state: Any, effects: tuple[Effect, ...]) -> Self:
        """Return the scene for another state of the same page."""
        return type(self)(state, self.memo, effects)

    @property
    def answering(self) -> Answering:
        """The question and the answers so far."""
        raise NotImplementedError

    @property
    def question(self) -> Question | None:
        """The question, or None if there's none."""
        return self.answering.question

    @property
    def open_question(self) -> str:
        """The key of the question, until it's answered."""
        question = self.question
        return question.ask.key if question is not None and not self.answering.answered else ""

    @property
    def asked(self) -> str:
        """The question in words, or "" if there's none."""
        return self.say.ask(self.question) if self.question is not None else ""

    @cached_property
    def field_at(self) -> str:
        """The place on the table where the question's number is typed; "" if it isn't typed on the table."""
        return "" if self.answering.answered else self.on_table

    @cached_property
    def on_table(self) -> str:
        """The place on the table that a number is asked about, also once it's answered; "" if there's none."""
        question = self.question
        return self.view.answer_at(self, question) if question is not None and not question.options else ""

    def number_field(self) -> list[Tree | None]:
        """Draw the field for the question's number, its button, and the error if the number can't be read."""
        unread = self.state.unread
        name, gesture = self.told("asking.number"), self.spelled("typed")
        verdicts = self.answering.verdicts
        missed = bool(verdicts) and not verdicts[-1].right
        field = h(
            "input", name="text", type="text", autocomplete="off", maxlength="8", aria_label=name,
            placeholder="?", class_=classes("number-field", missed and "missed"), inputmode="numeric",
            aria_invalid="true" if unread else None, aria_describedby=f"no-{gesture}" if unread else None,
        )  # fmt: skip
        answer = h("button", self.told("asking.answer"), type="submit", class_="do main")
        form = h("form", h("label", h("span", name), field), answer, data_do=gesture, class_="typed", key="typed")
        return [form, h("p", self.told("asking.no-answer"), id=f"no-{gesture}", class_="answer") if unread else None]

    @cached_property
    def hinted(self) -> frozenset[int]:
        """The ids of the pieces named in the question's hints, until the question is answered."""
        found = self.answering
        if not found.hints or found.answered or found.question is None:
            return super().hinted
        return super().hinted | {*found.question.cards}


class LessonScene(AskingScene):
    """The scene of a lesson."""

    state: LessonState

    @cached_property
    def run(self) -> LessonRun[Any]:
        """The run through the lesson, in the learner's language."""
        run, language = self.state.run, self.state.language
        lesson = self.game.course().lesson(run.lesson.id, language)
        if run.lesson.language == lesson.language:
            return run
        key = (lesson.id, language, run.check)
        return replace(run, path=self.memo.once("path", key, lambda: run.told_in(lesson).path))

    @property
    def answering(self) -> Answering:
        """The task's question and the answers so far."""
        return self.run.answering

    @property
    def asked(self) -> str:
        """The question in the lesson's own words if there are any, or else in the tutor's."""
        own = self.run.task.said_and_asked[1] if self.run.task else ""
        return own or super().asked

    @property
    def task(self) -> Task[Any]:
        """The current task, in a lesson that hasn't ended."""
        task = self.run.task
        assert task is not None
        return task

    @cached_property
    def hinted(self) -> frozenset[int]:
        """The ids of the pieces named in the hints for the question or for the goal's next move."""
        step = self.run.wanted if self.answering.hints and self.question is None else None
        return super().hinted | (frozenset(self.view.touched(step.before, step.move)) if step else frozenset())

    @cached_property
    def spoken(self) -> frozenset[int]:
        """The ids of the pieces that the task and its question name."""
        task, question = self.run.task, self.question
        if task is None:
            return frozenset()
        asked = self.say.ask(question) if question is not None else ""
        return frozenset(self.view.spoken_of(self, f"{task.said.get('say', '')} {asked}")) | self.tried

    @cached_property
    def tried(self) -> frozenset[int]:
        """The ids of the pieces in the illegal move that the task has the learner try."""
        run, task = self.run, self.run.task
        if task is None or run.start is None or not task.attempt:
            return frozenset()
        return frozenset(self.view.touched(run.start, run.path.subject.move(run.start, task.attempt)))

    @cached_property
    def shown_first(self) -> tuple[int, ...]:
        """The ids of the pieces that the task is about; the page brings the first one that it shows into view."""
        run, task = self.run, self.run.task
        if task is None or run.start is None:
            return ()
        text = f"{task.said.get('say', '')} {self.asked}"
        return tuple(self.view.shown_first(self, text, [*self.tried, *sorted(self.spoken)]))

    @property
    def moment(self) -> str:
        """The learner's place in the lesson as text, which changes with each task, answer and hint."""
        run = self.state.run
        parts = (run.at, run.round, len(run.verdicts), run.hints, run.played, run.check)
        return "-".join([run.lesson.id, *(str(int(part)) for part in parts)])


class PracticeScene(AskingScene):
    """The scene of practice."""

    state: PracticeState

    @property
    def practice(self) -> Practice:
        """The stream of questions."""
        return self.state.practice

    @property
    def answering(self) -> Answering:
        """The current question and the answers so far."""
        return self.practice.answering

    @cached_property
    def shown_first(self) -> tuple[int, ...]:
        """The ids of the pieces that the question is about; the page brings the first one that it shows into view."""
        question = self.question
        if question is None:
            return ()
        text = self.asked
        return tuple(self.view.shown_first(self, text, [*sorted(self.view.spoken_of(self, text)), *question.cards]))

    @property
    def moment(self) -> str:
        """The learner's place in practice as text, which changes with each question, answer and hint."""
        found = self.practice
        count = (found.luck % 99991, len(found.verdicts), found.hints, int(found.answering.shown), int(found.closed))
        return "-".join([self.state.about, *map(str, count)])


class CourseScene(LearnScene):
    """The scene of the course's map."""

    state: CourseState
