"""Every rule in the index can be practiced: the report of gaps is empty."""

import pytest

from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.play import play
from apz.apocalypze.teaching.exercises import EXERCISES, PRACTISES, RULES
from apz.apocalypze.teaching.exercises.by_rule import FOCUSED, practise
from apz.apocalypze.teaching.exercises.scenes import SCENES
from apz.apocalypze.teaching.questions import MAKERS
from apz.core.learning.rule_questions import cited
from apz.core.luck import Chance
from tests.apocalypze.questions.asked import LEVELS, LUCKS, WORDS, judged, made

BOOK = list(rules())


def test_no_rule_is_without_an_exercise():
    assert [rule for rule in BOOK if not PRACTISES.get(rule)] == []


def test_no_exercise_practises_what_is_no_rule():
    assert {rule for practised in RULES.values() for rule in practised} <= set(BOOK)
    assert set(RULES) == set(EXERCISES)
    assert set(FOCUSED) == set(WORDS) <= set(EXERCISES)
    assert set(WORDS) <= set(MAKERS)


@pytest.mark.parametrize("rule", BOOK)
def test_a_fresh_question_is_found_for_every_rule(rule):
    found = [practise(rule, luck, 1 + luck % 2) for luck in (1, 20, 300)]
    assert [question is not None and rule in question.rules for question in found] == [True] * 3


@pytest.mark.parametrize("rule", SCENES)
def test_the_rule_of_a_scene_decides_in_it(rule):
    for luck in range(15):
        assert rule in cited(play(*SCENES[rule](Chance(luck))))


@pytest.mark.parametrize("kind", WORDS)
def test_nearly_every_luck_gives_a_question(kind):
    assert len(made(kind)) >= LUCKS * 9 // 10
    assert {question.kind for question in made(kind)} == {kind}
    assert len({(question.ask, question.right, question.cards) for question in map(hashable, made(kind))}) >= LUCKS // 6


def hashable(question):
    """Return the question in a form that can be counted."""
    return question.__class__(
        kind=question.kind, position=None, ask=repr(question.ask), right=question.right, rules=question.rules,
        because=(), cards=question.cards,
    )  # fmt: skip


@pytest.mark.parametrize("kind", WORDS)
def test_the_same_luck_gives_the_same_question(kind):
    for luck in (3, 4, 5):
        level = LEVELS[luck % 3]
        assert EXERCISES[kind](luck, level) == EXERCISES[kind](luck, level)


@pytest.mark.parametrize("kind", WORDS)
def test_the_rules_of_a_question_are_rules_and_the_right_answer_is_offered(kind):
    for question in made(kind):
        assert question.rules
        assert set(question.rules) <= set(BOOK)
        assert question.because
        verdict = judged(question, question.right if question.several else min(question.right))
        assert verdict.right
        assert not verdict.mistake
        assert not set(question.mistakes) & question.right
