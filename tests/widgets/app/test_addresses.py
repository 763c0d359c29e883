"""The app's addresses: every one leads somewhere, a bad one gets a message, and each page links to the others."""

from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apz.apocalypze.teaching import course
from apz.widgets import App
from apz.widgets.app.address import read_address
from apz.widgets.learn.scene import PREFIX
from tests.texts import says, ui
from tests.widgets.app.visits import come, seen, settle, visit
from tests.widgets.hands import click, doing, elements, position, shown
from tests.widgets.learning_hands import press

BAD = ["x", "../../etc", "<img src=x onerror=alert(1)>", "\u202e\x00", "a" * 5000, "1" * 70_000, "%00", "💥"]

ADDRESSES = {
    "": ("home", "Two players, two strongholds"),
    "?page=home": ("home", course.lesson(course.order()[0]).title),
    "?page=learn": ("learn", "Lessons"),
    "?page=play": ("setup", "Roadside Diner"),
    "?page=practise": ("practise", "Practice"),
    "?page=lab": ("lab", "Police Station"),
    "?page=look": ("look", "Search the rules"),
    "?lesson=combat": ("lesson", course.lesson("combat").title),
    "?practise=combat": ("practise", "Combat"),
    "?practise=combat.wounds": ("practise", "Show answer"),
    "?position=starving": ("shared", "Undo"),
    "?lab=starving": ("lab", "YAML"),
    "?rule=combat.wounds": ("look", "combat.wounds"),
    "?card=biker": ("look", "Biker"),
    "?lesson=combat&lang=de": ("lesson", f"Lektion {course.order().index('combat') + 1} von"),
    "?lang=de&theme=dark": ("home", "Zwei Spieler, zwei Festungen"),
    "?utm_source=club&lesson=draw": ("lesson", course.lesson("draw").title),
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_leads_somewhere_and_the_address_bar_says_so(address):
    app = visit(address)
    kind, text = ADDRESSES[address]
    assert app.place.kind == kind
    assert text in seen(app)
    assert app.store.state.notice == ""
    assert app.browser.followed
    there = visit(app.browser.address)
    assert there.place.kind == kind
    assert there.browser.address == app.browser.address


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
    assert (app.place.kind, app.store.state.language, app.browser.theme, app.store.state.notice) == (
        "home",
        "en",
        "dark",
        "",
    )


def test_the_address_can_come_with_the_kernel_too(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "lesson=combat&lang=de")
    app = App()
    assert (app.place.kind, app.store.state.language) == ("lesson", "de")
    panel = app.place.panel
    come(app, address="?lesson=combat&lang=de")
    assert app.place.panel is panel


@settings(deadline=None)
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
    assert tuple(app.children) == (app.browser,)
    come(app, address="?lesson=combat")
    assert laid == [(app.browser, app.bar, app.place.panel)]
    assert app.place.kind == "lesson"


def test_a_page_whose_greeting_fails_shows_the_home_page_and_keeps_nothing(monkeypatch, caplog):
    app = App("")
    monkeypatch.setattr(app, "recall", lambda *_: 1 / 0)
    come(app, address="?lesson=combat")
    assert tuple(app.children) == (app.browser, app.bar, app.home)
    assert "a message of the page could not be used" in caplog.text
    press(app.bar, "go", ":look")
    assert app.browser.kept == ""


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
    first = course.lesson(course.order()[0]).title
    assert f"Begin: {first}" in seen(app)
    (begin,) = doing(app.place.panel, f"{PREFIX}lesson:")
    click(app.place.panel, begin)
    press(app.bar, "go", ":home")
    assert says("en", "home.on", title=first) in seen(app)
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
    chosen = {"yours": "Church", "other": "Military Base", "against": "rookie", "hands": "open", "starts": "second"}
    press(app.place.panel, "begin", **chosen, pace="quick")
    panel = app.place.panel
    assert app.place.kind == "play"
    position, state = panel.scene.visible, panel.store.state
    assert [position.game.cards[side.stronghold].name for side in position.sides] == ["Church", "Military Base"]
    assert (state.seats, state.open_hands, state.quick) == (("you", "rookie"), True, True)
    press(app.bar, "go", ":setup")
    at = app.last["play"]["session"]
    press(app.place.panel, "on")
    assert app.place.panel.session.text() == at


def test_against_somebody_beside_you_hidden_hands_are_hidden():
    app = visit("?page=play")
    press(app.place.panel, "begin", against="you", hands="hidden")
    state = app.place.panel.store.state
    assert (state.seats, state.open_hands) == (("you", "you"), False)
    assert app.place.address()["hands"] == "hidden"
    assert app.place.panel.scene.curtain


def test_choices_that_are_not_offered_begin_a_game_all_the_same():
    app = visit("?page=play")
    press(app.place.panel, "begin", yours="x", other=7, against="<b>", hands=None, starts=[], pace={})
    assert app.place.kind == "play"
    assert app.place.panel.store.state.seats == ("you", "rookie")


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
    press(app.place.panel, "tab", ":pieces")
    press(app.place.panel, "find", text="GANG")
    assert "Gang Warrior" in seen(app)
    assert "Civilian" not in seen(app)
    press(app.place.panel, "piece", ":Gang Warrior")
    assert app.browser.address.startswith("?card=Gang+Warrior")
    press(app.place.panel, "find", text="<script>")
    assert "No card has" in seen(app)


def hits(app) -> dict[str, list[Any]]:
    """Return the list items of the matching rules, by rule id."""
    found = [each for each in elements(app.place.panel.view["tree"]) if each[0] == "li"]
    return {each[1]["key"]: each for each in found}


def test_rules_are_found_by_a_question_with_its_words_marked_and_a_position_to_play():
    app = visit("?page=look")
    click(app.place.panel, "find", value="can I block twice?")  # as somebody types
    first = hits(app)["combat.defend"]
    assert "block" in [each[2] for each in elements(first) if each[0] == "mark"]
    shows = doing(app.place.panel, "example:")
    assert len(shows) == 1  # the button of the best match, which is shown in full
    click(app.place.panel, shows[0])
    assert app.place.panel.store.state.example
    click(app.place.panel, "find", text="<b>xyzzy</b>")
    assert ui("en", "rules.none", words="<b>xyzzy</b>") in seen(app)


def test_a_rule_has_a_page_with_its_relatives_its_practice_and_its_position_in_the_lab():
    app = visit("?page=look")
    click(app.place.panel, "find", text="wounds")
    press(app.place.panel, "rule", ":combat.wounds")
    assert app.browser.address.startswith("?rule=combat.wounds")
    assert app.place.panel.scene.words.rules["combat.wounds"].text in seen(app)
    other = app.place.panel.scene.words.rules.related("combat.wounds")[0]
    press(app.place.panel, "rule", f":{other.id}")
    assert other.text in seen(app)
    press(app.place.panel, "rule", ":")  # back to the results
    assert "combat.wounds" in hits(app)
    press(app.place.panel, "rule", ":combat.wounds")
    press(app.place.panel, "practise", ":combat.wounds")
    assert (app.place.kind, app.place.panel.store.state.about) == ("practise", "combat.wounds")
    app = visit("?rule=combat.wounds")
    press(app.place.panel, "lab", ":combat.wounds")
    assert app.place.kind == "lab"


def test_what_is_searched_in_the_rules_leads_to_the_cards_that_speak_of_it():
    app = visit("?page=look")
    click(app.place.panel, "find", text="gang")
    press(app.place.panel, "also")
    assert app.store.state.search == "gang"
    assert "Gang Warrior" in seen(app)
    assert "Civilian" not in seen(app)


@pytest.mark.parametrize(
    "do", ["tab::zz", "rule::no.such", "practise::no.such", "lab::no.such", "like::zz", "sheet::zz"]
)
def test_what_is_not_offered_there_changes_nothing(do):
    app = visit("?page=look")
    before = app.place.panel.view["tree"]
    click(app.place.panel, f"learn:{do}", value="zz")
    assert app.place.panel.view["tree"] == before
    assert app.place.kind == "look"


def test_the_language_is_one_wherever_it_is_changed():
    app = visit("?position=starving")
    settle(app, "language", "de")
    assert "Teilen" in shown(app.bar)
    assert app.place.panel.store.state.language == "de"
    click(app.place.panel, "set:language", value="en")
    assert "Share" in shown(app.bar)
    assert (app.browser.lang, app.browser.heading) == ("en", "Play - ApocalypZe Tutor")
    assert (app.browser.theme, "theme=" in app.browser.address) == ("dark", False)
    for theme in ("light", "auto"):
        settle(app, "theme", theme)
        assert app.browser.theme == theme
        assert f"theme={theme}" in app.browser.address
    settle(app, "theme", "url(evil)")
    assert app.browser.theme == "auto"


def test_only_the_languages_that_are_served_can_be_chosen(monkeypatch):
    monkeypatch.setenv("APZ_LANGUAGES", "de,es,xx")
    app = App("?lang=en")
    assert app.store.state.language == "de"
    app.speak("en")
    assert app.store.state.language == "de"
    press(app.bar, "go", ":setup")
    press(app.place.panel, "begin")
    click(app.place.panel, "open:controls")
    offered = [each[1].get("value") for each in elements(app.place.panel.view["tree"]) if each[0] == "input"]
    assert [each for each in ("de", "en", "es") if each in offered] == ["de", "es"]
    click(app.place.panel, "set:language", value="en")
    assert app.place.panel.store.state.language == "de"
    monkeypatch.setenv("APZ_LANGUAGES", "")
    app.speak("en")
    assert app.store.state.language == "en"
