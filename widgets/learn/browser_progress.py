"""The record of a learner whose browser keeps it, joined with those of its other tabs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import progress_text, read_progress
from apz.core.reading import BadInput
from apz.widgets.base.browser_store import BrowserStore, Message, texts
from apz.widgets.learn.progress_store import ProgressStore

MOST_READ, MOST_JOINED = 8, 64


class BrowserProgress(ProgressStore):
    """A record that the learner's own browser keeps; each tab has one until another tab has joined it."""

    in_browser = True
    shelf: BrowserStore

    def __init__(self, saved: Callable[[], object], renew: Callable[[], object]) -> None:
        self.saved, self.renew = saved, renew  # gives it to the browser; draws it anew where it is seen
        self.asides = 0  # how many records the browser has put aside, since they could not be read
        self.acts: Mapping[str, Callable[[Message], object]] = {"records": self.greet, "keeping": self.keeping}
        super().__init__()

    def save(self) -> None:
        """Give it to the browser."""
        self.saved()

    def meet(self, name: str, text: str) -> bool:
        """Join a record that the browser kept, by the page's name for it; False if it cannot be read."""
        before = progress_text(self.mastery)
        try:
            self.join(read_progress(text, self.mastery.rules, self.mastery.game))
        except BadInput:
            return False
        self.shelf.joined = [*self.shelf.joined, name][-MOST_JOINED:]
        if progress_text(self.mastery) != before:
            self.renew()
        return True

    def greet(self, message: Message) -> bool:
        """Join all that a greeting brings, also what was put aside once; True if more had to be put aside."""
        unread = [name for name, text in texts(message.get("progress"), MOST_READ) if not self.meet(name, text)]
        for name in unread:
            self.shelf.put_aside(name)
        back = [name for name, text in texts(message.get("again"), MOST_READ) if self.meet(name, text)]
        self.asides += len(unread) - len(back)
        if unread or back:
            self.renew()
        return bool(unread)

    def keeping(self, message: Message) -> None:
        """The browser says whether it keeps what it's given."""
        self.in_browser = message.get("works") is True
        self.renew()

    def forget(self) -> None:
        """Nothing was ever learned."""
        self.asides = 0
        self.mastery = Mastery(self.mastery.rules, self.mastery.game)
