"""Exercises about one rule are fair: both answers occur, wrong ones are plausible, and some moves are legal."""

import pytest

from apz.apocalypze.moves import Event, Play, TakeBack, Use
from apz.apocalypze.play import why_not
from apz.apocalypze.rules.find import in_play
from apz.apocalypze.teaching.exercises import EXERCISES
from apz.apocalypze.teaching.exercises.by_rule import tried
from apz.apocalypze.teaching.exercises.legal_twins import TWINS
from apz.apocalypze.teaching.exercises.random_games import STILL
from apz.apocalypze.teaching.questions.distractors import holding, near
from apz.core.learning.rule_questions import chapter
from apz.core.luck import Chance, roll
from tests.apocalypze.questions.asked import made

LUCKS = 30
REFUSERS = (
    "character.factions", "character.unique", "character.zombie-not-human", "attach.attributes", "attach.one-copy",
    "event.one-copy", "combat.all-attack", "twofold.turned", "text.once", "draw.six",
)  # fmt: skip


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("rule", REFUSERS)
def test_a_rule_that_only_refuses_is_often_asked_about_with_legal_moves_too(rule, level):
    found = [tried("legal", rule, luck, level) for luck in range(LUCKS)]
    answers = [min(question.right) for question in found if question is not None]
    assert len(answers) == LUCKS
    assert min(answers.count("legal"), answers.count("not-legal")) >= LUCKS // 4


@pytest.mark.parametrize("rule", TWINS)
def test_the_move_of_a_twin_is_legal(rule):
    for luck in range(15):
        assert why_not(*TWINS[rule](Chance(luck))) is None


@pytest.mark.parametrize("rule", [*REFUSERS[:-1], "attach.location", "consume.survivor", "stronghold.once-game"])
def test_a_referee_finds_two_legal_moves_that_do_something_and_no_card_pointed_at_itself(rule):
    for luck in range(6):
        question = tried("referee", rule, luck, 1 + luck % 2)
        assert question is not None
        works = [each.means for each in question.options if each.answer not in question.right]
        assert len([move for move in works if not isinstance(move, (*STILL, TakeBack))]) >= 2
        aimed = [each.means for each in question.options if isinstance(each.means, Event | Use)]
        assert not [move for move in aimed if move.card in move.targets]


@pytest.mark.parametrize("rule", ["character.unique", "character.raider", "combat.all-attack", "text.once"])
@pytest.mark.parametrize("level", [1, 2])
def test_the_wrong_rules_are_of_the_same_chapter_or_could_refuse_such_a_move(rule, level):
    for luck in range(8):
        question = tried("refused", rule, luck, level)
        assert question is not None
        allowed = near(question.ask.values["move"])
        far = [each.answer for each in question.options if each.answer not in allowed]
        assert [other for other in far if chapter(other) != chapter(rule)] == []


def test_no_wrong_rule_is_broken_as_well():
    for question in made("refused"):
        move, position = question.ask.values["move"], question.position
        others = {each.answer for each in question.options} - question.right
        assert not others & holding(position, move)
        if isinstance(move, Play) and "character.unique" in others:
            printed = position.card(move.card)
            assert not printed.unique or in_play(position, printed.name) is None


def test_the_hands_before_a_draw_are_of_many_sizes():
    for level, many in ((1, 3), (2, 4)):
        found = [EXERCISES["draws"](roll(luck)[0], level) for luck in range(40)]
        answers = [min(question.right) for question in found if question is not None]
        assert len(answers) == 40
        assert len(set(answers)) == many
        assert max(map(answers.count, answers)) <= 20
