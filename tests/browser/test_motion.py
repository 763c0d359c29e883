"""Motion and dragging in a panel, in an empty page: trees in, gestures out."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.bench.flights import traced
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
# pause all animations at a time, and return the visible elements of a class with their positions
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
# end all animations, and return whether nothing is carried anymore
HOME = """() => {
  for (const each of document.getAnimations()) each.finish();
  return !document.querySelector("[data-carried]");
}"""
# the document's timeline isn't the page's clock: an animation would go on while a slow machine asks about it
STAND_STILL = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    return animation;
  };
}"""


FRAME = 17  # milliseconds until the next frame, in which motion begins


def draw(page: Page, tree: Any, **more: Any) -> None:
    """Draw a tree in a page whose clock stands still, and let the frame that shows it come."""
    draw_in(page, tree, **more)
    page.clock.run_for(FRAME)


class Table:
    """A panel with places and pieces, in a page whose clock stands still."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.clock.install(time=0)
        page.set_content(f"<!doctype html><style>{LOOK}</style><body></body>")
        page.clock.pause_at(1_000)
        page.evaluate(STAND_STILL)

    def draw(self, script: str = "", number: int = 7, **places: str) -> None:
        """Draw places, each with a piece for each letter (a pile has a back on top), then a number."""
        frame = {"data-frame": "1", "data-beats": script, "data-motion": "normal"}
        shown = [place(name, pieces) for name, pieces in places.items()]
        draw(self.page, ["main", frame, *shown, ["p", {}, "Sum: ", total(number)]])

    def seen(self, time: float, name: str = "piece") -> list[tuple[str, int, int]]:
        """Return the visible elements and their positions at a time, in milliseconds since the drawing."""
        return sorted({tuple(each) for each in self.page.evaluate(SEEN, [time, name])})

    def moving(self) -> int:
        """Return the number of running animations."""
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


def test_a_few_pieces_that_come_and_go_fade_and_many_are_just_there_or_gone(table):
    for before, after, seen in (("ab", "cd", "abcd"), ("abcdefg", "hijklmn", "hijklmn")):
        table.draw(left=before, number=1)
        table.page.keyboard.press("Shift")
        table.draw(left=after)
        assert "".join(sorted({name for name, _, _ in table.seen(60)})) == seen


@pytest.mark.parametrize(("setting", "time"), [("slow", 576), ("normal", 320), ("fast", 160)])
def test_a_setting_says_how_fast_things_move(table, setting, time):
    for left, right in (("a", ""), ("", "a")):
        draw(table.page, ["main", {"data-motion": setting}, place("left", left), place("right", right)])
    ends = "document.getAnimations().map((each) => each.effect.getComputedTiming().endTime)"
    assert set(table.page.evaluate(ends)) == {time}


# a stand-in for the browser's sound, which records when each tone starts
SILENT = """() => {
  window.heard = [];
  const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const node = () => ({ gain: param, frequency: param, connect(to) { return to; }, stop() {},
    start(when) { window.heard.push(Math.round(when * 1000)); } });
  window.AudioContext = class {
    currentTime = 0; sampleRate = 100;
    resume() { return Promise.resolve(); }
    createGain() { return node(); } createOscillator() { return node(); } createBiquadFilter() { return node(); }
    createBufferSource() { return node(); } createBuffer() { return { getChannelData: () => [0] }; }
  };
}"""


@pytest.mark.parametrize(("setting", "heard"), [("on", [320, 320, 640]), ("off", []), ("", [])])
def test_sounds_are_heard_with_what_they_belong_to_if_they_are_wanted(table, setting, heard):
    table.page.evaluate(SILENT)
    for left, right, script in (
        ("a", "", ""),
        ("", "a", "1: fly a; sound hit, fly a; sound thud; sound nonsense; sound"),
    ):
        frame = {"data-sound": setting, "data-beats": script}
        draw(table.page, ["main", frame, place("left", left), place("right", right)])
    assert table.page.evaluate("window.heard") == heard


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
    draw(table.page, ["main", motion, place("left", "ab"), place("right", ""), total(3)])
    draw(
        table.page, ["main", {**motion, "data-beats": "1: pop sum"}, place("left", "b"), place("right", "a"), total(4)]
    )
    assert table.moving() == 0
    assert table.page.locator("[aria-hidden]").count() == 0
    assert sorted(table.page.locator("[data-changed]").all_inner_texts()) == ["4", "a"]
    table.page.clock.run_for(1_300)
    assert table.page.locator("[data-changed]").count() == 0


def test_where_nothing_may_move_a_table_that_was_just_laid_has_no_marks(pages):
    table = Table(pages(reduced_motion="reduce").page)
    draw(table.page, ["main", {"data-beats": "1: pop a"}, place("left", "ab"), place("right", "")])
    draw(table.page, ["main", {"data-beats": ""}, place("left", "b"), place("right", "a")])
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


WORDS = {
    "data-say-lifted": "{thing} is lifted.",
    "data-say-over": "{thing} over {target}.",
    "data-say-not": "{target} won't take {thing}.",
    "data-say-back": "{thing} is back.",
    "data-say-lost": "Nobody answers: {thing} is back.",
}


class Desk:
    """A panel with things to drag and targets to drop them on, in a page whose clock stands still."""

    def __init__(self, page: Page, touch_action: str = "auto") -> None:
        self.page = page
        page.clock.install(time=0)
        look = f".piece {{ touch-action: {touch_action}; }} .high {{ height: 3000px; }}"
        page.set_content(f"<!doctype html><style>{LOOK}{look}</style><body></body>")
        page.clock.pause_at(1_000)
        page.evaluate(STAND_STILL)
        self.draw()

    def draw(self, here: str = "ab", there: str = "", **more: Any) -> None:
        """Draw a place with pieces, one that takes piece a and new pieces, one that takes none, and a new piece."""
        gallery = ["button", {"class": "piece", "data-drag": "new", "data-kinds": "k", "data-name": "Thing"}, "N"]
        targets = [self.target(*each) for each in (("here", here, ""), ("there", there, "a k"), ("nowhere", "", "z"))]
        tree: list[Any] = [
            "main",
            {**WORDS, "data-escape": "escape"},
            *targets,
            gallery,
            ["p", {"class": "high"}, "below"],
        ]
        draw(self.page, tree, **more)

    def target(self, name: str, pieces: str, takes: str) -> list[Any]:
        shown = [
            [
                "button",
                {"key": each, "class": "piece", "data-piece": each, "data-drag": each, "data-do": f"click:{each}"},
                each,
            ]
            for each in pieces
        ]
        return ["div", {"class": "place", "data-drop": name, "data-takes": takes, "data-name": name.title()}, *shown]

    def middle(self, what: str) -> tuple[float, float]:
        """Return the center of a piece or target."""
        found = self.page.locator(f"main :is([data-drag='{what}'], [data-drop='{what}'])").first
        box = found.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def lift(self, what: str = "a") -> None:
        """Press the mouse on a piece or target, and move it a little."""
        x, y = self.middle(what)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 20, y + 10)

    def over(self, what: str) -> None:
        """Move the mouse over a piece or target."""
        self.page.mouse.move(*self.middle(what), steps=3)

    @property
    def sent(self) -> list[Any]:
        """The gestures sent so far."""
        found: list[Any] = self.page.evaluate("window.sent")
        return found

    @property
    def said(self) -> str:
        """The last announcement."""
        return self.page.get_by_role("status").inner_text()

    def marked(self) -> dict[str, str]:
        """Return the marks on the targets and on the dragged thing."""
        found: dict[str, str] = self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll("[data-target], [data-dragged]")].map((each) => [
              each.dataset.drag ?? each.dataset.drop,
              (each.dataset.target ?? "dragged") + ("over" in each.dataset ? " over" : "")]))"""
        )
        return found

    def carried(self) -> int:
        """Return how many copies are being carried."""
        return self.page.locator("[data-carried]").count()

    def begins_at(self, piece: str, target: str) -> bool:
        """Return True if a flying piece started at the center of a target; it's a bit larger there."""
        x, y = self.middle(target)
        seen = [(left, top) for name, left, top in self.page.evaluate(SEEN, [0, "piece"]) if name == piece]
        return len(seen) == 1 and abs(seen[0][0] + 30 - x) < 6 and abs(seen[0][1] + 42 - y) < 6

    def is_as_before(self) -> bool:
        """Return True if nothing is being dragged or marked, once everything that flies back has arrived."""
        self.page.wait_for_function(HOME)
        return self.marked() == {} and self.page.locator("[aria-hidden], [data-dragging], [data-over]").count() == 0


