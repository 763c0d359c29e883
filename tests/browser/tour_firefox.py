"""One tour in Firefox, of the site and of the served edition: the home page's puzzle, a lesson, a game, the lab."""

import pytest
from playwright.sync_api import expect

from tests.browser.learner import Learner
from tests.browser.test_lab_page import DOORS, pane, text
from tests.browser.test_newcomer import answer
from tests.browser.test_site import STEP, right_number
from tests.chromium import firefox_browser
from tests.site.building import filed
from tests.texts import says

LONG = 60_000  # milliseconds, for a busy machine


@pytest.fixture(scope="session")
def chromium():
    """Yield Firefox in place of Chromium, for all tests in this module."""
    with firefox_browser() as started:
        yield started


def tour(someone: Learner, home: str) -> None:
    """See the puzzle, a lesson, a game and the lab, one after the other."""
    browser = someone.browser
    for name, point in (("Patsy McNally", 2), ("Police Officer", 1)):
        card = browser.locator(".app-puzzle .zone").get_by_role("button", name=name)
        card.drag_to(browser.locator(f'.app-puzzle [data-drop="point:{point}"]'))
        someone.see(f'.app-puzzle [data-drop="point:{point}"] .in .card', name)
    someone.do("solve")
    assert says("en", "puzzle.right") in someone.see(".app-puzzle .verdict")
    look(someone, "home")
    someone.open(home)
    someone.do("lesson", "table")
    answer(someone, str(int(right_number()) + 1))
    someone.see(".verdict.wrong")
    look(someone, "lesson")
    answer(someone, right_number())
    someone.see(".verdict.right")
    someone.do("next")
    assert someone.see(STEP, "2") == "2"
    browser.reload()
    someone.there()
    assert someone.see(STEP, "2") == "2"
    someone.do("go", "setup")
    someone.press('form[data-do^="learn:begin:"] button')
    someone.see(".ask h2")
    look(someone, "game")
    for gesture in ("[done]", "[eat]"):
        someone.press(f'.ask .buttons [data-do="move:{gesture}"]')
    someone.press('.rail [data-do="open:drawer"]')
    someone.see(".explain")
    someone.open(f"{home}?lab={DOORS}&lang=en")
    solve = pane(someone, "solve")
    solve.get_by_role("button", name=text("do-solve"), exact=True).click()
    expect(solve.get_by_text(text("proven"), exact=True)).to_be_visible(timeout=LONG)
    look(someone, "lab")
    first, second = (browser.locator(".gallery .card").nth(number).bounding_box() for number in (0, 1))
    assert first
    assert second
    assert first["y"] == second["y"]  # two in a row, although a scroll bar takes up room here


def look(someone: Learner, name: str) -> None:
    """Save the screen, and check that nothing on it is cut off."""
    edition = "site" if someone.on_site() else "served"
    someone.page.photograph(f"firefox-{edition}-{name}")
    assert someone.page.sideways() <= 0


def test_a_tour_of_the_served_edition(learner, tutor):
    tour(learner("?lang=en"), f"{tutor.url}/")


@pytest.fixture
def files(site, tmp_path):
    """Serve the site with Python's own web server, and yield the server."""
    with filed(site, tmp_path / "files") as server:
        yield server


@pytest.fixture
def pages(files, pages):
    """Return the `pages` fixture, which depends on `files` here so that pages are left before their server stops."""
    return pages


def test_a_tour_of_the_site(pages, files):
    someone = Learner(pages())
    someone.open(f"{files.url}/")
    tour(someone, f"{files.url}/")
