"""A learner's knowledge: how a rule is mastered and forgotten, when it's due, and the text that saves it all."""

import errno
import os
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apz.core.learning.events import LessonDone, QuestionAnswered, RulesMet, TaskReached
from apz.core.learning.mastery import (
    FORGOTTEN,
    KEPT,
    MASTERED,
    MET,
    MOST,
    PRACTISED,
    STATES,
    UNMET,
    Answer,
    Mastery,
    Progress,
    Record,
)
from apz.core.learning.progress import progress_text, read_progress, save_progress
from apz.core.learning.spacing import HELPED, RESULTS, RIGHT, Memory
from apz.core.reading import BadInput

RULES = ("sum.plus", "sum.minus", "sum.times", "order.first")
GAME = "arithmetic"
DAY = date(2030, 3, 1)


def learner() -> Mastery:
    return Mastery(RULES, GAME)


def later(days: int) -> date:
    return DAY + timedelta(days)


def met(mastery: Mastery, rule: str, day: date = DAY) -> Mastery:
    return mastery.after(RulesMet((rule,)), day)


def answered(mastery: Mastery, *rules: str, right: bool = True, day: date = DAY, question: str = "0") -> Mastery:
    return mastery.after(QuestionAnswered(rules, right, question=question), day)


def told(mastery: Mastery, rule: str, *answers: str, day: date = DAY) -> Mastery:
    """Return the record after some answers; each is a result, and a question if it matters: "right a"."""
    for number, each in enumerate(answers):
        result, _, question = each.partition(" ")
        event = QuestionAnswered((rule,), result != "wrong", result == HELPED, question or f"{number:x}")
        mastery = mastery.after(event, day)
    return mastery


# ---- the state of a rule


def test_a_rule_is_unmet_then_met_then_practised():
    mastery = learner()
    assert mastery.state("sum.plus") == UNMET
    mastery = met(mastery, "sum.plus")
    assert mastery.state("sum.plus") == MET
    assert told(mastery, "sum.plus", "wrong").state("sum.plus") == PRACTISED
    assert told(learner(), "sum.plus", "right").state("sum.plus") == PRACTISED


@pytest.mark.parametrize(
    ("answers", "state"),
    [
        (["right", "right"], PRACTISED),
        (["right", "right", "right"], MASTERED),
        (["right a", "right a", "right a"], PRACTISED),  # the same question three times proves nothing
        (["right a", "right a", "right b"], MASTERED),
        (["right", "helped", "right", "right"], PRACTISED),
        (["wrong", "right", "right", "right"], MASTERED),
        (["right", "right", "right", "helped"], MASTERED),  # a hint doesn't undo mastery
        (["right", "right", "right", "wrong"], FORGOTTEN),
        (["right", "right", "right", "wrong", "right", "right"], FORGOTTEN),
        (["right", "right", "right", "wrong", *["helped"] * 9], FORGOTTEN),
        (["right", "right", "right", "wrong", "right", "right", "right"], MASTERED),
        (["right", "wrong", "right", "wrong"], PRACTISED),  # never mastered, so not forgotten
    ],
)
def test_mastered_is_three_clean_answers_to_two_questions_and_a_wrong_one_later_is_forgotten(answers, state):
    assert told(learner(), "sum.plus", *answers).state("sum.plus") == state


def test_only_the_first_rule_of_a_question_answers_for_a_mistake():
    mastery = learner()
    mastery = answered(mastery, "sum.plus", "sum.minus", "sum.plus", right=False)
    assert mastery.records["sum.plus"].wrong == 1
    assert mastery.state("sum.minus") == MET
    mastery = answered(mastery, "sum.plus", "sum.minus")
    assert mastery.state("sum.minus") == PRACTISED
    assert (mastery.records["sum.minus"].right, mastery.records["sum.minus"].answers) == (1, ())


def test_helping_along_never_makes_a_master():
    mastery = learner()
    for number in range(9):
        mastery = answered(mastery, "sum.plus", "sum.minus", question=f"{number}")
    assert (mastery.state("sum.plus"), mastery.state("sum.minus")) == (MASTERED, PRACTISED)


