"""Content that unfolds in place: a number's terms, and a citation's rule with its example position."""

from __future__ import annotations

from typing import Any

from apz.core.language.messages import TERMS
from apz.core.trace import Sum, Term
from apz.widgets.base.fields import fold
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table import examples


def chip(scene: PageScene[Any], place: str, rule: str) -> Tree:
    """Draw a citation that unfolds its rule; one that isn't a rulebook rule is labeled with its kind."""
    entry = scene.words.rules[rule]
    key = f"{place}/{rule}"
    text = scene.ui(f"rules.{entry.kind}") + " · " + entry.title if entry.kind != "rule" else entry.title
    return fold(scene, key, text, class_=classes("rule", entry.kind))


def unfolded(scene: PageScene[Any], place: str, rule: str) -> Tree | None:
    """Draw the rule under its citation, or return None if it's folded."""
    return rule_sheet(scene, f"{place}/{rule}", rule) if f"{place}/{rule}" in scene.state.opened else None


def cited(scene: PageScene[Any], place: str, rule: str) -> list[Tree | None]:
    """Draw a citation and, if it's unfolded, its rule; [] if there's no such rule."""
    return [chip(scene, place, rule), unfolded(scene, place, rule)] if rule in scene.words.rules else []


def rule_sheet(scene: PageScene[Any], place: str, rule: str) -> Tree:
    """Draw a rule: our wording, its source, the reason for a ruling, related rules, and an example position."""
    entry = scene.words.rules[rule]
    related = scene.words.rules.related(rule)
    where = scene.ui("rules.where", where=entry.where) if entry.where else ""
    return h(
        "div",
        h("p", h("b", entry.title), " ", h("code", rule)),
        h("p", entry.text) if not (scene.yours and place == f"ask/{rule}") else None,
        h("p", h("small", scene.ui(f"rules.kind-{entry.kind}"), " ", where)),
        h("p", h("b", scene.ui("rules.reason")), " ", entry.reason) if entry.reason else None,
        h("p", h("small", scene.ui("rules.related")), " ", [chip(scene, place, other.id) for other in related])
        if related
        else None,
        [unfolded(scene, place, other.id) for other in related if place.count("/") < 3],
        example(scene, place, rule),
        class_="rule-sheet",
        key=f"rule {place}",
    )


def example(scene: PageScene[Any], place: str, rule: str) -> Tree | None:
    """Draw the button for a rule's example position and, once opened, the position; None without one or inside one."""
    name = examples.named_for(scene, rule)
    if name is None or scene.state.inside:
        return None
    key = f"{name}@{place}"
    small = examples.opened(scene, key)
    text = scene.ui("rules.example-away" if small else "rules.example")
    pressed = button(text, f"example:{key}", class_="ghost", aria_expanded=small is not None)
    if small is None:
        return h("div", h("p", pressed))
    said = examples.about(small, name)
    return h("div", h("p", pressed), h("p", said) if said else None, (small.view.example or small.view.table)(small))


def number(scene: PageScene[Any], key: str, total: Sum, label: str) -> Tree:
    """Draw a total as a button that unfolds its terms."""
    return fold(
        scene,
        key,
        str(total.total),
        class_=classes("number", total.house and "house"),
        data_place=key,
        aria_label=scene.ui("sums.ask", label=label, total=total.total),
    )


def terms(scene: PageScene[Any], key: str, total: Sum, label: str) -> Tree | None:
    """Draw the terms of a total, each with its amount and name, and each rule once; None if they're folded."""
    if key not in scene.state.opened:
        return None
    rows: list[Tree | None] = [h("p", h("b", scene.ui("sums.equals", label=label, total=total.total)))]
    last = {each.rule: place for place, each in enumerate(total.terms)}  # each rule is named once, after its last term
    rows += [h("p", term(scene, key, each, last[each.rule] == place)) for place, each in enumerate(total.terms)]
    if not total.terms:
        rows.append(h("p", scene.ui("sums.nothing")))
    if total.total != total.raw:
        rows.append(h("p", scene.ui("sums.raised", raw=total.raw, total=total.total)))
    rules = dict.fromkeys(each.rule for each in total.terms)
    rows += [unfolded(scene, key, rule) for rule in rules]
    return h("div", rows, class_="terms", key=f"terms {key}")


def term(scene: PageScene[Any], key: str, each: Term, ruled: bool) -> list[Tree | None]:
    """Draw one term of a total, with its rule if that's wanted."""
    amount = h("b", f"{each.amount:+d}", class_="house" if each.house else None)
    name = each.name or scene.words.catalog.text(TERMS, each.rule)
    mark = f" ({scene.words.label('house-number')})" if each.house else ""
    return [amount, f" {name}{mark} ", chip(scene, key, each.rule) if ruled else None]
