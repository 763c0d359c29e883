"""The proof of a lesson: every solution reaches its goal, every try is refused, every question has its answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from apz.core.learning.lesson_run import LessonRun, begin
from apz.core.learning.lessons import Lesson, Subject, Task
from apz.core.learning.questions import HINTS, Question
from apz.core.luck import roll
from apz.core.reading import BadInput, Fault
from apz.core.session import Session
from apz.core.trace import Refusal

CHANCES = 3  # how many fresh questions of each kind are looked at
P = TypeVar("P")
T = TypeVar("T")


def prove(lesson: Lesson[P], subject: Subject[P]) -> list[Fault]:
    """Return everything that's wrong with a lesson."""
    found: list[Fault] = []
    names = [task.id for task in lesson.tasks]
    for number, task in enumerate(lesson.tasks):
        if names.index(task.id) != number:
            task.place.fault(found, f'"{task.id}" is here twice', "give each task its own id")
    run = guarded(lambda: begin(lesson, subject), lesson.tasks[0], found) if lesson.tasks else None
    if run is None:
        return found
    for number, task in enumerate(lesson.tasks):
        guarded(partial(proved, run, number, found), task, found)
    return found


def guarded(act: Callable[[], T], task: Task[P], found: list[Fault]) -> T | None:
    """Run something and return its result, or record a fault in the task."""
    try:
        return act()
    except BadInput as bad:
        found += bad.faults
    except (ValueError, KeyError, TypeError, RuntimeError) as error:
        task.place.fault(found, f"it can't be taken: {error}", "try its commands in `apz play`")
    return None


def proved(run: LessonRun[P], number: int, found: list[Fault]) -> None:
    """Open a task and find what's wrong with it."""
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
            task.place.fault(found, f'"{task.attempt}" is legal here', "a try must be refused")
        elif refusal.rule != task.rule:
            task.place.fault(found, f'"{task.attempt}" is refused by {refusal.rule}', f"the task says {task.rule}")
    hints = task.said.get("hints")
    if hints and len(hints) != HINTS:
        task.place.fault(found, f"{len(hints)} hints", f"there are {HINTS}: the card, the rule, half, all")
    run.path.line(run.at)


def sound(question: Question, task: Task[P], said: list[Fault]) -> None:
    """Find what's wrong with a question: its right answer, named mistakes and explanation."""
    options = {option.answer for option in question.options}
    if not question.because or not question.rules:
        task.place.fault(said, "the question explains nothing")
    if options and not question.right <= options:
        task.place.fault(said, "the right answer isn't offered")
    if not question.several and (not question.right or options == question.right):
        task.place.fault(said, "there's no wrong answer", "ask something that can be missed")
    if not question.several and set(question.mistakes) & question.right:
        task.place.fault(said, "a mistake gives the right answer")


def reached(run: LessonRun[P], task: Task[P], said: list[Fault]) -> None:
    """Check that the solution reaches the goal, and that nothing less does."""
    if not task.until and run.holds(task.goal):
        task.place.fault(said, "the goal holds before anything is done")
    session = Session(run.position, run.path.subject.kernel)
    for step in run.line:
        if isinstance(session.do(step.move), Refusal):
            task.place.fault(said, "the solution can't be played again")
            return
    if not run.look(session.steps)[0].solved:
        task.place.fault(said, "the solution doesn't reach the goal", "play it with `apz play` and look at its notes")
