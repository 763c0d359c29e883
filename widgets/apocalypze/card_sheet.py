"""A card in full: what it is, its numbers as sums, what it says, where each fact comes from, where it is."""

from __future__ import annotations

from apz.apocalypze.cards import library
from apz.apocalypze.model import STATS, Card
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.sums import access_sum, stat_sum
from apz.apocalypze.show.picture import CardView, Number, card_view
from apz.core.trace import Sum
from apz.widgets.apocalypze import faces
from apz.widgets.base.tree import Tree, h
from apz.widgets.table.desk import Desk
from apz.widgets.table.unfold import number, terms
from apz.widgets.table.wording import panel_words


def draw(desk: Desk) -> Tree:
    """The card that was looked at last."""
    position = desk.position
    if desk.card is None or desk.card >= len(position.game.cards):
        return h("p", desk.ui("card.none"), class_="none")
    view = card_view(position, desk.card, desk.language)
    if view.card is None:
        return h("p", desk.ui("card.hidden"), class_="none")
    says = library().texts(view.card, desk.language)
    return h(
        "div",
        h("h3", view.name),
        h("p", view.what),
        h("dl", numbers(desk, view, desk.card), class_="facts"),
        [h("p", h("q", text), class_="house" if view.card.house("text") else None) for text in says],
        h("p", desk.ui("card.attributes", what=attributes(desk, view.card))) if view.card.attributes else None,
        h("p", desk.ui("card.target", what=desk.words.catalog.text("targets", view.card.target)))
        if view.card.target
        else None,
        sources(desk, view.card),
        class_=f"sheet {view.kind}",
    )


def attributes(desk: Desk, card: Card) -> str:
    """What a card is besides its kind."""
    return ", ".join(desk.words.catalog.text("attributes", each) for each in sorted(card.attributes))


def numbers(desk: Desk, view: CardView, card: int) -> list[Tree]:
    """The numbers: as they stand now, opening into their terms, or as they are printed."""
    position = desk.session.position
    if not desk.reckons:
        return [printed(desk, each) for each in faces.numbers(desk, view)]
    found = find(position, card)
    if found is not None:
        return [
            told(desk, f"card.{stat}", desk.words.label(stat), stat_sum(position, found.who, stat)) for stat in STATS
        ]
    for player in (0, 1):
        if card == position.sides[player].stronghold:
            entries = [told(desk, "card.access", desk.words.label("access"), access_sum(position, player))]
            return entries + [printed(desk, each) for each in desk.picture.seats[player].stronghold.numbers[1:]]
    return [printed(desk, each) for each in view.numbers]


def told(desk: Desk, key: str, label: str, total: Sum) -> Tree:
    """A number with its terms."""
    return h("div", h("dt", label), h("dd", number(desk, key, total, label), terms(desk, key, total, label)))


def printed(desk: Desk, each: Number) -> Tree:
    """A number as it is printed."""
    mark = f" ({desk.words.label('house')})" if each.house else ""
    return h("div", h("dt", desk.words.label(each.stat)), h("dd", each.shown, mark))


def sources(desk: Desk, card: Card) -> Tree | None:
    """Where the facts of a card come from; why, where they are inferred."""
    text = desk.words.catalog.text
    kinds: dict[str, list[str]] = {}
    for field, source in card.sources.items():
        kinds.setdefault(source, []).append(field_name(desk, field))
    rows = [h("p", h("b", text("sources", source)), ": ", ", ".join(fields)) for source, fields in kinds.items()]
    rows += [h("p", field_name(desk, field), ": ", text("reasons", why)) for field, why in card.reasons.items()]
    return h("details", h("summary", desk.ui("card.sources")), rows) if rows else None


def field_name(desk: Desk, field: str) -> str:
    """The name of a fact of a card; one of a zombie's side says so."""
    side, _, fact = field.rpartition(".")
    known = panel_words(desk.language)
    name = desk.ui(f"facts.{fact}") if ("facts", fact) in known else fact.replace("_", " ")
    return desk.ui("facts.as-zombie", fact=name) if side == "zombie" else name
