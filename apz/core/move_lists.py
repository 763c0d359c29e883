"""Moves as lists, such as [send, 12, 3], as sessions write and read them."""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, fields
from typing import Any

from apz.core.reading import Fault, Item, hint, quoted

MOST = 999  # no piece, area or text has a higher number


def write_move(move: Any) -> list[Any]:
    """Return a move (a dataclass) as a list: its verb, then its fields (tuples as lists) without trailing defaults."""
    values = [getattr(move, field.name) for field in fields(move)]
    for field in reversed(fields(move)):
        if field.default is MISSING or values[-1] != field.default:
            break
        values.pop()
    return [type(move).__name__.lower(), *(list(value) if isinstance(value, tuple) else value for value in values)]


@dataclass(frozen=True)
class MoveReader:
    """A reader of move lists, for the dataclasses in `kinds`; numbers outside of tuples are at least `least`."""

    kinds: tuple[type, ...]
    least: int = 0

    def __call__(self, item: Item, faults: list[Fault]) -> Any:
        """Return the move that a list stands for, or None if it isn't a move; add a fault for each unreadable part."""
        verbs = {kind.__name__.lower(): kind for kind in self.kinds}
        entries = item.sequence(faults)
        if not entries:
            return item.fault(faults, "move-without-verb", "write-verb", verb=next(iter(verbs)))
        verb, given = entries[0], entries[1:]
        kind = verbs.get(verb.value) if isinstance(verb.value, str) else None
        if kind is None:
            return verb.fault(faults, "unknown-name", wanted="move", **hint(str(verb.value), verbs, faults))
        known = fields(kind)
        needed = sum(field.default is MISSING for field in known)
        if not needed <= len(given) <= len(known):
            names = ", ".join(field.name if field.default is MISSING else f"({field.name})" for field in known)
            fix, told = "takes-these" if names else "takes-none", quoted(verb.value)
            return item.fault(faults, "other-values-of-move", fix, verb=told, count=len(given), names=names)
        return kind(*(_value(field, each, faults, self.least) for field, each in zip(known, given, strict=False)))


def _value(field: Field[Any], item: Item, faults: list[Fault], least: int) -> Any:
    """Return the value of a field: a bool, a text, a tuple of numbers, or a number."""
    kind = field.type if isinstance(field.type, str) else getattr(field.type, "__name__", "")
    if kind == "bool":
        return item.flag(faults)
    if kind == "str":
        return item.text(faults)
    if kind.startswith("tuple"):
        return tuple(each.integer(faults, 0, MOST) for each in item.sequence(faults))
    return item.integer(faults, least, MOST)  # an int, or an id of a type of its own
