"""A tutor in a browser: clicks and keys that wait for their result, and methods that read the page."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Locator, ViewportSize
from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import TimeoutError as Timeout

HERE = Path(__file__).parent
ARTIFACTS = HERE / ".artifacts"
COUNT = """() => {
  window.repaints = 0;
  const drawn = document.querySelector(".apz");
  new MutationObserver(() => { window.repaints += 1; }).observe(drawn, { attributeFilter: ["data-n"] });
}"""
# Voila's own page requests an icon font from the network, and works without it
NOT_OURS = ("https://cdn.jsdelivr.net/npm/@fortawesome/fontawesome-free@",)
# the widgets' script looks for a widget for two seconds, but not a last time: one that comes just then isn't found
GIVEN_UP = ".jp-OutputArea-output:has-text('Error displaying widget: model not found')"
LESS = """() => [...document.querySelectorAll(".apz:not([inert]) :is(button, select, input)")].filter((each) => {
  const box = each.getBoundingClientRect();
  return each.offsetParent && (box.height < 24 || box.width < 24) && !each.closest("p");
}).map((each) => each.outerHTML.slice(0, 120))"""
COLOURS = """() => {
  const light = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
  const style = getComputedStyle(document.querySelector(".apz .ask"));
  return [light(style.color), light(style.backgroundColor)];
}"""


# in Voila and JupyterLab, an element around the tutor scrolls, not the page
AROUND = """(size) => {
  const found = [];
  for (let each = document.querySelector(".apz"); each; each = each.parentElement) {
    found.push(each[`scroll${size}`] - each[`client${size}`]);
  }
  return Math.max(...found);
}"""


# Jupyter lays out its page again some time after the window was resized
FITS = """() => {
  for (let each = document.querySelector(".apz").parentElement; each; each = each.parentElement) {
    const clips = getComputedStyle(each).overflow !== "visible";
    if (clips && (each.clientHeight > innerHeight || each.clientWidth > innerWidth)) return false;
  }
  return true;
}"""


THEMES = ("light", "dark")


def in_turns(cases: Iterable[str]) -> list[Any]:
    """Return each case in light and dark; one of the two is in every run, the other only in a full run."""
    found = []
    for number, case in enumerate(cases):
        for theme in THEMES:
            later = [pytest.mark.slow] if theme != THEMES[number % 2] else []
            found.append(pytest.param(case, theme, marks=later, id=f"{case}-{theme}"))
    return found


class Page:
    """A page with a tutor in it."""

    def __init__(self, page: BrowserPage) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(f"{error}\n{error.stack or ''}"))
        page.on("console", self.heard)

    def heard(self, message: ConsoleMessage) -> None:
        """Record a message from the browser's console if it's an error, except about fonts from a CDN."""
        where = message.location.get("url", "")
        if message.type == "error" and not where.startswith(NOT_OURS):
            self.errors.append(f"{message.text} ({where})")

    def open(self, url: str) -> None:
        """Open an address and wait for the tutor; reload a plain Voila page that gave up on it, as people do."""
        self.page.goto(url)
        given_up = self.page.locator(GIVEN_UP)
        self.page.locator(".apz > main").or_(given_up).first.wait_for(state="attached")
        if given_up.count():
            self.errors = [each for each in self.errors if "widget model not found" not in each]
            self.page.reload()
        self.ready()

    def ready(self) -> None:
        """Wait for the tutor, and count from now on how often it's drawn."""
        self.page.wait_for_selector(".apz > main")
        self.page.evaluate(COUNT)

    def resize(self, size: ViewportSize) -> None:
        """Resize the window, and wait until the page has that size."""
        self.page.set_viewport_size(size)
        self.page.wait_for_function(FITS)

    def leave(self) -> None:
        """Record any trouble that the page shows, then leave and close it, so that Voila ends the kernel."""
        if self.page.locator(".trouble").count():
            self.errors.append(self.page.input_value(".trouble textarea"))
        self.page.goto("about:blank")
        self.page.context.close()

    def find(self, selector: str) -> Locator:
        """Return a locator of the elements inside the tutor that match a selector."""
        return self.page.locator(f".apz:not([inert]) {selector}")

    def do(self, gesture: str) -> Locator:
        """Return the element that sends this gesture."""
        return self.find(f'[data-do="{gesture}"]').first

    def click(self, what: Locator | str) -> None:
        """Click, and wait until the tutor has responded."""
        before = self.repaints()
        (self.do(what) if isinstance(what, str) else what).click()
        self.answered(before)

    def press(self, key: str) -> None:
        """Press a key that the tutor handles, and wait for its response."""
        before = self.repaints()
        self.page.keyboard.press(key)
        self.answered(before)

    def key(self, *keys: str) -> None:
        """Press keys that only the page handles."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, gesture: str, most: int = 80) -> None:
        """Press Tab until an element whose gesture starts with `gesture` has the focus."""
        for _ in range(most):
            if self.focused().startswith(gesture):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never came to {gesture}; it ended at {self.focused()!r}")

    def focused(self) -> str:
        """Return the gesture of the focused element, or `""` if it has none."""
        found: str = self.page.evaluate("document.activeElement?.dataset?.do || ''")
        return found

    def repaints(self) -> int:
        """Return how often the tutor has been drawn since the count began."""
        count: int = self.page.evaluate("window.repaints")
        return count

    def answered(self, before: int) -> None:
        """Wait until the tutor has been drawn more than `before` times."""
        self.page.wait_for_function("before => window.repaints > before", arg=before)

    def question(self) -> str:
        """Return the prompt's question."""
        return self.find(".ask h2").first.inner_text()

    def text(self, selector: str) -> str:
        """Return the text of the first element in the tutor that matches a selector."""
        return self.find(selector).first.inner_text()

    def told(self) -> str:
        """Return the log of what just happened; if it's hidden, open the drawer for it and close it again."""
        drawer = self.find("[data-do='open:drawer'][aria-expanded]").first
        opened = drawer.get_attribute("aria-expanded") == "true" or self.find(".explain").count() > 0
        if not opened:
            self.click(drawer)
        found = self.text(".explain")
        if not opened:
            self.click(drawer)
        return found

    def said(self) -> str:
        """Return the last announcement."""
        return self.page.locator(".apz-live").first.inner_text()

    def number(self, point: int, name: str) -> int:
        """Return a total in combat, read from the page."""
        return int(self.do(f"open:sum.{point}.{name}").inner_text())

    def lane(self, point: int) -> Locator:
        """Return the element of an access point."""
        return self.find(".lane").nth(point - 1)

    def card(self, name: str, within: str = "") -> Locator:
        """Return the first card on the table (or `within` part of it) whose text contains `name`."""
        return self.find(f"{within} button.card").filter(has_text=name).first

    def lowest(self, *selectors: str) -> float:
        """Return the lowest edge of these elements, in pixels from the top of the screen."""
        boxes = [self.find(selector).first.bounding_box() for selector in selectors]
        return max(box["y"] + box["height"] for box in boxes if box)

    def sideways(self) -> int:
        """Return how many pixels the tutor or anything around it can scroll sideways, once everything has resized."""
        with suppress(Timeout):
            self.page.wait_for_function(f"() => ({AROUND})('Width') <= 0", timeout=5_000)
        wide: int = self.page.evaluate(AROUND, "Width")
        return wide

    def photograph(self, name: str) -> None:
        """Save a picture of the screen as it is."""
        ARTIFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=ARTIFACTS / f"{name}.png", animations="disabled")

    def keep(self, name: str) -> None:
        """Save pictures of a screen for people to look at, wide and narrow."""
        ARTIFACTS.mkdir(exist_ok=True)
        self.page.mouse.move(0, 0)
        size = self.page.viewport_size
        for width in (1280, 390):
            self.resize({"width": width, "height": 900})
            self.resize({"width": width, "height": 900 + self.page.evaluate(AROUND, "Height")})
            self.photograph(f"{name}-{width}")
        if size:
            self.resize(size)

    def dark(self) -> bool:
        """Return True if the tutor is dark: its background is darker than its letters."""
        ink, paper = self.page.evaluate(COLOURS)
        return bool(paper < ink)

    def too_small(self) -> list[str]:
        """Return the controls that are too small for a finger."""
        found: list[str] = self.page.evaluate(LESS)
        return found

    def serious(self, axe: str) -> list[Any]:
        """Return the serious and critical violations that axe-core finds in the tutor."""
        self.page.evaluate(axe)
        found = self.page.evaluate("axe.run('.apz', { resultTypes: ['violations'] })")["violations"]
        bad = [each for each in found if each["impact"] in ("serious", "critical")]
        return [(each["id"], each["help"], [node["html"][:200] for node in each["nodes"][:3]]) for each in bad]
