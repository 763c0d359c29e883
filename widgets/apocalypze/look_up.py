"""Cards to look up by name: at the table, and as they are printed."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.show.picture import card_view
from apz.core.reading import fold
from apz.widgets.apocalypze import card_sheet
from apz.widgets.apocalypze.faces import aloud
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import Look
from apz.widgets.table.view import LookUp


def found(words: str, language: str) -> list[str]:
    """Return the names of the cards in whose name words occur, all of them where there are no words."""
    wanted = fold(words).split()
    return [card.name for card in library().values() if all(word in fold(card.name) for word in wanted)]


def sheet(scene: PageScene[Any], name: str) -> Tree:
    """Draw a card as it is printed."""
    return card_sheet.printed(scene, library()[name])


def shown(scene: Scene, name: str) -> Scene:
    """Show a card of that name that may be seen; where there is none, tell what is printed on it."""
    found = next((number for number, card in enumerate(scene.visible.game.cards) if card.name == name), None)
    if found is not None:
        return scene.but(card=found, tab="card")
    printed = library()[name]
    view = card_view(scene.visible, printed, scene.language)
    lines = [f"{aloud(scene, view)}.", *library().texts(printed, scene.language)]
    if all(card.name != name for card in scene.position.game.cards):
        lines.append(scene.ui("answers.not-in-game", card=name))
    return scene.but(answer=Look(tuple(lines)))


LOOK_UP = LookUp(named=lambda name: library().named(name), found=found, sheet=sheet, shown=shown)
