"""The browser's own Back and Forward buttons: each new place is one step, and each place is as it was left."""

import pytest

from apz.apocalypze.teaching import course
from apz.widgets import App
from tests.widgets.app.visits import again, settle, visit
from tests.widgets.hands import click, play
from tests.widgets.learning_hands import press


def back(app: App, place: object, address: object) -> None:
    """Go back to an entry in the browser's history."""
    turns = app.browser.turns
    app.browser._handle_custom_msg({"went": {"place": place, "address": address}}, [])
    assert app.browser.turns == turns


def test_another_place_is_one_step_and_what_changes_within_a_place_is_none():
    app = visit("?lesson=combat")
    assert app.browser.turns == 0
    press(app.place.panel, "typed", text="4")
    settle(app, "theme", "light")
    assert app.browser.turns == 0
    press(app.bar, "go", ":look")
    assert (app.browser.turns, app.browser.place) == (1, "look")
    press(app.place.panel, "tab", ":pieces")
    press(app.place.panel, "piece", ":Biker")
    assert app.browser.turns == 1
    press(app.bar, "go", ":learn")
    press(app.place.panel, "lesson", ":draw")
    press(app.bar, "go", ":learn")
    press(app.place.panel, "lesson", ":combat")
    assert app.browser.turns == 5


def test_from_one_lesson_to_the_next_is_a_step():
    app = visit("?lesson=combat")
    app.go("lesson", {"lesson": "draw"})
    assert app.browser.turns == 1


def test_back_leads_to_what_was_done_there_and_a_reload_after_it_stays_there():
    app = visit("?lesson=combat")
    press(app.place.panel, "typed", text="4")
    lesson = app.browser.address
    press(app.bar, "go", ":practise")
    asked, practise = app.place.panel.asked, app.browser.address
    press(app.bar, "go", ":home")
    home = app.browser.address
    back(app, "practise", practise)
    assert (app.place.panel.asked, app.browser.address) == (asked, practise)
    back(app, "lesson", lesson)
    assert app.place.panel.run.verdicts
    assert app.browser.address == lesson
    there = again(app)
    assert there.place.given() == app.place.given()
    back(app, "home", home)
    assert app.place.kind == "home"


def test_back_leads_to_ones_own_game_as_it_is_now():
    app = visit("?page=play")
    press(app.place.panel, "begin", against="you", hands="open")
    play(app.place.panel, app.place.panel.scene.moves[0])
    text, address = app.place.panel.session.text(), app.browser.address
    back(app, "setup", "?page=play&lang=en")
    assert app.place.kind == "setup"
    back(app, "play", address)
    assert (app.place.kind, app.place.panel.session.text()) == ("play", text)
    press(app.bar, "go", ":home")
    click(app.home, "learn:ask::")
    click(app.home, "learn:forget::")
    back(app, "play", address)
    assert (app.place.kind, app.place.panel.session.text()) == ("shared", text)


def test_back_does_not_undo_the_language_or_the_look():
    app = visit("?page=learn")
    before = app.browser.address
    press(app.bar, "go", ":look")
    settle(app, "language", "de")
    back(app, "learn", before)
    assert (app.place.kind, app.store.state.language) == ("learn", "de")


@pytest.mark.parametrize("place", ["", "play", "lab", "practise", "lesson", "nothing", 7, None, "x" * 500])
@pytest.mark.parametrize("address", ["?lesson=<b>", "?session=1ffffffAAAA", "?page=x", 7, None])
def test_an_entry_that_is_none_of_ours_leads_home(place, address):
    app = visit("?lesson=combat")
    back(app, place, address)
    assert app.place.kind == "home"
    press(app.bar, "go", ":look")
    assert app.browser.turns == 1


def test_the_title_of_the_window_says_where_one_is():
    app = visit()
    assert app.browser.heading == "ApocalypZe Tutor"
    number = course.order().index("combat") + 1
    for address, title in {
        "?lesson=combat": f"Lesson {number}: {course.lesson('combat').title}",
        "?lesson=combat&lang=de": f"Lektion {number}: {course.lesson('combat', 'de').title}",
        "?page=play": "Play",
        "?position=starving": "Play",
        "?page=learn": "Learn",
        "?rule=combat.wounds": "Look up",
    }.items():
        found = visit(address).browser.heading
        assert found.startswith(title)
        assert "ApocalypZe" in found
