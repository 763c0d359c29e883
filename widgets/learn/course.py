"""The course: its map as a panel, and a frame with the lesson or the practice that was chosen there."""

from __future__ import annotations

import secrets
from datetime import date
from pathlib import Path
from typing import Any

import ipywidgets

from apz.core.game import Game
from apz.core.plain_data import Given
from apz.widgets.base.panel import Panel
from apz.widgets.base.tree import Tree
from apz.widgets.learn import course_view
from apz.widgets.learn.lesson import Lesson
from apz.widgets.learn.practice import Practice
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.state import LESSON, PRACTISE, CourseState, Go
from apz.widgets.learn.store import CourseStore
from apz.widgets.table.given import check_given
from apz.widgets.table.panels import Tutor
from apz.widgets.table.seats import YOU


class Map(Panel):
    """The map of the course: all lessons and rules, and how the learner stands with each."""

    speaks = True
    store: CourseStore

    def __init__(self, language: str, keeper: ProgressStore, go: Go, *, played: bool = False) -> None:
        check_given(self, language, {})
        self.keeper = keeper
        state = CourseState(language=language, progress=keeper.state, today=date.today(), played=played)
        super().__init__(CourseStore(state, keeper, go))

    def draw(self) -> Tree:
        """Draw the map."""
        return course_view.draw(self.scene)

    def said(self) -> str:
        """The one announcement after a gesture."""
        return super().said() or course_view.said(self.scene)


class Frame(ipywidgets.VBox):  # type: ignore[misc, unused-ignore]
    """A box of panels that shows the last one; its text stands in where no widget can run."""

    @property
    def seen(self) -> Panel:
        """The panel that is shown."""
        panel: Panel = self.children[-1]
        return panel

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": self.seen.text(), "text/html": self.seen.html()} if bundle else bundle


class Course(Frame):
    """The whole course in one place: its map, and the lesson or the practice that was chosen there."""

    def __init__(self, *, language: str = "en", keep: str | Path | None = None, game: Game[Any] | None = None) -> None:
        self.keeper = ProgressStore(keep, game)
        self.map = Map(language, self.keeper, self.go)
        self.back = ipywidgets.Button(description=self.map.scene.told("course.back"), icon="arrow-left")
        self.back.on_click(lambda _: self.home())
        super().__init__([self.map])

    def lay(self, *shown: Any) -> None:
        """Show these panels instead of those before."""
        old, self.children = self.seen, shown
        if old is not self.map:
            old.close()

    def home(self) -> None:
        """Go back to the map."""
        self.lay(self.map)
        self.map.refresh()

    def go(self, kind: str, given: Given) -> None:
        """Show a lesson, practice, or a first game."""
        language: Any = self.map.store.state.language
        self.back.description = self.map.scene.told("course.back")
        panel: Panel
        if kind == LESSON:
            panel = Lesson(given["lesson"], language=language, keep=self.keeper, kept=given, go=self.go)
        elif kind == PRACTISE:
            panel = Practice(given.get("practise", ""), language=language, keep=self.keeper)
        else:
            self.map.store.set(played=True)
            played = self.keeper.game
            game = played.new_session(played.new_game(seed=secrets.randbelow(10**9)))
            panel = Tutor(
                game, seats=(YOU, *list(played.bots)[-1:])[: played.seats], open_hands=True, language=language
            )
        self.lay(self.back, panel)
