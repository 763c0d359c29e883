"""The proof of a lesson: every solution reaches its goal, every try is refused, every question has its answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import Parameter, signature
from typing import TypeVar

from apz.core.learning.lesson_run import LessonRun, begin
from apz.core.learning.lessons import Lesson, Subject, Task
from apz.core.learning.questions import HINTS, Question
from apz.core.luck import roll
from apz.core.reading import BadInput, Fault, hint, quoted
from apz.core.session import Session
from apz.core.trace import Refusal

CHANCES = 3  # seeds of more fresh questions to check for each task, besides the one it opens with
P = TypeVar("P")
T = TypeVar("T")


def prove(lesson: Lesson[P], subject: Subject[P]) -> list[Fault]:
    """Return the faults found by taking every task of a lesson."""
    found: list[Fault] = []
    names = [task.id for task in lesson.tasks]
    for number, task in enumerate(lesson.tasks):
        if names.index(task.id) != number:
            task.place.fault(found, "twice", "own-id", name=quoted(task.id))
    unasked = [fault for task in lesson.tasks for fault in askable(task, subject)]
    found += unasked
    run = guarded(lambda: begin(lesson, subject), lesson.tasks[0], found) if lesson.tasks and not unasked else None
    if run is None:
        return found
    for number, task in enumerate(lesson.tasks):
        guarded(partial(proved, run, number, found), task, found)
    return found


def askable(task: Task[P], subject: Subject[P]) -> list[Fault]:
    """Return a fault for each field that a task's question needs and lacks, or has and doesn't know."""
    found: list[Fault] = []
    if task.ask is None:
        return found
    fields = task.place.value["ask"].value
    known = dict(list(signature(subject.makers[task.ask.kind]).parameters.items())[1:])  # the first is the position
    for name in task.ask.about.keys() - known.keys():
        fields[name].fault(found, "unknown-field", name=quoted(name), **hint(name, known))
    for name, each in known.items():
        if each.default is Parameter.empty and name not in task.ask.about:
            task.place.value["ask"].fault(found, "missing-field", "add-field", name=name)
    return found


def guarded(act: Callable[[], T], task: Task[P], found: list[Fault]) -> T | None:
    """Call `act` and return its result; if it raises an error, record a fault in the task and return None."""
    try:
        return act()
    except BadInput as bad:
        found += bad.faults
    except (ValueError, KeyError, TypeError, RuntimeError) as error:
        fix = "try-commands" if str(error).startswith('"') else ""  # it quotes the command that can't be played
        task.place.fault(found, "untakable", fix, reason=str(error))
    return None


def proved(run: LessonRun[P], number: int, found: list[Fault]) -> None:
    """Open a task, and add the faults found in it to `found`."""
    run, _ = run.open(number)
    task = run.lesson.tasks[number]
    if run.question is not None:
        sound(run.question, task, found)
    if task.fresh:
        luck = 1
        for _ in range(CHANCES):
            bits, luck = roll(luck)
            if (fresh := run.path.subject.fresh(task.fresh, bits)) is not None:
                sound(fresh, task, found)
    if task.goal:
        reached(run, task, found)
    if task.attempt:
        refusal = run.attempt()[0].refusal
        if refusal is None:
            task.place.fault(found, "attempt-legal", "attempt-must-fail", attempt=quoted(task.attempt))
        elif refusal.rule != task.rule:
            fix, values = ("task-says-rule", {"told": task.rule}) if task.rule else ("add-field", {"name": "rule"})
            tried = quoted(task.attempt)
            task.place.fault(found, "attempt-other-rule", fix, attempt=tried, refused=refusal.rule, **values)
    hints = task.said.get("hints")
    if hints and len(hints) != HINTS:
        task.place.fault(found, "hint-count", "hints-needed", count=len(hints), needed=HINTS)
    run.path.line(run.at)


def sound(question: Question, task: Task[P], said: list[Fault]) -> None:
    """Record every fault in a question: in its right answer, its named mistakes or its explanation."""
    options = {option.answer for option in question.options}
    if not question.because or not question.rules:
        task.place.fault(said, "explains-nothing")
    if options and not question.right <= options:
        task.place.fault(said, "right-not-offered")
    if not question.several and (not question.right or options == question.right):
        task.place.fault(said, "no-wrong-answer", "ask-missable")
    if not question.several and set(question.mistakes) & question.right:
        task.place.fault(said, "mistake-is-right")


def reached(run: LessonRun[P], task: Task[P], said: list[Fault]) -> None:
    """Record a fault if the solution doesn't reach the goal, or, without `until`, if the goal holds from the start."""
    if not task.until and run.holds(task.goal):
        task.place.fault(said, "goal-holds-already")
    session = Session(run.position, run.path.subject.kernel)
    for step in run.line:
        if isinstance(session.do(step.move), Refusal):
            task.place.fault(said, "solution-unplayable")
            return
    if not run.look(session.steps)[0].solved:
        task.place.fault(said, "solution-misses-goal", "play-solution")
