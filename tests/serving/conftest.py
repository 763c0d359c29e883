"""Two real servers for all tests here: a club's, set up for a proxy, and one with a password, under a path."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import yaml
from playwright.sync_api import Browser, Page, Request

from tests import servers
from tests.chromium import browser
from tests.serving.visitor import Visitor

LONG = 120_000  # milliseconds that a page may take to load
NOTEBOOK = "from apz.widgets import Lesson\nLesson('table')"


def served(home: Path, **settings: Any) -> AbstractContextManager[servers.Server]:
    """Return a context that runs `apz serve` with these settings as its own process, with its own files in `home`."""
    settings = {"port": servers.free_port(), **settings}
    file = home / "settings.yaml"
    file.write_text(yaml.safe_dump(settings), encoding="utf-8")
    url = f"http://127.0.0.1:{settings['port']}"
    ready = settings.get("base", "/") + "health"
    return servers.running(["apz.cli", "serve", f"--settings={file}", "--no-browser"], home, url, ready=ready)


def started(
    tmp_path_factory: pytest.TempPathFactory, name: str, **settings: Any
) -> AbstractContextManager[servers.Server]:
    """Return a context that runs a server with these settings and a small notebook, in its own folder."""
    home = tmp_path_factory.mktemp(name)
    return served(home, **{"notebook": str(servers.write_notebook(home / "lesson.ipynb", NOTEBOOK)), **settings})


@contextmanager
def visiting(chromium: Browser, **settings: Any) -> Iterator[Page]:
    """Yield a page in a fresh browser; at the end, print its text and the unanswered requests, and leave the page."""
    context = chromium.new_context(**settings)
    context.set_default_timeout(LONG)
    page = context.new_page()
    unanswered: set[Request] = set()
    page.on("console", lambda said: print(f"{said.type}: {said.text}"))
    page.on("request", lambda request: unanswered.add(request))
    page.on("requestfinished", lambda request: unanswered.discard(request))
    page.on("requestfailed", lambda request: unanswered.discard(request))
    yield page
    print("unanswered:", [request.url for request in unanswered], "seen:", page.inner_text("body"))
    page.goto("about:blank")
    context.close()


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


@pytest.fixture(scope="session")
def club(tmp_path_factory):
    """Run a server for nine learners, set up for a proxy that reports each visitor's address, and yield it."""
    with started(tmp_path_factory, "club", cap=9, proxy=True, preheat=1) as server:
        yield server


@pytest.fixture(scope="session")
def locked(tmp_path_factory):
    """Run a server for one learner, with a password, under a path, in German, and yield it."""
    with started(tmp_path_factory, "locked", cap=1, proxy=True, preheat=0, password="open sesame", base="/apz/",
                 languages=["de"]) as server:  # fmt: skip
        yield server


@pytest.fixture
def visitor(club):
    """Return a function that makes visitors of the club."""
    return partial(Visitor, club.url)


@pytest.fixture
def health(club):
    """Return a function that returns the club's health report."""

    def ask():
        with urlopen(f"{club.url}/health", timeout=60) as answer:
            return json.load(answer)

    return ask
