"""Card faces on the table: picture, name, numbers with icons, and marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from apz.apocalypze.cards import library
from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.model import STATS, Card
from apz.apocalypze.show.picture import HIDDEN_KIND, CardView, Number, printed_view
from apz.core.trace import Refusal
from apz.widgets.apocalypze import gestures
from apz.widgets.apocalypze.breaks import breakable
from apz.widgets.apocalypze.changes import recent_changes
from apz.widgets.apocalypze.drops import Drops, drops
from apz.widgets.apocalypze.prices import prices
from apz.widgets.base.fields import icon
from apz.widgets.base.page import PageScene
from apz.widgets.base.styles import pictures
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.table.scene import Scene

HOUSE = "house"  # the source of a fact that's ours
FEW, MANY, CROWD = 2, 5, 12  # more than a few cards share their row's room, many are smaller, a crowd overlaps
LONG = 17  # letters of a name that fit next to the icon of its kind
# the picture for a character without its own, by faction
FACTIONS = {
    "civilian": "civilian", "police": "police-officer", "soldier": "soldier", "biker": "biker",
    "gang": "gang-warrior", "cult": "cult-fanatic",
}  # fmt: skip


class Marks(NamedTuple):
    """The marks on the table: cards that are playable, chosen, targeted, named in a refusal, or just changed."""

    lit: frozenset[int]
    chosen: int | None
    picked: tuple[int, ...]
    refused: frozenset[int]
    changed: dict[int, str]
    prices: dict[int, str]  # what each card would pay, while something is owed
    hinted: frozenset[int]  # the cards in a hint
    spoken: frozenset[int]  # the cards that a coach mentions
    drops: Drops  # the possible drags and drops


def marks(scene: Scene) -> Marks:
    """Return the marks for a scene."""
    sent = gestures.together(scene)[1:]
    lit = gestures.lit(scene.position, scene.moves, scene.state.chosen, scene.state.picked) if scene.yours else set()
    lit = gestures.along(scene) if sent else lit | gestures.along(scene) | gestures.occupying(scene).keys()
    refused = scene.state.answer.cards if isinstance(scene.state.answer, Refusal) else ()
    return Marks(
        frozenset(lit),
        scene.state.chosen,
        scene.state.picked,
        frozenset(refused),
        recent_changes(scene),
        prices(scene, lit),
        scene.hinted,
        scene.spoken,
        drops(scene),
    )


def card(scene: Scene, view: CardView, marks: Marks) -> Tree:
    """Draw a card with its attachments, or only its back if it's hidden."""
    if view.kind == HIDDEN_KIND:
        return h("li", back(view.name), class_="spot")
    return h(
        "li",
        face(scene, view, marks),
        [attachment(scene, each, marks) for each in view.attached],
        key=f"c{view.id}",
        class_=classes("spot", kind_of(view), *states(view.id, marks)),
    )


def still(scene: Scene, view: CardView) -> Tree:
    """Draw a card as a picture that can't be clicked."""
    alone = view._replace(name=view.name.partition(" #")[0])  # without the number that tells equal cards apart
    face = h("span", banner(alone), art(view), foot(scene, view), class_="card")
    return h("li", face, class_=classes("spot", kind_of(view)))


def back(name: str) -> Tree:
    """Draw the back of a card."""
    return h("span", icon("logo"), class_="card back", role="img", aria_label=name)


def kind_of(view: CardView) -> str:
    """Return the kind that a card is drawn as."""
    return "zombie" if view.zombie else view.kind


def art(view: CardView) -> Tree:
    """Draw a card's picture, or else its faction's picture, or else the icon of its kind."""
    printed = view.card
    human = printed.human if printed else None
    faction = FACTIONS.get(human.faction if human else "", "") or ("zombie" if view.zombie else "")
    return picture(printed.name if printed else view.name, view.kind, faction)


def picture(name: str, kind: str, faction: str = "") -> Tree:
    """Draw the picture of the card with this name, or else of its faction, or else the icon of its kind."""
    drawn = next((each for each in (slug(name), faction) if each in pictures()), "")
    return h("span", class_=f"art pic-{drawn}") if drawn else h("span", class_=f"art plain pic-{kind}")


def slug(name: str) -> str:
    """Return the name of a card's picture, such as "patsys-pistols" for "Patsy's Pistols"."""
    return "-".join(re.findall(r"[a-z0-9]+", name.lower().replace("'", "").replace("’", "")))


def face(scene: Scene, view: CardView, marks: Marks) -> Tree:
    """Draw only the card itself, reusing the last drawing if nothing on the card changed."""
    marked = (pressed(marks, view), marks.chosen is None, view.id in marks.lit, marks.changed.get(view.id))
    dropped = (str(view.id) in marks.drops.drags, tuple(target(marks, f"card:{view.id}").items()))
    seen = (view, scene.language, scene.state.reckons, marked, marks.prices.get(view.id), dropped)
    return scene.memo.once(view.id, seen, lambda: drawn(scene, view, marks))


