"""A learner's mastery, rule by rule: met, practiced, mastered or forgotten, and when to refresh each rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import NamedTuple

from apz.core.learning.events import Event, LessonDone, QuestionAnswered, RulesApplied, RulesMet, TaskReached
from apz.core.learning.spacing import HELPED, RIGHT, WRONG, Memory, reviewed

# unmet      nothing is known about it
# met        it was shown, but neither asked about nor used yet
# practised  it was asked about or used, and it was never mastered
# mastered   the last three answers were right without a hint, to two different questions at least;
#            it stays so until an answer is wrong, hints or no hints
# forgotten  it was mastered once, and an answer since then was wrong
UNMET, MET, PRACTISED, FORGOTTEN, MASTERED = STATES = ("unmet", "met", "practised", "forgotten", "mastered")
STREAK, DIFFERENT = 3, 2
KEPT = 5  # how many answers are remembered for each rule, the latest last
MOST = 9999  # where counting ends
FIRST, LAST = date(2000, 1, 1), date(2999, 12, 31)  # the days that can be kept; no other is ever written


class Answer(NamedTuple):
    """One answer: its result, and the question's fingerprint (a few hexadecimal digits that tell questions apart)."""

    result: str
    question: str = "0"


class Record(NamedTuple):
    """The record of one rule."""

    met: date
    day: date  # when it was last asked about or used; before that, when it was last shown
    state: str = MET
    since: date | None = None  # when it was last mastered
    answers: tuple[Answer, ...] = ()
    right: int = 0
    wrong: int = 0
    memory: Memory | None = None  # how well it's remembered, from the first question on

    def answered(self, answer: Answer, day: date) -> Record:
        """Return the record with one more answer."""
        wrong = answer.result == WRONG
        answers = (*self.answers, answer)[-KEPT:]
        last = answers[-STREAK:]
        clean = len(last) == STREAK and all(each.result == RIGHT for each in last)
        state, since = self.state, self.since
        if wrong:
            state = FORGOTTEN if since else PRACTISED
        elif state != MASTERED and clean and len({each.question for each in last}) >= DIFFERENT:
            state, since = MASTERED, day
        elif state == MET:
            state = PRACTISED
        right = min(MOST, self.right + (not wrong))
        memory = reviewed(self.memory, self.day, answer.result, day)
        return Record(self.met, max(self.day, day), state, since, answers, right, min(MOST, self.wrong + wrong), memory)

    def helped_along(self, day: date) -> Record:
        """Return the record after a right answer about another rule, or a move in a game, that also used this rule."""
        state = PRACTISED if self.state == MET else self.state
        return self._replace(day=max(self.day, day), state=state, right=min(MOST, self.right + 1))

    def merged(self, other: Record) -> Record:
        """Return one record for both: the newer state (the better on the same day), first meeting, higher counts."""
        newer = max(self, other, key=_age)
        right, wrong = max(self.right, other.right), max(self.wrong, other.wrong)
        return newer._replace(met=min(self.met, other.met), right=right, wrong=wrong)

    def due(self, night: date | None) -> date:
        """Return the day to refresh the rule, no later than a coming `night`; without any answers, the next day."""
        day = self.day + timedelta(self.memory.gap if self.memory else 1)
        return min(day, night) if night and night > self.day else day


def _kept(day: date) -> date:
    """Return the nearest day in the valid range, for clocks that are wrong by centuries."""
    return min(max(day, FIRST), LAST)


def _age(record: Record) -> tuple[date, int, str, tuple[Answer, ...], tuple[float, ...]]:
    """Return a sort key that puts the newer of two records last; it includes all the fields that `merged` takes."""
    return record.day, STATES.index(record.state), str(record.since or ""), record.answers, record.memory or ()


class Progress(NamedTuple):
    """A learner's progress in a lesson."""

    task: int = 0
    done: bool = False
    skipped: bool = False

    def merged(self, other: Progress) -> Progress:
        """Return both merged: the later task, and done or skipped if either of them is."""
        return Progress(max(self.task, other.task), self.done or other.done, self.skipped or other.skipped)


