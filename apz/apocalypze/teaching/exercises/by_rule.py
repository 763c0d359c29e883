"""Fresh questions for any rule in the index, even rare ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apz.apocalypze.teaching.exercises import EXERCISES, PRACTISES, facts, legality, reasoning, timing
from apz.core.learning.questions import Question

TRIES = 6  # games to search for a rule
FOCUSED: Mapping[str, Callable[[int, int, str], Question | None]] = {
    "legal": legality.legal,
    "refused": legality.refused,
    "referee": legality.referee,
    "why": reasoning.why,
    "where": reasoning.where,
    "next": timing.next_decision,
    "order": timing.order,
    "fact": facts.fact,
    "read": facts.read,
    "card": facts.card,
}  # generators that can aim at a rule


def practise(rule: str, luck: int, level: int) -> Question | None:
    """Return a fresh question on this rule, or None if this seed has none."""
    kinds = PRACTISES[rule]
    for turn in range(len(kinds)):
        question = tried(kinds[(luck + turn) % len(kinds)], rule, luck, level)
        if question is not None:
            return question
    return None


def tried(kind: str, rule: str, luck: int, level: int) -> Question | None:
    """Return a question of this kind on the rule, or None if a few games have none."""
    for number in range(TRIES):
        chance = luck + number * 1_000_003
        question = FOCUSED[kind](chance, level, rule) if kind in FOCUSED else EXERCISES[kind](chance, level)
        if question is not None and rule in question.rules:
            return question
    return None
