"""The app's places, and how each is opened, saved and addressed."""

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
from apz.widgets.app.lab import begins_in_lab, open_lab
from apz.widgets.app.offers import MOST_TIME
from apz.widgets.app.place import (
    HOME,
    LAB,
    LEARN,
    MOST_ADDRESS,
    PLAY,
    SHARED,
    STEP,
    AppContext,
    Place,
    Table,
    Unopened,
    session_of,
)
from apz.widgets.app.play import PlayPanel, PlayState, PlayStore
from apz.widgets.app.state import BEHIND, PIECES, RULES, AppScene
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.page import PageScene
from apz.widgets.learn.lesson import Lesson, write_lesson
from apz.widgets.learn.practice import Practice, write_stream
from apz.widgets.learn.practice_update import MET
from apz.widgets.learn.state import LESSON, PRACTISE, SETUP
from apz.widgets.table import settings
from apz.widgets.table.saving import from_data, to_data
from apz.widgets.table.seats import YOU
from apz.widgets.table.update import BRANCH

BACK = (HOME, LEARN, SETUP, LAB)  # the pages that a game can be started from
MOST_GAME = 80_000  # characters of a saved game: the learner's own and a shared one fit into the browser's storage


class LookPlace(Place):
    """The look-up page as a place."""

    def given(self) -> Given:
        """Return the parameters that open the page again with the rule or piece being shown."""
        return self.address()

    def address(self) -> dict[str, str]:
        """Return the address of the rule or piece being shown, or else of the look-up page."""
        scene: AppScene = self.panel.scene
        known, state = scene.view.look_up, scene.state
        if known and state.piece and state.tab == PIECES:
            return {known.word: state.piece}
        return {"rule": state.rule} if state.rule and state.tab == RULES else super().address()


class LessonPlace(Place):
    """A lesson as a place."""

    def given(self) -> Given:
        """Return the lesson and the learner's progress in it."""
        return write_lesson(self.panel.store.state)

    def title(self) -> str:
        """Return the lesson's title with its number."""
        lesson, scene = self.panel.lesson, self.panel.scene
        number = scene.game.course().order().index(lesson.id) + 1
        found: str = scene.says("bar.lesson", number=number, title=lesson.title)
        return found

    def address(self) -> dict[str, str]:
        """Return the address parameters with the lesson's name."""
        return {"lesson": self.panel.lesson.id}


class PractisePlace(Place):
    """Practice as a place."""

    def given(self) -> Given:
        """Return the topic, the stream of questions, and the ticked answers."""
        return write_stream(self.panel.store.state)

    def address(self) -> dict[str, str]:
        """Return the address parameters with the topic."""
        return {"practise": self.panel.store.state.about}


class PlayPlace(Place):
    """A game as a place: the learner's own, or one from a link or the lab, which doesn't replace their own."""

    def __init__(self, kind: str, panel: PlayPanel, text: str, when: int, back: str) -> None:
        super().__init__(kind, panel)
        self.text, self.when = text, when  # the last text of the game, and when it changed
        self.back = back  # the page that the learner came from

    def how(self) -> dict[str, str]:
        """Return the seats and whether hands are open, or {} if there's only one seat."""
        state = self.panel.store.state
        hands = "open" if state.open_hands else "hidden"
        return {"seats": "-".join(state.seats), "hands": hands} if len(state.seats) > 1 else {}

    def given(self) -> Given:
        """Return the data needed to restore and describe the game."""
        scene, session = self.panel.scene, self.panel.session
        state, text = scene.state, openable(session, MOST_GAME)
        if text.count(STEP) < len(session.nodes) - 1:  # it was shortened, which renumbers its moments
            state = replace(state, at=0, since=0, seen={}, reasons={}, refusals={})
        if text != self.text:
            self.text, self.when = text, int(time.time())
        return {
            "session": text, **self.how(), "quick": state.quick, "table": to_data(state), "when": self.when,
            "back": self.back, "turn": scene.view.turn(session.position),
            "over": scene.game.decides(session.position) is None,
            "summary": scene.view.set_up.summary(session.start),
        }  # fmt: skip

    def address(self) -> dict[str, str]:
        """Return the address of the game or, before its first move, its position; only the page if it's too long."""
        game, session = self.panel.scene.game, self.panel.session
        begun = len(session.nodes) > 1
        link = session_link(session) if begun else position_link(game, session.start)
        if len(link) > MOST_ADDRESS:
            return {"page": PLAY}
        return {"session" if begun else "position": link, **self.how()}

    def table(self) -> Table:
        """Return the session, its position, and the visible part of the position."""
        scene, session = self.panel.scene, self.panel.session
        hidden = not scene.state.open_hands and scene.game.seats > 1
        return Table(session, session.position, scene.visible, hidden)


