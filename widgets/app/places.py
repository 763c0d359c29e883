"""The places of the app where something is done: how each is opened, what is kept of it, and its address."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from apz.core.game import Game
from apz.core.link import from_link
from apz.core.plain_data import Given, number_of, text_of
from apz.core.reading import BadInput
from apz.core.sharing import openable, position_link, session_link
from apz.widgets.app.lab import open_lab
from apz.widgets.app.offers import MOST_TIME
from apz.widgets.app.place import LAB, MOST_ADDRESS, PLAY, SHARED, STEP, Hall, Place, Table, Unopened, session_of
from apz.widgets.app.play import PlayPanel, PlayState, PlayStore
from apz.widgets.app.state import AppScene
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.learn.lesson import Lesson, write_lesson
from apz.widgets.learn.practice import Practice, write_stream
from apz.widgets.learn.practice_update import ALL
from apz.widgets.learn.state import LESSON, PRACTISE
from apz.widgets.table.saving import from_data, to_data
from apz.widgets.table.seats import YOU

MOST_GAME = 80_000  # characters of a game that is kept: a learner's own and a shared one fit into what a browser keeps


class LookPlace(Place):
    """What is looked up."""

    def given(self) -> Given:
        """Return what is seen."""
        return self.address()

    def address(self) -> dict[str, str]:
        """Return the rule or the piece that is seen."""
        scene: AppScene = self.panel.scene
        if scene.state.query in scene.words.rules:
            return {"rule": scene.state.query}
        known = scene.view.look_up
        return {known.word: scene.state.piece} if known and scene.state.piece else super().address()


class LessonPlace(Place):
    """A lesson that is taken."""

    def given(self) -> Given:
        """Return the lesson and how far the learner came."""
        return write_lesson(self.panel.store.state)

    def title(self) -> str:
        """Return the lesson's title with its number."""
        lesson, scene = self.panel.lesson, self.panel.scene
        number = scene.game.course().order().index(lesson.id) + 1
        found: str = scene.says("bar.lesson", number=number, title=lesson.title)
        return found

    def address(self) -> dict[str, str]:
        """Return the lesson by its name."""
        return {"lesson": self.panel.lesson.id}


class PractisePlace(Place):
    """Fresh questions."""

    def given(self) -> Given:
        """Return what is practised, and the question."""
        return write_stream(self.panel.store.state)

    def address(self) -> dict[str, str]:
        """Return what is practised."""
        return {"practise": self.panel.store.state.about}


class PlayPlace(Place):
    """A game at the table: the learner's own, or one from a link or the lab, which never takes the place of theirs."""

    def __init__(self, kind: str, panel: PlayPanel, text: str = "", when: int = 0) -> None:
        super().__init__(kind, panel)
        self.text, self.when = text, when  # the game as it was last, and since when it is so

    def how(self) -> dict[str, str]:
        """Return who sits where, and whether hands are open, where there is somebody else to sit."""
        state = self.panel.store.state
        hands = "open" if state.open_hands else "hidden"
        return {"seats": "-".join(state.seats), "hands": hands} if len(state.seats) > 1 else {}

    def given(self) -> Given:
        """Return the whole game, who sits where, and what tells it from others."""
        scene, session = self.panel.scene, self.panel.session
        state, text = scene.state, openable(session, MOST_GAME)
        if text.count(STEP) < len(session.nodes) - 1:  # what is left of it has other numbers
            state = replace(state, at=0, since=0, seen={}, reasons={})
        if text != self.text:
            self.text, self.when = text, int(time.time())
        return {
            "session": text, **self.how(), "quick": state.quick, "table": to_data(state), "when": self.when,
            "turn": scene.view.turn(session.position), "summary": scene.view.set_up.summary(session.start),
        }  # fmt: skip

    def address(self) -> dict[str, str]:
        """Return the game, or only the position while nothing was played; neither if that's too long for an address."""
        game, session = self.panel.scene.game, self.panel.session
        begun = len(session.nodes) > 1
        link = session_link(session) if begun else position_link(game, session.start)
        if len(link) > MOST_ADDRESS:
            return {"page": PLAY}
        return {"session" if begun else "position": link, **self.how()}

    def table(self) -> Table:
        """Return the game, where it stands, and what may be seen of that."""
        scene, session = self.panel.scene, self.panel.session
        hidden = not scene.state.open_hands and scene.game.seats > 1
        return Table(session, session.position, scene.visible, hidden)


# ---- how they are opened


def open_lesson(hall: Hall, given: Given) -> Place:
    """Open a lesson, from its beginning or where it was left; what can't be used of that is left out."""
    name = text_of(given, "lesson")
    if name not in hall.scene.game.course().order():
        raise Unopened("address.no-lesson", str(given.get("lesson", "")))
    return LessonPlace(LESSON, Lesson(name, language=hall.scene.language, keep=hall.keeper, kept=given, go=hall.go))


def open_practise(hall: Hall, given: Given) -> Place:
    """Open questions about a rule, a chapter or all; the one that was left is asked again."""
    about = text_of(given, "practise") or (str(given["practise"]) if given.get("practise") else ALL)
    try:
        panel = Practice(about, language=hall.scene.language, keep=hall.keeper, luck=secrets.randbits(48), kept=given)
    except KeyError:
        raise Unopened("address.no-practice", about) from None
    return PractisePlace(PRACTISE, panel)


def open_play(hall: Hall, given: Given, kind: str = PLAY) -> Place:
    """Open a game from its text or link, or one that begins with a position; it stands where it was left."""
    game, session = hall.scene.game, session_of(hall.scene.game, given)
    if game.problems(session.start):
        if hall.scene.view.editor is None:
            raise Unopened("address.no-position")
        return open_lab(hall, {"lab": game.kernel().write(session.start)})
    names = tuple(text_of(given, "seats").split("-"))
    seats = names if len(names) == game.seats and {*names} <= {YOU, *game.bots} else (YOU,) * game.seats
    hands = {"open": True, "hidden": False}.get(text_of(given, "hands"))
    shown = from_data(given.get("table"), session)
    store = PlayStore(session, PlayState(**{**vars(shown), "kind": kind, "base": hall.scene.state.base}), hall.go)
    if hall.scene.view.editor:
        store.offer("edit", lambda position: hall.go(LAB, {"lab": game.kernel().write(position)}))
    if "table" not in given:
        store.set(quick=given.get("quick") is True, by_hand=given.get("by_hand") is not False)
        store.seat(*seats, open_hands=hands)
    panel = PlayPanel(session, language=hall.scene.language)
    return PlayPlace(kind, panel, text_of(given, "session", MOST_TEXT), number_of(given, "when", MOST_TIME))


def same_game(game: Game[Any], given: Given, kept: Given) -> bool:
    """Return whether an address means the game that is kept, without playing it again."""
    if any(given.get(name, kept.get(name)) != kept.get(name) for name in ("seats", "hands")):
        return False
    try:
        link = text_of(given, "session", MOST_TEXT)
        return (from_link(link) if link else session_of(game, given).text()) == kept.get("session")
    except (BadInput, Unopened):
        return False


OPEN: Mapping[str, Callable[[Hall, Given], Place]] = {
    LESSON: open_lesson,
    PRACTISE: open_practise,
    PLAY: open_play,
    SHARED: lambda hall, given: open_play(hall, given, SHARED),
    LAB: open_lab,
}
