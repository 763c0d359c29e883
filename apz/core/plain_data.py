"""Plain data from outside (a browser, an address), treated as untrusted: each value within bounds, or a default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_NAMES, MOST_NAME = 200, 120
Given = Mapping[str, Any]


def text_of(given: Given, name: str, most: int = MOST_NAME) -> str:
    """Return a text; "" for anything else, or if it's too long."""
    value = given.get(name)
    return value if isinstance(value, str) and len(value) <= most else ""


def number_of(given: Given, name: str, most: int) -> int:
    """Return a number from 0 to `most`; 0 for anything else."""
    value = given.get(name)
    return value if type(value) is int and 0 <= value <= most else 0


def names_of(value: object) -> list[str]:
    """Return the names in a list; none for anything else."""
    found = value[:MOST_NAMES] if isinstance(value, list) else []
    return [each for each in found if isinstance(each, str) and len(each) <= MOST_NAME]


def part_of(given: Given, name: str) -> Given:
    """Return a group of values; an empty one for anything else."""
    value = given.get(name)
    return value if isinstance(value, dict) else {}
