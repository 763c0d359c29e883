"""Helpers for panels without a browser: they find the gestures a panel offers, send them, and read the result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position, Waiting
from apz.apocalypze.positions import read_position
from apz.core.session import Session
from apz.core.trace import Refusal, Step
from apz.widgets import Tutor
from apz.widgets.base.panel import Panel
from apz.widgets.base.tree import Tree
from apz.widgets.table.panel import SessionPanel
from apz.widgets.table.rail import DRAWER
from apz.widgets.table.spelling import spelled

ROOT = Path(__file__).parents[2]
POSITIONS = sorted((ROOT / "tutorials" / "apocalypze" / "positions").glob("*.yaml"))


def position(name: str) -> Position:
    """Return a named position."""
    return read_position(ROOT / "tutorials" / "apocalypze" / "positions" / f"{name}.yaml")


def session(name: str) -> Session[Position]:
    """Return a session that starts with a named position."""
    return new_session(position(name))


def by_hand(given: Any, **how: Any) -> Tutor:
    """Return a whole table with its drawer open, where every move is made by hand, and a bot's by a click."""
    return with_drawer(Tutor(given, **{"by_hand": True, "quick": False, **how}))


def with_drawer(tutor: Tutor) -> Tutor:
    """Open the drawer next to a table, even behind a curtain, and return the table."""
    tutor.store.set(opened=(*tutor.store.state.opened, DRAWER))
    tutor.refresh()
    return tutor


def elements(tree: Tree) -> Iterator[list[Any]]:
    """Yield every element of a tree."""
    if isinstance(tree, list):
        yield tree
        for child in tree[2:]:
            yield from elements(child)


def doing(panel: Panel, start: str = "") -> list[str]:
    """Return the gestures that a panel offers now and that begin with `start`."""
    found = [each[1]["data-do"] for each in elements(panel.view["tree"]) if "data-do" in each[1]]
    return [do for do in found if do.startswith(start)]


def can_drop(panel: Panel, do: str) -> bool:
    """Return True if a panel offers a drop: the piece to drag, and a place that takes it."""
    piece, _, place = do.removeprefix("drop:").partition(">")
    found = [each[1] for each in elements(panel.view["tree"])]
    takes = (each.get("data-takes", "").split() for each in found if each.get("data-drop") == place)
    return any(str(each.get("data-drag")) == piece for each in found) and any(piece in each for each in takes)


def click(panel: Panel, do: str, at: int | None = None, scope: str = "", **values: Any) -> None:
    """Send a gesture as a page does."""
    message: dict[str, Any] = {"do": do, "at": panel.seen_at if at is None else at}
    message |= {"values": values} if values else {}
    message |= {"scope": scope} if scope else {}
    panel._handle_custom_msg(message, [])


def play(panel: SessionPanel, move: Any) -> Step | Refusal:
    """Play a move by its button; return the last step it led to, or the refusal."""
    click(panel, f"move:{spelled(move)}")
    answer, step = panel.store.state.answer, panel.session.nodes[panel.session.at].step
    if isinstance(answer, Refusal):
        return answer
    assert step is not None
    return step


def card(panel: SessionPanel, name: str, number: int = 0) -> int:
    """Return the id of a card in the game, by name."""
    cards = panel.session.position.game.cards
    return [index for index, each in enumerate(cards) if each.name == name][number]


def refused(panel: SessionPanel) -> str:
    """Return the rule that the last gesture's refusal cites."""
    answer = panel.store.state.answer
    assert isinstance(answer, Refusal)
    return answer.rule


def asked(panel: SessionPanel) -> Waiting:
    """Return the current decision."""
    waiting: Waiting | None = panel.session.position.waiting
    assert waiting
    return waiting


def defenders(panel: SessionPanel, point: int) -> tuple[int, ...]:
    """Return the ids of an access point's defenders."""
    combat = panel.session.position.combat
    assert combat
    found: tuple[int, ...] = combat.defense[point - 1]
    return found


def shown(panel: Panel) -> str:
    """Return all texts and spoken names in a panel, in reading order."""
    return " ".join(filter(None, _texts(panel.view["tree"])))


def _texts(tree: Tree) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree.strip()
        return
    yield from (str(tree[1][name]) for name in ("aria-label", "value") if name in tree[1])
    for child in tree[2:]:
        yield from _texts(child)
