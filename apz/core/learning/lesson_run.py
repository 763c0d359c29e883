"""A learner's way through a lesson: what is asked now, what was answered, what is done; kept as a few plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from apz.core.learning.answering import Answering
from apz.core.learning.lessons import Asked, Condition, Lesson, Subject, Task
from apz.core.learning.questions import HINTS, Question, mark
from apz.core.luck import roll
from apz.core.session import Session
from apz.core.trace import Refusal, Step

MOST_STEPS = 1_000  # of a bot that plays to the end
TRIES = 400  # so often chance may give no question before that is an error of ours
P = TypeVar("P")


class Event(NamedTuple):
    """What the learner's record is told: rules that were met, or a question that was answered."""

    rules: tuple[str, ...]
    right: bool | None = None  # None: met, not asked
    hinted: bool = False
    question: str = "0"  # the mark of the question


class Walk(Answering, Generic[P]):
    """One lesson being taken; every task can be opened at any time, in any order, as often as one likes."""

    def __init__(self, lesson: Lesson[P], subject: Subject[P], luck: int = 0) -> None:
        super().__init__()
        self.lesson, self.subject, self.luck = lesson, subject, luck
        self.passed: set[str] = set()
        self.faultless = True  # whether every question was answered right at once, without a hint
        self.listeners: list[Callable[[Event], object]] = []
        self._starts: dict[int, P] = {}
        self._line: dict[int, tuple[Step, ...]] = {}
        self.at = 0
        self.open(0)

    # ---- where we are

    def open(self, number: int) -> None:
        """Go to a task, from its beginning; one beyond the last is the end of the lesson."""
        self.at = max(0, min(number, len(self.lesson.tasks)))
        self.round = self.played = self.chance = 0
        self.refusal: Refusal | None = None
        self.solved = False
        self.ask(None)
        task = self.task
        if task is None:
            return
        if task.fresh:
            self.fresh()
            return
        self.session = Session(self.start(self.at), self.subject.kernel)
        if task.ask:
            self.ask(self.made(task.ask, self.session.position))
        elif task.act == "read":
            self.finish()

    @property
    def task(self) -> Task[P] | None:
        """The task at hand; None at the end."""
        return self.lesson.tasks[self.at] if self.at < len(self.lesson.tasks) else None

    @property
    def ended(self) -> bool:
        """Whether all tasks lie behind."""
        return self.task is None

    def start(self, number: int) -> P:
        """Where a task begins: its own position, or where the one before it leads (fresh questions lead nowhere)."""
        task = self.lesson.tasks[number]
        if task.position is not None:
            if number not in self._starts:
                self._starts[number] = self.subject.position(task.position)
            return self._starts[number]
        if number == 0:
            raise ValueError(f"the first task of {self.lesson.id} has no position")
        line = self.line(number - 1)
        return line[-1].after if line else self.start(number - 1)

    def line(self, number: int) -> tuple[Step, ...]:
        """The steps that a task plays and that its solution takes."""
        if number not in self._line:
            task, position = self.lesson.tasks[number], self.start(number)
            steps: list[Step] = []
            for text in (*task.play, *task.solution):
                steps += self.steps(position, text)
                position = steps[-1].after if steps else position
            self._line[number] = tuple(steps)
        return self._line[number]

    def steps(self, position: P, text: str) -> list[Step]:
        """The steps that a command leads to; the name of a bot means that it plays to the end."""
        bot = self.subject.bots.get(text)
        found: list[Step] = []
        while not found if bot is None else not self.over(position):
            if len(found) == MOST_STEPS:
                raise ValueError(f'"{text}" comes to no end within {MOST_STEPS:,} steps')
            step = self.subject.kernel.play(position, bot(position) if bot else self.subject.move(position, text))
            if isinstance(step, Refusal):
                raise ValueError(f'"{text}" is refused ({step.rule})')
            found.append(step)
            position = step.after
        return found

    def over(self, position: P) -> bool:
        """Whether nothing more can be done in a position."""
        return bool(self.subject.facts(position).get("over"))

    # ---- questions

    def made(self, asked: Asked, position: P) -> Question:
        """The question that a lesson asks."""
        return self.subject.makers[asked.kind](position, **asked.about)

    def fresh(self) -> None:
        """Another question of the kind that the task practises."""
        task = self.task
        assert task is not None
        assert task.fresh is not None
        found = self.chanced(task.fresh)
        self.ask(found)
        self.session = Session(found.position, self.subject.kernel)

    def chanced(self, asked: Asked) -> Question:
        """A question made by chance."""
        for _ in range(TRIES):
            bits, self.luck = roll(self.luck)
            if (found := self.subject.fresh(asked, bits)) is not None:
                self.chance = bits
                return found
        raise RuntimeError(f"chance gave no question of the kind {asked.kind}")

    def first_answer(self, question: Question, right: bool) -> None:
        """Tell what somebody knew, or did not know."""
        self.tell(Event(question.rules, right, bool(self.hints), mark(question)))

    def settled(self) -> None:
        """A question is done with: where more of its kind are wanted they come, else the task is done."""
        task = self.task
        assert task is not None
        self.round += 1
        if (task.fresh is None or self.round >= task.fresh.times) and self.played >= len(task.play):
            self.finish()

    def another(self) -> None:
        """The next fresh question, also after enough of them."""
        if self.task is not None and self.task.fresh and self.answered:
            self.fresh()

    # ---- playing

    def advance(self) -> Step | None:
        """Play the next move that the task shows, once its question is done with."""
        task = self.task
        if task is None or self.played >= len(task.play) or (self.question and not self.answered):
            return None
        result = self.session.do(self.subject.move(self.session.position, task.play[self.played]))
        if isinstance(result, Refusal):
            raise RuntimeError(f"{self.lesson.id}, {task.id}: {task.play[self.played]!r} is refused ({result.rule})")
        self.played += 1
        self.tell(Event(tuple(dict.fromkeys(note.rule for note in result.notes))))
        if self.played >= len(task.play):
            self.finish()
        return result

    def look(self) -> None:
        """See whether what was played reaches the goal of the task."""
        task = self.task
        if task is None or not task.goal or self.solved:
            return
        if self.holds(task.until) and self.holds(task.goal):
            self.finish()

    @property
    def missed(self) -> bool:
        """Whether an attempt has ended without reaching the goal: it can be taken back and tried otherwise."""
        task = self.task
        if task is None or not task.goal or self.solved:
            return False
        ended = bool(task.until) and self.holds(task.until)
        return ended or self.over(self.session.position)

    @property
    def strayed(self) -> bool:
        """Whether the goal lies behind: what must never happen has happened, or its last moment has gone by."""
        task = self.task
        if task is None or not task.goal or self.solved:
            return False
        if not self.holds(tuple(each for each in task.goal if each.test == "never")):
            return True
        line = self.line(self.at)
        if task.until or not line or self.over(line[-1].after):
            return False
        when = self.subject.when
        return when(self.session.position) > when(line[-1].before)

    def holds(self, conditions: tuple[Condition, ...]) -> bool:
        """Whether some conditions hold now."""
        facts = self.subject.facts(self.session.position)
        return all(condition.holds(self.session.steps, facts) for condition in conditions)

    def again(self) -> None:
        """Back to where the attempt began; what was tried stays in the session."""
        self.session.go_to(0)

    def wanted(self) -> Step | None:
        """The next step of the solution from here; None where the learner has left its way."""
        task = self.task
        if task is None or not task.goal:
            return None
        line, done = self.line(self.at), self.session.steps
        same = len(done) < len(line) and all(a.move == b.move for a, b in zip(done, line, strict=False))
        return line[len(done)] if same else None

    def attempt(self) -> Refusal | None:
        """Make the illegal move that the task is about where the task begins, and hear why it is refused."""
        task = self.task
        if task is None or not task.attempt:
            return None
        self.again()
        result = self.subject.kernel.play(self.session.position, self.subject.move(self.session.position, task.attempt))
        self.refused(result)
        return result if isinstance(result, Refusal) else None

    def refused(self, result: Refusal | Step | None) -> None:
        """Take in that something was tried and refused, once; by the rule the task is about, the task is done."""
        task = self.task
        if task is not None and task.attempt and isinstance(result, Refusal) and result is not self.refusal:
            self.refusal = result
            if result.rule == task.rule:
                self.tell(Event((result.rule,)))
                self.finish()

    # ---- done

    def finish(self) -> None:
        """The task is done."""
        task = self.task
        if task is not None and not self.solved:
            self.solved = True
            self.passed.add(task.id)

    def onward(self) -> None:
        """To the next task; at the end of the lesson its rules have been met."""
        self.open(self.at + 1)
        if self.ended and self.lesson.teaches:
            self.tell(Event(self.lesson.teaches))

    def tell(self, event: Event) -> None:
        """Tell whoever keeps the learner's record."""
        if event.right is False or event.hinted:
            self.faultless = False
        for listener in tuple(self.listeners):
            listener(event)

    # ---- kept

    def state(self) -> dict[str, Any]:
        """Where the learner is, as plain values."""
        task = self.task
        return {
            "lesson": self.lesson.id,
            "task": task.id if task else "",
            "passed": sorted(self.passed),
            "luck": self.luck,
            "chance": self.chance,
            "round": self.round,
            "given": [sorted(verdict.given) for verdict in self.verdicts],
            "hints": self.hints,
            "shown": self.shown,
            "refused": self.refusal is not None,
            "faultless": self.faultless,
            "played": self.played,
            "session": self.session.text() if task and len(self.session.nodes) > 1 and task.goal else "",
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where the learner was; what cannot be used of it is left out."""
        self.passed = {each for each in state.get("passed", ()) if self.lesson.index(each) >= 0}
        number = self.lesson.index(str(state.get("task", "")))
        self.open(number if number >= 0 else len(self.lesson.tasks) if state.get("task") == "" else 0)
        self.luck = int(state.get("luck", self.luck))
        task, listeners, self.listeners = self.task, self.listeners, []  # nothing of it is told once more
        try:
            if task is not None:
                self._again(task, state)
        finally:
            self.listeners = listeners
        self.faultless = bool(state.get("faultless", self.faultless))

    def _again(self, task: Task[P], state: Mapping[str, Any]) -> None:
        """What was answered and played in this task, once more."""
        chance = int(state.get("chance", 0))
        if task.fresh and chance and (found := self.subject.fresh(task.fresh, chance)):
            self.ask(found)
            self.chance = chance
            self.session = Session(found.position, self.subject.kernel)
        if (question := self.question) is not None:
            for answers in state.get("given", ()):
                self.answer(answers if question.options else "".join(answers))
        for _ in range(min(HINTS, int(state.get("hints", 0)))):
            self.hint()
        if state.get("shown"):
            self.show()
        if state.get("refused"):
            self.attempt()
        self.round = int(state.get("round", self.round))
        for _ in range(min(len(task.play), int(state.get("played", 0)))):
            self.advance()
        if state.get("session"):
            self.session = Session.from_text(str(state["session"]), self.subject.kernel)
            self.look()
        if task.id in self.passed:
            self.solved = True
