"""The cards: a library of all of them, an owner's corrections on top, and the decks built from them."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from apz.apocalypze.card_facts import made_card, read_facts, read_texts
from apz.apocalypze.model import KINDS, STRONGHOLD, Card
from apz.core.facts import OFFICIAL, PRINTED, SOURCES, Fact, Facts, Faults, told
from apz.core.reading import (
    BadInput,
    Fault,
    Item,
    clean,
    fold,
    hint,
    match,
    quoted,
    read_file,
    refuse,
    starts,
    stop,
    worded,
)

DECK_SIZE = 30


class Deck(NamedTuple):
    """A deck of 30: its stronghold and the names of all its cards, the stronghold first."""

    name: str
    stronghold: str
    cards: tuple[str, ...]


class UnknownCard(BadInput, KeyError):
    """The error for a name that no card has; its message suggests a similar name if there is one."""


class Index:
    """A sorted index of names, so that `match` doesn't have to compare every name."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = {*names}
        self.starts = sorted((start, name) for name in self.names for start in starts(name))

    def match(self, text: str) -> str | None:
        """Return the one name that `text` stands for, or None, just as `match` in apz.core.reading does."""
        wanted = fold(text[:100])
        if text in self.names or not wanted:
            return text if wanted else None
        first = bisect_left(self.starts, (wanted,))
        whole, begun = set[str](), set[str]()
        for start, name in self.starts[first:]:
            if not start.startswith(wanted):
                break
            begun.add(name)
            if fold(name) == wanted:
                whole.add(name)
        alike = whole or (begun if len(wanted) >= 3 else whole)
        return next(iter(alike)) if len(alike) == 1 else None


class Library(Mapping[str, Card]):
    """Every card by its name, and the starter decks."""

    def __init__(self, facts: Mapping[str, Facts], known: Mapping[str, Card]) -> None:
        self.facts = facts
        self.indexes: dict[tuple[str, ...], Index] = {}  # card names by kinds, indexed on demand
        self.cards = {name: known.get(name) or made_card(name, fields) for name, fields in facts.items()}

    def __getitem__(self, name: str) -> Card:
        if name not in self.cards:
            near = hint(str(name), self.cards)
            raise UnknownCard([Fault("", 0, "", "not-a-card", near.get("fix", ""), "", {"name": quoted(name), **near})])
        return self.cards[name]

    def __contains__(self, name: object) -> bool:
        return name in self.cards

    def __repr__(self) -> str:
        return f"<Library of {len(self)} cards>"

    def __iter__(self) -> Iterator[str]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def named(self, text: str) -> str | None:
        """Return the name `text` stands for, by `match` or as the rulebook lists it ("Biker/Zombie"), or None."""
        if text in self.cards:
            return text
        return self.named_among(text) or self.named_among(text.partition("/")[0].partition(",")[0])

    def named_among(self, text: str, kinds: tuple[str, ...] = KINDS) -> str | None:
        """Return the name of the one card of these kinds that `match` finds, or None; fast for thousands of texts."""
        if kinds not in self.indexes:
            self.indexes[kinds] = Index([name for name, card in self.cards.items() if card.kind in kinds])
        return self.indexes[kinds].match(text)

    def find(self, text: str) -> Card:
        """Return the card that `text` stands for; raise UnknownCard if there's none."""
        return self[self.named(text) or text]

    def texts(self, card: Card | str, language: str = "en") -> tuple[str, ...]:
        """Return a card's texts in a language: in English if untranslated, as written if an owner reworded them."""
        card = self[card] if isinstance(card, str) else card
        if language == "en" or card.sources.get("text") == "owner":
            return card.texts
        translated = _translations(language).get(card.name, ())
        return translated if len(translated) == len(card.texts) else card.texts

    @cached_property
    def decks(self) -> Mapping[str, Deck]:
        """The starter decks by name."""
        faults: Faults = []
        entries = read_file(folder() / "decks.yaml").mapping(faults)
        decks = {name: _deck(entry, name, self, faults) for name, entry in entries.items()}
        refuse(faults)
        return decks


def folder() -> Path:
    """Return the folder of the card files: inside the installed package, or next to it in a checkout."""
    inside = Path(__file__).parents[1] / "cards" / "apocalypze"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "cards" / "apocalypze"


def library(*overlays: Path | str) -> Library:
    """Return the cards, with the owner's corrections from these files (or those in APZ_CARDS) on top.

    >>> library()["Civilian"].kind
    'survivor'
    """
    paths = [str(path) for path in overlays] or os.environ.get("APZ_CARDS", "").split(os.pathsep)
    return _overlaid(tuple((path, os.path.abspath(path), _written(path)) for path in paths if path))


def _written(path: str) -> float:
    """Return a file's modification time, or 0.0 if there's no such file, so that a changed overlay is reread."""
    return os.path.getmtime(path) if os.path.isfile(path) else 0.0


@lru_cache(8)
def _overlaid(overlays: tuple[tuple[str, str, float], ...]) -> Library:
    """Return the base cards with these files on top, cached so that copies of a card are the same Card."""
    if overlays:
        return overlay(read_file(overlays[-1][0]), _overlaid(overlays[:-1]))
    faults: Faults = []
    facts: dict[str, Facts] = {}
    for kind in KINDS:
        for name, entry in read_file(folder() / f"{kind}s.yaml").mapping(faults).items():
            if name in facts:
                entry.fault(faults, "card-in-two-files", "one-kind", name=quoted(name))
            facts[name] = read_facts(entry, kind, faults)
    refuse(faults)
    return Library(facts, {})


