"""The faults of an edited position: numbered next to their cards, and listed with a way to fix each."""

from __future__ import annotations

from apz.apocalypze.positions import group_of
from apz.apocalypze.positions.edits import ROWS, Draft, number
from apz.core.reading import clean
from apz.core.trace import Refusal
from apz.widgets.apocalypze.editor.places import Place
from apz.widgets.apocalypze.editor.state import EditorScene
from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.table.prompt import refusal_text
from apz.widgets.table.unfold import cited

MOST_FAULTS = 12
MOST_PROBLEMS = 20
SENTENCE = 400
MOMENT = "moment"  # the place of faults that aren't about a card


def places(scene: EditorScene) -> list[str]:
    """Return the name of the place that each fault concerns, or MOMENT for a fault that concerns no card."""
    return scene.memo.once("places", scene.position, lambda: _places(scene) if scene.problems else [])


def _places(scene: EditorScene) -> list[str]:
    """Work out the name of the place that each fault concerns."""
    spots = {number(spot.row[spot.at]): spot for spot in Draft(scene.position).spots()}

    def place(problem: Refusal) -> str:
        card = next(iter(problem.cards), None)
        homes: list[int] = [side.stronghold for side in scene.position.sides]
        if card in homes:
            return Place("home", homes.index(card)).name
        if card not in spots or card is None:
            return MOMENT
        spot = spots[card]
        while spot.host is not None:
            if spot.host in homes:
                return Place("home", homes.index(spot.host)).name
            spot = spots[spot.host]
        zone = "top" if spot.zone == "deck" else spot.zone
        point = group_of(scene.position, card) if spot.zone in ROWS else 0
        return Place(zone, spot.player, point or 0).name

    return [place(each) for each in scene.problems]


def beside(scene: EditorScene, place: str) -> Tree | None:
    """Draw why the last edit at a place failed, and the rules of the listed faults there; None if nothing is wrong."""
    found = zip(places(scene), scene.problems, strict=True)
    items = [
        h("li", badge(index), " ", scene.words.rules[problem.rule].title)
        for index, (where, problem) in enumerate(found, 1)
        if where == place and index <= MOST_PROBLEMS
    ]
    refused = tried(scene) if scene.state.where == place and not scene.state.in_text else None
    notes = h("ul", items, class_="notes") if items else None
    return h("div", refused, notes, class_="beside-it", key="faults") if refused or notes else None


def badge(index: int) -> Tree:
    """Draw the number of a fault."""
    return h("b", index, class_="badge")


def badges(scene: EditorScene, card: int) -> Tree | None:
    """Draw the numbers of the first few faults that concern a card; None if there are none."""
    found = [index for index, problem in enumerate(scene.problems[:MOST_PROBLEMS], 1) if card in problem.cards]
    return h("span", [badge(index) for index in found[:3]], class_="badges", aria_hidden="true") if found else None


def tried(scene: EditorScene) -> Tree | None:
    """Draw why an edit failed: the first few faults, each with its remedy and rule; None if there are no faults."""
    found, items = scene.state.faults, []
    if not found:
        return None
    for index, fault in enumerate(found[:MOST_FAULTS]):
        line = scene.ui("editor.line", line=fault.line) if fault.line else ""
        place = ", ".join(filter(None, (line, clean(fault.field, 120) if scene.state.in_text else "")))
        text = clean(fault.said(scene.language), SENTENCE)
        items.append(h("li", h("b", f"{place}: ") if place else None, text, " ", cited(scene, f"f{index}", fault.rule)))
    if len(found) > MOST_FAULTS:
        items.append(h("li", scene.ui("editor.more", count=len(found) - MOST_FAULTS)))
    return h("div", h("p", h("b", scene.ui("editor.kept"))), h("ul", items), class_="answer refusal", key="tried")


def counted(scene: EditorScene) -> Tree | None:
    """Draw a button that jumps to the list of faults, which may be far below; None if there are no faults."""
    count = len(scene.problems)
    text = [icon("warn"), " ", scene.ui("editor.count", count=count), " ↓"]
    return h("button", text, data_to=".ed-problems", class_="ghost to-faults", key="to-faults") if count else None


def listed(scene: EditorScene) -> Tree:
    """Draw the first faults of the position, each with its rule and a way to fix it, and how many more there are."""
    found = scene.problems
    title = scene.ui("editor.count", count=len(found))
    if not found:
        return h("section", h("h2", icon("check"), " ", title), h("p", scene.ui("editor.no-problems"), class_="soft"),
                 class_="pane ed-problems none", aria_label=title, key="problems")  # fmt: skip
    items = [problem_item(scene, index, problem) for index, problem in enumerate(found[:MOST_PROBLEMS], 1)]
    if len(found) > MOST_PROBLEMS:
        items.append(h("li", scene.ui("editor.more", count=len(found) - MOST_PROBLEMS)))
    return h("section", h("h2", icon("warn"), " ", title), h("ol", items, class_="problems"),
             class_="pane ed-problems", aria_label=title, key="problems")  # fmt: skip


def problem_item(scene: EditorScene, index: int, problem: Refusal) -> Tree:
    """Draw one fault, with a button to remove the first card it concerns that isn't a stronghold, if there's one."""
    homes: list[int] = [side.stronghold for side in scene.position.sides]
    card = next((each for each in problem.cards if each not in homes), None)
    known = card is not None and 0 <= card < len(scene.position.game.cards)
    name = scene.words.name(scene.visible, card) if known and card is not None else ""
    remove = button(scene.ui("editor.remove-card", card=name), f"remove:{card}", class_="ghost") if known else None
    text = h("span", refusal_text(scene.table, problem), " ", cited(scene, f"p{index}", problem.rule))
    return h("li", badge(index), text, remove)
