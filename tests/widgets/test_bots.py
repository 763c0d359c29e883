"""Bots at the desk: step by step, quickly, or playing each other; and clicks while they move."""

from random import Random

import pytest

from apz.apocalypze.bots import RandomBot
from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from tests.widgets.hands import asked, by_hand, click, doing, play, session, shown


@pytest.fixture
def game():
    return new_session(new_game(seed=3))


def test_against_a_bot_hands_are_hidden_and_it_moves_step_by_step(game):
    tutor = by_hand(game, seats=("you", "regular"))
    assert not tutor.store.state.open_hands
    theirs = {f"card:{each}" for each in game.position.sides[1].hand}
    assert not theirs & set(doing(tutor))
    click(tutor, "move:[draw]")
    click(tutor, "move:[occupy, 0]")
    click(tutor, "move:[done]")
    while game.position.waiting and game.position.waiting.player == 0:
        click(tutor, "deck:0")
    assert {"next", "onward"} <= set(doing(tutor))
    click(tutor, "card:40")
    assert not tutor.store.state.trouble
    before = game.at
    click(tutor, "next")
    assert game.nodes[game.at].parent == before
    assert "Why:" in shown(tutor)
    click(tutor, "onward")
    assert tutor.scene.yours


def test_a_quick_bot_moves_by_itself(game):
    tutor = by_hand(game, seats=("regular", "you"), quick=True)
    assert tutor.scene.yours
    assert game.position.waiting.player == 1
    assert tutor.scene.bottom == 1


def test_two_bots_are_watched_phase_by_phase(game):
    tutor = by_hand(game, seats=("regular", "rookie"))
    for _ in range(200):
        if game.position.waiting is None:
            break
        moment = (game.position.turn, game.position.phase)
        click(tutor, "onward")
        assert not tutor.store.state.trouble
        assert (game.position.turn, game.position.phase) != moment
    assert len(game.steps) > 10


def test_a_seat_can_be_taken_over_in_the_middle_of_a_payment():
    tutor = by_hand(session("church-table"))
    hand = tutor.session.position.sides[0].hand
    click(tutor, f"card:{hand[0]}")
    click(tutor, "set:seat0", value="regular")
    click(tutor, "onward")
    assert not tutor.store.state.trouble
    assert asked(tutor).player == 1


def test_on_to_my_decision_holds_though_the_bot_moved_while_it_was_pressed(game):
    tutor = by_hand(game, seats=("regular", "you"))
    click(tutor, "next", at=0)
    click(tutor, "onward", at=0)
    assert tutor.scene.yours
    before = tutor.session.at
    click(tutor, "onward", at=0)
    assert tutor.session.at == before
    tutor.close()


def test_a_double_click_on_to_the_end_of_the_game_leaves_its_story():
    tutor, luck = by_hand(new_session(new_game(seed=8)), seats=(RandomBot(), "you")), Random(8)
    while tutor.session.position.waiting:
        before = tutor.session.at
        if tutor.scene.yours:
            play(tutor, luck.choice(tutor.scene.moves))
        else:
            click(tutor, "onward")
    story = tutor.view["tree"]
    assert len(tutor.scene.recent) > 1
    click(tutor, "onward", at=before)
    assert tutor.view["tree"] == story
    tutor.close()


def test_a_double_click_on_to_the_next_phase_goes_on_by_one(game):
    tutor = by_hand(game, seats=("regular", "rookie"))
    click(tutor, "onward", at=0)
    before = tutor.session.at
    click(tutor, "onward", at=0)
    assert tutor.session.at == before > 0
    tutor.close()
