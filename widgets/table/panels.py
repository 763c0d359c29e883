"""Every panel: each usable alone, each a view of a session that it may share with others."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.setup import new_game
from apz.apocalypze.show.text import show
from apz.core.reading import clean
from apz.core.session import Session
from apz.widgets.apocalypze import board, card_sheet, gestures, lanes, meal, question  # fmt: skip
from apz.widgets.base.panel import Panel, WithTable
from apz.widgets.base.tree import Tree, h, plain
from apz.widgets.table import ask_box, explain, history, rail, rule_index, tutor
from apz.widgets.table.desk import Desk
from apz.widgets.table.given import check_flags, session_for
from apz.widgets.table.seats import seated

if TYPE_CHECKING:
    from apz.apocalypze.bots import Bot

MOST_LISTED = 40


def command(desk: Desk) -> Tree:
    """The field for typed words, and what came of them: the answer, or what happened and what is asked now."""
    told = question.answer(desk) or question.hinted(desk) or h("p", clean(question.said(desk), question.SENTENCE))
    parts = question.trouble(desk), ask_box.draw(desk), h("div", told, class_="pane")
    return h("section", parts, class_="typing", aria_label=desk.ui("panels.command"))


def with_cards(desk: Desk) -> Tree:
    """What can be done with cards, by its words, until one is chosen."""
    unnamed = gestures.unnamed(desk.session.position, desk.moves)
    moves = [move for move in desk.moves if move not in unnamed and desk.chosen is None]
    return h("div", [question.move_button(desk, move) for move in moves[:MOST_LISTED]], class_="buttons")


class TablePanel(WithTable):
    """Both strongholds with everybody at them, hands and piles; cards and access points can be clicked."""

    part, steps_in = board.draw, True

    def text(self) -> str:
        """The position as text."""
        return show(self.desk.position, self.desk.language)


class PhasePanel(Panel):
    """The phases of the turn, undo and redo, and the controls for seats, hands, pace and language."""

    part = rail.draw


class DecisionPanel(Panel):
    """Who must do what and why, the buttons for it, and the answer to what was tried.

    Where no other panel of the session has cards to click, it lists what can be done with them.
    """

    part, speaks = question.draw, True

    def body(self) -> Tree:
        """The question; alone it does not say what to click, but offers it."""
        tree = super().body()
        if isinstance(tree, str) or any(isinstance(each, WithTable | CombatPanel) for each in self.others):
            return tree
        kept = [part for part in tree[2] if not (isinstance(part, list) and part[1].get("class") == "how")]
        return [*tree[:2], [*kept, with_cards(self.desk)], *tree[3:]]

    def joined(self) -> None:
        """Another one has come, perhaps with cards to click."""
        self.refresh()


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
    """Ask or command in typed words; the card or the rules that were asked for are shown here if nowhere else."""

    part, speaks = command, True

    @property
    def alone(self) -> bool:
        """Whether no other panel of the session shows the sheet that was asked for."""
        return not any(isinstance(each, Tutor) or each.name == self.desk.tab for each in self.others)

    def draw(self) -> Tree:
        """The field, what came of it, and the card or the rules that were asked for."""
        name, tree = self.desk.tab, super().draw()
        if name not in ("card", "rules") or not self.alone:
            return tree
        title = self.desk.ui(f"panels.{name}")
        sheet = h("section", h("h2", title), tutor.SHEETS[name](self.desk), class_=f"pane {name}", aria_label=title)
        return [*tree, sheet]

    def receive(self, widget: Any, content: Any, buffers: Any) -> None:
        """A gesture; what was asked for before makes room for what is typed now."""
        if isinstance(content, dict) and content.get("do") == "command" and self.alone:
            self.desk.tab = "history"
        super().receive(widget, content, buffers)


class Tutor(WithTable):
    """The whole desk as one widget; `session` is a session or a position to begin one with.

    `seats` says who plays each side: "you", "sensible" or "random" (bots), or a bot of your own; both are "you" unless
    told. With `open_hands` all hands are seen; unless told, only where you do not play against a bot. With `quick` bots
    move by themselves, else one by one at your click. `language` is "en" or "de". All panels of a session share these.
    """

    part, speaks = tutor.draw, True

    def __init__(
        self,
        session: Session[Position] | Position,
        *,
        language: str | None = None,
        seats: tuple[str | Bot, str | Bot] | None = None,
        open_hands: bool | None = None,
        quick: bool | None = None,
        **settings: Any,
    ) -> None:
        check_flags(open_hands=open_hands, quick=quick)
        pair = None if seats is None else seated(seats)
        desk = Desk.of(session_for(self, session, language, settings))
        if quick is not None:
            desk.quick = quick
        if pair is not None:
            desk.seat(*pair, open_hands=open_hands)
        elif open_hands is not None:
            desk.open_hands = open_hands
        super().__init__(desk.session, language=language, **settings)
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
