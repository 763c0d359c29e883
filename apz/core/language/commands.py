"""A parser for typed commands, which finds a move, several possible moves, or a message about what's unclear."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeVar

from apz.core.language.texts import DEFAULT, Texts
from apz.core.language.words import Words
from apz.core.reading import fold, match

TOKEN = re.compile(r"\[([^\]]*)\]|<([^>]*)>|(\S+)")
SLOT = re.compile(r"\{(\w+)\}")
LONGEST = 200  # characters of a command that are read
EXAMPLES = 3
LIKE = 0.65  # how similar a word must be to a name to count as a misspelling of it
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Misread:
    """A command that couldn't be read: a message, a suggestion, and examples of commands that work now."""

    message: str
    meant: str = ""
    examples: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.message


class Described(NamedTuple):
    """A move as the catalog describes it: the key of its text, its plain values, its card and its targets."""

    key: str
    values: dict[str, Any] = {}
    card: int | None = None
    targets: tuple[int, ...] = ()


class Loose(NamedTuple):
    """A command in simpler words, and whether it named several cards at once, by a plural or a word such as "all"."""

    said: str
    several: bool = False


class Reading(NamedTuple):
    """One reading of a command: the key of its pattern and the words in each slot."""

    key: str
    slots: Mapping[str, str]


def begins(word: str, names: Collection[str]) -> bool:
    """Return True if `word` has at least three letters and a word in one of these names begins with it."""
    start = fold(word)
    return len(start) > 2 and any(fold(part).startswith(start) for name in names for part in name.split())


@lru_cache(10_000)
def named(name: str, text: str) -> int:
    """Return 2 if `text` is the full name, 1 if `match` accepts it as part of the name, and 0 otherwise."""
    if fold(name) == fold(text):
        return 2
    return 1 if match(text, [name]) else 0


def nearest(typed: str, names: Sequence[str]) -> str:
    """Return the name closest to the typed text, compared as a whole or word by word, or "" if none is close."""
    parts_of: dict[str, str] = {}
    for name in names:
        parts = name.split()
        for start in range(len(parts)):
            for end in range(len(parts), start, -1):
                parts_of.setdefault(fold("".join(parts[start:end])), name)
    for text in (typed, *typed.split()):
        if close := get_close_matches(fold(text), parts_of, 1, LIKE):
            return parts_of[close[0]]
    return ""


