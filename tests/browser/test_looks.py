"""The tutor's looks: narrow, zoomed, dark, on a touch screen, and checked by axe-core."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Page, in_turns
from tests.texts import told

# each phase: the notebook that shows it, and the first clicks
PHASES = {
    "draw": ("turn", ()),
    "occupation": ("turn", ("move:[draw]", "move:[occupy, 0]")),
    "groups": ("police-station-groups", ()),
    "combat": ("police-station", ("open:sum.1.attack",)),
    "consumption": ("starving", ()),
    "over": ("over", ()),
}
DECIDED = ("draw", "occupation", "groups", "consumption")  # with nothing unfolded, everything fits on a laptop's screen
NARROW = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
TABLET = {"width": 768, "height": 600}


def steps(page: Page, phase: str) -> None:
    for gesture in PHASES[phase][1]:
        page.click(gesture)


@pytest.mark.slow
@pytest.mark.parametrize("phase", PHASES)
def test_on_a_phone_nothing_must_be_scrolled_sideways_and_fingers_find_their_targets(show_here, phase):
    page = show_here(PHASES[phase][0], viewport=NARROW, has_touch=True, is_mobile=True)
    assert page.sideways() <= 0
    steps(page, phase)
    assert page.sideways() <= 0
    assert page.too_small() == []
    if phase == "over":
        page.click("open:end.table")
    before = page.repaints()
    page.find(".board button.card").last.tap()
    page.answered(before)
    assert page.sideways() <= 0
    assert page.too_small() == []


@pytest.mark.parametrize(("phase", "theme"), in_turns(PHASES))
def test_axe_finds_nothing_serious(show_here, axe, theme, phase):
    page = show_here(PHASES[phase][0], theme=theme)
    steps(page, phase)
    page.resize(LAPTOP)
    if phase in DECIDED:
        assert page.lowest(".ask .buttons", ".lower .hand") <= LAPTOP["height"]
    page.keep(f"{phase}-{theme}")
    assert page.dark() == (theme == "dark")
    found = page.serious(axe)
    page.resize(NARROW)
    found += page.serious(axe)
    page.click("open:controls")
    found += page.serious(axe)
    page.click("open:controls")
    page.click("open:drawer")
    for tab in ("card", "history", "rules", "consumption"):
        page.click(f"tab:{tab}")
        found += page.serious(axe)
    assert found == []
    assert page.sideways() <= 0


def test_zoomed_to_200_percent_all_is_there_without_sideways_scrolling_and_on_a_tablet_answers_are_in_sight(show_here):
    page = show_here("police-station", viewport={"width": 640, "height": 450}, device_scale_factor=2)
    assert page.sideways() <= 0
    page.click("point:1")
    assert "3 wounds" in page.question()
    assert page.find(".ask h2").is_visible()
    assert page.sideways() <= 0
    page.resize(TABLET)
    page.find(".board .seat").last.evaluate("seat => seat.scrollIntoView({ block: 'end' })")
    page.click("deck:0")
    for part in (".ask", ".beside .answer"):
        box = page.find(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= TABLET["height"]


# how an element is painted, as far as marks differ; transparent colors show the background
PAINTED = """(each) => {
  const style = getComputedStyle(each);
  const paper = getComputedStyle(each.closest(".apz")).backgroundColor;
  const ground = /^rgba.* 0\\)$/.test(style.backgroundColor) ? paper : style.backgroundColor;
  return [ground, style.borderTopColor, style.borderTopWidth, style.boxShadow].join();
}"""
# the width that a list needs for its chosen option
NEEDS = """(list) => {
  const other = list.cloneNode(false);
  other.append(list.selectedOptions[0].cloneNode(true));
  other.style.width = "auto";
  list.after(other);
  const wide = other.offsetWidth;
  other.remove();
  return wide;
}"""

# the laptop's size is only in a full run
SIZES = pytest.mark.parametrize(
    "size", [pytest.param(NARROW, id="phone"), pytest.param(LAPTOP, id="laptop", marks=pytest.mark.slow)]
)


SETTLE = "each => each.getAnimations().forEach((way) => way instanceof CSSTransition && way.finish())"


def painted(page: Page, *selectors: str) -> list[str]:
    """Return how each element is painted, once all transitions are over."""
    found = [page.find(selector).first for selector in selectors]
    for each in found:
        each.evaluate(SETTLE)
    return [each.evaluate(PAINTED) for each in found]


def test_in_the_readers_own_colours_all_that_is_marked_is_told_apart(show_here):
    page = show_here("police-station-groups", forced_colors="active")
    page.click(page.find(".lit > .card").first)
    page.click(page.find("[data-do='open:drawer']").first)
    for here, other in (
        (".phase.now", ".phase:not(.now)"),
        ("[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"),
        (".chosen > .card", ".spot:not(.chosen) > .card"),
        (".ask .do", ".ask .ghost"),
        (".point.lit", ".lane"),
    ):
        mark, plain = painted(page, here, other)
        assert mark != plain, here


def test_in_the_readers_own_colours_lit_refused_and_focused_cards_are_told_apart(show_here):
    page = show_here("turn", forced_colors="active")
    page.click("move:[draw]")
    page.click(page.find(".decides .hand .card").first)
    marked = painted(page, ".lit > .card", ".refused > .card", ".decides .hand .spot:not(.refused) > .card")
    assert len(set(marked)) == 3
    page.key("Tab")
    assert page.page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"


def test_in_the_readers_own_colours_what_is_offered_to_eat_is_seen(show_here):
    page = show_here("starving", forced_colors="active")
    page.find(".meter i").first.evaluate("part => part.classList.add('full')")
    full, empty = painted(page, ".meter .full", ".meter i:not(.full, .half)")
    assert full != empty


# the texts on cards that are cut off, or smaller than 12 pixels
CUT = """() => [...document.querySelectorAll(".apz .card .seen *")].filter((each) => each.childNodes.length
  && [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE)).filter((each) => {
    const box = each.getBoundingClientRect();
    const card = each.closest(".card").getBoundingClientRect();
    return parseFloat(getComputedStyle(each).fontSize) < 12 || each.scrollWidth > each.clientWidth + 1
      || box.bottom > card.bottom + 1 || box.right > card.right + 1;
  }).map((each) => each.outerHTML)"""


@SIZES
def test_no_text_of_a_card_is_cut_off_or_too_small(show_here, size):
    for name in ("police-station", "turn"):
        page = show_here(name, viewport=size)
        assert page.find(".card .seen").count() > 5
        assert [each for each in page.page.evaluate(CUT) if "inline" not in each] == []


def test_a_card_is_shown_large_by_mouse_and_by_keys_with_all_it_says_and_where_that_is_from(show_here):
    page = show_here("turn")
    page.find(".hand .card").first.hover()
    large = page.find(".apz-zoom")
    large.wait_for()
    assert "\nhouse (ours): " in large.inner_text()
    page.page.mouse.move(2, 2)
    large.wait_for(state="detached")
    page.tab_to("card:")
    large.wait_for()
    about = page.page.evaluate("document.activeElement.getAttribute('aria-description')")
    assert (about or "house (ours)") in large.inner_text()
    page.key("Escape")
    large.wait_for(state="detached")


def test_on_a_phone_the_way_on_from_a_long_step_is_in_sight(show_here):
    short = {**NARROW, "height": 320}
    page = show_here("lesson-zombies", viewport=short, has_touch=True)
    page.click(page.find('[data-do^="learn:open:"][data-do$=":1"]'))
    for _ in range(3):
        page.click(page.find('[data-do^="learn:play:"]'))
    assert page.find(".desk").bounding_box()["height"] > short["height"]
    assert page.lowest('[data-do^="learn:play:"]') <= short["height"]


def test_on_a_phone_the_coachs_question_and_its_field_are_in_view_however_long_the_text(show_here):
    page = show_here("lesson-table", viewport=NARROW, has_touch=True).page
    question = page.get_by_role("heading", name=re.compile("How much must Ben consume"))
    field = page.get_by_role("textbox", name=told("en", "asking.number"))
    for each in (question, field, page.get_by_role("button", name=re.compile("^Roadside Diner"))):
        expect(each).to_be_in_viewport(ratio=1)
    above, below = question.bounding_box(), field.bounding_box()
    assert above["y"] + above["height"] <= below["y"]


def test_on_a_phone_a_practice_question_has_its_answers_its_table_and_its_buttons_in_view(show_here):
    page = show_here("practice", viewport=NARROW, has_touch=True).page
    for _ in range(4):
        heading = page.locator(".task h3")
        expect(heading).to_be_in_viewport(ratio=1)
        for each in page.get_by_role("group", name=told("en", "asking.options")).get_by_role("button").all():
            expect(each).to_be_in_viewport(ratio=1)
        for word in ("lesson.show", "practice.pass"):
            expect(page.get_by_role("button", name=told("en", word))).to_be_in_viewport(ratio=1)
        expect(page.locator(".board .seat.lower, .board .lane").first).to_be_in_viewport(ratio=0.5)
        asked = heading.element_handle()
        page.get_by_role("button", name=told("en", "practice.pass")).click()
        asked.wait_for_element_state("hidden")


def test_on_a_phone_whoever_can_be_sent_is_in_view_with_the_place_to_send_them(show_here):
    page = show_here("police-station-groups", viewport=NARROW, has_touch=True).page
    expect(page.locator(".raiders .card, .lane .card").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".lane .free").first).to_be_in_viewport(ratio=1)


WIDER = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"


@SIZES
def test_in_the_editor_faults_and_long_names_stay_in_their_boxes(show_here, size):
    page = show_here("overfull", viewport=size)
    notes = page.find(".beside-it li")
    assert notes.count() > 0
    assert notes.evaluate_all(WIDER) == []
    assert page.find(":is(.ed-zone, .side .pane)").evaluate_all(WIDER) == []
    assert page.sideways() <= 0


@SIZES
def test_in_the_editor_no_place_for_a_card_is_cut_off(show_here, size):
    page = show_here("editor-alone", viewport=size)
    page.page.get_by_role("searchbox", name="Find a card").fill("lord brawn")
    page.press("Enter")
    page.page.get_by_role("heading", name="Lord Brawn: choose where it goes").wait_for()
    places = page.page.get_by_role("combobox", name="Place")
    if size == NARROW:  # there, each place has its own button
        buttons = page.page.get_by_role("button", name="Lord Brawn: put here")
        assert buttons.count() > 8
        assert buttons.evaluate_all("all => all.every((each) => each.scrollWidth <= each.clientWidth)")
    else:
        places.evaluate("list => { list.value = 'raiders.1'; }")
        assert places.evaluate(NEEDS) <= places.evaluate("list => list.offsetWidth")
