"""What the panels of lessons, practice and progress have in common: gestures of their own, and a learner's record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from apz.apocalypze.model import Position
from apz.core.learning.progress import progress_text
from apz.core.session import Session
from apz.widgets.base.tree import Tree, h
from apz.widgets.base.wording import told
from apz.widgets.learn.keeper import Keeper
from apz.widgets.table.panel import WithTable
from apz.widgets.table.scene import Scene

PREFIX = "learn:"
MOST = 300  # characters of a gesture or of an answer
KEEPING = ("mark", "marked", "hint")  # after these what was ticked stays ticked
Values = Mapping[str, Any]
Gesture = Callable[[Any, str, Values], object]  # of a panel: with what follows the verb, and what its fields hold


class Learning(WithTable):
    """A panel that asks; whoever answers sees the table too."""

    speaks = True
    gestures: ClassVar[Mapping[str, Gesture]] = {}

    def __init__(
        self,
        session: Session[Position],
        *,
        language: str | None = None,
        keep: str | Path | Keeper | None = None,
        **settings: Any,
    ) -> None:
        self.keeper = keep if isinstance(keep, Keeper) else Keeper(keep)
        self.marked: frozenset[str] = frozenset()  # what is ticked
        self.unread = False  # whether something was typed that is no answer
        self.last = ""  # the last gesture of the panel's own
        super().__init__(session, language=language, **settings)

    @property
    def desk(self) -> Scene:
        """What there is to see of the table now."""
        return self.scene

    @property
    def moment(self) -> str:
        """What somebody saw who made a gesture: a second click on the same button means nothing more."""
        return ""

    @property
    def now(self) -> Session[Position]:
        """The session that belongs on the desk."""
        return self.session

    def told(self, place: str, **values: Any) -> str:
        """A text of the panel's own."""
        return told(self.desk.language, place, **values)

    def spelled(self, verb: str, rest: str = "") -> str:
        """A gesture of the panel's own; what follows @ is the moment at which it can be made."""
        return f"{PREFIX}{verb}:{self.moment and f'@{self.moment}'}:{rest}"

    def unsaved(self) -> Tree | None:
        """Draw the warning that the record's file can't be written, with the record to copy."""
        keeper = self.keeper
        if not keeper.unsaved:
            return None
        label = self.told("course.export")
        text = h("textarea", readonly=True, rows="6", value=progress_text(keeper.mastery), aria_label=label)
        warning = h("p", self.told("course.unsaved", file=str(keeper.place), reason=keeper.unsaved), class_="warn")
        return h(
            "section", warning, h("details", h("summary", label), text), class_="pane", role="alert", key="unsaved"
        )

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
        self.unread, self.last = False, verb
        store = self.store
        with store.change():
            act(self, rest, values)
            if verb not in KEEPING:
                self.marked = frozenset()
            store.clear()
            if self.now is not self.session:
                self.lay()

    def lay(self) -> None:
        """Lay the session that is wanted now on the desk."""
        self.show(self.now)


def mark(panel: Learning, rest: str, values: Values) -> None:
    """Tick an answer, or untick it."""
    panel.marked ^= {rest}


# the gestures of a panel that can be answered
ANSWERING: Mapping[str, Gesture] = {
    "pick": lambda panel, rest, values: panel.answer(rest),
    "mark": mark,
    "marked": lambda panel, rest, values: panel.answer(panel.marked),
    "typed": lambda panel, rest, values: panel.answer(str(values.get("text", ""))[:MOST]),
}
