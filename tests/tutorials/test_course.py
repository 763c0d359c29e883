"""The course: every lesson proved, and taken by robot learners in every language; every rule taught and practiced."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from apz.apocalypze.files import read_any
from apz.apocalypze.language.rulebook import LANGUAGES, rules
from apz.apocalypze.model import Position
from apz.apocalypze.teaching import course
from apz.apocalypze.teaching.exercises import PRACTISES
from apz.apocalypze.teaching.words import teaching
from apz.core.learning.lesson_run import LessonRun, begin
from apz.core.learning.lessons import STAGES, Lesson
from apz.core.learning.proof import prove
from apz.core.learning.questions import HINTS, Question
from apz.widgets.learn.prose import MARKS

HERE = Path(__file__).parents[2] / "tutorials" / "apocalypze"
LESSONS = course.order()
EACH = pytest.mark.parametrize("name", LESSONS)
TOLD = [(name, each) for name in LESSONS for each in LANGUAGES if course.lesson(name, each).language == each]
EACH_TOLD = pytest.mark.parametrize(("name", "language"), TOLD)  # in each language that has it

# a lesson begins with a guess, has fresh questions, and lets the learner do or try something at the table
SHAPE = {"try", "fresh"}
AT_TABLE = {"do", "illegal"}
LONGER = {"game"}  # its last task is a whole game


def said(lesson: Lesson[Position]) -> str:
    """Return a lesson's introduction and its tasks' texts as one string."""
    texts = [lesson.intro, *(str(text) for task in lesson.tasks for text in task.said.values())]
    return "\n".join(texts)


def sentences(name: str, language: str) -> list[str]:
    """Return a lesson's texts one by one, with its hints and what to remember."""
    lesson = course.lesson(name, language)
    texts = [text for task in lesson.tasks for text in task.said.values()]
    hints = [hint for text in texts if not isinstance(text, str) for hint in text]
    return [lesson.intro, *lesson.remember, *(text for text in texts if isinstance(text, str)), *hints]


def through(name: str, language: str = "en", luck: int = 7) -> LessonRun[Position]:
    return begin(course.lesson(name, language), course.SUBJECT, luck)


def right(question: Question) -> str | frozenset[str]:
    return question.right if question.several else sorted(question.right)[0]


def known_wrong(question: Question) -> list[str]:
    """Return the wrong answers of known misunderstandings that can be given; [] if a question has several answers."""
    offered = {option.answer for option in question.options}
    return [] if question.several else [each for each in question.mistakes if not offered or each in offered]


def done(run: LessonRun[Position]) -> LessonRun[Position]:
    """Return the run after the task's moves or tries; questions are left open."""
    task = run.task
    assert task
    for _ in task.play:
        run, _ = run.advance()
    if task.goal:
        run, _ = run.look(run.line)
    if task.attempt:
        run, _ = run.attempt()
        assert run.refusal
    return run


# ---- lessons


def test_there_is_about_a_dozen():
    assert 12 <= len(LESSONS) <= 16


@EACH_TOLD
def test_every_lesson_is_proved(name, language):
    assert [str(fault) for fault in prove(course.lesson(name, language), course.SUBJECT)] == []


@EACH
def test_every_lesson_is_short_and_has_its_shape(name):
    lesson = course.lesson(name)
    stages = [task.stage for task in lesson.tasks[: lesson.needed]]
    assert 5 <= lesson.minutes <= 10 or name in LONGER
    assert 6 <= lesson.needed <= 12
    assert set(stages) <= set(STAGES)
    assert set(stages) >= SHAPE, SHAPE - set(stages)
    assert AT_TABLE & set(stages)
    assert stages[0] == "try"


def test_the_course_has_four_chapters_and_the_first_one_leads_to_a_first_game():
    for language in LANGUAGES:
        lessons = [course.lesson(name, language) for name in LESSONS]
        opens = [lesson.id for lesson in lessons if lesson.chapter]
        assert len(opens) == 4
        assert tuple(LESSONS[: LESSONS.index(opens[1])]) == course.FIRST


@EACH
def test_a_lesson_needs_only_what_comes_before_it(name):
    assert set(course.lesson(name).needs) <= set(LESSONS[: LESSONS.index(name)])


@EACH
def test_every_rule_that_is_taught_can_be_opened_where_it_is_taught(name):
    lesson = course.lesson(name)
    linked = {rule for _, rule in MARKS.findall(said(lesson)) if rule}
    assert set(lesson.teaches) - linked == set()
    assert linked <= set(rules()), linked - set(rules())


@EACH
def test_no_line_to_remember_is_long(name):
    assert max(len(line) for line in course.lesson(name).remember) <= 170


@EACH
def test_a_lesson_is_told_in_german(name):
    lesson = course.lesson(name, "de")
    assert lesson.language == "de"
    assert lesson.title != course.lesson(name).title


