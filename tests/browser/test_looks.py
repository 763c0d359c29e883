"""The tutor for every eye: narrow, zoomed, dark, by touch, and measured by axe-core."""

import pytest

from tests.browser.desk import Page, in_turns

# each phase, by the notebook that shows it and what is clicked first
PHASES = {
    "draw": ("turn", ()),
    "occupation": ("turn", ("move:[draw]", "move:[occupy, 0]")),
    "groups": ("police-station-groups", ()),
    "combat": ("police-station", ("open:sum.1.attack",)),
    "consumption": ("starving", ()),
    "over": ("over", ()),
}
DECIDED = ("draw", "occupation", "groups", "consumption")  # without anything unfolded, all is seen at once on a laptop
NARROW = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
TABLET = {"width": 768, "height": 600}


def steps(page: Page, phase: str) -> None:
    for gesture in PHASES[phase][1]:
        page.click(gesture)


@pytest.mark.slow
@pytest.mark.parametrize("phase", PHASES)
def test_on_a_phone_nothing_must_be_scrolled_sideways_and_fingers_find_their_targets(show, phase):
    page = show(PHASES[phase][0], viewport=NARROW, has_touch=True, is_mobile=True)
    assert page.sideways() <= 0
    steps(page, phase)
    assert page.sideways() <= 0
    assert page.too_small() == []
    before = page.repaints()
    page.find(".board button.card").last.tap()
    page.answered(before)
    assert page.sideways() <= 0
    assert page.too_small() == []


@pytest.mark.parametrize(("phase", "theme"), in_turns(PHASES))
def test_axe_finds_nothing_serious(show, axe, theme, phase):
    page = show(PHASES[phase][0], theme=theme)
    steps(page, phase)
    page.page.set_viewport_size(LAPTOP)
    if phase in DECIDED:
        assert page.lowest(".ask .buttons", ".lower .hand") <= LAPTOP["height"]
    page.keep(f"{phase}-{theme}")
    assert page.dark() == (theme == "dark")
    found = page.serious(axe)
    page.page.set_viewport_size(NARROW)
    found += page.serious(axe)
    page.click("open:controls")
    for tab in ("card", "history", "rules", "consumption"):
        page.click(f"tab:{tab}")
        found += page.serious(axe)
    assert found == []
    assert page.sideways() <= 0


def test_zoomed_to_200_percent_all_is_there_without_sideways_scrolling_and_on_a_tablet_answers_are_in_sight(show):
    page = show("police-station", viewport={"width": 640, "height": 450}, device_scale_factor=2)
    assert page.sideways() <= 0
    page.click("point:1")
    assert "3 wounds" in page.question()
    assert page.find(".ask h2").is_visible()
    assert page.sideways() <= 0
    page.page.set_viewport_size(TABLET)
    page.find(".board .seat").last.evaluate("seat => seat.scrollIntoView({ block: 'end' })")
    page.click("deck:0")
    for part in (".ask", ".beside .answer"):
        box = page.find(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= TABLET["height"]
