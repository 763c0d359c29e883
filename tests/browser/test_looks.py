"""The tutor for every eye: narrow, zoomed, dark, by touch, and measured by axe-core."""

import pytest

from tests.browser.desk import Page

pytestmark = pytest.mark.xdist_group("browser")  # one worker, so that each server starts once

# each phase, by the notebook that shows it and what is clicked first
PHASES = {
    "occupation": ("turn", ("move:[draw]", "move:[occupy, 0]")),
    "groups": ("police-station-groups", ()),
    "combat": ("police-station", ("open:sum.1.attack",)),
    "consumption": ("starving", ()),
}
LESS = """() => [...document.querySelectorAll(".apz button, .apz select, .apz input")].filter((each) => {
  const box = each.getBoundingClientRect();
  return each.offsetParent && (box.height < 24 || box.width < 24) && !each.closest("p");
}).map((each) => each.outerHTML.slice(0, 120))"""


def steps(page: Page, phase: str) -> None:
    for gesture in PHASES[phase][1]:
        page.click(gesture)


@pytest.mark.parametrize("phase", PHASES)
def test_on_a_phone_nothing_must_be_scrolled_sideways_and_fingers_find_their_targets(show, axe, phase):
    page = show(PHASES[phase][0], viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    assert page.sideways() <= 0
    steps(page, phase)
    assert page.sideways() <= 0
    assert page.page.evaluate(LESS) == []
    assert page.serious(axe) == []
    before = page.repaints()
    page.find(".board button.card").last.tap()
    page.answered(before)
    assert page.sideways() <= 0
    page.keep(f"phase-{phase}")


@pytest.mark.parametrize(("theme", "phase"), [("light", "occupation"), ("dark", "occupation"), ("dark", "combat")])
def test_axe_finds_nothing_serious(show, axe, theme, phase):
    page = show(PHASES[phase][0], theme=theme)
    steps(page, phase)
    page.click("open:controls")
    found = page.serious(axe)
    for tab in ("card", "history", "rules", "consumption"):
        page.click(f"tab:{tab}")
        found += page.serious(axe)
    assert found == []
    assert dark(page) == (theme == "dark")
    page.keep(f"{theme}-{phase}")


def dark(page: Page) -> bool:
    """Whether the tutor is dark: its background darker than its letters."""
    ink, paper = page.page.evaluate(
        """() => {
          const light = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
          const style = getComputedStyle(document.querySelector(".apz .ask"));
          return [light(style.color), light(style.backgroundColor)];
        }"""
    )
    return bool(paper < ink)


def test_zoomed_to_200_percent_all_is_there_without_sideways_scrolling(show):
    page = show("police-station", viewport={"width": 640, "height": 450}, device_scale_factor=2)
    assert page.sideways() <= 0
    page.click("point:1")
    assert "3 wounds" in page.question()
    assert page.find(".ask h2").is_visible()
    assert page.sideways() <= 0
