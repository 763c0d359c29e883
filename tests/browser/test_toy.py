"""The toy game in Chromium, by role and name: a second game needs nothing but its own folder."""

from typing import Literal

from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import expect

from apz.core.sharing import position_link
from tests.browser.desk import Page
from tests.texts import says, told
from tests.toy.game import GAME, Yard

PATIENCE = 60_000  # milliseconds: a page may have to wait for its kernel


def see(page: BrowserPage, text: str, role: Literal["main", "banner"] = "main") -> None:
    """Wait until the page itself shows a text, not just an announcement for screen readers."""
    expect(page.get_by_role(role).get_by_text(text).first).to_be_visible(timeout=PATIENCE)


def press(page: BrowserPage, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def test_the_toy_is_learned_looked_up_and_practiced(show):
    page = show("toy").page
    expect(page.get_by_role("heading", level=1)).to_contain_text("Learn Three Hens by playing it", timeout=PATIENCE)
    doors = page.get_by_role("navigation", name=says("en", "bar.nav")).get_by_role("button")
    expect(doors).to_have_text(["Learn", "Play", "Practice", "Look up"])
    press(page, "Begin: Leading hens")
    page.get_by_role("textbox", name="Your number").fill("2")
    press(page, told("en", "asking.answer"))
    see(page, "That is it.")
    page.reload()
    see(page, says("en", "bar.resumed"), "banner")
    press(page, "Look up")
    page.get_by_role("searchbox", name="Search the rules").fill("fox")
    page.get_by_role("button", name="The fox").first.click()
    see(page, "On a 1, the fox chases every hen on the path back to the field.")
    press(page, "Practice")
    see(page, "How many steps is that?")


def test_a_game_of_the_toy_is_won_by_clicks_on_its_areas_and_its_link_replays_it(show, pages):
    start = position_link(GAME, Yard((1, 1, 1), dice=(4,)))
    page = show("toy", address=f"?game=toy&position={start}").page
    yard = page.get_by_role("region", name="Yard")
    yard.get_by_role("button", name="field").click()
    see(page, "Roll first.")
    press(page, "roll")
    see(page, "Turn 1: lead a hen, 3 steps left.")
    for area, after in (("path", "barn: 2"), ("field", "path: 1")):
        yard.get_by_role("button", name=area).click()
        expect(yard.get_by_role("button", name=after)).to_be_visible(timeout=PATIENCE)
    yard.get_by_role("button", name="path").click()
    expect(page.get_by_role("region", name="How it ended")).to_be_visible(timeout=PATIENCE)
    press(page, "Share this game")
    link = page.get_by_role("textbox", name="Link that replays the game").input_value()
    assert "?game=toy&session=" in link
    other: Page = pages()
    other.open(link)
    expect(other.page.get_by_role("region", name="How it ended")).to_be_visible(timeout=PATIENCE)
    press(other.page, says("en", "end.same-start"))
    expect(other.page.get_by_role("region", name="Yard").get_by_role("button", name="barn: 1")).to_be_visible(
        timeout=PATIENCE
    )
