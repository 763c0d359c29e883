"""Fifty faults during a learner's lesson on the site: workers, storage, updates, network; `make outages` runs them.

After each of them the learner must be at the same step of the same lesson, with the same tasks done. Each wait may
take a minute. `python -m tests.site.faults 3 worker_killed` runs only one of the five kinds, three times.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests import servers
from tests.browser.desk import Page
from tests.browser.learner import Learner
from tests.browser.test_record import EMPTY, FILL
from tests.browser.test_site import STEP, changed, to_second_task
from tests.chromium import browser
from tests.site.building import KEPT, built, filed

ROUNDS = 10
PATIENCE = 60_000  # milliseconds for anything a learner waits for
DONE = ".dot.done"  # a task that's done according to the record


class Visit:
    """A learner at the second task of the first lesson, on a server that can be stopped."""

    def __init__(self, started: Any, site: Path, home: Path) -> None:
        self.place, self.home, self.port = home / "site", home / "server", servers.free_port()
        shutil.copytree(site, self.place)
        self.running = ExitStack()
        self.start()
        self.context = started.new_context(bypass_csp=True, viewport={"width": 1280, "height": 900})
        self.context.set_default_timeout(PATIENCE)
        self.learner = Learner(Page(self.context.new_page()))
        self.learner.open(f"http://127.0.0.1:{self.port}/")
        to_second_task(self.learner)
        self.learner.browser.evaluate(KEPT)

    def start(self) -> None:
        """Start the server."""
        self.running.enter_context(filed(self.place, self.home, self.port))

    def stop(self) -> None:
        """Stop the server."""
        self.running.close()

    def reload(self) -> None:
        """Load the page again, and wait until the app is shown."""
        self.learner.browser.reload()
        self.learner.there()

    def same(self) -> None:
        """Check that the learner is at the second task, with the first one done and no other."""
        assert self.learner.see(STEP, "2") == "2"
        done = [each.get_attribute("data-do") for each in self.learner.browser.locator(DONE).all()]
        assert [str(each).rpartition(":")[2] for each in done] == ["0"], f"done: {done}"

    def end(self) -> None:
        """Close the learner's pages (not Chromium itself) and stop the server."""
        self.context.close()
        self.stop()


def worker_killed(visit: Visit) -> None:
    """End the worker without a message, and wait until the app is back with another one."""
    old = visit.learner.kernel()
    visit.learner.kill()
    visit.learner.anew(old)


def storage_wiped(visit: Visit) -> None:
    """Clear the storage in another tab, wait until the page has saved its state again, and reload the page."""
    other = visit.context.new_page()
    other.goto(f"http://127.0.0.1:{visit.port}/NOTICE.txt")
    other.evaluate("localStorage.clear()")
    visit.learner.kept("lesson")
    other.close()
    visit.reload()


def storage_full(visit: Visit) -> None:
    """Fill the storage while the learner goes to the first task and back, then make room and reload the page."""
    page = visit.learner.browser
    page.evaluate(FILL)
    visit.learner.do("open", "0")
    visit.learner.see(STEP, "1")
    visit.learner.do("open", "1")
    visit.learner.see(STEP, "2")
    page.evaluate(EMPTY)
    page.locator(".app-notice.app-unkept").wait_for(state="hidden")
    visit.reload()


def updated(visit: Visit) -> None:
    """Release a new version in the middle of the lesson, and have the learner take it."""
    after = changed(visit.place)
    visit.reload()
    visit.learner.browser.get_by_role("button", name="Reload").click()
    visit.learner.browser.wait_for_function("name => document.body?.dataset.build === name", arg=after)
    visit.learner.there()


def network_lost(visit: Visit) -> None:
    """Cut the network as soon as the page begins to load, until the learner is back."""
    visit.learner.browser.reload(wait_until="commit")
    visit.stop()
    visit.learner.there()
    visit.same()
    visit.start()


FAULTS: tuple[Callable[[Visit], None], ...] = (worker_killed, storage_wiped, storage_full, updated, network_lost)


def run(rounds: int = ROUNDS, only: str = "") -> int:
    """Cause each fault, or only the named one, this many times; return how often the learner lost their place."""
    lost, chosen = 0, [fault for fault in FAULTS if only in ("", fault.__name__)]
    with TemporaryDirectory() as home, browser() as started:
        site = Path(home) / "site"
        built(site)
        visit = Visit(started, site, Path(home) / "visit")
        for number, fault in enumerate(chosen * rounds):
            begun = time.monotonic()
            try:
                fault(visit)
                visit.same()
                said = "the same step"
            except Exception as error:
                lost += 1
                said = f"LOST: {str(error).splitlines()[0]}"
                visit.end()
                visit = Visit(started, site, Path(home) / f"visit-{number}")  # new, so that no fault counts twice
            print(f"{number + 1:3} {fault.__name__:16} {time.monotonic() - begun:5.1f} s  {said}", flush=True)
        visit.end()
    print(f"{rounds * len(chosen)} faults, {lost} lost something")
    return lost


if __name__ == "__main__":
    sys.exit(bool(run(int(sys.argv[1]) if sys.argv[1:] else ROUNDS, *sys.argv[2:3])))
