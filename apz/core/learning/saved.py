"""Saved lesson runs and practice: plain data for a browser or a file, treated as untrusted when read back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from apz.core.learning.answering import Answering
from apz.core.learning.lesson_run import LessonRun, begin
from apz.core.learning.lessons import Lesson, Subject
from apz.core.learning.practice import LEVELS, SESSION, Exercises, Practice, Result
from apz.core.learning.questions import HINTS, Question
from apz.core.luck import MASK
from apz.core.plain_data import MOST_NAMES, Given, names_of, number_of, text_of
from apz.core.reading import BadInput
from apz.core.session import Session

MOST_MOVES = 400
MOST_TEXT = 250_000  # characters of a session
P = TypeVar("P")


# ---- a lesson run


def write_run(run: LessonRun[P], table: Session[P] | None = None) -> dict[str, Any]:
    """Return the learner's place in a lesson as plain data, with the table's session if a goal was played for."""
    task = run.task
    kept = table is not None and task is not None and bool(task.goal) and len(table.nodes) > 1
    return {
        "lesson": run.lesson.id,
        "task": task.id if task else "",
        "passed": sorted(run.passed),
        "luck": run.luck,
        "chance": run.chance,
        "round": run.round,
        **_write_answering(run.answering),
        "refused": run.refusal is not None,
        "faultless": run.faultless,
        "played": run.played,
        "session": table.text() if table is not None and kept else "",
    }


def read_run(
    given: Given, lesson: Lesson[P], subject: Subject[P], check: bool = False
) -> tuple[LessonRun[P], Session[P] | None]:
    """Return the saved run and its table, leaving out unusable parts, and without repeating any events.

    The table is None if no moves were saved for the task, or if they can't be used.
    """
    run = begin(lesson, subject, check=check)
    run = replace(run, passed=frozenset(each for each in names_of(given.get("passed")) if run.lesson.index(each) >= 0))
    number = task_number(given, run.lesson)
    run, _ = run.open(max(0, number))
    run, table = _read_task(run, given) if number >= 0 else (run, None)
    luck = number_of(given, "luck", MASK) if "luck" in given else run.luck
    return replace(run, luck=luck, faultless=given.get("faultless") is not False), table


def task_number(given: Given, lesson: Lesson[P]) -> int:
    """Return the saved task's index: -1 if there's no such task, `len(lesson.tasks)` if the lesson was finished."""
    return len(lesson.tasks) if given.get("task") == "" else lesson.index(text_of(given, "task"))


def _read_task(run: LessonRun[P], given: Given) -> tuple[LessonRun[P], Session[P] | None]:
    """Return the run with its task's saved answers and moves, and its table or None."""
    task, subject, table = run.task, run.path.subject, None
    if task is None:
        return run, None
    chance = number_of(given, "chance", MASK)
    if task.fresh and chance and (found := subject.fresh(task.fresh, chance)):
        run = run.asking(found, chance)
    for answers in _given(given):
        run, _ = run.answer(answers if run.question and run.question.options else "".join(answers))
    for _ in range(number_of(given, "hints", HINTS)):
        run, _ = run.hint()
    if given.get("shown") is True:
        run, _ = run.show()
    if given.get("refused") is True:
        run, _ = run.attempt()
    run = replace(run, round=number_of(given, "round", MOST_MOVES) if "round" in given else run.round)
    for _ in range(min(len(task.play), number_of(given, "played", MOST_MOVES))):
        run, _ = run.advance()
    if task.goal and (text := text_of(given, "session", MOST_TEXT)):
        try:
            table = Session.from_text(text, subject.kernel)
        except (BadInput, ValueError):
            pass  # the task from its beginning
        else:
            run, _ = replace(run, start=table.start).look(table.steps)
    return replace(run, solved=run.solved or task.id in run.passed), table


# ---- practice


def write_practice(practice: Practice) -> dict[str, Any]:
    """Return the current question, its answers and the session's state as plain data."""
    return {
        "kind": practice.kind,
        "rule": practice.rule,
        "chance": practice.chance,
        "level": practice.level,
        "luck": practice.luck,
        "wanted": practice.wanted,
        "results": [[each.rule, each.right] for each in practice.results],
        "closed": practice.closed,
        **_write_answering(practice.answering),
    }


def read_practice(given: Given, practice: Practice) -> Practice:
    """Return `practice` with the saved question and session, or unchanged if that question can't be made again."""
    kind, rule, level = text_of(given, "kind"), text_of(given, "rule"), number_of(given, "level", LEVELS)
    known = practice.exercises.kinds.get(rule, ())
    chance = number_of(given, "chance", MASK)
    found = practice.exercises.make(kind, rule, chance, level) if kind in known and level else None
    if found is None:
        return practice
    results = _results(given, practice.exercises)
    return replace(
        practice, kind=kind, rule=rule, chance=chance, level=level, answering=_read_answering(given, found),
        luck=number_of(given, "luck", MASK) if "luck" in given else practice.luck,
        wanted=max(1, number_of(given, "wanted", LEVELS)), results=results,
        closed=given.get("closed") is True and len(results) == SESSION,
    )  # fmt: skip


def _results(given: Given, exercises: Exercises) -> tuple[Result, ...]:
    """Return the valid results of the saved session's questions."""
    kept = given.get("results")
    return tuple(
        Result(each[0], each[1])
        for each in (kept[:SESSION] if isinstance(kept, list) else ())
        if isinstance(each, list) and len(each) == 2 and each[0] in exercises.rules and isinstance(each[1], bool)
    )


# ---- answers


def _write_answering(answering: Answering) -> dict[str, Any]:
    """Return a question's answers and hints as plain data."""
    given = [sorted(verdict.given) for verdict in answering.verdicts]
    return {"given": given, "hints": answering.hints, "shown": answering.shown}


def _read_answering(given: Given, question: Question) -> Answering:
    """Return a question's state with its saved answers and hints."""
    judged = [question.judge(each if question.options else "".join(each)) for each in _given(given)]
    verdicts = tuple(verdict for verdict in judged if verdict is not None)
    return Answering(question, verdicts, number_of(given, "hints", HINTS), given.get("shown") is True)


def _given(given: Given) -> list[list[str]]:
    """Return the saved answers, each as a list of texts."""
    found = given.get("given")
    return [names_of(each) for each in (found[:MOST_NAMES] if isinstance(found, list) else ())]
