"""A question being answered: the answers given so far, the hints taken, and whether it is done with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection

from apz.core.learning.questions import HINTS, Question, Verdict


class Answering(ABC):
    """One question at a time; whoever asks says what becomes of the first answer, and of a question that is done."""

    def __init__(self) -> None:
        self.ask(None)

    def ask(self, question: Question | None) -> None:
        """From now on this is the question; nothing was answered to it yet."""
        self.question = question
        self.verdicts: list[Verdict] = []
        self.hints = 0
        self.shown = False

    @property
    def answered(self) -> bool:
        """Whether the question is done with: answered right, or its answer was shown."""
        return self.shown or (bool(self.verdicts) and self.verdicts[-1].right)

    def answer(self, given: str | Collection[str]) -> Verdict | None:
        """Judge an answer; None if it is none. A wrong one is explained, and may be followed by another."""
        if self.question is None or self.answered:
            return None
        verdict = self.question.judge(given)
        if verdict is None:
            return None
        if not self.verdicts:
            self.first_answer(self.question, verdict.right)
        self.verdicts.append(verdict)
        if verdict.right:
            self.settled()
        return verdict

    def hint(self) -> int:
        """One more hint: how many there are now; the last one is the answer itself."""
        self.hints = min(HINTS, self.hints + 1)
        if self.hints == HINTS:
            self.show()
        return self.hints

    def show(self) -> None:
        """Show the answer; without an answer before, it was not known."""
        if self.question is not None and not self.answered:
            if not self.verdicts:
                self.first_answer(self.question, False)
            self.shown = True
            self.settled()

    @abstractmethod
    def first_answer(self, question: Question, right: bool) -> None:
        """Only the first answer says what somebody knew."""

    @abstractmethod
    def settled(self) -> None:
        """The question is done with."""
