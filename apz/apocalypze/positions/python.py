"""Positions written as Python code that builds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apz.apocalypze.model import Position
from apz.apocalypze.positions.checking import problems
from apz.apocalypze.positions.writing import WIDTH, structure


def write_python(position: Position) -> str:
    """Return Python code that builds the same position, called `position`, unless cards in it are hidden."""
    fields = structure(position)
    del fields["apz"]
    lines = ["import apz", "", "position = apz.build("]
    for seat in fields.pop("players"):
        lines += ["    apz.seat(", f"        {seat.pop('stronghold')!r},"]
        lines += [line for name, value in seat.items() for line in _said(name, value, "        ")]
        lines.append("    ),")
    lines += [line for name, value in fields.items() for line in _said(name, value, "    ")]
    if problems(position):
        lines.append("    check=False,")
    return "\n".join([*lines, ")"]) + "\n"


def _said(name: str, value: Any, indent: str) -> Iterator[str]:
    """Yield the lines of code for one argument."""
    whole = f"{indent}{name}={value!r},"
    if len(whole) <= WIDTH or not isinstance(value, list | dict):
        yield whole
        return
    if isinstance(value, list):
        opening, closing, parts = "[", "]", [repr(each) for each in value]
    else:
        opening, closing, parts = "{", "}", [f"{key!r}: {each!r}" for key, each in value.items()]
    yield f"{indent}{name}={opening}"
    line = indent + "   "
    for part in parts:
        if len(line) + len(part) + 2 > WIDTH and line.strip():
            yield line
            line = indent + "   "
        line += f" {part},"
    yield line
    yield f"{indent}{closing},"
