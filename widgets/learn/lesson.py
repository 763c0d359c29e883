"""The lesson as a panel: what is said, asked and played, with the table beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from apz.apocalypze.language.commands import one_move
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Draw, Engage, Move
from apz.apocalypze.teaching import course
from apz.core.learning.lesson_run import Walk
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
        self.luck, self.checking = luck, False
        self.clicked: tuple[str, ...] = ()  # the last gestures on the table
        self.tried = False  # whether what is to be tried was tried by its button, not on the table
        self.walk = self.begun(name or course.order()[0], language)
        super().__init__(self.walk.session, language=language, keep=keep, **settings)
        self.walk.listeners.append(self.keeper.told)
        self.lay()

    @property
    def lesson(self) -> Content[Position]:
        """The lesson that is taken."""
        return self.walk.lesson

    @property
    def now(self) -> Session[Position]:
        """The session of the task."""
        return self.walk.session

    @property
    def moment(self) -> str:
        """Where the learner is, down to the last answer."""
        walk = self.walk
        parts = (walk.at, walk.round, len(walk.verdicts), walk.hints, walk.played, self.checking)
        return "-".join([walk.lesson.id, *(str(int(part)) for part in parts)])

    def begun(self, name: str, language: str, check: bool = False) -> Walk[Position]:
        """A walk through a lesson, or through the two questions that skip it."""
        found = course.lesson(name, language)
        return Walk(found.as_check() if check else found, course.SUBJECT, self.luck)

    def turn_to(self, name: str, check: bool = False) -> None:
        """Another lesson, or the check that skips this one."""
        self.checking = check
        self.walk = self.begun(name, self.desk.language, check)
        self.walk.listeners.append(self.keeper.told)

    def lay(self) -> None:
        """Lay the session of the task on the desk, with whoever plays there."""
        self.tried = False
        super().lay()
        task = self.walk.task
        if task is not None and task.seats:
            self.desk.seat(task.seats[0], task.seats[1], open_hands=True)

    def receive(self, widget: Any, content: Any, buffers: Any) -> None:
        """A gesture; one on the table may be what the task wants to be tried."""
        do = content.get("do") if isinstance(content, dict) else None
        if isinstance(do, str) and not do.startswith(PREFIX) and "scope" not in content:
            self.last = ""
            self.clicked = (*self.clicked, do)[-2:]
        super().receive(widget, content, buffers)
        task = self.walk.task
        if task is not None and task.attempt and not self.walk.solved and self.means(task.attempt):
            with self.desk.change():
                self.desk.let_go()
                self.walk.attempt()

    def means(self, attempt: str) -> bool:
        """Whether the last clicks can only mean what is to be tried, though the table took them otherwise."""
        session, least = self.walk.session, 1 if self.desk.chosen is None else 2
        ways = self.clicks_of(one_move(session.start, attempt)) if session.at == 0 else []
        return any(len(way) >= least and self.clicked[-len(way) :] == way for way in ways)

    def clicks_of(self, move: Move) -> list[tuple[str, ...]]:
        """The clicks on the table that mean a move, or the button that does it: each way to say it without a word."""
        start = self.walk.session.start
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
        self.unread = self.walk.answer(given) is None

    def go_to(self, number: int) -> None:
        """Go to a task."""
        self.walk.open(number)
        self.keeper.reached(self.lesson.id, self.walk.at)

    def onward(self) -> None:
        """Go on: to the next fresh question, the next task, or to the end."""
        walk, task = self.walk, self.walk.task
        if task is not None and task.fresh and walk.answered and walk.round < task.fresh.times:
            walk.another()
            return
        walk.onward()
        if not walk.ended:
            if not self.checking:
                self.keeper.reached(self.lesson.id, walk.at)
        elif walk.faultless or not self.checking:
            self.keeper.finished(self.lesson.id, self.checking)

    def attempt(self) -> None:
        """Try what is to be tried."""
        self.tried = True
        self.walk.attempt()

    def follow(self) -> None:
        """Look at what the learner did on the table, and set the table up for the task."""
        if self.lesson.language != self.desk.language:
            found = course.lesson(self.lesson.id, self.desk.language)
            self.walk.lesson = found.as_check() if self.checking else found
        task = self.walk.task
        self.walk.look()
        if isinstance(self.desk.answer, Refusal):
            self.walk.refused(self.desk.answer)
        self.desk.watching = task is None or task.act not in ("goal", "try")
        self.desk.advises = False  # the lesson has hints of its own, and its goals
        self.desk.reckons = self.walk.question is None or self.walk.answered

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
    "hint": lambda panel, rest, values: panel.walk.hint(),
    "show": lambda panel, rest, values: panel.walk.show(),
    "play": lambda panel, rest, values: panel.walk.advance(),
    "try": lambda panel, rest, values: panel.attempt(),
    "again": lambda panel, rest, values: panel.walk.again(),
    "another": lambda panel, rest, values: panel.walk.another(),
    "next": lambda panel, rest, values: panel.onward(),
    "back": lambda panel, rest, values: panel.go_to(panel.walk.at - 1),
    "open": number,
    "check": lambda panel, rest, values: panel.turn_to(panel.lesson.id, check=True),
    "start": lambda panel, rest, values: panel.turn_to(rest) if rest in course.order() else None,
    "game": lambda panel, rest, values: panel.to_game() if panel.to_game else None,
}
