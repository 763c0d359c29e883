"""The table on one screen: whatever is on it, nothing is cut off or out of reach, and the page doesn't scroll."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.kernel import new_session
from apz.apocalypze.positions import build, named_position, named_positions, seat
from apz.apocalypze.setup import new_game
from apz.core.trace import Refusal
from apz.widgets import Tutor
from apz.widgets.base.gesture import gesture
from apz.widgets.base.scripts import script
from apz.widgets.base.styles import style
from apz.widgets.table.update import update
from tests.texts import ui
from tests.widgets.hands import click
from tests.widgets.shortest import clicks_of, ways

DESKTOPS = {"1280x900": (1280, 900), "1366x768": (1366, 768), "1920x1080": (1920, 1080)}
CELLS = {"cell-700": (700, 900), "cell-860": (860, 800), "cell-1100": (1100, 900)}
PHONE = {"phone": (390, 844)}
HEIGHT = "each => each.offsetHeight"
LONG_NAME = "Donaudampfschifffahrtsgesellschaftskapit"
START = """async ([script, view]) => {
  const { default: renderer } = await import("data:text/javascript," + encodeURIComponent(script));
  const el = document.createElement("div");
  (document.querySelector(".app-frame") || document.body).append(el);
  const told = [];
  window.show = (next) => { window.view = next; told.forEach((draw) => draw()); };
  window.view = view;
  window.sent = [];
  window.kernel = { connectionStatus: "connected" };
  const model = {
    get: () => window.view, on: (_, draw) => told.push(draw), off: () => {},
    send: (message) => window.sent.push(message.do), widget_manager: { kernel: window.kernel },
  };
  renderer.initialize().render({ model, el });
}"""
# lists the faults of a page, each in a few words
FAULTS = """async ([phone, cell]) => {
  await document.fonts.ready;
  const found = [];
  const page = document.documentElement;
  const over = { down: page.scrollHeight - innerHeight, sideways: page.scrollWidth - innerWidth };
  if (over.down > 0 && !cell) found.push(`the page scrolls down by ${over.down}`);
  if (over.sideways > 0) found.push(`the page scrolls sideways by ${over.sideways}`);
  const desk = document.querySelector(".desk").getBoundingClientRect();
  const named = (each) => each.dataset.do || each.className || each.tagName;
  const inside = (each, frame, what) => {
    const box = each.getBoundingClientRect();
    const wide = box.width && box.left >= frame.left - 1 && box.right <= frame.right + 1;
    if (!wide || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
      found.push(`${named(each)} is not in sight of ${what}`);
    }
  };
  const always = ".lower .hand:has(.card), .ask h2, .lower .who, .strip .who, .field";
  for (const each of document.querySelectorAll(always)) inside(each, desk, "the desk");
  for (const each of document.querySelectorAll(".ask .buttons > .do")) {
    each.scrollIntoView({ block: "nearest" });
    inside(each, desk, "the desk");
  }
  if (phone) {
    const above = document.querySelector(".field").getBoundingClientRect().top;
    const hand = document.querySelector(".upper > .hand")?.offsetHeight ?? 0;
    if (above - hand > 76) found.push(`${above - hand} pixels before the table`); // a bar of 44 pixels stands above it
  }
  for (const row of [".lane", ...(cell ? [] : [".phase"])]) {
    const tops = [...document.querySelectorAll(row)].map((each) => Math.round(each.getBoundingClientRect().top));
    if (new Set(tops).size > 1) found.push(`${row} not all in one row`);
  }
  for (const lane of document.querySelectorAll(".lane")) {
    const frame = lane.getBoundingClientRect();
    const name = lane.querySelector(".gate > h4").getBoundingClientRect();
    if (Math.abs(name.left + name.right - frame.left - frame.right) > 8) found.push("a lane's name is off its middle");
    for (const each of lane.querySelectorAll(".gate, .result, .point, .title")) {
      const box = each.getBoundingClientRect();
      if (box.left < frame.left - 1 || box.right > frame.right + 1) found.push(`${named(each)} sticks out of its lane`);
    }
  }
  for (const each of document.querySelectorAll(":is(.board, .rail, .ask) button:not(:disabled)")) {
    if (!each.checkVisibility()) continue;
    // what is searched through lies over what nobody can do anything with meanwhile
    if (document.querySelector(".searched") && each.closest(".field") && !each.closest(".lit")) continue;
    const hit = () => {
      const box = each.getBoundingClientRect();
      const [left, right, top, bottom] = [box.left + 7, box.right - 7, box.top + 7, box.bottom - 7];
      const spots = [[left, top], [(left + right) / 2, (top + bottom) / 2], [left, bottom], [right, top]];
      return spots.some(([x, y]) => each.contains(document.elementFromPoint(x, y)));
    };
    if (hit()) continue;
    each.scrollIntoView({ block: "nearest", inline: "center" });
    if (!hit()) {
      const box = each.getBoundingClientRect();
      found.push(`${named(each)} cannot be reached: ${[box.left, box.top, box.width, box.height].map(Math.round)}`);
    }
  }
  for (const each of document.querySelectorAll(".card .banner > span, .card .foot, .gate h4, .point")) {
    if (each.offsetParent && each.scrollWidth > each.clientWidth + 1) found.push(`${each.textContent} is cut off`);
  }
  return [...new Set(found)];
}"""


@pytest.fixture
def at(pages):
    """Return a function that opens a page of a given size, to show tables as the app or a notebook cell does."""

    def open_page(size, cell=False, theme="dark", **settings):
        width, height = size
        how = {"color_scheme": theme, "reduced_motion": "reduce", **settings}
        page = pages(viewport={"width": width, "height": height}, **how).page
        light = str(theme == "light").lower()
        body = (
            f'<body data-jp-theme-light="{light}">'
            if cell
            else f'<body data-apz-page="{theme}"><div class="app-frame">'
        )
        page.set_content(f"<!doctype html><style>body {{ margin: 0 }} {style()}</style>{body}")
        return page

    return open_page


def unseen(tutor: Tutor) -> Tutor:
    """Let a tutor draw itself only when it's shown, instead of at every step; return the tutor."""
    tutor.away = True
    return tutor


