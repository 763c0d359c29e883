"""The widget behind every panel: one view trait down, gestures up, and a text for where no widget can run."""

from __future__ import annotations

import html
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import anywidget
import traitlets

from apz.apocalypze.model import Position
from apz.core.session import Session
from apz.widgets.apocalypze import question
from apz.widgets.base.reports import report
from apz.widgets.base.scripts import script
from apz.widgets.base.tree import Tree, button, h, plain
from apz.widgets.table import explain
from apz.widgets.table.desk import Desk
from apz.widgets.table.given import session_for
from apz.widgets.table.routes import gesture

if TYPE_CHECKING:
    from apz.widgets.lab.editor import PositionEditor

HERE = Path(__file__).parent
MOST = 400  # characters of a gesture
MOST_BYTES = 48_000  # of a tree
# its width follows from the room it has, so that in a row of panels it must be given some
ROOM = {"flex": "1 1 auto", "min_width": "min(300px, 80vw)"}
log = logging.getLogger(__name__)


def as_json(value: Any, _: Any = None) -> str:
    """The view as one text: so it crosses whole, and nothing on the way walks through it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Panel(anywidget.AnyWidget):
    """A view of a session; `part` draws it, and every gesture goes to the desk that the session's panels share."""

    # as texts: for the sake of a file that may change, anywidget would hold on to every panel there ever was
    _esm = script("panel.js")
    _css = (HERE / "panel.css").read_text(encoding="utf-8")
    view = traitlets.Dict().tag(sync=True, to_json=as_json)
    part: ClassVar[Callable[[Desk], Tree]]
    name: ClassVar[str] = ""  # of the panel, in the catalog; one without a name frames itself
    speaks: ClassVar[bool] = False  # whether this panel shows answers, and can announce results to a screen reader
    steps_in: ClassVar[bool] = False  # whether it does so only where no panel does that speaks
    away = behind = False  # whether it was shown and no page shows it now, and whether it was not drawn since

    def __init__(self, session: Session[Position] | Position, *, language: str | None = None, **settings: Any) -> None:
        self.desk: Desk = Desk.of(session_for(self, session, language, settings))
        self.serial = 0
        self.spoken: tuple[int, object, object, object] = (0, None, None, None)  # the last announcement, and its cause
        if language is not None:
            self.desk.language = language
        self.speak()
        self.take_in()
        super().__init__(view=self.seen(), **{"layout": ROOM, **settings})
        self.stop = self.desk.listen(self.refresh)
        self.on_msg(self.receive)
        for each in self.others:
            each.joined()

    @property
    def session(self) -> Session[Position]:
        """The session that is seen."""
        return self.desk.session

    @property
    def others(self) -> list[Panel]:
        """The other panels of the session."""
        found = [getattr(listener, "__self__", None) for listener in self.desk.listeners]
        return [each for each in found if isinstance(each, Panel) and each is not self]

    def joined(self) -> None:
        """Another panel of the session has come."""

    @property
    def moment(self) -> str:
        """Where the learner is, beside the session."""
        return ""

    def draw(self) -> Tree:
        """The panel as a tree."""
        body = self.body()
        if self.steps_in and not self.desk.speakers:
            body = h("div", question.answers(self.desk), body)
        if not self.name:
            return body
        title = self.desk.ui(f"panels.{self.name}")
        return h("section", h("h2", title), body, class_=f"pane {self.name}", aria_label=title)

    def body(self) -> Tree:
        """What it shows: of panels of one kind at one desk, the first that is told of a change draws it for all."""
        part, drawn = type(self).part, self.desk.drawn
        if drawn is None:
            return part(self.desk)
        found: Tree = drawn[part] if part in drawn else part(self.desk)
        drawn[part] = found
        return found

    def fitting(self) -> Tree:
        """The panel as a tree that is not too big: what was unfolded first is folded again until it fits."""
        tree, desk = self.draw(), self.desk
        while (desk.opened or desk.example) and len(as_json(tree).encode()) > MOST_BYTES:
            if desk.opened:
                del desk.opened[next(iter(desk.opened))]
            else:
                desk.example = None
            desk.drawn = None if desk.drawn is None else {}
            tree = self.draw()
        return tree

    def seen(self) -> dict[str, Any]:
        """The whole view: the tree, the moment it shows, and what is announced; a fault in it is shown and kept."""
        self.serial += 1
        view: dict[str, Any] = {"at": self.session.at, "n": self.serial}
        try:
            view |= {"lang": self.desk.words.language, "gone": self.desk.ui("trouble.gone")}
            view["tree"] = self.fitting()
            if self.desk.speakers[-1:] == [self] or (self.steps_in and not self.desk.speakers):
                view["say"] = self.announced()
        except Exception as error:
            log.exception("a panel could not be drawn")
            self.desk.trouble = report(error, self.session)
            undo = button(self.desk.ui("history.undo"), "go:undo", class_="ghost")
            view["tree"] = h("section", question.trouble(self.desk), undo, class_="pane")
        return view

    def announced(self) -> dict[str, str]:
        """What a screen reader reads; only under another number does it read anew, though the words be the same."""
        desk = self.desk
        number, cause, answer, hint = self.spoken
        now = (self.said(), self.moment, self.session.at, desk.chosen, desk.picked)
        if now != cause or desk.answer is not answer or desk.hint is not hint:
            self.spoken = (number + 1, now, desk.answer, desk.hint)
        return {"id": str(self.spoken[0]), "text": now[0]}

    def said(self) -> str:
        """The one announcement after a gesture."""
        return self.desk.ui("trouble.said") if self.desk.trouble else question.said(self.desk)

    def follow(self) -> None:
        """Take in what has changed: all that a change leads to beside the drawing of it, which changes nothing."""

    def take_in(self) -> None:
        """Follow a change; a fault in that is shown and kept."""
        try:
            self.follow()
        except Exception as error:
            log.exception("a panel could not follow")
            self.desk.trouble = report(error, self.session)

    def refresh(self) -> None:
        """Take in a change and draw anew, whole; a panel that no page shows is drawn when somebody looks."""
        self.take_in()
        self.behind = True
        if not self.away:
            self.catch_up()

    def catch_up(self) -> None:
        """Draw what was not drawn yet; whoever keeps what is seen does so before it is shown."""
        if self.behind:
            self.behind = False
            with self.hold_sync():
                self.view = self.seen()

    @traitlets.observe("_view_count")
    def viewed(self, change: Any) -> None:
        """A page shows the panel, or none does any more: a cell that is run again leaves its old panels behind."""
        self.away = change["new"] == 0 and bool(change["old"])
        if self.away:
            self.silence()
        elif change["new"]:
            self.speak()
            self.catch_up()

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> Any:
        """What a page is told, always as it is now."""
        self.catch_up()
        return super().get_state(key, drop_defaults)

    def show(self, session: Session[Position]) -> None:
        """Show another session from now on, with the same language."""
        self.stop()
        self.silence()
        language = self.desk.language
        self.desk = Desk.of(session)
        self.desk.language = language
        self.speak()
        self.stop = self.desk.listen(self.refresh)
        self.desk.tell()

    def editor(self, **settings: Any) -> PositionEditor:
        """An editor with the position as it is now; from then on the history opens its moments there."""
        from apz.widgets.lab.editor import PositionEditor  # it is a panel itself

        found = PositionEditor(self.session.position, **{"language": self.desk.language, **settings})
        self.desk.edit = found.replace
        self.desk.tell()
        return found

    def close(self) -> None:
        """Take the panel away; the desk tells it nothing more."""
        made = hasattr(self, "stop")  # one that could not be made has no desk
        if made:
            self.stop()
            self.silence()
            self.behind, self._view_count = False, None  # so that the page need not tell that it shows it no more
        super().close()
        if made:
            self.layout.close()  # a widget of its own, which would stay

    def speak(self) -> None:
        """Announce results from now on, if this panel does that."""
        if self.speaks and self not in self.desk.speakers:
            self.desk.speakers.append(self)

    def silence(self) -> None:
        """Leave it to others to announce results."""
        if self in self.desk.speakers:
            self.desk.speakers.remove(self)

    def receive(self, _: Any, content: Any, __: Any) -> None:
        """A message from the page: a gesture, the moment it was made at, and on which desk if that lies inside."""
        if not isinstance(content, dict):
            return
        do, at, values = content.get("do"), content.get("at"), content.get("values")
        inside = content.get("scope") == "example"
        desk = self.desk.example[1] if inside and self.desk.example else None if inside else self.desk
        if desk is not None and isinstance(do, str) and isinstance(at, int) and len(do) < MOST:
            given = values if isinstance(values, dict) else {}
            self.desk.guarded(lambda: gesture(desk, do, at, given))

    def text(self) -> str:
        """The panel as plain text, for where no widget can run."""
        self.catch_up()
        return plain(self.view["tree"])

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        if self._view_count is None:
            self.set_trait("_view_count", 0)  # from now on the page tells whether it is shown
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data:
            data["text/plain"] = self.text()
            data["text/html"] = self.html()
        return bundle

    def html(self) -> str:
        """The panel as plain HTML, for where no widget can run."""
        return f"<pre>{html.escape(self.text())}</pre>"


class WithTable(Panel):
    """A panel that shows the table: its fallback is the position itself."""

    def html(self) -> str:
        """The position as HTML, and what just happened."""
        from apz.apocalypze.show.html import html as position_html  # seldom wanted, so loaded late

        told = html.escape(plain(explain.draw(self.desk)))
        return f"{position_html(self.desk.position, self.desk.language)}<pre>{told}</pre>"
