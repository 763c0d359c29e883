"""The panel of a session, which draws one part of the table."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any, ClassVar

from apz.core.session import Session
from apz.widgets.base.fields import pane
from apz.widgets.base.panel import Panel
from apz.widgets.base.tree import Tree, button, h, plain
from apz.widgets.table import curtain, explain, prompt, still
from apz.widgets.table.given import session_for
from apz.widgets.table.scene import Scene
from apz.widgets.table.store import TableStore


class SessionPanel(Panel):
    """A panel of a session, which shares its state with the session's other panels; `part` draws it."""

    part: ClassVar[Callable[[Scene], Tree]]
    name: ClassVar[str] = ""  # its name in the catalog; a panel without one draws its own frame
    clickable: ClassVar[bool] = False  # whether it has pieces to click
    store: TableStore

    def __init__(self, session: Any, *, language: str | None = None, **settings: Any) -> None:
        store = TableStore.of(session_for(self, session, language, settings))
        if language is not None:
            store.set(language=language)
        super().__init__(store, **settings)

    @property
    def scene(self) -> Scene:
        """The scene of the session at the moment being shown."""
        return self.store.scene

    @property
    def session(self) -> Session[Any]:
        """The session being shown."""
        return self.store.session

    @property
    def seen_at(self) -> int:
        """The number of the moment being shown."""
        return self.store.state.at

    def draw(self) -> Tree:
        """Draw the panel as a tree, or the curtain if the table is hidden."""
        if self.scene.curtain:
            return self.scene.tree(curtain.draw)
        body = self.body()
        if self.steps_in and not self.store.speakers:
            body = h("div", prompt.answers(self.scene), body)
        if not self.name:
            return body
        return pane(self.scene.ui(f"panels.{self.name}"), self.name, body)

    def body(self) -> Tree:
        """Draw the panel's content, only once for all panels of one kind."""
        return self.scene.tree(type(self).part)

    def way_out(self) -> Tree:
        """Draw the undo button, which leads away from content that can't be drawn."""
        return button(self.scene.ui("history.undo"), "go:undo", class_="ghost")

    def said(self) -> str:
        """Return the announcement to make after a gesture."""
        return super().said() or prompt.said(self.scene)

    def causes(self) -> tuple[object, ...]:
        """Return the answer, the advice and the choice, since a change in any of them makes an announcement new."""
        state = self.store.state
        return state.answer, state.hint, state.level, state.coaching, state.chosen, *state.picked

    def show(self, session: Session[Any]) -> None:
        """Show another session from now on, with the same language."""
        language, store = self.store.state.language, TableStore.of(session)
        self.move_to(store)
        store.set(language=language)
        store.follow(session)

    def editor(self, **settings: Any) -> Any:
        """Return an editor with the current position; from now on, the history can open moments there."""
        if self.scene.view.editor is None:
            raise TypeError(f"{self.scene.game.name} has no editor of positions")
        made = self.scene.view.editor()
        found = made(self.scene.position, **{"language": self.store.state.language, **settings})
        self.store.offer("edit", found.replace)
        self.store.tell()
        return found


class WithTable(SessionPanel):
    """A panel that shows the table; where widgets can't run, it shows the position instead."""

    clickable = True

    def html(self) -> str:
        """Return the position and what just happened as HTML."""
        told = html.escape(plain(explain.draw(self.scene)))
        return f"{still.html(self.scene.visible, self.scene.language)}<pre>{told}</pre>"
