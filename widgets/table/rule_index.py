"""The rules to look up: searched by words, or opened group by group; each opens in place."""

from __future__ import annotations

import re
from typing import Any

from apz.core.language.rulebook import Rule
from apz.core.reading import clean
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.table.unfold import chip, unfolded

MOST_FOUND = 20


def draw(scene: PageScene[Any]) -> Tree:
    """A search field, and what it found; without words, all groups of rules."""
    return h("div", field(scene), found(scene) if scene.state.query.strip() else groups(scene))


def field(scene: PageScene[Any]) -> Tree:
    """Where the words are typed."""
    entry = h("input", name="text", type="text", value=scene.state.query, autocomplete="off", maxlength="300")
    return h(
        "form",
        h("label", scene.ui("rules.search"), entry),
        h("button", scene.ui("rules.find"), type="submit", class_="ghost"),
        data_do="find",
    )


def found(scene: PageScene[Any]) -> Tree:
    """The rules in which the words occur, the best first."""
    rules, query = scene.words.rules, scene.state.query
    hits = (rules[query],) if query in rules else rules.search(telling(scene, query) or query)
    if not hits:
        return h("p", scene.ui("rules.none", words=clean(query)), class_="none", role="status")
    return listed(scene, hits[:MOST_FOUND])


def telling(scene: PageScene[Any], text: str) -> str:
    """The words of a question that rules may speak of, without those that only ask."""
    idle = scene.ui("ask.idle").split()
    words = re.findall(r"[\w'.-]+", text.casefold().replace("’", "'"))
    return " ".join(word for each in words if (word := each.strip("'.-")) and word not in idle)


def listed(scene: PageScene[Any], hits: tuple[Rule, ...] | list[Rule]) -> Tree:
    """Rules by their titles."""
    items = [h("li", chip(scene, "index", rule.id), unfolded(scene, "index", rule.id)) for rule in hits]
    return h("ul", items, class_="rules")


def group_name(scene: PageScene[Any], name: str) -> str:
    """Return what a group of rules is called; one without a text by its id."""
    known = ("groups", name) in scene.game.catalog("panels", scene.language)
    return scene.ui(f"groups.{name}") if known else name.capitalize()


def groups(scene: PageScene[Any]) -> Tree:
    """The groups of rules in the order of the book."""
    rules = scene.words.rules
    names = dict.fromkeys(rule.partition(".")[0] for rule in rules)
    items = []
    for name in names:
        key = f"group.{name}"
        shown = key in scene.state.opened
        text = group_name(scene, name)
        head = button(text, f"open:{key}", class_="ghost", aria_expanded="true" if shown else "false")
        body = listed(scene, [rules[rule] for rule in rules if rule.partition(".")[0] == name]) if shown else None
        items.append(h("li", head, body, key=key))
    return h("ul", items, class_="groups")
