"""The rule index: each rule's id, title, wording, place in the book, kind, reason and neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from typing import Any

from apz.core.reading import read_text

KINDS = ("rule", "ruling", "tutor")
FIELDS = ("title", "kind", "where", "text", "reason", "related")
TRANSLATED = ("title", "text", "reason")
MOST_WORDS = 12  # more words than that narrow no search, they only cost time

Entry = Mapping[str, Any]
Entries = Mapping[str, Entry]


class RulebookError(KeyError):
    """A rule that is not in the index, or an index that is not complete."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own words; a ruling also says why it is read so."""

    id: str
    title: str
    text: str
    where: str = ""
    kind: str = "rule"
    reason: str = ""
    related: tuple[str, ...] = ()


class Rulebook(Mapping[str, Rule]):
    """All rules by id, in the book's order."""

    def __init__(self, base: Entries, overlay: Entries | None = None) -> None:
        """Build the index; what the overlay lacks is taken from the base."""
        self._faults = tuple(_faults(base, overlay))
        self._rules = {
            id: _rule(id, base[id], (overlay or {}).get(id, {}), related) for id, related in _neighbours(base).items()
        }

    @classmethod
    def load(cls, base: Traversable, overlay: Traversable | None = None) -> Rulebook:
        """Read the index from its file, with a translation laid over it."""
        return cls(*(_entries(file.read_text(encoding="utf-8"), file.name) for file in (base, overlay) if file))

    def __getitem__(self, id: str) -> Rule:
        try:
            return self._rules[id]
        except KeyError:
            near = get_close_matches(str(id), self._rules, n=3)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise RulebookError(f"There is no rule {id!r}.{hint}") from None

    def __contains__(self, id: object) -> bool:
        return id in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"<Rulebook of {len(self)} rules>"

    def related(self, id: str) -> tuple[Rule, ...]:
        """Return the rules to read next, whichever of the two names the other."""
        return tuple(self._rules[other] for other in self[id].related)

    def check(self) -> None:
        """Raise one error that lists everything missing or misspelt, translations included."""
        if self._faults:
            raise RulebookError("The rule index is not complete:\n" + "\n".join(self._faults))

    def search(self, words: str) -> tuple[Rule, ...]:
        """Return the rules in which all words occur, best first; if there are none, try near words, then fewer."""
        wanted = [(word,) for word in _words(words)[:MOST_WORDS]]
        if words.strip() and not wanted:
            return ()
        return (
            self._ranked(wanted)
            or self._ranked([(*given, *self._near(given[0])) for given in wanted])
            or self._sharing([given[0] for given in wanted])
        )

    def _near(self, word: str) -> list[str]:
        """Return the words of the index that look like this one."""
        return get_close_matches(word, self._vocabulary, n=4, cutoff=0.75)

    def _ranked(self, wanted: Sequence[tuple[str, ...]]) -> tuple[Rule, ...]:
        """Return the rules that hold one of each word's spellings: by id, then title, then text, then book order."""
        scores: dict[str, int] = {}
        for id, fields in self._fields.items():
            ranks = [min(_rank(spelling, fields) for spelling in spellings) for spellings in wanted]
            if all(rank < _NOWHERE for rank in ranks):
                scores[id] = sum(ranks)
        return tuple(self._rules[id] for id in sorted(scores, key=scores.__getitem__))

    def _sharing(self, wanted: Sequence[str]) -> tuple[Rule, ...]:
        """Return the rules that hold two of the words or more: most of them first, then those with the rarer ones."""
        holding = [{id for id, fields in self._fields.items() if _whole(word, fields)} for word in wanted]
        worth: dict[str, tuple[int, float]] = {}
        for id in self._rules:
            shared = [1 / len(ids) for ids in holding if id in ids]
            if len(shared) > 1:
                worth[id] = len(shared), sum(shared)
        return tuple(self._rules[id] for id in sorted(worth, key=worth.__getitem__, reverse=True))

    @cached_property
    def _fields(self) -> Mapping[str, tuple[str, ...]]:
        """For each rule the fields that are searched, the most telling one first."""
        return {
            rule.id: tuple(map(_searchable, (rule.id, rule.title, rule.text, rule.where)))
            for rule in self._rules.values()
        }

    @cached_property
    def _vocabulary(self) -> tuple[str, ...]:
        """Every word that can be found."""
        texts = [" ".join(fields) for fields in self._fields.values()]
        return tuple(dict.fromkeys(word for text in texts for word in _words(text)))


