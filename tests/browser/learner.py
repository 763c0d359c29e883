"""A learner using the app in a browser: opens addresses, presses buttons, reads, and may lose the kernel."""

import psutil

from tests.browser.desk import Page

NARROW = {"width": 390, "height": 844}
KERNEL = """(document.body.dataset.kernel
  || JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}").kernelId)"""
KEPT = """async (text) => {
  const there = () => Object.keys(localStorage).some((key) => localStorage[key].includes(text));
  while (!there()) await new Promise(requestAnimationFrame);
}"""
DIED = "error: a kernel died"  # the line in the server's log
# console messages of the browser and of Jupyter's own scripts when a connection is gone
LOST = ("Connection lost", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket", "Cannot send",
        "Failed to load resource", "Failed to fetch", "ERR_CONNECTION_RESET", "NetworkError", "Canceled")  # fmt: skip


class Learner:
    """A learner using the app in a browser."""

    def __init__(self, page: Page) -> None:
        self.page, self.browser = page, page.page
        self.killed = 0  # how many of their kernels were killed

    def open(self, url: str) -> None:
        """Go to an address and wait until the app has read the browser's storage."""
        self.browser.goto(url)
        self.there()

    def there(self) -> None:
        """Wait until the app is shown and the page's address names its language."""
        self.browser.wait_for_selector(".apz > main")
        self.browser.wait_for_url(lambda url: "lang=" in url)

    def press(self, what: str) -> None:
        """Click an element, or tap it on a touch screen."""
        found = self.browser.locator(what).first
        found.tap() if self.browser.evaluate("navigator.maxTouchPoints") else found.click()

    def do(self, verb: str, rest: str = "") -> None:
        """Press the element that sends one of a page's own gestures."""
        self.press(f'.apz [data-do^="learn:{verb}:"][data-do$=":{rest}"]')

    def see(self, selector: str, text: str = "") -> str:
        """Wait until an element is there, and return its text."""
        found = self.browser.locator(selector, has_text=text).first
        found.wait_for()
        return found.inner_text()

    def on_site(self) -> bool:
        """Return True if this page belongs to the site, which runs its own Python."""
        found: bool = self.browser.evaluate("document.body?.dataset.voila === 'site'")
        return found

    def kernel(self) -> str:
        """Return the id of the kernel behind this page, or of its worker on the site."""
        found: str = self.browser.evaluate(KERNEL)
        return found

    def anew(self, old: str) -> None:
        """Wait for the app to come back with a kernel other than `old`."""
        another = f"old => {{ try {{ return {KERNEL} && {KERNEL} !== old; }} catch {{ return false; }} }}"
        self.browser.wait_for_function(another, arg=old)
        self.there()

    def kill(self) -> None:
        """Kill the kernel that serves this page; on the site, its worker."""
        if self.on_site():
            app, *_ = self.browser.workers  # the others do long work
            app.evaluate("() => { setTimeout(close); }")
            self.killed += 1
            return
        mine = self.kernel()
        (process,) = [
            each
            for each in psutil.process_iter(["cmdline"])
            if any(mine in part for part in each.info["cmdline"] or ())
        ]
        process.kill()
        self.killed += 1

    def kept(self, text: str) -> None:
        """Wait until the browser has saved an entry that contains this text."""
        self.browser.evaluate(KEPT, text)

    def forgive(self) -> None:
        """Remove lost connections from the recorded errors, because they aren't faults of the page."""
        self.page.errors = [each for each in self.page.errors if not any(sign in each for sign in LOST)]
