"""Endless practice, tested with sums: its choice of questions, its levels, its records, and that it never stops."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apz.core.learning.answering import Answering
from apz.core.learning.events import Events, QuestionAnswered, RulesMet
from apz.core.learning.mastery import FORGOTTEN, MASTERED, Mastery
from apz.core.learning.practice import ENOUGH, LEVELS, SESSION, Exercises, Learner, NoQuestion, Practice, Topic
from apz.core.learning.questions import HINTS, Generator, Option, Question, Said, Verdict, fingerprint
from apz.core.learning.saved import read_practice, write_practice
from apz.core.luck import roll

DAY = date(2030, 3, 1)
RULES = ("sum.plus", "sum.minus", "product.times", "product.zero", "word.sign")
PRACTISES: dict[str, Sequence[str]] = {
    "sum.plus": ("plus", "signs"), "sum.minus": ("minus", "signs"), "product.times": ("times",),
    "product.zero": ("zero",), "word.sign": ("signs",),
}  # fmt: skip


def asked(kind: str, rules: tuple[str, ...], right: int, **values: int) -> Question:
    return Question(
        kind=kind, position=None, ask=Said(kind, values), right=frozenset([str(right)]), rules=rules, because=()
    )


def numbers(luck: int, level: int) -> tuple[int, int]:
    one, luck = roll(luck)
    return one % 10**level, roll(luck)[0] % 10**level


def plus(luck: int, level: int) -> Question:
    one, two = numbers(luck, level)
    return asked("plus", ("sum.plus", "word.sign"), one + two, one=one, two=two, level=level)


def minus(luck: int, level: int) -> Question:
    one, two = numbers(luck, level)
    return asked("minus", ("sum.minus",), one - two, one=one, two=two, level=level)


def times(luck: int, level: int) -> Question | None:
    one, two = numbers(luck, level)
    return asked("times", ("product.times",), one * two, one=one, two=two, level=level) if one % 3 else None


def zero(luck: int, level: int) -> Question | None:
    """Return no question, whatever the seed."""
    return None


def signs(luck: int, level: int) -> Question:
    """Return one of only two questions."""
    return asked("signs", ("word.sign", "sum.plus", "sum.minus"), luck % 2, sign=luck % 2)


GENERATORS: dict[str, Generator] = {"plus": plus, "minus": minus, "times": times, "zero": zero, "signs": signs}
ALIKE = {"sum.plus": ("sum.minus",), "sum.minus": ("sum.plus",)}


def make(kind: str, rule: str, luck: int, level: int) -> Question | None:
    return GENERATORS[kind](luck, level)


class Stream:
    """A learner practicing on one day: the practice and the record as they are after the last question and answer."""

    def __init__(self, practice: Practice, mastery: Mastery, taught: Collection[str] = (), day: date = DAY) -> None:
        self.practice, self.mastery, self.taught, self.day = practice, mastery, taught, day

    def about(self, **topic: Any) -> None:
        self.practice = self.practice.about(Topic(**topic))

    def next(self) -> Question:
        self.practice = self.practice.next(Learner(self.mastery, self.day, self.taught))
        if self.practice.closed:
            return self.next()
        assert self.practice.question
        return self.practice.question

    def take(self, act: tuple[Practice, Events]) -> None:
        self.practice, told = act
        for event in told:
            self.mastery = self.mastery.after(event, self.day)

    def answer(self, given: str) -> Verdict | None:
        before = self.practice
        self.take(before.answer(given))
        return self.practice.verdicts[-1] if self.practice != before else None


def practising(
    luck: int = 1, mastery: Mastery | None = None, kinds: Mapping[str, Sequence[str]] = PRACTISES, day: date = DAY
) -> Stream:
    exercises = Exercises(make, kinds, RULES, lambda rule: ALIKE.get(rule, ()))
    return Stream(Practice(exercises, luck), mastery or Mastery(RULES, "sums"), day=day)


def right(stream: Stream) -> None:
    assert stream.practice.question
    verdict = stream.answer(min(stream.practice.question.right))
    assert verdict
    assert verdict.right


def wrong(stream: Stream) -> None:
    verdict = stream.answer("-99999")
    assert verdict
    assert not verdict.right


def test_the_same_luck_gives_the_same_questions_and_another_luck_others():
    def told(luck: int) -> list[Said]:
        stream = practising(luck)
        return [stream.next().ask for _ in range(20)]

    assert told(5) == told(5)
    assert told(5) != told(6)


def test_no_question_comes_twice_in_a_row():
    stream = practising()
    last = None
    for _ in range(200):
        found = stream.next()
        assert found != last
        assert stream.practice.tries < 40
        last = found


def test_a_kind_with_two_questions_alternates_and_never_fails():
    stream = practising()
    stream.about(kind="signs")
    assert len({stream.next().ask.values["sign"] for _ in range(2)}) == 2
    assert {stream.next().kind for _ in range(30)} == {"signs"}


def test_where_chance_gives_none_another_kind_is_asked():
    stream = practising()
    stream.about(rules=("product.zero",))
    found = stream.next()
    assert found.kind in ("plus", "minus", "times", "signs")
    assert stream.practice.rule in found.rules
    stream.about(chapter="product")
    assert {stream.next().kind for _ in range(20)} == {"times"}


def test_a_question_that_does_not_need_the_rule_is_not_asked_for_it():
    astray = {**PRACTISES, "product.times": ("plus", "times")}
    stream = practising(kinds=astray)
    stream.about(rules=("product.times",))
    assert {stream.next().kind for _ in range(20)} == {"times"}


def test_where_nothing_can_be_asked_at_all_that_is_said():
    stream = practising(kinds={"product.zero": ("zero",)})
    with pytest.raises(NoQuestion):
        stream.next()


def test_a_topic_that_nothing_practises_is_an_error():
    for topic in ({"rules": ("sum.none",)}, {"chapter": "history"}, {"kind": "riddle"}):
        with pytest.raises(KeyError, match="Nothing practices"):
            practising().about(**topic)


def test_one_rule_some_rules_one_chapter_one_kind_or_all_can_be_practised():
    stream = practising()
    stream.about(rules=("sum.plus",))
    assert {stream.next().kind for _ in range(30)} == {"plus", "signs"}
    assert stream.practice.rule == "sum.plus"
    stream.about(rules=("sum.plus", "product.times"))
    assert {stream.next().kind for _ in range(40)} == {"plus", "times", "signs"}
    stream.about(chapter="sum")
    assert {stream.next().kind for _ in range(40)} == {"plus", "minus", "signs"}
    stream.about(kind="minus")
    assert {stream.next().kind for _ in range(20)} == {"minus"}
    stream.about()
    assert {stream.next().kind for _ in range(80)} == {"plus", "minus", "times", "signs"}


COUNTED = tuple(f"count.{number}" for number in range(20))


def count(kind: str, rule: str, luck: int, level: int) -> Question:
    """Return a question about a rule; with an odd seed, it needs one more rule."""
    return asked(kind, (rule, *(("count.15",) if luck % 2 else ())), 1, luck=luck)


def counting(mastery: Mastery, taught: Collection[str] = (), tutor: Collection[str] = (), day: date = DAY) -> Stream:
    exercises = Exercises(count, dict.fromkeys(COUNTED, ("one", "two", "three")), COUNTED, tutor=tutor)
    return Stream(Practice(exercises, 3), mastery, taught, day)


def test_mixed_practice_keeps_to_what_was_met_or_taught_unless_all_rules_are_wanted():
    mastery = Mastery(COUNTED, "sums").after(RulesMet(("count.7",)), DAY)
    stream = counting(mastery, {"count.12"})
    for _ in range(60):
        assert {"count.7", "count.12"}.issuperset(stream.next().rules)
        right(stream)
    stream.about(every=True)
    assert set(asked_for(stream)) == {*COUNTED}


def test_a_learner_who_has_met_nothing_begins_with_the_first_rules():
    assert set(asked_for(counting(Mastery(COUNTED, "sums")), 100)) == {*COUNTED[:ENOUGH]}


def test_no_kind_comes_twice_in_a_row_where_there_is_another():
    stream, last = counting(Mastery(COUNTED, "sums")), ""
    for _ in range(100):
        kind = stream.next().kind
        assert kind != last
        last = kind


def test_only_a_topic_of_its_own_asks_about_the_tutor():
    stream = counting(Mastery(COUNTED, "sums"), tutor=("count.3", "count.15"))
    stream.about(every=True)
    for _ in range(100):
        assert {"count.3", "count.15"}.isdisjoint(stream.next().rules)
    stream.about(rules=("count.3",))
    assert stream.next().rules[0] == "count.3"


# ---- sessions


def test_a_session_has_ten_questions_then_a_look_back_then_comes_the_next():
    stream = practising()
    for number in range(SESSION):
        assert not stream.practice.full
        stream.next()
        (wrong if number in (2, 5) else right)(stream)
    assert stream.practice.full
    assert (stream.practice.score, stream.practice.streak) == (8, 4)
    closed = stream.practice.next(Learner(stream.mastery, DAY))
    assert closed.closed
    assert closed.question == stream.practice.question
    begun = closed.next(Learner(stream.mastery, DAY))
    assert (begun.closed, begun.results, begun.answered) == (False, (), False)


def test_what_was_missed_is_asked_about_once_more_in_another_way():
    stream = counting(Mastery(COUNTED, "sums"))
    stream.next()
    missed, kind = stream.practice.rule, stream.practice.kind
    wrong(stream)
    assert [stream.practice.missed, stream.practice.owed] == [(missed,), (missed,)]
    stream.next()
    assert stream.practice.rule == missed
    assert stream.practice.kind != kind
    wrong(stream)
    assert not stream.practice.owed
    stream.next()
    assert stream.practice.rule != missed


def test_what_was_right_at_first_and_then_missed_is_asked_about_once_more_too():
    stream = counting(Mastery(COUNTED, "sums"))
    stream.about(rules=("count.3",))
    stream.next()
    right(stream)
    assert not stream.practice.owed
    stream.next()
    wrong(stream)
    assert stream.practice.owed == ("count.3",)
    stream.next()
    wrong(stream)
    assert not stream.practice.owed


def test_a_question_that_is_passed_over_is_none_of_the_ten():
    stream = practising()
    stream.next()
    stream.next()
    assert stream.practice.results == ()


def test_of_two_options_one_answer_settles_it_and_of_three_it_does_not():
    for count_of, settled in ((2, True), (3, False)):
        options = tuple(Option(str(number), Said("x")) for number in range(count_of))
        question = replace(asked("signs", ("word.sign",), 1), options=options)
        assert Answering(question).answer("0").answered is settled


def asked_for(stream: Stream, times: int = 300) -> Counter[str]:
    found: Counter[str] = Counter()
    for _ in range(times):
        stream.next()
        found[stream.practice.rule] += 1
    return found


def test_what_is_weak_is_asked_about_rather_than_what_is_mastered():
    mastery = Mastery(COUNTED, "sums")
    for rule in COUNTED[:3]:
        for question in "abc":
            mastery = mastery.after(QuestionAnswered((rule,), True, question=question), DAY)
    mastery = mastery.after(QuestionAnswered(("count.1",), False), DAY)
    assert (mastery.state("count.0"), mastery.state("count.1")) == (MASTERED, FORGOTTEN)
    found = asked_for(counting(mastery))
    assert found["count.1"] > found["count.0"] > 0
    assert found["count.1"] > found["count.2"] > 0


def test_what_is_due_is_asked_about_rather_than_what_is_not():
    day = DAY + timedelta(9)
    mastery = Mastery(COUNTED, "sums").after(RulesMet(COUNTED[:1]), DAY).after(RulesMet(COUNTED[1:4]), day)
    assert mastery.due(day) == ["count.0"]
    found = asked_for(counting(mastery, day=day))
    assert found["count.0"] > max(found[rule] for rule in COUNTED[1:4])


def test_look_alikes_follow_each_other():
    mastery = Mastery(RULES, "sums")
    mastery = mastery.after(RulesMet(("sum.plus", "sum.minus", "product.times", "word.sign")), DAY)
    stream, after = practising(mastery=mastery), Counter[str]()
    for _ in range(400):
        last = stream.practice.rule
        stream.next()
        after[stream.practice.rule] += last == "sum.minus"
    assert after["sum.plus"] > after["product.times"] > after["sum.minus"]


def test_two_clean_right_answers_make_questions_harder_and_two_wrong_ones_easier():
    stream = practising()
    stream.about(kind="minus")
    seen = []
    for reply in [right, right, wrong, right, right, right, right, wrong, wrong, wrong, wrong, wrong, wrong]:
        seen.append(stream.next().ask.values["level"])
        reply(stream)
    assert seen[:10] == [1, 1, 2, 2, 2, 3, 3, 3, 3, 2]
    assert stream.practice.wanted == 1
    assert max(seen) == LEVELS


def test_an_answer_after_a_hint_is_not_clean():
    stream = practising()
    stream.about(kind="minus")
    for _ in range(6):
        stream.next()
        stream.take(stream.practice.hint())
        assert stream.practice.hints == 1
        right(stream)
    assert stream.practice.wanted == 1
    assert [each.result for each in stream.mastery.records["sum.minus"].answers] == ["helped"] * 5


def test_only_the_first_answer_to_a_question_is_recorded():
    stream = practising()
    stream.about(kind="minus")
    stream.next()
    assert stream.answer("what?") is None
    assert "sum.minus" not in stream.mastery.records
    wrong(stream)
    wrong(stream)
    right(stream)
    assert stream.practice.answered
    assert stream.answer("1") is None
    record = stream.mastery.records["sum.minus"]
    assert (record.right, record.wrong) == (0, 1)


def test_the_last_hint_is_the_answer_and_counts_as_not_known():
    stream = practising()
    stream.about(kind="minus")
    stream.next()
    for count in (1, 2, 3, 4, 4):
        stream.take(stream.practice.hint())
        assert stream.practice.hints == count <= HINTS
    assert stream.practice.answered
    assert stream.mastery.records["sum.minus"].wrong == 1
    stream.next()
    assert (stream.practice.hints, stream.practice.answered) == (0, False)


def test_the_rule_that_was_wanted_is_the_one_that_counts():
    stream = practising()
    stream.about(rules=("sum.minus",))
    while stream.next().kind != "signs":
        pass
    right(stream)
    assert stream.mastery.records["sum.minus"].answers
    assert stream.mastery.records["word.sign"].answers == ()
    assert stream.mastery.records["word.sign"].right == 1


def test_practice_makes_a_master():
    stream = practising()
    stream.about(rules=("sum.plus",))
    for _ in range(8):
        stream.next()
        right(stream)
    assert stream.mastery.state("sum.plus") == MASTERED


def test_before_the_first_question_there_is_nothing_to_answer():
    stream = practising()
    assert stream.answer("1") is None
    stream.take(stream.practice.show())
    assert not stream.practice.answered


def test_a_question_is_marked_the_same_everywhere_and_unlike_others():
    assert fingerprint(plus(7, 2)) == "989b"
    assert len({fingerprint(plus(luck, 3)) for luck in range(50)}) > 45


# ---- a value


ACTS: dict[str, Callable[[Practice], tuple[Practice, Events]]] = {
    "next": lambda practice: (practice.next(Learner(Mastery(RULES, "sums"), DAY)), ()),
    "right": lambda practice: practice.answer(min(practice.question.right) if practice.question else "1"),
    "wrong": lambda practice: practice.answer("-99999"),
    "none": lambda practice: practice.answer("what?"),
    "hint": Practice.hint,
    "show": Practice.show,
    "about": lambda practice: (practice.about(Topic(kind="minus")), ()),
}


@settings(deadline=None)
@given(st.lists(st.sampled_from([*ACTS]), max_size=12), st.integers(0, 99))
def test_an_act_changes_nothing_and_gives_the_same_again(acts, luck):
    practice = practising(luck).practice
    for name in acts:
        before = repr(practice)
        after = ACTS[name](practice)
        assert repr(practice) == before
        assert ACTS[name](practice) == after
        practice = after[0]


@settings(deadline=None)
@given(st.lists(st.sampled_from([*ACTS]), max_size=12), st.integers(0, 99))
def test_the_question_at_hand_is_kept_with_its_answers(acts, luck):
    practice = ACTS["next"](practising(luck).practice)[0]
    for name in acts:
        practice = ACTS[name](practice)[0]
    data = json.loads(json.dumps(write_practice(practice)))
    again = read_practice(data, practising(0).practice)
    assert again.answering == practice.answering
    assert write_practice(again) == data


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["plus", "sum.plus", "", "x"])
STRANGE = PLAIN | st.lists(PLAIN, max_size=3) | st.dictionaries(st.sampled_from(["plus", "minus", "x"]), PLAIN)
KEYS = tuple(write_practice(practising().practice))


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), STRANGE))
def test_any_data_is_read(data):
    for kept in (data, {"kind": "plus", "rule": "sum.plus", "level": 2, **data}):
        found = read_practice(kept, practising().practice)
        assert 1 <= found.level <= LEVELS
        assert 1 <= found.wanted <= LEVELS
        assert len(found.results) <= SESSION
