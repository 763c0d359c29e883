"""One lesson wherever notebooks run: Voila, JupyterLab, Notebook 7, marimo, JupyterLite. `make elsewhere` runs it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import servers
from tests.browser.hosts import LESSON, LONG, ROOT, copied, panel, run_cell, take_up
from tests.site.building import filed

PYTHON = ROOT / ".venv-elsewhere" / "bin" / "python"
LITE = ROOT / "build" / "lite"
MARIMO = """\
import marimo

app = marimo.App(width="full")


@app.cell
def _():
    from apz.widgets import Lesson

    Lesson("combat")
    return


if __name__ == "__main__":
    app.run()
"""


@contextmanager
def notebook(folder: Path, home: Path):
    """Run Notebook 7 over a folder, in the environment that has it, and yield the server."""
    port, token = servers.free_port(), "elsewhere"
    arguments = [
        "notebook", f"--ServerApp.root_dir={folder}", f"--port={port}", "--ip=127.0.0.1", "--no-browser",
        "--ServerApp.port_retries=0", "--allow-root", f"--IdentityProvider.token={token}",
    ]  # fmt: skip
    with servers.running(arguments, home, f"http://127.0.0.1:{port}", token, "/api", str(PYTHON)) as server:
        yield server


@contextmanager
def marimo(file: Path, home: Path):
    """Run marimo's app for one of its own notebooks, and yield the server."""
    port = servers.free_port()
    arguments = ["marimo", "run", str(file), "--headless", "--no-token", f"--port={port}", "--host=127.0.0.1"]
    with servers.running(arguments, home, f"http://127.0.0.1:{port}", ready="/", python=str(PYTHON)) as server:
        yield server


@contextmanager
def opened(chromium) -> Iterator[Page]:
    """Yield a page that's closed before its server stops; errors in it, perhaps the host's own, don't count."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(LONG)
    yield context.new_page()
    context.close()


@pytest.fixture
def lite(tmp_path):
    if not LITE.is_dir():
        pytest.fail(f"the tutorials are not at {LITE}: `make lite` builds them", pytrace=False)
    with filed(LITE, tmp_path / "files") as server:
        yield server


def test_a_lesson_is_taken_up_in_voila(show):
    take_up(show("lesson-combat").page)


def test_a_tutorial_is_taken_up_in_jupyterlab(pages, lab, folder):
    page = pages().page
    page.goto(f"{lab.url}/lab/tree/{copied(LESSON, folder).name}?reset&token={lab.token}")
    run_cell(page)
    take_up(page)


def test_a_tutorial_is_taken_up_in_notebook_7(chromium, tmp_path):
    (tmp_path / "here").mkdir()
    name = copied(LESSON, tmp_path / "here").name
    with notebook(tmp_path / "here", tmp_path / "home") as server, opened(chromium) as page:
        page.goto(f"{server.url}/notebooks/{name}?token={server.token}")
        run_cell(page)
        take_up(page)


def test_a_lesson_is_taken_up_in_marimo_and_looks_as_it_should(chromium, tmp_path):
    file = tmp_path / "lesson.py"
    file.write_text(MARIMO, encoding="utf-8")
    with marimo(file, tmp_path / "home") as server, opened(chromium) as page:
        page.goto(server.url)
        take_up(page)
        expect(panel(page)).to_have_css("font-family", re.compile("Barlow"))


def test_a_tutorial_is_taken_up_in_jupyterlite_with_no_request_to_anywhere_else(chromium, lite):
    asked = set[str]()
    with opened(chromium) as page:
        page.context.on("request", lambda request: asked.add(request.url))
        page.goto(f"{lite.url}/notebooks/index.html?path={LESSON}")
        run_cell(page)
        take_up(page)
    assert [url for url in asked if not url.startswith((f"{lite.url}/", "data:", "blob:"))] == []
    assert any(url.endswith("pyodide.asm.wasm") for url in asked)


def test_jupyterlite_opens_with_the_first_page_and_the_solver_answers_there(chromium, lite):
    with opened(chromium) as page:
        page.goto(f"{lite.url}/")
        expect(page.get_by_role("heading", name="ApocalypZe, learned by playing")).to_be_visible(timeout=LONG)
        page.goto(f"{lite.url}/lab/index.html?path=lab-solve.ipynb")
        run_cell(page)
        expect(page.locator(".jp-OutputArea-output").first).to_contain_text("Lord Brawn", timeout=LONG)
