"""The review of a game: the choices it calls costly are costly, and its refused tries and turning points are real."""

from typing import Any

import pytest

import apz
from apz import moves
from apz.apocalypze.bots import RandomBot, SensibleBot, steps_of
from apz.apocalypze.game import GAME as REAL

LIB: Any = apz
GAME: Any = REAL


def a_game(seed: int = 3, turns: int = 8) -> Any:
    session = apz.new_session(apz.new_game("Church", "Police Station", seed=seed))
    for _, step in steps_of(SensibleBot(1), RandomBot(2), session.position):
        session.add(step)
        if step.after.turn > turns:
            break
    return session


def test_a_costly_choice_says_what_was_better_and_becomes_an_exercise():
    session = apz.new_session(apz.named_position("police-station-defense"))
    session.do(moves.Done())
    (found,) = GAME.review(session).costly_choices
    assert (found.moment, found.seat, found.position) == (0, 1, session.start)
    assert found.cost == 6  # everybody gets in: 10 instead of 4
    assert "Better: access point 1: Police Officer, Patsy McNally" in found.said
    assert found.exercise.verdict(session.steps).right is False
    assert found.exercise.solution.answers[0].summary() in found.said


def test_the_best_choice_costs_nothing():
    session = apz.new_session(apz.named_position("police-station-defense"))
    for move in session.start.solve().moves:
        session.do(move)
    assert apz.review(session).costly_choices == ()


def test_a_whole_game_is_looked_back_at_in_its_order():
    session = a_game()
    found = apz.review(session, seconds=3)
    assert found.looked_at
    assert found.turning_points
    assert [each.moment for each in found.findings] == sorted([each.moment for each in found.findings])
    assert all(session.position_at(each.moment) == each.position for each in found.findings)
    assert len(found.to_rows()) == len(found)
    assert "<li>" in found._repr_html_()
    one = apz.review(session, seat=1, seconds=3, language="de")
    assert {each.seat for each in one.costly_choices} <= {1}


def test_a_refused_try_is_told_with_its_reason():
    session = apz.new_session(apz.named_position("police-station-defense"))
    (found,) = apz.review(session, [(0, moves.Send(1, 1)), (0, moves.Done())]).findings
    assert found.kind == "illegal"
    assert "Ben tried to" in found.said


def test_what_is_no_game_is_said():
    with pytest.raises(TypeError, match="give a session"):
        LIB.review("church")
    with pytest.raises(TypeError, match="above 0"):
        apz.review(a_game(turns=1), seconds=0)


def test_time_that_runs_out_is_said():
    found = apz.review(a_game(turns=3), seconds=1e-9)
    assert (found.looked_at, found.left > 0) == (0, True)
    assert "no time" in str(found)
