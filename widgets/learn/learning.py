"""The base of the app's own pages: gestures of their own, and a learner's record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from apz.apocalypze.model import Position
from apz.core.session import Session
from apz.widgets.base.wording import told
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.scene import PREFIX
from apz.widgets.table.panel import WithTable
from apz.widgets.table.scene import Scene

MOST = 300  # characters of a gesture or of an answer
Values = Mapping[str, Any]
Gesture = Callable[[Any, str, Values], object]  # of a panel: with what follows the verb, and what its fields hold


class Learning(WithTable):
    """A page with gestures of its own."""

    speaks = True
    gestures: ClassVar[Mapping[str, Gesture]] = {}

    def __init__(
        self,
        session: Session[Position],
        *,
        language: str | None = None,
        keep: str | Path | ProgressStore | None = None,
        **settings: Any,
    ) -> None:
        self.keeper = keep if isinstance(keep, ProgressStore) else ProgressStore(keep)
        super().__init__(session, language=language, **settings)

    @property
    def desk(self) -> Scene:
        """What there is to see of the table now."""
        return self.scene

    @property
    def moment(self) -> str:
        """What somebody saw who made a gesture: a second click on the same button means nothing more."""
        return ""

    def told(self, place: str, **values: Any) -> str:
        """A text of the panel's own."""
        return told(self.desk.language, place, **values)

    def spelled(self, verb: str, rest: str = "") -> str:
        """A gesture of the panel's own, with the moment at which it can be made."""
        return f"{PREFIX}{verb}:{self.moment and f'@{self.moment}'}:{rest}"

    def receive(self, widget: Any, content: Any, buffers: Any) -> None:
        """A gesture of the panel's own, or one on the table."""
        do = content.get("do") if isinstance(content, dict) else None
        if not isinstance(do, str) or not do.startswith(PREFIX):
            super().receive(widget, content, buffers)
            return
        values = content.get("values")
        verb, _, rest = do[len(PREFIX) :][:MOST].partition(":")
        self.store.guarded(lambda: self.gesture(verb, rest, values if isinstance(values, dict) else {}))

    def gesture(self, verb: str, rest: str, values: Values) -> None:
        """Do what a gesture says; one that comes too late, or is unknown, changes nothing."""
        moment, _, rest = rest.partition(":")
        act = self.gestures.get(verb)
        if act is None or moment.removeprefix("@") != self.moment:
            return
        store = self.store
        with store.change():
            act(self, rest, values)
            store.clear()
