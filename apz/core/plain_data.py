"""Plain data from outside (a browser, an address), treated as untrusted: each value within bounds, or a default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_NAMES, MOST_NAME = 200, 120
Given = Mapping[str, Any]


def text_of(given: Given, name: str, most: int = MOST_NAME) -> str:
    """Return the text under `name`; "" for anything else, or if it's too long."""
    value = given.get(name)
    return value if isinstance(value, str) and len(value) <= most else ""


def number_of(given: Given, name: str, most: int) -> int:
    """Return the number under `name`, from 0 to `most`; 0 for anything else."""
    value = given.get(name)
    return value if type(value) is int and 0 <= value <= most else 0


def names_of(value: object) -> list[str]:
    """Return the short texts in a list, up to a limit; [] for anything else."""
    found = value[:MOST_NAMES] if isinstance(value, list) else []
    return [each for each in found if isinstance(each, str) and len(each) <= MOST_NAME]


def part_of(given: Given, name: str) -> Given:
    """Return the group of values under `name`; an empty one for anything else."""
    value = given.get(name)
    return value if isinstance(value, dict) else {}
