"""Positions by hand, in YAML or Python: read, built, written, and searched for what breaks the rules."""

from apz.apocalypze.positions.building import begun, build, read_position, seat
from apz.apocalypze.positions.checking import problems
from apz.apocalypze.positions.writing import structure, write_position

__all__ = ["begun", "build", "problems", "read_position", "seat", "structure", "write_position"]
