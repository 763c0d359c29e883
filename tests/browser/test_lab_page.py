"""The lab's page in Chromium: building a position, solving it, comparing branches, simulating and sharing."""

import re

import pytest
from playwright.sync_api import Locator, expect

from apz import games
from apz.apocalypze.positions import named_position
from apz.core.sharing import position_link
from tests.browser.learner import Learner
from tests.texts import ui

pytestmark = pytest.mark.xdist_group("browser")  # one worker, so that each server starts once

DOORS = position_link(games.game("apocalypze"), named_position("church-doors"))


def pane(somebody: Learner, name: str) -> Locator:
    """Return one of the lab's panes by its heading."""
    return somebody.browser.get_by_role("region", name=ui("en", f"lab.{name}"), exact=True)


def text(key: str, **values) -> str:
    return ui("en", f"lab.{key}", **values)


def test_somebody_solves_compares_simulates_and_shares_by_mouse(learner, axe):
    somebody = learner(f"?lab={DOORS}&lang=en")
    page = somebody.browser
    # build: a third Cult Fanatic at the second access point makes it harder
    page.get_by_role("searchbox", name=ui("en", "editor.search")).fill("cult fanatic")
    card = page.get_by_role("region", name=ui("en", "editor.gallery")).get_by_role(
        "button", name=re.compile("Cult Fanatic")
    )
    expect(card.first).to_be_visible()
    card.first.click()
    page.get_by_role("button", name=re.compile("Cult Fanatic.*put here.*raiders.*access point 2")).first.click()
    expect(page.get_by_role("button", name=ui("en", "history.undo"), exact=True)).to_be_enabled()  # it's there
    expect(page.get_by_role("heading", name=ui("en", "editor.count", count=0))).to_be_visible()
    # solve
    solve = pane(somebody, "solve")
    solve.get_by_role("button", name=text("do-solve"), exact=True).click()
    expect(solve.get_by_text(text("proven"), exact=True)).to_be_visible()
    solve.get_by_role("button", name=text("keep"), exact=True).click()
    solve.get_by_role("button", name=re.compile("other answer")).click()
    solve.get_by_role("button", name=f"{text('keep')}: {text('answer', number=2)}").click()
    # compare
    branches = pane(somebody, "what-if")
    table = branches.get_by_role("table", name=text("comparison", first=text("best"), second=text("answer", number=2)))
    expect(table.get_by_role("rowheader").first).to_be_visible()
    # simulate
    many = pane(somebody, "simulate")
    many.get_by_role("button", name=re.compile("games from this position")).click()
    many.get_by_role("combobox", name=text("games")).select_option("10000")
    many.get_by_role("button", name=text("do-simulate"), exact=True).click()
    expect(many.get_by_role("progressbar")).to_be_visible()
    expect(many.get_by_role("table", name=text("sums"))).to_be_visible()
    many.get_by_role("button", name=text("stop")).click()
    expect(many.get_by_text(text("stopped"))).to_be_visible()
    expect(many.get_by_role("table", name=text("sums"))).to_be_visible()  # the results so far stay
    assert somebody.page.serious(axe) == []
    somebody.page.photograph("lab-page")
    # share
    branches.get_by_role("button", name=text("share")).click()
    link = branches.get_by_role("textbox", name=text("link")).input_value()
    other = learner(link[link.index("?") :])
    shared = pane(other, "what-if").get_by_role("list", name=text("branches"))
    expect(shared.get_by_role("button", name=re.compile(text("answer", number=2)))).to_be_visible()


IN_FORM = "document.activeElement.closest('form')?.dataset.do === 'branch'"


def test_somebody_solves_and_keeps_a_line_of_their_own_by_keyboard(learner):
    somebody = learner(f"?lab={DOORS}&lang=en")
    page, keys = somebody.page, somebody.browser.keyboard
    page.tab_to("solve", 200)
    page.key("Enter")
    expect(pane(somebody, "solve").get_by_text(text("proven"), exact=True)).to_be_visible()
    page.tab_to("keep:0", 200)
    page.key("Enter")
    branches = pane(somebody, "what-if").get_by_role("list", name=text("branches"))
    expect(branches.get_by_role("button", name=re.compile(text("best")))).to_be_visible()
    page.tab_to("answer:0", 200)
    page.key("Enter")  # on the table; its history leads back
    somebody.browser.locator('.apz [data-do="open:drawer"]').first.wait_for()
    page.tab_to("open:drawer", 200)
    page.key("Enter")
    expect(somebody.browser.get_by_role("textbox", name=text("keep-line"))).to_be_visible()
    while not somebody.browser.evaluate(IN_FORM):
        page.key("Tab")
    keys.type("My own")
    page.key("Enter")
    expect(branches.get_by_role("button", name=re.compile("My own"))).to_be_visible()
    expect(pane(somebody, "what-if").get_by_role("table")).to_be_visible()
    page.tab_to("simulate", 200)
    page.key("Enter")
    expect(pane(somebody, "simulate").get_by_role("table", name=text("sums"))).to_be_visible(timeout=60_000)
