"""The tutor in Chromium through JupyterLab: it works there too, and its keys don't interfere with the notebook's."""

import pytest

from tests import servers
from tests.browser.desk import Page
from tests.browser.notebooks import NOTEBOOKS

CELL = ".jp-Notebook .jp-Cell .cm-content"
# Until JupyterLab has a kernel, running a cell does nothing. The kernel's name and its idle mark appear long before
# that; only the line at the bottom is right.
IDLE = "Python 3 (ipykernel) | Idle"


@pytest.fixture
def notebook(pages, lab, folder, request):
    """Open a notebook for this test in JupyterLab, run its cell, and return the page."""
    path = servers.write_notebook(folder / f"{request.node.name}.ipynb", NOTEBOOKS["turn"])
    page = pages()
    page.page.goto(f"{lab.url}/lab/tree/{path.name}?reset&token={lab.token}")
    run(page)
    page.ready()
    return page


def run(page: Page) -> None:
    """Run the first cell once the kernel is idle."""
    page.page.locator("#jp-main-statusbar").get_by_text(IDLE, exact=True).wait_for()
    page.page.locator(CELL).first.click()
    page.page.keyboard.press("Control+Enter")


def mode(page: Page) -> str:
    """Return the notebook's mode."""
    classes: str = page.page.locator(".jp-Notebook").first.get_attribute("class") or ""
    return " ".join(sorted(name for name in classes.split() if name.endswith("Mode")))


def cells(page: Page) -> list[str]:
    """Return the texts of the notebook's cells."""
    return page.page.locator(CELL).all_inner_texts()


def into_occupation(page: Page) -> None:
    page.click("move:[draw]")
    page.click("move:[occupy, 0]")


def test_a_card_is_played_in_jupyterlab(notebook):
    page = notebook
    into_occupation(page)
    card = page.find(".lower .hand .lit > .card").first
    gesture = card.get_attribute("data-do")
    page.click(card)
    assert page.find(f'.field .survivors [data-do="{gesture}"]').count() == 1
    page.photograph("lab-light")


def test_the_keys_of_the_panel_and_of_the_notebook_do_not_fight(notebook):
    page = notebook
    into_occupation(page)
    before = cells(page)
    hand = page.find(".lower .hand button.card")
    hand.first.focus()
    assert mode(page) == "jp-mod-commandMode"
    page.key("ArrowRight")
    assert page.focused() == hand.nth(1).get_attribute("data-do")
    page.key("ArrowLeft", "a", "b", "d", "d", "x", "m", "z")
    assert page.focused() == hand.first.get_attribute("data-do")
    page.press("Enter")
    assert mode(page) == "jp-mod-commandMode"
    page.key("Escape")
    assert mode(page) == "jp-mod-commandMode"
    page.click("open:drawer")
    page.find(".cmd").fill("why not dd")
    page.press("Enter")
    page.key("d", "d", "Escape", "Escape")
    assert page.find(".cmd").input_value() == "dd"
    assert page.page.evaluate("document.activeElement.classList.contains('cmd')")
    assert mode(page) == "jp-mod-commandMode"
    assert cells(page) == before


def test_a_cell_that_is_run_twice_shows_a_tutor_that_works(notebook):
    page = notebook
    into_occupation(page)
    page.page.evaluate("document.querySelector('.apz').id = 'first-run'")
    run(page)
    page.page.wait_for_selector(".apz:not(#first-run) > main")
    page.page.locator("#first-run").wait_for(state="detached")
    page.ready()
    into_occupation(page)
    assert page.text(".phase.now").strip() == "Occupation"
    assert page.page.locator(".apz:not([inert])").count() == 1


def test_the_theme_of_jupyterlab_is_followed_at_once(notebook, axe):
    page = notebook
    assert not page.dark()
    choose_theme(page, "JupyterLab Dark")
    page.page.locator(".apz[data-theme='dark']").wait_for()
    assert page.dark()
    assert page.serious(axe) == []
    into_occupation(page)
    assert page.dark()
    page.photograph("lab-dark")
    choose_theme(page, "JupyterLab Light")
    page.page.locator(".apz[data-theme='light']").wait_for()
    assert not page.dark()


def choose_theme(page: Page, name: str) -> None:
    """Choose a theme in JupyterLab's menu."""
    page.page.locator(".lm-MenuBar-item", has_text="Settings").click()
    page.page.locator(".lm-Menu-item", has_text="Theme").first.hover()
    page.page.locator(".lm-Menu-item").get_by_text(name, exact=True).click()


def test_the_names_of_access_points_stand_in_the_middle_of_their_lanes_in_jupyterlab(pages, lab, folder):
    path = servers.write_notebook(folder / "lanes-in-lab.ipynb", NOTEBOOKS["police-station"])
    page = pages()
    page.page.goto(f"{lab.url}/lab/tree/{path.name}?reset&token={lab.token}")
    run(page)
    page.ready()
    off = page.page.evaluate("""() => [...document.querySelectorAll(".apz .lane")].map((lane) => {
      const heading = lane.querySelector("h4");
      const text = document.createRange();
      text.selectNodeContents(heading);
      const middle = (box) => box.left + box.width / 2;
      return Math.abs(middle(text.getBoundingClientRect()) - middle(lane.getBoundingClientRect()));
    })""")
    assert len(off) == 4
    assert max(off) <= 3
