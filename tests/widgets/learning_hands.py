"""Helpers for lessons and practice without a browser: they press buttons and answer questions."""

from typing import Any

from apz.core.learning.questions import Question
from apz.widgets import Lesson
from apz.widgets.base.panel import Panel
from apz.widgets.learn.scene import PREFIX
from tests.widgets.hands import click, doing


def gesture(panel: Panel, verb: str, rest: str = "") -> str:
    """Return the first gesture a panel offers that has this verb and ends with `rest`."""
    found = [do for do in doing(panel, f"{PREFIX}{verb}:") if do.endswith(rest)]
    assert found, (verb, doing(panel, PREFIX))
    return found[0]


def press(panel: Panel, verb: str, rest: str = "", **values: Any) -> None:
    click(panel, gesture(panel, verb, rest), **values)
    assert not panel.store.state.trouble


def go_to(panel: Lesson, number: int) -> None:
    """Open a task by number; one past the last is the end."""
    click(panel, panel.scene.spelled("open", str(number)))


def answer(panel: Panel, question: Question | None, right: bool = True) -> None:
    """Answer a question through the page's gestures, right or wrong."""
    assert question
    if not question.options:
        number = next(iter(question.right)) if right else "77"
        press(panel, "typed", text=number)
    elif question.several:
        for each in question.right if right else {option.answer for option in question.options} - question.right:
            press(panel, "mark", f":{each}")
        press(panel, "marked")
    else:
        offered = [option.answer for option in question.options]
        wanted = next(each for each in offered if (each in question.right) is right)
        press(panel, "pick", f":{wanted}")
