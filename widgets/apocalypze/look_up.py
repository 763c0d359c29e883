"""Cards to look up by name: at the table, and as they are printed."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.language.catalogs import catalog
from apz.apocalypze.model import KINDS
from apz.apocalypze.show.picture import card_view
from apz.core.reading import fold
from apz.widgets.apocalypze import card_sheet
from apz.widgets.apocalypze.faces import aloud
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import Look
from apz.widgets.table.view import Found, LookUp


def found(words: str, language: str) -> list[Found]:
    """Return the cards in whose name or text words occur, by their kinds; all of them where there are no words."""
    wanted, say, cards = fold(words), catalog("messages", language).text, library()
    fit = [card for card in cards.values() if wanted in fold(" ".join((card.name, *cards.texts(card, language))))]
    kinds = [Found(kind, say("kinds", kind), [card.name for card in fit if card.kind == kind]) for kind in KINDS]
    return [kind for kind in kinds if kind.names]


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


LOOK_UP = LookUp(word="card", named=lambda name: library().named(name), found=found, sheet=sheet, shown=shown)
