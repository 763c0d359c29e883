"""What comes from an address or from a browser's storage: read without trust, as plain values within bounds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from apz.apocalypze.language.rulebook import LANGUAGES
from apz.core.link import MOST as MOST_LINK
from apz.core.plain_data import Given, text_of
from apz.widgets.base.browser_store import MOST_TEXT

FORMAT = "desk 1"
THEMES = ("auto", "light", "dark")
# what an address can say: where to go, then how it looks there
WHERE = ("lesson", "practise", "position", "game", "lab", "rule", "card", "page")
HOW = ("seats", "hands", "lang", "theme")
MOST_FIELDS = 40


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
