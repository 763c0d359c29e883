"""The editor of positions: one is built by hand, then played on in the editor's own place, and there is a way back."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.model import Position
from apz.apocalypze.show.text import show
from apz.core.session import Session
from apz.widgets.base.panel import Panel, WithTable
from apz.widgets.base.tree import Tree, button, h, plain
from apz.widgets.lab.editor_editing import Editing
from apz.widgets.table import explain, tutor
from apz.widgets.table.desk import Desk

BACK = "back"


class PositionEditor(Editing):
    """A position to build by hand: `position`, `yaml` and `python` are the same one, `session` plays it on.

    It begins with a position, or with one in a file (a Path), in a text or in a session; `position` and `yaml` can be
    set, too. Whoever gives `on_play` is told of the session and shows it elsewhere; else it is seen instead.
    """

    own: Desk | None = None  # the desk of the editor, while a game is played

    @property
    def playing(self) -> bool:
        """Whether the game is seen, and not the editor."""
        return self.own is not None

    def play(self) -> Session[Position]:
        """Begin a new session here, with both seats, and see it."""
        session = super().play()
        if self.on_play is None:
            own, game = self.own or self.desk, Desk.of(session)
            game.language, game.edit = own.language, self.replace
            self.sit(game)
            self.own = own
            game.speakers.append(self)
            game.tell()
        return session

    def back(self) -> None:
        """From the game back to the position as it was built."""
        self.moved_on(self.chosen)
        self.desk.tell()

    def moved_on(self, chosen: int | None) -> None:
        """Whatever position is edited now, it is seen, in the language that was chosen meanwhile."""
        if self.own is not None:
            self.own.language = self.desk.language
            self.sit(self.own)
            self.own = None
        super().moved_on(chosen)

    def sit(self, desk: Desk) -> None:
        """See this desk from now on."""
        self.stop()
        self.silence()
        self.desk = desk
        self.stop = desk.listen(self.refresh)

    # ---- what is seen of the game

    def draw(self) -> Tree:
        """The editor, or the game with the ways back."""
        if not self.playing:
            return super().draw()
        desk = self.desk
        bar = h(
            "nav",
            button("← " + desk.ui("editor.back"), BACK, class_="ghost"),
            button(desk.ui("history.edit"), "edit", class_="ghost"),
            class_="buttons way-back",
            aria_label=desk.ui("editor.way-back"),
            key=BACK,
        )
        table = tutor.draw(desk)
        return [*table[:2], bar, *table[2:]]

    def fitting(self) -> Tree:
        """The tree, not too big."""
        return Panel.fitting(self) if self.playing else super().fitting()

    def seen(self) -> dict[str, Any]:
        """The whole view; there is a way back even from a game that cannot be drawn."""
        if not self.playing:
            return super().seen()
        view = Panel.seen(self)
        if view["tree"][0] != "main":
            view["tree"].append(button(self.desk.ui("editor.back"), BACK, class_="ghost"))
        return view

    def said(self) -> str:
        """The announcement."""
        return Panel.said(self) if self.playing else super().said()

    def text(self) -> str:
        """The position as text, its problems and its YAML; or the game and what just happened."""
        if not self.playing:
            return super().text()
        return f"{show(self.desk.position, self.desk.language)}\n\n{plain(explain.draw(self.desk))}"

    def html(self) -> str:
        """The same as HTML."""
        return WithTable.html(self) if self.playing else super().html()

    def receive(self, _: Any, content: Any, __: Any) -> None:
        """A gesture from the page, for the editor or for the game."""
        if not self.playing:
            super().receive(_, content, __)
        elif isinstance(content, dict) and content.get("do") == BACK and not content.get("scope"):
            self.desk.guarded(self.back)
        else:
            Panel.receive(self, _, content, __)
