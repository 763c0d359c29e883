"""A notebook other than the tutor's, on a real server: its output is visible, and only an error makes it fail."""

import re
from pathlib import Path

import pytest

from apz.serving import pages
from tests import servers
from tests.serving.conftest import served, visiting
from tests.serving.test_server import leave
from tests.serving.visitor import Answer, Visitor, kernel_of

HTML = "from IPython.display import HTML, display\ndisplay(HTML('<p id=mine>Hello from <b>here</b></p>'))"
PRINT = "import sys\nprint('Hello from here', '<b>')\nprint('a warning', file=sys.stderr)"
WIDGET = (
    "from ipywidgets import Button\nfrom IPython.display import display\ndisplay(Button(description='Hello from here'))"
)
VIEW = {"application/vnd.jupyter.widget-view+json": {"model_id": "none", "version_major": 2, "version_minor": 0}}
MISSING = f"from IPython.display import display\ndisplay({VIEW}, raw=True)"
FAILED = pages.catalog("en").text("progress", "failed")
ERROR = "zzname = 1\nraise ValueError('zzsaid')"


@pytest.fixture(scope="module")
def code(tmp_path_factory):
    """Return the path of the code that the teacher's notebook runs; tests change it, so one server is enough."""
    return tmp_path_factory.mktemp("teacher") / "code.py"


@pytest.fixture(scope="module")
def teacher(code: Path):
    """Serve a notebook that shows the output of the code in the file `code`, and yield the server."""
    notebook = servers.write_notebook(code.parent / "own.ipynb", f"exec(open({str(code)!r}).read())")
    with served(code.parent, notebook=str(notebook), preheat=0) as server:
        yield server


@pytest.fixture
def page(chromium):
    with visiting(chromium, locale="en-US") as opened:
        yield opened


def visit(server: servers.Server) -> Answer:
    """Open the page and leave; return the answer."""
    someone = Visitor(server.url)
    answer = someone.ask("/")
    leave(someone, kernel_of(answer))
    return answer


@pytest.mark.parametrize(
    ("source", "failed"),
    [(HTML, False), (PRINT, False), (PRINT + "\n" + HTML, False), ("", False), (ERROR, True)],
    ids=["html", "text", "both", "nothing", "error"],
)
def test_only_an_error_is_a_failure(teacher, code, source, failed):
    code.write_text(source)
    answer = visit(teacher)
    assert ('id="failed"' in answer.text) is failed
    assert 'id="laid"' in answer.text
    assert ("<pre>Hello from here &lt;b&gt;\n</pre>" in answer.text) is (PRINT in source)
    assert "a warning" not in answer.text


def test_an_error_in_a_notebook_is_told_in_one_line_without_its_code(teacher, code):
    code.write_text(ERROR)
    before = len(teacher.log.read_text().splitlines())
    visit(teacher)
    lines = teacher.log.read_text().splitlines()[before:]
    assert [line for line in lines if "error" in line] == [line for line in lines if "session" not in line]
    assert [re.sub(r"^[\d-]+ [\d:,]+ ", "", line) for line in lines if "session" not in line] == [
        "error: a cell of the notebook failed (ValueError)"
    ]


@pytest.mark.parametrize("source", [HTML, PRINT, WIDGET], ids=["html", "text", "widget"])
def test_whatever_a_notebook_shows_takes_the_place_of_the_first_paint(page, teacher, code, source):
    code.write_text(source)
    page.goto(teacher.url)
    page.locator("#opening").wait_for(state="detached")
    page.get_by_text("Hello from here").first.wait_for()


def test_a_notebook_that_shows_nothing_leaves_no_first_paint(page, teacher, code):
    code.write_text("")
    page.goto(teacher.url)
    page.locator("#opening").wait_for(state="detached")


def test_a_page_whose_panels_cannot_be_drawn_says_so(page, teacher, code):
    code.write_text(MISSING)
    page.goto(teacher.url)
    page.locator("#step", has_text=FAILED).wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("source", [ERROR, MISSING], ids=["error", "missing"])
def test_a_page_that_never_comes_up_is_loaded_again_only_a_few_times(page, teacher, code, source):
    code.write_text(source)
    loads: list[str] = []
    page.on("load", lambda _: loads.append(page.url))
    page.clock.install()
    page.goto(teacher.url)
    for _ in range(9):  # each time it may reload
        page.locator("#step", has_text=FAILED).wait_for()
        page.clock.run_for(70_000)
    assert len(loads) == 5
    code.write_text(HTML)
    page.locator("#progress a").click()
    page.locator("#opening").wait_for(state="detached")
    assert page.evaluate("sessionStorage['apz.tries']") is None
