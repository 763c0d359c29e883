"""Facts with their sources: each field of a card or piece, where it comes from, and why if it's inferred."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from apz.core.reading import Fault, Item, hint, quoted

OFFICIAL = ("rulebook", "errata")  # an owner's card can't contradict these
PRINTED = (*OFFICIAL, "inferred")
HOUSE, OWNER = "house", "owner"
SOURCES = (*PRINTED, HOUSE, OWNER)

Faults = list[Fault]
Reader = Callable[[Item, Faults], Any]


class Fact(NamedTuple):
    """One field of a card: its value, its source, the reason if it's inferred, and the item it was read from."""

    value: Any
    source: str
    because: str  # the key of a reason, or nothing
    item: Item


Facts = dict[str, Fact]


def told(value: Any) -> Any:
    """Return a field's value as error messages quote it."""
    if isinstance(value, dict):
        return quoted(", ".join(f"{name} {number}" for name, number in value.items()))
    return quoted(" / ".join(sorted(value))) if isinstance(value, frozenset | tuple) else quoted(value)


def read_word(words: Sequence[str], item: Item, faults: Faults) -> str:
    """Read one word from a closed list; add a fault if the word isn't in it."""
    word = item.text(faults, words[0])
    if word not in words:
        item.fault(faults, "unknown-word", **hint(word, words, faults))
    return word


def read_words(words: Sequence[str], item: Item, faults: Faults) -> frozenset[str]:
    """Read several words from a closed list; add a fault for each word that isn't in it."""
    return frozenset(read_word(words, each, faults) for each in item.sequence(faults))


def read_fact(item: Item, read: Reader, reasons: Sequence[str], faults: Faults, own: bool) -> Fact | None:
    """Read a field with its source, such as `{house: 3}`; add a fault and return None if the source isn't clear.

    If `own`, a value without a source counts as the owner's.
    """
    fields = item.value if isinstance(item.value, dict) else {}
    sources = [name for name in fields if name in SOURCES and (own or name != OWNER)]
    if own and not sources:
        return Fact(read(item, faults), OWNER, "", item)
    if len(sources) != 1 or fields.keys() - {sources[0], "because"}:
        allowed = (HOUSE, OWNER) if own else tuple(name for name in SOURCES if name != OWNER)
        item.fault(faults, "no-clear-source", "write-source", names=allowed)
        return None
    because = ""
    if (sources[0] == "inferred") != ("because" in fields):
        item.fault(faults, "reason-misplaced", "check-because")
    elif "because" in fields:
        because = read_word(reasons, fields["because"], faults)
    return Fact(read(fields[sources[0]], faults), sources[0], because, item)
