"""The games that the home page offers to resume can be told apart: by stronghold, players, progress, and date."""

import secrets
import time
from typing import Any

import pytest

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.visibility import seen_by
from apz.widgets.base.tree import plain
from tests.texts import says
from tests.widgets.app.visits import again, ended, seen, settle, visit
from tests.widgets.hands import asked, click, elements, play
from tests.widgets.learning_hands import press

HOUR = 3600


@pytest.fixture(autouse=True)
def same_cards(monkeypatch):
    """Deal the same cards each time: with some deals, the first move is forced and others follow on their own."""
    monkeypatch.setattr(secrets, "randbelow", lambda most: 1)


def begun(decks: tuple[str, str], against: str) -> Any:
    """Return the app with the learner's own game, after one move."""
    app = visit("?page=play")
    press(app.place.panel, "begin", yours=decks[0], other=decks[1], against=against, hands="open", starts="first")
    play(app.place.panel, app.place.panel.scene.moves[0])
    return app


@pytest.mark.parametrize(
    ("decks", "against", "told"),
    [
        (("Church", "Military Base"), "regular", "Church against Military Base, with a regular on the other side"),
        (("Roadside Diner", "Church"), "rookie", "Roadside Diner against Church, with a rookie on the other side"),
        (("Church", "Church"), "you", "Church against Church, without a bot"),
    ],
)
def test_a_game_is_named_by_its_strongholds_and_who_plays(decks, against, told):
    app = begun(decks, against)
    for page in ("home", "setup"):
        press(app.bar, "go", f":{page}")
        assert f"Your game: {told}, turn 1, less than an hour ago" in seen(app)


def test_the_turn_is_the_one_in_which_the_game_stands():
    app = begun(("Church", "Church"), "you")
    panel = app.place.panel
    while panel.scene.position.turn < 3:
        play(panel, SensibleBot(1).choose(seen_by(panel.scene.position, asked(panel).player)).move)
    press(app.bar, "go", ":home")
    assert ", turn 3, " in seen(app)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(HOUR - 9, "less than an hour ago"), (HOUR + 9, "1 hour ago"), (23.9 * HOUR, "23 hours ago"),
     (25 * HOUR, "1 day ago"), (49 * HOUR, "2 days ago")],
)  # fmt: skip
def test_it_is_said_how_long_ago_the_last_move_was_made_and_looking_at_it_is_no_move(seconds, told, monkeypatch):
    app, now = begun(("Church", "Church"), "regular"), time.time()
    monkeypatch.setattr(time, "time", lambda: now + seconds)
    there = again(app)
    assert there.place.kind == "play"
    press(there.bar, "go", ":home")
    assert f", {told}" in seen(there)


@pytest.mark.parametrize("given", [{}, {"when": "x", "turn": []}, {"when": -1, "turn": -1}, {"when": 2**39}])
def test_what_is_not_known_of_a_game_is_not_said(given):
    app = begun(("Church", "Church"), "regular")
    kept = {name: value for name, value in app.last["play"].items() if name not in ("when", "turn")}
    app.last["play"] = {**kept, **given}
    press(app.bar, "go", ":home")
    app.last["play"] = {**kept, **given}
    press(app.bar, "go", ":home")
    assert "with a regular on the other side, after 1 move" in seen(app)
    assert " ago" not in seen(app)


def offered(app: Any) -> list[str]:
    """Return the labels of the home page's resume buttons."""
    return [
        plain(each) for each in elements(app.place.panel.view["tree"]) if "learn:back:" in str(each[1].get("data-do"))
    ]


def test_a_game_that_is_over_is_not_offered_again_and_one_that_is_not_is():
    app = visit()
    app.go("play", {"session": ended().text(), "seats": "you-regular"})
    press(app.bar, "go", ":home")
    assert offered(app) == []
    assert offered(again(app)) == []
    app.go("play", {"session": ended().text(), "seats": "you-regular"})
    click(app.place.panel, "go:1")
    press(app.bar, "go", ":home")
    assert len(offered(app)) == 1


def test_the_ways_back_are_in_the_language_of_the_page():
    app = begun(("Church", "Church"), "regular")
    app.go("lesson", {"lesson": "combat"})
    press(app.place.panel, "open", ":1")
    press(app.bar, "go", ":home")
    english = offered(app)
    settle(app, "language", "de")
    assert len(offered(app)) == len(english) == 2
    assert not {*offered(app)} & {*english}
    assert says("de", "home.back") in seen(app)


def test_each_deck_is_chosen_beside_the_picture_of_its_stronghold():
    panel = visit("?page=play").place.panel
    fields = [each for each in elements(panel.view["tree"]) if each[1].get("class") == "pictured"]
    assert len(fields) == 2
    for field in fields:
        names = [each[1]["value"] for each in elements(field) if each[0] == "option"]
        shown = [each[1]["class"] for each in elements(field) if "pic-" in each[1].get("class", "")]
        assert shown == [f"art pic-{name.lower().replace(' ', '-')}" for name in names]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_before_a_game_begins_with_a_capital(language):
    app = visit(f"?page=play&lang={language}")
    texts = [each[2] for each in elements(app.place.panel.view["tree"]) if each[0] == "option"]
    assert texts
    assert all(text[:1] == text[:1].upper() for text in texts)
