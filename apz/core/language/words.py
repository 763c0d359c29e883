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
        """Return the same words, addressing the player with this name as "you"; without a name, everybody is named."""
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
        """Return a move as listed, which can also be typed."""

    def moves(self, position: P, moves: Iterable[Any]) -> list[str]:
        """Return several moves of a position as listed."""
        return [self.move(position, move) for move in moves]

    def label(self, key: str, **values: Any) -> str:
        """Return a short label, such as the name of a zone or of a number."""
        return self.catalog.text("labels", key, values)

    def note(self, note: Note) -> str:
        """Return a sentence on what happened, with house numbers and texts marked."""
        return self.catalog.text("notes", note.key, note.values) + self._mark(note)

    def refusal(self, refusal: Refusal) -> str:
        """Return why a move isn't legal (or what's wrong with a position), and the nearest change that helps."""
        section = "problems" if refusal.key.startswith("problem-") else "refusals"
        text = self.catalog.text(section, refusal.key, refusal.values)
        if refusal.fix:
            text += " " + self.catalog.text("fixes", refusal.fix, refusal.values)
        return text + self._mark(refusal)

    def rule(self, rule: str) -> str:
        """Return a short citation; a ruling is never shown as a rule from the book."""
        ruling = rule in self.rules and self.rules[rule].kind == "ruling"
        return f"[{self.label('ruling')}: {rule}]" if ruling else f"[{rule}]"

    def step(self, step: Step | Refusal) -> list[str]:
        """Return every note of a step with its citation, or why there's no step."""
        if isinstance(step, Refusal):
            return [f"{self.refusal(step)} {self.rule(step.rule)}"]
        return [f"{self.note(note)} {self.rule(note.rule)}" for note in step.notes]

    def sum(self, total: Sum) -> str:
        """Return a total with its terms."""
        return self.catalog.sum(total)

    def _mark(self, said: Note | Refusal) -> str:
        """Return the mark of a house number or text, by whether the sentence counts anything, or ""."""
        counts = any(isinstance(value, int | Sum) and name not in self.uncounted for name, value in said.values.items())
        return f" ({self.label('house-number' if counts else 'house-text')})" if said.house else ""
