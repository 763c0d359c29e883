"""The tutor's panels, each loaded on first use so that a page waits only for what it shows."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apz.widgets.apocalypze.editor.panel import PositionEditor
    from apz.widgets.apocalypze.panels import CombatPanel, ConsumptionPanel, DrawPanel, OccupationPanel
    from apz.widgets.app.app import App
    from apz.widgets.lab.panel import Lab
    from apz.widgets.learn.course import Course
    from apz.widgets.learn.lesson import Lesson
    from apz.widgets.learn.practice import Practice
    from apz.widgets.table.panels import (
        CardPanel,
        CommandPanel,
        DecisionPanel,
        ExplainPanel,
        HistoryPanel,
        PhasePanel,
        RulesPanel,
        TablePanel,
        Tutor,
    )

__all__ = [
    "App", "Course", "Lab", "Lesson", "Practice", "PositionEditor", "Tutor", "TablePanel", "PhasePanel",
    "DecisionPanel", "ExplainPanel", "HistoryPanel", "RulesPanel", "CardPanel", "DrawPanel", "OccupationPanel",
    "CombatPanel", "ConsumptionPanel", "CommandPanel",
]  # fmt: skip
WHERE = {
    "App": "app.app",
    "PositionEditor": "apocalypze.editor.panel",
    "Lab": "lab.panel",
    "Lesson": "learn.lesson",
    "Practice": "learn.practice",
    "Course": "learn.course",
    "DrawPanel": "apocalypze.panels",
    "OccupationPanel": "apocalypze.panels",
    "CombatPanel": "apocalypze.panels",
    "ConsumptionPanel": "apocalypze.panels",
}  # the rest: table.panels


def __getattr__(name: str) -> object:
    """Return a panel by name, and load it the first time it's used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"apz.widgets.{WHERE.get(name, 'table.panels')}"), name)
    globals()[name] = value
    return value
