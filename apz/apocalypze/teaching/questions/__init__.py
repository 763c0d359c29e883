"""Questions about positions: each maker asks the kernel for the right answer, the reasons and the misunderstandings."""

from __future__ import annotations

from apz.apocalypze.teaching.questions import (
    blocks,
    counts,
    facts,
    gap,
    legality,
    order,
    payments,
    reading,
    totals,
    why,
    wounds,
)
from apz.core.learning.questions import Maker

MAKERS: dict[str, Maker] = {
    **totals.MAKERS,
    **counts.MAKERS,
    **payments.MAKERS,
    **wounds.MAKERS,
    **gap.MAKERS,
    **blocks.MAKERS,
    **legality.MAKERS,
    **why.MAKERS,
    **order.MAKERS,
    **facts.MAKERS,
    **reading.MAKERS,
}