def drawn(scene: Scene, view: CardView, marks: Marks) -> Tree:
    """Draw a card with everything on it."""
    stamped = stamps(view)
    seen = (banner(view), art(view), signs(scene, view), stamped, foot(scene, view), price_tag(view, marks))
    return button(
        named(aloud(scene, view, marks), *seen),
        f"card:{view.id}",
        class_=classes("card", stamped is not None and "stamped"),
        data_piece=view.id,
        data_drag=view.id if str(view.id) in marks.drops.drags else None,
        **target(marks, f"card:{view.id}"),
        data_zoom=more(scene, view),
        aria_pressed=pressed(marks, view),
        aria_description=text(scene, view) or None,
    )


def pressed(marks: Marks, view: CardView) -> bool:
    """Return True if a card is chosen, alone or along with others."""
    return view.id in (marks.chosen, *marks.picked)


def target(marks: Marks, place: str) -> dict[str, str]:
    """Return the attributes of a place that takes drops, or that explains why it can't; {} for any other place."""
    takes = marks.drops.takes.get(place, ())
    if takes:
        return {"data_drop": place, "data_takes": " ".join(takes)}
    return {"data_drop": place} if place in marks.drops.refuses else {}


def banner(view: CardView) -> Tree:
    """Draw a card's name, with the house mark if any of its facts, such as a number, is our own."""
    name, _, number = view.name.partition(" #")
    house = view.card is not None and HOUSE in view.card.sources.values()
    title = h("span", name, h("small", f" #{number}") if number else None)
    return h("span", title, class_=classes("banner", house and "house", len(name) > LONG and "long"))


def signs(scene: PageScene[Any], view: CardView) -> Tree | None:
    """Draw the icons for a unique card, a twofold card, and a card with an ability; None if there are none."""
    printed = view.card
    if printed is None:
        return None
    held = {"star": printed.unique, "twofold": printed.twofold, "trump": not printed.event and printed.texts}
    found = [icon(name) for name, on in held.items() if on]
    return h("span", found, class_="signs") if found else None


def stamps(view: CardView) -> Tree | None:
    """Draw a card's stamps, such as wounded, offered or leaving; None if there are none."""
    kinds = ["wounded"] * bool(view.wounds) + ["marked"] * len(view.marks)
    found = [h("em", icon("wound") if kind == "wounded" else None, mark, class_=kind)
             for kind, mark in zip(kinds, view.marks, strict=False)]  # fmt: skip
    return h("span", found, class_="stamps") if found else None


def price_tag(view: CardView, marks: Marks) -> Tree | None:
    """Draw how much a card would pay, above the card; None if it has no price."""
    return h("em", marks.prices[view.id], class_="price") if view.id in marks.prices else None


def foot(scene: Scene, view: CardView) -> Tree:
    """Draw a card's numbers, or its kind if it has none."""
    return figures(scene, view, numbers(scene, view))


def figures(scene: PageScene[Any], view: CardView, shown: Sequence[Number]) -> Tree:
    """Draw these numbers of a card, or its kind if there are none."""
    if not shown:
        return h("span", breakable(scene.language, view.what.partition(", ")[0]), class_="foot")
    return h("span", [stat(each) for each in shown], class_=classes("foot", "nums", view.wounds > 0 and "hurt"))


def more(scene: PageScene[Any], view: CardView) -> str:
    """Return the text that an enlarged card adds to its face: its description and which facts are ours."""
    card = view.card
    if card is None:
        return ""
    ours = scene.words.catalog.text("sources", HOUSE)
    marked = [f"{source}: {names}" for source, names in sources(scene, card).items() if source == ours]
    both = card.twofold and not view.zombie  # the marks of house numbers are left out, because the next line names them
    return "\n".join([printed_view(card, scene.language).what.replace("*", "") if both else view.what, *marked])


def sources(scene: PageScene[Any], card: Card) -> dict[str, str]:
    """Return where a card's facts come from, in words: each source with the names of its facts."""
    fields = dict[str, list[str]]()
    for field, source in card.sources.items():
        fields.setdefault(source, []).append(field_name(scene, field))
    return {scene.words.catalog.text("sources", source): ", ".join(names) for source, names in fields.items()}


def field_name(scene: PageScene[Any], field: str) -> str:
    """Return the name of a card's fact, with a note if the fact is about its zombie side."""
    side, _, fact = field.rpartition(".")
    known = scene.game.catalog("panels", scene.language)
    name = scene.ui(f"facts.{fact}") if ("facts", fact) in known else fact.replace("_", " ")
    return scene.ui("facts.as-zombie", fact=name) if side == "zombie" else name


