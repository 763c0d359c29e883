"""What typed words can mean: the patterns of the moves' own texts and of the commands, their readings, looser ones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from apz.apocalypze.language.catalogs import asides, view_words
from apz.apocalypze.language.words import words
from apz.core.reading import fold

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
    "draw-some": ("draw",),
    "point": ("engage", "send use-point"),
}


class Loose(NamedTuple):
    """A command in plainer words, and whether it speaks of several cards at once, which no move does."""

    said: str
    several: bool = False


class Reading(NamedTuple):
    """One way to read a command: its key and what was said for each of its slots."""

    key: str
    slots: Mapping[str, str]


def loosened(said: str, names: Collection[str], language: str) -> Iterator[Loose]:
    """A command without what is only polite, with digits and singulars; then without counts, then without articles.

    The names of cards stay as they are, whatever words they are made of.
    """
    kept = "|".join(sorted((re.escape(name.casefold()) for name in names), key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({kept})(?!\w)", said) if kept else [said]
    several = any(asides(language, "all").search(part) for part in parts[::2])
    for kind in ("courtesy", "all"):
        parts[::2] = [asides(language, kind).sub(" ", part) for part in parts[::2]]
    digits = {word: str(number) for each in ("en", language) for number, word in enumerate(counted(each), 1)}
    parts[::2] = [" ".join(digits.get(word, word) for word in part.split(" ")) for part in parts[::2]]
    plain = " ".join("".join(parts).split()).strip(" ,;")
    spoken = [singular(word, names, language) for word in plain.split()]
    several = several or spoken != plain.split()
    text = " ".join(spoken)
    yield Loose(text, several)
    text = re.sub(r"(?<!\S)\d+ (\S+)", lambda found: found[begins(found[1], names)], text)
    yield Loose(text, several)
    text = " ".join(asides(language, "articles").sub(" ", re.sub("[,;:]", " ", text)).split())
    if not text.isdecimal():  # "this one" is not the first move
        yield Loose(text, several)


def counted(language: str) -> list[str]:
    """The words for the numbers from 1 on."""
    return view_words(language).raw("asides", "numbers").split("; ")


def singular(word: str, names: Collection[str], language: str) -> str:
    """A word without the s of a plural, where only so a name begins with it."""
    plural = word.endswith("s") and strange(word, names, language) and begins(word[:-1], names)
    return word[:-1] if plural else word


def begins(word: str, names: Collection[str]) -> bool:
    """Whether a word of one of these names begins so."""
    start = fold(word)
    return len(start) > 2 and any(fold(part).startswith(start) for name in names for part in name.split())


def strange(word: str, names: Collection[str], language: str) -> bool:
    """Whether a word is none that commands are made of, and no part of a name."""
    return word not in vocabulary(language) and not begins(word, names)


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


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Every word that commands are made of, besides names."""
    catalog, views = words(language).catalog, view_words(language)
    texts = [catalog.raw(section, key) for section in ("moves", "commands") for key in catalog.keys(section)]
    texts += [views.raw("asides", kind) for kind in views.keys("asides")]
    own = frozenset(word for text in texts for word in re.findall(r"[\w']+", SLOT.sub(" ", text.casefold())))
    return own if catalog.language == "en" else own | vocabulary("en")


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
