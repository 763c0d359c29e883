"""The view of the branches: each with its result, two of them compared row by row, and a link for sharing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apz import games
from apz.core.lab.rows import shown
from apz.core.lab.what_if import MOST_NAME, START
from apz.core.reading import clean
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.lab.controls import bar, folded, pane
from apz.widgets.lab.state import SAVE, LabScene

SENTENCE, MOST_ROWS, MOST_BRANCHES, MOST_LINK = 300, 40, 30, 4000


def draw(scene: LabScene) -> Tree:
    """Draw the branches, the controls for the one picked last, and the comparison."""
    refused = h("p", scene.state.refused, class_="answer refusal", key="refused") if scene.state.refused else None
    if not scene.branches:
        return pane(scene, "what-if", h("p", scene.ui("lab.no-branches"), class_="soft"), refused)
    names = [*scene.what_if][: MOST_BRANCHES + 1]
    whose, _ = supply(scene, START)
    most = max(1, *[supply(scene, name)[1] for name in names])
    rows = [row(scene, index, name, most) for index, name in enumerate(names)]
    return pane(
        scene,
        "what-if",
        elsewhere(scene) if scene.elsewhere else None,
        h("p", scene.ui("lab.pick-two"), class_="soft"),
        h("p", scene.ui("lab.left-of", player=clean(whose)), class_="soft lab-of"),
        h("ul", rows, class_="lab-branches", data_keys="grid", data_row="1", aria_label=scene.ui("lab.branches")),
        refused,
        tools(scene),
        compared(scene),
        shared(scene),
    )


def elsewhere(scene: LabScene) -> Tree:
    """Draw the note that the branches start from a different position, with a button to start over."""
    over = button(scene.ui("lab.start-over"), "start-over", class_="ghost")
    return h("div", h("p", scene.ui("lab.elsewhere"), class_="soft"), over, class_="buttons", key="elsewhere")


def supply(scene: LabScene, name: str) -> tuple[str, int]:
    """Return the player whose supplies are at stake, and how much they have left at the end of a branch."""
    return scene.lab.supply(scene.what_if.start, scene.what_if[name].position)


def row(scene: LabScene, index: int, name: str, most: int) -> Tree:
    """Draw a branch: its name, its result, and the supplies left."""
    (whose, left), start = supply(scene, name), scene.what_if.start
    told = (
        scene.ui("lab.unmoved")
        if name == START
        else scene.lab.outcome(start, scene.what_if[name].position, scene.language)
    )
    picked = name in scene.state.picked
    inside = (
        h("span", h("b", clean(scene.branch_name(name))), h("small", clean(told, SENTENCE)), class_="what"),
        bar(left / most, scene.ui("lab.left", player=clean(whose), count=left)),
        h("b", str(left), class_="left", aria_hidden="true"),
    )
    return h(
        "li",
        button(inside, f"pick:{index}", class_=classes("lab-branch", picked and "chosen"),
               aria_pressed=picked),
        key=f"branch-{index}",
    )  # fmt: skip


def tools(scene: LabScene) -> Tree | None:
    """Draw the controls for the branch picked last; None if that's the start, or none is picked."""
    name = scene.state.picked[-1] if scene.state.picked else START
    if name == START or name not in scene.what_if:
        return None
    index = [*scene.what_if].index(name)
    field = h("input", name="text", value=name, maxlength=str(MOST_NAME), aria_label=scene.ui("lab.name"),
              key=f"name-{name}")  # fmt: skip
    rename = h(
        "form", field, h("button", scene.ui("lab.rename"), type="submit", class_="ghost"), data_do=f"rename:{index}"
    )
    show = None if scene.elsewhere else button(scene.ui("lab.show"), f"branch:{index}", class_="ghost",
                                               aria_label=f"{scene.ui('lab.show')}: {clean(name)}")  # fmt: skip
    delete = button(
        scene.ui("lab.prune"), f"prune:{index}", class_="ghost", aria_label=f"{scene.ui('lab.prune')}: {clean(name)}"
    )
    return h("div", rename, h("div", show, delete, class_="buttons"), class_="lab-tools", key="tools")


def compared(scene: LabScene) -> Tree | None:
    """Draw the two picked branches side by side, one row per difference; None unless two are picked."""
    picked = [name for name in scene.state.picked if name in scene.what_if]
    if len(picked) != 2:
        return None
    names = sorted(picked, key=[*scene.what_if].index)
    key = (scene.what_if, tuple(names), scene.language)
    rows = scene.memo.once("compared", key, lambda: [*scene.what_if.compare(names[0], names[1], scene.language)])
    title = scene.ui(
        "lab.comparison", first=clean(scene.branch_name(names[0])), second=clean(scene.branch_name(names[1]))
    )
    if not rows:
        return h("p", scene.ui("lab.same"), key="comparison")
    head = h("tr", h("td"), [h("th", clean(scene.branch_name(name)), scope="col") for name in names])
    body = [compared_row(each) for each in rows[:MOST_ROWS]]
    more = len(rows) - MOST_ROWS
    rest = h("p", scene.ui("lab.more", count=more), class_="soft") if more > 0 else None
    table = h("table", h("thead", head), h("tbody", body), class_="lab-rows", aria_label=title)
    return h("div", h("h3", title), h("div", table, class_="lab-scroll", tabindex="0", role="region", aria_label=title),
             rest, key="comparison")  # fmt: skip


def compared_row(row: Mapping[str, Any]) -> Tree:
    """Draw one difference."""
    what, *values = row.values()
    return h(
        "tr",
        h("th", clean(str(what), SENTENCE), scope="row"),
        [h("td", clean(shown(each), SENTENCE)) for each in values],
    )


def shared(scene: LabScene) -> Tree:
    """Draw the link to the branches, or a note that it's too long, and the button that saves them."""
    link = scene.what_if.link()
    short = len(link) <= MOST_LINK
    game = "" if scene.game.name == games.DEFAULT else f"game={scene.game.name}&"
    address = f"{scene.state.base}?{game}lab={link}&lang={scene.language}" if scene.state.base else link
    text = h("textarea", value=address, id="lab-link", rows="2", readonly=True, spellcheck="false",
             aria_label=scene.ui("lab.link"), key=f"link-{link[:12]}")  # fmt: skip
    copy = h("button", scene.ui("lab.copy"), data_app_copy="lab-link", class_="ghost") if scene.state.base else None
    file = button(scene.ui("lab.save"), "save:tree", class_="ghost") if SAVE in scene.state.offers else None
    inside = text if short else h("p", scene.ui("lab.long" if file else "lab.long-unsaved"), class_="soft")
    ways = h("div", copy if short else None, file, class_="buttons")
    return folded(scene, "share", scene.ui("lab.share"), inside, ways)
