"""Closed panels are released: a kernel that runs all evening doesn't grow with every place visited."""

import gc
import weakref

import pytest

from apz.widgets import App, Lesson
from apz.widgets.base.widget import open_widgets

PLACES = ("practise", "lab", "look", "learn", "setup", "home")


def visited(app: App) -> int:
    """Visit each of the PLACES in the app; return how many widgets are open then."""
    for place in PLACES:
        app.go(place, {})
    gc.collect()
    return len(open_widgets())


def test_a_closed_panel_is_let_go():
    Lesson("combat").close()  # the renderer, which all panels share, stays
    known = len(open_widgets())
    panel = Lesson("combat")
    gone = weakref.ref(panel)
    panel.close()
    del panel
    gc.collect()
    assert gone() is None
    assert len(open_widgets()) == known


@pytest.mark.long
def test_no_place_stays_that_somebody_has_left():
    app = App("")
    app.hello({})
    assert visited(app) == visited(app)
