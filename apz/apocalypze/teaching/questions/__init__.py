"""Makers of questions about positions; nearly all right answers, and their reasons, come from the kernel."""

from __future__ import annotations

from apz.apocalypze.teaching.questions import (
    blocks,
    counts,
    facts,
    gap,
    order,
    payments,
    reading,
    totals,
    wounds,
)
from apz.apocalypze.teaching.questions.choices import RULE_QUESTIONS
from apz.core.learning.questions import Maker

MAKERS: dict[str, Maker] = {
    **totals.MAKERS,
    **counts.MAKERS,
    **payments.MAKERS,
    **wounds.MAKERS,
    **gap.MAKERS,
    **blocks.MAKERS,
    **RULE_QUESTIONS.makers,
    **order.MAKERS,
    **facts.MAKERS,
    **reading.MAKERS,
}
