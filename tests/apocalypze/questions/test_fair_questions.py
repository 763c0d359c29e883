"""Fair questions: a player without cards is never asked to choose one, and no misunderstanding is misnamed."""

import pytest

from apz.apocalypze.play import legal_moves
from apz.apocalypze.teaching.exercises.timing import WINDOWS, next_decision
from apz.apocalypze.teaching.questions import MAKERS
from apz.apocalypze.teaching.words import teaching
from tests.apocalypze.situations import Situation, seat


@pytest.mark.parametrize("rule", ["event.priority", "event.order", "timing.engagement"])
def test_who_decides_next_is_never_somebody_with_nothing_to_play(rule):
    found = [next_decision(luck, 2, rule) for luck in range(1, 12)]
    after = [question.steps[0].after for question in found if question]
    windows = [position for position in after if position.waiting.kind in WINDOWS]
    assert windows
    assert all(len(legal_moves(position)) > 1 for position in windows)


@pytest.mark.parametrize(("given", "mistake"), [("2", "forgot-one-modifier"), ("3", "forgot-modifier")])
def test_forgetting_what_a_survivor_spares_is_not_taken_for_an_added_minimum(given, mistake):
    ann = seat("Church", survivors=["2 Civilian", "Alex Bloom"], deck=["9 Civilian"])
    game = Situation(ann, seat("Police Station", deck=["9 Pop!"]), phase="occupation", whose="Ann", occupied="Ann")
    question = MAKERS["owed"](game.position)
    assert question.right == {"1"}  # three survivors, less 1 for the Church and 1 for Alex Bloom
    verdict = question.judge(given)
    assert verdict
    assert verdict.mistake
    assert verdict.mistake.key == mistake
    if mistake == "forgot-one-modifier":
        assert "Alex Bloom" in teaching("en").mistake(question, verdict)
