"""Lesson files: every fault in them is named, they're proved by taking them, and they're fully translated."""

from dataclasses import replace

import pytest

from apz.core.learning.lessons import Asked, Condition, Lesson, read_lesson
from apz.core.learning.proof import prove
from apz.core.reading import BadInput, read_text
from apz.core.trace import Note, Step, Sum, Term
from tests.core.toy import KERNEL, LESSON, SUBJECT

WORDS = """\
apz: lesson-words 1
title: Wachsen
intro: Eine Zahl wächst.
remember: [Eins, Zwei, Drei]
tasks:
  guess: {say: "Was wird es?", after: Sie ist gewachsen.}
  goes-on: {say: Wo die letzte aufhörte.}
  end: {say: Das war es.}
"""


def lesson(text: str = LESSON, words: str | None = None) -> Lesson[int]:
    other = read_text(words, "de.yaml") if words else None
    return read_lesson("growing", read_text(text, "growing.yaml"), SUBJECT, other, "de")


def faults(text: str, words: str | None = None) -> list[str]:
    with pytest.raises(BadInput) as bad:
        lesson(text, words)
    return [str(fault) for fault in bad.value.faults]


def unproved(text: str) -> list[str]:
    return [str(fault) for fault in prove(lesson(text), SUBJECT)]


def test_a_lesson_is_read_whole():
    found = lesson()
    assert (found.title, found.minutes, found.teaches) == ("Growing", 5, ("toy.add", "toy.limit"))
    assert [task.act for task in found.tasks] == ["ask", "watch", "fresh", "try", "goal", "goal", "read"]
    assert found.remember == ("One", "Two", "Three")
    assert [each.level for each in found.check] == [1, 2]


def test_a_lesson_that_opens_a_chapter_names_it_in_every_language():
    text, words = LESSON.replace("title:", "chapter: One\ntitle:"), WORDS.replace("title:", "chapter: Eins\ntitle:")
    assert (lesson().chapter, lesson(text).chapter, lesson(text, words).chapter) == ("", "One", "Eins")
    assert any('the field "chapter" is missing' in each for each in faults(text, WORDS))
    assert any("chapter" in each for each in faults(LESSON, words))


@pytest.mark.parametrize(
    ("say", "before", "asked"),
    [
        ("It grows. What will it be?", "It grows.", "What will it be?"),
        ("It grows.\n\nBy two. How\nfar? Take a guess.", "It grows. By two.", "How far? Take a guess."),
        ("Who? Nobody. And **when**?", "Who? Nobody.", "And **when**?"),
        ("Can it use Pop! now?", "", "Can it use Pop! now?"),
        ("Crece. ¿Cuánto será?", "Crece.", "¿Cuánto será?"),
        ("It grows.", "It grows.", ""),
        ("What then?\n\nIt grows.", "What then? It grows.", ""),
        ("It grows. What does [toy.add] say?", "It grows. What does [toy.add] say?", ""),
        ("- one?\n- two?", "- one? - two?", ""),
    ],
)
def test_a_task_that_ends_with_a_question_asks_in_its_own_words(say, before, asked):
    task = lesson().tasks[0]
    said, own = replace(task, said={"say": say}).said_and_asked
    assert (" ".join(said.split()), own) == (before, asked)
    assert replace(task, ask=None, goal=(), said={"say": say}).said_and_asked == (say, "")


