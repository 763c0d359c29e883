"""A learner in a real Chromium, next to others without a browser: clicks, and records how long each repaint took."""

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, TypeVar

from playwright.sync_api import Browser
from playwright.sync_api import Error as BrowserError

from tests.chromium import browser
from tests.serving.choosing import Choice, acts, onward, trouble
from tests.serving.learner import PATIENCE, Click

# returns each panel as a tree, read from the page
TREES = """() => {
  const said = (each) => [each.name, each.name === "disabled" || each.value];
  const tree = (element) => [
    element.localName,
    Object.assign(
      Object.fromEntries([...element.attributes].map(said)), element.matches("textarea") && { value: element.value },
    ),
    ...[...element.children].map(tree),
  ];
  const panels = [...document.querySelectorAll(".apz:not([inert])")];
  return panels.map((root) => root.firstElementChild && tree(root.firstElementChild));
}"""
FILES = "() => performance.getEntriesByType('resource').map((each) => each.name)"
NOTICE = ".app-notice:not([hidden]):not(.app-passing)"
# on a page at rest, measures the time from the click until its result is in the page and laid out
CLICK = """async ([panel, number, gesture, values, patience]) => {
  await Promise.allSettled(document.getAnimations().map((each) => each.finished));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const root = [...document.querySelectorAll(".apz:not([inert])")].at(panel);
  const element = root.querySelectorAll("[data-do]")[number];
  if (!element || element.dataset.do !== gesture) return -1;
  const fill = (field, value) => { if (field.type === "checkbox") field.checked = value; else field.value = value; };
  const seen = new Promise((done) => {
    const end = (found) => { watch.disconnect(); done(found); };
    const watch = new MutationObserver(() => { document.body.getBoundingClientRect(); end(true); });
    const what = { subtree: true, childList: true, characterData: true, attributeFilter: ["class", "data-do"] };
    watch.observe(document.getElementById("rendered_cells"), what);
    setTimeout(end, patience * 1000, false);
  });
  element.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  if (element.matches("form")) {
    for (const field of element.elements) if (field.name in values) fill(field, values[field.name]);
  } else if (values) {
    fill(element, values.value);
  }
  const begin = performance.now();
  if (element.matches("form")) element.requestSubmit();
  else if (values) element.dispatchEvent(new Event("change", { bubbles: true }));
  else element.click();
  return await seen ? performance.now() - begin : null;
}"""
T = TypeVar("T")


class Reader:
    """A learner in a real Chromium; everything they do happens in one thread."""

    def __init__(self, started: Browser, url: str, address: str, seed: int) -> None:
        self.url, self.address, self.chance = url, address, random.Random(seed)
        self.clicks: list[Click] = []
        self.errors: list[str] = []
        self.arrived = 0.0
        self.context = started.new_context(viewport={"width": 1280, "height": 900})
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(f"in the page: {error}"))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    def come(self) -> list[str]:
        """Open the app and wait until it has read the browser's storage; return the `/voila/` files it loaded."""
        begin = time.perf_counter()
        self.page.goto(f"{self.url}/{self.address}")
        self.page.wait_for_selector(".apz > main")
        self.page.wait_for_function("location.search.includes('lang=')")
        self.arrived = time.perf_counter() - begin
        names = [str(each).removeprefix(self.url) for each in self.page.evaluate(FILES)]
        return [name for name in names if name.startswith("/voila/")]

    def click(self, choose: Choice, panel: int = -1, patience: float = PATIENCE) -> None:
        """Make one gesture, and record how long it took until the page was redrawn."""
        trees = self.page.evaluate(TREES)
        self.errors += filter(None, map(trouble, trees))
        act = choose(acts(trees[panel], self.chance), self.chance)
        if act is None:
            return
        took = self.page.evaluate(CLICK, [panel, act.number, act.do, act.values, patience])
        if took is None and choose is onward:
            self.errors.append(f"nothing came of {act.do} in Chromium")
        elif took is not None and took >= 0:
            self.clicks.append(Click(time.perf_counter(), took))
        if self.page.locator(NOTICE).count():
            self.errors.append(f"the page says: {self.page.locator(NOTICE).inner_text()}")

    def keep_clicking(self, choose: Choice, seconds: float, bar: float = 0.0, patience: float = PATIENCE) -> None:
        """Click once per second for this long."""
        end = due = time.monotonic()
        while due < end + seconds:
            try:
                self.click(choose, 0 if self.chance.random() < bar else -1, patience)
            except BrowserError as error:
                self.errors.append(f"in Chromium: {error.message[:500]}")
            due = max(due + 1.0, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))

    def leave(self) -> None:
        """Leave the page, which tells the server."""
        self.page.goto("about:blank")
        self.context.close()


class Hands:
    """Chromium, and the one thread that talks to it while the other learners click."""

    def __init__(self) -> None:
        self.thread, self.open = ThreadPoolExecutor(1), ExitStack()

    async def do(self, act: Callable[..., T], *given: Any) -> T:
        """Run a function in Chromium's thread, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, act, *given)

    async def start(self) -> Browser:
        """Start Chromium, and return it."""
        return await self.do(lambda: self.open.enter_context(browser()))

    async def stop(self) -> None:
        """Close Chromium."""
        await self.do(self.open.close)
        self.thread.shutdown()