def show(page: Any, tutor: Tutor) -> None:
    """Show a tutor as it is now, and wait for the frame in which its motion begins."""
    tutor.catch_up()
    view = json.dumps(tutor.view)
    if page.evaluate("'view' in window"):
        page.evaluate("view => { window.show(view); return new Promise(requestAnimationFrame); }", view)
    else:
        page.evaluate(START, [script("panel.js"), view])


def faults(page: Any, cell: bool = False, phone: bool = False) -> list[str]:
    """Return the faults of the page."""
    found: list[str] = page.evaluate(FAULTS, [phone, cell])
    return found


def crowded(language: str = "en") -> Tutor:
    """Return a table with twenty raiders against eight survivors, thirty cards in each hand, and very long names."""
    hand = ["10 Molotov Cocktail", "10 Sentry", "10 Corporal Dwayne Martinson"]
    ann = seat("Church", name=LONG_NAME, raiders=["20 Gang Warrior"], hand=hand, deck=["9 Civilian"])
    ben = seat(
        "Police Station",
        name=LONG_NAME[::-1],
        survivors=["7 Police Officer", "Patsy McNally"],
        hand=hand,
        deck=["9 Pop!"],
    )
    start = build(ann, ben, phase="combat", whose=LONG_NAME, occupied=LONG_NAME[::-1])
    return Tutor(new_session(start), language=language)


def wherever(sizes: dict[str, tuple[int, int]], whole: tuple[str, ...] = ()) -> Any:
    """Return a decorator that runs a test at each of these sizes; those in `whole` only in a full run."""
    marks = dict.fromkeys(whole, pytest.mark.slow)
    cases = [pytest.param(size, id=name, marks=marks.get(name, ())) for name, size in sizes.items()]
    return pytest.mark.parametrize("size", cases)


