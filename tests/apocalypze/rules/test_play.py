"""play: this program's own rules: one thing at a time, the end, the cards a move may name, take-backs."""

from typing import Any

import pytest

from apz.apocalypze import moves
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import DECK, Debt
from tests.apocalypze.situations import ANN, BEN, Situation, seat
from tests.apocalypze.walks import EVERY


def raided(**state: Any) -> Situation:
    """Return a situation with Ann's warrior at Ben's stronghold."""
    ann = seat("Roadside Diner", raiders=["Gang Warrior"], hand=["Biker"], deck=["9 Biker"])
    return Situation(ann, seat("Church", hand=["Civilian"], deck=["9 Civilian"]), **state)


@pytest.mark.rule("play.waiting")
def test_the_game_waits_for_one_player_to_do_one_thing():
    assert {type(move) for move in EVERY} == set(moves.MOVES)
    game = raided(phase="draw")
    for move in EVERY[1:]:
        refusal = game.refusal(move)
        if isinstance(move, moves.Event):  # a player who holds a trump may play it before drawing
            assert refusal.key == "not-in-hand"
            continue
        assert refusal.key == f"not-now-{type(move).__name__.lower()}"
        assert (refusal.fix, refusal.values["player"]) == ("awaited-draw", "Ann")
    assert [game.refusal(move).rule for move in (moves.Done(), moves.Pass())] == ["play.waiting"] * 2
    assert rules("en")["play.waiting"].kind == "tutor"


@pytest.mark.rule("play.waiting")
def test_a_card_in_the_other_players_hand_has_to_wait_for_them():
    game = raided(phase="occupation", occupied="Ann")
    civilian = game.side(BEN).hand[0]
    refusal = game.refusal(moves.Play(civilian))
    assert (refusal.key, refusal.rule, refusal.fix) == ("other-hand", "play.waiting", "awaited-act")
    assert refusal.values == {"holder": "Ben", "player": "Ann", "amount": 0}
    assert "Civilian" not in str(refusal.values)  # it doesn't say what's in his hand


@pytest.mark.rule("play.over")
def test_after_the_end_nothing_more_is_played():
    game = raided(winner="Ann")
    for move in EVERY:
        refusal = game.refusal(move)
        assert (refusal.key, refusal.rule, refusal.fix) == ("game-over", "play.over", "undo")


@pytest.mark.rule("play.unknown")
@pytest.mark.parametrize("number", [-7, -1, 999])
def test_a_move_names_cards_that_are_in_the_game(number):
    game = raided(phase="occupation", occupied="Ann")
    for move in (moves.Play(number), moves.Attach(number, 0), moves.Event(number), moves.Use(number)):
        refusal = game.refusal(move)
        assert (refusal.key, refusal.rule, refusal.fix) == ("no-such-card", "play.unknown", "awaited-act")
        assert refusal.values == {"number": number, "player": "Ann", "amount": 0}


@pytest.mark.rule("play.unknown")
def test_only_a_card_of_ones_own_hand_is_played_and_only_a_card_in_play_is_used():
    game = raided(phase="occupation", occupied="Ann")
    buried = game.side(ANN).deck[0]
    refusal = game.refusal(moves.Play(buried))
    assert (refusal.key, refusal.rule, refusal.fix) == ("not-in-hand", "play.unknown", "own-hand")
    assert refusal.values == {"card": "Biker", "player": "Ann"}
    refusal = game.refusal(moves.Use(buried))
    assert (refusal.key, refusal.rule, refusal.fix) == ("not-in-play", "play.unknown", "no-change")


@pytest.mark.rule("play.takeback")
def test_a_raider_sent_and_a_card_offered_can_be_taken_back():
    game = raided(phase="combat").do(moves.Send(1, 2))
    game.do(moves.TakeBack(1))
    assert game.note("combat.taken-back").rule == "play.takeback"
    refusal = game.refusal(moves.TakeBack(1))
    assert (refusal.key, refusal.rule) == ("not-sent", "play.takeback")
    game.do(moves.Send(1, 3), moves.Done())
    hand = game.side(BEN).hand[0]
    game.do(moves.Eat(DECK), moves.TakeBack(DECK))
    assert game.note("consume.taken-back-deck").rule == "play.takeback"
    assert isinstance(game.position.waiting, Debt)
    assert game.position.waiting.offered == ()
    refusal = game.refusal(moves.TakeBack(hand))
    assert (refusal.key, refusal.rule, refusal.cards) == ("not-offered", "play.takeback", (hand,))


@pytest.mark.rule("play.takeback")
def test_what_was_offered_is_not_offered_twice():
    waiting = {"consume": "Ann", "amount": 2}
    ann = seat("Roadside Diner", hand=["4 Biker"], deck=["9 Biker"])
    game = Situation(ann, seat("Church", deck=["Civilian"]), phase="consumption", waiting=waiting)
    card = game.side(ANN).hand[0]
    game.do(moves.Eat(card))
    refusal = game.refusal(moves.Eat(card))
    assert (refusal.key, refusal.rule, refusal.fix) == ("already-offered", "play.takeback", "take-back")
    game.do(moves.TakeBack(card), moves.Eat(card))
    assert game.note("consume.taken-back-hand").rule == "play.takeback"


@pytest.mark.rule("play.waiting")
def test_a_refused_move_changes_nothing():
    game = raided(phase="occupation", occupied="Ann")
    before = game.position
    game.refusal(moves.Play(game.side(ANN).deck[0]))
    assert game.position is before
