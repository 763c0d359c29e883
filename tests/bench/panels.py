"""Measures the panels next to a bare button in the same interleaved run, in a real browser, and prints ratios."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tests.chromium import NoBrowser, browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.bench.flights import Trace

TURNS = 10  # flights, alternately there and back
PATIENCE = 90_000  # milliseconds that a page may take to load
BARE = """\
import ipywidgets
button, label = ipywidgets.Button(description="Click"), ipywidgets.Label("0")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
ipywidgets.VBox([button, label])
"""
TUTOR = """\
import apz
from apz.widgets import Tutor
tutor = Tutor(apz.new_session(apz.new_game(seed=3)), seats=("you", "you"), by_hand=True, quick=False)
tutor
"""
# on a page at rest, measures the time from the click until its result is in the page and laid out
CLICK = """async ([button, result]) => {
  await Promise.allSettled(document.getAnimations().map((each) => each.finished));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const seen = new Promise((done) => {
    const watch = new MutationObserver(() => { watch.disconnect(); document.body.getBoundingClientRect(); done(); });
    watch.observe(document.querySelector(result), { subtree: true, childList: true, characterData: true });
  });
  const begin = performance.now();
  document.querySelector(button).click();
  await seen;
  return performance.now() - begin;
}"""
BUTTON, LABEL = ".jupyter-button", ".widget-label"
# a move with its explanation, a card that can't be played yet and says why, and back again
GESTURES = ("[data-do='move:[draw]']", ".lower .hand [data-do^='card:']", "[data-do='go:undo']")
SPOKEN = ".apz-live"
IMPORTED = """\
import time
begin = time.perf_counter()
import apz.widgets
print((time.perf_counter() - begin) * 1000)
"""
WEIGHED = """\
import psutil
info = psutil.Process().memory_full_info()
print(info.rss / 2**20, getattr(info, "pss", info.uss) / 2**20)
"""


class Times(NamedTuple):
    """The median and the 95th percentile of many clicks, in milliseconds."""

    middle: float
    p95: float

    @classmethod
    def of(cls, values: list[float]) -> Times:
        """Return a summary of these times."""
        return cls(median(values), quantiles(values, n=20)[-1])


def clicks(rounds: int = 30) -> dict[str, Times]:
    """Return the times of clicks on the tutor and on bare buttons, alternating so that a slow moment affects all."""
    from tests.servers import prompt, voila, write_notebook

    with TemporaryDirectory() as place, ExitStack() as running:
        root = Path(place)
        notebooks = root / "notebooks"
        notebooks.mkdir()
        write_notebook(notebooks / "bare.ipynb", BARE)
        write_notebook(notebooks / "tutor.ipynb", TUTOR)
        started = running.enter_context(browser())
        stock = running.enter_context(voila(notebooks, root / "stock"))
        swift = running.enter_context(voila(notebooks, root / "swift", prompt("Voila")))
        pages = {
            "a bare button, stock Voila": bare_button(started, stock.url),
            "a bare button, TCP_NODELAY": bare_button(started, swift.url),
            "the tutor, TCP_NODELAY": tutor(started, swift.url),
        }
        times: dict[str, list[float]] = {name: measure()[:0] for name, measure in pages.items()}  # to warm up
        for _ in range(rounds):
            for name, measure in pages.items():
                times[name] += measure()
    return {name: Times.of(values) for name, values in times.items()}


def opened(started: Browser, url: str, wanted: str) -> Page:
    """Open a page and return it once it shows the wanted element."""
    page = started.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(url)
    page.wait_for_selector(wanted, state="attached")
    return page


def bare_button(started: Browser, url: str) -> Callable[[], list[float]]:
    """Return a function that times clicks on a bare button, as many as on the tutor."""
    page = opened(started, f"{url}/voila/render/bare.ipynb", LABEL)
    return lambda: [page.evaluate(CLICK, [BUTTON, LABEL]) for _ in GESTURES]


def tutor(started: Browser, url: str) -> Callable[[], list[float]]:
    """Return a function that times clicks on the tutor, each until its announcement is there."""
    page = opened(started, f"{url}/voila/render/tutor.ipynb", GESTURES[0])
    return lambda: [page.evaluate(CLICK, [gesture, SPOKEN]) for gesture in GESTURES]


def flights() -> Trace:
    """Return a trace of flights in their own page."""
    from tests.bench.flights import traced

    with browser() as started:
        return traced(started, started.new_page(), TURNS)


@contextmanager
def compiled(place: Path) -> Iterator[None]:
    """Have all servers and kernels share a folder for bytecode, so that only the first one compiles, as for users."""
    before = dict(os.environ)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(place)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def kernels(times: int = 5) -> tuple[float, list[tuple[float, float]]]:
    """Return the milliseconds to import the panels after ipywidgets, and a kernel's memory without and with a tutor."""
    imports, without, beside = [], [], []
    with TemporaryDirectory() as place, compiled(Path(place)):
        asked(BARE, TUTOR)
        for _ in range(times):
            without.append(asked(BARE, WEIGHED)[-1])
            took, weight = asked("import ipywidgets", IMPORTED, TUTOR, WEIGHED)
            imports.append(took[0])
            beside.append(weight)
    weights = [(median(w[n] for w in without), median(w[n] for w in beside)) for n in (0, 1)]
    return median(imports), weights


