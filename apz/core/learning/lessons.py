"""Lesson files and their reader, which names every fault; a lesson asks questions, and the kernel answers them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

from apz.core.learning.questions import Generator, Maker, Question
from apz.core.reading import Fault, Item, check_game, quoted, refuse
from apz.core.session import Kernel
from apz.core.trace import Note, Step, Sum

FORMAT, WORDS = "lesson 1", "lesson-words 1"
# what a task is for; a lesson can take them in any order
STAGES = ("try", "see", "example", "blank", "fresh", "pair", "referee", "illegal", "do")
LESSON = ("apz", "game", "chapter", "title", "minutes", "needs", "teaches", "intro", "tasks", "remember", "check")
TASK = (
    "id", "stage", "optional", "say", "position", "play", "ask", "goal", "until", "solution", "seats", "try", "rule",
    "fresh", "hints", "after",
)  # fmt: skip
ACTS = ("ask", "goal", "try", "fresh")  # a task has at most one of them; with none, something is said or shown
SAID = ("say", "hints", "after")  # the texts of a task, which are translated
TOLD = ("apz", "chapter", "title", "intro", "remember", "tasks")  # the fields of a translation
LINK = re.compile(r"\[([a-z]+\.[a-z-]+)\]")  # a link to a rule in a text
FRESH = ("question", "level", "count", "rule")
SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[^\W\d_a-zäöüß]|[¿¡*“„\"(])")  # not after the "!" of a name in mid-sentence
REMEMBERED, CHECKED = 3, 2
# limits on a lesson, since proving one means taking it all; every lesson of ours stays below them
MOST_TASKS, MOST_COMMANDS, MOST_CONDITIONS = 50, 200, 20
PLAYED_ON, ASKED_ANEW = 50, 15  # how many commands a bot playing to the end counts as, and a task with fresh questions
P = TypeVar("P")


@dataclass(frozen=True)
class Subject(Generic[P]):
    """A game as lessons need it: its kernel, positions, commands, and the questions it can answer."""

    kernel: Kernel[P]
    rules: Collection[str]
    position: Callable[[Item], P]  # by its name or written out; BadInput with every fault
    move: Callable[[P, str], Any]  # the move that a command means; ValueError says why it means none
    facts: Callable[[P], Mapping[str, Any]]  # what a goal may ask of a position: its phase, who won...
    when: Callable[[P], tuple[int, ...]]  # how far along a game is; greater is later
    makers: Mapping[str, Maker]
    exercises: Mapping[str, Generator]
    practise: Callable[[str, str, int, int], Question | None]  # kind, rule, luck, level: a question about that rule
    bots: Mapping[str, Callable[[P], Any]] = field(default_factory=dict)  # those that can play a solution on their own

    def fresh(self, asked: Asked, luck: int) -> Question | None:
        """Return a fresh question, or None if this seed doesn't produce one."""
        if asked.rule:
            return self.practise(asked.kind, asked.rule, luck, asked.level)
        return self.exercises[asked.kind](luck, asked.level)


class Condition(NamedTuple):
    """A condition of a goal: a note occurs or never occurs, a rule is applied, or the position has certain facts."""

    test: str
    what: str
    values: Mapping[str, Any] = {}

    def holds(self, steps: Sequence[Step], facts: Mapping[str, Any]) -> bool:
        """Return True if the condition holds after these steps, in a position with these facts."""
        if self.test == "is":
            return all(facts.get(name) == value for name, value in self.values.items())
        return (self.met(steps) is None) is (self.test == "never")

    def met(self, steps: Sequence[Step]) -> Note | None:
        """Return the first matching note in these steps, or None."""
        return next((note for step in steps for note in step.notes if self.fits(note)), None)

    def fits(self, note: Note) -> bool:
        """Return True if a note is one that this condition is about."""
        if self.test == "rule":
            return note.rule == self.what
        return note.key == self.what and all(_fits(note.values.get(name), value) for name, value in self.values.items())


