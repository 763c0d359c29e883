"""The reader of card facts: it checks each field of a card's YAML, keeps it with its source, and makes the card."""

from __future__ import annotations

from functools import partial

from apz.apocalypze.model import ATTACHMENT, KINDS, RAIDER, STATS, STRONGHOLD, SURVIVOR, ZOMBIE, Card, Face
from apz.core.facts import Facts, Faults, Reader, read_fact, read_word, read_words
from apz.core.reading import Item

FACTIONS = {SURVIVOR: ("civilian", "police", "soldier", "biker"), RAIDER: ("gang", "cult", ZOMBIE)}
ATTRIBUTES = ("weapon", "gun", "handgun", "melee", "fortification", "vehicle", "engineer")
TARGETS = (
    *("your-character", "your-human", "your-zombie", "your-survivor", "your-police", "your-biker"),
    *("your-soldier", "your-stronghold", "their-survivor", "their-attachment"),
)
# why a fact can be inferred; the sentences are under these keys in the texts
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


def read_texts(item: Item, faults: Faults) -> tuple[str, ...]:
    """Return the texts of a card; add a fault if one is empty or longer than 300 characters."""
    texts = tuple(each.text(faults, "?") for each in item.sequence(faults))
    if not all(0 < len(text.strip()) <= 300 for text in texts):
        item.fault(faults, "card-text-length", "write-card-text")
    return texts


def _bonus(item: Item, faults: Faults) -> dict[str, int]:
    """Return an attachment's bonuses for the card it's attached to, by stat."""
    return {stat: each.integer(faults) for stat, each in item.mapping(faults, STATS).items()}


READERS: dict[str, Reader] = {
    **dict.fromkeys(("capacity", "damage", "attack", "defense"), Item.integer),
    **dict.fromkeys(("access", "value"), partial(Item.integer, least=1)),
    **dict.fromkeys(("unique", "displaced"), Item.flag),
    "target": partial(read_word, TARGETS),
    "attributes": partial(read_words, ATTRIBUTES),
    "refuses": partial(read_words, ("weapon", "gun")),
    "bonus": _bonus,
    "text": read_texts,
}


def read_facts(entry: Item, kind: str, faults: Faults, own: bool = False) -> Facts:
    """Return the fields of an entry that could be read; those of a zombie side are named "zombie.attack" and so on."""
    items = dict(entry.mapping(faults, (*NEEDED[kind], *OPTIONAL[kind]), () if own else NEEDED[kind]))
    if zombie := items.pop("zombie", None):
        sides = zombie.mapping(faults, STATS, () if own else STATS)
        items |= {f"zombie.{stat}": item for stat, item in sides.items()}
    words = {"kind": (kind,), "faction": FACTIONS.get(kind, ())}
    facts = {}
    for field, item in items.items():
        before = len(faults)
        read = partial(read_word, words[field]) if field in words else READERS[field.removeprefix("zombie.")]
        fact = read_fact(item, read, REASONS, faults, own)
        if fact and len(faults) == before:
            facts[field] = fact
    return facts


def made_card(name: str, facts: Facts) -> Card:
    """Return the card that its facts describe."""
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