@EACH
def test_where_english_says_you_german_says_du(name):
    for english, german in zip(sentences(name, "en"), sentences(name, "de"), strict=True):
        if re.search(r"\b(you|yours?|yourself)\b", english.replace("Take What You Need", ""), re.IGNORECASE):
            assert re.search(r"\b(du|dich|dir|dein\w*|euch|eure\w*)\b", german, re.IGNORECASE), german


# ---- robot learners


Run = LessonRun[Position]


def comes_through(run: Run, deal_with: Callable[[Run, Question], Run]) -> Run:
    """Take a lesson to its end, with `deal_with` for questions and the wanted moves for other tasks; return the run."""
    while len(run.passed) < len(run.lesson.tasks):
        if run.ended:  # the extra tasks come after the end
            run, _ = run.open(run.lesson.needed)
        while run.question and not run.answered:
            run = deal_with(run, run.question)
            if run.task and run.task.fresh and not run.solved:
                run, _ = run.another()
        run = done(run)
        assert run.solved, run.task
        run, _ = run.next()
    assert run.ended
    return run


@EACH
def test_who_answers_right_comes_through(name):
    def answer(run: Run, question: Question) -> Run:
        run, _ = run.answer(right(question))
        assert run.verdicts[-1].right
        return run

    assert comes_through(through(name), answer).faultless


@EACH_TOLD
def test_who_makes_every_named_mistake_hears_its_name_and_comes_through(name, language):
    say = teaching(language)

    def mistake(run: Run, question: Question) -> Run:
        for number, wrong in enumerate(known_wrong(question), 1):
            run, _ = run.answer(wrong)
            assert len(run.verdicts) == number
            verdict = run.verdicts[-1]
            assert not verdict.right
            assert say.mistake(question, verdict)
            assert all(say.outcome(question, verdict))
        assert all(say.explained(question))
        run, _ = run.answer(right(question))
        return run

    comes_through(through(name, language), mistake)


@EACH_TOLD
def test_who_asks_for_every_hint_is_told_four_different_things_and_comes_through(name, language):
    say = teaching(language)

    def ask(run: Run, question: Question) -> Run:
        hints = say.hints(question)
        assert len(set(hints)) == HINTS, hints
        for _ in range(HINTS):
            run, _ = run.hint()
        return run

    comes_through(through(name, language), ask)


@EACH
def test_who_takes_the_check_is_asked_two_fresh_questions(name):
    run = begin(course.lesson(name), course.SUBJECT, 3, check=True)
    for _ in range(2):
        assert run.question
        run, _ = run.answer(right(run.question))
        run, _ = run.next()
    assert run.ended
    assert run.faultless


def test_the_named_misunderstandings_of_the_rulebook_come_up():
    met = set()
    for name in LESSONS:
        start = through(name)
        for number in range(len(start.lesson.tasks)):
            question = start.open(number)[0].question
            met |= {said.key for said in question.mistakes.values()} if question else set()
    assert met >= {"forgot-defense", "counted-groups", "forgot-minimum", "bonus-before-six"}


# ---- coverage


def test_every_rule_is_taught_in_a_lesson():
    taught = {rule for name in LESSONS for rule in course.lesson(name).teaches}
    assert [rule for rule in rules() if rule not in taught] == []


def test_every_rule_is_practised():
    assert [rule for rule in rules() if not PRACTISES.get(rule)] == []


# ---- files


@EACH
def test_a_lesson_can_be_checked_as_a_file(name):
    assert isinstance(read_any(HERE / "lessons" / course.places()[name]), Lesson)


@EACH
def test_every_lesson_has_its_thin_notebook(name):
    path = HERE / course.places()[name].replace(".yaml", ".ipynb")
    notebook = json.loads(path.read_text(encoding="utf-8"))
    sources = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    prose = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    assert any(f'Lesson("{name}"' in source for source in sources)
    assert sum(len(source.splitlines()) for source in sources) <= 12
    assert len(" ".join(prose).split()) > 60
    lesson = course.lesson(name)
    assert prose[0].startswith(f"# {LESSONS.index(name) + 1} · {lesson.title}\n")
    assert f"**{lesson.minutes} minutes**" in prose[0]
    assert "".join(f"{number}. {line}\n" for number, line in enumerate(lesson.remember, 1)).strip() in "".join(
        prose[1:]
    )


def test_the_first_notebook_lists_the_lessons_in_their_order():
    cells = json.loads((HERE / "00-start.ipynb").read_text(encoding="utf-8"))["cells"]
    listed = re.findall(
        r"\| (\d+) \| \[([^\]]+)\]\(([\w-]+)\.ipynb\)", "".join("".join(cell["source"]) for cell in cells)
    )
    places = [course.places()[name].removesuffix(".yaml") for name in LESSONS]
    titles = [course.lesson(name).title for name in LESSONS]
    assert listed == [(str(number), *each) for number, each in enumerate(zip(titles, places, strict=True), 1)]


def test_every_link_between_notebooks_leads_somewhere():
    for path in HERE.glob("*.ipynb"):
        for target in re.findall(r"\]\(([\w-]+\.ipynb)\)", path.read_text(encoding="utf-8")):
            assert (HERE / target).is_file(), (path.name, target)
