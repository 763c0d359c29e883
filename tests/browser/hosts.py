"""The steps to try wherever notebooks run: a lesson, with a wrong and a right answer, mouse, keyboard and undo."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Timeout

from apz.apocalypze.teaching import course
from tests.texts import told

ROOT = Path(__file__).parents[2]
TUTORIALS = ROOT / "tutorials" / "apocalypze"
LESSON = "02-combat.ipynb"
CELL = ".jp-Notebook .jp-CodeCell .cm-content"
RUNS = """() => document.querySelector(".apz > main")
  || document.querySelector(".jp-CodeCell .jp-InputPrompt")?.textContent.includes("[*]")"""
LONG = 120_000  # milliseconds, for a busy machine


def copied(name: str, folder: Path) -> Path:
    """Copy a tutorial unchanged into a folder outside the clone; return its path."""
    return Path(shutil.copyfile(TUTORIALS / name, folder / name))


def run_cell(page: Page) -> None:
    """Run the first code cell, trying again for as long as the page has no kernel."""
    while not page.evaluate(RUNS):
        page.locator(CELL).first.click(timeout=LONG)
        page.keyboard.press("Control+Enter")
        with suppress(Timeout):
            page.wait_for_function(RUNS, timeout=2_000)


def panel(page: Page) -> Locator:
    """Return the running panel; a panel's picture saved in a notebook has no `main`."""
    return page.locator(".apz:not([inert])").filter(has=page.locator("main"))


def take_up(page: Page) -> None:
    """Answer a lesson's first task wrong by mouse and right by keyboard; take a move back in the last required one."""
    shown = panel(page)
    number = shown.get_by_role("textbox", name=told("en", "asking.number"))
    number.click(timeout=LONG)
    number.fill("4")
    shown.get_by_role("button", name=told("en", "asking.answer"), exact=True).click()
    expect(shown.locator(".verdict.wrong")).to_be_visible(timeout=LONG)
    number.focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(shown.locator(".verdict.right")).to_be_visible(timeout=LONG)
    shown.locator(f'[data-do^="learn:open:"][data-do$=":{course.lesson("combat").index("finish")}"]').click()
    back = shown.get_by_role("button", name=told("en", "lesson.step-back"), exact=True)
    shown.locator('[data-do="point:2"]').first.click(timeout=LONG)
    expect(shown.get_by_role("button", name=told("en", "lesson.restart"), exact=True).first).to_be_visible(timeout=LONG)
    shown.locator('[data-do="point:1"]').first.click()
    back.click(timeout=LONG)
    expect(back).to_have_count(0, timeout=LONG)
    expect(shown.locator(".trouble")).to_have_count(0)
