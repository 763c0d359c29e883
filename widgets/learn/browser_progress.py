"""A learner's record kept in the browser, merged with the records of other tabs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apz import games
from apz.core.game import Game
from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import FORMAT, progress_text, read_progress
from apz.core.reading import BadInput
from apz.widgets.base.browser_store import BrowserStore, Message, texts
from apz.widgets.learn.progress_store import ProgressStore

MOST_READ, MOST_JOINED = 8, 64


class BrowserProgress(ProgressStore):
    """A learner's record in the browser; each tab has its own until another tab merges it."""

    in_browser = True
    browser: BrowserStore

    def __init__(self, saved: Callable[[], object], renew: Callable[[], object], game: Game[Any] | None = None) -> None:
        self.saved, self.renew = saved, renew  # sends it to the browser; redraws the pages that show it
        self.acts: Mapping[str, Callable[[Message], object]] = {"records": self.greet, "keeping": self.keeping}
        super().__init__(game=game)

    def save(self) -> None:
        """Save the record in the browser."""
        self.saved()

    def meet(self, name: str, text: str) -> bool:
        """Merge the browser's record `name` into this one; return False if it can't be read."""
        before = progress_text(self.mastery)
        try:
            self.join(read_progress(text, self.mastery.rules, self.mastery.game))
        except BadInput:
            return False
        self.browser.joined = [*self.browser.joined, name][-MOST_JOINED:]
        if progress_text(self.mastery) != before:
            self.renew()
        return True

    def of_another(self, text: str) -> bool:
        """Return True if a record belongs to another game, so that it stays in the browser as it is."""
        others = (name for name in games.GAMES if name != self.game.name)
        return text.startswith(tuple(f"apz: {FORMAT}\ngame: {name}\n" for name in others))

    def greet(self, message: Message) -> bool:
        """Merge this game's records in a greeting, even those set aside before; return True if more were set aside."""
        kept = [each for each in texts(message.get("progress"), MOST_READ) if not self.of_another(each[1])]
        unread = [name for name, text in kept if not self.meet(name, text)]
        for name in unread:
            self.browser.put_aside(name)
        back = [name for name, text in texts(message.get("again"), MOST_READ) if self.meet(name, text)]
        self.asides += len(unread) - len(back)
        if unread or back:
            self.renew()
        return bool(unread)

    def keeping(self, message: Message) -> None:
        """Note whether the browser can save the record, and redraw the pages that show it."""
        self.in_browser = message.get("works") is True
        self.renew()

    def forget(self) -> None:
        """Reset the record to that of a new learner."""
        self.asides = 0
        self.mastery = Mastery(self.mastery.rules, self.mastery.game)
