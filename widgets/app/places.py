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
from apz.core.link import from_link
from apz.core.plain_data import Given, number_of, text_of
from apz.core.reading import BadInput
from apz.core.session import Session
from apz.widgets.app.ending import Game
from apz.widgets.app.lab import open_lab
from apz.widgets.app.place import LAB, MOST_ADDRESS, PLAY, SHARED, STEP, Hall, Place, Unopened, found_in
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.wording import says
from apz.widgets.learn.lesson import Lesson, write_lesson
from apz.widgets.learn.practice import Practice, write_stream
from apz.widgets.learn.practice_update import ALL
from apz.widgets.learn.state import LESSON, PRACTISE
from apz.widgets.table.saving import from_data, to_data
from apz.widgets.table.seats import YOU
from apz.widgets.table.store import TableStore

MOST_GAME = 80_000  # characters of a game that is kept: his own and a shared one fit into what a browser keeps
MOST_TIME = 2**40  # seconds
SEATS = (YOU, "sensible", "random")


class LessonPlace(Place):
    """A lesson that is taken."""

    kind = LESSON
    panel: Lesson

    def given(self) -> Given:
        """The lesson and how far one came."""
        return write_lesson(self.panel.store.state)

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
        return write_stream(self.panel.store.state)

    def address(self) -> dict[str, str]:
        """What is practised."""
        return {"practise": self.panel.store.state.about}


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
    return LessonPlace(Lesson(name, language=hall.language, keep=hall.keeper, kept=given, go=hall.go))


def open_practise(hall: Hall, given: Given) -> Place:
    """Questions about a rule, a chapter or all; the same one again where somebody was."""
    about = text_of(given, "practise") or (str(given["practise"]) if given.get("practise") else ALL)
    try:
        panel = Practice(about, language=hall.language, keep=hall.keeper, luck=secrets.randbits(48), kept=given)
    except KeyError:
        raise Unopened("address.no-practice", about) from None
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
