"""The places of the app where something is done: how each is opened, what is kept of it, and its address."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.positions import write_position
from apz.apocalypze.sharing import openable, position_link, session_link
from apz.apocalypze.teaching import course
from apz.core.learning.questions import Question
from apz.core.learning.saved import read_run, write_practice, write_run
from apz.core.link import from_link
from apz.core.plain_data import Given, names_of, number_of, part_of, text_of
from apz.core.reading import BadInput
from apz.core.session import Session
from apz.widgets.app.ending import Game
from apz.widgets.app.lab import open_lab
from apz.widgets.app.place import (
    LAB,
    LESSON,
    MOST_ADDRESS,
    PLAY,
    PRACTISE,
    SETUP,
    SHARED,
    STEP,
    Hall,
    Place,
    Unopened,
    found_in,
)
from apz.widgets.base.shelf import MOST_TEXT
from apz.widgets.base.wording import says
from apz.widgets.learn.first_game import WAY
from apz.widgets.learn.lesson import Lesson
from apz.widgets.learn.practice import ALL, Practice
from apz.widgets.table.saving import from_data, to_data
from apz.widgets.table.seats import BOTS, YOU
from apz.widgets.table.store import TableStore

MOST_GAME = 80_000  # characters of a game that is kept: his own and a shared one fit into what a browser keeps
MOST_TIME = 2**40  # seconds
SEATS = (YOU, *BOTS)


class LessonPlace(Place):
    """A lesson that is taken."""

    kind = LESSON
    panel: Lesson

    def given(self) -> Given:
        """The lesson and how far one came."""
        panel = self.panel
        since = 0 if panel.run.ended else panel.store.state.since  # at the end there is no table
        state = {"check": panel.run.check, "walk": write_run(panel.run, panel.table), "since": since}
        flags = {name: True for name, is_so in ((WAY, panel.to_game), ("tried", panel.tried)) if is_so}
        return {"lesson": panel.lesson.id, **state, **flags, "marked": sorted(panel.marked)}

    def title(self) -> str:
        """The lesson with its number."""
        lesson, language = self.panel.lesson, self.panel.scene.language
        return says(language, "bar.lesson", number=course.order().index(lesson.id) + 1, title=lesson.title)

    def address(self) -> dict[str, str]:
        """The lesson by its name."""
        return {"lesson": self.panel.lesson.id}


class PractisePlace(Place):
    """Fresh questions."""

    kind = PRACTISE
    panel: Practice

    def given(self) -> Given:
        """What is practised, and the question."""
        panel = self.panel
        return {"practise": panel.about, "stream": write_practice(panel.stream), "marked": sorted(panel.marked)}

    def address(self) -> dict[str, str]:
        """What is practised."""
        return {"practise": self.panel.about}


class PlayPlace(Place):
    """A game at the table: the learner's own, or one from a link or the lab, which never takes the place of his."""

    panel: Game

    def __init__(self, panel: Game, kind: str, text: str = "", when: int = 0) -> None:
        self.kind = kind
        self.text, self.when = text, when  # the game as it was last, and since when it is so
        super().__init__(panel)

    def given(self) -> Given:
        """The whole game, who sits where, and what tells it from others."""
        state, session = self.panel.store.state, self.panel.session
        hands, seats = "open" if state.open_hands else "hidden", "-".join(state.seats)
        text = openable(session, MOST_GAME)
        if text.count(STEP) < len(session.nodes) - 1:  # what is left of it has other numbers
            state = replace(state, at=0, since=0, seen={}, reasons={})
        if text != self.text:
            self.text, self.when = text, int(time.time())
        homes = [session.start.card(side.stronghold).name for side in session.start.sides]
        return {
            "game": text, "seats": seats, "hands": hands, "quick": state.quick, "table": to_data(state),
            "turn": session.position.turn, "when": self.when, "homes": homes,
        }  # fmt: skip

    def address(self) -> dict[str, str]:
        """The game, or only the position while nothing was played; neither if that is too long for an address."""
        state, session = self.panel.store.state, self.panel.session
        begun = len(session.nodes) > 1
        link = session_link(session) if begun else position_link(session.start)
        if len(link) > MOST_ADDRESS:
            return {"page": PLAY}
        how = {"seats": "-".join(state.seats), "hands": "open" if state.open_hands else "hidden"}
        return {"game" if begun else "position": link, **how}


