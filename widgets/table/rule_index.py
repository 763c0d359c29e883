"""The rules to look up: searched by words, or opened group by group; each opens in place."""

from __future__ import annotations

import re

from apz.core.language.rulebook import Rule
from apz.core.reading import clean
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.table.desk import Desk
from apz.widgets.table.unfold import chip, unfolded

MOST_FOUND = 20


def draw(desk: Desk) -> Tree:
    """A search field, and what it found; without words, all groups of rules."""
    return h("div", field(desk), found(desk) if desk.query.strip() else groups(desk))


def field(desk: Desk) -> Tree:
    """Where the words are typed."""
    entry = h("input", name="text", type="text", value=desk.query, autocomplete="off", maxlength="300")
    return h(
        "form",
        h("label", desk.ui("rules.search"), entry),
        h("button", desk.ui("rules.find"), type="submit", class_="ghost"),
        data_do="find",
    )


def found(desk: Desk) -> Tree:
    """The rules in which the words occur, the best first."""
    rules = desk.words.rules
    hits = (rules[desk.query],) if desk.query in rules else rules.search(telling(desk, desk.query) or desk.query)
    if not hits:
        return h("p", desk.ui("rules.none", words=clean(desk.query)), class_="none", role="status")
    return listed(desk, hits[:MOST_FOUND])


def telling(desk: Desk, text: str) -> str:
    """The words of a question that rules may speak of, without those that only ask."""
    idle = desk.ui("ask.idle").split()
    words = re.findall(r"[\w'.-]+", text.casefold().replace("’", "'"))
    return " ".join(word for each in words if (word := each.strip("'.-")) and word not in idle)


def listed(desk: Desk, hits: tuple[Rule, ...] | list[Rule]) -> Tree:
    """Rules by their titles."""
    items = [h("li", chip(desk, "index", rule.id), unfolded(desk, "index", rule.id)) for rule in hits]
    return h("ul", items, class_="rules")


def groups(desk: Desk) -> Tree:
    """The groups of rules in the order of the book."""
    rules = desk.words.rules
    names = dict.fromkeys(rule.partition(".")[0] for rule in rules)
    items = []
    for name in names:
        key = f"group.{name}"
        shown = key in desk.opened
        text = desk.ui(f"groups.{name}")
        head = button(text, f"open:{key}", class_="ghost", aria_expanded="true" if shown else "false")
        body = listed(desk, [rules[rule] for rule in rules if rule.partition(".")[0] == name]) if shown else None
        items.append(h("li", head, body, key=key))
    return h("ul", items, class_="groups")
