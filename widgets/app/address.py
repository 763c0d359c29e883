"""What comes from an address or from a browser's storage: read without trust, as plain values within bounds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from apz.apocalypze.language.rulebook import LANGUAGES
from apz.core.learning.questions import HINTS
from apz.core.link import MOST as MOST_LINK
from apz.core.luck import MASK
from apz.widgets.base.shelf import MOST_TEXT

FORMAT = "desk 1"
THEMES = ("auto", "light", "dark")
# what an address can say: where to go, then how it looks there
WHERE = ("lesson", "practise", "position", "game", "lab", "rule", "card", "page")
HOW = ("seats", "hands", "lang", "theme")
MOST_FIELDS = 40
MOST_NAMES, MOST_NAME = 200, 120
MOST_MOVES = 400
Given = Mapping[str, Any]


class Kept(NamedTuple):
    """Where a learner was: the place, its address, his settings, and what he did last in each kind of place."""

    place: str
    address: str
    language: str
    theme: str
    last: Mapping[str, Given]


def write_kept(kept: Kept) -> str:
    """What is kept, as text."""
    return json.dumps({"apz": FORMAT, **kept._asdict()}, ensure_ascii=False, separators=(",", ":"))


def read_kept(text: str) -> Kept | None:
    """What was kept; None if that is nothing of ours."""
    try:
        found = json.loads(text) if len(text) <= MOST_TEXT else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("apz") != FORMAT:
        return None
    last = found.get("last")
    pairs = last.items() if isinstance(last, dict) else ()
    done = {kind: given for kind, given in pairs if isinstance(given, dict)}
    language, theme = text_of(found, "language", 5), text_of(found, "theme", 5)
    return Kept(
        text_of(found, "place", 20),
        text_of(found, "address", MOST_LINK),
        language if language in LANGUAGES else "",
        theme if theme in THEMES else "",
        done,
    )


def read_address(query: object) -> dict[str, str]:
    """What an address says, as far as we know its words; each word counts once."""
    text = query[: 2 * MOST_LINK].removeprefix("?") if isinstance(query, str) else ""
    try:
        pairs = parse_qsl(text, max_num_fields=MOST_FIELDS)
    except ValueError:
        return {}
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in (*WHERE, *HOW):
            found.setdefault(name, value)
    return found


def write_address(parts: Mapping[str, str]) -> str:
    """The same as it stands in an address."""
    return f"?{urlencode(parts)}" if parts else ""


# ---- single values


def text_of(given: Given, name: str, most: int = MOST_NAME) -> str:
    """A text; "" for anything else, and for one that is too long."""
    value = given.get(name)
    return value if isinstance(value, str) and len(value) <= most else ""


def number_of(given: Given, name: str, most: int) -> int:
    """A number from 0 on; 0 for anything else."""
    value = given.get(name)
    return value if type(value) is int and 0 <= value <= most else 0


def names_of(value: object) -> list[str]:
    """A list of names."""
    found = value[:MOST_NAMES] if isinstance(value, list) else []
    return [each for each in found if isinstance(each, str) and len(each) <= MOST_NAME]


def part_of(given: Given, name: str) -> Given:
    """A group of values; none for anything else."""
    value = given.get(name)
    return value if isinstance(value, dict) else {}


def walk_of(state: Given) -> dict[str, Any]:
    """How far somebody came in a lesson."""
    return {
        **_asked(state),
        "lesson": text_of(state, "lesson"),
        "task": text_of(state, "task") if "task" in state else "?",
        "passed": names_of(state.get("passed")),
        "round": number_of(state, "round", MOST_MOVES),
        "refused": state.get("refused") is True,
        "faultless": state.get("faultless") is not False,
        "played": number_of(state, "played", MOST_MOVES),
        "session": text_of(state, "session", MOST_TEXT),
    }


def stream_of(state: Given) -> dict[str, Any]:
    """The question that somebody practised with."""
    levels = list(part_of(state, "levels").items())[:MOST_NAMES]
    return {
        **_asked(state),
        "kind": text_of(state, "kind"),
        "rule": text_of(state, "rule"),
        "level": number_of(state, "level", 9),
        "levels": {kind: level for kind, level in levels if type(level) is int},
    }


def _asked(state: Given) -> dict[str, Any]:
    """What both have in common: chance, answers and hints."""
    given = state.get("given")
    return {
        "luck": number_of(state, "luck", MASK),
        "chance": number_of(state, "chance", MASK),
        "given": [names_of(each) for each in (given[:MOST_NAMES] if isinstance(given, list) else ())],
        "hints": number_of(state, "hints", HINTS),
        "shown": state.get("shown") is True,
    }
