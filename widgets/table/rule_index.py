"""The rule index, which can be searched by words or opened by group, with each rule unfolding in place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from apz.core.language.rulebook import Rule
from apz.core.language.search import Found, Piece
from apz.core.reading import clean
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.table.unfold import chip, example, unfolded

MOST_FOUND = 10


def draw(scene: PageScene[Any]) -> Tree:
    """Draw a search field and its results or, if the field is empty, all groups of rules."""
    return h("div", field(scene), found(scene) if scene.state.query.strip() else groups(scene, partial(opened, scene)))


def field(scene: PageScene[Any]) -> Tree:
    """Draw the search field."""
    entry = h("input", name="text", type="text", value=scene.state.query, autocomplete="off", maxlength="300")
    return h(
        "form",
        h("label", scene.ui("rules.search"), entry),
        h("button", scene.ui("rules.find"), type="submit", class_="ghost"),
        data_do="find",
    )


def found(scene: PageScene[Any]) -> Tree:
    """Draw the first few rules that match the words, best first, or a note that there are none."""
    rules, query = scene.words.rules, scene.state.query
    if query in rules:
        return listed(scene, [rules[query]])
    hits = rules.find(query)
    if not hits:
        return h("p", scene.ui("rules.none", words=clean(query)), class_="none", role="status")
    return h("ul", [hit(scene, each) for each in hits[:MOST_FOUND]], class_="rules found")


def hit(scene: PageScene[Any], found: Found) -> Tree:
    """Draw a matching rule: its title, the best sentence and its example position, or the whole rule if unfolded."""
    sheet = unfolded(scene, "index", found.id)
    if sheet is not None:
        return h("li", chip(scene, "index", found.id), sheet, key=found.id)
    shown = example(scene, f"index/{found.id}", found.id)
    return h("li", chip(scene, "index", found.id), h("p", marked(found.snippet), class_="snippet"), shown, key=found.id)


def marked(pieces: Iterable[Piece]) -> list[Tree]:
    """Draw a text with the matching words marked."""
    return [h("mark", piece.text) if piece.marked else piece.text for piece in pieces]


def telling(scene: PageScene[Any], text: str) -> str:
    """Return the words of a question without filler such as "can" and "how"."""
    idle = scene.ui("ask.idle").split()
    words = re.findall(r"[\w'.-]+", text.casefold().replace("’", "'"))
    return " ".join(word for each in words if (word := each.strip("'.-")) and word not in idle)


def listed(scene: PageScene[Any], hits: tuple[Rule, ...] | list[Rule]) -> Tree:
    """Draw a list of rules by title, each with its text if unfolded."""
    items = [h("li", chip(scene, "index", rule.id), unfolded(scene, "index", rule.id)) for rule in hits]
    return h("ul", items, class_="rules")


def opened(scene: PageScene[Any], rules: Iterable[str]) -> Tree:
    """Draw the rules of an open group."""
    return listed(scene, [scene.words.rules[rule] for rule in rules])


def group_name(scene: PageScene[Any], name: str) -> str:
    """Return the name of a group of rules, or its capitalized id if it has none."""
    known = ("groups", name) in scene.game.catalog("panels", scene.language)
    return scene.ui(f"groups.{name}") if known else name.capitalize()


def grouped(rules: Iterable[str]) -> dict[str, list[str]]:
    """Return the ids of rules by the first word of each, which names its group, in their order."""
    found: dict[str, list[str]] = {}
    for rule in rules:
        found.setdefault(rule.partition(".")[0], []).append(rule)
    return found


def groups(scene: PageScene[Any], listed: Callable[[list[str]], Tree], shown: str = "") -> Tree:
    """Draw the groups of rules in the order of the rulebook; `listed` draws the rules in an open one.

    The group with the rule `shown` is always open.
    """
    items = []
    for name, rules in grouped(scene.words.rules).items():
        key = f"group.{name}"
        opened = key in scene.state.opened or shown in rules
        head = button(group_name(scene, name), f"open:{key}", class_="ghost", aria_expanded=opened)
        items.append(h("li", head, listed(rules) if opened else None, key=key))
    return h("ul", items, class_="groups")
