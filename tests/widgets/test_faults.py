"""An internal error becomes a message with a report, and the game continues from where it was."""

import logging

import pytest

from apz.apocalypze.bots import RandomBot
from apz.apocalypze.kernel import new_session
from apz.apocalypze.moves import Occupy
from apz.apocalypze.setup import new_game
from apz.widgets import TablePanel
from apz.widgets.table import prompt
from tests.texts import ui
from tests.widgets.hands import by_hand, click, doing, shown


@pytest.fixture
def game():
    return new_session(new_game(seed=3))


class Broken:
    """A bot that fails."""

    def choose(self, seen):
        raise ZeroDivisionError("a bot that fails")


class Cheat:
    """A bot that always occupies stronghold 0, even where that's illegal."""

    def choose(self, seen):
        return RandomBot().choose(seen)._replace(move=Occupy(0))


@pytest.mark.parametrize("bot", [Broken(), Cheat()], ids=["broken", "cheat"])
def test_a_fault_becomes_a_message_with_a_report_and_the_game_goes_on(game, bot, caplog):
    tutor = by_hand(game, seats=(bot, "you"))
    with caplog.at_level(logging.ERROR):
        click(tutor, "next")
    assert "a gesture failed" in caplog.text
    text = shown(tutor)
    assert ui("en", "trouble.said") in text
    assert "apz: session 1" in text
    assert "/" not in tutor.store.state.trouble.partition("apz: session")[0].replace("<", "").partition("\n\n")[0]
    assert game.at == 0
    click(tutor, "dismiss")
    assert not tutor.store.state.trouble
    click(tutor, "set:seat0", value="you")
    click(tutor, "move:[draw]")
    assert len(game.steps) == 1
    assert not tutor.store.state.trouble


def test_a_fault_in_a_quick_bot_keeps_what_the_person_did(game, caplog):
    tutor = by_hand(game, seats=("you", "you"))
    click(tutor, "set:pace", value="quick")
    click(tutor, "move:[draw]")
    tutor.store.seat("you", Broken(), open_hands=True)
    click(tutor, "move:[occupy, 0]")
    click(tutor, "move:[done]")
    while not tutor.store.state.trouble:
        click(tutor, "deck:0")
    assert game.position.waiting.player == 1
    click(tutor, "set:seat1", value="you")
    click(tutor, "dismiss")
    click(tutor, "move:[draw]")
    assert not tutor.store.state.trouble
    assert caplog.records


def test_a_panel_that_cannot_be_drawn_says_so_and_offers_to_go_back(game, caplog, monkeypatch):
    table = TablePanel(game)
    click(table, "move:[draw]")

    def fail(desk):
        raise ValueError("cannot draw")

    monkeypatch.setattr(TablePanel, "part", fail)
    click(table, "move:[occupy, 0]")
    assert "Something went wrong" in shown(table)
    assert "go:undo" in doing(table)
    assert "a panel could not be drawn" in caplog.text
    monkeypatch.undo()
    click(table, "go:undo")
    click(table, "dismiss")
    assert "Something went wrong" not in shown(table)
    assert game.at == 1


def test_a_session_that_cannot_be_written_is_no_reason_to_show_nothing(game, caplog, monkeypatch):
    tutor = by_hand(game)

    def fail(*_):
        raise ValueError("cannot be written")

    monkeypatch.setattr(type(game), "text", fail)
    monkeypatch.setattr(prompt, "said", fail)
    click(tutor, "move:[draw]")
    assert "Something went wrong" in shown(tutor)
    assert tutor.view["at"] == game.at == 1
    assert "a panel could not be drawn" in caplog.text
