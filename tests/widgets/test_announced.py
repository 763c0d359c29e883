"""Announcements for screen readers: the news, once, from one panel; going back doesn't sound like playing."""

import pytest

from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from apz.widgets import DecisionPanel, TablePanel
from tests.texts import ui
from tests.widgets.hands import by_hand, click, defenders, session, shown


@pytest.fixture
def game():
    return new_session(new_game(seed=3))


def test_only_the_newest_panel_announces_and_it_says_what_happened_and_what_is_asked(game):
    question, tutor = DecisionPanel(game), by_hand(game)
    click(tutor, "move:[draw]")
    assert "say" not in question.view
    assert "Ann starts at the Police Station" in tutor.view["say"]["text"]
    assert "draws" in tutor.view["say"]["text"]
    click(tutor, "move:[occupy, 1]")
    assert tutor.view["say"]["text"].startswith(ui("en", "question.not-legal"))
    again = by_hand(game)  # its cell was run again: maybe no page shows the first one anymore
    click(again, "move:[occupy, 1]")
    assert again.view["say"]["text"].startswith(ui("en", "question.not-legal"))
    assert "say" not in tutor.view
    again.close()
    tutor.close()
    click(question, "go:undo")
    assert "say" in question.view


def test_what_was_said_is_not_said_again_when_only_something_is_opened(game):
    tutor = by_hand(game)
    click(tutor, "move:[draw]")
    first = tutor.view["say"]
    for do in ("open:controls", "tab:rules", "open:ask/occupy.choose", "open:controls"):
        click(tutor, do)
        assert tutor.view["say"] == first
    click(tutor, "move:[occupy, 1]")
    refusal = tutor.view["say"]
    assert refusal["id"] != first["id"]
    click(tutor, "move:[occupy, 1]")
    assert tutor.view["say"]["text"] == refusal["text"]
    assert tutor.view["say"]["id"] != refusal["id"]


def test_going_along_the_history_does_not_sound_like_playing(game):
    tutor = by_hand(game)
    click(tutor, "move:[draw]")
    click(tutor, "move:[occupy, 0]")
    click(tutor, "go:undo")
    assert tutor.view["say"]["text"] == f"Undone: back to step 1 of 2. {tutor.scene.words.waiting(game.position)}"
    click(tutor, "go:redo")
    assert tutor.view["say"]["text"].startswith("Redone: step 2 of 2. Ann")
    click(tutor, "go:1")
    assert tutor.view["say"]["text"].startswith("Step 1 of 2. Ann")
    click(tutor, "move:[occupy, 0]")
    assert tutor.view["say"]["text"].startswith("Ann")


def test_a_long_fight_is_told_by_its_end():
    tutor = by_hand(session("police-station"))
    officer = defenders(tutor, 1)[0]
    for do in ("point:1", f"card:{officer}", f"card:{officer}", "point:2"):
        click(tutor, do)
        asked_now = tutor.scene.words.waiting(tutor.session.position)
        assert len(tutor.view["say"]["text"].removesuffix(asked_now)) < 320


def test_a_table_alone_answers_and_announces_by_itself():
    table = TablePanel(session("first-turn"))
    click(table, f"card:{table.session.position.sides[0].hand[0]}")
    assert ui("en", "question.not-legal") in shown(table)
    assert table.view["say"]["text"].startswith(ui("en", "question.not-legal"))
    question = DecisionPanel(table.session)
    click(question, f"card:{table.session.position.sides[0].hand[0]}")
    assert ui("en", "question.not-legal") not in shown(table)
    assert "say" not in table.view
    assert ui("en", "question.not-legal") in shown(question)
