"""Prices: how much each card would pay toward a debt."""

from __future__ import annotations

from collections.abc import Iterable

from apz.apocalypze.model import Debt
from apz.apocalypze.rules.consumption import offer
from apz.widgets.table.scene import Scene


def price(scene: Scene, card: int) -> str:
    """Return how much a card would add to the offer, in words; "" if nothing is owed."""
    waiting = scene.position.waiting
    if not isinstance(waiting, Debt):
        return ""
    amount = added(scene, waiting, card)[0]
    return scene.ui("meal.pays", amount=amount) if amount else scene.ui("meal.pair")


def prices(scene: Scene, cards: Iterable[int]) -> dict[int, str]:
    """Return the price and waste of each card not yet offered, in words; {} if nothing is owed or a card is chosen."""
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
    """Return how much a card would add to the offer, and the offer then minus the debt (negative if it falls short)."""
    before = offer(scene.position, waiting.player, waiting.offered)
    after = offer(scene.position, waiting.player, (*waiting.offered, card))
    return after.paid - before.paid, after.paid - waiting.amount
