"""Measures how soon the site is usable, compared with the served app in the same run, and its size and memory.

In both, a click that leads to the lessons counts as answered when their page is shown. The served app's answer always
comes from its kernel. The site's may have been rehearsed, so we also measure when Python itself has taken over.
"""

from __future__ import annotations

import gzip
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Any, NamedTuple

import psutil

from tests.bench.panels import PATIENCE, compiled
from tests.bench.start import DOOR, LEAVE, USABLE, Site, app, wait
from tests.chromium import FLAGS, NoBrowser, chromium
from tests.site.building import KEPT, REHEARSED, built, filed

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Playwright

VISITS = {"cold": 1.5, "warm": 1.1}  # kind of visit -> the limit, relative to the served app
LINES = (10, 50)  # Mbit/s
FIRST_PAINT, COMPRESSED = 500, 8_000_000  # milliseconds, bytes
CHUNK = 16_384
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
PYTHON = """() => new Promise((done) => {
  const there = (seen) => { for (const { startTime } of seen.getEntriesByName("apz-there")) done(startTime); };
  new PerformanceObserver(there).observe({ type: "mark", buffered: true });
})"""
IN_APP = (f"#app {DOOR[0]}", DOOR[1])  # not the one in the first paint, which only looks like it


class Times(NamedTuple):
    """The milliseconds from opening a page until each stage of a visit."""

    answered: float  # a click, and its answer is painted
    painted: float  # anything at all
    python: float  # Python itself answers


class Line:
    """A network line with this many megabits per second, shared by everyone on it."""

    def __init__(self, megabits: float) -> None:
        self.rate, self.free, self.lock = megabits * 1e6 / 8, 0.0, threading.Lock()

    def carry(self, size: int) -> None:
        """Wait as long as the line takes to carry this many bytes."""
        with self.lock:
            self.free = max(self.free, time.monotonic()) + size / self.rate
            until = self.free
        time.sleep(max(0.0, until - time.monotonic()))


@contextmanager
def packed(folder: Path, line: Line) -> Iterator[str]:
    """Serve a compressed site through a network line, and yield its address."""
    bodies = {path: gzip.compress(path.read_bytes(), 6) for path in folder.rglob("*") if path.is_file()}

    class Packed(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            path = Path(self.translate_path(self.path))
            path = path / "index.html" if path.is_dir() else path
            body = bodies.get(path)
            if body is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(str(path)))
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):
                for start in range(0, len(body), CHUNK):
                    line.carry(len(body[start : start + CHUNK]))
                    self.wfile.write(body[start : start + CHUNK])

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    def made(*given: Any) -> Packed:
        return Packed(*given, directory=str(folder))

    with ThreadingHTTPServer(("127.0.0.1", 0), made) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def profile(driver: Playwright, place: str) -> Iterator[BrowserContext]:
    """Yield a browser that keeps its profile in a folder, as people's browsers do."""
    context = driver.chromium.launch_persistent_context(place, executable_path=chromium(), args=list(FLAGS))
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def visit(page: Page, site: Site, static: bool) -> Times:
    """Visit the site if `static`, otherwise the served app once its server is ready; return the times."""
    if not static:
        wait(site)
    page.add_init_script(USABLE.replace("BUTTON", site.click[0]).replace("ANSWER", site.click[1]))
    page.goto(site.url)
    answered: float = page.evaluate("window.apzUsable")[1]
    painted: float = page.evaluate(PAINTED)
    python: float = page.evaluate(PYTHON) if static else answered
    for rest in (KEPT, REHEARSED) if static else (LEAVE,):
        page.evaluate(rest)
    return Times(answered, painted, python)


def used(place: str) -> float:
    """Return the memory in MB of the pages in the browser with this profile."""
    found = 0
    for each in psutil.process_iter(["cmdline"]):
        with suppress(psutil.Error):
            parents = [each, *each.parents()]
            if "--type=renderer" in (each.info["cmdline"] or ()) and any(
                place in " ".join(p.cmdline()) for p in parents
            ):
                found += each.memory_full_info().pss
    return found / 1e6


def measured(rounds: int) -> dict[str, Any]:
    """Visit both editions alternately; return the times by edition and visit, the memory, and the size."""
    from playwright.sync_api import sync_playwright

    times: dict[Any, list[Times]] = {}
    with TemporaryDirectory() as home, ExitStack() as running:
        root = Path(home)
        running.enter_context(compiled(root / "bytecode"))
        driver = running.enter_context(sync_playwright())
        folder = root / "site"
        built(folder)
        served = app(running, root / "served", {})
        files = running.enter_context(filed(folder, root / "files"))
        editions = {"served": served, "site": Site(f"{files.url}/", IN_APP, lambda: True)}
        memory = 0.0
        for _ in range(rounds):
            for edition, site in editions.items():
                place = mkdtemp(dir=root)
                for heat in VISITS:
                    with profile(driver, place) as context:
                        page = context.new_page()  # blank until it goes to an address
                        blank = used(place) if edition == "site" and heat == "cold" and not memory else 0.0
                        times.setdefault((edition, heat), []).append(visit(page, site, edition == "site"))
                        if blank:
                            memory = used(place) - blank
        for megabits in LINES:
            with packed(folder, Line(megabits)) as url, profile(driver, mkdtemp(dir=root)) as context:
                times[megabits, "cold"] = [visit(context.new_page(), Site(url, IN_APP, lambda: True), static=True)]
        size = sum(min(path.stat().st_size, len(gzip.compress(path.read_bytes(), 9)))
                   for path in (*folder.glob("*.*"), *folder.glob("????????????/*")) if path.is_file())  # fmt: skip
    return {"times": times, "memory": memory, "size": size}


def run(rounds: int = 5) -> int:
    """Measure and print everything; return the exit code, which is 2 if there's no browser."""
    try:
        found = measured(rounds)
    except NoBrowser as missing:
        print(f"apz: {missing}", file=sys.stderr)
        return 2
    times = found["times"]
    print(f"From opening the page until a click is answered in Chromium, ms (median of {rounds}, interleaved;", end=" ")
    print(f"load {os.getloadavg()[0]:.1f})")
    print("Until Python itself is there, the site answers with what was rehearsed: by the build, or by the last visit.")
    for heat, most in VISITS.items():
        site, served = (Times(*map(median, zip(*times[edition, heat], strict=True))) for edition in ("site", "served"))
        ratio = f"{site.answered / served.answered:.2f} x   (at most {most} x is wanted)"
        print(f"  {heat}: the site {site.answered:.0f}, served with a preheated kernel {served.answered:.0f}: {ratio}")
        print(f"    Python itself is there after {site.python:.0f}, {site.python / served.answered:.2f} x")
        print(f"    first paint {site.painted:.0f}   (at most {FIRST_PAINT} is wanted)")
    for megabits in LINES:
        (line,) = times[megabits, "cold"]
        print(f"  cold, {megabits} Mbit/s, gzip: {line.answered:.0f}, Python itself {line.python:.0f}")
    print(f"  compressed {found['size'] / 1e6:.2f} MB   (at most {COMPRESSED / 1e6:.0f} is wanted)")
    print(f"  memory of the page beside a blank one: {found['memory']:.0f} MB")
    return 0