def _fits(found: Any, wanted: Any) -> bool:
    """Return True if a note's value equals the value in the lesson, or is a tuple that contains it."""
    plain = int(found) if isinstance(found, Sum) else found
    return bool(wanted in plain if isinstance(plain, tuple) else plain == wanted)


class Asked(NamedTuple):
    """A question in a lesson: its kind and subject; fresh questions have a level and a count instead of a subject."""

    kind: str
    about: Mapping[str, Any] = {}
    level: int = 1
    times: int = 1
    rule: str = ""  # the rule that a fresh question must be about


@dataclass(frozen=True)
class Task(Generic[P]):
    """One task in a lesson: a text to read, moves to watch, a question, a goal, or an illegal move to try."""

    id: str
    stage: str
    place: Item  # where it is in its file
    position: Item | None = None  # where it begins, read on demand
    play: tuple[str, ...] = ()
    ask: Asked | None = None
    fresh: Asked | None = None
    goal: tuple[Condition, ...] = ()
    until: tuple[Condition, ...] = ()
    solution: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    attempt: str = ""
    rule: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)
    optional: bool = False  # whether it's an extra task, offered at the end of the lesson

    @property
    def act(self) -> str:
        """The name of the learner's part in the task: ask, fresh, goal, try, watch or read."""
        acts = {"ask": self.ask, "fresh": self.fresh, "goal": self.goal, "try": self.attempt, "watch": self.play}
        return next((name for name, given in acts.items() if given), "read")

    @property
    def said_and_asked(self) -> tuple[str, str]:
        """The task's text before its final question, and that question, or the whole text and "" if it isn't split."""
        say = str(self.said.get("say", ""))
        last = say.rstrip().rfind("\n\n") + 1
        sentences = SENTENCE_END.split(say[last:].strip())
        begins = next((number for number in reversed(range(len(sentences))) if "?" in sentences[number]), None)
        asked = "" if begins is None else " ".join(" ".join(sentences[begins:]).split())
        # a list stays whole, and a rule opens below a paragraph, not below a heading
        if not self.ask or not asked or sentences[0].startswith("- ") or LINK.search(asked):
            return say, ""
        return say[:last] + " ".join(sentences[:begins]), asked

    @property
    def linked(self) -> list[str]:
        """The ids of the rules that the task's texts link to."""
        return LINK.findall("\n".join(map(str, self.said.values())))


@dataclass(frozen=True)
class Lesson(Generic[P]):
    """One short lesson about one idea, with tasks that practice its rules."""

    id: str
    title: str
    minutes: int
    needs: tuple[str, ...]
    teaches: tuple[str, ...]
    intro: str
    tasks: tuple[Task[P], ...]
    remember: tuple[str, ...]
    check: tuple[Asked, ...]
    language: str = "en"
    chapter: str = ""  # the title of the chapter that this lesson opens

    @property
    def needed(self) -> int:
        """The number of required tasks, which leaves out the optional ones at the end."""
        return sum(not task.optional for task in self.tasks)

    def taught(self, passed: Collection[str]) -> tuple[str, ...]:
        """Return the rules the lesson has taught, except those that only unsolved optional tasks mention."""
        extra = [task for task in self.tasks if task.optional and task.id not in passed]
        told = [task for task in self.tasks if task not in extra]
        only = {rule for task in extra for rule in task.linked}
        known = {*LINK.findall(self.intro), *(rule for task in told for rule in task.linked)}
        return tuple(rule for rule in self.teaches if rule in known or rule not in only)

    def as_check(self) -> Lesson[P]:
        """Return the lesson's check: fresh questions that let the learner skip the lesson."""
        place = self.tasks[0].place
        asks = [Task[P](f"check-{number}", "fresh", place, fresh=each) for number, each in enumerate(self.check, 1)]
        return replace(self, tasks=tuple(asks))

    def index(self, task: str) -> int:
        """Return the index of the task with this id, or -1 if there's none."""
        return next((number for number, each in enumerate(self.tasks) if each.id == task), -1)


