"""Helpers for the editor without a browser: they send its gestures and check that all its forms agree."""

from __future__ import annotations

import json
from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.model import Position
from apz.apocalypze.positions import read_position, read_structure
from apz.widgets import PositionEditor
from apz.widgets.apocalypze.editor.view import ADVANCED
from tests.widgets.hands import click, elements

MOST_CROWDED = 60_000  # bytes of a view with more cards than any named position has


def weight(editor: PositionEditor) -> int:
    """Return the size of the editor's tree in bytes."""
    return len(json.dumps(editor.view["tree"], ensure_ascii=False, separators=(",", ":")).encode())


def same(editor: PositionEditor) -> Position:
    """Return the position, after checking that all its forms agree, that nothing failed and that the view is small."""
    made: dict[str, Any] = {}
    exec(editor.python, made)
    assert made["position"] == editor.position
    assert read_position(editor.yaml) == editor.position
    assert read_structure(editor.structure) == editor.position
    assert editor.position is editor.own.scene.position
    assert not editor.store.state.trouble
    texts = [each[1]["value"] for each in elements(editor.view["tree"]) if each[0] == "textarea"]
    opened = ADVANCED in editor.state.opened or (editor.state.faults and editor.state.in_text)
    assert texts == ([editor.state.draft or editor.yaml, editor.python] if opened else [])
    assert weight(editor) <= MOST_CROWDED
    found: Position = editor.position
    return found


def do(editor: PositionEditor, gesture: str, **values: Any) -> Position:
    """Send a gesture as the page would now; return the position, checked by `same`."""
    click(editor, gesture, at=editor.version, **values)
    return same(editor)


def put(editor: PositionEditor, card: str, player: int, zone: str) -> Position:
    """Type the name of a card and, if only one card can be meant, lay it in a zone; return the position."""
    do(editor, "put", card=card)
    return do(editor, f"to:{zone}.{player}") if editor.state.taken else same(editor)


def move(editor: PositionEditor, card: str, place: str) -> Position:
    """Drag a card on the table to a place; return the position."""
    return do(editor, f"drop:{of(editor, card)}>{place}")


def new(name: str) -> str:
    """Return the identifier of a card in the gallery, as drag gestures spell it."""
    return f"new.{[*library()].index(name)}"


def names(editor: PositionEditor, player: int, zone: str) -> list[str]:
    """Return the names of the cards in a zone."""
    side, cards = editor.position.sides[player], editor.position.game.cards
    if zone in ("survivors", "raiders", "fixtures"):
        return [cards[each.id].name for each in getattr(side, zone)]
    return [cards[each].name for each in getattr(side, zone)]


def of(editor: PositionEditor, name: str, number: int = 0) -> int:
    """Return the id of a card by its name; `number` picks one of several copies."""
    return [card for card, each in enumerate(editor.position.game.cards) if each.name == name][number]
