"""The panels of the tutor: each one a pure view of a session."""

from apz.widgets.desk import Desk
from apz.widgets.editor import PositionEditor
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

__all__ = [
    "Tutor", "TablePanel", "PhasePanel", "DecisionPanel", "ExplainPanel", "HistoryPanel", "RulesPanel", "CardPanel",
    "CombatPanel", "ConsumptionPanel", "CommandPanel", "PositionEditor", "Desk",
]  # fmt: skip
