"""The game in the app's addresses and in the browser's storage: named, unknown, or from an older version."""

import json

import pytest

from apz.core.learning.events import LessonDone
from apz.core.sharing import session_link
from apz.widgets import App
from tests.texts import says
from tests.widgets.app.visits import again, come, seen, visit
from tests.widgets.hands import play, session
from tests.widgets.learning_hands import press


def test_the_usual_game_is_left_out_of_addresses_and_may_be_named():
    app = visit("?game=apocalypze&lesson=combat")
    assert (app.place.kind, app.browser.address) == ("lesson", "?lesson=combat&lang=en")


def test_another_game_that_is_served_is_the_usual_one(monkeypatch):
    monkeypatch.setenv("APZ_GAME", "elsewhere")
    app = come(App("", game="apocalypze"), address="?lesson=combat")
    assert app.browser.address == "?game=apocalypze&lesson=combat&lang=en"


def test_a_game_that_there_is_not_is_said_in_one_sentence():
    app = visit("?game=chess&lesson=combat")
    assert (app.place.kind, app.store.state.notice) == ("home", says("en", "address.no-game", name="chess"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_link_of_the_old_form_is_said_in_one_sentence_and_nothing_is_lost(language):
    app = visit(f"?lang={language}")
    press(app.bar, "go", ":setup")
    press(app.place.panel, "begin", against="you", hands="open")
    play(app.place.panel, app.place.panel.scene.moves[0])
    app.keeper.record(LessonDone("combat"))
    own = app.last["play"]["session"]
    there = again(app, address=f"?game={session_link(session('starving'))}&seats=you-you&lang={language}")
    assert (there.place.kind, there.store.state.notice) == ("home", says(language, "address.old-link"))
    assert there.last["play"]["session"] == own
    assert there.keeper.mastery.lessons["combat"].done
    press(there.home, "back", ":0")
    assert there.place.panel.session.text() == own


def test_what_a_place_said_while_it_could_not_be_opened_stays_said():
    app = visit("?lesson=combat")
    kept = json.loads(app.browser.kept)
    kept["last"]["play"] = {"session": "broken"}
    there = visit(desks=[("tab2", json.dumps(kept))])
    assert "Your game" in seen(there)
    press(there.home, "back", ":1")
    assert (there.place.kind, there.store.state.notice) == ("home", says("en", "address.no-session"))
    press(there.home, "ask")
    assert there.store.state.notice == ""


def test_what_was_kept_by_an_older_version_is_dropped_and_progress_is_read():
    app = visit("?lesson=combat")
    app.keeper.record(LessonDone("draw"))
    old = json.dumps({**json.loads(app.browser.kept), "apz": "desk 1"})
    there = visit(desks=[("tab1", old)], progress=[("tab1", app.browser.progress)])
    assert (there.place.kind, there.store.state.notice, there.last) == ("home", "", {})
    assert there.keeper.mastery.lessons["draw"].done
