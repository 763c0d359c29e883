"""The panels' script on its own, in an empty page: Python's trees appear as sent, and gestures come back."""

import json
from typing import Any

import pytest

from apz.widgets.base.panel import ROOM
from tests.browser.bare_panel import SCRIPT, START, STYLE

# replaces the panel with another one, which is drawn before it's on the page, as in Jupyter
OTHER = """async (view) => {
  document.querySelectorAll(".apz, .apz-live").forEach((each) => each.remove());
  const model = { get: () => view, on: () => {}, off: () => {}, send: () => {} };
  const el = document.createElement("div");
  window.panel.render({ model, el });
  document.body.append(el);
  const live = el.querySelector(".apz-live");
  await new Promise((done) => new MutationObserver(done).observe(live, { childList: true }));
}"""

WIDTHS = "[...document.querySelectorAll('.apz')].map((each) => each.offsetWidth)"


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


def test_what_is_picked_and_refused_shows_again_what_it_was(draw):
    page = draw(["div", {}, ["p", {}, "all as before"], choice("a", "b", chosen="a")])
    page.select_option("select", "b")
    draw(["div", {}, ["p", {}, "all as before"], choice("a", "b", chosen="a")])
    assert page.input_value("select") == "a"


def test_what_did_not_change_is_left_alone_and_what_did_changes_though_much_around_it_did_not(draw):
    def rows(*texts: str) -> list[Any]:
        items: list[Any] = [["li", {"key": text[0]}, ["b", {}, text]] for text in texts]
        return ["ul", {}, *items]

    page = draw(rows("a1", "b1", "c1"))
    page.evaluate(
        """() => {
          window.touched = [];
          const watch = new MutationObserver((all) => window.touched.push(...all.map((each) => each.target.nodeName)));
          watch.observe(document.querySelector("ul"), { subtree: true, attributes: true, childList: true,
                                                        characterData: true });
        }"""
    )
    draw(rows("a1", "b2", "c1"))
    assert page.inner_text("ul").split() == ["a1", "b2", "c1"]
    assert page.evaluate("window.touched") == ["#text"]
    draw(rows("c1", "a1", "b2", "b3"))
    assert page.inner_text("ul").split() == ["c1", "a1", "b2", "b3"]


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


def form(value: str, *more: Any) -> list[Any]:
    options = [["option", {"value": each}, each] for each in ("a", "b", "c")]
    return ["form", {"data-do": "begin"}, ["select", {"name": "deck", "value": value}, *options], *more]


def test_what_is_picked_in_a_form_stays_until_python_says_something_else(draw):
    page = draw(form("a"))
    page.select_option("select", "b")
    draw(form("a", ["p", {}, "new"]))
    assert page.input_value("select") == "b"
    draw(form("c"))
    assert page.input_value("select") == "c"
    page.select_option("select", "b")
    draw(["form", {}, ["select", {"name": "deck", "value": "c"}, ["option", {"value": "c"}, "c"]]])
    assert page.input_value("select") == "c"


def test_a_field_with_another_key_is_another_field(draw):
    page = draw(["label", {}, "How many?", ["input", {"name": "text", "key": "first"}]])
    page.fill("input", "4")
    draw(["label", {}, "How many?", ["input", {"name": "text", "key": "second"}]])
    assert page.input_value("input") == ""


def task(title: str, *rest: Any) -> list[Any]:
    """Return a page with a task, and a game below it with its own question."""
    heading = ["h3", {"tabindex": "-1", "data-home": "1"}, title]
    game = ["div", {}, ["h2", {"tabindex": "-1", "data-home": "1"}, "a game"], ["button", {"data-do": "card"}, "card"]]
    return ["main", {}, ["section", {"key": title}, heading, ["p", {}, "long. " * 3000], *rest], game]


def press(gesture: str, text: str, **more: Any) -> list[Any]:
    return ["button", {"data-do": gesture, **more}, text]


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.textContent"))


def test_who_goes_on_is_at_the_beginning_of_what_is_new(draw):
    page = draw(task("one", press("learn:next:@1:", "On")))
    page.click("section button")
    assert page.evaluate("scrollY") > 500
    draw(task("two", press("learn:next:@2:", "On")))
    assert focused(page) == "two"
    assert page.evaluate("document.activeElement.getBoundingClientRect().top") > -1


def test_what_is_disabled_under_the_focus_leaves_it_to_the_heading_of_its_pane_and_the_page_where_it_is(draw):
    page = draw(task("one", press("learn:pick:@1:a", "this"), press("go", "elsewhere")))
    page.click("text=this")
    before = page.evaluate("scrollY")
    draw(task("one", press("learn:pick:@2:a", "this", disabled=True), press("go", "elsewhere")))
    assert focused(page) == "one"
    assert page.evaluate("scrollY") == before
    page.focus("text=card")
    draw(["main", {}, *task("one")[2:-1], ["div", {}, ["h2", {"tabindex": "-1", "data-home": "1"}, "another game"]]])
    assert focused(page) == "another game"