def read_lesson(
    name: str, item: Item, subject: Subject[P], words: Item | None = None, language: str = "en"
) -> Lesson[P]:
    """Return a lesson from its file, with a translation's words if given; raise BadInput if either has faults."""
    return replace(_Reading(subject).lesson(name, item, words), language=language)


class _Reading(Generic[P]):
    """The reader of one lesson, which collects its faults and reports them all at once."""

    def __init__(self, subject: Subject[P]) -> None:
        self.subject = subject
        self.faults: list[Fault] = []

    def lesson(self, name: str, item: Item, words: Item | None) -> Lesson[P]:
        """Return the whole lesson; raise BadInput if there are any faults."""
        faults = self.faults
        parts = item.mapping(faults, LESSON, [each for each in LESSON if each not in ("game", "chapter", "needs")])
        refuse(faults)
        if parts["apz"].value != FORMAT:
            parts["apz"].fault(faults, "not-this-format", "write-format", format=FORMAT)
        check_game(parts, self.subject.kernel.name, faults)
        belong = [each for each in TOLD if each != "chapter" or "chapter" in parts]
        other = words.mapping(faults, belong, belong) if words else {}
        told = other["tasks"].mapping(faults) if "tasks" in other else {}
        tasks = tuple(self.task(each, told) for each in self.some(parts["tasks"], MOST_TASKS))
        if (count := sum(map(self.commands, tasks))) > MOST_COMMANDS:
            parts["tasks"].fault(
                faults, "too-many-commands", "most-commands",
                count=count, most=MOST_COMMANDS, played=PLAYED_ON, asked=ASKED_ANEW,
            )  # fmt: skip
        self.told_all(other, told, tasks)
        lesson = Lesson(
            name,
            (other.get("title") or parts["title"]).text(faults),
            parts["minutes"].integer(faults, 1, 60, 1),
            self.texts(parts.get("needs")),
            tuple(self.rule(each) for each in parts["teaches"].sequence(faults)),
            (other.get("intro") or parts["intro"]).text(faults),
            tasks,
            self.texts(other.get("remember") or parts["remember"]),
            tuple(self.asked(each, self.subject.exercises, fresh=True) for each in parts["check"].sequence(faults)),
            chapter=(other.get("chapter") or parts["chapter"]).text(faults) if "chapter" in parts else "",
        )
        for before, task in itertools.pairwise(tasks):
            if before.optional and not task.optional:
                task.place.fault(faults, "after-optional", "optional-last")
        for count, wanted, field_name in (
            (len(lesson.remember), REMEMBERED, "remember"),
            (len(lesson.check), CHECKED, "check"),
        ):
            if count != wanted:
                place = other.get(field_name) or parts[field_name]
                place.fault(faults, "other-count", count=count, needed=wanted)
        refuse(faults)
        return lesson

    def commands(self, task: Task[P]) -> int:
        """Return how many commands a task counts as, toward the most that a lesson may have."""
        played = sum(PLAYED_ON if text in self.subject.bots else 1 for text in (*task.play, *task.solution))
        return played + (ASKED_ANEW if task.fresh else 0)

    def told_all(self, other: Mapping[str, Item], told: Mapping[str, Item], tasks: Sequence[Task[P]]) -> None:
        """Add faults for a translation's wrong format, missing tasks, and tasks without texts in the lesson."""
        if "apz" in other and other["apz"].value != WORDS:
            other["apz"].fault(self.faults, "not-this-format", "write-format", format=WORDS)
        said = {task.id for task in tasks if task.said}
        for name in sorted(said - told.keys()) if "tasks" in other else ():
            other["tasks"].fault(self.faults, "task-not-translated", "add-task-words", name=name)
        for name, entry in told.items():
            if name not in said:
                entry.fault(self.faults, "no-words-in-task", "take-out", name=quoted(name))

    def task(self, item: Item, told: Mapping[str, Item]) -> Task[P]:
        """Return one task."""
        faults = self.faults
        parts = item.mapping(faults, TASK, ("id", "stage"))
        stage = parts["stage"].choice(faults, STAGES, "stage") if "stage" in parts else None
        acts = [name for name in ACTS if name in parts]
        if len(acts) > 1:
            item.fault(faults, "several-acts", "tasks-of-their-own", acts=acts)
        name = parts["id"].text(faults) if "id" in parts else ""
        return Task(
            name,
            stage or STAGES[0],
            item,
            parts.get("position"),
            self.texts(parts.get("play")),
            self.asked(parts["ask"], self.subject.makers) if "ask" in parts else None,
            self.asked(parts["fresh"], self.subject.exercises, fresh=True) if "fresh" in parts else None,
            self.conditions(parts.get("goal")),
            self.conditions(parts.get("until")),
            self.texts(parts.get("solution")),
            self.texts(parts.get("seats")),
            parts["try"].text(faults) if "try" in parts else "",
            self.rule(parts["rule"]) if "rule" in parts else "",
            self.words(parts, told.get(name)),
            "optional" in parts and parts["optional"].flag(faults),
        )

    def words(self, parts: Mapping[str, Item], told: Item | None) -> Mapping[str, Any]:
        """Return a task's texts, all in the other language if there's a translation."""
        faults = self.faults
        said = {name: parts[name] for name in SAID if name in parts}
        if told is not None:
            other = told.mapping(faults, SAID, tuple(said))
            for name in other:
                if name not in said:
                    other[name].fault(faults, "not-in-lesson", "take-out", name=name)
            said = {**said, **other}
        return {name: self.texts(each) if name == "hints" else each.text(faults) for name, each in said.items()}

    def asked(self, item: Item, kinds: Collection[str], fresh: bool = False) -> Asked:
        """Return a question's kind and subject, or a fresh question's kind, level, count and rule."""
        faults = self.faults
        parts = item.mapping(faults, FRESH if fresh else (), ("question",))
        kind = parts["question"].choice(faults, kinds, "question") if "question" in parts else None
        if not fresh:
            about = {name: each.plain() for name, each in parts.items() if name != "question"}
            return Asked(kind or "", about)
        level = parts["level"].integer(faults, 1, 3, 1) if "level" in parts else 1
        times = parts["count"].integer(faults, 1, 9, 1) if "count" in parts else 1
        return Asked(kind or "", {}, level, times, self.rule(parts["rule"]) if "rule" in parts else "")

    def conditions(self, item: Item | None) -> tuple[Condition, ...]:
        """Return the conditions that an item lists, or none if there's no item."""
        return tuple(self.condition(each) for each in self.some(item, MOST_CONDITIONS)) if item else ()

    def some(self, item: Item, most: int) -> list[Item]:
        """Return the entries of a list; if there are too many, add a fault and return none of them."""
        entries = item.sequence(self.faults)
        if len(entries) > most:
            item.fault(self.faults, "too-many-entries", "most-in-lesson", count=len(entries), most=most)
        return entries if len(entries) <= most else []

    def condition(self, item: Item) -> Condition:
        """Return one condition."""
        parts = item.mapping(self.faults)
        test = next((name for name in ("noted", "never", "rule", "is") if name in parts), None)
        if test is None:
            item.fault(self.faults, "no-condition", "write-condition")
            return Condition("is", "")
        if test == "is":
            return Condition(test, "", {name: each.plain() for name, each in parts[test].mapping(self.faults).items()})
        what = self.rule(parts[test]) if test == "rule" else parts[test].text(self.faults)
        return Condition(test, what, {name: each.plain() for name, each in parts.items() if name != test})

    def rule(self, item: Item) -> str:
        """Return the id of a rule; if there's no such rule, add a fault and return ""."""
        return item.choice(self.faults, self.subject.rules, "rule") or ""

    def texts(self, item: Item | None) -> tuple[str, ...]:
        """Return the texts in a list, or none if there's no item."""
        return tuple(each.text(self.faults) for each in item.sequence(self.faults)) if item else ()
