"""Cards as they lie on the table: type by word, symbol, border and colour, numbers large, house fields marked."""

from __future__ import annotations

from typing import NamedTuple

from apz.apocalypze.cards import library
from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.model import STATS
from apz.apocalypze.show.picture import HIDDEN_KIND, CardView, Number
from apz.core.reading import clean
from apz.core.trace import Refusal
from apz.widgets.apocalypze import gestures
from apz.widgets.apocalypze.breaks import SHY, breakable
from apz.widgets.apocalypze.changes import recent_changes
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.table.scene import Scene

SAID = 110  # so many characters of a card's text are on its face


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
    """A card with what is attached to it; seen as a card, read aloud as one sentence."""
    if view.kind == HIDDEN_KIND:
        return h("li", h("span", class_="back", role="img", aria_label=view.name), class_="spot")
    kind = "zombie" if view.zombie else view.kind
    return h(
        "li",
        face(scene, view, marks),
        [attachment(scene, each, marks) for each in view.attached],
        key=f"c{view.id}",
        class_=classes("spot", kind, *states(view.id, marks), len(view.attached) > 2 and "laden"),
    )


def face(scene: Scene, view: CardView, marks: Marks) -> Tree:
    """The card itself, drawn anew when there is something else to be seen on it."""
    marked = (marks.chosen == view.id, marks.chosen is None, view.id in marks.lit, marks.changed.get(view.id))
    seen = (view, scene.language, scene.state.reckons, marked)
    found: Tree = scene.memo.once(view.id, seen, lambda: drawn(scene, view, marks))
    return found


def drawn(scene: Scene, view: CardView, marks: Marks) -> Tree:
    """A card with all that is on it."""
    name, _, number = view.name.partition(" #")
    kind, *traits = view.what.split(", ")
    seen = (
        h("span", worded(scene, kind), class_="what"),
        h("b", name, h("small", f" #{number}") if number else None),
        h("span", worded(scene, ", ".join(traits)), class_="trait") if traits else None,
        says(scene, view),
        [h("em", mark) for mark in view.marks],
        changed(scene, view.id, marks),
        h("span", [stat(number) for number in numbers(scene, view)], class_="nums") if view.numbers else None,
    )
    return button(
        named(aloud(scene, view, marks), *seen),
        f"card:{view.id}",
        class_="card",
        data_piece=view.id,
        aria_pressed="true" if marks.chosen == view.id else "false",
        aria_description=text(scene, view) or None,
    )


def worded(scene: Scene, line: str) -> list[Tree]:
    """A short line of a card: a long word goes to a line of its own first, and breaks only where that is too short."""
    first, *others = breakable(scene.language, line).split(" ")
    return [first, *([" ", h("span", word, class_="word")] if SHY in word else f" {word}" for word in others)]


def text(scene: Scene, view: CardView) -> str:
    """What a card says."""
    return " ".join(library().texts(view.card, scene.language)) if view.card is not None else ""


def says(scene: Scene, view: CardView) -> Tree | None:
    """The beginning of what a card says; all of it is on its sheet."""
    said = clean(text(scene, view), SAID)
    if not said or view.card is None:
        return None
    return h("span", breakable(scene.language, said), class_=classes("says", view.card.house("text") and "house"))


def numbers(scene: Scene, view: CardView) -> tuple[Number, ...]:
    """The numbers of a card as they are now; where the learner reckons himself, as they are printed."""
    return view.numbers if scene.state.reckons else tuple(each.as_printed() for each in view.numbers)


def stat(number: Number) -> Tree:
    """A number with its label; a house one has a star, a changed one is marked."""
    mark = classes(number.house and "house", number.changed and "other")
    return h("i", h("small", number.label), h("b", number.shown, class_=mark))


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


def changed(scene: Scene, card: int, marks: Marks) -> Tree | None:
    """What just became of a card."""
    return h("em", scene.ui(f"changes.{marks.changed[card]}"), class_="news") if card in marks.changed else None


def attachment(scene: Scene, view: CardView, marks: Marks) -> Tree:
    """An attachment under its host."""
    numbers = " ".join(f"{n.label} {n.shown}" for n in view.numbers)
    seen = (
        h("b", view.name),
        h("span", numbers, class_="house" if any(n.house for n in view.numbers) else None) if numbers else None,
        [h("em", mark) for mark in view.marks],
    )
    return button(
        named(aloud(scene, view, marks), *seen),
        f"card:{view.id}",
        key=f"a{view.id}",
        class_=classes("att", *states(view.id, marks)),
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
