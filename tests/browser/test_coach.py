"""A lesson on one screen: the coach next to the table, the cards it points at, and no sentence covered."""

from typing import Any

import pytest
from playwright.sync_api import expect

from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from apz.apocalypze.teaching import course
from apz.widgets import Lesson, Tutor
from apz.widgets.base.styles import style
from tests.browser.bare_panel import draw_in
from tests.widgets.app.visits import ended
from tests.widgets.learning_hands import answer, go_to, press

LESSONS = ("table", "combat", "groups", "timing")
# lists the faults of a page with a lesson, each as a sentence
FAULTS = """async () => {
  await document.fonts.ready;
  const found = [];
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) found.push("the page scrolls");
  const desk = document.querySelector(".desk").getBoundingClientRect();
  const inside = (each) => {
    const box = each.getBoundingClientRect();
    return box.height > 0 && box.top >= desk.top - 1 && box.bottom <= desk.bottom + 1 && box.bottom <= innerHeight;
  };
  for (const each of document.querySelectorAll(".coach :is(p, h3, li)")) {
    if (!each.checkVisibility()) continue;
    each.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = each.getBoundingClientRect();
    for (const part of [0.15, 0.5, 0.9]) {
      const over = document.elementFromPoint(left + width / 2, top + height * part);
      if (!each.contains(over) && !over?.contains(each)) found.push(`"${each.textContent}" is covered`);
    }
  }
  document.querySelector(".coach")?.scrollTo(0, 0);
  for (const each of document.querySelectorAll(".lower .hand .card, .lane .card, .foot-bar button, .ask h2")) {
    if (!inside(each)) found.push(`${each.dataset.do || each.textContent} is not in sight`);
  }
  const lanes = [...document.querySelectorAll(".lane")].map((each) => Math.round(each.getBoundingClientRect().top));
  if (new Set(lanes).size > 1) found.push("the access points aren't in one row");
  const ask = document.querySelector(".ask");
  if (ask && ask.scrollHeight > ask.clientHeight + 1) found.push("the prompt is clipped");
  if (ask && ask.offsetHeight > 270) found.push("the prompt takes a third of the screen");
  return [...new Set(found)];
}"""
POINTED = """() => {
  const line = document.querySelector("[data-points]");
  const boxes = line.dataset.points.split(" ").map((name) => (
    document.querySelector(`[data-piece="${name}"]`).getBoundingClientRect()));
  const head = line.getBoundingClientRect();
  const [left, right] = [Math.min(...boxes.map((each) => each.left)), Math.max(...boxes.map((each) => each.right))];
  const [top, bottom] = [Math.min(...boxes.map((each) => each.top)), Math.max(...boxes.map((each) => each.bottom))];
  return { right: Math.round(left - head.right), below: Math.round(head.top - bottom),
    seen: left >= 0 && right <= innerWidth, across: head.top > top && head.bottom < bottom };
}"""

# returns how far the tip of the coach's line is from the nearest card that it's about
FROM_TIP = """() => {
  const line = document.querySelector("[data-points]");
  const { right, top, bottom } = line.getBoundingClientRect();
  const tip = { x: right, y: parseFloat(line.style.rotate) > 0 ? bottom : top };
  const away = line.dataset.points.split(" ").map((name) => {
    const box = document.querySelector(`[data-piece="${name}"]`).getBoundingClientRect();
    return Math.max(box.left - tip.x, tip.x - box.right, box.top - tip.y, tip.y - box.bottom);
  });
  return Math.min(...away);
}"""


@pytest.fixture
def screen(pages) -> Any:
    """Return a function that opens a page of a given size, to show panels in."""

    def open_page(width: int = 1280, height: int = 900) -> Any:
        page = pages(viewport={"width": width, "height": height}, reduced_motion="reduce").page
        page.set_content(f"<!doctype html><style>body {{ margin: 0 }} {style()}</style><body></body>")
        return page

    return open_page


def show(page: Any, panel: Lesson) -> None:
    """Show a lesson as it is now."""
    draw_in(page, panel.view["tree"])


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_sentence_is_covered_and_hand_groups_and_prompt_are_in_sight(screen, name, language):
    page, wrong = screen(), {}
    panel = Lesson(name, language=language)
    for number, task in enumerate(panel.lesson.tasks):
        go_to(panel, number)
        show(page, panel)
        wrong[task.id] = page.evaluate(FAULTS)
        if panel.run.question is not None:
            answer(panel, panel.run.question)
            show(page, panel)
            wrong[f"{task.id}, answered"] = page.evaluate(FAULTS)
    assert {task: faults for task, faults in wrong.items() if faults} == {}
    panel.close()