def test_enter_on_a_heading_presses_the_button_that_leads_on_and_only_once(draw):
    heading = ["h3", {"tabindex": "-1", "data-home": "1"}, "Right!"]
    page = draw(["div", {}, heading, press("quiet", "Back"), press("on", "Continue", **{"data-enter": "1"})])
    page.locator("h3").focus()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")  # a held key repeats
    page.keyboard.up("Enter")
    assert [each["do"] for each in page.evaluate("window.sent")] == ["on"]


def test_on_a_page_of_ours_escape_works_though_the_focus_is_nowhere(draw):
    page = draw(["div", {"data-escape": "shut"}, press("on", "Continue")])
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    assert page.evaluate("window.sent") == []  # in a notebook, that key belongs to Jupyter
    page.evaluate("document.body.dataset.apzPage = 'dark'")
    page.keyboard.press("Escape")
    assert [each["do"] for each in page.evaluate("window.sent")] == ["shut"]


def test_the_focus_stays_on_a_button_that_is_the_same_and_never_goes_to_another_one(draw):
    page = draw(["div", {}, press("hint", "Hint"), press("learn:show:@1:", "Show"), press("learn:back:@1:", "Back")])
    page.focus("text=Show")
    draw(["div", {}, press("learn:show:@2:", "Show"), press("learn:back:@2:", "Back")])
    assert focused(page) == "Show"
    draw(["div", {}, ["h2", {"tabindex": "-1", "data-home": "1"}, "solved"], press("learn:back:@3:", "Back")])
    assert focused(page) == "solved"
    draw(["div", {}, ["h2", {"tabindex": "-1", "data-home": "1"}, "solved"],
          press("learn:next:@3:", "Next one", **{"class": "do"})])  # fmt: skip
    page.focus("text=Next one")
    draw(["div", {}, ["h2", {"tabindex": "-1", "data-home": "1"}, "asked"],
          press("learn:next:@4:", "On without it", **{"class": "ghost"})])  # fmt: skip
    assert focused(page) == "asked"


def test_a_panel_that_a_gesture_led_to_has_the_focus_and_one_that_comes_by_itself_takes_it_from_nobody(draw):
    page, said = draw(task("one", press("go", "Go"))), {"id": "1", "text": "We are there."}
    there = json.dumps({"at": 0, "n": 1, "tree": task("there"), "say": said})
    assert page.evaluate("document.activeElement === document.body")
    page.evaluate(OTHER, there)
    assert page.evaluate("document.activeElement === document.body")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<input id=cell>')")
    page.focus("text=card")
    page.keyboard.press("Enter")
    page.evaluate(OTHER, there)
    assert focused(page) == "there"
    page.click("text=card")
    page.focus("#cell")
    page.evaluate(OTHER, there)
    assert page.evaluate("document.activeElement.id") == "cell"


def test_what_is_new_is_announced_once_and_not_what_the_focused_heading_says(draw):
    page = draw(task("one", press("go", "Go")), say={"id": "1", "text": "Welcome. one"})
    assert page.evaluate("window.begun") == ""
    page.wait_for_function("document.querySelector('.apz-live').textContent === 'Welcome. one'")
    page.evaluate("document.querySelector('.apz-live').textContent = ''")
    draw(task("one", press("go", "Go"), "opened"), say={"id": "1", "text": "Welcome. one"})
    assert page.inner_text(".apz-live") == ""
    page.click("text=Go")
    draw(task("two"), say={"id": "2", "text": "Gone. two"})
    assert page.inner_text(".apz-live") == "Gone."


# a page as in VS Code: it's as tall as its content, and the editor around it scrolls
IN_VSCODE = """<!doctype html><body style="margin: 0"><iframe style="width: 100%; height: 9000px; border: 0"
  srcdoc="<!doctype html><body data-vscode-theme-kind='vscode-high-contrast'></body>"></iframe>"""
IN_SIGHT = """() => {
  const frame = document.querySelector("iframe");
  const asked = frame.contentDocument.querySelector(".ask").getBoundingClientRect();
  const top = frame.getBoundingClientRect().top + asked.top;
  return top >= 0 && top < 80;
}"""


def test_in_vs_code_the_question_stays_in_sight_and_keys_stay_in_the_panel(pages):
    page = pages().page
    page.set_content(IN_VSCODE)
    frame = page.frames[1]
    frame.add_style_tag(content=STYLE)
    held = {"data-held": "1"}
    asked = ["section", {"class": "ask", **held}, ["button", {"data-do": "go"}, "Go"]]
    question = ["section", {"class": "task", **held}, asked]
    lines = [["p", {}, f"line {number}"] for number in range(300)]
    tree = ["main", {"class": "lesson practice", "data-frame": "1"}, question, ["div", {"class": "scene"}, *lines]]
    frame.evaluate(START, [SCRIPT, json.dumps({"at": 7, "n": 1, "lang": "en", "tree": tree})])
    assert frame.get_attribute(".apz", "data-theme") == "dark"
    for down in (1500, 4000, 700, 0):
        page.evaluate("down => window.scrollTo(0, down)", down)
        page.wait_for_function(IN_SIGHT)
    frame.evaluate("() => { window.heard = []; window.onkeydown = (event) => window.heard.push(event.key); }")
    frame.focus("button")
    for key in ("d", "o", "ArrowDown", "Escape"):
        page.keyboard.press(key)
    assert frame.evaluate("window.heard") == ["Escape"]


