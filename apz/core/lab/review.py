"""The review of a game: its turning points, illegal tries and costly choices, each with its moment."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Generic, TypeVar

from apz.core.lab.drawing import BOX
from apz.core.lab.puzzles import Puzzle
from apz.core.lab.rows import Rows, Tabled

P = TypeVar("P")
TURNING, ILLEGAL, COSTLY = "turning", "illegal", "costly"


@dataclass(frozen=True, eq=False)
class Finding(Generic[P]):
    """One moment worth another look: its kind, its place in the session, its player, and a comment in words."""

    kind: str  # turning, illegal or costly
    moment: int  # the number of the session's moment where the player decided, or where the turning turn began
    position: P  # what the lab opens
    seat: int
    said: str
    cost: float = 0.0  # how much the choice cost or the lead changed, in the game's own unit
    exercise: Puzzle[P] | None = None  # the same decision again, as a puzzle


@dataclass(frozen=True, eq=False)
class Review(Tabled, Generic[P]):
    """The findings about a game, in order: sentences when printed, a list in a notebook, and a table of rows."""

    findings: tuple[Finding[P], ...]
    looked_at: int  # decisions the solver looked at
    left: int  # decisions there was no time for
    said: str  # how many were looked at, in words

    def of(self, kind: str) -> tuple[Finding[P], ...]:
        """Return the findings of one kind."""
        return tuple([each for each in self.findings if each.kind == kind])

    @property
    def turning_points(self) -> tuple[Finding[P], ...]:
        """The findings about turns in which the lead changed the most."""
        return self.of(TURNING)

    @property
    def illegal_tries(self) -> tuple[Finding[P], ...]:
        """The findings about moves that were refused."""
        return self.of(ILLEGAL)

    @property
    def costly_choices(self) -> tuple[Finding[P], ...]:
        """The findings about decisions that could have been better."""
        return self.of(COSTLY)

    def table(self) -> Rows:
        """Return a row for each finding."""
        return Rows([
            {"moment": each.moment, "kind": each.kind, "cost": each.cost, "what": each.said} for each in self.findings
        ])  # fmt: skip

    def __len__(self) -> int:
        return len(self.findings)

    def __str__(self) -> str:
        return "\n".join([*[each.said for each in self.findings], self.said])

    def __repr__(self) -> str:
        return f"<Review of {self.looked_at} decisions: {len(self.findings)} findings>"

    def _repr_html_(self) -> str:
        """Return the review as HTML for a notebook cell."""
        told = "".join([f"<li>{escape(each.said)}</li>" for each in self.findings])
        return f'<section style="{BOX}"><ol>{told}</ol><p>{escape(self.said)}</p></section>'
