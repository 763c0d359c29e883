"""Every panel: each usable alone, each a view of a session that it may share with others."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.setup import new_game
from apz.apocalypze.show import show
from apz.core.session import Session
from apz.widgets import (
    ask_box,
    card_sheet,
    explain,
    history,
    lanes,
    meal,
    question,
    rail,
    rule_index,
    table,
    tutor,
)  # fmt: skip
from apz.widgets.desk import Desk
from apz.widgets.panel import Panel, WithTable
from apz.widgets.tree import Tree, h, plain

if TYPE_CHECKING:
    from apz.apocalypze.bots import Bot


def command(desk: Desk) -> Tree:
    """The field for typed words, and the answer to them."""
    return h("div", question.trouble(desk), ask_box.draw(desk), question.answer(desk))


class TablePanel(WithTable):
    """Both strongholds with everybody at them, hands and piles; cards and access points can be clicked."""

    part, steps_in = table.draw, True

    def text(self) -> str:
        """The position as text."""
        return show(self.desk.position, self.desk.language)


class PhasePanel(Panel):
    """The phases of the turn, undo and redo, and the controls for seats, hands, pace and language."""

    part = rail.draw


class DecisionPanel(Panel):
    """Who must do what and why, the buttons for it, and the answer to what was tried."""

    part, speaks = question.draw, True


class ExplainPanel(Panel):
    """What just happened, step by step, each with its rule."""

    part, name = explain.draw, "explain"


class HistoryPanel(Panel):
    """Every step: go to any, undo, redo, another try."""

    part, name = history.draw, "history"


class RulesPanel(Panel):
    """The rules to look up."""

    part, name = rule_index.draw, "rules"


class CardPanel(Panel):
    """The card that was looked at last, in full."""

    part, name = card_sheet.draw, "card"


class CombatPanel(Panel):
    """The access points as lanes, with both sides' totals."""

    part, name, steps_in = lanes.draw, "combat", True


class ConsumptionPanel(Panel):
    """What is owed and why, what is offered, what would be wasted."""

    part, name, steps_in = meal.draw, "consumption", True


class CommandPanel(Panel):
    """Ask or command in typed words."""

    part, name, speaks = command, "command", True


class Tutor(WithTable):
    """The whole desk as one widget, so that a click costs one message."""

    part, speaks = tutor.draw, True

    def __init__(
        self,
        session: Session[Position],
        *,
        language: str | None = None,
        seats: tuple[str | Bot, str | Bot] | None = None,
        open_hands: bool | None = None,
        quick: bool | None = None,
        **settings: Any,
    ) -> None:
        desk = Desk.of(session)
        if quick is not None:
            desk.quick = quick
        if seats is not None:
            desk.seat(*seats, open_hands=open_hands)
        elif open_hands is not None:
            desk.open_hands = open_hands
        super().__init__(session, language=language, **settings)
        self.desk.renew = self.renew

    def renew(self) -> None:
        """Begin a new game at this desk: the same strongholds, names, seats and settings, other luck."""
        old, start = self.desk, self.session.start
        first, second = (start.game.cards[side.stronghold].name for side in start.sides)
        session = new_session(new_game(first, second, seed=secrets.randbelow(10**9), names=start.game.names))
        desk = Desk.of(session)
        desk.bots, desk.seat_names, desk.open_hands, desk.quick = old.bots, old.seat_names, old.open_hands, old.quick
        desk.edit, desk.renew = old.edit, self.renew
        self.show(session)

    def text(self) -> str:
        """The position and what just happened, as text."""
        position = show(self.desk.position, self.desk.language)
        return f"{position}\n\n{plain(explain.draw(self.desk))}"
