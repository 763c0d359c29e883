"""What moves in a panel and what is dragged in it, in an empty page: trees in, gestures out."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.bare_panel import draw_in

LOOK = """
body { margin: 0; }
.place { position: relative; width: 600px; height: 120px; margin: 0 0 30px; overflow: hidden; }
.piece { display: inline-block; width: 60px; height: 84px; margin: 0 10px 0 0; padding: 0; border: 0; }
.piece { background: #ccc; }
.pile .piece { width: 30px; height: 42px; }
.back { background: #468; }
.number { display: inline-block; width: 40px; }
"""
# stop all that moves at a time, and tell what is seen then: each thing that has this class, with where it is
SEEN = """([time, name]) => {
  for (const each of document.getAnimations()) { each.pause(); each.currentTime = time; }
  const seen = [...document.getElementsByClassName(name)].filter((each) => (
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true })));
  return seen.map((each) => {
    const { x, y } = each.getBoundingClientRect();
    return [each.innerText, Math.round(x), Math.round(y)];
  });
}"""
MOVING = "document.getAnimations().length"


class Table:
    """A panel with places and pieces in it, in a page whose clock stands still."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.clock.install(time=0)
        page.set_content(f"<!doctype html><style>{LOOK}</style><body></body>")
        page.clock.pause_at(1_000)

    def draw(self, script: str = "", number: int = 7, **places: str) -> None:
        """Draw places, each with a piece for each letter; a pile shows a back on top; then a number."""
        frame = {"data-frame": "1", "data-beats": script, "data-motion": "normal"}
        shown = [place(name, pieces) for name, pieces in places.items()]
        draw_in(self.page, ["main", frame, *shown, ["p", {}, "Sum: ", total(number)]])

    def seen(self, time: float, name: str = "piece") -> list[tuple[str, int, int]]:
        """Return what is seen at a time, in milliseconds since the drawing, and where."""
        return sorted({tuple(each) for each in self.page.evaluate(SEEN, [time, name])})

    def moving(self) -> int:
        """Return how much moves."""
        count: int = self.page.evaluate(MOVING)
        return count


def place(name: str, pieces: str) -> list[Any]:
    back: list[Any] = [["span", {"class": "piece back", "data-top": "1"}, "?"]] if name == "pile" else []
    shown = [["button", {"key": each, "class": "piece", "data-piece": each, "data-do": each}, each] for each in pieces]
    return ["div", {"class": f"place {name}", "data-place": name}, *back, *shown]


def total(number: int) -> list[Any]:
    return ["b", {"class": "number", "data-place": "sum"}, str(number)]


@pytest.fixture
def table(pages):
    return Table(pages().page)


def test_a_piece_flies_from_place_to_place_over_everything_and_those_beside_it_slide(table):
    table.draw(left="abc", right="")
    assert table.seen(0) == [("a", 0, 0), ("b", 70, 0), ("c", 140, 0)]
    table.draw(left="bc", right="a")
    assert table.seen(0) == [("a", 0, 0), ("b", 70, 0), ("c", 140, 0)]
    halfway = {name: (x, y) for name, x, y in table.seen(160)}
    assert 0 < halfway["a"][1] < 150
    assert 0 < halfway["b"][0] < 70
    assert table.seen(320) == [("a", 0, 150), ("b", 0, 0), ("c", 70, 0)]


def test_the_page_is_in_its_new_state_at_once_and_takes_every_click_though_things_still_move(table):
    table.draw(left="ab", right="")
    table.draw(left="b", right="a")
    assert table.seen(0) == [("a", 0, 0), ("b", 70, 0)]
    where = table.page.get_by_role("button", name="a").bounding_box()
    assert (where["x"], where["y"]) == (0, 150)
    table.page.mouse.click(30, 190)
    assert [each["do"] for each in table.page.evaluate("window.sent")] == ["a"]


@pytest.mark.parametrize("sign", ["press", "key"])
def test_any_press_ends_all_motion_at_once_and_leaves_nothing_behind(table, sign):
    table.draw(left="abc", right="", number=7)
    table.draw("1: fly a; fly b>pile; count sum 7", left="", right="a", pile="", number=3)
    assert table.moving() > 3
    if sign == "press":
        table.page.mouse.click(590, 400)
    else:
        table.page.keyboard.press("Shift")
    assert table.moving() == 0
    assert table.page.locator("[aria-hidden]").count() == 0
    assert table.seen(0) == [("?", 0, 300), ("a", 0, 150)]


def test_when_all_has_moved_nothing_is_left_behind(table):
    table.draw(left="abc", right="")
    table.draw(left="b", right="a")
    assert table.moving() > 0
    table.page.clock.run_for(400)
    assert table.moving() == 0
    assert table.page.locator("[aria-hidden]").count() == 0


