"""A learner's way through a lesson: answers, hints, moves, tries; in any order, and kept as plain values."""

import pytest

from apz.core.learning.lesson_run import Event, Walk
from apz.core.learning.lessons import read_lesson
from apz.core.learning.questions import HINTS
from apz.core.reading import read_text
from apz.core.trace import Refusal
from tests.core.toy import LESSON, SUBJECT


class Watched(Walk[int]):
    """A walk that remembers what it told."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        super().__init__(read_lesson("growing", read_text(LESSON, "growing.yaml"), SUBJECT), SUBJECT, luck=4)
        self.listeners.append(self.events.append)


@pytest.fixture
def walk():
    return Watched()


def right(walk: Walk[int]) -> str:
    assert walk.question
    return next(iter(walk.question.right))


def test_a_right_answer_is_followed_by_what_happens_and_then_the_task_is_done(walk):
    assert walk.advance() is None  # not before the answer
    assert walk.answer("5").right
    assert not walk.solved
    assert walk.advance().after == 5
    assert walk.solved
    assert walk.events[0].right is True
    assert walk.events[0].rules == ("toy.add",)


def test_a_wrong_answer_is_named_and_another_may_follow(walk):
    verdict = walk.answer("3")
    assert (verdict.right, verdict.mistake.key) == (False, "forgot-the-start")
    assert walk.answer("5").right
    assert [event.right for event in walk.events] == [False]  # only the first answer says what was known
    assert walk.answer("5") is None


def test_what_is_no_answer_counts_for_nothing(walk):
    assert walk.answer("many") is None
    assert walk.verdicts == []
    assert walk.events == []


def test_the_last_hint_is_the_answer(walk):
    assert [walk.hint() for _ in range(HINTS)] == [1, 2, 3, 4]
    assert walk.answered
    assert walk.events == [Event(("toy.add",), False, True, walk.events[0].question)]
    assert not walk.faultless


def test_a_task_begins_where_the_one_before_leads(walk):
    walk.open(1)
    assert walk.session.position == 5
    walk.advance()
    walk.advance()
    assert (walk.session.position, walk.solved) == (7, True)


def test_as_many_fresh_questions_come_as_are_wanted_and_more_on_demand(walk):
    walk.open(2)
    first = walk.question
    walk.answer(right(walk))
    assert not walk.solved
    walk.another()
    assert walk.question is not first
    walk.show()
    assert walk.solved
    walk.another()
    assert not walk.answered


def test_a_try_is_done_when_its_own_rule_refuses_it(walk):
    walk.open(3)
    walk.refused(Refusal("no-step", "toy.add"))
    assert not walk.solved
    assert walk.attempt().rule == "toy.limit"
    assert walk.solved


def test_who_plays_on_before_he_tries_is_taken_back_to_where_the_task_begins(walk):
    walk.open(3)
    walk.session.do(1)
    walk.session.do(2)
    assert walk.attempt().rule == "toy.limit"
    assert walk.session.position == walk.session.start
    assert walk.solved


def test_any_way_to_the_goal_counts_and_a_way_that_misses_it_can_be_taken_back(walk):
    walk.open(4)
    for move in (1, 3):
        walk.session.do(move)
        walk.look()
    assert walk.missed
    assert not walk.solved
    walk.again()
    assert (walk.session.position, walk.missed) == (6, False)
    walk.session.do(2)
    assert walk.wanted().move == 2
    walk.session.do(2)
    walk.look()
    assert walk.solved


def test_what_must_never_happen_is_known_as_soon_as_it_has_happened(walk):
    walk.open(4)
    walk.session.do(2)
    assert not walk.strayed
    walk.again()
    walk.session.do(1)
    assert (walk.strayed, walk.missed) == (True, False)
    walk.again()
    assert not walk.strayed


def test_a_goal_lies_behind_once_its_last_moment_has_gone_by():
    text = LESSON.replace(
        "goal: [{rule: toy.end}]\n    solution: [one]", "goal: [{noted: added, step: 1}]\n    solution: [add 1]"
    )
    walk = Walk(read_lesson("growing", read_text(text), SUBJECT), SUBJECT)
    walk.open(5)
    assert not walk.strayed
    walk.session.do(2)
    walk.look()
    assert walk.strayed


def test_who_leaves_the_way_of_the_solution_is_given_no_step_of_it(walk):
    walk.open(4)
    assert walk.wanted().move == 2
    walk.session.do(3)
    assert walk.wanted() is None


def test_at_the_end_the_rules_of_the_lesson_have_been_met(walk):
    walk.open(6)
    assert walk.solved
    walk.onward()
    assert walk.ended
    assert walk.task is None
    assert walk.events[-1] == Event(("toy.add", "toy.limit"))


def test_the_check_asks_two_fresh_questions(walk):
    check = Walk(walk.lesson.as_check(), SUBJECT, luck=1)
    for _ in range(2):
        check.answer(right(check))
        check.onward()
    assert check.ended
    assert check.faultless


@pytest.mark.parametrize("task", range(7))
def test_the_walk_goes_on_exactly_where_it_was(walk, task):
    walk.open(task)
    if walk.question is not None:
        walk.hint()
        walk.answer("99")
        walk.answer(right(walk))
        walk.advance()
    elif walk.task.goal:
        walk.session.do(1)
        walk.session.undo()
        walk.session.do(2)
        walk.look()
    else:
        walk.advance()
        walk.attempt()
    again = Walk(walk.lesson, SUBJECT)
    again.listeners.append(walk.events.append)
    told = len(walk.events)
    again.restore(walk.state())
    assert again.state() == walk.state()
    assert (again.session.position, again.solved, again.answered) == (walk.session.position, walk.solved, walk.answered)
    assert len(walk.events) == told  # nothing is counted twice


def test_a_state_that_makes_no_sense_begins_the_lesson(walk):
    walk.restore({"task": "nowhere", "passed": ["nothing", "guess"], "given": [["5"]]})
    assert walk.at == 0
    assert walk.passed == {"guess"}


def test_after_a_state_that_cannot_be_used_the_learner_is_still_heard(walk):
    with pytest.raises(ValueError, match="x"):
        walk.restore({"task": "guess", "hints": "x"})
    told = len(walk.events)
    walk.answer("5")
    assert len(walk.events) > told
