"""A card's sheet: its kind, its numbers as sums, its text, and the source of each fact."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.model import STATS, Card
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.sums import access_sum, stat_sum
from apz.apocalypze.show.picture import CardView, Number, card_view, printed_view
from apz.core.trace import Sum
from apz.widgets.apocalypze import faces
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree, h
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import number, terms


def draw(scene: Scene) -> Tree:
    """Draw the sheet of the last card the learner looked at, or a note on how to see one."""
    position, card = scene.visible, scene.state.card
    if card is None or card >= len(position.game.cards):
        return h("p", scene.ui("card.none"), class_="none")
    view = card_view(position, card, scene.language)
    return sheet(scene, view, numbers(scene, view, card))


def printed(scene: PageScene[Any], card: Card) -> Tree:
    """Draw the sheet of a printed card, outside any game."""
    view = printed_view(card, scene.language)
    return sheet(scene, view, [fact(scene, each) for each in view.numbers])


def sheet(scene: PageScene[Any], view: CardView, numbers: list[Tree]) -> Tree:
    """Draw everything about a card, or a note that the card is hidden."""
    card, text = view.card, scene.words.catalog.text
    if card is None:
        return h("p", scene.ui("card.hidden"), class_="none")
    return h(
        "div",
        h("h3", view.name),
        h("p", view.what),
        h("dl", numbers, class_="facts"),
        [h("p", h("q", said), class_="house" if card.house("text") else None)
         for said in library().texts(card, scene.language)],
        h("p", h("q", scene.ui("card.displaced")), class_="house" if card.house("displaced") else None)
        if card.displaced else None,
        h("p", scene.ui("card.attributes", what=attributes(scene, card))) if card.attributes else None,
        h("p", scene.ui("card.target", what=text("targets", card.target))) if card.target else None,
        sources(scene, card),
        class_=f"sheet {view.kind}",
    )  # fmt: skip


def attributes(scene: PageScene[Any], card: Card) -> tuple[str, ...]:
    """Return a card's attributes in words."""
    return tuple(scene.words.catalog.text("attributes", each) for each in sorted(card.attributes))


def numbers(scene: Scene, view: CardView, card: int) -> list[Tree]:
    """Draw a card's numbers: current values that open into their terms, or else printed values."""
    position = scene.position
    if not scene.state.reckons:
        return [fact(scene, each) for each in faces.numbers(scene, view)]
    found = find(position, card)
    if found is not None:
        return [
            told(scene, f"card.{stat}", scene.words.label(stat), stat_sum(position, found.who, stat)) for stat in STATS
        ]
    for player in (0, 1):
        if card == position.sides[player].stronghold:
            entries = [told(scene, "card.access", scene.words.label("access"), access_sum(position, player))]
            return entries + [fact(scene, each) for each in pictured(scene).seats[player].stronghold.numbers[1:]]
    return [fact(scene, each) for each in view.numbers]


def told(scene: Scene, key: str, label: str, total: Sum) -> Tree:
    """Draw a number that opens into its terms."""
    return h("div", h("dt", label), h("dd", number(scene, key, total, label), terms(scene, key, total, label)))


def fact(scene: PageScene[Any], each: Number) -> Tree:
    """Draw a number without its terms."""
    mark = f" ({scene.words.label('house-number')})" if each.house else ""
    return h("div", h("dt", scene.words.label(each.stat)), h("dd", each.shown, mark))


def sources(scene: PageScene[Any], card: Card) -> Tree | None:
    """Draw where a card's facts come from, with the reason for each inferred fact; None if there are no sources."""
    text = scene.words.catalog.text
    rows = [h("p", h("b", source), ": ", names) for source, names in faces.sources(scene, card).items()]
    rows += [h("p", faces.field_name(scene, field), ": ", text("reasons", why)) for field, why in card.reasons.items()]
    return h("details", h("summary", scene.ui("card.sources")), rows) if rows else None