@dataclass(frozen=True)
class Mastery:
    """One learner's record for one game: rules, lessons and a date, and nothing about the person.

    `after` adds what the learner did; `review_on` and `merge` are the only other ways to change it.
    """

    rules: tuple[str, ...] = field(compare=False)  # in the book's order
    game: str
    records: Mapping[str, Record] = field(default_factory=dict)  # those of rules of another version are kept too
    lessons: Mapping[str, Progress] = field(default_factory=dict)
    night: date | None = None  # the day when everything should be fresh
    changed: int = 0  # how often that day was set; when two records are merged, the higher count wins

    def __repr__(self) -> str:
        return f"<Mastery of {len(self.rules)} rules: {', '.join(f'{n} {state}' for state, n in self.count().items())}>"

    # ---- what the learner did

    def after(self, event: Event, day: date) -> Mastery:
        """Return the record after an event on a day; raise KeyError for a rule that doesn't exist."""
        match event:
            case RulesMet(rules):
                return self._with({rule: self._met(rule, _kept(day)) for rule in rules})
            case RulesApplied(rules):
                return self._with({rule: self._record(rule, _kept(day)).helped_along(_kept(day)) for rule in rules})
            case QuestionAnswered():
                return self._with(self._answered(event, _kept(day)))
            case TaskReached(lesson, task):
                return self._lesson(lesson, Progress(min(task, MOST)))
            case LessonDone(lesson, skipped):
                return self._lesson(lesson, Progress(done=not skipped, skipped=skipped))

    def _met(self, rule: str, day: date) -> Record:
        """Return a rule's record after the rule was shown."""
        known = self._record(rule, day)
        last = max(known.day, day) if known.state == MET else known.day
        return known._replace(met=min(known.met, day), day=last)

    def _answered(self, event: QuestionAnswered, day: date) -> dict[str, Record]:
        """Return the records an answer changes.

        The answer is remembered only for the first rule. The others count a right answer as practice; a wrong one isn't
        held against them, since nobody knows which step failed.
        """
        first, *others = event.rules
        result = WRONG if not event.right else HELPED if event.hinted else RIGHT
        found = {rule: self._record(rule, day) for rule in others}
        if event.right:
            found = {rule: record.helped_along(day) for rule, record in found.items()}
        return {**found, first: self._record(first, day).answered(Answer(result, event.question), day)}

    def _with(self, records: Mapping[str, Record]) -> Mastery:
        return replace(self, records={**self.records, **records})

    def _record(self, rule: str, day: date) -> Record:
        if rule not in self.rules:
            raise KeyError(f"There's no rule {rule!r}.")
        return self.records.get(rule) or Record(day, day)

    def _lesson(self, lesson: str, more: Progress) -> Mastery:
        """Return the record with more progress merged into a lesson; going back in a lesson loses nothing."""
        return replace(self, lessons={**self.lessons, lesson: self.lessons.get(lesson, Progress()).merged(more)})

    # ---- how well it's known

    def state(self, rule: str) -> str:
        """Return a rule's state, one of STATES."""
        return self.records[rule].state if rule in self.records else UNMET

    def count(self) -> dict[str, int]:
        """Return a mapping from each state to the number of rules in it."""
        states = [self.state(rule) for rule in self.rules]
        return {state: states.count(state) for state in STATES}

    def missed(self) -> list[str]:
        """Return the rules with wrong answers, the most missed first, but those mastered since then last."""
        found = [(rule, self.records[rule]) for rule in self.rules if rule in self.records]
        missed = [
            (record.state == MASTERED, -record.wrong, record.right, rule) for rule, record in found if record.wrong
        ]
        return [rule for *_, rule in sorted(missed, key=lambda each: each[:3])]

    def behind(self, lesson: str) -> bool:
        """Return True if a lesson was finished or skipped."""
        found = self.lessons.get(lesson)
        return found is not None and (found.done or found.skipped)

    # ---- refreshing: offered, never forced

    def review_on(self, day: date | None) -> Mastery:
        """Return the record with a review day, or with none; raise ValueError if the day is out of range."""
        if day and day != _kept(day):
            raise ValueError(f"{day} isn't between {FIRST} and {LAST}")
        return replace(self, night=day, changed=min(MOST, self.changed + 1))

    def due_on(self, rule: str, today: date) -> date | None:
        """Return the day to refresh a rule, or None if it was never met; a `night` in the past is ignored."""
        night = self.night if self.night and self.night >= today else None
        return self.records[rule].due(night) if rule in self.records else None

    def due(self, today: date) -> list[str]:
        """Return the rules to refresh today: forgotten ones first, then those that have been due longest."""
        days = {rule: self.due_on(rule, today) for rule in self.rules}
        found = [(self.state(rule) != FORGOTTEN, day, rule) for rule, day in days.items() if day and day <= today]
        return [rule for _, _, rule in sorted(found, key=lambda each: each[:2])]

    # ---- merging

    def merge(self, other: Mastery) -> Mastery:
        """Return both records merged; the order doesn't matter, and merging again changes nothing."""
        if self.game != other.game:
            raise ValueError(f"progress in {self.game} and in {other.game} can't be merged")
        last = max(self, other, key=lambda each: (each.changed, str(each.night or "")))
        records = {
            rule: mine.merged(other.records.get(rule, mine)) for rule, mine in {**other.records, **self.records}.items()
        }
        lessons = {
            name: mine.merged(other.lessons.get(name, mine)) for name, mine in {**other.lessons, **self.lessons}.items()
        }
        return replace(self, records=records, lessons=lessons, night=last.night, changed=last.changed)
