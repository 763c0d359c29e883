"""The panels of the tutor: each one a pure view of a session."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from apz.widgets.table.panels import (  # fmt: skip
    CardPanel,
    CombatPanel,
    CommandPanel,
    ConsumptionPanel,
    DecisionPanel,
    ExplainPanel,
    HistoryPanel,
    PhasePanel,
    RulesPanel,
    TablePanel,
    Tutor,
)

if TYPE_CHECKING:  # loaded when they are first asked for, so that the tutor's page comes quickly
    from apz.widgets.app.app import App
    from apz.widgets.lab.editor import PositionEditor
    from apz.widgets.learn.course import Course
    from apz.widgets.learn.lesson import Lesson
    from apz.widgets.learn.practice import Practice

LATER = {
    "App": "app.app",
    "PositionEditor": "lab.editor",
    "Lesson": "learn.lesson",
    "Practice": "learn.practice",
    "Course": "learn.course",
}

__all__ = [
    "App", "Course", "Lesson", "Practice", "PositionEditor", "Tutor", "TablePanel", "PhasePanel", "DecisionPanel",
    "ExplainPanel", "HistoryPanel", "RulesPanel", "CardPanel", "CombatPanel", "ConsumptionPanel", "CommandPanel",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Load a panel when it is first asked for."""
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"apz.widgets.{LATER[name]}"), name)
    globals()[name] = value
    return value
