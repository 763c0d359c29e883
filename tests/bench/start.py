"""Measures how soon the app is usable, compared with a bare button on Voila in the same run, and what it downloads."""

from __future__ import annotations

import json
import sys
import time
from base64 import b64decode
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.request import urlopen

import psutil

from tests.bench.panels import BARE, PATIENCE, compiled
from tests.chromium import NoBrowser, browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

COLD, HEATED = "cold", "preheated"
VISITS = ("first visit", "second visit")
WANTED = 1.3
LONGEST = 120.0  # seconds that a server may take to come to rest
REST, STILL = 0.5, 0.03  # a server is at rest if it used at most STILL seconds of processor time in REST seconds
# makes the bare page's kernel say that it has run the notebook, which Voila doesn't report
RAN = "import os, pathlib\npathlib.Path({place!r}, str(os.getpid())).touch()"
# measures the time from the start of the navigation until the button is painted, and until its click's result is
USABLE = """(() => {
  const until = (wanted) => new Promise((done) => {
    const look = () => { if (wanted()) { watch.disconnect(); done(); } };
    const watch = new MutationObserver(look);
    watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  });
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const button = () => document.querySelector("BUTTON");
  window.apzUsable = (async () => {
    await until(() => button()?.checkVisibility({ visibilityProperty: true }));
    await painted();
    const there = performance.now();
    button().click();
    await until(() => ANSWER);
    await painted();
    return [there, performance.now()];
  })();
})()"""
# reports that the page is left, as the page itself does, but in a way that we can wait for
LEAVE = """async () => {
  const { baseUrl, kernelId } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  await fetch(`${baseUrl}voila/api/shutdown/${kernelId}`, { method: "POST" });
}"""
BUTTON = (".jupyter-button", "document.querySelector('.widget-label')?.textContent === '1'")
# the app's own first button, and a sign that the page it leads to is shown
DOOR = ("[data-do^='learn:go'][data-do$=':learn']", "document.querySelector('.app-way.now[data-do$=\\':learn\\']')")
KINDS = {"Document": "page", "Script": "scripts", "Stylesheet": "styles", "Font": "fonts"}
OTHERS, MESSAGES = "others", "messages"
PAGES = {"bare": "a bare button on Voila", "app": "the app"}
OTHER = "the app of {name}"  # another checkout's, with its own virtual environment
Times = dict[tuple[str, str], list[list[float]]]


class Site(NamedTuple):
    """A page to measure: where it is, what to click, and how to know that its server is ready for a visit."""

    url: str
    click: tuple[str, str]
    ready: Callable[[], bool]


class Sent(NamedTuple):
    """Downloads of a kind: how many, and how many bytes as sent."""

    number: int
    size: int


def sites(running: ExitStack, root: Path, beside: Path | None) -> dict[tuple[str, str], Site]:
    """Return the pages, each on its own server: the button and the app, and another checkout's app if it's given."""
    found = {
        ("bare", COLD): bare(running, root / "bare-cold"),
        ("app", COLD): app(running, root / "app-cold", {"preheat": 0}),
        ("bare", HEATED): bare(running, root / "bare-heated", "--preheat_kernel=True", "--pool_size=1"),
        ("app", HEATED): app(running, root / "app-heated", {}),
    }
    if beside:
        python = str(beside.absolute() / ".venv" / "bin" / "python")
        found["beside", COLD] = app(running, root / "beside-cold", {"preheat": 0}, python)
        found["beside", HEATED] = app(running, root / "beside-heated", {}, python)
    return found


def bare(running: ExitStack, home: Path, *options: str) -> Site:
    """Serve a button on stock Voila, and return its page."""
    from tests.servers import voila, write_notebook

    notebooks, ran = home / "notebooks", home / "ran"
    notebooks.mkdir(parents=True)
    ran.mkdir()
    write_notebook(notebooks / "bare.ipynb", BARE, RAN.format(place=str(ran)))
    server, process = begun(running, voila(notebooks, home, *options))

    def ready() -> bool:
        kernels = process.children()
        return len(kernels) == bool(options) and all((ran / str(each.pid)).exists() for each in kernels)

    return Site(f"{server.url}/voila/render/bare.ipynb", BUTTON, lambda: ready() and at_rest(process))


def app(running: ExitStack, home: Path, settings: dict[str, int], python: str = sys.executable) -> Site:
    """Serve the app as `apz serve` does, with this Python, and return its page."""
    from tests.servers import free_port
    from tests.servers import running as run_server

    home.mkdir()
    port = free_port()
    file = home / "settings.yaml"
    file.write_text(json.dumps({"port": port, **settings}), encoding="utf-8")
    arguments = ["apz.cli", "serve", f"--settings={file}", "--no-browser"]
    url = f"http://127.0.0.1:{port}"
    server, process = begun(running, run_server(arguments, home, url, ready="/health", python=python))
    wanted = {"learners": 0, "preheated": settings.get("preheat", 1)}

    def ready() -> bool:
        with urlopen(f"{server.url}/health", timeout=60) as answer:
            said = json.load(answer)
        return {name: said[name] for name in wanted} == wanted and len(process.children()) == wanted["preheated"]

    return Site(f"{server.url}/", DOOR, lambda: ready() and at_rest(process))


def begun(running: ExitStack, server: Any) -> tuple[Any, psutil.Process]:
    """Start a server, and return it with its process."""
    before = set(psutil.Process().children())
    started = running.enter_context(server)
    return started, (set(psutil.Process().children()) - before).pop()


def at_rest(process: psutil.Process) -> bool:
    """Watch a server and its kernels for a moment; return True if they do almost nothing."""

    def used() -> float:
        return sum(sum(each.cpu_times()[:2]) for each in (process, *process.children()))

    before = used()
    time.sleep(REST)
    return used() - before <= STILL


