"""What typed words can mean: the patterns of both the moves' own texts and the commands, and their readings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from apz.apocalypze.words import words

TOKEN = re.compile(r"\[([^\]]*)\]|<([^>]*)>|(\S+)")
SLOT = re.compile(r"\{(\w+)\}")
NUMBERS = ("point", "text", "amount")

DONE, PASS = ("done", "done-act", "done-attack", "done-defend"), ("pass", "pass-search")

# What a command may mean: keys of moves, the likelier ones first; those in one string are equally likely.
MEANINGS: Mapping[str, tuple[str, ...]] = {
    "occupy": ("occupy-own occupy-theirs",),
    "play": ("play event", "event-on event-by attach"),
    "event": ("play event", "event-on event-by attach"),
    "attach": ("attach", "event-on event-by", "take-to", "use-on use-text-on"),
    "event-on": ("event-on event-by", "attach", "use-on use-text-on"),
    "use": ("use use-on use-point use-text use-text-on", "event event-on event-by attach"),
    "use-on": ("use-on use-text-on", "event-on event-by", "attach"),
    "use-text": ("use-text use-text-on",),
    "take": ("take take-to",),
    "takeback": ("takeback takeback-deck",),
    "eat": ("eat-survivor eat-hand eat-deck eat-other",),
    "card": (
        "play play-zombie event event-on event-by attach use use-on use-point use-text use-text-on "
        "take take-to send takeback wound eat-hand eat-survivor",
    ),
    # Words that name the end of one thing end nothing else; bare ones mean whatever can be ended or let go by now, but
    # a search is given up only by whoever says so.
    "finish": (" ".join(DONE), "pass"),
    "done": ("done done-act",),
    "pass": (" ".join(PASS), "done-act done-defend"),
    "decline": ("pass", "done-act"),
    "wound-some": ("wound",),
}


class Reading(NamedTuple):
    """One way to read a command: its key and what was said for each of its slots."""

    key: str
    slots: Mapping[str, str]


def read(said: str, language: str) -> Iterator[Reading]:
    """Every way to read a command, the language's own first."""
    for key, pattern in patterns(language):
        found = pattern.fullmatch(f" {said}")
        if found:
            yield Reading(key, found.groupdict())


@cache
def patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The patterns of the moves' own texts, then those of other ways to say it, then those of English."""
    catalog = words(language).catalog
    found = [(key, compiled(catalog.raw("moves", key))) for key in catalog.keys("moves")]
    for key in catalog.keys("commands"):
        found += [(key, compiled(line)) for line in catalog.raw("commands", key).splitlines()]
    return (*found, *(patterns("en") if catalog.language != "en" else ()))


@cache
def verbs(language: str) -> frozenset[str]:
    """The words with which a command can begin."""
    catalog = words(language).catalog
    lines = [line for key in catalog.keys("commands") for line in catalog.raw("commands", key).splitlines()]
    starts = [found for line in lines if (found := TOKEN.match(line)) and not found[0].startswith("{")]
    own = frozenset(word for found in starts for word in (found[1] or found[2] or found[3]).split())
    return own if catalog.language == "en" else own | verbs("en")


def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of words, [words that may be left out], <words to choose from> and {slots}."""
    parts = []
    for optional, chosen, plain in TOKEN.findall(pattern.casefold()):
        if plain:
            pieces = SLOT.split(plain)
            pieces[::2] = map(re.escape, pieces[::2])
            pieces[1::2] = [rf"(?P<{name}>{'[0-9]{1,4}' if name in NUMBERS else '.+?'})" for name in pieces[1::2]]
            parts.append(" " + "".join(pieces))
        else:
            one = "|".join(map(re.escape, (optional or chosen).split()))
            parts.append(f"(?: (?:{one}))" + ("?" if optional else ""))
    return re.compile("".join(parts))