@pytest.fixture
def desk(pages):
    return Desk(pages().page)


def test_something_dragged_by_mouse_is_seen_under_it_targets_are_marked_and_a_drop_sends_one_gesture(desk):
    desk.lift("a")
    assert desk.marked() == {"a": "dragged", "there": "yes", "nowhere": "no"}
    desk.over("there")
    assert desk.marked() == {"a": "dragged", "there": "yes over", "nowhere": "no"}
    x, y = desk.middle("there")
    box = desk.page.locator("[data-carried]").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - x) < 2
    assert abs(box["y"] + box["height"] / 2 - y) < 2
    desk.page.mouse.up()
    assert desk.sent == [{"do": "drop:a>there", "at": 7}]
    assert desk.marked() == {}
    assert desk.carried() == 1


def test_what_was_dropped_flies_from_there_to_where_it_is_drawn_and_home_if_it_was_refused(desk):
    for there in ("a", ""):
        desk.draw()
        desk.page.clock.run_for(500)
        desk.lift("a")
        desk.over("there")
        desk.page.mouse.up()
        desk.draw(here="b" if there else "ab", there=there)
        assert desk.begins_at("a", "there")
        assert desk.carried() == 0
        desk.page.clock.run_for(500)
        assert desk.is_as_before()


def test_a_drop_on_what_will_not_take_it_is_sent_all_the_same_so_that_python_can_say_why_not(desk):
    desk.lift("b")
    desk.over("there")
    assert desk.marked()["there"] == "no over"
    desk.page.mouse.up()
    assert [each["do"] for each in desk.sent] == ["drop:b>there"]