@wherever({**DESKTOPS, **PHONE}, whole=("1366x768", "1920x1080"))
def test_every_named_position_is_whole_in_one_screen(at, size):
    page, found = at(size), {}
    for name in named_positions():
        tutor = Tutor(new_session(named_position(name)))
        if tutor.scene.over:
            click(tutor, "open:end.table")
        show(page, tutor)
        found[name] = faults(page, phone=size in PHONE.values())
        tutor.close()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@wherever({**DESKTOPS, **PHONE})
def test_a_crowd_with_long_names_is_whole_in_one_screen(at, size):
    whole_in_one_screen(at, size, "de")  # whose words are the longest


@wherever({**DESKTOPS, **PHONE}, whole=("1366x768", "1920x1080"))
def test_a_crowd_with_long_names_is_whole_in_one_screen_in_english(at, size):
    whole_in_one_screen(at, size, "en")


def whole_in_one_screen(at: Any, size: tuple[int, int], language: str) -> None:
    """Check that a crowd fits on the screen, before and after some of its raiders are sent."""
    page, tutor = at(size, theme="light"), crowded(language)
    show(page, tutor)
    assert faults(page, phone=size in PHONE.values()) == []
    for number in range(8):  # raiders to send, then the groups as they are formed
        move = tutor.scene.moves[number % len(tutor.scene.moves)]
        click(tutor, f"card:{move.card}")
        click(tutor, f"point:{1 + number % 4}")
    show(page, tutor)
    assert faults(page, phone=size in PHONE.values()) == []


@wherever({"1280x900": (1280, 900), **PHONE})
def test_that_nobody_can_pay_pushes_nothing_aside(at, size):
    broke = build(
        seat("Police Station", name="Ann", hand=["Civilian"]), seat("Church", name="Ben"), phase="occupation",
        whose="Ann", occupied="Ann",
    )  # fmt: skip
    page = at(size)
    show(page, Tutor(broke, language="de"))
    assert faults(page, phone=size in PHONE.values()) == []


def test_six_raiders_wait_whole_beside_the_wall(at):
    home = seat("Police Station", name="Ben", survivors=["2 Police Officer"], deck=["9 Pop!"])
    ann = seat("Church", name="Ann", raiders=["6 Gang Warrior"], hand=["Sentry"], deck=["9 Civilian"])
    page = at((1280, 900))
    show(page, Tutor(build(ann, home, phase="combat", whose="Ann", occupied="Ben")))
    waiting = page.get_by_role("button", name=re.compile("^Gang Warrior"))
    expect(waiting).to_have_count(6)
    for each in waiting.all():
        expect(each).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("size", "cell"), [((1280, 900), False), ((780, 700), True)], ids=["desktop", "cell"])
def test_beside_a_fight_both_survivors_are_whole_and_who_occupies_them_is_in_words(at, size, cell):
    ann = seat(
        "Church", name="Ann", survivors=["Civilian", "Alex Bloom"], raiders=["2 Cult Fanatic"], deck=["9 Civilian"]
    )
    ben = seat("Police Station", name="Ben", survivors=["Police Officer"], deck=["9 Pop!"])
    page = at(size, cell=cell)
    show(page, Tutor(build(ann, ben, phase="combat", whose="Ann", occupied="Ann"), seats=("regular", "you")))
    for name in ("Civilian", "Alex Bloom"):
        expect(page.get_by_role("button", name=re.compile(f"^{name}"))).to_be_in_viewport(ratio=1)
    flag = page.get_by_text(ui("en", "table.occupied", player="Ann"))
    if not cell:
        assert flag.evaluate("each => each.scrollWidth <= each.clientWidth")
        church = page.get_by_role("button", name=re.compile("^Church")).bounding_box()
        box = flag.bounding_box()
        assert box["x"] + box["width"] <= church["x"]


