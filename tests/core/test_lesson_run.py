"""A learner's run through a lesson: answers, hints, moves, tries; in any order, and saved as plain data."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apz.core.learning.events import Events, LessonDone, QuestionAnswered, RulesMet, TaskReached
from apz.core.learning.lesson_run import LessonRun, begin
from apz.core.learning.lessons import read_lesson
from apz.core.learning.questions import HINTS, fingerprint
from apz.core.learning.saved import read_run, write_run
from apz.core.reading import read_text
from apz.core.session import Session
from apz.core.trace import Refusal, Step
from tests.core.toy import KERNEL, LESSON, SUBJECT

GROWING = read_lesson("growing", read_text(LESSON, "growing.yaml"), SUBJECT)


@pytest.fixture
def run():
    return begin(GROWING, SUBJECT, luck=4)


def at(number: int, luck: int = 4) -> LessonRun[int]:
    return begin(GROWING, SUBJECT, luck).open(number)[0]


def right(run: LessonRun[int]) -> str:
    assert run.question
    return next(iter(run.question.right))


def moved(run: LessonRun[int], *moves: int) -> LessonRun[int]:
    """Return the run after these moves on its table."""
    for move in moves:
        step = KERNEL.play(run.position, move)
        assert isinstance(step, Step)
        run, _ = run.look((*run.steps, step))
    return run


def test_a_right_answer_is_followed_by_what_happens_and_then_the_task_is_done(run):
    assert run.advance() == (run, ())  # not before the answer
    run, told = run.answer("5")
    assert run.verdicts[-1].right
    assert [(each.right, each.rules) for each in told] == [(True, ("toy.add",))]
    assert not run.solved
    run, told = run.advance()
    assert run.position == 5
    assert told == (RulesMet(("toy.add",)),)
    assert run.solved


def test_a_wrong_answer_is_named_and_another_may_follow(run):
    run, told = run.answer("3")
    verdict = run.verdicts[-1]
    assert (verdict.right, verdict.mistake.key) == (False, "forgot-the-start")
    assert [event.right for event in told] == [False]
    run, told = run.answer("5")
    assert run.verdicts[-1].right
    assert told == ()  # only the first answer counts as knowledge
    assert run.answer("5") == (run, ())


def test_what_is_no_answer_counts_for_nothing(run):
    assert run.answer("many") == (run, ())
    assert run.verdicts == ()


def test_the_last_hint_is_the_answer(run):
    told: Events = ()
    for count in range(1, HINTS + 1):
        assert told == ()
        run, told = run.hint()
        assert run.hints == count
    assert run.answered
    assert told == (QuestionAnswered(("toy.add",), False, True, fingerprint(run.question)),)
    assert not run.faultless


def test_a_task_begins_where_the_one_before_leads():
    run = at(1)
    assert run.position == 5
    run, _ = run.advance()
    run, _ = run.advance()
    assert (run.position, run.solved) == (7, True)


def test_what_is_shown_goes_on_from_its_own_last_move_wherever_the_learner_looks():
    run, _ = at(1).advance()
    run, _ = run.look(())
    run, _ = run.advance()
    assert (run.position, run.solved) == (7, True)


def test_as_many_fresh_questions_come_as_are_wanted_and_more_on_demand():
    run = at(2)
    first = run.question
    run, _ = run.answer(right(run))
    assert not run.solved
    run, _ = run.next()
    assert run.at == 2
    assert run.question != first
    run, _ = run.show()
    assert run.solved
    run, _ = run.another()
    assert not run.answered


def test_a_try_is_done_when_its_own_rule_refuses_it():
    run, told = at(3).refused(Refusal("no-step", "toy.add"))
    assert (run.solved, told) == (False, ())
    run, told = run.attempt()
    assert run.refusal
    assert run.refusal.rule == "toy.limit"
    assert run.solved
    assert told == (RulesMet(("toy.limit",)),)
    assert run.refused(run.refusal) == (run, ())  # the same refusal is nothing new


def test_who_plays_on_before_trying_is_taken_back_to_where_the_task_begins():
    run = moved(at(3), 1)
    run, _ = run.attempt()
    assert run.refusal
    assert run.refusal.rule == "toy.limit"
    assert run.position == run.start
    assert run.solved


def test_any_way_to_the_goal_counts_and_a_way_that_misses_it_can_be_taken_back():
    run = moved(at(4), 1, 3)
    assert run.missed
    assert not run.solved
    run, _ = run.again()
    assert (run.position, run.missed) == (6, False)
    run = moved(run, 2)
    assert run.wanted == run.line[1]
    assert moved(run, 2).solved


def test_what_must_never_happen_is_known_as_soon_as_it_has_happened():
    run = at(4)
    assert not moved(run, 2).strayed
    strayed = moved(run, 1)
    assert (strayed.strayed, strayed.missed) == (True, False)
    assert not strayed.again()[0].strayed


def test_a_goal_lies_behind_once_its_last_moment_has_gone_by():
    text = LESSON.replace(
        "goal: [{rule: toy.end}]\n    solution: [one]", "goal: [{noted: added, step: 1}]\n    solution: [add 1]"
    )
    run, _ = begin(read_lesson("growing", read_text(text), SUBJECT), SUBJECT).open(5)
    assert not run.strayed
    assert moved(run, 2).strayed


def test_who_leaves_the_way_of_the_solution_is_given_no_step_of_it():
    assert at(4).wanted == at(4).line[0]
    assert moved(at(4), 3).wanted is None


def test_a_task_that_is_come_to_is_told_and_at_the_end_the_lesson_is_done(run):
    run, told = run.open(6)
    assert told == (TaskReached("growing", 6),)
    assert run.solved
    run, told = run.next()
    assert run.ended
    assert run.task is None
    assert told == (RulesMet(("toy.add", "toy.limit")), LessonDone("growing"))


def test_extra_tasks_come_after_the_end_and_their_rules_are_met_once_they_are_passed():
    text = LESSON.replace(
        "id: quick\n    stage: do", "id: quick\n    stage: do\n    optional: true\n    after: '[toy.limit]'"
    )
    text = text.replace("id: end\n    stage: see", "id: end\n    stage: see\n    optional: true")
    run = begin(read_lesson("growing", read_text(text), SUBJECT), SUBJECT).open(4)[0]
    run, told = run.next()
    assert run.ended
    assert told == (RulesMet(("toy.add",)), LessonDone("growing"))
    run = moved(run.open(5)[0], 2)
    assert run.solved
    run, _ = run.next()
    assert run.at == 6
    run, told = run.next()
    assert run.ended
    assert told == (RulesMet(("toy.add", "toy.limit")), LessonDone("growing"))


@pytest.mark.parametrize("known", [True, False])
def test_the_check_asks_two_fresh_questions_and_only_who_knows_both_has_done_the_lesson(known):
    run = begin(GROWING, SUBJECT, luck=1, check=True)
    told: Events = ()
    for _ in range(2):
        run, _ = run.answer(right(run)) if known else run.show()
        run, told = run.next()
    assert run.ended
    assert run.faultless == known
    assert told == (RulesMet(("toy.add", "toy.limit")), *([LessonDone("growing", skipped=True)] if known else []))


# ---- saved as data


def taken(run: LessonRun[int]) -> tuple[LessonRun[int], Session[int]]:
    """Answer the task's question, play toward its goal, or make its try; return the run and its table."""
    table = Session(run.position, KERNEL)
    if run.question is not None:
        run, _ = run.hint()
        run, _ = run.answer("99")
        run, _ = run.answer(right(run))
        run, _ = run.advance()
    elif run.task and run.task.goal:
        table.do(1)
        table.undo()
        table.do(2)
        run, _ = run.look(table.steps)
    else:
        run, _ = run.advance()
        run, _ = run.attempt()
    return run, table