def asked(*sources: str) -> list[list[float]]:
    """Return the numbers a fresh kernel prints, line by line, when it runs these cells."""
    from jupyter_client.manager import KernelManager

    manager = KernelManager(kernel_name="python3", transport_encryption="auto")
    manager.start_kernel()
    client = manager.blocking_client()
    client.start_channels()
    printed: list[str] = []

    def listen(message: dict[str, dict[str, str]]) -> None:
        printed.append(message["content"].get("text", ""))

    try:
        client.wait_for_ready(60)
        for source in sources:
            reply = client.execute_interactive(source, output_hook=listen, timeout=60)
            if reply["content"]["status"] != "ok":
                raise RuntimeError(f"the kernel could not run it: {reply['content'].get('evalue')}")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    lines = "".join(printed).splitlines()
    return [[float(number) for number in line.split()] for line in lines if line.strip()]


def run(rounds: int = 30) -> int:
    """Measure and print everything; return the exit code, which is 2 if there's no browser."""
    try:
        measured = clicks(rounds)
    except NoBrowser as missing:
        print(f"apz: {missing}", file=sys.stderr)
        return 2
    stock, swift, ours = measured.values()
    print(f"A click to its repaint in Chromium, ms ({rounds * len(GESTURES)} clicks each, interleaved)")
    for name, times in measured.items():
        print(f"  {name:28} median {times.middle:6.1f}   p95 {times.p95:6.1f}")
    for name, other, most in (("stock Voila", stock, "0.36 x and 0.47 x"), ("TCP_NODELAY", swift, "2.3 x (median)")):
        ratios = f"median {ours.middle / other.middle:5.2f} x   p95 {ours.p95 / other.p95:5.2f} x"
        print(f"  the tutor beside a bare button, {name}: {ratios}   (wanted: at most {most})")
    trace = flights()
    print(f"Twelve pieces that fly in Chromium, {TURNS} times: {trace.animations} animations")
    print(f"  the page's longest task {max(trace.tasks):6.1f} ms of work   (at most 50 ms is wanted)")
    print(f"  not on the compositor   {len(trace.fallen_back):6} kinds of animations   (none is wanted)")
    took, ((bare, full), (bare_share, full_share)) = kernels()
    print("A kernel with the tutor beside one with ipywidgets")
    print(f"  importing apz.widgets  {took:6.0f} ms more   (at most 150 ms is wanted)")
    print(f"  memory, resident       {bare:6.1f} MB, {full:6.1f} MB: {full / bare:.2f} x   (at most 1.3 x is wanted)")
    print(f"  memory, its share      {bare_share:6.1f} MB, {full_share:6.1f} MB: {full_share / bare_share:.2f} x")
    return 0
