"""The lesson as a panel: what is said, asked and played, with the table beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from apz.apocalypze.kernel import new_session
from apz.apocalypze.language.commands import one_move
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Draw, Engage, Move
from apz.apocalypze.teaching import course
from apz.core.learning.events import Events
from apz.core.learning.lesson_run import LessonRun, begin
from apz.core.learning.lessons import Lesson as Content
from apz.core.session import Session
from apz.core.trace import Refusal
from apz.widgets.apocalypze import gestures
from apz.widgets.base.tree import Tree
from apz.widgets.learn import lesson_view
from apz.widgets.learn.keeper import Keeper
from apz.widgets.learn.learning import ANSWERING, PREFIX, Learning, Values


class Lesson(Learning):
    """A lesson by its name; it can be run as often as one likes, its tasks taken in any order."""

    to_game: Callable[[], object] | None = None  # for whoever is on the way to a first game

    def __init__(
        self,
        name: str = "",
        *,
        language: str = "en",
        keep: str | Path | Keeper | None = None,
        luck: int = 0,
        **settings: Any,
    ) -> None:
        self.luck = luck
        self.clicked: tuple[str, ...] = ()  # the last gestures on the table
        self.tried = False  # whether what is to be tried was tried by its button, not on the table
        self.run = self.begun(name or course.order()[0], language)
        self.table = self.laid()
        super().__init__(self.table, language=language, keep=keep, **settings)
        self.lay()

    @property
    def lesson(self) -> Content[Position]:
        """The lesson that is taken."""
        return self.run.lesson

    @property
    def now(self) -> Session[Position]:
        """The session of the task."""
        return self.table

    @property
    def moment(self) -> str:
        """Where the learner is, down to the last answer."""
        run = self.run
        parts = (run.at, run.round, len(run.verdicts), run.hints, run.played, run.check)
        return "-".join([run.lesson.id, *(str(int(part)) for part in parts)])

    def begun(self, name: str, language: str, check: bool = False) -> LessonRun[Position]:
        """Begin a lesson, or the two questions that skip it."""
        return begin(course.lesson(name, language), course.SUBJECT, self.luck, check)

    def turn_to(self, name: str, check: bool = False) -> None:
        """Turn to another lesson, or to the check that skips this one."""
        self.go_on(self.begun(name, self.desk.language, check))

    def take(self, act: tuple[LessonRun[Position], Events]) -> None:
        """Go on with what an act leads to, and record what the learner did."""
        self.go_on(act[0])
        self.keeper.record(*act[1])

    def go_on(self, run: LessonRun[Position], anew: bool = False) -> None:
        """Go on with a run; another task, or the same one `anew`, has another table."""
        old, self.run = self.run, run
        if run.ended:
            return
        if anew or (run.lesson.id, run.check, run.at, run.chance) != (old.lesson.id, old.check, old.at, old.chance):
            self.table = self.laid()
        elif list(run.steps) != self.table.steps:
            self.table.go_to(0)
            for step in run.steps:
                self.table.add(step)

    def laid(self) -> Session[Position]:
        """Lay a table for the task."""
        return new_session(self.run.position)

    def lay(self) -> None:
        """Lay the session of the task on the desk, with whoever plays there."""
        self.tried = False
        super().lay()
        task = self.run.task
        if task is not None and task.seats:
            self.store.seat(task.seats[0], task.seats[1], open_hands=True)

    def receive(self, widget: Any, content: Any, buffers: Any) -> None:
        """A gesture; one on the table may be what the task wants to be tried."""
        do = content.get("do") if isinstance(content, dict) else None
        if isinstance(do, str) and not do.startswith(PREFIX) and "scope" not in content:
            self.last = ""
            self.clicked = (*self.clicked, do)[-2:]
        super().receive(widget, content, buffers)
        task = self.run.task
        if task is not None and task.attempt and not self.run.solved and self.means(task.attempt):
            with self.store.change():
                self.store.clear()
                self.take(self.run.attempt())

    def means(self, attempt: str) -> bool:
        """Whether the last clicks can only mean what is to be tried, though the table took them otherwise."""
        session, least = self.table, 1 if self.desk.state.chosen is None else 2
        ways = self.clicks_of(one_move(session.start, attempt)) if session.at == 0 else []
        return any(len(way) >= least and self.clicked[-len(way) :] == way for way in ways)

    def clicks_of(self, move: Move) -> list[tuple[str, ...]]:
        """The clicks on the table that mean a move, or the button that does it: each way to say it without a word."""
        start = self.table.start
        decks = [(f"deck:{player}",) for player in (0, 1)]
        if start.waiting is None:
            return [*decks, *((f"card:{card}",) for card in range(len(start.game.cards)))]
        if isinstance(move, Draw):
            return [decks[start.waiting.player]]
        if move in gestures.unnamed(start, self.desk.moves):
            return [(f"move:{gestures.spelled(move)}",)]
        if isinstance(move, Engage):
            return [(f"point:{move.point}",)]
        card = gestures.card_of(start, move)
        return [tuple(f"card:{each}" for each in (card, *gestures.objects(start, move)))] if card >= 0 else []

    def answer(self, given: str | frozenset[str]) -> None:
        """Answer what is asked."""
        before = self.run.verdicts
        self.take(self.run.answer(given))
        self.unread = self.run.verdicts == before

    def go_to(self, number: int) -> None:
        """Go to a task."""
        self.take(self.run.open(number))
        self.go_on(self.run, anew=True)

    def attempt(self) -> None:
        """Try what is to be tried."""
        self.tried = True
        self.take(self.run.attempt())

    def follow(self) -> None:
        """Look at what the learner did on the table, and set the table up for the task."""
        if self.lesson.language != self.desk.language:
            self.run = self.run.told_in(course.lesson(self.lesson.id, self.desk.language))
        task = self.run.task
        if task is not None and self.session is self.table:
            self.run, _ = self.run.look(self.table.steps)
            if isinstance(self.desk.state.answer, Refusal):
                self.take(self.run.refused(self.desk.state.answer))
        self.store.set(
            watching=task is None or task.act not in ("goal", "try"),
            advises=False,  # the lesson has hints of its own, and its goals
            reckons=self.run.question is None or self.run.answered,
        )

    def draw(self) -> Tree:
        """Draw the lesson."""
        return lesson_view.draw(self)

    def said(self) -> str:
        """The one announcement after a gesture."""
        return lesson_view.said(self) or super().said()


def number(panel: Lesson, rest: str, values: Values) -> None:
    """Go to a task by its number."""
    if rest.isdecimal():
        panel.go_to(int(rest))


Lesson.gestures = {
    **ANSWERING,
    "hint": lambda panel, rest, values: panel.take(panel.run.hint()),
    "show": lambda panel, rest, values: panel.take(panel.run.show()),
    "play": lambda panel, rest, values: panel.take(panel.run.advance()),
    "try": lambda panel, rest, values: panel.attempt(),
    "again": lambda panel, rest, values: panel.take(panel.run.again()),
    "another": lambda panel, rest, values: panel.take(panel.run.another()),
    "next": lambda panel, rest, values: panel.take(panel.run.next()),
    "back": lambda panel, rest, values: panel.go_to(panel.run.at - 1),
    "open": number,
    "check": lambda panel, rest, values: panel.turn_to(panel.lesson.id, check=True),
    "start": lambda panel, rest, values: panel.turn_to(rest) if rest in course.order() else None,
    "game": lambda panel, rest, values: panel.to_game() if panel.to_game else None,
}
