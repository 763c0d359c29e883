"""Look-up of cards by name or text: at the table and as printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apz.apocalypze.cards import Library, library
from apz.apocalypze.language.catalogs import catalog
from apz.apocalypze.model import KINDS, Card
from apz.apocalypze.show.picture import card_view, printed_view
from apz.core.reading import fold
from apz.widgets.apocalypze import card_sheet, faces
from apz.widgets.apocalypze.faces import aloud
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import Look
from apz.widgets.table.view import Filter, Found, LookUp


def found(words: str, language: str) -> list[Found]:
    """Return the cards whose name or text contains `words` as one phrase, grouped by kind; if it's empty, all cards."""
    wanted, say, cards = fold(words), catalog("messages", language).text, library()
    fit = [card for card in cards.values() if wanted in fold(" ".join((card.name, *cards.texts(card, language))))]
    kinds = [Found(kind, say("kinds", kind), [card.name for card in fit if card.kind == kind]) for kind in KINDS]
    return [kind for kind in kinds if kind.names]


def filters(language: str) -> list[Filter]:
    """Return the filters for cards: kind, faction, and deck."""
    say, cards = catalog("messages", language).text, library()
    return [
        Filter("kind", "editor.kinds", {kind: say("kinds", kind) for kind in KINDS}),
        Filter("faction", "editor.faction", {faction: say("factions", faction) for faction in factions(cards)}),
        Filter("deck", "editor.deck", {deck: deck for deck in cards.decks}),
    ]


def factions(cards: Library) -> list[str]:
    """Return the names of all factions, sorted."""
    return sorted({faction for card in cards.values() for faction in factions_of(card)})


def factions_of(card: Card) -> set[str]:
    """Return the factions a character can belong to."""
    return {face.faction for face in (card.human, card.zombie) if face and face.faction}


def fits(name: str, chosen: Mapping[str, str]) -> bool:
    """Return True if a card has the chosen kind, faction and deck."""
    cards = library()
    card, deck = cards[name], chosen.get("deck", "")
    return (
        chosen.get("kind", card.kind) == card.kind
        and ("faction" not in chosen or chosen["faction"] in factions_of(card))
        and (not deck or name in cards.decks[deck].cards)
    )


def tile(scene: PageScene[Any], name: str, do: str, pressed: bool) -> Tree:
    """Draw a printed card as a button that sends `do`, or as a mere picture if `do` is empty."""
    view = printed_view(library()[name], scene.language)
    seen = (faces.banner(view), faces.art(view), faces.signs(scene, view), faces.figures(scene, view, view.numbers))
    kinds = classes("spot", faces.kind_of(view), pressed and "chosen")
    if not do:
        return h("div", h("span", seen, class_="card", aria_hidden="true"), class_=kinds, key=name)
    card = button(named(name, *seen), do, class_="card", data_zoom=faces.more(scene, view), aria_pressed=pressed,
                  aria_description=faces.text(scene, view) or None)  # fmt: skip
    return h("li", card, class_=kinds, key=name)


def sheet(scene: PageScene[Any], name: str) -> Tree:
    """Draw the sheet of a printed card."""
    return card_sheet.printed(scene, library()[name])


def shown(scene: Scene, name: str) -> Scene:
    """Show the sheet of a visible card with this name, or else its printed text."""
    found = next((number for number, card in enumerate(scene.visible.game.cards) if card.name == name), None)
    if found is not None:
        return scene.but(card=found, tab="card")
    printed = library()[name]
    view = card_view(scene.visible, printed, scene.language)
    lines = [f"{aloud(scene, view)}.", *faces.said(scene, printed)]
    if all(card.name != name for card in scene.position.game.cards):
        lines.append(scene.ui("answers.not-in-game", card=name))
    return scene.but(answer=Look(tuple(lines)))


LOOK_UP = LookUp(
    word="card",
    named=lambda name: library().named(name),
    found=found,
    filters=filters,
    fits=fits,
    tile=tile,
    sheet=sheet,
    shown=shown,
)
