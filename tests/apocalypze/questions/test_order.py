"""Questions about timing: who's asked after a move, the phases of a whole turn, the decisions in a whole combat."""

import pytest

from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import PHASES
from apz.apocalypze.moves import Done, Pass
from apz.apocalypze.play import play, step
from apz.apocalypze.positions import build, seat
from apz.apocalypze.teaching.exercises.random_games import any_move, steps
from apz.apocalypze.teaching.questions.order import DECISION_RULES, SEQUENCE, next_decision, order
from apz.apocalypze.teaching.words import teaching
from apz.core.luck import Chance
from apz.core.trace import Step
from tests.apocalypze.questions.asked import judged, made, outcome


def test_whoever_the_game_waits_for_then_is_the_right_answer():
    for question in made("next"):
        done = play(question.position, question.ask.values["move"])
        assert isinstance(done, Step)
        waiting = done.after.waiting
        assert waiting is not None
        assert question.right == {f"{waiting.player}-{waiting.kind}"}
        answers = [each.answer for each in question.options]
        assert len(answers) == len(set(answers)) == 4
        assert f"{1 - waiting.player}-{waiting.kind}" in answers


def test_every_sort_of_decision_is_asked_about():
    kinds = {min(question.right).partition("-")[2] for question in made("next")}
    assert len(kinds) >= 9


def test_the_attacker_is_asked_before_the_defender():
    ann = seat("Church", raiders=["Gang Warrior"], deck=["5 Biker"])
    ben = seat("Roadside Diner", survivors=["Biker"], deck=["5 Biker"])
    combat = {"attack": [["Gang Warrior"]], "defense": [["Biker"]]}
    position = build(ann, ben, whose="Ann", combat=combat, waiting={"defend": "Ben"}, strict=True)
    position = step(position, Done()).after  # Ben chooses the only engagement
    question = next_decision(position, "resolve the engagement at access point 1")
    assert question.right == {"0-window"}
    assert question.rules[0] == "timing.attacker-first"
    assert outcome(question, "1-window") == ["other-player"]
    [wrong] = [option for option in question.options if option.answer.partition("-")[2] != "window"][:1]
    (told,) = teaching("en").outcome(question, judged(question, wrong.answer))
    decided = teaching("en").option(question, wrong).partition(": ")
    assert told == f"It isn't time for {decided[0]} to {decided[2]}."
    question = next_decision(step(position, question.steps[0].move).after, Pass())
    assert question.right == {"1-window"}


def test_nobody_decides_anything_after_an_illegal_move():
    with pytest.raises(ValueError, match="nobody decides"):
        next_decision(build(seat("Church"), seat("Church"), whose="Ann", phase="draw"), Pass())


def test_the_phase_that_follows_is_the_one_that_follows_in_a_game():
    follows = set()
    for done in steps(7, 1500):
        if done.before.phase != done.after.phase and done.before.waiting and done.after.waiting:
            follows.add((done.before.phase, done.after.phase))
    for question in made("order"):
        if question.ask.key == "phase-after":
            (right,) = question.right
            assert (question.position.phase, right) in follows
    assert {question.position.phase for question in made("order")} == {*PHASES}


def test_the_order_of_a_combat_is_that_of_a_combat_in_which_anything_happens():
    asked = [question for question in made("order") if question.ask.key == "combat-order"]
    assert len(asked) > 20
    for number, question in enumerate(asked[:10]):
        chance, seen = Chance(number), []
        position = question.position._replace(game=question.position.game._replace(strict=True))
        while position.phase == "combat" and position.waiting:
            seen.append(position.waiting.kind)
            position = step(position, any_move(chance, position)).after
        first = [kind for kind in dict.fromkeys(seen) if kind in SEQUENCE]
        right = min(question.right).split("-")
        both = [kind for kind in right if kind in first]
        assert both == [kind for kind in first if kind in both]
        assert len(both) >= 2


def test_a_combat_without_anybody_in_the_way_has_no_order_to_ask_about():
    ann = seat("Church", raiders=["Gang Warrior"], deck=["5 Biker"])
    position = build(ann, seat("Church", deck=["5 Biker"]), whose="Ann", phase="combat")
    with pytest.raises(ValueError, match="too little"):
        order(position, "combat")


def test_the_rules_of_decisions_are_rules():
    assert not [rule for each in DECISION_RULES.values() for rule in each if rule not in rules()]


def test_every_wrong_answer_says_what_is_wrong_with_it():
    keys = {"other-player", "other-decision", "other-phase", "too-soon", "not-over"}
    for question in (*made("next"), *made("order")):
        for wrong in {each.answer for each in question.options} - question.right:
            verdict = judged(question, wrong)
            assert [reason.key in keys for reason in verdict.outcome] == [True]
            if verdict.outcome[0].key == "too-soon":
                right, said = min(question.right).split("-"), verdict.outcome[0].values
                assert right.index(said["kind"]) >= said["number"]


def test_an_empty_deck_tempts_to_think_that_the_game_is_over():
    ann = seat("Church", hand=["Biker"], deck=["2 Biker"])
    position = build(ann, seat("Church", deck=["5 Biker"]), whose="Ann", phase="draw")
    question = next_decision(position, "draw")
    assert question.right == {"0-occupy"}
    assert question.rules[0] == "draw.empty"
    assert outcome(question, "-1-over") == ["not-over"]
    assert teaching("en").answers(question, ["-1-over"]) == "Nobody: the game is over"
    full = build(seat("Church", deck=["9 Biker"]), seat("Church", deck=["5 Biker"]), whose="Ann", phase="draw")
    assert "-1-over" not in {each.answer for each in next_decision(full, "draw").options}
