"""A position as HTML that needs no widget: the table as panels draw it, and the terms of its totals."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from apz import games
from apz.core.reading import clean
from apz.widgets.base.markup import write
from apz.widgets.base.tree import Tree, classes, h, has_class
from apz.widgets.table.prompt import SENTENCE
from apz.widgets.table.scene import Scene
from apz.widgets.table.seats import YOU
from apz.widgets.table.state import TableState
from apz.widgets.table.view import Prompt

OPEN = "open:"  # the start of a gesture that unfolds something
# a table's elements of class "live" only lead somewhere else on the page, so a picture leaves them out


def html(position: Any, language: str = "en") -> str:
    """Return a position of any game as an HTML fragment for a notebook cell."""
    return _written(look(position, language))


def page(position: Any, language: str = "en") -> str:
    """Return a position of any game as a self-contained HTML page without scripts."""
    scene = look(position, language)
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        f'<!doctype html>\n<html lang="{escape(scene.words.language)}"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(scene.view.title(scene))}</title></head>\n"
        f'<body style="margin:0 auto;padding:10px;max-width:1240px"><main>{_written(scene)}</main></body></html>\n'
    )


def look(position: Any, language: str) -> Scene:
    """Return the scene for a spectator who sees everything in a position."""
    game = games.of(position)
    if game is None:
        raise TypeError(f"not a position of a game: {position!r}")
    state = TableState(language=language, game=game.name, seats=(YOU,) * game.seats, watching=True)
    return Scene(game.new_session(position), state)


def _written(scene: Scene) -> str:
    name = f"{scene.view.title(scene)}. {asked(scene)}"
    parts = write(scene.tree(picture), sums(scene))
    return f'<div role="region" aria-label="{escape(name)}" lang="{escape(scene.words.language)}">{parts}\n</div>'


def asked(scene: Scene) -> str:
    """Return a sentence on who must do what."""
    prompt: Prompt = scene.view.prompt
    return clean(prompt.heading(scene), SENTENCE)


def picture(scene: Scene) -> Tree:
    """Draw a frame around the table, with a fixed height unless the table has no field to fill it."""
    flows = not any(found("field", scene.tree(draw)))
    return h("div", scene.tree(draw), class_=classes("picture", flows and "flowing"))


def draw(scene: Scene) -> Tree:
    """Draw the moment, who must do what, and the table."""
    prompt: Prompt = scene.view.prompt
    phases = scene.view.phases(scene)
    question = h("section", h("h2", asked(scene)), prompt.details(scene), prompt.cause(scene), class_="ask yours")
    return h(
        "div",
        h(
            "div",
            h("header", h("h1", scene.view.title(scene)), phases and without("live", phases), class_="rail"),
            h("div", question, class_="asking"),
            class_="lead",
        ),
        without("live", scene.view.table(scene)),
        class_="desk still",
    )


def sums(scene: Scene) -> Tree:
    """Draw the terms of each total on the table, and the note about house marks if there are any."""
    numbers = [each[1]["data-do"] for each in found("number", scene.tree(draw))]
    opened = scene.but(opened=tuple(dict.fromkeys(each.removeprefix(OPEN) for each in numbers)))
    terms = [without("rule", each) for each in found("terms", opened.tree(draw))]
    house = any(found("house", scene.tree(draw)))
    return h(
        "section",
        [h("h2", scene.ui("sums.title")), h("ul", [h("li", each) for each in terms])] if terms else None,
        h("p", scene.ui("sums.house"), class_="soft") if house else None,
        class_="sums",
    )


def without(name: str, tree: Tree) -> Tree:
    """Return a tree without the elements that have the class `name`."""
    if isinstance(tree, str):
        return tree
    return [
        *tree[:2],
        *(without(name, each) for each in tree[2:] if isinstance(each, str) or not has_class(each, name)),
    ]


def found(name: str, tree: Tree) -> Iterator[Any]:
    """Yield the elements of a tree that have the class `name`."""
    if isinstance(tree, str):
        return
    if has_class(tree, name):
        yield tree
    for child in tree[2:]:
        yield from found(name, child)