def test_a_rule_that_is_none_is_an_error():
    with pytest.raises(KeyError, match=r"sum\.minos"):
        met(learner(), "sum.minos")


def test_the_most_missed_comes_first_and_what_was_mastered_since_comes_last():
    mastery = told(learner(), "sum.minus", "wrong")
    mastery = told(mastery, "sum.times", "wrong", "right", "wrong")
    mastery = told(mastery, "order.first", "wrong", "wrong", "wrong", "right", "right", "right")
    mastery = told(mastery, "sum.plus", "right")
    assert mastery.missed() == ["sum.times", "sum.minus", "order.first"]


def test_states_are_counted():
    mastery = told(learner(), "sum.plus", "right", "right", "right")
    mastery = met(mastery, "sum.minus")
    assert mastery.count() == {UNMET: 2, MET: 1, PRACTISED: 0, FORGOTTEN: 0, MASTERED: 1}
    assert "1 mastered" in repr(mastery)


# ---- when it is due


def test_what_was_never_met_is_never_due():
    assert learner().due_on("sum.plus", DAY) is None
    assert learner().due(later(999)) == []


def test_what_was_only_shown_is_due_the_next_day():
    assert met(learner(), "sum.plus").due_on("sum.plus", DAY) == later(1)


def test_the_gaps_grow_with_every_right_answer_and_shrink_with_a_wrong_one():
    mastery, today, gaps = told(learner(), "sum.plus", "right"), DAY, list[int]()
    for _ in range(5):
        due = mastery.due_on("sum.plus", today) or DAY
        gaps.append((due - today).days)
        assert mastery.due(due - timedelta(1)) == []
        assert mastery.due(due) == ["sum.plus"]
        today, mastery = due, told(mastery, "sum.plus", "right", day=due)
    assert gaps == sorted({*gaps})
    assert gaps[0] == 2  # the first gap of FSRS after a good answer, in whole days
    memory = told(mastery, "sum.plus", "wrong", day=today).records["sum.plus"].memory
    assert memory
    assert memory.gap < gaps[-1]


def test_a_hint_and_a_mistake_bring_a_rule_back_sooner():
    gaps = {}
    for result in RESULTS:
        memory = told(learner(), "sum.plus", result).records["sum.plus"].memory
        assert memory
        gaps[result] = memory.stability
    assert gaps["right"] > gaps["helped"] > gaps["wrong"]


def test_nothing_is_put_off_beyond_the_date_and_a_date_that_has_passed_counts_no_more():
    mastery = told(learner(), "sum.plus", "right")
    mastery = told(mastery, "sum.plus", "right", day=later(2))
    due = mastery.due_on("sum.plus", later(2))
    assert due is not None
    assert due > later(6)
    mastery = mastery.review_on(later(4))
    assert mastery.due_on("sum.plus", later(2)) == later(4)
    assert mastery.due_on("sum.plus", later(5)) == due
    assert mastery.review_on(None).due_on("sum.plus", later(2)) == due


def test_what_was_forgotten_comes_first():
    mastery = told(learner(), "sum.minus", "right")
    mastery = told(mastery, "sum.times", "right", "right", "right", "wrong", day=later(1))
    assert mastery.due(later(1)) == []
    assert mastery.due(later(9)) == ["sum.times", "sum.minus"]


def test_a_record_from_before_is_read_and_what_it_lacks_is_made_of_its_answers():
    mastery = told(learner(), "sum.plus", "right a", "right b", "wrong c")
    text = progress_text(mastery)
    before = re.sub(r", memory: \[[^]]*\]", "", text)
    assert before != text
    assert read_progress(before, RULES, GAME) == mastery