def test_something_that_is_no_piece_is_taken_by_its_kind_and_what_comes_of_it_comes_from_the_drop(desk):
    desk.lift("new")
    desk.over("there")
    assert desk.marked()["there"] == "yes over"
    desk.page.mouse.up()
    assert [each["do"] for each in desk.sent] == ["drop:new>there"]
    desk.draw(there="c")
    assert desk.begins_at("c", "there")


def test_a_press_that_hardly_moves_is_a_click(desk):
    x, y = desk.middle("a")
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(x + 5, y + 5)
    desk.page.mouse.up()
    assert [each["do"] for each in desk.sent] == ["click:a"]


def outside(desk: Desk) -> None:
    desk.page.mouse.move(900, 400)
    desk.page.mouse.up()


def where_it_was(desk: Desk) -> None:
    desk.over("b")
    desk.page.mouse.up()


def by_escape(desk: Desk) -> None:
    desk.page.keyboard.press("Escape")


def by_size(desk: Desk) -> None:
    desk.page.set_viewport_size({"width": 700, "height": 500})
    desk.page.wait_for_function("innerWidth === 700")


def by_drawing(desk: Desk) -> None:
    desk.draw(here="abc")
    desk.page.clock.run_for(500)


@pytest.mark.parametrize("happens", [outside, where_it_was, by_escape, by_size, by_drawing])
def test_whatever_comes_between_puts_it_back_sends_nothing_and_says_so(desk, happens):
    desk.lift("a")
    desk.over("there")
    happens(desk)
    assert desk.is_as_before()
    assert desk.said.strip() == "a is back."
    desk.over("there")
    desk.page.mouse.up()
    assert desk.sent == []
    desk.page.get_by_role("button", name="b").click()
    assert [each["do"] for each in desk.sent] == ["click:b"]


def test_a_drawing_in_mid_drag_says_what_is_new_too(desk):
    desk.lift("a")
    desk.draw(here="abc", say={"id": "2", "text": "It's your turn."})
    assert desk.said == "a is back. It's your turn."


@pytest.mark.parametrize("when", ["before the drop", "at the drop"])
def test_a_connection_that_is_lost_puts_it_back_and_says_so(pages, when):
    page = pages().page
    desk = Desk(page)
    desk.lift("a")
    desk.over("there")
    if when == "at the drop":
        page.evaluate("() => { window.model.send = () => { throw new Error('Cannot send'); }; }")
    else:
        page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    page.mouse.up()
    assert desk.is_as_before()
    assert desk.said == "Nobody answers: a is back."
    assert desk.sent == []


def test_a_connection_that_is_known_to_be_lost_sends_no_drop(pages):
    page = pages().page
    page.add_init_script("window.kernel = { connectionStatus: 'connected' };")
    page.goto("about:blank")
    desk = Desk(page)
    desk.lift("a")
    desk.over("there")
    page.evaluate("() => { window.kernel.connectionStatus = 'connecting'; }")
    page.mouse.up()
    assert desk.sent == []
    assert desk.said == "Nobody answers: a is back."