# ---- opening


def open_lesson(context: AppContext, given: Given) -> Place:
    """Return a lesson, opened at its start or where the learner left off; raise Unopened if it doesn't exist."""
    name = text_of(given, "lesson")
    if name not in context.scene.game.course().order():
        raise Unopened("address.no-lesson", str(given.get("lesson", "")))
    return LessonPlace(
        LESSON, Lesson(name, language=context.scene.language, keep=context.keeper, kept=given, go=context.go)
    )


def open_practise(context: AppContext, given: Given) -> Place:
    """Return practice on a topic (by default, rules already met) with any saved question; raise Unopened if unknown."""
    about = text_of(given, "practise") or (str(given["practise"]) if given.get("practise") else MET)
    try:
        panel = Practice(
            about, language=context.scene.language, keep=context.keeper, luck=secrets.randbits(48), kept=given
        )
    except KeyError:
        raise Unopened("address.no-practice", about) from None
    return PractisePlace(PRACTISE, panel)


def open_play(context: AppContext, given: Given, kind: str = PLAY) -> Place:
    """Return a game, opened where the learner left off; a position that breaks the rules opens in the lab instead.

    Raise Unopened if the game can't be read, or if there's no lab for such a position.
    """
    game, session = context.scene.game, session_of(context.scene.game, given)
    if game.problems(session.start):
        if context.scene.view.editor is None:
            raise Unopened("address.no-position")
        return open_lab(context, {"lab": game.kernel().write(session.start)})
    names = tuple(text_of(given, "seats").split("-"))
    seats = names if len(names) == game.seats and {*names} <= {YOU, *game.bots} else (YOU,) * game.seats
    hands = {"open": True, "hidden": False}.get(text_of(given, "hands"))
    shown = from_data(given.get("table"), session)
    back = came_from(context, given)
    own = {"kind": kind, "back": back, "base": context.scene.state.base, "theme": context.scene.state.theme}
    own |= liked(context.scene)
    store = PlayStore(session, PlayState(**{**vars(shown), **own}), context.go, context.keeper)
    if context.scene.view.editor:
        store.offer("edit", lambda position: context.go(LAB, {"lab": game.kernel().write(position)}))
        if begins_in_lab(context, game.kernel().write(session.start)):
            store.offer(BRANCH, lambda kept: context.go(LAB, {"branch": kept}))
    if "table" not in given:
        store.set(quick=given.get("quick") is True, by_hand=given.get("by_hand") is not False)
        store.seat(*seats, open_hands=hands)
    panel = PlayPanel(session, language=context.scene.language)
    return PlayPlace(kind, panel, text_of(given, "session", MOST_TEXT), number_of(given, "when", MOST_TIME), back)


def came_from(context: AppContext, given: Given) -> str:
    """Return the page to go back to from a game: the one where it was started, or home if that isn't in `BACK`."""
    here = BEHIND.get(context.scene.state.place, context.scene.state.place)
    known = text_of(given, "back") or here
    return known if known in BACK else HOME


def liked(scene: PageScene[Any]) -> dict[str, Any]:
    """Return the shared table settings as state fields, except who makes forced moves, which each game sets itself."""
    return settings.fields({name: value for name, value in scene.state.liked.items() if name != "steps"})


def same_game(game: Game[Any], given: Given, kept: Given) -> bool:
    """Return True if an address points to the saved game, without replaying that game."""
    if any(given.get(name, kept.get(name)) != kept.get(name) for name in ("seats", "hands")):
        return False
    try:
        link = text_of(given, "session", MOST_TEXT)
        return (from_link(link) if link else session_of(game, given).text()) == kept.get("session")
    except (BadInput, Unopened):
        return False


OPEN: Mapping[str, Callable[[AppContext, Given], Place]] = {
    LESSON: open_lesson,
    PRACTISE: open_practise,
    PLAY: open_play,
    SHARED: lambda context, given: open_play(context, given, SHARED),
    LAB: open_lab,
}
