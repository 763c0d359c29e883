"""The course: its map as a panel, and a frame for the map or the chosen lesson, practice or first game."""

from __future__ import annotations

import secrets
from datetime import date
from pathlib import Path
from typing import Any

from apz.core.game import Game
from apz.core.plain_data import Given
from apz.widgets.base.panel import Panel
from apz.widgets.base.tree import Tree
from apz.widgets.base.widget import Button, VBox
from apz.widgets.learn import course_view
from apz.widgets.learn.coach import FirstGame
from apz.widgets.learn.lesson import Lesson
from apz.widgets.learn.practice import Practice
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.state import LESSON, PRACTISE, CourseState, Go
from apz.widgets.learn.store import CourseStore
from apz.widgets.table.given import check_given
from apz.widgets.table.seats import YOU


class Map(Panel):
    """The map of the course: all lessons and rules, with the learner's progress."""

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

    def html(self) -> str:
        """Return the map as HTML."""
        return self.picture()

    def said(self) -> str:
        """Return the announcement to make after a gesture."""
        return super().said() or course_view.said(self.scene)


class Frame(VBox):  # type: ignore[misc, unused-ignore]
    """A box whose last child is the current panel; where widgets can't run, the box shows only that panel."""

    @property
    def seen(self) -> Panel:
        """The panel being shown."""
        panel: Panel = self.children[-1]
        return panel

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": self.seen.text(), "text/html": self.seen.html()} if bundle else bundle


class Course(Frame):
    """The whole course in one place: its map, and the chosen lesson, practice or first game."""

    def __init__(self, *, language: str = "en", keep: str | Path | None = None, game: Game[Any] | None = None) -> None:
        self.keeper = ProgressStore(keep, game)
        self.map = Map(language, self.keeper, self.go)
        self.back = Button(description=self.map.scene.told("course.back"), icon="arrow-left")
        self.back.on_click(lambda _: self.home())
        super().__init__([self.map])

    def lay(self, *shown: Any) -> None:
        """Show these panels, and close the previous one unless it's the map."""
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
            start = played.course().opening or (lambda: played.new_game(seed=secrets.randbelow(10**9)))
            seats = (YOU, *list(played.bots)[:1])[: played.seats]
            panel = FirstGame(played.new_session(start()), seats=seats, open_hands=True, language=language)
        self.lay(self.back, panel)
