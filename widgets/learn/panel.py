"""The panels of lessons and practice: a question and a table, drawn from one state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from apz.widgets.base.panel import Panel
from apz.widgets.base.tree import Tree
from apz.widgets.learn.store import AskingStore
from apz.widgets.table.panel import WithTable


class AskingPanel(WithTable):
    """A panel that asks questions next to its own table."""

    speaks = True
    view_of: ClassVar[Callable[[Any], Tree]]
    said_of: ClassVar[Callable[[Any], str]]
    store: AskingStore

    def __init__(self, store: AskingStore, **settings: Any) -> None:
        Panel.__init__(self, store, **settings)

    @property
    def scene(self) -> Any:
        """The current scene."""
        return self.store.scene

    @property
    def moment(self) -> str:
        """The learner's place in the page as text, down to the last answer."""
        return str(self.scene.moment)

    def draw(self) -> Tree:
        """Draw the page."""
        return type(self).view_of(self.scene)

    def html(self) -> str:
        """Return the question and the table as HTML, which doesn't reveal the answer as the position alone would."""
        return self.picture()

    def said(self) -> str:
        """Return the announcement to make after a gesture."""
        return type(self).said_of(self.scene) or super().said()