@pytest.mark.parametrize("task", range(7))
def test_a_run_goes_on_exactly_where_it_was(task):
    run, table = taken(at(task))
    data = json.loads(json.dumps(write_run(run, table)))
    again, there = read_run(data, GROWING, SUBJECT)
    assert again == run
    assert write_run(again, there) == data
    assert (there is not None) == bool(GROWING.tasks[task].goal)
    if there is not None:
        assert there.text() == table.text()


def test_the_end_is_kept_too(run):
    run, _ = run.open(7)
    again, table = read_run(write_run(run), GROWING, SUBJECT)
    assert again.ended
    assert table is None


def test_data_that_makes_no_sense_begins_the_lesson():
    run, _ = read_run({"task": "nowhere", "passed": ["nothing", "guess"], "given": [["5"]]}, GROWING, SUBJECT)
    assert run.at == 0
    assert run.passed == {"guess"}


def test_a_table_that_cannot_be_read_begins_its_task():
    run, table = read_run({"task": "reach", "session": "apz: nothing"}, GROWING, SUBJECT)
    assert (run.at, run.steps, table) == (4, (), None)


def test_a_goal_that_was_reached_stays_reached_when_its_table_cannot_be_read():
    data = {"task": "reach", "passed": ["reach"], "session": "apz: nothing"}
    run, table = read_run(data, GROWING, SUBJECT)
    assert run.solved
    assert table is None


def test_numbers_that_would_take_for_ever_are_not_believed():
    huge = {"hints": 10**12, "played": 10**12, "round": 10**30, "luck": -5, "chance": 1.5, "given": "abc", "passed": {}}
    for task in ("guess", "goes-on", "fresh"):
        run, _ = read_run({"task": task, **huge}, GROWING, SUBJECT)
        assert (run.hints, run.played, run.round, run.luck, run.verdicts, run.passed) == (0, 0, 0, 0, (), frozenset())


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("a1:[ \n", max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=3),
    max_leaves=8,
)
KEYS = tuple(write_run(begin(GROWING, SUBJECT)))


@settings(deadline=None)
@given(st.sampled_from([task.id for task in GROWING.tasks]), st.dictionaries(st.sampled_from(KEYS), PLAIN))
def test_any_data_is_read(task, data):
    run, table = read_run({"task": task, **data}, GROWING, SUBJECT)
    again, _ = read_run(write_run(run, table), GROWING, SUBJECT)
    assert again.at == run.at


# ---- acts are pure

ACTS = [
    lambda run: run.answer("5"), lambda run: run.answer("77"), lambda run: run.answer("no number"), LessonRun.hint,
    LessonRun.show, LessonRun.advance, LessonRun.attempt, LessonRun.again, LessonRun.another, LessonRun.next,
    *(lambda run, number=number: run.open(number) for number in range(8)),
    lambda run: (moved(run, 1) if run.start is not None and run.position < 10 else run, ()),
]  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.sampled_from(ACTS), max_size=12), st.integers(0, 99))
def test_an_act_changes_nothing_and_gives_the_same_again(acts, luck):
    run = begin(GROWING, SUBJECT, luck)
    for act in acts:
        before = repr(run)
        after = act(run)
        assert repr(run) == before
        assert act(run) == after
        run = after[0]
