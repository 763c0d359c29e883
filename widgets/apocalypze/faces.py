"""Cards as they lie on the table: a picture, the name, numbers with their signs, and what is marked on them."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from apz.apocalypze.cards import library
from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.model import STATS
from apz.apocalypze.show.picture import HIDDEN_KIND, CardView, Number
from apz.core.trace import Refusal
from apz.widgets.apocalypze import gestures
from apz.widgets.apocalypze.breaks import breakable
from apz.widgets.apocalypze.changes import recent_changes
from apz.widgets.base.page import PageScene
from apz.widgets.base.styles import pictures
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.table.scene import Scene

HOUSE = "house"  # where a fact comes from that is ours
LONG = 17  # so many letters of a name fit beside the sign of its kind
# the picture of a character that has none, by its faction
FACTIONS = {
    "civilian": "civilian", "police": "police-officer", "soldier": "soldier", "biker": "biker",
    "gang": "gang-warrior", "cult": "cult-fanatic",
}  # fmt: skip


class Marks(NamedTuple):
    """What is marked on the table: playable, chosen, pointed at, spoken of in a refusal, just changed."""

    lit: frozenset[int]
    chosen: int | None
    picked: tuple[int, ...]
    refused: frozenset[int]
    changed: dict[int, str]


def marks(scene: Scene) -> Marks:
    """What is marked now."""
    lit = gestures.lit(scene.position, scene.moves, scene.state.chosen, scene.state.picked) if scene.yours else set()
    refused = scene.state.answer.cards if isinstance(scene.state.answer, Refusal) else ()
    changed = {change.card: change.key for change in recent_changes(scene)}
    return Marks(frozenset(lit), scene.state.chosen, scene.state.picked, frozenset(refused), changed)


def card(scene: Scene, view: CardView, marks: Marks) -> Tree:
    """Draw a card with what is attached to it; seen as a card, read aloud as one sentence."""
    if view.kind == HIDDEN_KIND:
        return h("li", back(view.name), class_="spot")
    return h(
        "li",
        face(scene, view, marks),
        [attachment(scene, each, marks) for each in view.attached],
        key=f"c{view.id}",
        class_=classes("spot", kind_of(view), *states(view.id, marks)),
    )


def back(name: str) -> Tree:
    """Draw a card from behind."""
    return h("span", icon("logo"), class_="card back", role="img", aria_label=name)


def kind_of(view: CardView) -> str:
    """Return the kind of card that a card looks like."""
    return "zombie" if view.zombie else view.kind


def icon(name: str) -> Tree:
    """Draw a sign in the color of the text around it."""
    return h("i", class_=f"icon pic-{name}")


def art(view: CardView) -> Tree:
    """Draw the picture of a card; one that nobody drew has its faction's, or the sign of its kind."""
    printed = view.card
    human = printed.human if printed else None
    faction = FACTIONS.get(human.faction if human else "", "") or ("zombie" if view.zombie else "")
    names = (slug(printed.name if printed else view.name), faction)
    drawn = next((each for each in names if each in pictures()), "")
    return h("span", class_=f"art pic-{drawn}") if drawn else h("span", class_=f"art plain pic-{view.kind}")


def slug(name: str) -> str:
    """Return a card's name as pictures are named: "Patsy's Pistols" is "patsys-pistols"."""
    return "-".join(re.findall(r"[a-z0-9]+", name.lower().replace("'", "").replace("’", "")))


def face(scene: Scene, view: CardView, marks: Marks) -> Tree:
    """Draw the card itself, again only when there is something else to be seen on it."""
    marked = (marks.chosen == view.id, marks.chosen is None, view.id in marks.lit, marks.changed.get(view.id))
    seen = (view, scene.language, scene.state.reckons, marked)
    found: Tree = scene.memo.once(view.id, seen, lambda: drawn(scene, view, marks))
    return found


def drawn(scene: Scene, view: CardView, marks: Marks) -> Tree:
    """Draw a card with all that is on it."""
    seen = (banner(view), art(view), signs(scene, view), stamps(scene, view, marks), foot(scene, view))
    return button(
        named(aloud(scene, view, marks), *seen),
        f"card:{view.id}",
        class_="card",
        data_piece=view.id,
        data_zoom=more(scene, view),
        aria_pressed="true" if marks.chosen == view.id else "false",
        aria_description=text(scene, view) or None,
    )


def banner(view: CardView) -> Tree:
    """Draw the name of a card; the house mark once, whatever of it is ours."""
    name, _, number = view.name.partition(" #")
    house = view.card is not None and HOUSE in view.card.sources.values()
    title = h("span", name, h("small", f" #{number}") if number else None)
    return h("span", title, class_=classes("banner", house and "house", len(name) > LONG and "long"))