def test_the_coach_points_at_the_cards_that_are_spoken_of(screen):
    panel = Lesson("combat")
    page = screen()
    show(page, panel)
    found = page.evaluate(POINTED)
    assert 0 <= found["right"] <= 16
    assert found["across"]
    phone = screen(390, 844)
    show(phone, panel)
    phone.wait_for_function(f"(({POINTED})()).seen")  # the lanes scroll to them
    phone.wait_for_function(f"(({POINTED})()).below >= 0 && (({POINTED})()).below <= 16")
    panel.close()


def test_among_cards_with_others_between_them_the_line_ends_at_one_of_them(screen):
    panel = Lesson("combat")
    press(panel, "check")
    page = screen()
    show(page, panel)
    assert len(page.locator("[data-points]").get_attribute("data-points").split()) > 1
    expect(page.locator("[data-points]")).to_be_visible()
    assert 0 <= page.evaluate(FROM_TIP) <= 16
    panel.close()


def test_the_line_to_the_cards_runs_across_no_other_card(screen):
    panel = Lesson("combat")
    go_to(panel, course.lesson("combat").index("bloodless"))
    page = screen()
    show(page, panel)
    expect(page.locator("[data-points]")).to_be_hidden()  # other cards are in between
    assert page.locator(".spoken").count()
    panel.close()


@pytest.mark.parametrize("name", ["combat", "game", "check"])
def test_on_a_phone_the_asked_access_point_is_whole(screen, name):
    panel = Lesson("combat" if name == "check" else name)
    if name == "check":
        press(panel, "check")
    phone = screen(390, 796)
    show(phone, panel)
    field = phone.locator(".field").bounding_box()
    for part in (".lane.asks .card", ".lane.asks .number-field", ".lane.asks .typed .do"):
        boxes = [each.bounding_box() for each in phone.locator(part).all()]
        assert boxes
        for box in boxes:
            assert field["y"] <= box["y"] < box["y"] + box["height"] <= field["y"] + field["height"]
            assert 0 <= box["x"] < box["x"] + box["width"] <= 390
    panel.close()


# the card is in sight, and so is the whole width of the stronghold that it's at
WHOLE = """(name) => {
  const field = document.querySelector(".field").getBoundingClientRect();
  const card = [...document.querySelectorAll(".field .card")].find((each) => each.textContent.includes(name));
  if (!card) return false;
  const [at, site] = [card, card.closest(".site")].map((each) => each.getBoundingClientRect());
  const wide = site.left >= field.left - 1 && site.right <= field.right + 1;
  return wide && at.top >= field.top && at.bottom <= field.bottom;
}"""


@pytest.mark.parametrize(
    ("name", "number", "card"), [("zombies", 3, "Police Officer"), ("characters", 2, "Police Station")]
)
def test_on_a_phone_a_task_begins_at_the_stronghold_that_it_is_about(screen, name, number, card):
    panel, phone = Lesson(name), screen(390, 844)
    for each in (0, number):  # from another task, whose table may be at the other one
        go_to(panel, each)
        show(phone, panel)
    phone.wait_for_function(WHOLE, arg=card)
    panel.close()


def test_on_a_phone_attachments_are_whole(screen):
    panel, phone = Lesson("piles"), screen(390, 844)
    go_to(panel, course.lesson("piles").index("owner"))
    show(phone, panel)
    field = phone.locator(".field").bounding_box()
    boxes = [each.bounding_box() for each in phone.locator(".field .att").all()]
    assert len(boxes) == 3
    assert all(box["y"] + box["height"] <= field["y"] + field["height"] for box in boxes)
    panel.close()


def test_the_number_is_typed_where_it_belongs(screen):
    panel = Lesson("combat")
    page = screen()
    show(page, panel)
    lane = page.get_by_role("region", name="Access point 1")
    lane.get_by_role("textbox").fill("3")
    lane.get_by_role("button", name="Check").click()
    (sent,) = page.evaluate("window.sent")
    assert sent["do"].startswith("learn:typed:")
    assert sent["values"]["text"] == "3"
    panel.close()


MOVING = """() => [...document.querySelectorAll(".apz *")].flatMap((each) => (
  [null, "::before", "::after"].map((part) => [each.className, part, getComputedStyle(each, part)])
)).filter(([, , style]) => !/^0s(, 0s)*$/.test(style.transitionDuration) || style.animationName !== "none")
  .map(([name, part]) => `${name}${part ?? ""}`)"""


def test_where_nothing_may_move_no_style_moves_anything(pages, screen):
    panel, page = Lesson("table"), screen()  # by the system's own setting
    for number in range(len(panel.lesson.tasks) + 1):
        go_to(panel, number)
        show(page, panel)
        assert page.evaluate(MOVING) == []
    panel.close()
    page = pages(reduced_motion="no-preference").page
    page.set_content(f"<!doctype html><style>{style()}</style><body></body>")
    for game in (new_session(new_game(seed=3)), ended()):
        tutor = Tutor(game, seats=("you", "regular"))
        tutor.store.set(motion="off")
        tutor.refresh()
        draw_in(page, tutor.view["tree"])
        assert page.evaluate(MOVING) == []
        tutor.close()
