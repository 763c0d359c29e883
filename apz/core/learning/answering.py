"""The state of answering a question: verdicts so far, hints taken, and whether the answer was shown."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from apz.core.learning.events import QuestionAnswered
from apz.core.learning.questions import HINTS, Question, Verdict, fingerprint


@dataclass(frozen=True, slots=True)
class Answering:
    """The learner's progress on one question; without a question, only hints count."""

    question: Question | None = None
    verdicts: tuple[Verdict, ...] = ()
    hints: int = 0
    shown: bool = False

    @property
    def answered(self) -> bool:
        """True if the question is settled: its right answer was shown or given, or one of two options was chosen."""
        if self.shown or not self.verdicts or self.question is None:
            return self.shown
        either = len(self.question.options) == 2 and not self.question.several
        return self.verdicts[-1].right or either

    def answer(self, given: str | Collection[str]) -> Answering:
        """Judge an answer and return the new state; return `self` if `given` isn't an answer or none is wanted."""
        if self.question is None or self.answered:
            return self
        verdict = self.question.judge(given)
        return self if verdict is None else replace(self, verdicts=(*self.verdicts, verdict))

    def hint(self) -> Answering:
        """Return the state after one more hint; the last one shows the answer."""
        more = replace(self, hints=min(HINTS, self.hints + 1))
        return more.show() if more.hints == HINTS else more

    def show(self) -> Answering:
        """Return the state with the answer shown, or `self` if there's no question or it's already settled."""
        return self if self.question is None or self.answered else replace(self, shown=True)


UNASKED = Answering()


class Asking:
    """The base of lesson runs and practice, with the question being answered."""

    answering: Answering

    @property
    def question(self) -> Question | None:
        """The question being asked, or None if there's none."""
        return self.answering.question

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts on the answers given so far."""
        return self.answering.verdicts

    @property
    def hints(self) -> int:
        """The number of hints taken."""
        return self.answering.hints

    @property
    def answered(self) -> bool:
        """True if the question is settled."""
        return self.answering.answered


def first_answer(before: Answering, after: Answering) -> tuple[QuestionAnswered, ...]:
    """Return `(event,)` for a first answer between `before` and `after`, or (); a shown answer counts as wrong."""
    begun, ended = (bool(each.verdicts or each.shown) for each in (before, after))
    if begun or not ended or after.question is None:
        return ()
    right = bool(after.verdicts) and after.verdicts[0].right
    return (QuestionAnswered(after.question.rules, right, bool(after.hints), fingerprint(after.question)),)