@wherever({"1280x900": (1280, 900), **PHONE})
def test_what_each_survivor_pays_is_in_view(at, size):
    ann = seat("Police Station", name="Ann", survivors=["4 Police Officer"], hand=["Sentry", "Pop!"])
    ben = seat("Church", name="Ben", raiders=["3 Cult Fanatic"], hand=["Pop!"], deck=["6 Civilian"])
    page = at(size)
    show(page, Tutor(build(ann, ben, phase="consumption", whose="Ann")))
    prices = page.get_by_text(ui("en", "meal.pays", amount=3), exact=True)
    expect(prices).to_have_count(4)
    for each in prices.all():
        expect(each).to_be_in_viewport(ratio=1)


def phone(at: Any) -> Any:
    """Return a phone's page, as it is below the app's bar."""
    return at((390, 796), has_touch=True)


@pytest.mark.parametrize("name", ["first-turn", "second-turn", "whole-turn", "starving"])
def test_on_a_phone_the_other_stronghold_can_be_seen_to_be_there(at, name):
    page = phone(at)
    show(page, Tutor(named_position(name), seats=("you", "you")))
    for site in page.locator(".site").all():
        expect(site).to_be_in_viewport()
    assert page.locator(".field").bounding_box()["y"] - page.locator(".upper > .hand").evaluate(HEIGHT) <= 72


def test_on_a_phone_each_access_point_is_one_tap_away(at):
    page = phone(at)
    show(page, Tutor(named_position("police-station")))
    for point in (4, 2, 3, 1):
        page.get_by_role("button", name=re.compile(f"^Access point {point}:")).tap()
        expect(page.locator(f".lane[data-place='point:{point}'] .gate")).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("name", ["church-doors", "police-station-defense", "police-station"])
def test_on_a_phone_both_sides_of_an_access_point_are_whole_with_who_takes_what(at, name):
    page = phone(at)
    show(page, Tutor(named_position(name)))
    lane = page.locator(".lane").first
    for card in lane.locator(".card").all():
        expect(card).to_be_in_viewport(ratio=0.95)
        box, ask = card.bounding_box(), page.locator(".asking").bounding_box()
        assert box["y"] + box["height"] <= ask["y"] + 1
    if name != "police-station-defense":
        expect(lane.get_by_text("Ann takes", exact=True)).to_be_visible()


def test_a_hint_covers_nothing_on_the_table(at):
    tutor = Tutor(named_position("police-station-defense"))
    click(tutor, "hint")
    for page in (at((1280, 900)), phone(at)):
        show(page, tutor)
        hint, field = (page.locator(each).bounding_box() for each in (".hint", ".field"))
        assert hint["y"] >= field["y"] + field["height"] - 1


def test_none_of_twenty_raiders_is_cut_off(at):
    page = at((1280, 900))
    ann = seat("Church", name="Ann", survivors=["8 Civilian"], deck=["9 Biker"])
    ben = seat("Police Station", name="Ben", raiders=["20 Gang Warrior"], deck=["9 Soldier"])
    show(page, Tutor(build(ann, ben, phase="combat", whose="Ben", occupied="Ann", strict=False)))
    raiders = page.get_by_role("button", name=re.compile("^Gang Warrior"))
    expect(raiders).to_have_count(20)
    wall = page.locator(".gate").first.bounding_box()
    tops = [each.bounding_box() for each in raiders.all()]
    assert all(each["y"] + each["height"] <= wall["y"] or each["y"] >= wall["y"] + wall["height"] for each in tops)
    for each in raiders.all():
        expect(each).to_be_in_viewport(ratio=1)


@wherever(CELLS)
def test_in_a_notebooks_cell_the_table_is_whole(at, size):
    page, found = at(size, cell=True), {}
    for name in ("police-station", "police-station-groups", "full-house", "starving", "molotov-answered"):
        tutor = Tutor(new_session(named_position(name)))
        show(page, tutor)
        found[name] = faults(page, cell=True)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@wherever({**DESKTOPS, **PHONE}, whole=("1366x768", "1920x1080"))