def test_a_record_is_a_value_and_an_event_gives_another():
    before = told(learner(), "sum.plus", "right")
    text = progress_text(before)
    events = (RulesMet(RULES), QuestionAnswered(("sum.plus",), False), TaskReached("adding", 2), LessonDone("adding"))
    for event in events:
        assert before.after(event, later(1)) == before.after(event, later(1)) != before
    assert before.review_on(DAY) != before
    assert progress_text(before) == text


# ---- lessons


def test_a_lesson_remembers_how_far_one_came_and_going_back_loses_nothing():
    mastery = learner()
    for event in (
        TaskReached("adding", 3), TaskReached("adding", 1), LessonDone("adding", skipped=True), LessonDone("adding")
    ):  # fmt: skip
        mastery = mastery.after(event, DAY)
    assert mastery.lessons == {"adding": Progress(3, True, True)}


# ---- the text


# few days, questions and counts, so that many are equal
often = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
days = st.sampled_from([date(2000, 1, 1), DAY, later(1), date(2999, 12, 31)])
results = st.builds(Answer, st.sampled_from(RESULTS), st.sampled_from(["0", "1f"]))


@st.composite
def records(draw: st.DrawFn) -> Record:
    state = draw(st.sampled_from(STATES[1:]))
    since = draw(days if state in (MASTERED, FORGOTTEN) else st.none())
    answers = tuple(draw(st.lists(results, max_size=KEPT)))
    counts = st.sampled_from([0, 1, MOST])
    memory = draw(st.sampled_from([Memory(0.01, 1.0), Memory(3.17, 5.28), Memory(365.0, 10.0)])) if answers else None
    return Record(draw(days), draw(days), state, since, answers, draw(counts), draw(counts), memory)


@st.composite
def learners(draw: st.DrawFn) -> Mastery:
    ids = st.sampled_from((*RULES, "of.another.version"))
    progress = st.builds(Progress, st.integers(0, 3), st.booleans(), st.booleans())
    lessons = st.dictionaries(st.sampled_from(["adding", "1-counting", "null"]), progress)
    found = draw(st.dictionaries(ids, records(), max_size=4)), draw(lessons)
    return Mastery(RULES, GAME, *found, draw(st.none() | days), draw(st.integers(0, 3)))


@often
@given(learners())
def test_text_and_back_is_the_same(mastery):
    text = progress_text(mastery)
    assert read_progress(text, RULES, GAME) == mastery
    assert progress_text(read_progress(text, RULES, GAME)) == text


@pytest.mark.parametrize("day", [date.min, date(1970, 1, 1), date(2000, 1, 1), date(2999, 12, 31), date.max])
def test_whatever_a_clock_says_what_is_written_can_be_read(day):
    mastery = learner()
    mastery = met(mastery, "sum.minus", day)
    mastery = told(mastery, "sum.plus", "right", "right", "right", day=day)
    assert read_progress(progress_text(mastery), RULES, GAME) == mastery
    mastery.due(DAY)


@pytest.mark.parametrize("day", [date.min, date(27, 12, 31), date(1999, 12, 31), date(3000, 1, 1), date.max])
def test_a_day_that_cannot_be_written_is_refused(day):
    mastery = learner()
    mastery = mastery.review_on(DAY)
    with pytest.raises(ValueError, match="isn't between"):
        mastery.review_on(day)
    assert (mastery.night, mastery.changed) == (DAY, 1)


@often
@given(learners(), learners())
def test_merging_does_not_depend_on_who_comes_first(one, two):
    assert one.merge(two) == two.merge(one)


@often
@given(learners(), learners())
def test_merging_again_changes_nothing(one, two):
    both = one.merge(two)
    assert one.merge(one) == one
    assert both.merge(one) == both == two.merge(both)


@often
@given(learners(), learners(), learners())
def test_merging_three_is_the_same_in_any_order(one, two, three):
    assert one.merge(two).merge(three) == one.merge(two.merge(three))


