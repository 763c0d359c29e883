"""The fault run: kernels, servers and the network fail at random moments during a learner's lessons."""

import argparse
import json
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Error, Page

from tests.chromium import browser
from tests.serving.breaking import House, Wire
from tests.serving.twin import Click, Step, Twin, step

LIMIT = 240.0  # seconds after which a page that isn't back counts as lost
OFFERED = 20.0  # seconds before the learner presses the link on the opening page
BUTTON = 75.0  # seconds before the learner presses the notice's button: longer than the page waits before it reloads
SHORT = 3000  # milliseconds for a click: the page may be going away
REST, CLICK, START = "at rest", "in a click", "in the page's start"
LOOK = """() => {
  const newest = (start) => Object.keys(localStorage).filter((key) => key.startsWith(start))
    .map((key) => JSON.parse(localStorage[key])).sort((one, two) => two.when - one.when)[0]?.text || "";
  const seen = (selector) => Boolean(document.querySelector(selector)?.getClientRects().length);
  const config = document.getElementById("jupyter-config-data");
  let kernel = "";
  try { kernel = JSON.parse(config.textContent).kernelId; } catch { /* only a part of the page is there */ }
  const times = JSON.parse(sessionStorage["apz.reloads"] || "[]").filter((each) => Date.now() - each < 60000);
  return {
    kernel, desk: newest("apz.desk."), progress: newest("apz.progress."), reloads: times.length,
    text: document.querySelector(".apz > main.lesson")?.textContent || "",
    notice: seen(".app-notice:not([hidden]):not(.app-passing)"), offered: seen("#progress a"),
  };
}"""


class Lost(Exception):
    """The error when the page doesn't end up where it should."""


class Learner:
    """A learner in a browser, who checks their place in the lesson."""

    def __init__(self, page: Page, dice: random.Random) -> None:
        self.page, self.dice = page, dice

    def look(self) -> dict[str, Any]:
        """Return what the page shows and what the browser stores, or {} while one page replaces another."""
        try:
            found: dict[str, Any] = self.page.evaluate(LOOK)
        except Error:
            return {}
        return found

    def until(self, wanted: Callable[[dict[str, Any]], bool], why: str) -> dict[str, Any]:
        """Look at the page until a condition holds, and return what was seen; raise Lost if that takes too long."""
        end = time.monotonic() + LIMIT
        while not wanted(seen := self.look()):
            if time.monotonic() > end:
                raise Lost(f"{why}; {step(seen)}; {seen}")
            time.sleep(0.03)
        return seen

    def press(self, click: Click) -> None:
        """Press a button, or type into a field and send it."""
        place = self.page.locator(f'.apz [data-do="{click.do}"]').first
        if click.text:
            place.locator("input").fill(click.text, timeout=SHORT)
            place = place.locator("button")
        place.click(timeout=SHORT)

    def learn(self) -> None:
        """Make one click, and wait for its result."""
        seen = self.until(lambda found: step(found) is not None, "there is no lesson")
        twin = Twin(seen)
        click = twin.choose(self.dice)
        wanted = twin.do(click)
        self.press(click)
        self.until(lambda found: step(found) == wanted, f"{click} does not lead to {wanted}")


class Report(NamedTuple):
    """The result of one fault."""

    kind: str
    seconds: float  # from the end of the fault until a click was answered
    helped: str
    wrong: str


