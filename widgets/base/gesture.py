"""The gesture: a message from a page, which is treated as untrusted."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

MOST = 400  # characters of a gesture, or of one of its values


class Gesture(NamedTuple):
    """A gesture: a verb, its object, the values of its fields, and the moment it was made for."""

    verb: str
    about: str = ""
    values: Mapping[str, Any] = {}
    at: int | None = None  # None is now
    scope: str = ""  # "example" if it was made inside one
    when: float = 0.0  # when it arrived, in seconds

    @property
    def number(self) -> int:
        """The gesture's object as a number, or -1 if it isn't a number of at most nine digits."""
        return int(self.about) if self.about.isdecimal() and len(self.about) < 10 else -1

    @property
    def value(self) -> str:
        """The new value of a control, or "" if there's none."""
        return self.text("value")

    def text(self, name: str, most: int = MOST) -> str:
        """Return one of the gesture's fields, cut to `most` characters, or an empty text if it isn't text."""
        value = self.values.get(name)
        return value[:most] if isinstance(value, str) else ""


def gesture(do: str, at: int | None = None, scope: str = "", **values: Any) -> Gesture:
    """Return the gesture that a text such as "card:12" in a tree stands for."""
    verb, _, about = do.partition(":")
    return Gesture(verb, about, values, at, scope, time.monotonic())


def read_gesture(content: object) -> Gesture | None:
    """Return the gesture in a page's message, or None if the message isn't a valid gesture."""
    if not isinstance(content, dict):
        return None
    do, at, values, scope = (content.get(name) for name in ("do", "at", "values", "scope"))
    if not isinstance(do, str) or len(do) >= MOST or type(at) is not int:
        return None
    found = gesture(do, at, scope if isinstance(scope, str) else "")
    return found._replace(values=values) if isinstance(values, dict) else found