def text(scene: PageScene[Any], view: CardView) -> str:
    """Return everything a card says, as one text."""
    return " ".join(said(scene, view.card)) if view.card is not None else ""


def said(scene: PageScene[Any], card: Card) -> tuple[str, ...]:
    """Return what a card says: its texts and, for a weapon that makes way for another one, a sentence about that."""
    texts = library().texts(card, scene.language)
    return (*texts, scene.ui("card.displaced")) if card.displaced else texts


def numbers(scene: Scene, view: CardView) -> tuple[Number, ...]:
    """Return a card's current numbers, or the printed ones where the learner does the math."""
    return view.numbers if scene.state.reckons else tuple(each.as_printed() for each in view.numbers)


def stat(number: Number) -> Tree:
    """Draw a number with its icon, marked if it's higher or lower than printed."""
    change = (int(number.shown) - int(number.printed)) if number.changed else 0
    better = "up" if change > 0 else "down" if change else None
    return h("b", number.shown, class_=classes(number.stat, better))


def states(card: int, marks: Marks) -> list[str]:
    """Return the states of a card as CSS classes."""
    held = {
        "lit": card in marks.lit,
        "chosen": card == marks.chosen,
        "picked": card in marks.picked,
        "refused": card in marks.refused,
        "fresh": card in marks.changed,
        "hinted": card in marks.hinted,
        "spoken": card in marks.spoken,
    }
    return [state for state, on in held.items() if on]


def attachment(scene: Scene, view: CardView, marks: Marks) -> Tree:
    """Draw an attachment as a strip under its host."""
    seen = (
        h("b", view.name),
        [stat(number) for number in view.numbers],
        [h("em", mark) for mark in view.marks],
    )
    return button(
        named(aloud(scene, view, marks), *seen),
        f"card:{view.id}",
        key=f"a{view.id}",
        class_=classes("att", *states(view.id, marks)),
        data_piece=view.id,
        data_zoom=more(scene, view),
        aria_pressed=pressed(marks, view),
        aria_description=text(scene, view) or None,
    )


def spoken(scene: Scene, view: CardView) -> str:
    """Return a card's description, with its zombie numbers spelled out for a screen reader."""
    begin = view_words(scene.language).text("show", "as-zombie", {"stats": ""})
    zombie = view.card.zombie if view.card else None
    if zombie is None or begin not in view.what:
        return view.what
    say, house = scene.words, f" ({scene.words.label('house')})"
    stats = [f"{say.label(s)} {n}{house if s in zombie.house else ''}" for s, n in zip(STATS, zombie[1:4], strict=True)]
    return view.what.partition(begin)[0] + begin + ", ".join(stats)


def aloud(scene: Scene, view: CardView, marks: Marks | None = None) -> str:
    """Return a card's name, description, numbers, marks, place and attachments as one text for screen readers."""
    say, house = scene.words, f" ({scene.words.label('house')})"
    parts = [view.name, spoken(scene, view)]
    parts += [f"{say.label(n.stat)} {n.shown}{house if n.house else ''}" for n in numbers(scene, view)]
    parts += [*view.marks, view.where]
    if view.attached:
        cards = "; ".join(each.name for each in view.attached)
        parts.append(view_words(scene.language).text("show", "with", {"cards": cards}))
    if marks and view.id in marks.changed:
        parts.append(scene.ui(f"changes.{marks.changed[view.id]}"))
    if marks and view.id in marks.lit:
        parts.append(scene.ui("table.can-be-pointed" if marks.chosen is not None else "table.can-be-used"))
    return ", ".join(filter(None, parts))


def row(
    scene: Scene,
    title: str,
    views: tuple[CardView, ...],
    marks: Marks,
    name: str,
    always: bool = False,
    place: str = "",
    at: str = "",
) -> Tree | None:
    """Draw cards under a heading, at the place `at`, as the drop target `place`; None without cards unless `always`."""
    if not views and not always:
        return None
    shown = cards(scene, title, views, marks)
    drop = {**target(marks, place), "data_name": title if place else None}
    held = classes("zone", name, not views and "empty")
    return h("div", h("h4", title), shown, class_=held, key=name, data_place=at or None, **drop)


def cards(scene: Scene, title: str, views: tuple[CardView, ...], marks: Marks) -> Tree | None:
    """Draw a row of cards, smaller if there are many of them; None if there are none."""
    if not views:
        return None
    count = f"of-{min(len(views), CROWD)}" if len(views) > FEW else None
    held = classes("cards", count, len(views) >= MANY and "many", priced(views, marks) and "priced")
    return h("ul", [card(scene, view, marks) for view in views], class_=held, data_row="1", aria_label=title)


def priced(views: Iterable[CardView], marks: Marks) -> bool:
    """Return True if one of these cards shows how much it would pay."""
    return bool(marks.prices) and any(view.id in marks.prices for view in views)
