"""A position as HTML: the same table as in the panel, small enough for a notebook, with nothing from Jupyter loaded."""

import re
import subprocess
import sys

import pytest

from apz import games
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.positions import named_position
from apz.widgets import Tutor
from apz.widgets.base.tree import plain
from apz.widgets.table import still

MOST_BYTES = 60_000
LIGHT = """
import sys, apz
position = apz.named_position("police-station")
before = {*sys.modules}
assert not [name for name in before if name.startswith("apz.widgets")]
assert "<style>" in position._repr_html_()
print([name for name in ("IPython", "anywidget", "comm", "ipywidgets", "traitlets") if name in sys.modules])
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_a_picture_is_the_one_of_the_panel(language):
    position = named_position("police-station")
    scene = still.look(position, language)
    panel = Tutor(position, language=language)
    table = scene.view.table
    assert plain(table(scene)) == plain(table(panel.scene.but(watching=True)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["police-station", "police-station-groups", "full-house", "church-table"])
def test_a_picture_is_small_enough_to_be_kept_in_a_notebook(name, language):
    assert len(games.html(named_position(name), language).encode()) < MOST_BYTES


def test_a_picture_needs_nothing_of_jupyter():
    assert subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_every_sign_and_picture_of_the_table_is_in_its_style():
    shown = games.html(named_position("police-station"))
    used = {name for each in re.findall(r'class="([^"]*)"', shown) for name in each.split() if name.startswith("pic-")}
    assert len(used) > 10
    assert {name for name in used if f"& .{name}{{--pic:" not in shown} == set()


def test_what_is_no_position_is_told():
    with pytest.raises(TypeError, match="not a position of a game: 4"):
        games.html(4)