_BETWEEN_WORDS = re.compile(r"\W+")
_NOWHERE = 8  # two ranks for each of four fields: as a whole word, or inside one


def _words(text: str) -> list[str]:
    """Return the words of a text; an id such as one.two-three stays one word."""
    return re.findall(r"\w+(?:[.'’-]\w+)*", text.casefold())


def _searchable(text: str) -> str:
    """Return the text and once more its bare words, so that a whole word has spaces around it."""
    return f" {text} {_BETWEEN_WORDS.sub(' ', text)} ".casefold()


def _rank(word: str, fields: Sequence[str]) -> int:
    """Return how far down the fields the word first occurs; whole words come before parts of words."""
    for place, field in enumerate(fields):
        if word in field:
            return 2 * place + (f" {word} " not in field)
    return _NOWHERE


def _whole(word: str, fields: Sequence[str]) -> bool:
    """Return whether the word stands in a field, and not only as a part of another."""
    return any(f" {word} " in field for field in fields)


@lru_cache(maxsize=8)
def _entries(text: str, name: str) -> Entries:
    """Return the entries of an index file; the same text is read once."""
    entries: Entries = read_text(text, name).plain() or {}
    return entries


def _rule(id: str, entry: Entry, translation: Entry, related: tuple[str, ...]) -> Rule:
    """Return one rule, in the translation's words as far as there are any."""
    said = {name: translation.get(name) or entry.get(name) or "" for name in (*TRANSLATED, "where")}
    return Rule(id, **said, kind=entry.get("kind", "rule"), related=related)


def _neighbours(base: Entries) -> dict[str, tuple[str, ...]]:
    """Return for each id those it names, then those that name it."""
    found: dict[str, dict[str, None]] = {id: {} for id in base}
    pairs = [(id, other) for id, entry in base.items() for other in entry.get("related") or ()]
    named = [(id, other) for id, other in pairs if other in base and other != id]
    for id, other in named:
        found[id][other] = None
    for id, other in named:
        found[other][id] = None
    return {id: tuple(others) for id, others in found.items()}


def _faults(base: Entries, overlay: Entries | None) -> Iterator[str]:
    """Yield everything that is wrong with the index, one sentence each."""
    for id, entry in base.items():
        kind = entry.get("kind")
        needed = {"title", "text", "kind"} | ({"reason"} if kind == "ruling" else set())
        needed |= set() if kind == "tutor" else {"where"}
        yield from (f"{id}: {name} is missing." for name in FIELDS if name in needed and not entry.get(name))
        yield from (f"{id}: {name} is not a field." for name in entry if name not in FIELDS)
        if kind and kind not in KINDS:
            yield f"{id}: the kind {kind!r} is none of {', '.join(KINDS)}."
        if entry.get("reason") and kind != "ruling":
            yield f"{id}: only a ruling has a reason."
        for other in entry.get("related") or ():
            if other not in base or other == id:
                yield f"{id}: related names {other!r}, which isn't another rule."
    if overlay is not None:
        for id, entry in base.items():
            lacking = [name for name in TRANSLATED if entry.get(name) and not overlay.get(id, {}).get(name)]
            yield from (f"{id}: {name} is not translated." for name in lacking)
        yield from (f"{id}: translated, but no such rule." for id in overlay if id not in base)
