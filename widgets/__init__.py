"""The panels of the tutor: each one a pure view of a session."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from apz.widgets.desk import Desk
from apz.widgets.panels import (
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
)  # fmt: skip

if TYPE_CHECKING:  # loaded when they are first asked for, so that the tutor's page comes quickly
    from apz.widgets.app import App
    from apz.widgets.course import Course
    from apz.widgets.editor import PositionEditor
    from apz.widgets.lesson import Lesson
    from apz.widgets.practice import Practice

LATER = {"App": "app", "PositionEditor": "editor", "Lesson": "lesson", "Practice": "practice", "Course": "course"}

__all__ = [
    "App", "Course", "Lesson", "Practice", "PositionEditor", "Tutor", "TablePanel", "PhasePanel", "DecisionPanel",
    "ExplainPanel", "HistoryPanel", "RulesPanel", "CardPanel", "CombatPanel", "ConsumptionPanel", "CommandPanel",
    "Desk",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Load a panel when it is first asked for."""
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"apz.widgets.{LATER[name]}"), name)
    globals()[name] = value
    return value
