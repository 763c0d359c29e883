"""The editor of positions: one is built by hand, then played on in the editor's own place, and there is a way back."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.model import Position
from apz.apocalypze.show.text import show
from apz.core.session import Session
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.tree import Tree, button, h, plain
from apz.widgets.lab.editor_editing import Editing
from apz.widgets.table import explain, tutor
from apz.widgets.table.panel import SessionPanel, WithTable
from apz.widgets.table.store import TableStore

BACK = "back"


class PositionEditor(Editing):
    """A position to build by hand: `position`, `yaml` and `python` are the same one, `session` plays it on.

    It begins with a position, or with one in a file (a Path), in a text or in a session; `position` and `yaml` can be
    set, too. Whoever gives `on_play` is told of the session and shows it elsewhere; else it is seen instead.
    """

    own: TableStore | None = None  # the editor's own, while a game is played

    @property
    def playing(self) -> bool:
        """Whether the game is seen, and not the editor."""
        return self.own is not None

    def play(self) -> Session[Position]:
        """Begin a new session here, with both seats, and see it."""
        session = super().play()
        if self.on_play is None:
            own, game = self.own or self.store, TableStore.of(session)
            game.set(language=own.state.language)
            game.offer("edit", self.replace)
            self.move_to(game)
            self.own = own
            game.tell()
        return session

    def back(self) -> None:
        """From the game back to the position as it was built."""
        self.moved_on(self.chosen)
        self.store.tell()

    def moved_on(self, chosen: int | None) -> None:
        """Whatever position is edited now, it is seen, in the language that was chosen meanwhile."""
        if self.own is not None:
            self.own.set(language=self.store.state.language)
            self.move_to(self.own)
            self.own = None
        super().moved_on(chosen)

    # ---- what is seen of the game

    def draw(self) -> Tree:
        """The editor, or the game with the ways back."""
        if not self.playing:
            return super().draw()
        scene = self.scene
        bar = h(
            "nav",
            button("← " + scene.ui("editor.back"), BACK, class_="ghost"),
            button(scene.ui("history.edit"), "edit", class_="ghost"),
            class_="buttons way-back",
            aria_label=scene.ui("editor.way-back"),
            key=BACK,
        )
        table = tutor.draw(scene)
        return [*table[:2], bar, *table[2:]]

    def fitting(self) -> Tree:
        """The tree, not too big."""
        return SessionPanel.fitting(self) if self.playing else super().fitting()

    def seen(self) -> dict[str, Any]:
        """The whole view; there is a way back even from a game that cannot be drawn."""
        if not self.playing:
            return super().seen()
        view = SessionPanel.seen(self)
        if view["tree"][0] != "main":
            view["tree"].append(button(self.scene.ui("editor.back"), BACK, class_="ghost"))
        return view

    @property
    def seen_at(self) -> int:
        """The moment of the game, or the version of the position."""
        return self.store.state.at if self.playing else super().seen_at

    def said(self) -> str:
        """The announcement."""
        return SessionPanel.said(self) if self.playing else super().said()

    def text(self) -> str:
        """The position as text, its problems and its YAML; or the game and what just happened."""
        if not self.playing:
            return super().text()
        return f"{show(self.scene.visible, self.scene.language)}\n\n{plain(explain.draw(self.scene))}"

    def html(self) -> str:
        """The same as HTML."""
        return WithTable.html(self) if self.playing else super().html()

    def on_gesture(self, gesture: Gesture) -> None:
        """Do a gesture, in the editor or in the game."""
        if not self.playing:
            super().on_gesture(gesture)
        elif gesture.verb == BACK and not gesture.scope:
            self.store.guarded(self.back)
        else:
            SessionPanel.on_gesture(self, gesture)
