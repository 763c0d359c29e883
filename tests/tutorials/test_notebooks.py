"""The notebooks can be read without running them: each code cell has a picture and text of what its panel shows now."""

import json
import re

import pytest

from tests.notebooks import notebooks, renewed

EACH = pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
LARGEST = 150_000  # bytes that GitHub shows without asking


@EACH
def test_its_outputs_are_what_its_cells_show_now(path):
    assert path.read_text(encoding="utf-8") == renewed(path), "the panels look different now: run `make notebooks`"


@EACH
def test_it_shows_a_picture_where_no_widget_runs(path):
    assert path.stat().st_size < LARGEST
    cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        (output,) = cell["outputs"]
        html = "".join(output["data"]["text/html"])
        assert {*output["data"]} == {"text/html", "text/plain"}  # a saved widget view would be an empty box
        assert output["output_type"] == "display_data"
        assert cell["execution_count"] == number
        assert "<style>" in html
        assert "\\xad" not in html  # no visible escape for an invisible character
        assert not re.search(r"<script|https?://(?!www\.w3\.org)", html)
        assert len(re.sub(r"<style>.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL).split()) > 40  # read as plain text
