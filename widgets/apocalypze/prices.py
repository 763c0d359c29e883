"""Prices: what each card would pay while something is owed."""

from __future__ import annotations

from collections.abc import Iterable

from apz.apocalypze.model import Debt
from apz.apocalypze.rules.consumption import offer
from apz.widgets.table.scene import Scene


def price(scene: Scene, card: int) -> str:
    """Return what a card would add to the offer; "" if nothing is owed."""
    waiting = scene.position.waiting
    if not isinstance(waiting, Debt):
        return ""
    amount = added(scene, waiting, card)[0]
    return scene.ui("meal.pays", amount=amount) if amount else scene.ui("meal.pair")


def prices(scene: Scene, cards: Iterable[int]) -> dict[int, str]:
    """Return what each of these cards would pay and waste, except those already offered."""
    waiting = scene.position.waiting
    if not isinstance(waiting, Debt) or scene.state.chosen is not None:
        return {}
    found: dict[int, str] = {}
    for card in cards:
        if card not in waiting.offered:
            amount, lost = added(scene, waiting, card)
            over = scene.ui("meal.pays-over", amount=amount, lost=lost) if lost > 0 else ""
            found[card] = over or price(scene, card)
    return found


def added(scene: Scene, waiting: Debt, card: int) -> tuple[int, int]:
    """Return what a card would add to the offer, and how much of that is more than what's owed."""
    before = offer(scene.position, waiting.player, waiting.offered)
    after = offer(scene.position, waiting.player, (*waiting.offered, card))
    return after.paid - before.paid, after.paid - waiting.amount
