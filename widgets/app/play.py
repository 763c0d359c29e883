"""A game that is played in the app: its state, what the gestures at its end make of it, its store and its panel."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from apz.core.session import Session
from apz.widgets.app.ending_view import END, deciding_lesson, draw
from apz.widgets.app.place import PLAY
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.learn.state import GO, LESSON, Go
from apz.widgets.table import history_nav
from apz.widgets.table.panels import Tutor
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import TableState
from apz.widgets.table.store import TableStore

AGAIN = "again"  # the effect that begins another game like this one; its value: whether the seats are swapped


@dataclass(frozen=True)
class PlayState(TableState):
    """A table in the app."""

    kind: str = PLAY  # whether it's the learner's own game or one that was opened


# ---- the gestures at the end of a game


def learn(scene: Scene) -> Scene:
    """Go to the lesson about what decided the game."""
    lesson = deciding_lesson(scene)
    return scene.but(Effect(GO, (LESSON, {"lesson": lesson}))) if lesson else scene


WAYS: Mapping[str, Callable[[Scene], Scene]] = {
    "again": lambda scene: scene.but(Effect(AGAIN, False)),
    "swap": lambda scene: scene.but(Effect(AGAIN, True)),
    "walk": lambda scene: history_nav.go(scene, "0").but(tab="history"),
    LESSON: learn,
}


class PlayStore(TableStore):
    """The store of a game in the app."""

    stays = (*TableStore.stays, "kind")

    def __init__(self, session: Session[Any], state: PlayState, go: Go | None = None) -> None:
        super().__init__(session, state)
        self.acts[AGAIN] = self.again
        if go is not None:
            self.acts[GO] = lambda where: go(*where)

    def update(self, scene: Scene, gesture: Gesture) -> tuple[Any, tuple[Effect, ...]]:
        """Return what a gesture makes of the state: one of the ways on from the end of a game, or any at a table."""
        if gesture.verb != END:
            return super().update(scene, gesture)
        now = gesture.at in (None, scene.at) and scene.over
        after = WAYS[gesture.about](scene) if now and gesture.about in WAYS else scene
        return after.state, after.effects

    def again(self, swapped: bool) -> None:
        """Go to another game with the same settings: other luck in your own, the same start in one that was opened."""
        state: Any = self.state
        start, luck, like = self.session.start, secrets.randbelow(10**9), self.scene.view.set_up.again
        if state.kind == PLAY:
            start = like(start, luck) if like else self.scene.game.new_game(seed=luck)
        seats = state.seats[::-1] if swapped else state.seats
        given = {"session": self.scene.game.new_session(start).text(), "seats": "-".join(seats)}
        how = {"hands": "open" if state.open_hands else "hidden", "quick": state.quick, "by_hand": state.by_hand}
        self.acts[GO]((state.kind, {**given, **how}))


class PlayPanel(Tutor):
    """The table of a game in the app; at the game's end there is more than the table."""

    part = draw
