"""Voila, JupyterLab, `apz serve` and Chromium, started once for all browser tests; each page gets a fresh context."""

import json
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import servers
from tests.browser.bare_panel import draw_in
from tests.browser.cell import show_cell
from tests.browser.desk import HERE, Page
from tests.browser.learner import DIED, Learner
from tests.browser.notebooks import NOTEBOOKS
from tests.chromium import browser
from tests.serving.conftest import served
from tests.site.building import built, filed

# the log lines of a server in which something went wrong; warnings and refused requests aren't among them
FAULT = re.compile(
    r"^\[[EC] |^Traceback|Error\b|\b(ERROR|CRITICAL)\b|\b5\d\d (GET|POST|PUT|PATCH|DELETE)\b"
    r"|^\d[\d:, -]+ error: (?!a kernel died)"
)

# harmless lines: plain Voila's, when a page leaves while Voila writes to it, and when Voila ends a busy kernel with a
# signal; a kernel's own, when it says its last word after its socket has closed; and those of Python's file server,
# when a page leaves during a download
LEFT = re.compile(
    r"^Task exception was never retrieved\nfuture: .*write_message.*\n"
    r"(?:.*\n)*?tornado\.websocket\.WebSocketClosedError$"
    r"|^\[IPKernelApp\] ERROR \| KeyboardInterrupt caught in kernel\.$"
    r"|^ERROR:tornado\.general:Uncaught exception in ZMQStream callback\nTraceback .*\n"
    r"(?:  .*\n)*?.*in process_control\n(?:  .*\n)*?zmq\.error\.ZMQError: Socket operation on non-socket$"
    r"|^Exception occurred during processing of request from .*\nTraceback .*\n"
    r"(?:  .*\n)*?.*in copyfile\n(?:  .*\n)*?(?:BrokenPipe|ConnectionReset)Error: .*$",
    re.M,
)

FAILED = pytest.StashKey[bool]()
PATIENCE = 60_000  # milliseconds, for a busy machine
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Record whether a test failed, so that its pages are photographed if it did."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def chromium():
    with browser() as started:
        yield started


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("notebooks")
    for name, source in NOTEBOOKS.items():
        for theme in ("light", "dark"):
            servers.write_notebook(found / f"{name}-{theme}.ipynb", source, theme=theme)
    return found


@pytest.fixture(scope="session")
def voila(folder, tmp_path_factory):
    with servers.voila(folder, tmp_path_factory.mktemp("voila"), servers.prompt("Voila")) as server:
        yield server
    assert_quiet(server)


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Build the site once, and return its folder."""
    folder = tmp_path_factory.mktemp("site") / "site"
    built(folder)
    return folder


@pytest.fixture(scope="session")
def tutor(request, tmp_path_factory):
    """Serve the tutor as `apz serve` does or, with APZ_EDITION=site, as a site, and yield the server."""
    if os.environ.get("APZ_EDITION") == "site":
        with filed(request.getfixturevalue("site"), tmp_path_factory.mktemp("files")) as server:
            yield server
        return
    with served(tmp_path_factory.mktemp("tutor"), cap=12) as server:
        yield server
    assert_quiet(server)


@pytest.fixture(scope="session")
def lab(folder, tmp_path_factory):
    home = tmp_path_factory.mktemp("lab")
    quiet = home / "settings" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    quiet.parent.mkdir(parents=True)
    quiet.write_text(json.dumps({"checkForUpdates": False, "fetchNews": "false"}))
    with servers.lab(folder, home, servers.prompt("ServerApp")) as server:
        yield server
    assert_quiet(server)


def faults(log: Path) -> list[str]:
    """Return the lines of a server's log that report a fault, except the harmless ones in LEFT and about stopping."""
    lines = LEFT.sub("", log.read_text(encoding="utf-8", errors="replace")).splitlines()
    return [line for line in lines if FAULT.search(line) and not line.endswith("received signal 15, stopping")]


def assert_quiet(server: servers.Server, known: int = 0) -> None:
    """Check that a server's log reports no new faults; otherwise show the end of the log."""
    assert faults(server.log)[known:] == [], server.log.read_text(encoding="utf-8", errors="replace")[-20_000:]


@pytest.fixture(autouse=True)
def quiet_servers(request):
    """Fail a test if a server's log reports a new fault during it."""
    servers = [request.getfixturevalue(name) for name in ("voila", "lab", "tutor") if name in request.fixturenames]
    known = [len(faults(server.log)) for server in servers]
    yield
    for server, count in zip(servers, known, strict=True):
        assert_quiet(server, count)


@pytest.fixture
def pages(chromium, request):
    """Yield a function that opens pages, each in its own context; at the end, check that none of them had an error."""
    opened = []

    def new(**settings):
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
        context.set_default_timeout(PATIENCE)
        opened.append(Page(context.new_page()))
        return opened[-1]

    yield new
    if request.node.stash.get(FAILED, False):
        for number, page in enumerate(opened):
            page.photograph(f"failed-{request.node.name}-{number}")
    for page in opened:
        page.leave()
    assert [error for page in opened for error in page.errors] == []


@pytest.fixture
def draw(pages):
    """Return a function that draws trees one after another in the same panel of an empty page."""
    page = pages().page
    page.set_content("<!doctype html><body></body>")

    def tree(node, **more):
        draw_in(page, node, **more)
        return page

    return tree


@pytest.fixture
def learner(pages, tutor):
    """Yield a function that opens the app for a learner; at the end, check that only killed kernels have died."""
    came: list[Learner] = []
    before = tutor.log.read_text().count(DIED)

    def come(address="", beside=None, **settings):
        page = Page(beside.browser.context.new_page()) if beside else pages(**settings)
        came.append(Learner(page))
        came[-1].open(f"{tutor.url}/{address}")
        return came[-1]

    yield come
    died = sum(each.killed for each in came if not each.on_site())
    assert tutor.log.read_text().count(DIED) == before + died


@pytest.fixture
def show(pages, voila):
    """Return a function that opens a notebook in Voila and waits for its tutor."""

    def open_notebook(name, theme="light", address="", **settings):
        page = pages(color_scheme=theme, **settings)
        page.open(f"{voila.url}/voila/render/{name}-{theme}.ipynb{address}")
        return page

    return open_notebook


@pytest.fixture
def show_here(pages):
    """Return a function that shows a notebook cell without a server, for tests that only look at the page itself."""

    def open_cell(name, theme="light", **settings):
        page = pages(color_scheme=theme, **settings)
        show_cell(page.page, NOTEBOOKS[name], theme)
        page.ready()
        return page

    return open_cell


@pytest.fixture(scope="session")
def axe():
    """Return the source of axe-core; without it, the tests that need it fail."""
    place = Path(os.environ.get("AXE", HERE.parents[1] / ".venv" / "axe")) / "node_modules" / "axe-core" / "axe.min.js"
    if not place.is_file():
        pytest.fail(f"axe-core is not at {place}: `make test` fetches it with npm", pytrace=False)
    return place.read_text(encoding="utf-8")
