"""Endless practice, tried with sums: what is asked, how it gets harder, what is recorded, and that it never stops."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from apz.core.learning.mastery import FORGOTTEN, MASTERED, Mastery
from apz.core.learning.practice import ENOUGH, LEVELS, NoQuestion, Practice
from apz.core.learning.questions import HINTS, Generator, Question, Said, mark
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
    """Chance never gives one."""
    return None


def signs(luck: int, level: int) -> Question:
    """There are only two of these."""
    return asked("signs", ("word.sign", "sum.plus", "sum.minus"), luck % 2, sign=luck % 2)


GENERATORS: dict[str, Generator] = {"plus": plus, "minus": minus, "times": times, "zero": zero, "signs": signs}
ALIKE = {"sum.plus": ("sum.minus",), "sum.minus": ("sum.plus",)}


def make(kind: str, rule: str, luck: int, level: int) -> Question | None:
    return GENERATORS[kind](luck, level)


class Clock:
    """A day that can be turned on."""

    def __init__(self) -> None:
        self.day = DAY

    def __call__(self) -> date:
        return self.day


def practice(luck: int = 1, mastery: Mastery | None = None, clock: Clock | None = None) -> Practice:
    return Practice(
        make, PRACTISES, mastery or Mastery(RULES, "sums"), luck, lambda rule: ALIKE.get(rule, ()),
        clock or Clock(),
    )  # fmt: skip


def right(stream: Practice) -> None:
    assert stream.question
    verdict = stream.answer(min(stream.question.right))
    assert verdict
    assert verdict.right


def wrong(stream: Practice) -> None:
    verdict = stream.answer("-99999")
    assert verdict
    assert not verdict.right


def test_the_same_luck_gives_the_same_questions_and_another_luck_others():
    def told(luck: int) -> list[Said]:
        stream = practice(luck)
        return [stream.next().ask for _ in range(20)]

    assert told(5) == told(5)
    assert told(5) != told(6)


def test_no_question_comes_twice_in_a_row():
    stream = practice()
    last = None
    for _ in range(200):
        found = stream.next()
        assert found != last
        assert stream.tries < 40
        last = found


def test_a_kind_with_two_questions_alternates_and_never_fails():
    stream = practice()
    stream.about(kind="signs")
    assert len({stream.next().ask.values["sign"] for _ in range(2)}) == 2
    assert {stream.next().kind for _ in range(30)} == {"signs"}


def test_where_chance_gives_none_another_kind_is_asked():
    stream = practice()
    stream.about(rule="product.zero")
    found = stream.next()
    assert found.kind in ("plus", "minus", "times", "signs")
    assert stream.rule in found.rules
    stream.about(chapter="product")
    assert {stream.next().kind for _ in range(20)} == {"times"}


def test_a_question_that_does_not_need_the_rule_is_not_asked_for_it():
    astray = {**PRACTISES, "product.times": ("plus", "times")}
    stream = Practice(make, astray, Mastery(RULES, "sums"))
    stream.about(rule="product.times")
    assert {stream.next().kind for _ in range(20)} == {"times"}


def test_where_nothing_can_be_asked_at_all_that_is_said():
    stream = Practice(make, {"product.zero": ("zero",)}, Mastery(RULES, "sums"))
    with pytest.raises(NoQuestion):
        stream.next()


def test_a_topic_that_nothing_practises_is_an_error():
    for topic in ({"rule": "sum.none"}, {"chapter": "history"}, {"kind": "riddle"}):
        with pytest.raises(KeyError, match="Nothing practises"):
            practice().about(**topic)


def test_one_rule_one_chapter_one_kind_or_all_can_be_practised():
    stream = practice()
    stream.about(rule="sum.plus")
    assert {stream.next().kind for _ in range(30)} == {"plus", "signs"}
    assert stream.rule == "sum.plus"
    stream.about(chapter="sum")
    assert {stream.next().kind for _ in range(40)} == {"plus", "minus", "signs"}
    stream.about(kind="minus")
    assert {stream.next().kind for _ in range(20)} == {"minus"}
    stream.about()
    assert {stream.next().kind for _ in range(80)} == {"plus", "minus", "times", "signs"}


def test_mixed_practice_keeps_to_what_was_met_and_brings_in_new_rules_as_those_are_mastered():
    rules = [f"count.{number}" for number in range(20)]
    mastery = Mastery(rules, "sums")
    mastery.met("count.7", DAY)

    def count(kind: str, rule: str, luck: int, level: int) -> Question:
        return asked(kind, (rule,), 1, luck=luck)

    stream = Practice(count, dict.fromkeys(rules[::-1], ("count",)), mastery, 3, today=Clock())
    assert set(asked_for(stream, 100)) == {"count.7", *rules[: ENOUGH - 1]}
    for _ in range(300):
        stream.next()
        right(stream)
    assert mastery.count()[MASTERED] > 15


def test_mixed_practice_keeps_to_what_was_taught_as_long_as_some_of_it_is_weak():
    rules = [f"count.{number}" for number in range(20)]
    mastery = Mastery(rules, "sums")
    for rule in rules[3:9]:
        mastery.met(rule, DAY)  # seen in passing, and not taught

    def count(kind: str, rule: str, luck: int, level: int) -> Question:
        more = ("count.15",) if luck % 2 else ()
        return asked(kind, (rule, *more), 1, luck=luck)

    taught = {"count.7", "count.12"}
    stream = Practice(count, dict.fromkeys(rules, ("count",)), mastery, 3, today=Clock(), taught=lambda: taught)
    for _ in range(40):
        assert taught.issuperset(stream.next().rules)
    for _ in range(40):
        stream.next()
        right(stream)
    assert mastery.count()[MASTERED] > len(taught)
    stream.about(rule="count.15")
    assert stream.next().rules[0] == "count.15"


def asked_for(stream: Practice, times: int = 300) -> Counter[str]:
    found: Counter[str] = Counter()
    for _ in range(times):
        stream.next()
        found[stream.rule] += 1
    return found


def test_what_is_weak_is_asked_about_rather_than_what_is_mastered():
    mastery = Mastery(RULES, "sums")
    for rule in ("sum.plus", "product.times", "word.sign"):
        for question in "abc":
            mastery.answered([rule], True, DAY, question=question)
    mastery.answered(["product.times"], False, DAY)
    assert (mastery.state("sum.plus"), mastery.state("product.times")) == (MASTERED, FORGOTTEN)
    found = asked_for(practice(mastery=mastery))
    assert found["product.times"] > found["sum.plus"] > 0
    assert found["product.times"] > found["word.sign"] > 0


def test_what_is_due_is_asked_about_rather_than_what_is_not():
    mastery = Mastery(RULES, "sums")
    mastery.met("product.times", DAY)
    mastery.met("sum.plus", DAY + timedelta(9))
    mastery.met("word.sign", DAY + timedelta(9))
    clock = Clock()
    clock.day = DAY + timedelta(9)
    assert mastery.due(clock.day) == ["product.times"]
    found = asked_for(practice(mastery=mastery, clock=clock))
    assert found["product.times"] > max(found["sum.plus"], found["word.sign"])


def test_look_alikes_follow_each_other():
    mastery = Mastery(RULES, "sums")
    for rule in ("sum.plus", "sum.minus", "product.times", "word.sign"):
        mastery.met(rule, DAY)
    stream, after = practice(mastery=mastery), Counter[str]()
    for _ in range(400):
        last = stream.rule
        stream.next()
        after[stream.rule] += last == "sum.minus"
    assert after["sum.plus"] > after["product.times"] > after["sum.minus"]


def test_two_clean_right_answers_make_a_kind_harder_and_two_wrong_ones_easier():
    stream = practice()
    stream.about(kind="minus")
    seen = []
    for reply in [right, right, wrong, right, right, right, right, wrong, wrong, wrong, wrong, wrong, wrong]:
        seen.append(stream.next().ask.values["level"])
        reply(stream)
    assert seen == [1, 1, 2, 2, 2, 3, 3, 3, 3, 2, 2, 1, 1]
    assert stream.levels["minus"] == 1
    assert stream.levels["plus"] == 1
    assert max(seen) == LEVELS


def test_an_answer_after_a_hint_is_not_clean():
    stream = practice()
    stream.about(kind="minus")
    for _ in range(6):
        stream.next()
        assert stream.hint() == 1
        right(stream)
    assert stream.levels["minus"] == 1
    assert [each.result for each in stream.mastery.records["sum.minus"].answers] == ["helped"] * 5


def test_only_the_first_answer_to_a_question_is_recorded():
    stream = practice()
    stream.about(kind="minus")
    stream.next()
    assert stream.answer("what?") is None
    assert "sum.minus" not in stream.mastery.records
    wrong(stream)
    wrong(stream)
    right(stream)
    assert stream.answered
    assert stream.answer("1") is None
    record = stream.mastery.records["sum.minus"]
    assert (record.right, record.wrong) == (0, 1)


def test_the_last_hint_is_the_answer_and_counts_as_not_known():
    stream = practice()
    stream.about(kind="minus")
    stream.next()
    assert [stream.hint() for _ in range(HINTS + 1)] == [1, 2, 3, 4, 4]
    assert stream.answered
    assert stream.mastery.records["sum.minus"].wrong == 1
    stream.next()
    assert (stream.hints, stream.answered) == (0, False)


def test_the_rule_that_was_wanted_is_the_one_that_counts():
    stream = practice()
    stream.about(rule="sum.minus")
    while stream.next().kind != "signs":
        pass
    right(stream)
    assert stream.mastery.records["sum.minus"].answers
    assert stream.mastery.records["word.sign"].answers == ()
    assert stream.mastery.records["word.sign"].right == 1


def test_practice_makes_a_master():
    stream = practice()
    stream.about(rule="sum.plus")
    for _ in range(8):
        stream.next()
        right(stream)
    assert stream.mastery.state("sum.plus") == MASTERED


def test_before_the_first_question_there_is_nothing_to_answer():
    stream = practice()
    assert stream.answer("1") is None
    stream.show()
    assert not stream.answered


def test_a_question_is_marked_the_same_everywhere_and_unlike_others():
    assert mark(plus(7, 2)) == "989b"
    assert len({mark(plus(luck, 3)) for luck in range(50)}) > 45
