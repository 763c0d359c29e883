"""Moves as written in gestures, such as "[send, 12, 3]"."""

from __future__ import annotations

from typing import Any

from apz.core.move_lists import write_move
from apz.core.reading import BadInput, Fault, read_text
from apz.core.session import Kernel

MOST = 200  # characters


def spelled(move: Any) -> str:
    """Return a move as text for a gesture."""
    return "[" + ", ".join(str(part).lower() for part in write_move(move)) + "]"


def meant(kernel: Kernel[Any], text: str) -> Any:
    """Return the move that a text stands for, or None if it isn't a valid move."""
    faults: list[Fault] = []
    try:
        move = kernel.read_move(read_text(text[:MOST]), faults)
    except BadInput:
        return None
    return None if faults else move