def test_a_good_lesson_is_proved():
    assert unproved(LESSON) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("stage: try", "stage: tri"), '"tri" isn\'t a stage'),
        (
            ("stage: try", "stage: try\n    optional: true"),
            "this comes after an optional task; put the optional tasks last",
        ),
        (("stage: try", "stage: try\n    optional: maybe"), "tasks[0].optional"),
        (("toy.limit]", "toy.limits]"), '"toy.limits" isn\'t a rule'),
        (("question: after", "question: before"), '"before" isn\'t a kind of question'),
        (("question: some, level: 2, count: 2", "question: some, level: 7"), "7 is too small or too large"),
        (("    try: add 2\n", "    try: add 2\n    ask: {question: after, add: 1}\n"), "one task has ask and try"),
        (("remember: [One, Two, Three]", "remember: [One]"), "1 here, but there should be 3"),
        (("      - noted: ended\n", "      - heard: ended\n"), "there's no condition here"),
        (("title: Growing\n", ""), 'the field "title" is missing'),
        (("    say: What", "    says: What"), '"says" isn\'t a field here'),
        (("apz: lesson 1", "apz: lesson 2"), 'this isn\'t "apz: lesson 1"'),
    ],
)
def test_a_fault_in_the_file_is_named_with_its_line(change, told):
    assert change[0] in LESSON
    found = faults(LESSON.replace(*change))
    assert any(told in each and "growing.yaml, line" in each for each in found), found


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("play: [add 3]", "play: [add 9]"), '"add 9" is refused (toy.limit)'),
        (("play: [add 3]", "play: [grow]"), '"grow" is no command'),
        (("position: 9", "position: nine"), "no number"),
        (("try: add 2", "try: add 1"), '"add 1" is legal here'),
        (("rule: toy.limit", "rule: toy.add"), "is refused by toy.limit"),
        (("solution: [add 2, add 2]", "solution: [add 3, add 1]"), "the solution doesn't reach the goal"),
        (("solution: [one]", "solution: [add 1]"), "the solution doesn't reach the goal"),
        (("goal: [{rule: toy.end}]", "goal: [{is: {sum: 8}}]"), "the goal is already reached at the start"),
        (("id: goes-on", "id: guess"), '"guess" is here twice'),
        (("say: What will it be?", "hints: [one, two]"), "2 hints"),
        (("add: 3}", "sub: 3}"), 'ask.sub: "sub" isn\'t a field here'),
        (("add: 3}", "sub: 3}"), 'the field "add" is missing; add "add: ..."'),
        (("try: add 2\n    rule: toy.limit\n", "try: add 2\n"), '"add 2" is refused by toy.limit; add "rule: ..."'),
    ],
)
def test_what_cannot_be_taken_is_found_by_taking_it(change, told):
    assert change[0] in LESSON
    found = unproved(LESSON.replace(*change))
    assert any(told in each and "line" in each for each in found), found


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            ("remember:", "".join(f"  - {{id: t{n}, stage: see}}\n" for n in range(50)) + "remember:"),
            "57 entries is too",
        ),
        (("play: [add 3]", f"play: [{', '.join(['add 0'] * 200)}]"), "this lesson counts as 269 commands; at most 200"),
        (("solution: [one]", "solution: [one, one, one, one]"), "this lesson counts as 220 commands; at most 200"),
        (("goal: [{rule: toy.end}]", f"goal: [{', '.join(['{rule: toy.end}'] * 21)}]"), "21 entries is too many"),
    ],
)
def test_more_than_can_be_proved_at_once_is_refused_with_the_limit(change, told):
    assert change[0] in LESSON
    found = faults(LESSON.replace(*change))
    assert any(told in each and "growing.yaml, line" in each for each in found), found


def idle(position: int, move: int) -> Step:
    """Return a step that doesn't change the position."""
    return Step(position, move, position, (Note("added", "toy.add"),))


def test_a_bot_that_comes_to_no_end_is_told():
    endless = replace(SUBJECT, facts=lambda at: {}, bots={"one": lambda at: 1}, kernel=replace(KERNEL, play=idle))
    found = [str(fault) for fault in prove(lesson(), endless)]
    assert any('"one" comes to no end within 1,000 steps' in each for each in found), found


def test_fresh_questions_can_be_about_one_rule():
    asked = lesson(LESSON.replace("question: some, level: 2, count: 2", "question: some, rule: toy.add"))
    assert asked.tasks[2].fresh == Asked("some", {}, rule="toy.add")
    assert prove(asked, SUBJECT) == []


def test_a_translation_says_everything_and_nothing_else():
    told = lesson(words=WORDS)
    assert (told.title, told.language, told.tasks[0].said["say"]) == ("Wachsen", "de", "Was wird es?")
    assert told.tasks[0].ask == lesson().tasks[0].ask
    assert "de.yaml, line 4, remember: 1 here" in faults(LESSON, WORDS.replace("[Eins, Zwei, Drei]", "[Eins]"))[0]
    assert 'the field "intro" is missing' in faults(LESSON, WORDS.replace("intro: Eine Zahl wächst.\n", ""))[0]
    assert 'the field "after" is missing' in faults(LESSON, WORDS.replace(", after: Sie ist gewachsen.", ""))[0]
    assert '"end" isn\'t translated' in faults(LESSON, WORDS.replace("  end: {say: Das war es.}\n", ""))[0]
    assert 'no text for a task "more"' in faults(LESSON, WORDS + "  more: {say: Mehr.}\n")[0]
    assert 'this isn\'t "apz: lesson-words 1"' in faults(LESSON, WORDS.replace("words 1", "words 2"))[0]


def test_a_condition_compares_a_sum_by_its_number():
    owed = Note("owed", "toy.add", {"amount": Sum((Term(2, "a", "toy.add"), Term(1, "b", "toy.add")))})
    steps = [Step(0, 1, 1, (owed,))]
    assert Condition("noted", "owed", {"amount": 3}).holds(steps, {})
    assert not Condition("noted", "owed", {"amount": 2}).holds(steps, {})
    assert Condition("never", "owed", {"amount": 2}).holds(steps, {})