def test_random_games_are_whole_in_one_screen_in_every_phase(at, size):
    page, luck, seen = at(size), random.Random(7), set()
    for seed in range(2):
        tutor = unseen(Tutor(new_session(new_game(seed=seed)), seats=("you", "you")))
        for number in range(400):
            if tutor.scene.position.waiting is None:
                break
            kind = tutor.scene.position.waiting.kind
            if kind not in seen or number % 40 == 0:
                seen.add(kind)
                show(page, tutor)
                assert faults(page, phone=size in PHONE.values()) == [], (seed, number, kind)
            tutor.store.scene.session.do(luck.choice(tutor.scene.moves))
        tutor.close()
    assert len(seen) > 6


# ---- gestures

# finds a spot on the page where a pointer hits an element with one of these gestures
SPOT = """(selectors) => selectors.map((selector) => {
  for (const each of document.querySelectorAll(selector)) {
    if (each.disabled || !each.checkVisibility()) continue;
    for (const scrolled of [false, true]) {
      if (scrolled) each.scrollIntoView({ block: "nearest", inline: "center" });
      const box = each.getBoundingClientRect();
      for (const down of [0.5, 0.1, 0.9, 0.3, 0.7]) {
        for (const along of [0.5, 0.1, 0.9, 0.3, 0.7]) {
          const [x, y] = [box.left + box.width * along, box.top + box.height * down];
          const hit = document.elementFromPoint(x, y);
          if (hit && each.contains(hit)) return [x, y];
        }
      }
    }
  }
  return null;
})"""
# whether the keyboard can reach it: by Tab, or by arrow keys inside a group that Tab reaches
KEYED = """(selectors) => selectors.map((selector) => [...document.querySelectorAll(selector)].some((each) => {
  if (!each.matches("button") || each.disabled || !each.offsetParent || each.closest("[inert]")) return false;
  const group = each.closest('[data-keys="grid"]');
  const stops = [...(group?.querySelectorAll("button") ?? [])].filter((one) => one.tabIndex === 0);
  return each.tabIndex >= 0 || stops.length > 0;
}))"""


def spot(page: Any, selector: str) -> list[float]:
    """Return a point at which a pointer hits the element, or [] if there's none."""
    found: list[float] = page.evaluate(SPOT, [selector])[0] or []
    return found


def beginnings(tutor: Tutor) -> dict[tuple[str, ...], dict[str, list[Any]]]:
    """Return, for each sequence of gestures that begins a legal move, the next gestures and the moves they complete."""
    found: dict[tuple[str, ...], dict[str, list[Any]]] = {(): {}}
    for move in tutor.scene.moves:
        do = clicks_of(tutor.scene, move)
        for number, each in enumerate(do):
            ends = found.setdefault(tuple(do[:number]), {}).setdefault(each, [])
            ends += [move] if number == len(do) - 1 else []
    return found


def made(tutor: Tutor, do: str) -> Any:
    """Return the move that a gesture would make."""
    known = len(tutor.scene.line)
    after, _ = update(tutor.scene, gesture(do, tutor.scene.at))
    line = tutor.session.line(after.at)
    step = tutor.session.nodes[line[known]].step if len(line) > known else None
    assert step, do
    return step.move


@wherever({**DESKTOPS, **PHONE}, whole=("1366x768", "1920x1080"))
def test_every_legal_move_can_be_made_by_mouse_by_touch_and_by_keys(at, size):
    page, luck, seen = at(size, has_touch=size in PHONE.values()), random.Random(11), set()
    for seed in range(2):
        tutor = unseen(Tutor(new_session(new_game(seed=seed)), seats=("you", "you"), by_hand=seed == 1))
        for _ in range(300):
            if tutor.scene.over:
                break
            kind = tutor.scene.position.waiting.kind
            if (kind, seed) not in seen:
                seen.add((kind, seed))
                for before, ends in beginnings(tutor).items():
                    click(tutor, "escape")
                    for do in before:
                        click(tutor, do)
                    show(page, tutor)
                    selectors = [f"[data-do={json.dumps(do)}]" for do in ends]
                    spots, keyed = page.evaluate(SPOT, selectors), page.evaluate(KEYED, selectors)
                    for (do, moves), hit, key in zip(ends.items(), spots, keyed, strict=True):
                        assert hit, (seed, kind, before, do, "pointer")
                        assert key, (seed, kind, before, do, "keys")
                        assert not moves or made(tutor, do) in moves, (seed, kind, before, do)
                click(tutor, "escape")
                show(page, tutor)
                sends_it(page, next(iter(beginnings(tutor)[()])), touch=size in PHONE.values())
            tutor.store.scene.session.do(luck.choice(tutor.scene.moves))
        tutor.close()
    assert len(seen) > 12


