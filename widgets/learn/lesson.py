"""The lesson as a panel, and as plain data for saving."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from apz.core.game import Game
from apz.core.learning.lesson_run import LessonRun, begin
from apz.core.learning.lessons import Lesson as Content
from apz.core.learning.questions import Question
from apz.core.learning.saved import MOST_TEXT, read_run, write_run
from apz.core.plain_data import Given, names_of, number_of, part_of
from apz.widgets.learn import lesson_view
from apz.widgets.learn.first_game import WAY
from apz.widgets.learn.lesson_update import begun
from apz.widgets.learn.panel import AskingPanel
from apz.widgets.learn.progress_store import ProgressState, ProgressStore
from apz.widgets.learn.state import Go, LessonState
from apz.widgets.learn.store import LessonStore
from apz.widgets.table.given import check_given
from apz.widgets.table.saving import from_data, to_data

# the saved fields of its table; the moment, the players and what's allowed there follow from the run
SHOWN = ("opened", "example", "since", "walked", "chosen", "picked", "card", "answer", "which", "reasons", "seen")


class Lesson(AskingPanel):
    """A lesson by name; you can take it as often as you like, and its tasks in any order."""

    view_of, said_of = lesson_view.draw, lesson_view.said
    store: LessonStore

    def __init__(
        self,
        name: str = "",
        *,
        language: str = "en",
        keep: str | Path | ProgressStore | None = None,
        luck: int = 0,
        game: Game[Any] | None = None,
        kept: Given | None = None,
        go: Go | None = None,
        **settings: Any,
    ) -> None:
        check_given(self, language, settings)
        self.keeper = keep if isinstance(keep, ProgressStore) else ProgressStore(keep, game)
        course = self.keeper.game.course()
        lesson = course.lesson(name or course.order()[0], language)
        state = read_lesson(kept or {}, lesson, language, self.keeper.state, luck)
        super().__init__(LessonStore(state, self.keeper, go), **settings)

    @property
    def run(self) -> LessonRun[Any]:
        """The run through the lesson."""
        found: LessonRun[Any] = self.scene.run
        return found

    @property
    def lesson(self) -> Content[Any]:
        """The lesson's content."""
        return self.run.lesson


# ---- saving


def write_lesson(state: LessonState) -> dict[str, Any]:
    """Return the state of a lesson as plain data."""
    run = state.run
    flags = {WAY: True} if state.way else {}
    return {
        "lesson": run.lesson.id,
        "check": run.check,
        "walk": write_run(run, state.table),
        **({} if run.ended else {"table": to_data(state)}),
        **flags,
        "marked": sorted(state.marked),
    }


def read_lesson(
    given: Given, lesson: Content[Any], language: str, progress: ProgressState, luck: int = 0
) -> LessonState:
    """Return the state of a lesson at its start or where the learner left off, skipping unusable saved data."""
    check, today, subject = given.get("check") is True, date.today(), progress.game.course().subject
    way = given.get(WAY) is True
    if not (walk := part_of(given, "walk")):
        run = begin(lesson, subject, luck, check)
        return begun(run, language, progress, today=today, way=way)
    run, table = read_run(walk, lesson, subject, check)
    state = begun(run, language, progress, today=today, way=way, **({"table": table, "at": table.at} if table else {}))
    left = replace(state, marked=read_marked(given, run.question))
    if "table" not in given:  # an earlier format: it has only the moment before the last gesture
        return replace(left, since=min(number_of(given, "since", MOST_TEXT), left.at))
    kept = from_data(given["table"], left.table)
    return replace(left, **{name: getattr(kept, name) for name in SHOWN})


def read_marked(given: Given, question: Question | None) -> frozenset[str]:
    """Return the saved ticks that are still valid."""
    offered = {option.answer for option in question.options} if question and question.several else set()
    return frozenset(each for each in names_of(given.get("marked")) if each in offered)
