"""A game at the app's table; once it's over: why, what it cost, and what could be next."""

from __future__ import annotations

from typing import Any

from apz.core.sharing import session_link
from apz.widgets.app.address import naming, write_address
from apz.widgets.app.fields import copied
from apz.widgets.app.place import MOST_ADDRESS, PLAY
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.learn.state import LESSON
from apz.widgets.table import explain, tutor

END = "end"
SHARE = "end.share"  # while the link is unfolded


def draw(scene: Any) -> Tree:
    """Draw the table; at the end of the game with what there is to say about it, between the question and the table."""
    tree = tutor.draw(scene)
    return [*tree[:3], ending(scene), *tree[3:]] if scene.over else tree


def ending(scene: Any) -> Tree:
    """Draw why it ended so, in numbers, and the ways on."""
    name = scene.says("end.title")
    why = [explain.line(scene, f"end{at}", note) for at, note in enumerate(scene.view.ending.reason(scene))]
    return h(
        "section",
        h("h2", name),
        h("div", why, scene.view.ending.sums(scene)),
        numbers(scene),
        h("div", ways(scene), class_="buttons"),
        shared(scene),
        class_="pane app-end",
        aria_label=name,
        key=END,
    )


def numbers(scene: Any) -> Tree | None:
    """Draw what the game took from everybody; only what there was."""
    counted = scene.view.ending.tally(scene)
    if not counted:
        return None
    head = h("tr", h("td"), [h("th", name, scope="col") for name in scene.game.names(scene.visible)])
    rows = [
        h("tr", h("th", scene.says(f"tally.{key}"), scope="row"), [h("td", str(each)) for each in seats])
        for key, seats in counted.items()
    ]
    turns = scene.view.turn(scene.position) - scene.view.turn(scene.session.start) + 1
    caption = h("caption", scene.says("end.turns", turns=turns))
    return h("table", caption, h("thead", head), h("tbody", rows), class_="tally")


def ways(scene: Any) -> list[Tree]:
    """Draw what could be next: once more, on the other side, from the beginning with open eyes, a lesson, sharing."""
    first = "again" if scene.state.kind == PLAY else "anew"
    found = [button(scene.says(f"end.{first}"), f"{END}:again", class_="do")]
    names = ["swap", "walk"] if len(set(scene.state.seats)) > 1 else ["walk"]
    found += [button(scene.says(f"end.{name}"), f"{END}:{name}", class_="ghost") for name in names]
    if lesson := deciding_lesson(scene):
        title = scene.game.course().lesson(lesson, scene.language).title
        found.append(button(scene.says("end.lesson", title=title), f"{END}:{LESSON}", class_="ghost"))
    opened = "true" if SHARE in scene.state.opened else "false"
    return [*found, button(scene.says("end.share"), f"open:{SHARE}", class_="ghost", aria_expanded=opened)]


def deciding_lesson(scene: Any) -> str:
    """Return the first lesson about what decided the game."""
    course = scene.game.course()
    rules = {note.rule for note in scene.view.ending.reason(scene)[:1]}
    return next((name for name in course.order() if rules & set(course.lesson(name).teaches)), "")


def shared(scene: Any) -> Tree | None:
    """Draw the link that replays the game, to be copied."""
    if SHARE not in scene.state.opened:
        return None
    link, key = session_link(scene.session), "app-end-link"
    if len(link) > MOST_ADDRESS:
        return h("p", scene.says("end.long"), key=key)
    parts = {**naming(scene.game.name), "session": link, "lang": scene.words.language}
    return copied(scene, key, scene.says("share.session"), f"{scene.state.base}{write_address(parts)}")
