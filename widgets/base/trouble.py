"""The message about an internal error, with a report to copy and a way to continue."""

from __future__ import annotations

import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from apz.core.session import Session
from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree, button, h

MOST_ERROR, MOST_SESSION = 2000, 20_000  # characters


def trouble(scene: PageScene[Any]) -> Tree | None:
    """Draw the message about an internal error, or return None if there was no error."""
    if not scene.state.trouble:
        return None
    details = h("textarea", readonly=True, rows="6", value=scene.state.trouble, aria_label=scene.ui("trouble.report"))
    return h(
        "div",
        h("p", h("b", scene.ui("trouble.said")), " ", scene.ui("trouble.goes-on")),
        h("details", h("summary", scene.ui("trouble.report")), details),
        button(scene.ui("trouble.close"), "dismiss", class_="ghost"),
        class_="trouble",
        role="alert",
        key="trouble",
    )


def report(error: Exception, session: Session[Any] | None = None) -> str:
    """Return a report with the error, its traceback and the session; a long message or session is cut."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    text = ""
    with suppress(Exception):  # the session itself may be broken
        text = session.text()[-MOST_SESSION:] if session else ""
    return "\n".join([f"{type(error).__name__}: {error}"[:MOST_ERROR], *places, "", text])
