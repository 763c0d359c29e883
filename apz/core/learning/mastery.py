"""What a learner has met, practised, mastered and forgotten, rule by rule, and when to refresh it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

# unmet      nothing is known of it
# met        it was shown, and nothing was asked about it yet
# practised  it was asked about, and it was never mastered
# mastered   the last three answers were right without a hint, to two different questions at least;
#            it stays so until an answer is wrong, hints or no hints
# forgotten  it was mastered once, and an answer since then was wrong
UNMET, MET, PRACTISED, FORGOTTEN, MASTERED = STATES = ("unmet", "met", "practised", "forgotten", "mastered")
RIGHT, HELPED, WRONG = RESULTS = ("right", "helped", "wrong")
STREAK, DIFFERENT = 3, 2
KEPT = 5  # so many answers are remembered for each rule, the newest last
MOST = 9999  # where counting ends
FIRST, LAST = date(2000, 1, 1), date(2999, 12, 31)  # the days that can be kept; no other is ever written

# The best time to refresh something is after a third or so of the time for which it shall last, if that is some days
# or weeks, but after 5 to 10 % of a year: 30 %, three weeks at most. Without a date it shall last a week.
SHARE, LONGEST, WEEK = 0.3, 21, 7


class Answer(NamedTuple):
    """One answer: how it went, and to which question (a few hexadecimal digits that tell questions apart)."""

    result: str
    question: str = "0"


class Record(NamedTuple):
    """What is kept of a rule."""

    met: date
    day: date  # when it was asked about last, or shown as long as it was never asked about
    state: str = MET
    since: date | None = None  # when it was mastered, the last time
    answers: tuple[Answer, ...] = ()
    right: int = 0
    wrong: int = 0

    def answered(self, answer: Answer, day: date) -> Record:
        """The record with one answer more."""
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
        return Record(self.met, max(self.day, day), state, since, answers, right, min(MOST, self.wrong + wrong))

    def helped_along(self, day: date) -> Record:
        """The record after a right answer to a question about another rule, for which this one was needed too."""
        state = PRACTISED if self.state == MET else self.state
        return self._replace(day=max(self.day, day), state=state, right=min(MOST, self.right + 1))

    def merged(self, other: Record) -> Record:
        """The newer state of both (on the same day the better one), the earlier meeting, the higher counts."""
        newer = max(self, other, key=_age)
        right, wrong = max(self.right, other.right), max(self.wrong, other.wrong)
        return newer._replace(met=min(self.met, other.met), right=right, wrong=wrong)

    def due(self, night: date | None) -> date:
        """The day on which to refresh it; the gaps grow once it is mastered, and none goes beyond the given date."""
        if self.state == FORGOTTEN:
            return self.day + timedelta(1)
        ahead = (night - self.day).days if night else WEEK
        gap = max(1, round(SHARE * ahead))
        if self.state == MASTERED and self.since:
            gap = max(gap, (self.day - self.since).days)
        day = self.day + timedelta(min(gap, LONGEST))
        return min(day, night) if night and night > self.day else day


def _kept(day: date) -> date:
    """A day that can be kept, also where a clock is wrong by centuries."""
    return min(max(day, FIRST), LAST)


def _age(record: Record) -> tuple[date, int, str, tuple[Answer, ...]]:
    """By what the newer of two records is told: the same for no two that differ in what is taken over."""
    return record.day, STATES.index(record.state), str(record.since or ""), record.answers


class Progress(NamedTuple):
    """How far somebody came in a lesson."""

    task: int = 0
    done: bool = False
    skipped: bool = False

    def merged(self, other: Progress) -> Progress:
        """The farther of both."""
        return Progress(max(self.task, other.task), self.done or other.done, self.skipped or other.skipped)


class Mastery:
    """All that is kept of one learner and one game: rules, lessons and a date; nothing about the person."""

    def __init__(self, rules: Iterable[str], game: str) -> None:
        self.rules, self.game = tuple(rules), game
        self.records: dict[str, Record] = {}  # also of rules that this version does not know: they are kept
        self.lessons: dict[str, Progress] = {}
        self.night: date | None = None  # the day on which all shall be fresh
        self.changed = 0  # how often that day was named: the last word counts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mastery) and self._all() == other._all()

    def __repr__(self) -> str:
        return f"<Mastery of {len(self.rules)} rules: {', '.join(f'{n} {state}' for state, n in self.count().items())}>"

    def _all(self) -> tuple[object, ...]:
        return self.game, self.records, self.lessons, self.night, self.changed

    def met(self, rule: str, day: date) -> None:
        """A rule was shown."""
        day = _kept(day)
        known = self._record(rule, day)
        last = max(known.day, day) if known.state == MET else known.day
        self.records[rule] = known._replace(met=min(known.met, day), day=last)

    def answered(self, rules: Iterable[str], right: bool, day: date, hinted: bool = False, question: str = "0") -> None:
        """A question was answered; the first rule is what it asked about, the others were needed on the way.

        The answer is remembered for the first rule alone. The others count a right answer as practice; a wrong one
        is not held against them, for nobody knows which step failed.
        """
        first, *others = rules
        day = _kept(day)
        result = WRONG if not right else HELPED if hinted else RIGHT
        self.records[first] = self._record(first, day).answered(Answer(result, question), day)
        for rule in dict.fromkeys(others):
            if rule != first:
                record = self._record(rule, day)
                self.records[rule] = record.helped_along(day) if right else record

    def _record(self, rule: str, day: date) -> Record:
        if rule not in self.rules:
            raise KeyError(f"There is no rule {rule!r}.")
        return self.records.get(rule) or Record(day, day)

    def state(self, rule: str) -> str:
        """How a rule stands: one of STATES."""
        return self.records[rule].state if rule in self.records else UNMET

    def count(self) -> dict[str, int]:
        """How many rules stand how."""
        states = [self.state(rule) for rule in self.rules]
        return {state: states.count(state) for state in STATES}

    def missed(self) -> list[str]:
        """The rules with wrong answers, the most missed one first; those mastered since then come last."""
        found = [(rule, self.records[rule]) for rule in self.rules if rule in self.records]
        missed = [
            (record.state == MASTERED, -record.wrong, record.right, rule) for rule, record in found if record.wrong
        ]
        return [rule for *_, rule in sorted(missed, key=lambda each: each[:3])]

    # ---- refreshing: offered, never forced

    def review_on(self, day: date | None) -> None:
        """The learner names the day on which all shall be fresh, or no day; ValueError for one that cannot be kept."""
        if day and day != _kept(day):
            raise ValueError(f"{day} is not between {FIRST} and {LAST}")
        self.night, self.changed = day, min(MOST, self.changed + 1)

    def due_on(self, rule: str, today: date) -> date | None:
        """When a rule is best refreshed; None for one that was never met. A date that has passed counts no more."""
        night = self.night if self.night and self.night >= today else None
        return self.records[rule].due(night) if rule in self.records else None

    def due(self, today: date) -> list[str]:
        """The rules to refresh today: what was forgotten first, then what has waited longest."""
        days = {rule: self.due_on(rule, today) for rule in self.rules}
        found = [(self.state(rule) != FORGOTTEN, day, rule) for rule, day in days.items() if day and day <= today]
        return [rule for _, _, rule in sorted(found, key=lambda each: each[:2])]

    # ---- lessons

    def reached(self, lesson: str, task: int) -> None:
        """Somebody came to this task of a lesson (going back loses nothing)."""
        self._lesson(lesson, Progress(min(task, MOST)))

    def finished(self, lesson: str) -> None:
        """A lesson is done."""
        self._lesson(lesson, Progress(done=True))

    def skipped(self, lesson: str) -> None:
        """A lesson was skipped, after its check or without."""
        self._lesson(lesson, Progress(skipped=True))

    def _lesson(self, lesson: str, more: Progress) -> None:
        self.lessons[lesson] = self.lessons.get(lesson, Progress()).merged(more)

    # ---- two of them

    def merge(self, other: Mastery) -> Mastery:
        """Both together, the newer and the better of each; it does not matter which comes first, or how often."""
        if self.game != other.game:
            raise ValueError(f"progress in {self.game} and in {other.game} cannot be one")
        both = Mastery(self.rules, self.game)
        both.records = {
            rule: mine.merged(other.records.get(rule, mine)) for rule, mine in {**other.records, **self.records}.items()
        }
        both.lessons = {
            name: mine.merged(other.lessons.get(name, mine)) for name, mine in {**other.lessons, **self.lessons}.items()
        }
        last = max(self, other, key=lambda each: (each.changed, str(each.night or "")))
        both.night, both.changed = last.night, last.changed
        return both
