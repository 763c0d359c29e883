"""Many questions of each kind, made once for all tests that use them."""

from collections.abc import Collection
from functools import cache

from apz.apocalypze.teaching.exercises import EXERCISES
from apz.core.learning.questions import Question, Verdict

LUCKS = 60
LEVELS = (1, 2, 3)
WORDS = ("legal", "refused", "referee", "why", "where", "next", "order", "fact", "read", "card")


@cache
def made(kind: str) -> tuple[Question, ...]:
    """Return the questions of a kind from sixty seeds, at each level in turn; a seed may give none."""
    found = [EXERCISES[kind](luck, LEVELS[luck % 3]) for luck in range(LUCKS)]
    return tuple(question for question in found if question is not None)


def option(question: Question, answer: str) -> object:
    """Return the value that an answer stands for."""
    (means,) = [option.means for option in question.options if option.answer == answer]
    return means


def judged(question: Question, answer: str | Collection[str]) -> Verdict:
    """Return the verdict on a possible answer."""
    verdict = question.judge(answer)
    assert verdict is not None
    return verdict


def mistaken(question: Question, answer: str | Collection[str]) -> str:
    """Return the key of the misunderstanding behind a wrong answer."""
    verdict = judged(question, answer)
    assert not verdict.right
    assert verdict.mistake is not None
    return verdict.mistake.key


def outcome(question: Question, answer: str | Collection[str]) -> list[str]:
    """Return the keys of the notes about what a wrong answer would lead to."""
    verdict = judged(question, answer)
    assert not verdict.right
    return [reason.key for reason in verdict.outcome]
