"""Words: a game's notes, refusals, sums and rules as sentences in one language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from copy import copy
from typing import Any, Generic, Self, TypeVar

from apz.core.language.messages import Catalog
from apz.core.language.texts import Texts
from apz.core.trace import Note, Refusal, Step, Sum

P = TypeVar("P")


class Words(ABC, Generic[P]):
    """The words for everything in a game, in one language.

    A game adds what only it knows: what a position waits for, and what its pieces are called.
    """

    uncounted: Collection[str] = ()  # the values of its sentences that are numbers but count nothing

    def __init__(self, texts: Texts, language: str) -> None:
        self.language = language
        self.rules = texts.rules(language)
        self.catalog: Catalog = texts.catalog("messages", language)

    def __repr__(self) -> str:
        return f"<Words in {self.language!r}>"

    def to(self, *names: str) -> Self:
        """Return a copy that addresses players with these names as "you"; without names, everybody is named."""
        said = copy(self)
        said.catalog = self.catalog.to(*names)
        return said

    @abstractmethod
    def waiting(self, position: P) -> str:
        """Return who must do what now, or how the game ended."""

    @abstractmethod
    def name(self, position: P, piece: int) -> str:
        """Return the name of a card or another piece."""

    @abstractmethod
    def move(self, position: P, move: Any) -> str:
        """Return a move as it appears in the list of moves, in words that can also be typed."""

    def moves(self, position: P, moves: Iterable[Any]) -> list[str]:
        """Return several moves of a position as they appear in the list of moves."""
        return [self.move(position, move) for move in moves]

    def label(self, key: str, **values: Any) -> str:
        """Return a short label, such as the name of a zone or of a number."""
        return self.catalog.text("labels", key, values)

    def note(self, note: Note) -> str:
        """Return a sentence about an event, marked if it relies on a house number or a house text."""
        return self.catalog.text("notes", note.key, note.values) + self._mark(note)

    def refusal(self, refusal: Refusal) -> str:
        """Return why a move isn't legal or what's wrong with a position, with the nearest change that helps, if any."""
        section = "problems" if refusal.key.startswith("problem-") else "refusals"
        text = self.catalog.text(section, refusal.key, refusal.values)
        if refusal.fix:
            text += " " + self.catalog.text("fixes", refusal.fix, refusal.values)
        return text + self._mark(refusal)

    def rule(self, rule: str) -> str:
        """Return a rule's citation in brackets, with a ruling marked as one."""
        ruling = rule in self.rules and self.rules[rule].kind == "ruling"
        return f"[{self.label('ruling')}: {rule}]" if ruling else f"[{rule}]"

    def step(self, step: Step | Refusal) -> list[str]:
        """Return a sentence with its citation for every note of a step, or one for a refusal."""
        if isinstance(step, Refusal):
            return [f"{self.refusal(step)} {self.rule(step.rule)}"]
        return [f"{self.note(note)} {self.rule(note.rule)}" for note in step.notes]

    def sum(self, total: Sum) -> str:
        """Return a total with its terms."""
        return self.catalog.sum(total)

    def _mark(self, said: Note | Refusal) -> str:
        """Return the mark for a house number or a house text, or "" if the sentence relies on neither."""
        counts = any(isinstance(value, int | Sum) and name not in self.uncounted for name, value in said.values.items())
        return f" ({self.label('house-number' if counts else 'house-text')})" if said.house else ""
