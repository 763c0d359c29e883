"""The panel of a session: which part of the table it draws, and how it stands beside others of the same session."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any, ClassVar

from apz.core.session import Session
from apz.widgets.base.panel import Panel
from apz.widgets.base.tree import Tree, button, h, plain
from apz.widgets.table import explain, prompt
from apz.widgets.table.given import session_for
from apz.widgets.table.scene import Scene
from apz.widgets.table.store import TableStore
from apz.widgets.table.view import View


class SessionPanel(Panel):
    """A view of a session, which it shares with the session's other panels; `part` draws it."""

    part: ClassVar[Callable[[Scene], Tree]]
    name: ClassVar[str] = ""  # of the panel, in the catalog; one without a name frames itself
    clickable: ClassVar[bool] = False  # whether it has pieces to click
    store: TableStore

    def __init__(self, session: Any, *, language: str | None = None, **settings: Any) -> None:
        store = TableStore.of(session_for(self, session, language, settings))
        if language is not None:
            store.set(language=language)
        super().__init__(store, **settings)

    @property
    def scene(self) -> Scene:
        """The session at the moment that is shown."""
        return self.store.scene

    @property
    def session(self) -> Session[Any]:
        """The session that is seen."""
        return self.store.session

    @property
    def seen_at(self) -> int:
        """The moment that is shown."""
        return self.store.state.at

    def draw(self) -> Tree:
        """Draw the panel as a tree."""
        body = self.body()
        if self.steps_in and not self.store.speakers:
            body = h("div", prompt.answers(self.scene), body)
        if not self.name:
            return body
        title = self.scene.ui(f"panels.{self.name}")
        return h("section", h("h2", title), body, class_=f"pane {self.name}", aria_label=title)

    def body(self) -> Tree:
        """Draw what it shows; panels of one kind draw it once."""
        return self.scene.tree(type(self).part)

    def way_out(self) -> Tree:
        """The way back from something that cannot be drawn."""
        return button(self.scene.ui("history.undo"), "go:undo", class_="ghost")

    def said(self) -> str:
        """The one announcement after a gesture."""
        return super().said() or prompt.said(self.scene)

    def causes(self) -> tuple[object, ...]:
        """What was chosen, answered and advised."""
        state = self.store.state
        return state.answer, state.hint, state.chosen, *state.picked

    def show(self, session: Session[Any]) -> None:
        """Show another session from now on, with the same language."""
        language, store = self.store.state.language, TableStore.of(session)
        self.move_to(store)
        store.set(language=language)
        store.follow(session)

    def editor(self, **settings: Any) -> Any:
        """Make an editor with the position as it is now; from then on the history opens its moments there."""
        if self.scene.view.editor is None:
            raise TypeError(f"{self.scene.game.name} has no editor of positions")
        made = self.scene.view.editor()
        found = made(self.scene.position, **{"language": self.store.state.language, **settings})
        self.store.offer("edit", found.replace)
        self.store.tell()
        return found


def still(scene: Scene) -> str:
    """Return a picture of the table as HTML, or the table as text where the game has none."""
    view: View = scene.view
    if view.picture is not None:
        return view.picture(scene.visible, scene.language)
    return f"<pre>{html.escape(scene.game.show(scene.visible, scene.language, False))}</pre>"


class WithTable(SessionPanel):
    """A panel that shows the table: its fallback is the position itself."""

    clickable = True

    def html(self) -> str:
        """Return the position as HTML, and what just happened."""
        told = html.escape(plain(explain.draw(self.scene)))
        return f"{still(self.scene)}<pre>{told}</pre>"
