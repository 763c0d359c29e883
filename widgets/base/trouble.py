"""The message about an internal error, with a report to copy and a way to continue."""

from __future__ import annotations

from typing import Any

from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree, button, h


def trouble(scene: PageScene[Any]) -> Tree | None:
    """Draw the message about an internal error, or return None if there was no error."""
    if not scene.state.trouble:
        return None
    report = h("textarea", readonly=True, rows="6", value=scene.state.trouble, aria_label=scene.ui("trouble.report"))
    return h(
        "div",
        h("p", h("b", scene.ui("trouble.said")), " ", scene.ui("trouble.goes-on")),
        h("details", h("summary", scene.ui("trouble.report")), report),
        button(scene.ui("trouble.close"), "dismiss", class_="ghost"),
        class_="trouble",
        role="alert",
        key="trouble",
    )
