"""The gesture: one message from a page, read without trust."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

MOST = 400  # characters of what a gesture says


class Gesture(NamedTuple):
    """What somebody did: a verb, what it is about, the values of its fields, and the moment it was made at."""

    verb: str
    about: str = ""
    values: Mapping[str, Any] = {}
    at: int | None = None  # None is now
    scope: str = ""  # "example" where it was made inside one
    when: float = 0.0  # seconds of the machine's clock

    @property
    def number(self) -> int:
        """What it is about, as a number; -1 where it is none."""
        return int(self.about) if self.about.isdecimal() and len(self.about) < 10 else -1

    @property
    def value(self) -> str:
        """What a control was set to."""
        return self.text("value")

    def text(self, name: str, most: int = MOST) -> str:
        """Return what stands in one of its fields, if that is a text."""
        value = self.values.get(name)
        return value[:most] if isinstance(value, str) else ""


def gesture(do: str, at: int | None = None, scope: str = "", **values: Any) -> Gesture:
    """Read a gesture as it stands in a tree, as in "card:12"."""
    verb, _, about = do.partition(":")
    return Gesture(verb, about, values, at, scope, time.monotonic())


def read_gesture(content: object) -> Gesture | None:
    """Read the message of a page; None if it is no gesture."""
    if not isinstance(content, dict):
        return None
    do, at, values, scope = (content.get(name) for name in ("do", "at", "values", "scope"))
    if not isinstance(do, str) or len(do) >= MOST or type(at) is not int:
        return None
    found = gesture(do, at, scope if isinstance(scope, str) else "")
    return found._replace(values=values) if isinstance(values, dict) else found
