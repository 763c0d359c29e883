"""The proof of a lesson: every solution reaches its goal, every try its refusal, every question has its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from apz.core.learning.lesson_run import Walk
from apz.core.learning.lessons import Lesson, Subject, Task
from apz.core.learning.questions import HINTS, Question
from apz.core.luck import roll
from apz.core.reading import BadInput, Fault
from apz.core.session import Session
from apz.core.trace import Refusal

CHANCES = 3  # so many fresh questions of each kind are looked at
P = TypeVar("P")


def prove(lesson: Lesson[P], subject: Subject[P]) -> list[Fault]:
    """Everything that is wrong with a lesson, found by taking it."""
    found: list[Fault] = []
    names = [task.id for task in lesson.tasks]
    for number, task in enumerate(lesson.tasks):
        if names.index(task.id) != number:
            task.place.fault(found, f'"{task.id}" is here twice', "give each task its own id")
    walk = guarded(lambda: Walk(lesson, subject), lesson.tasks[0], found) if lesson.tasks else None
    if walk is None:
        return found
    for number, task in enumerate(lesson.tasks):
        guarded(lambda number=number: walk.open(number), task, found)  # type: ignore[misc]
        if walk.at == number:
            guarded(lambda task=task: found.extend(proved(walk, task)), task, found)  # type: ignore[misc]
    return found


def guarded(act: Callable[[], object], task: Task[P], found: list[Fault]) -> Walk[P] | None:
    """Do something; whatever goes wrong is a fault of the task."""
    try:
        result = act()
    except BadInput as bad:
        found += bad.faults
    except (ValueError, KeyError, TypeError, RuntimeError) as error:
        task.place.fault(found, f"it cannot be taken: {error}", "try its commands in `apz play`")
    else:
        return result if isinstance(result, Walk) else None
    return None


def proved(walk: Walk[P], task: Task[P]) -> Iterator[Fault]:
    """What is wrong with one task."""
    said: list[Fault] = []
    if walk.question is not None:
        sound(walk.question, task, said)
    if task.fresh:
        luck = 1
        for _ in range(CHANCES):
            bits, luck = roll(luck)
            if (fresh := walk.subject.fresh(task.fresh, bits)) is not None:
                sound(fresh, task, said)
    if task.goal:
        reached(walk, task, said)
    if task.attempt:
        result = walk.attempt()
        if result is None:
            task.place.fault(said, f'"{task.attempt}" is legal here', "a try must be refused")
        elif result.rule != task.rule:
            task.place.fault(said, f'"{task.attempt}" is refused by {result.rule}', f"the task says {task.rule}")
    hints = task.said.get("hints")
    if hints and len(hints) != HINTS:
        task.place.fault(said, f"{len(hints)} hints", f"there are {HINTS}: the card, the rule, half, all")
    walk.line(walk.at)
    yield from said


def sound(question: Question, task: Task[P], said: list[Fault]) -> None:
    """A question has a right answer, the named mistakes are none, and it explains itself."""
    options = {option.answer for option in question.options}
    if not question.because or not question.rules:
        task.place.fault(said, "the question explains nothing")
    if options and not question.right <= options:
        task.place.fault(said, "the right answer is not offered")
    if not question.several and (not question.right or options == question.right):
        task.place.fault(said, "there is no wrong answer", "ask something that can be missed")
    if not question.several and set(question.mistakes) & question.right:
        task.place.fault(said, "a mistake gives the right answer")


def reached(walk: Walk[P], task: Task[P], said: list[Fault]) -> None:
    """The solution reaches the goal, and nothing less does."""
    if not task.until and walk.holds(task.goal):
        task.place.fault(said, "the goal holds before anything is done")
    line = walk.line(walk.at)
    session = Session(walk.start(walk.at), walk.subject.kernel)
    for step in line:
        if isinstance(session.do(step.move), Refusal):
            task.place.fault(said, "the solution cannot be played again")
            return
    walk.session = session
    walk.look()
    if not walk.solved:
        task.place.fault(said, "the solution does not reach the goal", "play it with `apz play` and look at its notes")
