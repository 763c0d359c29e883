"""The panels of the four phases of a turn, each usable alone."""

from __future__ import annotations

from functools import partial

from apz.apocalypze.model import COMBAT, CONSUMPTION, DRAW, OCCUPATION
from apz.widgets.apocalypze import phase_view
from apz.widgets.base.tree import Tree, h
from apz.widgets.table.panel import SessionPanel


class TurnPhasePanel(SessionPanel):
    """A phase of the turn: its moves, sums and moments, and the reason for each step."""

    steps_in = True

    def body(self) -> Tree:
        """Draw the phase, with buttons for its moves if no other panel has them."""
        tree = super().body()
        asked = None if self.store.speakers else phase_view.doing(self.scene, self.name)
        return h("div", asked, tree) if asked else tree


class DrawPanel(TurnPhasePanel):
    """The draw phase: how many cards are drawn and why, and the sizes of hands and decks.

    In a cell: `DrawPanel(apz.new_game())`, or `DrawPanel(session)` next to other panels of the same session.
    """

    name, part = DRAW, partial(phase_view.draw, phase=DRAW)


class OccupationPanel(TurnPhasePanel):
    """The occupation phase: which stronghold, and each card in hand with what it can do or why it can't be played.

    In a cell: `OccupationPanel(apz.named_position("first-turn"))`, or `OccupationPanel(session)`.
    """

    name, part = OCCUPATION, partial(phase_view.draw, phase=OCCUPATION)


class CombatPanel(TurnPhasePanel):
    """The combat phase: the access points as lanes, with both sides' totals.

    In a cell: `CombatPanel(apz.named_position("police-station"))`, or `CombatPanel(session)`.
    """

    name, part, clickable = COMBAT, partial(phase_view.draw, phase=COMBAT), True


class ConsumptionPanel(TurnPhasePanel):
    """The consumption phase: the debt and its reasons, the offer, and what would be wasted.

    In a cell: `ConsumptionPanel(apz.named_position("starving"))`, or `ConsumptionPanel(session)`.
    """

    name, part = CONSUMPTION, partial(phase_view.draw, phase=CONSUMPTION)