@often
@given(learners(), learners())
def test_merging_keeps_the_newer_and_the_better(one, two):
    both = one.merge(two)
    for rule, record in both.records.items():
        parts = [each.records[rule] for each in (one, two) if rule in each.records]
        assert record.day == max(part.day for part in parts)
        assert record.met == min(part.met for part in parts)
        assert record.wrong == max(part.wrong for part in parts)
        assert STATES.index(record.state) == max(STATES.index(p.state) for p in parts if p.day == record.day)


def test_progress_in_two_games_is_not_merged():
    with pytest.raises(ValueError, match="chess"):
        learner().merge(Mastery(RULES, "chess"))


def test_the_text_is_plain_and_says_nothing_about_a_person():
    mastery = told(learner(), "sum.plus", "right a", "wrong b")
    mastery = mastery.review_on(later(7))
    mastery = mastery.after(TaskReached("adding", 2), DAY)
    assert progress_text(mastery).splitlines() == [
        "apz: progress 1",
        "game: arithmetic",
        "night: 2030-03-08",
        "changed: 1",
        "rules:",
        "  sum.plus: {state: practised, met: 2030-03-01, day: 2030-03-01, right: 1, wrong: 1, "
        "answers: [right a, wrong b], memory: [0.78, 7.4]}",
        "lessons:",
        "  adding: {task: 2}",
    ]


def test_it_stays_small_however_long_somebody_learns():
    rules = [f"chapter.rule-number-{number}" for number in range(100)]
    mastery = Mastery(tuple(rules), GAME)
    for number in range(300):
        for rule in rules:
            mastery = answered(mastery, rule, right=number % 5 > 0, day=later(number), question=f"{number:04x}")
    assert len(progress_text(mastery)) < 22_000
    assert all(len(record.answers) == KEPT for record in mastery.records.values())


def test_counting_ends_somewhere():
    record = Record(DAY, DAY, right=MOST, wrong=MOST)
    assert record.answered(Answer(RIGHT), DAY).right == MOST
    assert record.answered(Answer("wrong"), DAY).wrong == MOST
    assert record.helped_along(DAY).right == MOST


GOOD = progress_text(told(learner(), "sum.plus", "right", "right", "right"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("progress 1", "progress 9", 'line 1: this isn\'t "apz: progress 1"'),
        ("arithmetic", "chess", "line 2: this is progress in another game"),
        ("mastered", "masterd", 'line 4, rules.sum.plus.state: "masterd" isn\'t a state; did you mean "mastered"?'),
        ("met: 2030-03-01", "met: yesterday", 'rules.sum.plus.met: "yesterday" where a day is expected'),
        ("met: 2030-03-01", "met: 2030-02-31", "rules.sum.plus.met"),
        ("met: 2030-03-01", "met: 0000-03-01", "rules.sum.plus.met"),
        ("met: 2030-03-01", "met: 1999-12-31", "rules.sum.plus.met"),
        ("right 0", "perfect 0", 'rules.sum.plus.answers[0]: "perfect 0" where an answer is expected'),
        ("right: 3", "right: -3", "rules.sum.plus.right"),
        ("right: 3", "rihgt: 3", '"rihgt" isn\'t a field here; did you mean "right"?'),
        ("memory: [", "memory: [x, ", "rules.sum.plus.memory"),
        ("since: 2030-03-01, ", "", '"mastered" needs the day the rule was mastered'),
        ("state: mastered, ", "", 'the field "state" is missing'),
        ("sum.plus", "Sum Plus!", "this can't be an id"),
        ("lessons:", "lessons: {adding: {task: far}}", "line 5, lessons.adding.task"),
        ("game: arithmetic\n", "", 'the field "game" is missing'),
        ("rules:", "rules: [", "this isn't YAML"),
        ("lessons:", "lessons: {" + ", ".join(f"l{n}: {{}}" for n in range(1000)) + "}", "1,000 entries is too many"),
    ],
)
def test_a_fault_names_its_line_and_its_field(old, new, said):
    with pytest.raises(BadInput) as bad:
        read_progress(GOOD.replace(old, new, 1), RULES, GAME)
    assert said in str(bad.value)