def test_what_happened_is_seen_in_its_order_and_until_then_as_it_was(table):
    def heights(time: float) -> dict[str, int]:
        return {name: y for name, _, y in table.seen(time) if name in "abd"}

    table.draw(left="abc", right="", pile="", hand="")
    table.draw("1: fly a; fly b>pile; fly pile>d", left="c", right="a", pile="", hand="d")
    assert heights(0) == {"a": 0, "b": 0, "d": 300}
    assert 0 < heights(160)["a"] < 150
    assert heights(320) == {"a": 150, "b": 0, "d": 300}
    assert 0 < heights(480)["b"] < 300
    assert heights(639)["d"] == 300
    assert 300 < heights(800)["d"] < 450
    assert heights(960)["d"] == 450
    table.page.clock.run_for(1_000)
    assert table.seen(0) == [("?", 0, 300), ("a", 0, 150), ("c", 0, 0), ("d", 0, 450)]


def test_a_script_is_played_once_and_again_only_under_another_name(table):
    table.draw("1: shake a", left="a")
    assert table.moving() == 0
    table.draw("1: shake a", left="a", number=8)
    assert table.moving() == 0
    table.draw("2: shake a", left="a", number=8)
    assert table.moving() == 1
    table.draw("3: shake a", left="a", number=8)
    assert table.moving() == 1


def test_a_number_counts_and_is_read_as_what_it_is(table):
    table.draw(number=7)
    table.draw("1: wait; count sum 7", number=4)
    assert table.page.get_by_role("main").inner_text() == "Sum: 4"
    shown = "number"
    stacked = """time => {
      for (const each of document.getAnimations()) { each.pause(); each.currentTime = time; }
      return [...document.querySelectorAll('[aria-hidden] .number span span')].filter((each) => (
        each.checkVisibility({ opacityProperty: true }))).map((each) => each.textContent);
    }"""
    assert [table.page.evaluate(stacked, time) for time in (0, 310, 390, 470, 550, 619)] == [
        ["7"], ["7"], ["6"], ["5"], ["4"], ["4"],
    ]  # fmt: skip
    table.page.clock.run_for(700)
    assert table.seen(0, shown) == [("4", *table.seen(0, shown)[0][1:])]


def test_a_new_drawing_goes_on_from_where_things_are_seen(table):
    table.draw(left="a", right="", back="")
    table.draw(left="", right="", back="a")
    ((_, _, halfway),) = table.seen(160)
    assert 0 < halfway < 300
    table.draw(left="a", right="", back="")
    assert table.seen(0) == [("a", 0, halfway)]
    assert table.seen(320) == [("a", 0, 0)]


def test_a_copy_can_be_neither_touched_nor_focused_nor_read(table):
    table.draw(left="ab", right="")
    table.draw("1: fly b>right; flash a", left="a", right="")
    table.seen(0)
    assert table.page.get_by_role("button").count() == 1
    assert table.page.locator("[data-piece], [data-do], [id]").count() == 1
    table.page.mouse.click(100, 40)
    assert table.page.evaluate("window.sent") == []


@pytest.mark.parametrize("still", ["setting", "system"])
def test_where_nothing_may_move_what_changed_is_marked_for_a_while(pages, still):
    table = Table(pages(reduced_motion="reduce" if still == "system" else "no-preference").page)
    motion = {} if still == "system" else {"data-motion": "off"}
    draw_in(table.page, ["main", motion, place("left", "ab"), place("right", ""), total(3)])
    draw_in(
        table.page, ["main", {**motion, "data-beats": "1: pop sum"}, place("left", "b"), place("right", "a"), total(4)]
    )
    assert table.moving() == 0
    assert table.page.locator("[aria-hidden]").count() == 0
    assert sorted(table.page.locator("[data-changed]").all_inner_texts()) == ["4", "a", "b"]
    table.page.clock.run_for(1_300)
    assert table.page.locator("[data-changed]").count() == 0


def test_a_copy_looks_as_what_it_is_a_copy_of(table):
    table.page.add_style_tag(content="main > .right > .piece { background: rgb(9, 8, 7); width: 99px; }")
    table.draw(left="a", right="")
    table.draw(left="", right="a")
    look = """() => [...document.querySelectorAll('.piece')].map((each) => {
      const style = getComputedStyle(each);
      return [style.backgroundColor, each.offsetWidth, each.offsetHeight];
    })"""
    one, other = table.page.evaluate(look)
    assert one == other == ["rgb(9, 8, 7)", 99, 84]
