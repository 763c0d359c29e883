"""The browser's store: what it keeps for a learner who comes back, and what stands in its address bar."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anywidget
import traitlets

from apz.widgets.base.scripts import script

MOST_TEXT = 250_000  # characters of one text, in each direction
MOST_SENT = 4
log = logging.getLogger(__name__)
Message = Mapping[str, Any]


class BrowserStore(anywidget.AnyWidget):
    """Texts go down as traits and are kept by the page; a greeting brings up what was kept, read without trust."""

    _esm = script("shelf.js")
    kept = traitlets.Unicode().tag(sync=True)  # where the learner is
    progress = traitlets.Unicode().tag(sync=True)
    joined = traitlets.List(traitlets.Unicode()).tag(sync=True)  # the records that are in this one, by the page's names
    address = traitlets.Unicode().tag(sync=True)  # what stands after the "?" included
    followed = traitlets.Bool(False).tag(sync=True)  # whether the address bar shows it
    theme = traitlets.Unicode("auto").tag(sync=True)
    lang = traitlets.Unicode().tag(sync=True)
    heading = traitlets.Unicode().tag(sync=True)
    place = traitlets.Unicode().tag(sync=True)  # the kind of place where the learner is
    turns = traitlets.Int(0).tag(sync=True)  # how often he went from one place to another: so often one can go back
    words = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        acts: Mapping[str, Callable[[Message], object]],
        more: Callable[[str, str], object],
        shown: Callable[[], Sequence[Any]],
    ) -> None:
        super().__init__()
        self.acts, self.more, self.shown = acts, more, shown
        self.on_msg(self.receive)

    def receive(self, _: Any, content: Any, __: Any) -> None:
        """A message from the page: are we there, something it tells, what it missed, what another tab has learned."""
        if not isinstance(content, dict):
            return
        if isinstance(content.get("ping"), int):
            self.send({"pong": content["ping"]})
        try:
            for name, act in self.acts.items():
                if isinstance(content.get(name), dict):
                    act(content[name])
            if content.get("again") is True:
                self.again()
            if isinstance(content.get("progress"), dict):
                for tab, text in texts([content["progress"]], 1):
                    self.more(tab, text)
        except Exception:  # what a page sends can be anything; the learner goes on without it
            log.exception("a message of the page could not be used")

    def again(self) -> None:
        """The page was cut off for a while: all that it may have missed, and what it must know to show that."""
        shown = self.shown()
        self.send_state()
        self.send({"shown": [each.model_id for each in shown]})
        for each in shown:
            each.send_state()

    def save(self, text: str, name: str) -> None:
        """Give the learner a file."""
        self.send({"save": text, "name": name})

    def draw(self, html: str, name: str) -> None:
        """Give the learner a picture of a piece of HTML."""
        self.send({"picture": html, "name": name})

    def put_aside(self, name: str) -> None:
        """Let the page put a record aside that cannot be read, before another one takes its place."""
        self.send({"aside": name})

    def give_asides(self) -> None:
        """Give the learner a file with all that was put aside."""
        self.send({"asides": True})

    def forget(self) -> None:
        """Let the page forget all that it keeps, and tell the other tabs."""
        self.send({"forget": True})

    def forgot(self) -> None:
        """Tell the page that what another tab forgot is forgotten here too: from now on all is new."""
        self.send({"forgot": True})


def texts(given: object, most: int = MOST_SENT) -> list[tuple[str, str]]:
    """The tabs and texts of what a page sent, as far as they are such."""
    found = []
    for each in given[:most] if isinstance(given, list) else ():
        tab, text = (each.get("tab"), each.get("text")) if isinstance(each, dict) else (None, None)
        if isinstance(tab, str) and isinstance(text, str) and len(tab) <= 40 and len(text) <= MOST_TEXT:
            found.append((tab, text))
    return found
