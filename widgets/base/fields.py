"""The small parts that pages share: icons, panes, choices, buttons that unfold something, and texts to copy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Child, Tree, button, h


def icon(name: str) -> Tree:
    """Draw an icon in the color of the text around it."""
    return h("i", class_=f"icon pic-{name}")


def options(choices: Mapping[str, str], now: str) -> list[Tree]:
    """Draw the options of a choice, with the current one selected."""
    return [h("option", text, value=value, selected=value == now) for value, text in choices.items()]


def choice(label: str, do: str, choices: Mapping[str, str], now: str) -> Tree:
    """Draw a labeled list of choices that sends `do` as soon as one is picked."""
    return h("label", label, h("select", options(choices, now), value=now, data_do=do))


def pane(title: str, name: str, *children: Child, key: str | None = None) -> Tree:
    """Draw a part of the page under its heading."""
    return h("section", h("h2", title), children, class_=f"pane {name}", aria_label=title, key=key)


def fold(scene: PageScene[Any], key: str, text: Child, **attributes: Any) -> Tree:
    """Draw a button that unfolds a part of the page in place, or folds it again."""
    return button(text, f"open:{key}", aria_expanded=key in scene.state.opened, **attributes)


def copied(scene: PageScene[Any], key: str, label: str, text: str, rows: int = 2) -> Tree:
    """Draw a text with a copy button."""
    area = h("textarea", value=text, id=key, rows=str(rows), readonly=True, spellcheck="false", aria_label=label)
    copy = scene.says("share.copy")
    way = h("button", copy, data_app_copy=key, class_="ghost", aria_label=f"{copy}: {label}")
    return h("div", h("div", h("b", label), way, class_="app-field-head"), area, class_="app-field", key=key)
