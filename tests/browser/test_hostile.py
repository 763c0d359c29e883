"""Hostile text in names, cards, files, commands and links: it's shown as text, and runs nothing."""

from urllib.parse import quote

import pytest

from tests.browser.desk import Page
from tests.browser.notebooks import ATTACK, NASTY

ADDRESSES = (
    f"?theme={quote(NASTY[0])}",
    f"?template={quote(NASTY[0])}",
    f"?position={quote(NASTY[0])}&language={quote(NASTY[0])}#{quote(NASTY[0])}",
    f"?position={quote(NASTY[1])}&theme=dark{quote(NASTY[1][:40])}#{quote(NASTY[1])}",
)
MARK = "\u202e"  # reverses the direction of the text after it


def harmless(page: Page, at_most: int = 12_000) -> None:
    """Check that no hostile text ran or became an element, and that the page kept its shape."""
    assert page.page.evaluate("window.hacked") is None
    assert page.find(":is(img, script, iframe, [onerror], [onload], [onmouseover])").count() == 0
    assert len(page.text("main")) < at_most
    assert page.sideways() <= 0
    size = page.page.viewport_size
    page.resize({"width": 390, "height": 800})
    assert page.sideways() <= 0
    page.resize(size or {"width": 1280, "height": 900})


def test_the_attack_would_be_seen(show_here):
    page = show_here("turn")
    page.page.evaluate(
        "html => { document.querySelector('.apz').innerHTML = html; }", NASTY[0].replace("=x", "=data:,")
    )
    page.page.wait_for_function(ATTACK.replace("=", " === "))


def test_hostile_names_are_text(show):
    page = show("hostile")
    for gesture in (
        "move:[draw]",
        "move:[occupy, 0]",
        "open:drawer",
        "tab:history",
        "tab:rules",
        "tab:consumption",
        "open:controls",
    ):
        page.click(gesture)
    page.click(page.find(".lower .hand button.card").first)
    page.page.locator(".apz .who").first.hover()
    assert "<img src=x" in page.text(".board")
    assert "\\u202eeman" in page.text(".board")
    assert MARK not in page.text("main")
    harmless(page)
    page.keep("hostile")


def test_hostile_cards_are_text(show):
    page = show("hostile-cards")
    page.click(page.card("Patsy McNally", ".lower .hand"))
    page.click("open:drawer")
    page.click("tab:card")
    assert NASTY[0] in page.text(".sheet")
    page.press("Escape")
    named = page.page.locator(".banner", has_text="<img src=x")
    page.click(page.find(".lower .hand button.card").filter(has=named).first)
    assert NASTY[0] in page.text(".sheet")
    page.find(".sheet summary").click()
    assert "onmouseover=" in page.text(".sheet")
    page.page.locator(".apz .sheet q").last.hover()
    harmless(page, 40_000)
    page.keep("hostile-cards")


def test_hostile_files_are_text(show):
    page = show("hostile-file")
    assert "<img src=x" in page.text(".table")
    page.click("open:advanced")
    assert "<img src=x" in page.page.locator(".apz .texts textarea").first.input_value()
    area = page.page.locator(".apz .texts textarea").first
    for text in (NASTY[0], NASTY[1], f"apz: position 1\nplayers: [{{stronghold: {NASTY[0]!r}}}]"):
        area.fill(text)
        before = page.repaints()
        area.evaluate("area => area.dispatchEvent(new Event('change', { bubbles: true }))")
        page.find(".texts form button").first.click()
        page.answered(before)
        assert page.find(".trouble").count() == 0
    harmless(page)
    page.keep("hostile-file")


# the look-ups are only in a full run
ASKED = [pytest.param(f"{word} {NASTY[0]}", marks=pytest.mark.slow) for word in ("rule", "card")]


@pytest.mark.parametrize("text", [*NASTY, f"why not {NASTY[0]}", *ASKED])
def test_hostile_commands_are_text(show_here, text):
    page = show_here("turn")
    page.click("open:drawer")
    page.find(".cmd").fill(text)
    page.find(".cmd").focus()
    page.press("Enter")
    assert page.find(".cmd").input_value() == ""
    harmless(page)


@pytest.mark.slow
@pytest.mark.parametrize("address", ADDRESSES, ids=range(len(ADDRESSES)))
def test_hostile_links_run_nothing(show, address):
    page = show("turn", address=address)
    page.click("move:[draw]")
    assert page.page.evaluate("document.querySelectorAll('body img, body [onerror], body [onload]').length") == 0
    harmless(page)
