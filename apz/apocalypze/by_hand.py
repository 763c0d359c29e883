"""Positions built in Python: errors name every rule a position breaks, unless you turn the check off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apz.apocalypze.cards import Library
from apz.apocalypze.files import faults_of
from apz.apocalypze.model import Position
from apz.apocalypze.positions import build as read_parts
from apz.core.reading import refuse


def build(
    first: Mapping[str, Any],
    second: Mapping[str, Any],
    *,
    cards: Library | None = None,
    check: bool = True,
    **state: Any,
) -> Position:
    """Return the position with these two players, using the words of the YAML files: whose="Ann", phase="combat", ...

    BadInput lists what can't be read or, if everything can, every rule the position breaks. With `check=False`
    the position may break rules, and `position.problems()` lists them.

    >>> import apz
    >>> position = build(apz.seat("Police Station", survivors=["Civilian"]), apz.seat("Roadside Diner"), phase="draw")
    >>> position.problems()
    []
    >>> crowd = apz.seat("Police Station", survivors=["20 Civilian"])
    >>> try:
    ...     build(crowd, apz.seat("Roadside Diner"))
    ... except apz.BadInput as bad:
    ...     print(bad.faults[0].rule)
    stronghold.capacity
    >>> [problem.rule for problem in build(crowd, apz.seat("Roadside Diner"), check=False).problems()]
    ['stronghold.capacity']
    """
    if not isinstance(check, bool):
        raise TypeError(f"check={check!r}: write True or False")
    position = read_parts(first, second, cards=cards, **state)
    if check:
        refuse(faults_of(position, ""))
    return position
