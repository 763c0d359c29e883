"""Positions written in YAML or Python: reading, building, writing, and checking them against the rules."""

from apz.apocalypze.positions.building import begun, build, named_position, read_position, read_structure, seat
from apz.apocalypze.positions.card_names import spelled
from apz.apocalypze.positions.checking import problems
from apz.apocalypze.positions.named import named_item, named_positions
from apz.apocalypze.positions.python import write_python
from apz.apocalypze.positions.set_moment import (
    COUNTED,
    askable,
    asked,
    asked_of,
    engaged,
    group_of,
    grouped,
    owing,
    settled,
)
from apz.apocalypze.positions.writing import structure, write_position

__all__ = [
    "COUNTED", "askable", "asked", "asked_of", "begun", "build", "engaged", "group_of", "grouped", "named_item",
    "named_position", "named_positions", "owing", "problems",
    "read_position", "read_structure", "seat", "settled", "spelled", "structure", "write_position", "write_python",
]  # fmt: skip
