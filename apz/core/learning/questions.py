"""Questions a kernel can answer: their text keys, verdicts, explanations and hints."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from apz.core.trace import Note, Refusal, Step, Values

HINTS = 4  # the cards to look at, the rule, halfway to the answer, the answer
NUMBER = re.compile(r"\s*([+-]?\d{1,6})\s*")


class Said(NamedTuple):
    """A tutor's text: a key in a section of the tutor's catalog, and named values."""

    key: str
    values: Values = {}


Reason = Note | Refusal | Said


class Gap(int):
    """A number left out of a text, shown as a blank."""

    def __str__(self) -> str:
        return "____"


class Option(NamedTuple):
    """One answer to choose from: its id, and its meaning (a move, a rule's id...)."""

    answer: str
    means: Any


class Verdict(NamedTuple):
    """The verdict on an answer: whether it's right, the misunderstanding behind it, and its consequences."""

    right: bool
    given: frozenset[str]
    mistake: Said | None = None
    outcome: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a position; without options it asks for a number, with `several` for all the right options."""

    kind: str
    position: Any
    ask: Said
    right: frozenset[str]
    rules: tuple[str, ...]  # the first one is the rule it practices
    because: tuple[Reason, ...]  # the right answer, explained
    cards: tuple[int, ...] = ()  # what to look at first
    half: Said | None = None  # the third hint; without it, `Teaching.half` makes one
    options: tuple[Option, ...] = ()
    several: bool = False
    mistakes: Mapping[str, Said] = field(default_factory=dict)  # wrong answer -> the misunderstanding that gives it
    outcomes: Mapping[str, tuple[Reason, ...]] = field(default_factory=dict)  # option -> what it would lead to
    steps: tuple[Step, ...] = ()  # what happens next, if that shows the answer

    def judge(self, given: str | Collection[str]) -> Verdict | None:
        """Return the verdict on an answer, or None if `given` isn't one (not a number, or no such option)."""
        answers = self.meant(given)
        if answers is None:
            return None
        right = answers == self.right if self.several else answers <= self.right
        wrong = sorted(answers ^ self.right if self.several else answers - self.right)
        mistake = next((self.mistakes[each] for each in wrong if each in self.mistakes), None)
        shown = wrong if self.several else sorted(answers)
        outcome = tuple(reason for each in shown for reason in self.outcomes.get(each, ()))
        return Verdict(right, answers, mistake, outcome)

    def meant(self, given: str | Collection[str]) -> frozenset[str] | None:
        """Return the answers typed or chosen, or None if they don't fit the question."""
        if not self.options:
            found = NUMBER.fullmatch(given) if isinstance(given, str) else None
            return frozenset([str(int(found[1]))]) if found else None
        answers = frozenset([given] if isinstance(given, str) else given)
        known = {option.answer for option in self.options}
        return answers if answers <= known and (self.several or len(answers) == 1) else None


def fingerprint(question: Question) -> str:
    """Return a few hexadecimal digits that tell questions apart, the same on every machine."""
    said = repr((question.kind, question.ask, sorted(question.right), question.cards, question.because))
    return f"{zlib.crc32(said.encode()) & 0xFFFF:x}"


Maker = Callable[..., Question]
# Makes a fresh question from a seed and a level; None if that seed gives none.
Generator = Callable[[int, int], Question | None]
