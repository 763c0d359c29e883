"""The tutor in Chromium through JupyterLab: it plays there too, and its keys and those of the notebook keep apart."""

import pytest

from tests.browser.desk import ARTIFACTS

pytestmark = pytest.mark.xdist_group("browser")  # one worker, so that each server starts once


def test_a_card_is_played_in_jupyterlab_and_the_keys_do_not_fight(pages, lab):
    page = pages()
    page.page.goto(f"{lab.url}/lab/tree/turn.ipynb?token={lab.token}")
    page.page.locator(".jp-Notebook .jp-Cell .cm-content").first.click()
    page.page.locator(".jp-NotebookPanel-toolbar [data-jp-item-name='kernelName']").get_by_text("Python 3").wait_for()
    page.page.keyboard.press("Shift+Enter")
    page.ready()
    cells = page.page.locator(".jp-Notebook .jp-Cell").count()
    page.click("move:[draw]")
    page.click("move:[occupy, 0]")
    card = page.find(".lower .hand .lit > .card").first
    gesture = card.get_attribute("data-do")
    page.click(card)
    page.click(gesture)
    assert page.find(f'.lower .survivors [data-do="{gesture}"]').count() == 1
    hand = page.find(".lower .hand button.card")
    hand.first.focus()
    page.key("ArrowRight")
    assert page.focused() == hand.nth(1).get_attribute("data-do")
    page.key("ArrowLeft", "a", "b", "d", "d", "x", "m")
    assert page.focused() == hand.first.get_attribute("data-do")
    assert page.page.locator(".jp-Notebook .jp-Cell").count() == cells
    page.press("Enter")
    page.press("Escape")
    ARTIFACTS.mkdir(exist_ok=True)
    page.page.screenshot(path=ARTIFACTS / "lab.png")
