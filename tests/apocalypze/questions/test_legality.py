"""Questions about legality: judged by the list of legal moves, refused by the rule the kernel names."""

import pytest

from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Attach, Play
from apz.apocalypze.play import legal_moves, play
from apz.apocalypze.positions import build, seat
from apz.apocalypze.teaching.questions.choices import RULE_QUESTIONS
from apz.apocalypze.teaching.questions.distractors import CLOSE, REFUSING
from apz.core.trace import Refusal
from tests.apocalypze.questions.asked import made, option, outcome

legal, referee, refused = RULE_QUESTIONS.legal, RULE_QUESTIONS.referee, RULE_QUESTIONS.refused


def at_home() -> Position:
    """Return a position where Ann occupies her Church, which has a biker, with all sorts of cards in hand."""
    ann = seat("Church", survivors=["Biker"], hand=["Civilian", "Gang Warrior", "Handgun"], deck=["5 Biker"])
    return build(ann, seat("Police Station", deck=["5 Biker"]), whose="Ann", occupied="Ann")


def test_a_move_of_the_list_is_legal_and_no_other_is():
    for question in made("legal"):
        move = question.ask.values["move"]
        assert question.right == {"legal" if move in legal_moves(question.position).all() else "not-legal"}


def test_legal_and_illegal_moves_are_both_asked_about_often_and_by_many_rules():
    answers = [*map(min, (question.right for question in made("legal")))]
    assert 20 <= answers.count("legal") <= 40
    assert len({question.rules[0] for question in made("legal")}) >= 12
    assert len({question.rules[0] for question in made("refused")}) >= 12


def test_a_lesson_says_the_move_as_a_command():
    position = at_home()
    assert legal(position, "play Civilian").right == {"legal"}
    assert legal(position, "attach Handgun to Biker").right == {"legal"}
    question = legal(position, "play Gang Warrior")
    assert question.right == {"not-legal"}
    assert question.rules == ("character.raider",)
    assert isinstance(question.because[0], Refusal)


def test_a_command_that_means_nothing_is_no_question():
    with pytest.raises(ValueError, match="abracadabra"):
        legal(at_home(), "abracadabra")


def test_a_wrong_answer_is_played_out():
    position = at_home()
    for command, wrong, key in (
        ("play Civilian", "not-legal", "can-be-played"),
        ("play Gang Warrior", "legal", "is-taken-back"),
    ):
        assert outcome(legal(position, command), wrong) == [key]


def test_what_refuses_a_move_is_the_right_one_of_the_rules_that_are_offered():
    for question in made("refused"):
        refusal = play(question.position, question.ask.values["move"])
        assert isinstance(refusal, Refusal)
        assert question.right == {refusal.rule}
        offered = [each.answer for each in question.options]
        assert refusal.rule in offered
        assert len(offered) == len(set(offered)) in (3, 4)


def test_no_rule_is_offered_that_could_be_meant_as_well():
    for question in (*made("refused"), *made("why")):
        (right,) = question.right
        others = {each.answer for each in question.options} - {right}
        assert not others & {each.id for each in rules().related(right)}
        assert not [group for group in CLOSE if right in group and others & group]


def test_the_groups_of_rules_that_are_alike_are_rules_of_the_index():
    assert not [rule for group in CLOSE for rule in group if rule not in rules()]
    assert not [rule for rule in REFUSING if rule not in rules()]


def test_a_legal_move_is_refused_by_nothing():
    with pytest.raises(ValueError, match="legal"):
        refused(at_home(), "play Civilian")


def test_the_referee_finds_what_is_not_in_the_list():
    for question in made("referee"):
        listed = legal_moves(question.position).all()
        illegal = {each.answer for each in question.options if each.means not in listed}
        assert question.right == illegal
        assert 0 < len(illegal) < len(question.options)
        assert question.several


def test_a_missed_move_and_a_wronged_one_are_both_explained():
    question = referee(at_home(), ["play Civilian", "play Gang Warrior", "attach Handgun to Biker"])
    assert question.right == {"b"}
    assert [type(option(question, letter)) for letter in "abc"] == [Play, Play, Attach]
    assert outcome(question, ["a"]) == ["move-works", "move-refused"]
    with pytest.raises(ValueError, match="legal"):
        referee(at_home(), ["play Civilian"])
