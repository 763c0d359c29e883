"""What-if trees of ApocalypZe: branches from a position, a file or a link."""

from __future__ import annotations

from pathlib import Path

from apz.apocalypze.game import GAME
from apz.apocalypze.lab.facts import facts
from apz.apocalypze.model import Position
from apz.core.lab.what_if import WhatIf, linked_tree, load_tree


def what_if(start: Position | Path | str) -> WhatIf[Position]:
    """Return a tree of branches that starts at a position, or a saved tree from a Path or a link.

    >>> import apz
    >>> tree = what_if(apz.named_position("church-doors"))
    >>> best = tree.add("best", tree.start.solve().moves)
    >>> nobody = tree.add("nobody", apz.moves.Done())
    >>> tree.leaves
    ('best', 'nobody')
    >>> len(tree.compare("best", "nobody")) > 3
    True
    >>> what_if(tree.link()).leaves
    ('best', 'nobody')
    """
    if isinstance(start, Path):
        return load_tree(GAME, start, facts)
    if isinstance(start, str):
        return linked_tree(GAME, start, facts)
    if not isinstance(start, Position):
        raise TypeError(f"{start!r}: give a position, the Path of a saved tree, or the text of a link")
    return WhatIf(GAME, start, facts)
