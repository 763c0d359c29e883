"""The panels of a session, each usable alone or with others."""

from __future__ import annotations

import secrets
from typing import Any

from apz.core.reading import clean
from apz.widgets.base.fields import pane
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.tree import Tree, h, has_class, plain
from apz.widgets.base.trouble import trouble
from apz.widgets.table import ask_box, explain, history, prompt, rail, rule_index, tutor
from apz.widgets.table.given import check_flags, session_for
from apz.widgets.table.panel import SessionPanel, WithTable
from apz.widgets.table.scene import Scene
from apz.widgets.table.seats import seated
from apz.widgets.table.store import TableStore

MOST_LISTED = 40


def command(scene: Scene) -> Tree:
    """Draw the command field and the reply, or else what happened and the next question."""
    told = prompt.answer(scene) or prompt.hinted(scene) or h("p", clean(prompt.said(scene), prompt.SENTENCE))
    parts = trouble(scene), ask_box.draw(scene), h("div", told, class_="pane")
    return h("section", parts, class_="typing", aria_label=scene.ui("panels.command"))


def with_pieces(scene: Scene) -> Tree:
    """Draw buttons for the first few moves with pieces; none once a piece is chosen."""
    moves = scene.view.prompt.with_pieces(scene) if scene.state.chosen is None else []
    return h("div", [prompt.move_button(scene, move) for move in moves[:MOST_LISTED]], class_="buttons")


def shown(scene: Scene) -> str:
    """Return the position as text."""
    return scene.game.show(scene.visible, scene.language, False)


class TablePanel(WithTable):
    """The table with everything on it, where pieces can be clicked."""

    part, steps_in = tutor.table, True

    def text(self) -> str:
        """Return the position as text."""
        return shown(self.scene)


class PhasePanel(SessionPanel):
    """The phases of the turn, undo and redo, and the controls for seats, hands, pace and language."""

    part = rail.draw


class DecisionPanel(SessionPanel):
    """The prompt: who must do what and why, the buttons for it, and the reply to the last try.

    If no other panel of the session has cards to click, it lists the moves with cards, too.
    """

    part, speaks = prompt.draw, True

    def body(self) -> Tree:
        """Draw the prompt; if no other panel has pieces to click, add buttons for the moves with pieces."""
        tree = super().body()
        if isinstance(tree, str) or any(each.clickable for each in self.others):
            return tree
        kept = [part for part in tree[2] if not (isinstance(part, list) and has_class(part, "how"))]
        return [*tree[:2], [*kept, with_pieces(self.scene)], *tree[3:]]

    def joined(self) -> None:
        """Redraw when another panel arrives, because it may have pieces to click."""
        self.refresh()


class ExplainPanel(SessionPanel):
    """The log of what just happened, step by step, each with its rule."""

    part, name = explain.draw, "explain"


class HistoryPanel(SessionPanel):
    """The history: go to any step, undo, redo, or try a different move."""

    part, name = history.draw, "history"


class RulesPanel(SessionPanel):
    """The rule index, to search and to read."""

    part, name = rule_index.draw, "rules"


class CardPanel(SessionPanel):
    """The last piece you looked at, in full."""

    part, name = tutor.piece, "card"


class CommandPanel(SessionPanel):
    """A field for typed questions and commands; it shows the requested card or rules if no other panel does."""

    part, speaks = command, True

    @property
    def alone(self) -> bool:
        """True if no other panel of the session shows the requested sheet."""
        return not any(isinstance(each, Tutor) or each.name == self.store.state.tab for each in self.others)

    def draw(self) -> Tree:
        """Draw the field, its reply and, if no other panel shows it, the requested piece or rules."""
        name, tree = self.store.state.tab, super().draw()
        if name not in ("card", "rules") or not self.alone:
            return tree
        body = tutor.sheets_of(self.scene)[name](self.scene)
        return [*tree, pane(self.scene.ui(f"panels.{name}"), name, body)]

    def on_gesture(self, gesture: Gesture) -> None:
        """Apply a gesture; before a new command, close the requested sheet if no other panel shows it."""
        if gesture.verb == "command" and self.alone:
            self.store.set(tab="history")
        super().on_gesture(gesture)


class Tutor(WithTable):
    """The whole table as one widget; `session` is a session or a position to start one with.

    `seats` says who plays each side: "you", a bot ("rookie", "regular" or "veteran"), or a bot of your own; both are
    "you" by default. With `open_hands` all hands are visible; by default, only if you don't play against a bot. Bots
    move on their own, and so do moves that leave nothing to decide: `quick=False` lets bots move one by one at your
    click, and `by_hand=True` leaves every move to you. `language` is "en" or another language that has texts. All
    panels of a session share these settings.
    """

    part, speaks = tutor.draw, True

    def __init__(
        self,
        session: Any,
        *,
        language: str | None = None,
        seats: tuple[Any, ...] | None = None,
        open_hands: bool | None = None,
        quick: bool | None = None,
        by_hand: bool | None = None,
        **settings: Any,
    ) -> None:
        check_flags(open_hands=open_hands, quick=quick, by_hand=by_hand)
        shown = session_for(self, session, language, settings)
        fresh = not isinstance(shown.store, TableStore)
        flags = {"quick": True, "by_hand": False} if fresh else {}
        store = TableStore.of(shown)
        pair = None if seats is None else seated(store.scene.game, seats)
        given = {"quick": quick, "by_hand": by_hand, "open_hands": open_hands}
        store.set(**{**flags, **{name: value for name, value in given.items() if value is not None}})
        if pair is not None:
            store.seat(*pair, open_hands=open_hands)
        elif fresh or quick is not None or by_hand is not None:
            store.settle()
        store.offer("new", self.renew)
        super().__init__(store.session, language=language, **settings)

    def renew(self, _: Any) -> None:
        """Start a new game at this table with the same choices, names, seats and settings, freshly shuffled."""
        old, game, again = self.store, self.scene.game, self.scene.view.set_up.again
        luck = secrets.randbelow(10**9)
        session = game.new_session(again(self.session.start, luck) if again else game.new_game(seed=luck))
        store = type(old)(session, type(old.state)(**{name: getattr(old.state, name) for name in old.stays}))
        store.acts, store.bots = {**old.acts, **store.acts}, old.bots
        store.settle()
        self.show(session)

    def text(self) -> str:
        """Return the position and what just happened, as text."""
        return f"{shown(self.scene)}\n\n{plain(explain.draw(self.scene))}"
