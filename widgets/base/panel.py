"""The widget behind every panel: it sends its view to the page, gets gestures back, and has a text fallback."""

from __future__ import annotations

import html
import json
import logging
from typing import Any, ClassVar

from apz.widgets.base.gesture import Gesture, read_gesture
from apz.widgets.base.renderer import Renderer
from apz.widgets.base.store import Store
from apz.widgets.base.tree import Tree, h, plain
from apz.widgets.base.trouble import trouble
from apz.widgets.base.widget import AnyWidget, Dict, WidgetTrait, front_end, observe

MOST_BYTES = 48_000  # of a tree
# a panel is as wide as the room it gets, so a row of panels has to give it some
ROOM = {"flex": "1 1 auto", "min_width": "min(300px, 80vw)"}
log = logging.getLogger(__name__)


def as_json(value: Any) -> str:
    """Return a tree or a whole view as one JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), check_circular=False)  # trees have no cycles


def written(view: Any, panel: Panel) -> str:
    """Return a panel's view as one JSON text, so that no layer in between has to traverse it.

    Each view is requested several times, to check for changes and to send it, but is serialized only once.
    """
    if panel.wrote[0] is not view:
        panel.wrote = (view, as_json(view))
    return panel.wrote[1]


class Panel(AnyWidget):
    """A view of a store's state; its gestures go to the store, which tells all its panels about changes."""

    _esm = front_end("via_renderer.js")
    renderer = WidgetTrait().tag(sync=True)
    view = Dict().tag(sync=True, to_json=written)
    speaks: ClassVar[bool] = False  # whether this panel shows answers, and can announce results to a screen reader
    steps_in: ClassVar[bool] = False  # whether it announces results if the store has no panel that speaks
    store: Store[Any]
    wrote: tuple[Any, str] = (None, "")  # the last view that was written, and its text
    away = behind = False  # whether pages no longer show it, and whether its drawing is out of date

    def __init__(self, store: Store[Any], **settings: Any) -> None:
        self.store = store
        self.serial = 0
        self.spoken: tuple[int, object, tuple[object, ...]] = (0, None, ())  # the last announcement, and its cause
        store.join(self)
        self.take_in()
        super().__init__(view=self.seen(), renderer=Renderer.shared(), **{"layout": ROOM, **settings})
        self.on_msg(self.receive)
        for each in self.others:
            each.joined()

    @property
    def scene(self) -> Any:
        """The store's current scene, which views draw."""
        return self.store.scene

    @property
    def others(self) -> list[Panel]:
        """The other panels of the store."""
        return [each for each in self.store.panels if each is not self]

    def joined(self) -> None:
        """Handle the arrival of a new panel in the store; a hook for subclasses."""

    @property
    def moment(self) -> str:
        """The learner's place in the page, as text; when it changes, the same words are announced again."""
        return ""

    # ---- drawing

    def draw(self) -> Tree:
        """Draw the panel as a tree, without changing anything."""
        raise NotImplementedError

    def fitting(self) -> Tree:
        """Draw the tree; while it's too big, fold its oldest unfolded part, or close its example, and draw it again."""
        tree, state = self.draw(), self.store.state
        while (state.opened or state.example) and len(as_json(tree).encode(errors="replace")) > MOST_BYTES:
            self.store.set(**({"opened": state.opened[1:]} if state.opened else {"example": None}))
            tree, state = self.draw(), self.store.state
        return tree

    @property
    def seen_at(self) -> int:
        """The number of the moment that gestures from this view apply to."""
        return 0

    def seen(self) -> dict[str, Any]:
        """Return the whole view with its tree, moment and announcement; an error in drawing is shown and kept."""
        self.serial += 1
        view: dict[str, Any] = {"at": self.seen_at, "n": self.serial}
        try:
            view |= {"lang": self.scene.words.language, "gone": self.scene.ui("trouble.gone")}
            view["tree"] = self.fitting()
            if self.store.speakers[-1:] == [self] or (self.steps_in and not self.store.speakers):
                view["say"] = self.announced()
        except Exception as error:
            log.exception("a panel could not be drawn")
            self.store.set(trouble=self.store.report(error))
            view["tree"] = h("section", trouble(self.scene), self.way_out(), class_="pane")
        return view

    def way_out(self) -> Tree | None:
        """Draw the button that leads away from content that can't be drawn; None if there's no such button."""
        return None

    def announced(self) -> dict[str, str]:
        """Return the announcement and its number; a new number makes a screen reader repeat the same words."""
        number, cause, causes = self.spoken
        now, fresh = (self.said(), self.moment, self.seen_at), self.causes()
        if now != cause or len(fresh) != len(causes) or any(a is not b for a, b in zip(fresh, causes, strict=True)):
            self.spoken = (number + 1, now, fresh)
        return {"id": str(self.spoken[0]), "text": now[0]}

    def causes(self) -> tuple[object, ...]:
        """Return the values whose change makes an announcement new even if its words are the same."""
        return ()

    def said(self) -> str:
        """Return the announcement to make after a gesture, or "" if there's none."""
        return self.scene.ui("trouble.said") if self.scene.state.trouble else ""

    # ---- changes

    def follow(self) -> None:
        """React to a change before it's drawn; a hook for subclasses, since drawing itself changes nothing."""

    def take_in(self) -> None:
        """Call `follow`; an error there is shown and kept for the report."""
        try:
            self.follow()
        except Exception as error:
            log.exception("a panel could not follow")
            self.store.set(trouble=self.store.report(error))

    def refresh(self) -> None:
        """React to a change and draw it; a panel that no page shows is drawn later."""
        self.take_in()
        self.behind = True
        if not self.away:
            self.catch_up()

    def catch_up(self) -> None:
        """Draw the panel if it's out of date."""
        if self.behind:
            self.behind = False
            with self.hold_sync():
                self.view = self.seen()

    @observe("_view_count")
    def viewed(self, change: Any) -> None:
        """Track whether a page still shows the panel, because rerunning a cell leaves old panels behind."""
        was_away, self.away = self.away, change["new"] == 0 and bool(change["old"])
        if was_away and not self.away:
            self.store.join(self)
        if change["new"]:
            self.catch_up()

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> Any:
        """Return the state to send to a page, after bringing the view up to date."""
        self.catch_up()
        return super().get_state(key, drop_defaults)

    def move_to(self, store: Store[Any]) -> None:
        """Show the state of another store from now on."""
        self.store.leave(self)
        self.store = store
        store.join(self)

    def close(self) -> None:
        """Remove the panel and stop listening to its store."""
        made = hasattr(self, "store")  # a panel whose creation failed has none
        if made:
            self.store.leave(self)
            self.behind, self._view_count = False, None  # so that the page doesn't have to report that it's gone
        super().close()
        if made:
            self.layout.close()  # a widget too, which would stay open

    def receive(self, _: Any, content: Any, __: Any) -> None:
        """Handle a message from the page; ignore anything that isn't a gesture."""
        found = read_gesture(content)
        if found is not None:
            self.on_gesture(found)

    def on_gesture(self, gesture: Gesture) -> None:
        """Send a gesture to the store."""
        self.store.send(gesture)

    # ---- where no widget can run

    def text(self) -> str:
        """Return the panel as plain text."""
        self.catch_up()
        return plain(self.view["tree"])

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        if self._view_count is None:
            self.set_trait("_view_count", 0)  # from now on the page reports whether it shows the panel
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data:
            data["text/plain"] = self.text()
            data["text/html"] = self.html()
        return bundle

    def html(self) -> str:
        """Return the panel's plain text as HTML."""
        return f"<pre>{html.escape(self.text())}</pre>"

    def picture(self) -> str:
        """Return the panel as HTML with its styles, but without scripts, fields and SVG pictures."""
        from apz.widgets.base.markup import write  # a page with widgets never needs it

        self.catch_up()
        return write(self.view["tree"])