@pytest.mark.parametrize("snap", ["none", "x mandatory"])
def test_what_is_held_at_the_edge_of_something_scrolls_it_to_what_is_out_of_sight(desk, snap):
    desk.page.add_style_tag(
        content=f""".lanes {{ display: flex; width: 620px; overflow-x: auto; scroll-snap-type: {snap}; }}
        .lanes > .place {{ flex: none; scroll-snap-align: start; }} .place {{ height: 90px; margin: 0; }}"""
    )
    lanes = [desk.target(f"lane{number}", "", "*") for number in range(4)]
    draw(desk.page, ["main", {}, desk.target("here", "a", ""), ["div", {"class": "lanes", "data-keys": ""}, *lanes]])
    desk.lift("a")
    desk.page.mouse.move(590, 140)
    assert desk.marked()["lane0"] == "yes over"
    for _ in range(200):
        desk.page.clock.run_for(100)
        if desk.marked()["lane2"] == "yes over":
            break
    desk.page.mouse.up()
    assert [each["do"] for each in desk.sent] == ["drop:a>lane2"]


def test_what_gets_no_answer_goes_home_after_a_while(desk):
    desk.lift("a")
    desk.over("there")
    desk.page.mouse.up()
    desk.page.clock.run_for(1_900)
    assert desk.carried() == 1
    desk.page.mouse.move(10, 10)
    desk.page.clock.run_for(200)
    assert desk.is_as_before()
    assert len(desk.sent) == 1


