"""Exercises: fresh questions out of random games, and which rules each kind of them practises."""

from __future__ import annotations

from apz.apocalypze.exercises import (
    blocks,
    counts,
    fates,
    judging,
    knowing,
    payments,
    reasoning,
    timing,
    totals,
)
from apz.apocalypze.rules import rules
from apz.core.questions import Generator

EXERCISES: dict[str, Generator] = {
    **totals.EXERCISES,
    **counts.EXERCISES,
    **payments.EXERCISES,
    **fates.EXERCISES,
    **blocks.EXERCISES,
    **judging.EXERCISES,
    **reasoning.EXERCISES,
    **timing.EXERCISES,
    **knowing.EXERCISES,
}
RULES: dict[str, tuple[str, ...]] = {  # kind -> what it practises
    **totals.RULES,
    **counts.RULES,
    **payments.RULES,
    **fates.RULES,
    **blocks.RULES,
    **judging.RULES,
    **reasoning.RULES,
    **timing.RULES,
    **knowing.RULES,
}
PRACTISES: dict[str, tuple[str, ...]] = {
    rule: tuple(kind for kind, practised in RULES.items() if rule in practised) for rule in rules()
}
