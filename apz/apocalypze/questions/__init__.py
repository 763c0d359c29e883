"""Questions about positions: each maker asks the kernel for the right answer, the reasons and the misunderstandings."""

from __future__ import annotations

from apz.apocalypze.questions import (
    blocks,
    counts,
    facts,
    fates,
    gap,
    legality,
    order,
    payments,
    reading,
    totals,
    why,
)
from apz.core.questions import Maker

MAKERS: dict[str, Maker] = {
    **totals.MAKERS,
    **counts.MAKERS,
    **payments.MAKERS,
    **fates.MAKERS,
    **gap.MAKERS,
    **blocks.MAKERS,
    **legality.MAKERS,
    **why.MAKERS,
    **order.MAKERS,
    **facts.MAKERS,
    **reading.MAKERS,
}
