"""One Voila, one JupyterLab and one Chromium for all browser tests; a fresh browser context for each."""

import json
import os
from pathlib import Path

import pytest

from apz import browser, serve
from tests.browser.desk import HERE, Page
from tests.browser.notebooks import NOTEBOOKS


@pytest.fixture(scope="session")
def chromium():
    with browser.browser() as started:
        yield started


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("notebooks")
    for name, source in NOTEBOOKS.items():
        serve.write_notebook(found / f"{name}.ipynb", source)
    return found


@pytest.fixture(scope="session")
def voila(folder, tmp_path_factory):
    with serve.voila(folder, tmp_path_factory.mktemp("voila"), serve.prompt("Voila")) as server:
        yield server


@pytest.fixture(scope="session")
def lab(folder, tmp_path_factory):
    home = tmp_path_factory.mktemp("lab")
    quiet = home / "settings" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    quiet.parent.mkdir(parents=True)
    quiet.write_text(json.dumps({"checkForUpdates": False, "fetchNews": "false"}))
    with serve.lab(folder, home, serve.prompt("ServerApp")) as server:
        yield server


@pytest.fixture
def pages(chromium):
    """Opens pages, each in a context of its own; at the end none of them may have had an error."""
    opened = []

    def new(**settings):
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
        context.set_default_timeout(60_000)
        opened.append(Page(context.new_page()))
        return opened[-1]

    yield new
    for page in opened:
        page.leave()
    assert [error for page in opened for error in page.errors] == []


@pytest.fixture
def show(pages, voila):
    """Opens a notebook in Voila and waits for its tutor."""

    def open_notebook(name, theme="light", **settings):
        page = pages(color_scheme=theme, **settings)
        page.open(f"{voila.url}/voila/render/{name}.ipynb?theme={theme}")
        return page

    return open_notebook


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core; without it the tests that need it fail."""
    place = Path(os.environ.get("AXE", HERE.parents[1] / ".venv" / "axe")) / "node_modules" / "axe-core" / "axe.min.js"
    if not place.is_file():
        pytest.fail(f"axe-core is not at {place}: `make test` fetches it with npm", pytrace=False)
    return place.read_text(encoding="utf-8")
