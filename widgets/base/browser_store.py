"""The browser store: the widget that saves a learner's work in the browser and sets its address bar."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from apz.widgets.base.widget import AnyWidget, Bool, Dict, Int, List, Unicode, front_end

MOST_TEXT = 250_000  # characters of one text, in each direction
MOST_SENT = 4
log = logging.getLogger(__name__)
Message = Mapping[str, Any]


class BrowserStore(AnyWidget):
    """A store in the browser: texts are sent as traits, and the page's greeting returns what was saved."""

    _esm = front_end("browser_store.js")
    kept = Unicode().tag(sync=True)  # the learner's place and state, as text
    progress = Unicode().tag(sync=True)
    joined = List(Unicode()).tag(sync=True)  # the records that went into this one, by the page's names
    address = Unicode().tag(sync=True)  # the part of the URL from the "?" on
    followed = Bool(False).tag(sync=True)  # whether the address bar shows it
    theme = Unicode("auto").tag(sync=True)
    lang = Unicode().tag(sync=True)
    heading = Unicode().tag(sync=True)
    place = Unicode().tag(sync=True)  # the kind of place where the learner is
    turns = Int(0).tag(sync=True)  # how often the learner has changed places: the page adds one history entry for each
    words = Dict().tag(sync=True)

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
        """Handle a message from the page: a ping, a greeting, an event, a reconnection, or another tab's record."""
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
        except Exception:  # a page can send anything; the learner goes on without it
            log.exception("a message of the page could not be used")

    def again(self) -> None:
        """Send a reconnected page everything it may have missed."""
        shown = self.shown()
        self.send_state()
        self.send({"shown": [each.model_id for each in shown]})
        for each in shown:
            each.send_state()

    def save(self, text: str, name: str) -> None:
        """Offer the learner a text as a download."""
        self.send({"save": text, "name": name})

    def draw(self, html: str, name: str) -> None:
        """Offer the learner a picture of some HTML as a download."""
        self.send({"picture": html, "name": name})

    def put_aside(self, name: str) -> None:
        """Make the page set aside an unreadable record before another one replaces it."""
        self.send({"aside": name})

    def give_asides(self) -> None:
        """Offer the learner all records that were set aside, as a download."""
        self.send({"asides": True})

    def forget(self) -> None:
        """Make the page delete everything it has saved and tell the other tabs."""
        self.send({"forget": True})

    def forgot(self) -> None:
        """Tell the page that a deletion in another tab has been carried out here, too."""
        self.send({"forgot": True})


def texts(given: object, most: int = MOST_SENT) -> list[tuple[str, str]]:
    """Return the valid pairs of a tab's name and a text among the first `most` entries in a page's message."""
    found = []
    for each in given[:most] if isinstance(given, list) else ():
        tab, text = (each.get("tab"), each.get("text")) if isinstance(each, dict) else (None, None)
        if isinstance(tab, str) and isinstance(text, str) and len(tab) <= 40 and len(text) <= MOST_TEXT:
            found.append((tab, text))
    return found
