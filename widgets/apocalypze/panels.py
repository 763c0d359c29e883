"""The panels that only ApocalypZe has: its phases, each usable alone."""

from __future__ import annotations

from apz.widgets.apocalypze import lanes, meal
from apz.widgets.table.panel import SessionPanel


class CombatPanel(SessionPanel):
    """The access points as lanes, with both sides' totals."""

    part, name, steps_in, clickable = lanes.draw, "combat", True, True


class ConsumptionPanel(SessionPanel):
    """What is owed and why, what is offered, what would be wasted."""

    part, name, steps_in = meal.draw, "consumption", True
