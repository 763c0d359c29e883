"""Addresses and saved visits as text, and their reading as untrusted data of limited size."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from apz import games
from apz.core.language.texts import LANGUAGES
from apz.core.link import MOST as MOST_LINK
from apz.core.plain_data import Given, part_of, text_of
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.page import THEMES
from apz.widgets.table.settings import EVERYWHERE

FORMAT = "visit 1"
# the parameters of an address, besides the game's own word for pieces: where to go, which game, and how it looks
WHERE = ("lesson", "practise", "position", "session", "lab", "rule", "page")
HOW = ("game", "seats", "hands", "lang", "theme")
MOST_FIELDS, MOST_NAME = 40, 40


class Kept(NamedTuple):
    """A learner's last visit: game, place, address, settings, and the last state of each kind of place."""

    game: str
    place: str
    address: str
    language: str
    theme: str
    last: Mapping[str, Given]
    liked: Mapping[str, str] = {}  # the settings that all tables share


def write_kept(kept: Kept) -> str:
    """Return the last visit as text."""
    return json.dumps({"apz": FORMAT, **kept._asdict()}, ensure_ascii=False, separators=(",", ":"))


def read_kept(text: str) -> Kept | None:
    """Return the last visit saved in a text, or None if the text isn't in our format."""
    try:
        found = json.loads(text) if len(text) <= MOST_TEXT else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("apz") != FORMAT:
        return None
    last = found.get("last")
    pairs = last.items() if isinstance(last, dict) else ()
    done = {kind: given for kind, given in pairs if isinstance(given, dict)}
    liked = part_of(found, "liked")
    language, theme = text_of(found, "language", 5), text_of(found, "theme", 5)
    return Kept(
        text_of(found, "game", MOST_NAME),
        text_of(found, "place", 20),
        text_of(found, "address", MOST_LINK),
        language if language in LANGUAGES else "",
        theme if theme in THEMES else "",
        done,
        {name: value for name in EVERYWHERE if (value := text_of(liked, name)) in EVERYWHERE[name]},
    )


def read_address(query: object, *words: str) -> dict[str, str]:
    """Return the parameters in an address that the app or `words` names, each at most once."""
    text = query[: 2 * MOST_LINK].removeprefix("?") if isinstance(query, str) else ""
    try:
        pairs = parse_qsl(text, max_num_fields=MOST_FIELDS)
    except ValueError:
        return {}
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in (*WHERE, *HOW, *words):
            found.setdefault(name, value)
    return found


def write_address(parts: Mapping[str, str]) -> str:
    """Return the query part of an address with its question mark, or "" if there are no parameters."""
    return f"?{urlencode(parts)}" if parts else ""


def usual() -> str:
    """Return the name of the game for an address that doesn't name one: the served game, or else the default."""
    return os.environ.get("APZ_GAME") or games.DEFAULT


def naming(game: str) -> dict[str, str]:
    """Return the address parameters that name a game; {} if it's the usual game."""
    return {} if game == usual() else {"game": game}