class Fingers:
    """Fingers on a page."""

    def __init__(self, page: Page) -> None:
        self.browser = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Start, move or end a touch with these fingers."""
        places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.browser.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": places})


@pytest.fixture
def touched(pages):
    """Return a function that makes a desk on a touch screen, and the fingers for it."""

    def make(touch_action: str) -> tuple[Desk, Fingers]:
        page = pages(has_touch=True, is_mobile=True, viewport={"width": 600, "height": 700}).page
        return Desk(page, touch_action), Fingers(page)

    return make


def test_a_finger_lifts_where_it_scrolls_nothing_and_drops(touched):
    desk, fingers = touched("pan-x")
    (x, y), to = desk.middle("a"), desk.middle("there")
    fingers.touch("Start", (x, y))
    fingers.touch("Move", (x, y + 30))
    fingers.touch("Move", (x, y + 60))
    assert desk.carried() == 1
    fingers.touch("Move", to)
    fingers.touch("End")
    assert [each["do"] for each in desk.sent] == ["drop:a>there"]


def test_a_finger_scrolls_where_that_is_what_it_does_and_lifts_nothing(touched):
    desk, fingers = touched("auto")
    x, y = desk.middle("b")
    fingers.touch("Start", (x, y + 0))
    for step in range(1, 6):
        fingers.touch("Move", (x, y - step * 12))
    fingers.touch("End")
    desk.page.wait_for_function("scrollY > 0")
    assert desk.carried() == 0
    assert desk.sent == []


def test_a_long_press_lifts_whatever_scrolls(touched):
    desk, fingers = touched("auto")
    (x, y), to = desk.middle("a"), desk.middle("there")
    fingers.touch("Start", (x, y))
    desk.page.clock.run_for(500)
    for step in range(1, 5):
        fingers.touch("Move", (x + (to[0] - x) * step / 4, y + (to[1] - y) * step / 4))
    assert desk.carried() == 1
    fingers.touch("End")
    assert [each["do"] for each in desk.sent] == ["drop:a>there"]
    assert desk.page.evaluate("scrollY") == 0


def test_a_second_finger_puts_it_back_and_sends_nothing(touched):
    desk, fingers = touched("none")
    (x, y), to = desk.middle("a"), desk.middle("there")
    fingers.touch("Start", (x, y))
    fingers.touch("Move", (x, y + 40))
    fingers.touch("Move", to)
    assert desk.carried() == 1
    fingers.touch("Start", to, (x, y))
    assert desk.is_as_before()
    fingers.touch("End")
    assert desk.sent == []
    assert desk.said == "a is back."


def test_a_tap_is_a_click(touched):
    desk, fingers = touched("pan-x")
    fingers.touch("Start", desk.middle("a"))
    fingers.touch("End")
    assert [each["do"] for each in desk.sent] == ["click:a"]


def test_by_keys_something_is_lifted_aimed_and_dropped_and_every_step_is_said(desk):
    keys = desk.page.keyboard
    desk.page.get_by_role("button", name="N").focus()
    keys.press("Enter")
    assert desk.said == "Thing is lifted."
    assert desk.marked() == {"new": "dragged", "here": "no", "there": "yes", "nowhere": "no"}
    keys.press("Tab")
    assert desk.said == "Here won't take Thing."
    keys.press("ArrowRight")
    assert desk.said == "Thing over There."
    assert desk.page.evaluate("document.activeElement.dataset.drop") == "there"
    keys.press("Tab")
    assert desk.said == "Nowhere won't take Thing."
    keys.press("Shift+Tab")
    keys.press("Enter")
    assert desk.sent == [{"do": "drop:new>there", "at": 7}]
    assert desk.page.evaluate("document.activeElement.innerText") == "N"
    assert desk.page.locator("main [tabindex]").count() == 0


def test_by_keys_escape_puts_it_back_and_sends_nothing_not_even_the_escape_of_the_panel(desk):
    keys = desk.page.keyboard
    desk.page.get_by_role("button", name="N").focus()
    keys.press("Space")
    keys.press("ArrowDown")
    keys.press("Escape")
    assert desk.is_as_before()
    assert desk.said == "Thing is back."
    assert desk.page.evaluate("document.activeElement.innerText") == "N"
    assert desk.sent == []
    keys.press("Escape")
    assert [each["do"] for each in desk.sent] == ["escape"]


def test_by_keys_what_can_be_clicked_is_clicked(desk):
    desk.page.get_by_role("button", name="a").focus()
    desk.page.keyboard.press("Enter")
    assert [each["do"] for each in desk.sent] == ["click:a"]


def test_twelve_pieces_fly_on_the_compositor(pages, chromium):
    trace = traced(chromium, pages().page, turns=4)
    assert trace.animations > 100
    assert trace.fallen_back == set()


class Shelf(Desk):
    """A desk where the first piece in each place can be enlarged."""

    def target(self, name: str, pieces: str, takes: str) -> list[Any]:
        found = super().target(name, pieces, takes)
        for _, attributes, *_ in found[2:3]:
            attributes |= {"data-zoom": "more", "aria-description": "about it"}
        return found

    def large(self) -> list[str]:
        """Return the texts of the enlarged copy."""
        return self.page.locator(".apz-zoom:popover-open").all_inner_texts()


def test_something_is_seen_large_after_a_moment_under_the_mouse_and_until_it_leaves_or_escape(pages):
    shelf = Shelf(pages().page)
    for by_key in (True, False):
        shelf.over("a")
        shelf.page.clock.run_for(200)
        assert shelf.large() == []
        shelf.page.clock.run_for(100)
        # its kind comes first, then what it does
        assert ["".join(each.split()) for each in shelf.large()] == ["amoreaboutit"]
        if by_key:
            shelf.page.keyboard.press("Escape")
        else:
            shelf.over("nowhere")
        assert shelf.large() == []
        shelf.over("nowhere")


def test_something_is_seen_large_when_it_has_the_focus_of_the_keyboard(pages):
    shelf = Shelf(pages().page)
    shelf.page.keyboard.press("Tab")
    assert len(shelf.large()) == 1
    shelf.page.keyboard.press("Tab")
    assert shelf.large() == []


def test_what_has_the_focus_and_is_seen_large_can_go_away(pages):
    shelf = Shelf(pages().page)
    shelf.page.keyboard.press("Tab")
    assert len(shelf.large()) == 1
    shelf.draw(here="b")
    assert shelf.large() == []
    assert shelf.page.get_by_role("button", name="a", exact=True).count() == 0


def test_a_panel_that_goes_away_while_the_mouse_rests_on_it_shows_nothing_large(pages):
    shelf = Shelf(pages().page)
    shelf.over("a")
    shelf.page.clock.run_for(200)
    shelf.page.evaluate("document.querySelector('.apz').remove()")
    shelf.page.clock.run_for(200)
    assert shelf.large() == []  # and the page has had no error


def test_what_is_dragged_is_not_seen_large_and_a_long_press_can_go_over_into_a_drag(pages):
    page = pages(has_touch=True, is_mobile=True, viewport={"width": 600, "height": 700}).page
    shelf, fingers = Shelf(page), Fingers(page)
    (x, y), to = shelf.middle("a"), shelf.middle("there")
    fingers.touch("Start", (x, y))
    page.clock.run_for(500)
    assert len(shelf.large()) == 1
    fingers.touch("Move", (x, y + 40))
    assert shelf.carried() == 1
    assert shelf.large() == []
    fingers.touch("Move", to)
    fingers.touch("End")
    assert [each["do"] for each in shelf.sent] == ["drop:a>there"]


def test_a_long_press_alone_shows_it_large_and_clicks_nothing(pages):
    page = pages(has_touch=True, is_mobile=True, viewport={"width": 600, "height": 700}).page
    shelf, fingers = Shelf(page), Fingers(page)
    fingers.touch("Start", shelf.middle("a"))
    page.clock.run_for(500)
    assert len(shelf.large()) == 1
    fingers.touch("End")
    assert shelf.large() == []
    assert shelf.sent == []
