"""The results of a move in this game, a step or a refusal, which print as sentences."""

from __future__ import annotations

from typing import NoReturn

from apz.apocalypze.model import METHODS, preformatted
from apz.core.trace import Refusal, Step


class Played(Step):
    """A step in this game; printed, it says what happened."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Step {str(self).partition(chr(10))[0]}>"

    def __str__(self) -> str:
        return METHODS.show_step(self)

    def _repr_html_(self) -> str:
        """Return what happened as HTML for a notebook cell."""
        return preformatted(str(self))


class Refused(Refusal):
    """A refusal in this game; printed, it says what's wrong, by which rule, and what would help."""

    __slots__ = ()

    def __getattr__(self, name: str) -> NoReturn:
        if name in Step._fields:
            raise AttributeError(f"this move was refused, so it has no {name}: {self}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"<Refusal {self}>"

    def __str__(self) -> str:
        return METHODS.show_step(self)

    def _repr_html_(self) -> str:
        """Return the refusal as HTML for a notebook cell."""
        return preformatted(str(self))
