"""The rule index, which can be searched by words or opened by group, with each rule unfolding in place."""

from __future__ import annotations

import re
from typing import Any

from apz.core.language.rulebook import Rule
from apz.core.language.search import Found
from apz.core.reading import clean
from apz.widgets.base.fields import fold
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree, h
from apz.widgets.table.unfold import chip, example, unfolded

MOST_FOUND = 10


def draw(scene: PageScene[Any]) -> Tree:
    """Draw a search field and its results or, if the field is empty, all groups of rules."""
    return h("div", field(scene), found(scene) if scene.state.query.strip() else groups(scene))


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
    """Draw the rules that match the words, best first, or a note that there are none."""
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
    snippet = [h("mark", piece.text) if piece.marked else piece.text for piece in found.snippet]
    shown = example(scene, f"index/{found.id}", found.id)
    return h("li", chip(scene, "index", found.id), h("p", snippet, class_="snippet"), shown, key=found.id)


def telling(scene: PageScene[Any], text: str) -> str:
    """Return the words of a question without filler such as "can" and "how"."""
    idle = scene.ui("ask.idle").split()
    words = re.findall(r"[\w'.-]+", text.casefold().replace("’", "'"))
    return " ".join(word for each in words if (word := each.strip("'.-")) and word not in idle)


def listed(scene: PageScene[Any], hits: tuple[Rule, ...] | list[Rule]) -> Tree:
    """Draw a list of rules by title, each with its text if unfolded."""
    items = [h("li", chip(scene, "index", rule.id), unfolded(scene, "index", rule.id)) for rule in hits]
    return h("ul", items, class_="rules")


def group_name(scene: PageScene[Any], name: str) -> str:
    """Return the name of a group of rules, or its capitalized id if it has none."""
    known = ("groups", name) in scene.game.catalog("panels", scene.language)
    return scene.ui(f"groups.{name}") if known else name.capitalize()


def groups(scene: PageScene[Any]) -> Tree:
    """Draw the groups of rules in the order of the rulebook."""
    rules = scene.words.rules
    names = dict.fromkeys(rule.partition(".")[0] for rule in rules)
    items = []
    for name in names:
        key = f"group.{name}"
        shown = key in scene.state.opened
        text = group_name(scene, name)
        head = fold(scene, key, text, class_="ghost")
        body = listed(scene, [rules[rule] for rule in rules if rule.partition(".")[0] == name]) if shown else None
        items.append(h("li", head, body, key=key))
    return h("ul", items, class_="groups")