def wait(site: Site) -> None:
    """Wait until a server is ready for a visit; raise RuntimeError if that takes too long."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        try:
            if site.ready():
                return
        except psutil.NoSuchProcess:
            pass  # a kernel has ended meanwhile
        time.sleep(0.1)
    raise RuntimeError(f"the server of {site.url} did not come to rest")


def visit(context: BrowserContext, site: Site, watch: Callable[[Page], object] | None = None) -> list[float]:
    """Visit a page once its server is at rest; return the milliseconds to its button, and to the answer to a click."""
    wait(site)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    if watch:
        watch(page)
    page.add_init_script(USABLE.replace("BUTTON", site.click[0]).replace("ANSWER", site.click[1]))
    page.goto(site.url)
    times: list[float] = page.evaluate("window.apzUsable")
    page.evaluate(LEAVE)
    page.close()
    return times


def unpacked(frame: dict[str, Any]) -> int:
    """Return a message's size in bytes before the connection compresses it, the only size the browser reports."""
    text: str = frame["payloadData"]
    return len(b64decode(text)) if frame["opcode"] == 2 else len(text.encode())


def downloads(started: Browser, site: Site) -> dict[str, Sent]:
    """Return the downloads of a first visit by kind, with their sizes on the network; messages count uncompressed."""
    counts: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    kinds: dict[str, str] = {}

    def note(kind: str, size: float) -> None:
        counts[kind] += 1
        sizes[kind] += int(size)

    def begins(event: dict[str, Any]) -> None:
        if event["response"]["url"].startswith("http"):  # addresses made in the page don't use the network
            kinds[event["requestId"]] = KINDS.get(event["type"], OTHERS)

    def ends(event: dict[str, Any]) -> None:
        if event["requestId"] in kinds:
            note(kinds[event["requestId"]], event["encodedDataLength"])

    def watch(page: Page) -> None:
        session = page.context.new_cdp_session(page)
        session.on("Network.responseReceived", begins)
        session.on("Network.loadingFinished", ends)
        session.on("Network.webSocketFrameReceived", lambda e: note(MESSAGES, unpacked(e["response"])))
        session.send("Network.enable")

    context = started.new_context()
    visit(context, site, watch)
    context.close()
    return {kind: Sent(counts[kind], sizes[kind]) for kind in (*KINDS.values(), OTHERS, MESSAGES)}


def report(stage: str) -> None:
    """Print how far the measurement is: it takes minutes, since every server must come to rest before each visit."""
    print(f"apz bench --start: {stage}", file=sys.stderr, flush=True)


def measured(rounds: int, beside: Path | None) -> tuple[Times, dict[str, dict[str, Sent]]]:
    """Return the times of first and second visits, taken alternately, and what a first visit downloads."""
    with TemporaryDirectory() as place, ExitStack() as running:
        root = Path(place)
        running.enter_context(compiled(root / "bytecode"))
        started = running.enter_context(browser())
        found = sites(running, root, beside)
        report(f"{len(found)} servers are running")
        lists = {name: downloads(started, found[name, heat]) for heat in (COLD, HEATED) for name in PAGES}
        times: Times = {key: [] for key in found}
        for number in range(1, rounds + 1):
            report(f"visits to each of them, round {number} of {rounds}")
            for key, site in found.items():
                context = started.new_context()
                times[key].append([time for _ in VISITS for time in visit(context, site)])
                context.close()
    return times, lists


def tell_times(times: Times, other: str) -> None:
    """Print the times and the ratios; `other` names the other checkout's app, if there is one."""
    for heat in (COLD, HEATED):
        for number, name in enumerate(VISITS):
            print(f"  {heat}, {name}")
            answered = {}
            for page, told in {**PAGES, **({"beside": other} if other else {})}.items():
                there, done = (median(each[2 * number + n] for each in times[page, heat]) for n in (0, 1))
                print(f"    {told:24} {done:6.0f}   (the button is there after {there:.0f})")
                answered[page] = done
            ratio = answered["app"] / answered["bare"]
            print(f"    the app takes {ratio:.2f} x as long as the button   (at most {WANTED} x is wanted)")
            if other:
                print(f"    the app takes {answered['app'] / answered['beside']:.2f} x as long as {other}")


def tell_downloads(lists: dict[str, dict[str, Sent]]) -> None:
    """Print the downloads by kind; messages aren't part of the total, because only their uncompressed size is known."""
    rows = {kind: [lists[page][kind] for page in PAGES] for kind in (*KINDS.values(), OTHERS)}
    rows["all"] = [Sent(sum(each.number for each in column), sum(each.size for each in column))
                   for column in zip(*rows.values(), strict=True)]  # fmt: skip
    rows[MESSAGES] = [lists[page][MESSAGES] for page in PAGES]
    print(f"  {'':10}" + "".join(f"  {told:>26}" for told in PAGES.values()))
    for kind, cells in rows.items():
        told = (f"{cell.number} with {cell.size / 1000:,.1f} kB" for cell in cells)
        print(f"  {kind:10}" + "".join(f"  {each:>26}" for each in told))


def run(rounds: int = 3, beside: Path | None = None) -> int:
    """Measure and print everything; return the exit code, which is 2 if there's no browser."""
    try:
        times, lists = measured(rounds, beside)
    except NoBrowser as missing:
        print(f"apz: {missing}", file=sys.stderr)
        return 2
    print(f"From opening the page until a click is answered in Chromium, ms (median of {rounds} visits, interleaved)")
    tell_times(times, OTHER.format(name=beside.name) if beside else "")
    print("Downloaded on a first visit, as sent")
    tell_downloads(lists)
    return 0
