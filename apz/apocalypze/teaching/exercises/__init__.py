"""Exercises: fresh questions from random games and staged scenes, and the rules that each kind practices."""

from __future__ import annotations

from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.teaching.exercises import (
    blocks,
    counts,
    facts,
    legality,
    payments,
    reasoning,
    timing,
    totals,
    wounds,
)
from apz.core.learning.questions import Generator

EXERCISES: dict[str, Generator] = {
    **totals.EXERCISES,
    **counts.EXERCISES,
    **payments.EXERCISES,
    **wounds.EXERCISES,
    **blocks.EXERCISES,
    **legality.EXERCISES,
    **reasoning.EXERCISES,
    **timing.EXERCISES,
    **facts.EXERCISES,
}
RULES: dict[str, tuple[str, ...]] = {  # kind -> the rules it practices
    **totals.RULES,
    **counts.RULES,
    **payments.RULES,
    **wounds.RULES,
    **blocks.RULES,
    **legality.RULES,
    **reasoning.RULES,
    **timing.RULES,
    **facts.RULES,
}
PRACTISES: dict[str, tuple[str, ...]] = {
    rule: tuple(kind for kind, practised in RULES.items() if rule in practised) for rule in rules()
}
