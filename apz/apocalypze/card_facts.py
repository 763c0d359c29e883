"""The facts of a card: each field of its YAML read, checked and kept with its source, and the card made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from apz.apocalypze.model import ATTACHMENT, KINDS, RAIDER, STATS, STRONGHOLD, SURVIVOR, ZOMBIE, Card, Face
from apz.core.reading import Fault, Item, hint, quoted

OFFICIAL = ("rulebook", "errata")  # an owner's card cannot contradict these
PRINTED = (*OFFICIAL, "inferred")
SOURCES = (*PRINTED, "house", "owner")
FACTIONS = {SURVIVOR: ("civilian", "police", "soldier", "biker"), RAIDER: ("gang", "cult", ZOMBIE)}
ATTRIBUTES = ("weapon", "gun", "handgun", "melee", "fortification", "vehicle", "engineer")
TARGETS = (
    *("your-character", "your-human", "your-zombie", "your-survivor", "your-police", "your-biker"),
    *("your-soldier", "your-stronghold", "their-survivor", "their-attachment"),
)
# why a fact can be inferred; the sentences stand under these keys in the texts
REASONS = (
    *("listed-attachment", "listed-raider", "listed-trump", "listed-wildcard", "named-person"),
    *("gang-name", "cult-deck", "cult-caller", "cult-only", "beside-raiders"),
    *("zombie-name", "zombie-deck", "zombie-leader", "fence", "handgun", "pistols", "rifle", "shotgun"),
)
NEEDED = dict.fromkeys(KINDS, ("kind", "text")) | {
    STRONGHOLD: ("kind", "access", "capacity", "damage"),
    ATTACHMENT: ("kind", "target"),
    SURVIVOR: ("kind", "faction", "unique", *STATS),
    RAIDER: ("kind", "faction", "unique", *STATS),
}
OPTIONAL = dict.fromkeys(KINDS, ("text",)) | {
    ATTACHMENT: ("attributes", "bonus", "displaced", "text"),
    SURVIVOR: ("zombie", "refuses", "attributes", "text"),
    RAIDER: ("zombie", "refuses", "attributes", "text"),
}
PLAIN = ("kind", "unique", "access", "capacity", "damage", "attributes", "target", "refuses", "displaced")

Faults = list[Fault]
Reader = Callable[[Item, Faults], Any]


class Fact(NamedTuple):
    """One field of a card: its value, where it comes from, why (if inferred), and where it was read."""

    value: Any
    source: str
    because: str  # one of REASONS, or nothing
    item: Item


Facts = dict[str, Fact]


def told(value: Any) -> str:
    """A field's value in a message."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    return quoted(" / ".join(sorted(value))) if isinstance(value, frozenset | tuple) else quoted(value)


def _word(words: Sequence[str], item: Item, faults: Faults) -> str:
    """Reads one word out of a closed list."""
    word = item.text(faults, words[0])
    if word not in words:
        item.fault(faults, f"{quoted(word)} does not belong here", hint(word, words, faults))
    return word


def _words(words: Sequence[str], item: Item, faults: Faults) -> frozenset[str]:
    """Reads some words out of a closed list."""
    return frozenset(_word(words, each, faults) for each in item.sequence(faults))


def read_texts(item: Item, faults: Faults) -> tuple[str, ...]:
    """Reads the texts of a card, each short enough for a card."""
    texts = tuple(each.text(faults, "?") for each in item.sequence(faults))
    if not all(0 < len(text.strip()) <= 300 for text in texts):
        item.fault(faults, "a text that is empty or too long", "write 1 to 300 characters")
    return texts


def _bonus(item: Item, faults: Faults) -> dict[str, int]:
    """Reads what an attachment adds to its host's numbers."""
    return {stat: each.integer(faults) for stat, each in item.mapping(faults, STATS).items()}


READERS: dict[str, Reader] = {
    **dict.fromkeys(("capacity", "damage", "attack", "defense"), Item.integer),
    **dict.fromkeys(("access", "value"), partial(Item.integer, least=1)),
    **dict.fromkeys(("unique", "displaced"), Item.flag),
    "target": partial(_word, TARGETS),
    "attributes": partial(_words, ATTRIBUTES),
    "refuses": partial(_words, ("weapon", "gun")),
    "bonus": _bonus,
    "text": read_texts,
}


def read_facts(entry: Item, kind: str, faults: Faults, own: bool = False) -> Facts:
    """The fields of an entry that could be read; the zombie's are called "zombie.attack" and so on."""
    items = dict(entry.mapping(faults, (*NEEDED[kind], *OPTIONAL[kind]), () if own else NEEDED[kind]))
    if zombie := items.pop("zombie", None):
        sides = zombie.mapping(faults, STATS, () if own else STATS)
        items |= {f"zombie.{stat}": item for stat, item in sides.items()}
    words = {"kind": (kind,), "faction": FACTIONS.get(kind, ())}
    facts = {}
    for field, item in items.items():
        before = len(faults)
        read = partial(_word, words[field]) if field in words else READERS[field.removeprefix("zombie.")]
        fact = _fact(item, read, faults, own)
        if fact and len(faults) == before:
            facts[field] = fact
    return facts


def _fact(item: Item, read: Reader, faults: Faults, own: bool) -> Fact | None:
    """A field with its source; a plain value is the owner's, in a file of his own."""
    fields = item.value if isinstance(item.value, dict) else {}
    sources = [name for name in fields if name in SOURCES and (own or name != "owner")]
    if own and not sources:
        return Fact(read(item, faults), "owner", "", item)
    if len(sources) != 1 or fields.keys() - {sources[0], "because"}:
        item.fault(faults, "no one clear source", f"write {{house: ...}}, or another of {', '.join(SOURCES)}")
        return None
    because = ""
    if (sources[0] == "inferred") != ("because" in fields):
        item.fault(faults, "what is inferred has a reason, and nothing else has", 'see to "because: ..."')
    elif "because" in fields:
        because = _word(REASONS, fields["because"], faults)
    return Fact(read(fields[sources[0]], faults), sources[0], because, item)


def made_card(name: str, facts: Facts) -> Card:
    """The card that its facts describe."""
    values = {field: fact.value for field, fact in facts.items()}
    sources = {field: fact.source for field, fact in facts.items()}

    def face(faction: str, prefix: str = "") -> Face:
        house = frozenset(stat for stat in STATS if sources[prefix + stat] == "house")
        attack, defense, value = (values[prefix + stat] for stat in STATS)
        return Face(faction, attack, defense, value, house)

    human = face(values["faction"]) if "faction" in values else None
    zombie = face(ZOMBIE, "zombie.") if "zombie.attack" in values else None
    if human and human.zombie:
        human, zombie = None, human
    bonus = [values.get("bonus", {}).get(stat, 0) for stat in STATS]
    return Card(
        name,
        human=human,
        zombie=zombie,
        bonus=(bonus[0], bonus[1], bonus[2]),
        texts=values.get("text", ()),
        sources=sources,
        reasons={field: fact.because for field, fact in facts.items() if fact.because},
        **{field: values[field] for field in PLAIN if field in values},
    )