def test_a_panel_whose_kernel_is_gone_says_so_at_the_next_click_and_until_it_is_drawn_again(draw):
    tree = ["div", {}, ["button", {"data-do": "act"}, "act"]]
    page = draw(tree, gone="The kernel is gone.")
    page.evaluate("() => { window.model.send = () => { throw new Error('Cannot send'); }; }")
    page.click("button")
    assert page.get_by_role("alert").inner_text() == "The kernel is gone."
    assert page.locator(".apz.lost").count() == 1
    page.click("button")
    assert page.get_by_role("alert").count() == 1
    draw(tree, n=2)
    assert page.get_by_role("alert").count() == 0
    assert page.locator(".apz.lost").count() == 0


def test_panels_in_a_row_share_the_room_and_those_in_a_column_beside_have_some_too(pages):
    page = pages(viewport={"width": 1000, "height": 600}).page
    room = "; ".join(f"{name.replace('_', '-')}: {value}" for name, value in ROOM.items())
    panel = f'<div style="{room}"><div class="apz">a panel</div></div>'
    column = f'<div style="display: flex; flex-direction: column">{panel}</div>'
    page.set_content(f'<style>{STYLE}</style><body style="margin: 0"><div style="display: flex">{panel}{panel}{column}')
    assert page.evaluate(WIDTHS) == [350, 350, 300]
    page.set_viewport_size({"width": 320, "height": 600})
    assert page.evaluate(WIDTHS) == [256, 256, 256]


# the elements that Jupyter puts around a panel, outermost first, which of them scrolls by itself, and whether it still
# does with a desk inside
CELL = ("jp-Cell-outputWrapper", "jp-OutputArea", "jp-OutputArea-child", "lm-Widget jp-OutputArea-output")
BOX = "lm-Widget jupyter-widgets widget-box"


@pytest.mark.parametrize(
    ("around", "scrolls"),
    [
        (("jp-Cell", *CELL, "lm-Widget"), False),
        (("jp-Cell", *CELL, BOX, BOX, "lm-Widget"), False),
        ((BOX, "lm-Widget"), False),
        (("jp-Cell jp-mod-outputsScrolled", *CELL, BOX, "lm-Widget"), True),
        (("jp-LinkedOutputView", *CELL[1:], BOX, "lm-Widget"), True),
    ],
)
@pytest.mark.parametrize("frame", [{"data-frame": "1"}, {}], ids=["frame", "pane"])
def test_nothing_between_the_table_and_the_page_scrolls_unless_jupyter_was_asked_to(pages, around, scrolls, frame):
    page = pages().page
    inside = "".join(f'<div class="{each}">' for each in around)
    scrolling = ".jp-OutputArea, .widget-box { overflow: auto }"
    page.set_content(f'<!doctype html><style>{scrolling}</style><style>{STYLE}</style><body>{inside}<div id="el">')
    start = START.replace("document.body", "document.getElementById('el')")
    view = {"at": 7, "n": 1, "lang": "en", "tree": ["main", frame, "Here."]}
    page.evaluate(start, [SCRIPT, json.dumps(view)])
    page.evaluate("() => { const el = document.getElementById('el'); el.replaceWith(...el.childNodes); }")
    found = page.evaluate(
        "[...document.querySelectorAll('body div:has(.apz)')].map((each) => getComputedStyle(each).overflow)"
    )
    assert ("auto" in found) is (scrolls or not frame)


def test_a_drawing_that_broke_off_is_made_whole_by_the_next(draw):
    def rows(*classes: str) -> list[Any]:
        return ["ul", {}, *(["li", {"class": each}, each] for each in classes)]

    page = draw(rows("a", "b"))
    page.evaluate(
        """() => {
          const set = Element.prototype.setAttribute;
          Element.prototype.setAttribute = function (name, value) {
            if (value === "broken") throw new Error("no room");
            set.call(this, name, value);
          };
          window.mend = () => { Element.prototype.setAttribute = set; };
        }"""
    )
    with pytest.raises(Exception, match="no room"):
        draw(rows("broken", "c"))
    assert page.inner_text("ul").split() == ["a", "b"]
    page.evaluate("window.mend()")
    draw(rows("broken", "c"))
    assert page.inner_text("ul").split() == ["broken", "c"]
