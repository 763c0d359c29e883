"""Plain data from outside (a browser, an address), treated as untrusted: out-of-bounds values become defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_NAMES, MOST_NAME = 200, 120
Given = Mapping[str, Any]


def text_of(given: Given, name: str, most: int = MOST_NAME) -> str:
    """Return the text under `name`, or "" if it isn't a text or is too long."""
    value = given.get(name)
    return value if isinstance(value, str) and len(value) <= most else ""


def number_of(given: Given, name: str, most: int) -> int:
    """Return the whole number under `name`, or 0 if it isn't one from 0 to `most`."""
    value = given.get(name)
    return value if type(value) is int and 0 <= value <= most else 0


def names_of(value: object) -> list[str]:
    """Return the short texts in a list, up to a limit, or [] if `value` isn't a list."""
    found = value[:MOST_NAMES] if isinstance(value, list) else []
    return [each for each in found if isinstance(each, str) and len(each) <= MOST_NAME]


def part_of(given: Given, name: str) -> Given:
    """Return the dictionary under `name`, or {} if there's none."""
    value = given.get(name)
    return value if isinstance(value, dict) else {}