@often
@given(st.data())
def test_a_text_with_some_characters_changed_is_read_or_refused_and_nothing_else(data):
    text = list(GOOD)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.sampled_from("abc019 -:{}[],.\n\t#'\"&*!é"))
    try:
        found = read_progress("".join(text), RULES, GAME)
    except BadInput:
        return
    found.due(DAY)
    assert read_progress(progress_text(found), RULES, GAME) == found


# ---- the file


def test_a_file_is_written_and_read(tmp_path: Path):
    mastery = told(learner(), "sum.plus", "right")
    assert save_progress(mastery, tmp_path / "me.yaml") is None
    assert read_progress(tmp_path / "me.yaml", RULES, GAME) == mastery
    assert [each.name for each in tmp_path.iterdir()] == ["me.yaml"]


def test_saving_keeps_what_another_window_saved_meanwhile(tmp_path: Path):
    one, two = told(learner(), "sum.plus", "right"), told(learner(), "sum.minus", "wrong")
    save_progress(one, tmp_path / "me.yaml")
    save_progress(two, tmp_path / "me.yaml")
    assert read_progress(tmp_path / "me.yaml", RULES, GAME) == one.merge(two)


SAVING = """
import sys
from datetime import date
from apz.core.learning.events import LessonDone
from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import save_progress
for number in range(int(sys.argv[3])):
    event = LessonDone(f"lesson-{sys.argv[2]}-{number}")
    save_progress(Mastery((), "sums").after(event, date(2030, 1, 1)), sys.argv[1])
"""


def test_of_what_eight_programs_save_at_once_nothing_is_lost(tmp_path: Path):
    path, count = tmp_path / "me.yaml", 40
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", SAVING, str(path), str(each), str(count)], cwd=Path(__file__).parents[2]
        )
        for each in range(8)
    ]
    assert [each.wait() for each in programs] == [0] * 8
    found = read_progress(path, (), "sums").lessons
    assert set(found) == {f"lesson-{each}-{number}" for each in range(8) for number in range(count)}
    assert [each.name for each in tmp_path.iterdir()] == ["me.yaml"]


def test_a_file_that_cannot_be_read_stays_where_it_is_if_nothing_can_take_its_place(tmp_path: Path, monkeypatch):
    path = tmp_path / "me.yaml"
    path.write_text("my diary")

    def full(*_):
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        save_progress(learner(), path)
    assert path.read_text() == "my diary"
    assert [each.name for each in tmp_path.iterdir()] == ["me.yaml"]


def test_an_earlier_game_night_or_none_is_saved_over_the_one_before(tmp_path: Path):
    mastery = learner()
    for night in (later(9), later(4), None):
        mastery = mastery.review_on(night)
        save_progress(mastery, tmp_path / "me.yaml")
        assert read_progress(tmp_path / "me.yaml", RULES, GAME).night == night


@pytest.mark.parametrize("broken", [b"apz: progress 1\nrules: [", b"my diary", b"\xff\xfe", GOOD[:-40].encode()])
def test_a_file_that_cannot_be_read_is_kept_aside(tmp_path: Path, broken: bytes):
    path = tmp_path / "me.yaml"
    for number in (1, 2):
        path.write_bytes(broken)
        with pytest.raises(BadInput, match=r"me\.yaml"):
            read_progress(path, RULES, GAME)
        assert path.read_bytes() == broken
        aside = save_progress(learner(), path)
        assert aside == tmp_path.resolve() / f"me.yaml.kept-{number}"
        assert aside.read_bytes() == broken
        assert read_progress(path, RULES, GAME) == learner()


def test_rules_of_another_version_are_kept_and_not_shown(tmp_path: Path):
    text = GOOD.replace("sum.plus", "sum.power")
    mastery = read_progress(text, RULES, GAME)
    assert mastery.due(later(99)) == mastery.missed() == []
    assert mastery.count()[UNMET] == len(RULES)
    save_progress(mastery, tmp_path / "me.yaml")
    assert "sum.power" in (tmp_path / "me.yaml").read_text(encoding="utf-8")