# ---- how they are opened


def open_lesson(hall: Hall, given: Given) -> Place:
    """A lesson, from its beginning or where somebody was; what cannot be used of that is left out."""
    name = text_of(given, "lesson")
    if name not in course.order():
        raise Unopened("address.no-lesson", str(given.get("lesson", "")))
    panel = Lesson(name, language=hall.language, keep=hall.keeper)
    if given.get(WAY) is True:
        panel.to_game = lambda: hall.go(SETUP, {})
        panel.refresh()
    if given.get("check") is True:
        panel.turn_to(name, check=True)
    if state := part_of(given, "walk"):
        panel.run, table = read_run(state, course.lesson(name, hall.language), course.SUBJECT, panel.run.check)
        panel.table = table or (panel.table if panel.run.ended else panel.laid())
        for step in () if table else panel.run.steps:
            panel.table.add(step)
        panel.marked = _marked(given, panel.run.question)
        panel.lay()
        panel.tried = given.get("tried") is True
        panel.store.set(since=min(number_of(given, "since", MOST_TEXT), panel.session.at))
        panel.refresh()
    return LessonPlace(panel)


def open_practise(hall: Hall, given: Given) -> Place:
    """Questions about a rule, a chapter or all; the same one again where somebody was."""
    about = text_of(given, "practise") or (str(given["practise"]) if given.get("practise") else ALL)
    luck = secrets.randbits(48)
    try:
        panel = Practice("" if about == ALL else about, language=hall.language, keep=hall.keeper, luck=luck)
    except KeyError:
        raise Unopened("address.no-practice", about) from None
    if state := part_of(given, "stream"):
        panel.go_on(state)
        panel.marked = _marked(given, panel.asked)
        panel.refresh()
    return PractisePlace(panel)


def open_play(hall: Hall, given: Given, kind: str = PLAY) -> Place:
    """A game from its text or its link, or one that begins with a position; one that was left stands where it stood."""
    session = session_of(given)
    if session.start.problems():
        return open_lab(hall, {"lab": write_position(session.start)})
    names = text_of(given, "seats").split("-")
    seats = (names[0], names[1]) if len(names) == 2 and set(names) <= set(SEATS) else (YOU, YOU)
    hands = {"open": True, "hidden": False}.get(text_of(given, "hands"))
    store = TableStore(session, from_data(given.get("table"), session))
    store.offer("edit", lambda position: hall.go(LAB, {"lab": write_position(position)}))
    if "table" not in given:
        store.set(quick=given.get("quick") is True)
        store.seat(*seats, open_hands=hands)
    panel = Game(session, hall, kind)
    return PlayPlace(panel, kind, text_of(given, "game", MOST_TEXT), number_of(given, "when", MOST_TIME))


def _marked(given: Given, question: Question | None) -> frozenset[str]:
    """The answers that were ticked and not yet given, as far as the question has them."""
    options = {option.answer for option in question.options} if question else set()
    return frozenset(options.intersection(names_of(given.get("marked"))))


def session_of(given: Given) -> Session[Position]:
    """The game that is meant."""
    if given.get("position"):
        found = found_in(text_of(given, "position", MOST_TEXT), "address.no-position")
    else:
        found = found_in(text_of(given, "game", MOST_TEXT), "address.no-game")
    return found if isinstance(found, Session) else new_session(found)


def same_game(given: Given, kept: Given) -> bool:
    """Whether an address means the game that is kept; that is told without playing it again."""
    if any(given.get(name, kept.get(name)) != kept.get(name) for name in ("seats", "hands")):
        return False
    try:
        link = text_of(given, "game", MOST_TEXT)
        return (from_link(link) if link else session_of(given).text()) == kept.get("game")
    except (BadInput, Unopened):
        return False


OPEN: Mapping[str, Callable[[Hall, Given], Place]] = {
    LESSON: open_lesson,
    PRACTISE: open_practise,
    PLAY: open_play,
    SHARED: lambda hall, given: open_play(hall, given, SHARED),
    LAB: open_lab,
}
