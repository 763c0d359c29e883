"""The app by its address: every one leads somewhere, a bad one is answered, and from each page to the others."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apz.widgets import App
from apz.widgets.app.address import read_address
from apz.widgets.learn.scene import PREFIX
from tests.widgets.app.visits import come, seen, visit
from tests.widgets.hands import click, doing, elements, position, shown
from tests.widgets.learning_hands import press

BAD = ["x", "../../etc", "<img src=x onerror=alert(1)>", "\u202e\x00", "a" * 5000, "1" * 70_000, "%00", "💥"]

ADDRESSES = {
    "": ("home", "Two players, two strongholds"),
    "?page=home": ("home", "Begin: What lies on the table"),
    "?page=learn": ("learn", "The lessons"),
    "?page=play": ("setup", "Roadside Diner"),
    "?page=practise": ("practise", "Practise"),
    "?page=lab": ("lab", "Police Station"),
    "?page=look": ("look", "Lord Brawn"),
    "?lesson=combat": ("lesson", "A fight at the police station"),
    "?practise=combat": ("practise", "Combat"),
    "?practise=combat.wounds": ("practise", "Show the answer"),
    "?position=starving": ("shared", "Undo"),
    "?lab=starving": ("lab", "YAML"),
    "?rule=combat.wounds": ("look", "combat.wounds"),
    "?card=biker": ("look", "Biker"),
    "?lesson=combat&lang=de": ("lesson", "Lektion 6 von"),
    "?lang=de&theme=dark": ("home", "Zwei Spieler, zwei Festungen"),
    "?utm_source=club&lesson=draw": ("lesson", "Lesson 2"),
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_leads_somewhere_and_the_address_bar_says_so(address):
    app = visit(address)
    kind, text = ADDRESSES[address]
    assert app.place.kind == kind
    assert text in seen(app)
    assert app.store.state.notice == ""
    assert app.shelf.followed
    there = visit(app.shelf.address)
    assert there.place.kind == kind
    assert there.shelf.address == app.shelf.address


@pytest.mark.parametrize("word", ["lesson", "practise", "position", "session", "game", "lab", "rule", "card", "page"])
@pytest.mark.parametrize("value", BAD, ids=range(len(BAD)))
def test_a_bad_address_is_answered_with_a_sentence(word, value):
    app = visit(f"?{word}={quote(value)}")
    assert app.place.kind == ("look" if word in ("rule", "card") else "home")
    assert app.store.state.notice
    assert app.store.state.notice in seen(app)
    assert len(app.store.state.notice) < 300
    assert app.store.state.notice.isprintable()


@pytest.mark.parametrize("address", ["?lang=xx", "?theme=pink", "?lang=../de", "?nothing", "?&&&=", "?" + "a=1&" * 500])
def test_settings_that_do_not_exist_change_nothing(address):
    app = visit(address)
    assert (app.place.kind, app.store.state.language, app.shelf.theme, app.store.state.notice) == (
        "home",
        "en",
        "auto",
        "",
    )


def test_the_address_can_come_with_the_kernel_too(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "lesson=combat&lang=de")
    app = App()
    assert (app.place.kind, app.store.state.language) == ("lesson", "de")
    panel = app.place.panel
    come(app, address="?lesson=combat&lang=de")
    assert app.place.panel is panel


@given(st.text(max_size=300))
def test_any_address_can_be_read(text):
    assert set(read_address(text, "card")) <= {
        "lesson", "practise", "position", "session", "lab", "rule", "card", "page", "game", "seats", "hands", "lang",
        "theme",
    }  # fmt: skip


def test_the_browsers_language_is_spoken_unless_another_is_asked_for():
    assert visit(speaks="de-AT").store.state.language == "de"
    assert visit("?lang=en", speaks="de").store.state.language == "en"
    assert visit(speaks="fr").store.state.language == "en"


def test_nothing_but_the_place_that_was_asked_for_is_ever_shown():
    app, laid = App(""), []
    app.observe(lambda change: laid.append(change["new"]), "children")
    assert tuple(app.children) == (app.shelf,)
    come(app, address="?lesson=combat")
    assert laid == [(app.shelf, app.bar, app.place.panel)]
    assert app.place.kind == "lesson"


def test_a_page_whose_greeting_fails_shows_the_home_page_and_keeps_nothing(monkeypatch, caplog):
    app = App("")
    monkeypatch.setattr(app, "recall", lambda *_: 1 / 0)
    come(app, address="?lesson=combat")
    assert tuple(app.children) == (app.shelf, app.bar, app.home)
    assert "a message of the page could not be used" in caplog.text
    press(app.bar, "go", ":look")
    assert app.shelf.kept == ""


# ---- going about


def test_from_the_home_page_through_every_door_and_back():
    app = visit()
    for kind in ("learn", "setup", "practise", "lab", "look", "home"):
        press(app.bar, "go", f":{kind}")
        assert app.place.kind == kind
        assert len(app.children) == 3
        assert app.children[2] is app.place.panel
        seen(app)


def test_a_lesson_that_was_begun_is_not_to_be_begun_again():
    app = visit()
    first = "What lies on the table"
    assert f"Begin: {first}" in seen(app)
    (begin,) = doing(app.place.panel, f"{PREFIX}lesson:")
    click(app.place.panel, begin)
    press(app.bar, "go", ":home")
    assert f"Go on: {first}" in seen(app)
    assert f"Begin: {first}" not in seen(app)


def test_from_the_map_to_a_lesson_and_the_lesson_is_still_there_after_looking_something_up():
    app = visit("?page=learn")
    press(app.place.panel, "lesson", ":combat")
    press(app.place.panel, "typed", text="4")
    press(app.bar, "go", ":look")
    press(app.bar, "go", ":learn")
    press(app.place.panel, "lesson", ":combat")
    assert "You said: 4" in seen(app)
    press(app.bar, "go", ":learn")
    press(app.place.panel, "lesson", ":draw")
    assert app.place.panel.lesson.id == "draw"


def test_a_game_is_chosen_and_begun():
    app = visit("?page=play")
    chosen = {"yours": "Church", "other": "Military Base", "against": "random", "hands": "open", "starts": "second"}
    press(app.place.panel, "begin", **chosen, pace="quick")
    panel = app.place.panel
    assert app.place.kind == "play"
    position, state = panel.scene.visible, panel.store.state
    assert [position.game.cards[side.stronghold].name for side in position.sides] == ["Church", "Military Base"]
    assert (state.seats, state.open_hands, state.quick) == (("you", "random"), True, True)
    press(app.bar, "go", ":setup")
    at = app.last["play"]["session"]
    press(app.place.panel, "on")
    assert app.place.panel.session.text() == at


def test_choices_that_are_not_offered_begin_a_game_all_the_same():
    app = visit("?page=play")
    press(app.place.panel, "begin", yours="x", other=7, against="<b>", hands=None, starts=[], pace={})
    assert app.place.kind == "play"
    assert app.place.panel.store.state.seats == ("you", "sensible")


def test_from_the_lab_a_position_is_played_and_from_the_game_it_is_edited():
    app = visit("?lab=starving")
    click(app.place.panel, "play", at=app.place.panel.version)
    assert app.place.kind == "shared"
    assert app.place.panel.session.start == position("starving")
    click(app.place.panel, "edit")
    assert app.place.kind == "lab"
    assert app.place.panel.position == position("starving")


def test_cards_are_searched_by_name_and_text():
    app = visit("?page=look")
    press(app.place.panel, "find", text="GANG")
    assert "Gang Warrior" in seen(app)
    assert "Civilian" not in seen(app)
    press(app.place.panel, "piece", ":Gang Warrior")
    assert app.shelf.address.startswith("?card=Gang+Warrior")
    press(app.place.panel, "find", text="<script>")
    assert "No card has" in seen(app)


def test_the_language_is_one_wherever_it_is_changed():
    app = visit("?position=starving")
    press(app.bar, "language", value="de")
    assert "Teilen" in shown(app.bar)
    assert app.place.panel.store.state.language == "de"
    click(app.place.panel, "set:language", value="en")
    assert "Share" in shown(app.bar)
    assert (app.shelf.lang, app.shelf.heading) == ("en", "Play - ApocalypZe Tutor")
    press(app.bar, "theme", value="dark")
    assert app.shelf.theme == "dark"
    assert "theme=dark" in app.shelf.address
    press(app.bar, "theme", value="url(evil)")
    assert app.shelf.theme == "dark"


def test_only_the_languages_that_are_served_can_be_chosen(monkeypatch):
    monkeypatch.setenv("APZ_LANGUAGES", "de,xx")
    app = App("?lang=en")
    assert app.store.state.language == "de"
    app.speak("en")
    assert app.store.state.language == "de"
    press(app.bar, "go", ":setup")
    press(app.place.panel, "begin")
    click(app.place.panel, "open:controls")
    offered = [each[1].get("value") for each in elements(app.place.panel.view["tree"]) if each[0] == "option"]
    assert ("de" in offered, "en" in offered) == (True, False)
    click(app.place.panel, "set:language", value="en")
    assert app.place.panel.store.state.language == "de"
    monkeypatch.setenv("APZ_LANGUAGES", "")
    app.speak("en")
    assert app.store.state.language == "en"