class Fault:
    """One fault at a moment in the lesson: what it breaks, and where the learner may be when it's over."""

    def __init__(self, kind: str, house: House, wire: Wire, learner: Learner) -> None:
        self.kind, self.house, self.wire, self.learner = kind, house, wire, learner
        self.dice = random.Random(learner.dice.random())
        self.moment = self.dice.choice([REST, CLICK, CLICK, START])
        seen = learner.until(lambda found: step(found) is not None, "there is no lesson")
        here = step(seen)
        assert here
        self.click = Click("")
        self.allowed, self.kernel, self.delay = [here], str(seen["kernel"]), 0.0
        self.over = 0.0  # when nothing was broken anymore
        self.about = ""
        self.told = False  # whether the page said that something was wrong
        self.helped: list[str] = []
        if self.moment == CLICK:
            twin = Twin(seen)
            self.click, self.delay = twin.choose(self.dice), self.dice.uniform(0, 0.15)
            self.allowed.append(twin.do(self.click))
        elif self.moment == START:
            learner.until(lambda _: len(house.kernels()) > 1, "no kernel waits")
            self.kernel = next(each for each in house.kernels() if each != self.kernel)
            self.delay = self.dice.uniform(0, 3)
        self.gone = {"kernel": {self.kernel}, "server": set(house.kernels()), "cut": set()}[kind]

    def happen(self) -> Step:
        """Let the fault happen; return the learner's step once they're back at an allowed one."""
        harm = threading.Timer(self.delay, self.strike)
        harm.start()
        with suppress(Error):
            if self.moment == CLICK:
                self.learner.press(self.click)
            elif self.moment == START:
                self.learner.page.evaluate("location.reload()")
        try:
            return self.back()
        finally:
            harm.join()

    def strike(self) -> None:
        """Cause the fault, and repair the damage that the learner can't repair."""
        if self.kind == "kernel":
            self.house.kernels()[self.kernel].kill()
        elif self.kind == "server":
            how = self.dice.choice([signal.SIGKILL, signal.SIGTERM])
            self.about = f" ({how.name})"
            self.house.restart(how, self.dice.uniform(1, 5))
        else:
            seconds = self.dice.uniform(1, 20)
            self.about = f" ({seconds:.0f} s)"
            self.wire.cut()
            time.sleep(seconds)
            self.wire.mend()
        self.over = time.monotonic()

    def back(self) -> Step:
        """Wait until the learner is back at an allowed step, and return it; raise Lost if that takes too long."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            seen = self.learner.look()
            self.told = self.told or bool(seen.get("notice"))
            here = step(seen) if self.over else None
            if here in self.allowed and not seen["notice"] and seen["kernel"] not in self.gone:
                assert here
                return here
            if self.over:
                self.help(seen, time.monotonic() - self.over)
            time.sleep(0.03)
        raise Lost(f"at {step(seen)}; {self.learner.page.url} {seen}")

    def help(self, seen: dict[str, Any], waited: float) -> None:
        """Do what a learner would do: press the button the page offers, or reload if there's no page."""
        page = self.learner.page
        with suppress(Error):
            if page.url.startswith("chrome-error:") and waited > OFFERED * len(self.helped):
                self.helped.append("the browser's reload")
                page.reload()
            elif seen.get("offered") and waited > OFFERED * (len(self.helped) + 1):
                self.helped.append("the link of the opening page")
                page.click("#progress a", timeout=SHORT)
            elif seen.get("notice") and waited > BUTTON * (len(self.helped) + 1):
                self.helped.append("the button of the notice")
                page.click(".app-notice button", timeout=SHORT)

    def judged(self) -> Report:
        """Let the fault happen, prove with a click that the lesson goes on, and print and return the result."""
        wrong, where = "", "nowhere"
        try:
            found = self.happen()
            where = f"{found} (the click was done)" if found != self.allowed[0] else str(found)
            self.learner.learn()
        except (Lost, Error) as lost:
            wrong = f"lost: {lost}\n{self.house.state()}"
        seconds = time.monotonic() - self.over
        if not self.told and self.moment != START and self.kind != "cut":
            wrong = wrong or "the page did not tell of it"
        wrong = "; ".join(filter(None, [wrong, *self.house.orphans]))
        self.house.orphans.clear()
        helped = ", ".join(self.helped)
        notes = filter(None, ["told" if self.told else "", helped and f"with {helped}", wrong])
        way = f"{self.allowed[0]} -> {where}"
        print(f"{self.kind}{self.about} {self.moment}: {way}", f"{seconds:.1f} s", *notes, sep=", ", flush=True)
        return Report(self.kind, seconds, helped, wrong)


def summary(reports: list[Report]) -> None:
    """Print a summary of the results."""
    for kind in dict.fromkeys(each.kind for each in reports):
        found = [each for each in reports if each.kind == kind]
        times = [each.seconds for each in found]
        well = sum(not each.wrong for each in found)
        print(f"{kind}: {well} of {len(found)} as wanted; then usable again after {statistics.median(times):.1f} s "
              f"(median), {max(times):.1f} s (most)")  # fmt: skip
    for name, count in Counter(each.helped for each in reports if each.helped).items():
        print(f"{count} with {name}")


def all_faults(kinds: list[str], house: House, wire: Wire, learner: Learner) -> list[Report]:
    """Alternate between clicks and faults, then finish the lesson, unless the learner is lost; return the results."""
    reports: list[Report] = []
    for kind in kinds:
        for _ in range(learner.dice.randint(1, 5)):
            learner.learn()
        # wait: the page reloads itself only a few times per minute, and no learner has this many faults
        learner.until(lambda seen: seen.get("reloads", 9) < 3, "the page was reloaded too often")
        reports.append(Fault(kind, house, wire, learner).judged())
        if reports[-1].wrong.startswith("lost"):
            return reports
    while (here := step(learner.look())) is None or json.loads(here.given)["walk"]["task"]:
        learner.learn()
    print("then the lesson was taken to its end")
    return reports


def main() -> int:
    """Run all faults in random order; return 1 if one didn't go as it should."""
    options = argparse.ArgumentParser(description=__doc__)
    for name, count in (("kernels", 50), ("servers", 10), ("cuts", 10), ("seed", 1)):
        options.add_argument(f"--{name}", type=int, default=count)
    asked = options.parse_args()
    dice = random.Random(asked.seed)
    kinds = ["kernel"] * asked.kernels + ["server"] * asked.servers + ["cut"] * asked.cuts
    dice.shuffle(kinds)
    with ExitStack() as stack:
        house = House(Path(stack.enter_context(tempfile.TemporaryDirectory())), stack)
        house.open()
        wire = Wire(house.port)
        page = stack.enter_context(browser()).new_page()
        page.goto(f"http://127.0.0.1:{wire.near}/?lesson=table&lang=en")
        reports = all_faults(kinds, house, wire, Learner(page, dice))
        page.goto("about:blank")
    summary(reports)
    return 0 if len(reports) == len(kinds) and not any(each.wrong for each in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