NOWHERE = (3, 3)  # a corner of the table with nothing to press


def sends_it(page: Any, do: str, touch: bool) -> None:
    """Check that a finger or the mouse, and then Enter, sends a gesture."""
    selector = f"[data-do={json.dumps(do)}]"
    for press in ((page.touchscreen.tap if touch else page.mouse.click), None):
        page.evaluate("window.sent.length = 0")
        if press:
            press(*NOWHERE)  # so that this isn't the second half of a double click, which must not press anything else
            press(*spot(page, selector))
        else:
            page.locator(selector).first.focus()
            page.keyboard.press("Enter")
        page.wait_for_function("gesture => window.sent.includes(gesture)", arg=do)


@pytest.mark.slow
def test_a_game_is_played_by_few_clicks_alone(at):
    page, tutor = at((1280, 900)), Tutor(new_game(seed=3), seats=("you", "regular"))
    bot, made = SensibleBot(3), 0
    while not tutor.scene.over and tutor.scene.position.turn < 6:
        for do in ways(tutor, bot):
            show(page, tutor)
            page.evaluate("window.sent.length = 0")
            page.mouse.click(*spot(page, f"[data-do={json.dumps(do)}]"))
            assert page.evaluate("window.sent") == [do]
            click(tutor, do)
            made += 1
    assert made <= 12 * 3


# ---- dragging

SECOND_FINGER = """() => document.querySelector(".board").dispatchEvent(
  new PointerEvent("pointerdown", { bubbles: true, pointerId: 77, pointerType: "touch", clientX: 9, clientY: 400 }))"""


class Hand:
    """A mouse that lifts a card from a crowded table, and checks the result."""

    def __init__(self, page: Any) -> None:
        self.page, self.tutor = page, crowded("de")
        show(page, self.tutor)
        self.card = self.tutor.scene.moves[0].card
        box = page.locator(f'[data-drag="{self.card}"]').bounding_box()
        page.mouse.move(box["x"] + 12, box["y"] + 12)
        page.mouse.down()
        page.mouse.move(box["x"] + 60, box["y"] + 90, steps=3)
        assert page.locator("[data-carried]").count() == 1

    def is_back(self, words: str) -> None:
        """Check that nothing was sent, that the announcement says what happened, and that the table is intact."""
        name = self.page.locator(f'[data-drag="{self.card}"]').evaluate("each => each.innerText.split(',')[0]")
        said = ui("de", words, thing=name, target="")
        assert said.partition(name)[2] in self.page.locator(".apz-live").first.inner_text()
        assert self.page.evaluate("window.sent") == []
        assert self.page.locator("[data-dragging], [data-dragged], [data-target], [data-over]").count() == 0
        assert faults(self.page) == []


def test_a_drop_outside_puts_the_card_back(at):
    page = at((1280, 900))
    hand = Hand(page)
    page.mouse.move(3, 3)
    page.mouse.up()
    hand.is_back("drag.back")


def test_another_size_of_the_window_in_mid_drag_puts_the_card_back(at):
    page = at((1280, 900))
    hand = Hand(page)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.wait_for_function("!document.querySelector('[data-carried]')")
    page.mouse.up()
    hand.is_back("drag.back")


def test_a_second_finger_in_mid_drag_puts_the_card_back(at):
    page = at((1280, 900))
    hand = Hand(page)
    page.evaluate(SECOND_FINGER)
    page.mouse.up()
    hand.is_back("drag.back")