def signs(scene: Scene, view: CardView) -> Tree | None:
    """Draw what a card is besides its kind: unique, twofold, with an ability."""
    printed = view.card
    if printed is None:
        return None
    held = {"star": printed.unique, "twofold": printed.twofold, "trump": not printed.event and text(scene, view)}
    found = [icon(name) for name, on in held.items() if on]
    return h("span", found, class_="signs") if found else None


def stamps(scene: Scene, view: CardView, marks: Marks) -> Tree | None:
    """Draw what became of a card, or is about to: wounded, offered, leaving, and what just changed."""
    kinds = ["wounded"] * bool(view.wounds) + ["marked"] * len(view.marks)
    found = [h("em", icon("wound") if kind == "wounded" else None, mark, class_=kind)
             for kind, mark in zip(kinds, view.marks, strict=False)]  # fmt: skip
    if view.id in marks.changed and marks.changed[view.id] != "wounded":
        found.append(h("em", scene.ui(f"changes.{marks.changed[view.id]}"), class_="news"))
    return h("span", found, class_="stamps") if found else None


def foot(scene: Scene, view: CardView) -> Tree:
    """Draw the numbers of a card, or what kind of card it is."""
    shown = numbers(scene, view)
    if not shown:
        return h("span", breakable(scene.language, view.what.partition(", ")[0]), class_="foot")
    return h("span", [stat(each) for each in shown], class_=classes("foot", "nums", view.wounds > 0 and "hurt"))


def more(scene: PageScene[Any], view: CardView) -> str:
    """Return what is to be read of a card when it's large, besides what it says: what it is, and where that is from."""
    if view.card is None:
        return ""
    catalog, fields = scene.words.catalog, dict[str, list[str]]()
    for field, source in view.card.sources.items():
        fields.setdefault(source, []).append(field_name(scene, field))
    sources = [f"{catalog.text('sources', source)}: {', '.join(names)}" for source, names in fields.items()]
    return "\n".join([view.what, *sources])


def field_name(scene: PageScene[Any], field: str) -> str:
    """Return the name of a fact of a card; one of a zombie's side says so."""
    side, _, fact = field.rpartition(".")
    known = scene.game.catalog("panels", scene.language)
    name = scene.ui(f"facts.{fact}") if ("facts", fact) in known else fact.replace("_", " ")
    return scene.ui("facts.as-zombie", fact=name) if side == "zombie" else name


def text(scene: Scene, view: CardView) -> str:
    """Return what a card says."""
    return " ".join(library().texts(view.card, scene.language)) if view.card is not None else ""


def numbers(scene: Scene, view: CardView) -> tuple[Number, ...]:
    """Return the numbers of a card as they are now; where the learner does the math, as they are printed."""
    return view.numbers if scene.state.reckons else tuple(each.as_printed() for each in view.numbers)


def stat(number: Number) -> Tree:
    """Draw a number with its sign; one that's not as printed is marked, the better one and the worse one apart."""
    change = (int(number.shown) - int(number.printed)) if number.changed else 0
    better = "up" if change > 0 else "down" if change else None
    return h("b", number.shown, class_=classes(number.stat, better))


def states(card: int, marks: Marks) -> list[str]:
    """The states of a card, as classes."""
    held = {
        "lit": card in marks.lit,
        "chosen": card == marks.chosen,
        "picked": card in marks.picked,
        "refused": card in marks.refused,
        "fresh": card in marks.changed,
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
        aria_pressed="true" if marks.chosen == view.id else "false",
        aria_description=text(scene, view) or None,
    )


def spoken(scene: Scene, view: CardView) -> str:
    """What a card is; the numbers that it has as a zombie are spelled out, and not with strokes and stars."""
    begin = view_words(scene.language).text("show", "as-zombie", {"stats": ""})
    zombie = view.card.zombie if view.card else None
    if zombie is None or begin not in view.what:
        return view.what
    say, house = scene.words, f" ({scene.words.label('house')})"
    stats = [f"{say.label(s)} {n}{house if s in zombie.house else ''}" for s, n in zip(STATS, zombie[1:4], strict=True)]
    return view.what.partition(begin)[0] + begin + ", ".join(stats)


def aloud(scene: Scene, view: CardView, marks: Marks | None = None) -> str:
    """Everything about a card in one sentence."""
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
    scene: Scene, title: str, views: tuple[CardView, ...], marks: Marks, name: str, always: bool = False
) -> Tree | None:
    """Cards under a heading; without any, the heading at most."""
    if not views and not always:
        return None
    cards = [card(scene, view, marks) for view in views]
    body = h("ul", cards, class_="cards", data_row="1", aria_label=title) if cards else None
    return h("div", h("h4", title), body, class_=f"zone {name}", key=name)
