"""The renderer: a page gets the panels' script and style sheet once, no matter how many panels it shows."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from apz.widgets import App, CombatPanel, DecisionPanel, HistoryPanel, Lesson, TablePanel, Tutor
from apz.widgets.base.panel import Panel
from apz.widgets.base.renderer import Renderer
from apz.widgets.base.scripts import script
from apz.widgets.base.styles import FONTS, font, style
from apz.widgets.base.widget import LIGHT, open_widgets

MOST_OF_A_PANEL = 1_500  # bytes, besides the view
MOST_OF_ALL = 105_000  # bytes of the renderer, its fonts included
MOST_OF_FONTS = 60_000


@pytest.fixture
def page() -> set[str]:
    """Forget the kernel's renderer, and return the ids of the widgets that are already open."""
    Renderer.shared().close()
    return set(open_widgets())


def opened(before: set[str]) -> dict[Any, int]:
    """Return the open widgets that aren't in `before`, each with the number of bytes a page is sent for it."""
    new = [widget for name, widget in list(open_widgets().items()) if name not in before]
    return {widget: weight(widget.get_state()) for widget in new}


def weight(state: dict[str, Any]) -> int:
    """Return the number of bytes a page is sent for a widget's state: binary values as they are, others as JSON."""
    binary = {name: value for name, value in state.items() if isinstance(value, bytes | memoryview)}
    text = {name: value for name, value in state.items() if name not in binary}
    return len(json.dumps(text, default=str).encode()) + sum(map(len, binary.values()))


def test_many_panels_bring_script_and_style_along_only_once(page):
    game = new_session(new_game(seed=1))
    panels = [kind(game) for kind in (Tutor, TablePanel, DecisionPanel, CombatPanel, HistoryPanel)]
    sent = opened(page)
    renderers = [widget for widget in sent if isinstance(widget, Renderer)]
    assert [each.renderer for each in panels] == renderers * len(panels)
    for panel in panels:
        assert sent[panel] - len(json.dumps(panel.get_state("view")).encode()) < MOST_OF_A_PANEL
    assert sent[renderers[0]] < MOST_OF_ALL
    for panel in panels:
        panel.close()


def test_the_app_brings_them_along_only_once_wherever_somebody_goes(page):
    app = App("")
    app.hello({})
    for place in ("learn", "practise", "lab", "look", "setup", "home"):
        app.go(place, {})
    sent = opened(page)
    (renderer,) = [widget for widget in sent if isinstance(widget, Renderer)]
    if not LIGHT:  # a page of our own has both as files
        assert json.loads(zlib.decompress(renderer.packed)) == {"script": script("panel.js"), "style": style()}
    assert not any(widget.get_state().get("_css") for widget in sent)
    assert sum(size for widget, size in sent.items() if not isinstance(widget, Panel)) < MOST_OF_ALL + 30_000


def test_after_all_widgets_were_closed_the_next_panel_brings_them_along_again(page):
    first = Lesson("combat")
    old = first.renderer
    first.close()
    old.close()
    panel = Lesson("combat")
    assert panel.renderer is not old
    assert panel.renderer.comm is not None
    panel.close()


def test_the_fonts_are_no_more_than_was_agreed():
    assert sum(len(font(*each)) for each in FONTS) <= MOST_OF_FONTS
