"""The rule index: each rule's id, title, wording, place in the book, kind, reason and related rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from typing import Any

from apz.core.language.search import NO_WORDS, Found, Search, SearchWords
from apz.core.reading import read_text

KINDS = RULE, RULING, TUTOR = ("rule", "ruling", "tutor")
FIELDS = ("title", "kind", "where", "text", "reason", "related")
TRANSLATED = ("title", "text", "reason")

Entry = Mapping[str, Any]
Entries = Mapping[str, Entry]


class RulebookError(KeyError):
    """The error for a rule that isn't in the index, or for an incomplete index."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own words; a ruling also gives the reason why we read the book this way."""

    id: str
    title: str
    text: str
    where: str = ""
    kind: str = "rule"
    reason: str = ""
    related: tuple[str, ...] = ()


class Rulebook(Mapping[str, Rule]):
    """All rules by id, in the order of the index."""

    def __init__(self, base: Entries, overlay: Entries | None = None, words: SearchWords = NO_WORDS) -> None:
        """Build the index; anything the overlay lacks comes from the base, and `words` extends the search."""
        self._words = words
        self._faults = tuple(_faults(base, overlay))
        self._rules = {
            id: _rule(id, base[id], (overlay or {}).get(id, {}), related) for id, related in _neighbours(base).items()
        }

    @classmethod
    def load(cls, base: Traversable, overlay: Traversable | None = None, words: SearchWords = NO_WORDS) -> Rulebook:
        """Read the index from its file, with an optional translation as the overlay."""
        read = [_entries(file.read_text(encoding="utf-8"), file.name) if file else None for file in (base, overlay)]
        return cls(read[0] or {}, read[1], words)

    def __getitem__(self, id: str) -> Rule:
        try:
            return self._rules[id]
        except KeyError:
            near = get_close_matches(str(id), self._rules, n=3)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise RulebookError(f"There's no rule {id!r}.{hint}") from None

    def __contains__(self, id: object) -> bool:
        return id in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"<Rulebook of {len(self)} rules>"

    def related(self, id: str) -> tuple[Rule, ...]:
        """Return a rule's related rules: those it names and those that name it."""
        return tuple(self._rules[other] for other in self[id].related)

    def check(self) -> None:
        """Raise a RulebookError that lists what's missing or misspelled, in the translation too, if anything is."""
        if self._faults:
            raise RulebookError("The rule index isn't complete:\n" + "\n".join(self._faults))

    def find(self, text: str) -> tuple[Found, ...]:
        """Return a search result for each rule that matches a text, best first, with the matching words marked."""
        return self._search.find(text)

    def search(self, text: str) -> tuple[Rule, ...]:
        """Return the rules that match a text, best first, or all rules if the text is empty."""
        return tuple(self._rules[found.id] for found in self.find(text)) if text.strip() else tuple(self.values())

    @cached_property
    def _search(self) -> Search:
        """The search index of all rules."""
        rules = [{"id": rule.id, "title": rule.title, "text": rule.text} for rule in self._rules.values()]
        return Search(rules, self._words)


@lru_cache(maxsize=8)
def _entries(text: str, name: str) -> Entries:
    """Return the entries in an index file; recently read texts are cached."""
    entries: Entries = read_text(text, name).plain() or {}
    return entries


def _rule(id: str, entry: Entry, translation: Entry, related: tuple[str, ...]) -> Rule:
    """Return one rule, using the translation's words where it has any."""
    said = {name: translation.get(name) or entry.get(name) or "" for name in (*TRANSLATED, "where")}
    return Rule(id, **said, kind=entry.get("kind", "rule"), related=related)


def _neighbours(base: Entries) -> dict[str, tuple[str, ...]]:
    """Return the ids of each rule's related rules: those it names, then those that name it."""
    found: dict[str, dict[str, None]] = {id: {} for id in base}
    pairs = [(id, other) for id, entry in base.items() for other in entry.get("related") or ()]
    named = [(id, other) for id, other in pairs if other in base and other != id]
    for id, other in named:
        found[id][other] = None
    for id, other in named:
        found[other][id] = None
    return {id: tuple(others) for id, others in found.items()}


def _faults(base: Entries, overlay: Entries | None) -> Iterator[str]:
    """Yield a sentence about each fault in the index."""
    for id, entry in base.items():
        kind = entry.get("kind")
        needed = {"title", "text", "kind"} | ({"reason"} if kind == "ruling" else set())
        needed |= set() if kind == "tutor" else {"where"}
        yield from (f"{id}: {name} is missing." for name in FIELDS if name in needed and not entry.get(name))
        yield from (f"{id}: {name} isn't a field." for name in entry if name not in FIELDS)
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
            yield from (f"{id}: {name} isn't translated." for name in lacking)
        yield from (f"{id}: translated, but no such rule." for id in overlay if id not in base)
