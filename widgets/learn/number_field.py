"""The field for a number that answers a question, and what's wrong with its content."""

from __future__ import annotations

from typing import Any

from apz.widgets.base.tree import Tree, h


def draw(scene: Any) -> list[Tree | None]:
    """Draw the field of a scene's question with its button."""
    done, unread = scene.answering.answered, scene.state.unread
    name, gesture = scene.told("asking.number"), scene.spelled("typed")
    field = h(
        "input", name="text", type="text", autocomplete="off", maxlength="8", aria_label=name, disabled=done,
        placeholder="?", class_="number-field", inputmode="numeric",
        aria_invalid="true" if unread else None, aria_describedby=f"no-{gesture}" if unread else None,
    )  # fmt: skip
    answer = None if done else h("button", scene.told("asking.answer"), type="submit", class_="do main")
    fault = h("p", scene.told("asking.no-answer"), id=f"no-{gesture}", class_="answer") if unread else None
    return [h("form", h("label", h("span", name), field), answer, data_do=gesture, class_="typed", key="typed"), fault]