@dataclass(frozen=True, eq=False)
class Grammar:
    """A grammar for typed words: patterns from the moves' own texts and the commands, plus looser readings.

    `numbers` are the slots that take only a number.
    """

    texts: Texts
    numbers: Collection[str] = ()

    def loosened(self, said: str, names: Collection[str], language: str) -> Iterator[Loose]:
        """Yield a command in simpler and simpler words.

        First it has digits and singulars, and no polite words or words like "all"; then no counts; then no articles.
        Until articles are removed, card names stay as they are, whatever words they contain.
        """
        kept = "|".join(sorted((re.escape(name.casefold()) for name in names), key=len, reverse=True))
        parts = re.split(rf"(?<!\w)({kept})(?!\w)", said) if kept else [said]
        several = any(self.texts.asides(language, "all").search(part) for part in parts[::2])
        for kind in ("courtesy", "all"):
            parts[::2] = [self.texts.asides(language, kind).sub(" ", part) for part in parts[::2]]
        digits = {
            word: str(number) for each in (DEFAULT, language) for number, word in enumerate(self.counted(each), 1)
        }
        parts[::2] = [" ".join(digits.get(word, word) for word in part.split(" ")) for part in parts[::2]]
        plain = " ".join("".join(parts).split()).strip(" ,;")
        spoken = [self.singular(word, names, language) for word in plain.split()]
        several = several or spoken != plain.split()
        text = " ".join(spoken)
        yield Loose(text, several)
        text = re.sub(r"(?<!\S)\d+ (\S+)", lambda found: found[begins(found[1], names)], text)
        yield Loose(text, several)
        text = " ".join(self.texts.asides(language, "articles").sub(" ", re.sub("[,;:]", " ", text)).split())
        if not text.isdecimal():  # "this one" isn't the first move
            yield Loose(text, several)

    def counted(self, language: str) -> list[str]:
        """Return the words for the numbers from 1 up."""
        return self.texts.catalog("views", language).raw("asides", "numbers").split("; ")

    def singular(self, word: str, names: Collection[str], language: str) -> str:
        """Return a `strange` word without its plural s if that begins a word in a name; any other word, unchanged."""
        plural = word.endswith("s") and self.strange(word, names, language) and begins(word[:-1], names)
        return word[:-1] if plural else word

    def strange(self, word: str, names: Collection[str], language: str) -> bool:
        """Return True if a word is neither in the commands' vocabulary nor the start of a word in a name."""
        return word not in self.vocabulary(language) and not begins(word, names)

    def read(self, said: str, language: str) -> Iterator[Reading]:
        """Yield every reading of a command, those in the language itself before those in English."""
        for key, pattern in self.patterns(language):
            found = pattern.fullmatch(f" {said}")
            if found:
                yield Reading(key, found.groupdict())

    @cache  # noqa: B019 -- a grammar lives as long as the program
    def patterns(self, language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """Return the patterns of the moves' own texts, then of other phrasings, then of English, each with its key."""
        catalog = self.texts.catalog("messages", language)
        found = [(key, self.compiled(catalog.raw("moves", key))) for key in catalog.keys("moves")]
        for key in catalog.keys("commands"):
            found += [(key, self.compiled(line)) for line in catalog.raw("commands", key).splitlines()]
        return (*found, *(self.patterns(DEFAULT) if catalog.language != DEFAULT else ()))

    @cache  # noqa: B019 -- a grammar lives as long as the program
    def verbs(self, language: str) -> frozenset[str]:
        """Return the first words of the catalog's `commands`, in the language and in English."""
        catalog = self.texts.catalog("messages", language)
        lines = [line for key in catalog.keys("commands") for line in catalog.raw("commands", key).splitlines()]
        starts = [found for line in lines if (found := TOKEN.match(line)) and not found[0].startswith("{")]
        own = frozenset(word for found in starts for word in (found[1] or found[2] or found[3]).split())
        return own if catalog.language == DEFAULT else own | self.verbs(DEFAULT)

    @cache  # noqa: B019 -- a grammar lives as long as the program
    def vocabulary(self, language: str) -> frozenset[str]:
        """Return every word that commands use, except names."""
        catalog, views = self.texts.catalog("messages", language), self.texts.catalog("views", language)
        texts = [catalog.raw(section, key) for section in ("moves", "commands") for key in catalog.keys(section)]
        texts += [views.raw("asides", kind) for kind in views.keys("asides")]
        own = frozenset(word for text in texts for word in re.findall(r"[\w']+", SLOT.sub(" ", text.casefold())))
        return own if catalog.language == DEFAULT else own | self.vocabulary(DEFAULT)

    def compiled(self, pattern: str) -> re.Pattern[str]:
        """Return the regular expression for a pattern of words, [optional words], <alternatives> and {slots}."""
        parts = []
        for optional, chosen, plain in TOKEN.findall(pattern.casefold()):
            if plain:
                pieces = SLOT.split(plain)
                pieces[::2] = map(re.escape, pieces[::2])
                pieces[1::2] = [
                    rf"(?P<{name}>{'[0-9]{1,4}' if name in self.numbers else '.+?'})" for name in pieces[1::2]
                ]
                parts.append(" " + "".join(pieces))
            else:
                one = "|".join(map(re.escape, (optional or chosen).split()))
                parts.append(f"(?: (?:{one}))" + ("?" if optional else ""))
        return re.compile("".join(parts))

    @cache  # noqa: B019 -- a grammar lives as long as the program
    def _ands(self) -> str:
        languages = self.texts.languages
        return "|".join({self.texts.catalog("messages", each).forms.words["and"].strip() for each in languages})

    def listed(self, text: str) -> tuple[str, ...]:
        """Return the parts of a list such as "this, that and another"."""
        return tuple(part for part in re.split(rf"\s*,\s*|\s+(?:{self._ands()})\s+", text) if part)


def by_values(position: Any, reading: Reading, told: Sequence[tuple[Any, Described]], several: bool) -> list[Any]:
    """Return the moves with the reading's key whose values match its words best, or [] if nothing matches."""
    fits = [
        (min((named(str(said.values.get(name, "")), text) for name, text in reading.slots.items()), default=2), move)
        for move, said in told
        if said.key == reading.key
    ]
    best = max((fit for fit, _ in fits), default=0)
    return [move for fit, move in fits if best and fit == best]


@dataclass(frozen=True, eq=False)
class Commands(Generic[P]):
    """A game's typed commands: its grammar, and the functions that describe its moves and judge its words."""

    grammar: Grammar
    words: Callable[[str], Words[P]]
    legal_moves: Callable[[P], Collection[Any]]
    described: Callable[[P, Any], Described]
    names: Callable[[P], Sequence[str]]  # of the pieces in sight, the likeliest first
    # the legal moves that a reading fits: position, reading, every legal move with its description, several
    fitting: Callable[[P, Reading, Sequence[tuple[Any, Described]], bool], list[Any]] = by_values
    made: Callable[[P, Reading], Any] = lambda position, reading: None  # the move a reading means, even if it's illegal
    wrong: Callable[[P, Reading, str], Misread | None] = lambda position, reading, language: None  # why it's wrong
    # the key of a command's fault and the words that cause it; None to fall back on the shared faults
    blamed: Callable[[P, str, Sequence[Reading], str], tuple[str, str] | None] = (
        lambda position, said, readings, language: None
    )
    ends: Collection[str] = field(default_factory=tuple)  # keys that are complete commands, though maybe not now

    def parse(self, position: P, text: str, language: str = DEFAULT) -> Any:
        """Return the move a command means, legal or not; a list of legal moves if it fits several; else a Misread.

        If the command lists several cards for several moves, even a single legal move comes in a list. The position
        is the typing player's view: nothing is said about pieces hidden in it.
        """
        said = " ".join(text[:LONGEST].casefold().replace("’", "'").split()).rstrip(".!? ")
        legal = list(self.legal_moves(position))
        told = [(move, self.described(position, move)) for move in legal]
        every: list[Reading] = []
        for loose in self._ways(position, said, language):
            if re.fullmatch("[0-9]{1,4}", loose.said) and 1 <= int(loose.said) <= len(legal) and not loose.several:
                return legal[int(loose.said) - 1]
            readings = list(self.grammar.read(loose.said, language))
            every += readings
            for reading in readings:
                if wrong := self.wrong(position, reading, language):
                    return wrong
                if meant := self.fitting(position, reading, told, loose.several):
                    many = len(self.grammar.listed(reading.slots.get("card", ""))) > 1
                    return meant if len(meant) > 1 or many else meant[0]
            for reading in readings:
                if (move := self.made(position, reading)) is not None:
                    return move
        return self._misread(position, said, every, legal, language)

    def one_move(self, position: P, text: str) -> Any:
        """Return the move a command stands for, legal or not; raise ValueError if there isn't exactly one."""
        found = self.parse(position, text)
        if isinstance(found, Misread):
            raise ValueError(f'"{text}": {found.message}')
        if isinstance(found, list):
            many = f"could mean {len(found)} different moves" if len(found) > 1 else "names more cards than a move has"
            raise ValueError(f'"{text}" {many}')
        return found

    def _ways(self, position: P, said: str, language: str) -> Iterator[Loose]:
        """Yield a command as typed, then in simpler and simpler words, without repeating a wording."""
        yield Loose(said)
        before = {said, ""}
        for loose in self.grammar.loosened(said, self.names(position), language):
            if loose.said not in before:
                before.add(loose.said)
                yield loose

    def _misread(
        self, position: P, said: str, readings: Sequence[Reading], legal: Sequence[Any], language: str
    ) -> Misread:
        """Return the Misread for a command that couldn't be read: a message, a suggestion and examples."""
        words, names = self.words(language), self.names(position)
        examples = tuple(words.move(position, move) for move in self._spread(position, legal))
        key, typed = self._blamed(position, said, readings, language)
        meant = "" if key in ("another", "incomplete", "number", "empty") else self._corrected(position, said, language)
        if not meant and any(self.grammar.strange(word, names, language) for word in typed.split()):
            meant = nearest(typed, names)
        say = words.catalog.text
        parts = [say("misread", key, {"typed": typed, "count": len(legal), "waiting": words.waiting(position)})]
        parts += [say("misread", "meant", {"meant": meant})] if meant else []
        parts += [say("misread", "examples", {"examples": "; ".join(examples)})] if examples else []
        return Misread(" ".join(parts), meant, examples)

    def _blamed(self, position: P, said: str, readings: Sequence[Reading], language: str) -> tuple[str, str]:
        """Return the key of a command's fault, and the words that cause it."""
        if said.isdecimal() or not said:
            return ("number" if said else "empty"), said
        if any(each.key in self.ends for each in readings):
            return "another", said
        return self.blamed(position, said, readings, language) or (
            "unknown",
            self.odd(position, said, language) or said,
        )

    def odd(self, position: P, said: str, language: str) -> str:
        """Return the first words that belong to neither a command nor a name, or "" if all of them do."""
        names = self.names(position)
        runs = groupby(re.findall(r"[^\W\d_][\w'-]*", said), lambda word: self.grammar.strange(word, names, language))
        return next((" ".join(run) for is_odd, run in runs if is_odd), "")

    def _corrected(self, position: P, said: str, language: str) -> str:
        """Return the command with a misspelled verb corrected, or "" if that changes nothing or still can't be read."""
        first, _, rest = self.grammar.texts.polite(said, language).partition(" ")
        close = get_close_matches(first, sorted(self.grammar.verbs(language)), 1, 0.75)
        better = f"{close[0]} {rest}".strip() if close else said
        if better == said:
            return ""
        return "" if isinstance(self.parse(position, better, language), Misread) else better

    def _spread(self, position: P, legal: Sequence[Any]) -> list[Any]:
        """Return a few legal moves, each of a different kind."""
        first: dict[str, Any] = {}
        for move in legal:
            first.setdefault(self.described(position, move).key, move)
        return list(first.values())[:EXAMPLES]
