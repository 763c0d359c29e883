"""ApocalypZe for a session: how a move is played, and how positions and moves are written and read."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import Any

from apz.apocalypze.model import DECK, Position
from apz.apocalypze.moves import MOVES, Done, Move
from apz.apocalypze.play import expect_position, play
from apz.apocalypze.positions import read_position
from apz.apocalypze.positions.writing import write_position
from apz.core.reading import Fault, Item, hint, quoted
from apz.core.session import Kernel, Session

VERBS = {move.__name__.lower(): move for move in MOVES}
MOST = 999  # no card, access point or text has a higher number


def write_move(move: Move) -> list[Any]:
    """A move as a flat list: its verb, then its fields, as far as they say something."""
    values = [getattr(move, field.name) for field in fields(move)]
    for field in reversed(fields(move)):
        if field.default is MISSING or values[-1] != field.default:
            break
        values.pop()
    return [type(move).__name__.lower(), *(list(value) if isinstance(value, tuple) else value for value in values)]


def read_move(item: Item, faults: list[Fault]) -> Move:
    """The move that such a list means; any move where there is a fault."""
    entries = item.sequence(faults)
    if not entries:
        item.fault(faults, "a move without a verb", "write for instance [draw]")
        return Done()
    verb, given = entries[0], entries[1:]
    kind = VERBS.get(verb.value) if isinstance(verb.value, str) else None
    if kind is None:
        verb.fault(faults, f"{quoted(verb.value)} is not a move", hint(str(verb.value), VERBS, faults))
        return Done()
    known = fields(kind)
    least = sum(field.default is MISSING for field in known)
    if not least <= len(given) <= len(known):
        names = ", ".join(field.name if field.default is MISSING else f"({field.name})" for field in known)
        item.fault(faults, f"{len(given)} values for {quoted(verb.value)}", f"it takes: {names or 'none'}")
        return Done()
    return kind(*(_value(field, each, faults) for field, each in zip(known, given, strict=False)))


def _value(field: Field[Any], item: Item, faults: list[Fault]) -> Any:
    """The value of a field: a truth value, some numbers, or a number."""
    if field.type == "bool":
        return item.flag(faults)
    if field.type == "int":
        return item.integer(faults, DECK, MOST)
    return tuple(each.integer(faults, 0, MOST) for each in item.sequence(faults))


KERNEL: Kernel[Position] = Kernel("apocalypze", play, write_position, read_position, write_move, read_move)


def new_session(position: Position) -> Session[Position]:
    """Return a session that begins with this position; `load_session` reads one that was saved.

    >>> import apz
    >>> session = new_session(apz.named_position("first-turn"))
    >>> step = session.do(session.position.legal_moves[0])
    >>> session.undo(), session.position == session.start
    (True, True)
    """
    expect_position(position)
    return Session(position, KERNEL)