def overlay(item: Item, base: Library) -> Library:
    """Return the library with an owner's corrections on top; raise BadInput with every fault they have."""
    faults: Faults = []
    facts, changed = dict(base.facts), dict[str, Facts]()
    for text, entry in item.mapping(faults).items():
        name = base.named(text)
        if name is None:
            entry.fault(faults, "not-a-card", name=quoted(text), **hint(text, base, faults))
        elif name in changed:
            entry.fault(faults, "twice", "one-entry", name=name)
        else:
            old, new = facts[name], read_facts(entry, base[name].kind, faults, own=True)
            changed[name] = {field: new[field] for field in new if _accepted(field, new[field], old, faults)}
            facts[name] = old | changed[name]
    refuse(faults)
    return Library(facts, {name: card for name, card in base.items() if not changed.get(name)})


def _accepted(field: str, fact: Fact, facts: Facts, faults: Faults) -> bool:
    """Return True if a correction should be applied; add a fault if it isn't allowed."""
    old = facts.get(field)
    if old and fact.value == old.value and old.source in PRINTED:
        return False
    if old and old.source in OFFICIAL:
        new, before, source = told(fact.value), told(old.value), worded("sources", old.source)
        fact.item.fault(faults, "contradicts", "official-stays", new=new, old=before, source=source)
    elif fact.source in PRINTED:
        fact.item.fault(faults, "not-from-source", "without-source", source=worded("sources", fact.source))
    elif field == "text" and len(fact.value) != (len(old.value) if old else 0):
        had = len(old.value) if old else 0
        fact.item.fault(faults, "other-texts", "only-wording", count=len(fact.value), had=had)
    elif not old and field.startswith("zombie."):
        fact.item.fault(faults, "no-zombie-side", "only-twofold", "twofold.sides")
    else:
        return True
    return False


@lru_cache(8)
def _translations(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the card texts in a language by card name, or an empty dict if the language has no file."""
    path = folder() / f"texts.{language}.yaml"
    if not language.isalpha() or not path.exists():
        return {}
    faults: Faults = []
    entries = read_file(path).mapping(faults, _overlaid(()))
    texts = {name: read_texts(item, faults) for name, item in entries.items()}
    refuse(faults)
    return texts


def read_deck(source: str | Path | Item, cards: Library) -> Deck:
    """Return a deck from a file or from its parsed content; raise BadInput with every fault it has."""
    faults: Faults = []
    item = source if isinstance(source, Item) else read_file(source)
    deck = _deck(item, Path(item.file).stem, cards, faults)
    refuse(faults)
    return deck


def find_deck(given: str | Path | Deck, cards: Library) -> Deck:
    """Return a deck that's given as a Deck, by a starter deck's name, or as a file."""
    if isinstance(given, Deck):
        return given
    if not isinstance(given, str | Path):
        raise TypeError(f"{clean(repr(given))} where a deck is expected: give the name of a starter deck, or a file")
    name = None if isinstance(given, Path) else match(given, cards.decks)
    if name is not None:
        return cards.decks[name]
    if os.path.exists(given) or str(given).endswith((".yaml", ".yml")):
        return read_deck(given, cards)
    stop("", 0, "unknown-deck", value=quoted(str(given)), **hint(str(given), cards.decks))


def _deck(item: Item, name: str, cards: Library, faults: Faults) -> Deck:
    fields = item.mapping(faults, ("deck", "stronghold", "cards"), ("cards",))
    counts: dict[str, int] = {}
    listed = fields["cards"].mapping(faults) if "cards" in fields else {}
    for text, number in listed.items():
        _count(text, number, number.integer(faults, 1, DECK_SIZE), counts, cards, faults)
    if place := fields.get("stronghold"):
        _count(place.text(faults, "?"), place, 1, counts, cards, faults)
    size = sum(counts.values())
    counted = all(type(number.value) is int and 0 < number.value <= DECK_SIZE for number in listed.values())
    if size != DECK_SIZE and counted:
        item.fault(faults, "deck-size", "deck-of-30", "setup.deck", count=size)
    strongholds = [each for each in counts if each in cards and cards[each].kind == STRONGHOLD]
    if sum(counts[each] for each in strongholds) != 1:
        found = "strongholds-in-deck" if strongholds else "deck-without-stronghold"
        item.fault(faults, found, "one-stronghold", "setup.deck", names=", ".join(strongholds))
    others = [each for each, count in counts.items() for _ in range(count) if each not in strongholds]
    name = fields["deck"].text(faults) if "deck" in fields else name
    return Deck(name, "".join(strongholds), (*strongholds, *others))


def _count(text: str, item: Item, count: int, counts: dict[str, int], cards: Library, faults: Faults) -> None:
    """Add copies of a card to the counts; add a fault if the card is unknown or listed twice."""
    name = cards.named(text)
    if name is None:
        item.fault(faults, "not-a-card", name=quoted(text), **hint(text, cards, faults))
    elif name in counts:
        item.fault(faults, "twice", "once-with-number", name=name)
    counts[name or text] = counts.get(name or text, 0) + count


def sources_table(cards: Library) -> dict[str, dict[str, int]]:
    """Return the number of fields per source, for each kind of card and for all cards together."""
    table = {kind: dict.fromkeys(SOURCES, 0) for kind in (*KINDS, "all")}
    for card in cards.values():
        for source in card.sources.values():
            table[card.kind][source] += 1
            table["all"][source] += 1
    return table
