"""The script of the panels alone, in an empty page: what Python says is what stands there, and what is sent back."""

import json
from typing import Any

import pytest

from tests.browser.desk import HERE

SCRIPT = (HERE.parents[1] / "widgets" / "panel.js").read_text(encoding="utf-8")
# a model that keeps what is sent, and can be given another view
START = """async ([script, view]) => {
  const { default: panel } = await import("data:text/javascript," + encodeURIComponent(script));
  const told = [];
  window.sent = [];
  window.model = {
    view,
    get: () => window.model.view,
    on: (_, draw) => told.push(draw),
    off: () => {},
    send: (message) => window.sent.push(message),
    show: (next) => { window.model.view = next; told.forEach((draw) => draw()); },
  };
  panel.render({ model: window.model, el: document.body });
}"""


@pytest.fixture
def draw(pages):
    """Draws trees, one after the other in the same panel."""
    page = pages().page
    page.set_content("<!doctype html><body></body>")

    def tree(node):
        view = json.dumps({"at": 7, "n": 1, "lang": "en", "tree": node})
        if page.evaluate("'model' in window"):
            page.evaluate("view => window.model.show(view)", view)
        else:
            page.evaluate(START, [SCRIPT, view])
        return page

    return tree


def choice(*values: str, chosen: str) -> list[Any]:
    options: list[Any] = [["option", {"value": value}, f"the {value or 'empty'} one"] for value in values]
    return ["select", {"data-do": "pick", "value": chosen}, *options]


def test_an_option_with_an_empty_value_sends_that_and_not_its_text(draw):
    page = draw(choice("a", "", chosen="a"))
    page.select_option("select", label="the empty one")
    assert page.evaluate("window.sent.at(-1)") == {"do": "pick", "at": 7, "values": {"value": ""}}
    page.select_option("select", label="the a one")
    assert page.evaluate("window.sent.at(-1)")["values"] == {"value": "a"}


def test_a_list_shows_what_python_says_even_if_that_is_empty(draw):
    page = draw(choice("", "b", chosen=""))
    assert page.input_value("select") == ""
    draw(choice("", "b", "c", chosen="c"))
    assert page.input_value("select") == "c"
    draw(choice("", "c", chosen=""))
    assert page.evaluate("document.querySelector('select').selectedOptions[0].text") == "the empty one"


def test_an_option_that_becomes_another_has_its_new_value(draw):
    page = draw(choice("a", "b", chosen="b"))
    draw(choice("", "b", chosen="b"))
    page.select_option("select", index=0)
    assert page.evaluate("window.sent.at(-1)")["values"] == {"value": ""}


def test_what_is_being_typed_stays_until_python_says_something_else(draw):
    page = draw(["div", {}, ["input", {"type": "text", "name": "text", "value": "one"}]])
    page.fill("input", "mine")
    draw(["div", {}, ["input", {"type": "text", "name": "text", "value": "one"}], ["p", {}, "new"]])
    assert page.input_value("input") == "mine"
    draw(["div", {}, ["input", {"type": "text", "name": "text", "value": "two"}]])
    assert page.input_value("input") == "two"


def test_tags_and_attributes_that_could_run_something_are_left_out(draw):
    page = draw(
        [
            "div", {"onclick": "window.hacked=1", "style": "color:red", "srcdoc": "x"},
            ["script", {}, "window.hacked=1"],
            ["img", {"src": "x", "onerror": "window.hacked=1"}],
            ["iframe", {"src": "javascript:parent.hacked=1"}],
            ["a", {"href": "javascript:window.hacked=1"}, "here"],
            "<b>text</b>",
        ]
    )  # fmt: skip
    page.get_by_text("here").click()
    assert page.inner_text(".apz") == "here<b>text</b>"
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("document.querySelector('.apz').innerHTML") == "<div><a>here</a>&lt;b&gt;text&lt;/b&gt;</div>"


def button(gesture: str, key: str) -> list[Any]:
    return ["div", {}, ["button", {"key": key, "data-do": gesture}, gesture], ["p", {}, "nothing to click"]]


def test_what_is_pressed_is_done_though_it_flies_away_before_it_is_let_go(draw):
    page = draw(button("go", "a"))
    page.hover("button")
    page.mouse.down()
    page.evaluate("document.querySelector('button').style.transform = 'translate(0, 300px)'")
    page.mouse.up()
    assert page.evaluate("window.sent") == [{"do": "go", "at": 7}]


@pytest.mark.parametrize("gesture", ["go", "another"])
def test_what_is_pressed_is_done_once_though_something_else_lies_there_when_it_is_let_go(draw, gesture):
    page = draw(button("go", "a"))
    page.hover("button")
    page.mouse.down()
    draw(button(gesture, "b"))
    page.mouse.up()
    assert page.evaluate("window.sent") == [{"do": "go", "at": 7}]


def test_who_presses_and_lets_go_elsewhere_has_done_nothing(draw):
    page = draw(button("go", "a"))
    page.hover("button")
    page.mouse.down()
    page.hover("p")
    page.mouse.up()
    assert page.evaluate("window.sent") == []


def test_the_second_half_of_a_double_click_is_no_click_on_something_else(draw):
    page = draw(button("go", "a"))
    box = page.locator("button").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*middle)
    draw(button("another", "b"))
    page.mouse.move(*middle)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    assert page.evaluate("window.sent") == [{"do": "go", "at": 7}]