def test_a_drop_after_the_connection_is_lost_puts_the_card_back_and_says_so(at):
    page = at((1280, 900))
    hand = Hand(page)
    page.evaluate("window.kernel.connectionStatus = 'disconnected'")
    page.locator('[data-drop="point:2"]').hover(position={"x": 12, "y": 12}, force=True)
    page.mouse.up()
    hand.is_back("drag.lost")


def test_a_card_that_is_refused_says_why_beside_itself(at):
    page, tutor = at((1280, 900)), Tutor(new_session(named_position("first-turn")), by_hand=True)
    show(page, tutor)
    held = tutor.scene.position.sides[0].hand[-1]
    page.locator(f'[data-drag="{held}"]').drag_to(page.locator('[data-drop="board"]'), target_position={"x": 8, "y": 8})
    assert page.evaluate("window.sent") == [f"drop:{held}>board"]
    click(tutor, f"drop:{held}>board")
    show(page, tutor)
    why = tutor.store.state.answer
    assert isinstance(why, Refusal)
    said = page.locator(".apz").get_by_text(tutor.scene.words.refusal(why))
    assert said.count() == 1  # it's told once, and the card stays as large as it was
    assert page.locator(".apz-zoom:popover-open").count() == 0
    card = page.locator(f'.refused [data-piece="{held}"]').bounding_box()
    box = page.locator(f'[data-beside="{held}"]').bounding_box()
    question = page.get_by_role("heading", level=2).first.bounding_box()
    assert box["y"] + box["height"] <= question["y"]
    assert box["x"] <= card["x"] + card["width"] + 20
    assert card["x"] - 20 <= box["x"] + box["width"]


# ---- motion

# the running animations, except fading colors: when each starts and how long it takes
MOVING = """() => document.getAnimations().filter((each) => !(each instanceof CSSTransition)).map(({ effect }) => {
  const { delay, duration } = effect.getComputedTiming();
  return [delay, duration];
})"""


def sending(motion: str = "normal") -> tuple[Tutor, str]:
    """Return a table with a raider chosen to be sent, and the gesture that sends it."""
    tutor = Tutor(new_session(named_position("police-station-groups")))
    click(tutor, "set:motion", value=motion)
    click(tutor, "card:1")
    return tutor, "point:2"


def played(at: Any, motion: str = "normal", **settings: Any) -> Any:
    """Show a table in a page, then the result of a gesture; return the page."""
    page, (tutor, do) = at((1280, 900), **settings), sending(motion)
    show(page, tutor)
    click(tutor, do)
    show(page, tutor)
    return page


def test_a_step_is_seen_to_happen_and_any_key_ends_it(at):
    page = played(at, reduced_motion="no-preference")
    moving = page.evaluate(MOVING)
    assert moving
    page.keyboard.press("Shift")
    assert page.evaluate(MOVING) == []


def test_a_faster_table_takes_less_time(at):
    slow, fast = (
        max(delay + time for delay, time in played(at, motion, reduced_motion="no-preference").evaluate(MOVING))
        for motion in ("slow", "fast")
    )
    assert fast < slow / 2


@pytest.mark.parametrize(("motion", "wish"), [("normal", "reduce"), ("off", "no-preference")])
def test_nothing_moves_where_nothing_may_but_what_changed_is_marked(at, motion, wish):
    page = played(at, motion, reduced_motion=wish)
    assert page.evaluate(MOVING) == []
    assert page.locator("[data-changed]").count() > 0


@pytest.mark.parametrize("sound", ["on", "off"])
def test_sounds_are_made_only_where_they_are_wanted(at, sound):
    page, (tutor, do) = at((1280, 900), reduced_motion="no-preference"), sending()
    page.evaluate("""() => { window.made = 0; window.AudioContext = class extends AudioContext {
      constructor() { super(); window.made += 1; } }; }""")
    click(tutor, "set:sound", value=sound)
    show(page, tutor)
    click(tutor, do)
    show(page, tutor)
    assert page.evaluate("window.made") == (1 if sound == "on" else 0)
