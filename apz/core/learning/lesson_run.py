"""A learner's run through a lesson, as a frozen value; every act returns the next run and the learner's events."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from apz.core.learning.answering import UNASKED, Answering, Asking, first_answer
from apz.core.learning.events import Events, LessonDone, RulesMet, TaskReached
from apz.core.learning.lesson_path import LessonPath
from apz.core.learning.lessons import Asked, Condition, Lesson, Subject, Task
from apz.core.learning.questions import Question
from apz.core.luck import roll
from apz.core.trace import Refusal, Step

TRIES = 400  # how many seeds in a row may give no question before it's an error in the generators
P = TypeVar("P")
Act = tuple["LessonRun[P]", Events]  # what an act returns


@dataclass(frozen=True)
class LessonRun(Asking, Generic[P]):
    """A run through one lesson or its check; any task can be opened at any time.

    The run knows only the moves played on the table (`steps`), not the table itself; `look` updates them.
    """

    path: LessonPath[P]
    luck: int = 0
    check: bool = False  # whether this is the check that skips the lesson
    at: int = 0  # the number of the task; one past the last is the end
    passed: frozenset[str] = frozenset()  # the tasks that were solved
    faultless: bool = True  # whether all answers so far were right on the first try, without a hint
    answering: Answering = UNASKED
    start: P | None = None  # where the task begins
    steps: tuple[Step, ...] = ()  # what was played in it, from its start to now
    round: int = 0  # questions settled in it
    played: int = 0  # moves shown
    chance: int = 0  # the seed of the fresh question
    refusal: Refusal | None = None
    solved: bool = False

    # ---- the state

    @property
    def lesson(self) -> Lesson[P]:
        """The lesson or check being taken."""
        return self.path.lesson

    @property
    def task(self) -> Task[P] | None:
        """The current task, or None at the end of the lesson."""
        return self.lesson.tasks[self.at] if self.at < len(self.lesson.tasks) else None

    @property
    def ended(self) -> bool:
        """True if the run is at the end of the lesson, past its last task."""
        return self.task is None

    @property
    def position(self) -> P:
        """The position on the table; raises KeyError at the end of the lesson, where there's no table."""
        if self.start is None:
            raise KeyError("At the end of a lesson there's no table.")
        return self.steps[-1].after if self.steps else self.start

    @property
    def line(self) -> tuple[Step, ...]:
        """The steps the current task plays, then those of its solution."""
        return self.path.line(self.at)

    @property
    def missed(self) -> bool:
        """True if the attempt ended without reaching the goal; the last moves can be taken back."""
        task = self.task
        if task is None or not task.goal or self.solved:
            return False
        ended = bool(task.until) and self.holds(task.until)
        return ended or self.path.over(self.position)

    @property
    def strayed(self) -> bool:
        """True if the goal is out of reach, because the moves broke one of its conditions or it's too late."""
        task = self.task
        if task is None or not task.goal or self.solved:
            return False
        if not self.holds(tuple(each for each in task.goal if each.test == "never")):
            return True
        if task.until or not self.line or self.path.over(self.line[-1].after):
            return False
        when = self.path.subject.when
        return when(self.position) > when(self.line[-1].before)

    @property
    def wanted(self) -> Step | None:
        """The solution's next step; None if the solution is complete, another move was played, or there's no goal."""
        task, done = self.task, len(self.steps)
        if task is None or not task.goal or done >= len(self.line):
            return None
        same = all(mine.move == step.move for mine, step in zip(self.steps, self.line, strict=False))
        return self.line[done] if same else None

    def holds(self, conditions: tuple[Condition, ...]) -> bool:
        """Return True if all conditions hold now."""
        facts = self.path.subject.facts(self.position)
        return all(condition.holds(self.steps, facts) for condition in conditions)

    @property
    def done(self) -> int:
        """The number of required tasks that the learner has solved."""
        return sum(task.id in self.passed for task in self.lesson.tasks[: self.lesson.needed])

    @property
    def check_passed(self) -> bool:
        """True if this is a solved check, with every question answered right on the first try and without a hint."""
        return self.check and self.faultless and self.done == self.lesson.needed

    # ---- answering: Question.judge judges, the run moves on

    def answer(self, given: str | Collection[str]) -> Act[P]:
        """Return the run after an answer, and its events; ignore anything that isn't an answer."""
        return self._answering(self.answering.answer(given))

    def hint(self) -> Act[P]:
        """Return the run after a hint, and its events."""
        return self._answering(self.answering.hint())

    def show(self) -> Act[P]:
        """Return the run with the answer shown, and its events."""
        return self._answering(self.answering.show())

    def _answering(self, after: Answering) -> Act[P]:
        """Return the run with the question's new state, and the events; a settled question can complete the task."""
        told = first_answer(self.answering, after)
        clean = all(each.right and not each.hinted for each in told)
        run = replace(self, answering=after, faultless=self.faultless and clean)
        if after.answered and not self.answered:
            run = replace(run, round=run.round + 1)
            task = run.task
            fresh = task.fresh if task else None
            if task and (fresh is None or run.round >= fresh.times) and run.played >= len(task.play):
                run = run._done()
        return run, told

    def another(self) -> Act[P]:
        """Return the run with another fresh question if the last is settled, even past the task's count; no events."""
        task = self.task
        return (self._fresh(task.fresh) if task and task.fresh and self.answered else self), ()

    def _fresh(self, asked: Asked) -> LessonRun[P]:
        """Return the run with a random fresh question on its own table."""
        luck = self.luck
        for _ in range(TRIES):
            chance, luck = roll(luck)
            if (found := self.path.subject.fresh(asked, chance)) is not None:
                return replace(self, luck=luck).asking(found, chance)
        raise RuntimeError(f"chance gave no question of the kind {asked.kind}")

    def asking(self, question: Question, chance: int) -> LessonRun[P]:
        """Return the run with this fresh question, which was made with the seed `chance`."""
        return replace(self, chance=chance, answering=Answering(question), start=question.position, steps=())

    # ---- playing

    def advance(self) -> Act[P]:
        """Return the run after the next move the task shows, and its events; the last one completes the task.

        An open question must be settled first: until then, and after the last move, the run doesn't change.
        """
        task = self.task
        if task is None or self.played >= len(task.play) or (self.question and not self.answered):
            return self, ()
        before = self.line[: self.played]
        position = before[-1].after if before else self.path.start(self.at)
        step = self.path.subject.kernel.play(position, self.path.subject.move(position, task.play[self.played]))
        if isinstance(step, Refusal):
            raise RuntimeError(f"{self.lesson.id}, {task.id}: {task.play[self.played]!r} is refused ({step.rule})")
        run = replace(self, played=self.played + 1, steps=(*before, step))
        met = RulesMet(tuple(dict.fromkeys(note.rule for note in step.notes)))
        return (run._done() if run.played >= len(task.play) else run), (met,)

    def look(self, steps: Sequence[Step]) -> Act[P]:
        """Return the run with these steps on the table, and no events; the task is done if they reach its goal."""
        run, task = replace(self, steps=tuple(steps)), self.task
        if task is not None and task.goal and not run.solved and run.holds(task.until) and run.holds(task.goal):
            run = run._done()
        return run, ()

    def again(self) -> Act[P]:
        """Return the run with the table back at the task's start, and no events; a solved task stays solved."""
        return replace(self, steps=()), ()

    def attempt(self) -> Act[P]:
        """Return the run after trying the task's illegal move from the task's start, and its events."""
        task, subject = self.task, self.path.subject
        if task is None or not task.attempt:
            return self, ()
        run, _ = self.again()
        result = subject.kernel.play(run.position, subject.move(run.position, task.attempt))
        return run.refused(result) if isinstance(result, Refusal) else (run, ())

    def refused(self, refusal: Refusal) -> Act[P]:
        """Return the run with this refusal, and its events; the task is done if the refusing rule is the task's.

        If the task has no illegal move to try, or the run has this very refusal already, it doesn't change.
        """
        task = self.task
        if task is None or not task.attempt or refusal is self.refusal:
            return self, ()
        run = replace(self, refusal=refusal)
        return (run._done(), (RulesMet((refusal.rule,)),)) if refusal.rule == task.rule else (run, ())

    def _done(self) -> LessonRun[P]:
        """Return the run with its task solved."""
        task = self.task
        return self if task is None else replace(self, solved=True, passed=self.passed | {task.id})

    # ---- from task to task

    def open(self, number: int) -> Act[P]:
        """Return the run at the start of a task, and its events; a number past the last task opens the lesson's end."""
        run = self._opened(number)
        return run, () if run.check or run.ended else (TaskReached(self.lesson.id, run.at),)

    def next(self) -> Act[P]:
        """Return the run with the next fresh question, the next task, or the end, and its events.

        The end comes after the last required task, and again after the extra ones; it counts the taught rules as met.
        """
        task, lesson = self.task, self.lesson
        if task is not None and task.fresh and self.answered and self.round < task.fresh.times:
            return self.another()
        following = self.at + 1
        run, told = self.open(len(lesson.tasks) if following == lesson.needed else following)
        if not run.ended:
            return run, told
        rules = lesson.taught(run.passed)
        met = (RulesMet(rules),) if rules else ()
        return run, (*met, LessonDone(lesson.id, run.check)) if run.check_passed or not run.check else met

    def _opened(self, number: int) -> LessonRun[P]:
        """Return the run at the start of a task, or at the end of the lesson if `number` is past the last task."""
        kept = {"luck": self.luck, "check": self.check, "passed": self.passed, "faultless": self.faultless}
        at = max(0, min(number, len(self.lesson.tasks)))
        run: LessonRun[P] = LessonRun(self.path, at=at, **kept)  # type: ignore[arg-type]
        task = run.task
        if task is None:
            return run
        if task.fresh:
            return run._fresh(task.fresh)
        run = replace(run, start=self.path.start(at))
        if task.ask:
            question = self.path.subject.makers[task.ask.kind](run.start, **task.ask.about)
            return replace(run, answering=Answering(question))
        return run._done() if task.act == "read" else run

    def told_in(self, lesson: Lesson[P]) -> LessonRun[P]:
        """Return the run with `lesson`, the same lesson in another language."""
        found = lesson.as_check() if self.check else lesson
        return replace(self, path=LessonPath(found, self.path.subject))


def begin(lesson: Lesson[P], subject: Subject[P], luck: int = 0, check: bool = False) -> LessonRun[P]:
    """Return a new run of a lesson, or of the check that skips it."""
    path = LessonPath(lesson.as_check() if check else lesson, subject)
    return LessonRun(path, luck, check)._opened(0)
