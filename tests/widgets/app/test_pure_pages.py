"""The app's own pages are pure: drawing changes nothing, and an update gives the same state and effects each time."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apz.widgets.app import home_view
from apz.widgets.app.update import ACTS
from apz.widgets.base.gesture import gesture
from apz.widgets.base.tree import plain
from tests.widgets.app.visits import ended, visit
from tests.widgets.hands import doing
from tests.widgets.learning_hands import press

PAGES = ("home", "setup", "look")
VALUES = {"text": ["", "gang", "no such thing"], "against": ["you", "rookie", "x"], "value": ["de", "dark", ""]}


@pytest.fixture(scope="module")
def somebody() -> Any:
    app = practised()
    return app, app.store.state


def practised() -> Any:
    """Return the app of a learner who has done a bit of everything."""
    app = visit("?lesson=combat")
    press(app.place.panel, "typed", text="4")
    app.go("play", {"session": ended().text(), "seats": "you-regular"})
    app.go("shared", {"position": "starving"})
    app.go("practise", {})
    return app


def draw_all(app: Any) -> list[Any]:
    return [panel.draw() for panel in (app.bar, app.place.panel)]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_drawing_changes_nothing_and_an_update_is_pure(somebody, data):
    app, start = somebody
    app.store.take(start)  # every try starts from the same state
    app.go(data.draw(st.sampled_from(PAGES)), {})
    for _ in range(3):
        if app.place.kind not in PAGES:
            break
        state = app.store.state
        sent: list[Any] = []
        app.browser.send = lambda message, *_, sent=sent: sent.append(message)
        first = draw_all(app)
        assert draw_all(app) == first
        assert app.store.state is state
        panel = data.draw(st.sampled_from([app.bar, app.place.panel]))
        offered = [*doing(panel), *(f"learn:{verb}::x" for verb in ACTS), "learn:nothing::", "open:nowhere"]
        values = {name: data.draw(st.sampled_from(known)) for name, known in VALUES.items()}
        wanted = gesture(data.draw(st.sampled_from(offered)), 0, **values)
        once, again = (app.store.update(app.store.scene, wanted) for _ in range(2))
        assert once == again
        assert app.store.state is state
        assert sent == []
        app.store.send(wanted)
        assert not app.store.state.trouble


def test_time_passes_and_a_page_that_is_drawn_again_is_the_same(monkeypatch):
    app = practised()
    app.go("home", {})
    scene, now = app.store.scene, time.time()
    first = home_view.draw(scene)
    assert "less than an hour ago" in plain(first)
    monkeypatch.setattr(time, "time", lambda: now + 9e6)
    assert home_view.draw(scene) == first
