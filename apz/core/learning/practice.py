"""Endless practice: fresh questions about what is weak or due, look-alikes mixed, harder as they are answered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple, TypeVar

from apz.core.learning.answering import UNASKED, Answering, Asking, first_answer
from apz.core.learning.events import Events
from apz.core.learning.mastery import FORGOTTEN, MASTERED, MET, PRACTISED, UNMET, Mastery
from apz.core.learning.questions import Question
from apz.core.luck import roll

LEVELS = 3
IN_A_ROW = 2  # how many clean right answers make a kind of question harder, or wrong ones easier
TRIES = 6  # rounds in which each kind that practises a rule is tried once, before it is another rule's turn
EASIER = 2  # how many rounds at a level before the next ones get easier
MOST_TRIES = 500  # for one question
ENOUGH = 5  # mixed practice brings in new rules, in the book's order, where fewer than this are weak
# How readily a rule is asked about: what is weak rather than what is known. What is due comes twice as readily,
# and what is easily taken for the last rule four times, so that they are told apart.
WEIGHTS = {FORGOTTEN: 8, MET: 5, PRACTISED: 5, UNMET: 2, MASTERED: 1}
DUE, ALIKE = 2, 4

Thing = TypeVar("Thing")
Make = Callable[[str, str, int, int], Question | None]  # kind, rule, luck, level -> a question of that kind


class NoQuestion(LookupError):
    """Chance gave no question at all: an error in the generators."""


@dataclass(frozen=True)
class Exercises:
    """All that can be practised: `make` makes a question, `kinds` says which kinds practise a rule.

    `rules` are in the book's order; `alike` gives the rules that are easily taken for another.
    """

    make: Make
    kinds: Mapping[str, Sequence[str]]
    rules: tuple[str, ...]
    alike: Callable[[str], Collection[str]] = lambda rule: ()

    def about(self, topic: Topic) -> tuple[str, ...]:
        """Return the rules of a topic that can be practised; KeyError if there are none."""
        found = tuple(
            each for each in self.rules
            if (kinds := self.kinds.get(each))
            and topic.rule in ("", each)
            and topic.chapter in ("", each.partition(".")[0])
            and (not topic.kind or topic.kind in kinds)
        )  # fmt: skip
        if not found:
            raise KeyError(f"Nothing practises {topic.rule or topic.chapter or topic.kind or 'anything'!r}.")
        return found


class Topic(NamedTuple):
    """What to practise: one rule, the rules of a chapter (all `chapter.` ids), one kind of question, or all mixed."""

    rule: str = ""
    chapter: str = ""
    kind: str = ""

    @property
    def mixed(self) -> bool:
        """Whether everything is mixed."""
        return not any(self)


ALL = Topic()  # everything, mixed


class Learner(NamedTuple):
    """What the choice of a question depends on: the learner's record, the day, and what was taught."""

    mastery: Mastery
    today: date
    taught: Collection[str] = ()


@dataclass(frozen=True)
class Practice(Asking):
    """A learner's stream of questions, as one value; the same luck, record and day give the same questions."""

    exercises: Exercises
    luck: int = 0
    topic: Topic = ALL
    answering: Answering = UNASKED
    kind: str = ""  # of which kind the question is, and for which rule it's asked
    rule: str = ""
    chance: int = 0  # what it was made with
    level: int = 1
    tries: int = 0  # how many it took
    levels: Mapping[str, int] = field(default_factory=dict)  # by kind; 1 where none is named
    streaks: Mapping[str, int] = field(default_factory=dict)  # clean right answers in a row, or below 0 wrong ones

    def level_of(self, kind: str) -> int:
        """Return how hard questions of a kind are now."""
        return self.levels.get(kind, 1)

    # ---- asking

    def about(self, topic: Topic) -> Practice:
        """Ask about something else from the next question on; KeyError if nothing practises it."""
        self.exercises.about(topic)
        return replace(self, topic=topic)

    def next(self, learner: Learner) -> Practice:
        """Ask a fresh question, never the same twice in a row; of another kind if chance gives none of this one."""
        choice = _Choice(self, learner)
        for tries, (rule, kind, level) in zip(range(1, MOST_TRIES + 1), choice.plan(), strict=False):
            chance = choice.roll()
            found = self.exercises.make(kind, rule, chance, level)
            if found is not None and found != self.question and choice.fits(rule, found):
                return replace(
                    self, luck=choice.luck, tries=tries, answering=Answering(found), kind=kind, rule=rule,
                    chance=chance, level=level,
                )  # fmt: skip
        raise NoQuestion("Chance gave no question.")

    # ---- answering: Question.judge judges, the stream gets harder or easier

    def answer(self, given: str | Collection[str]) -> tuple[Practice, Events]:
        """Answer the question; what isn't an answer changes nothing."""
        return self._answering(self.answering.answer(given))

    def hint(self) -> tuple[Practice, Events]:
        """Take a hint."""
        return self._answering(self.answering.hint())

    def show(self) -> tuple[Practice, Events]:
        """Show the answer."""
        return self._answering(self.answering.show())

    def _answering(self, after: Answering) -> tuple[Practice, Events]:
        """Go on with the question; its first answer makes this kind harder or easier."""
        told = first_answer(self.answering, after)
        practice = replace(self, answering=after)
        if not told:
            return practice, ()
        event = told[0]
        rules = (self.rule, *(rule for rule in event.rules if rule != self.rule))
        streak, level = self.streaks.get(self.kind, 0), self.level_of(self.kind)
        streak = min(streak, 0) - 1 if not event.right else 0 if event.hinted else max(streak, 0) + 1
        if abs(streak) >= IN_A_ROW:
            level, streak = max(1, min(LEVELS, level + (1 if streak > 0 else -1))), 0
        levels, streaks = {**self.levels, self.kind: level}, {**self.streaks, self.kind: streak}
        return replace(practice, levels=levels, streaks=streaks), (event._replace(rules=rules),)


class _Choice:
    """The choice of one question: rolls the dice, and knows what to try in which order."""

    def __init__(self, practice: Practice, learner: Learner) -> None:
        self.practice, self.learner, self.luck = practice, learner, practice.luck
        self.exercises = practice.exercises
        self.topic = self.exercises.about(practice.topic)
        self.known = self._known() if practice.topic.mixed else set()

    def _known(self) -> set[str]:
        """Return what mixed practice keeps to while some of it is weak: what was taught, and asked about before."""
        asked = {rule for rule, record in self.learner.mastery.records.items() if record.answers}
        return {*self.learner.taught, *asked} if self.learner.taught else set()

    def fits(self, rule: str, found: Question) -> bool:
        """Return whether a question is about a rule, and needs nothing more than what's known if that rule is."""
        return rule in found.rules and (rule not in self.known or self.known.issuperset(found.rules))

    def plan(self) -> Iterator[tuple[str, str, int]]:
        """Yield what to try, one after the other: a rule with its kinds, the topic's other rules, then all others."""
        practice, kinds_of = self.practice, self.exercises.kinds
        wanted = self._weighted(self._weights())
        known = [rule for rule in self.topic if rule in self.known]
        rules = [wanted, *self._mixed(known), *self._mixed(self.topic), *self._mixed([*kinds_of])]
        for rule in dict.fromkeys(rule for rule in rules if rule in self.exercises.rules):
            kinds = self._mixed(kinds_of[rule])
            kinds.sort(key=lambda kind: kind == practice.kind)
            if rule in self.topic and practice.topic.kind:
                kinds = [practice.topic.kind]
            for turn in range(TRIES):
                for kind in kinds:
                    yield rule, kind, max(1, practice.level_of(kind) - turn // EASIER)

    def _weights(self) -> dict[str, int]:
        """Return how readily each rule is asked about; mixed practice keeps to what's known, then a few new rules."""
        mastery, last, rules = self.learner.mastery, self.practice.rule, self.topic
        state, due = mastery.state, set(mastery.due(self.learner.today))
        alike = self.exercises.alike(last) if last else ()
        if self.practice.topic.mixed:
            met = [rule for rule in rules if (rule in self.known if self.known else state(rule) != UNMET)]
            weak = [rule for rule in met if state(rule) != MASTERED or rule in due]
            new = [rule for rule in rules if rule not in met]
            rules = (*met, *new[: 0 if weak and self.known else max(0, ENOUGH - len(weak))])
        return {
            rule: WEIGHTS[state(rule)] * (DUE if rule in due else 1) * (ALIKE if rule in alike else 1)
            for rule in rules
            if rule != last or len(rules) == 1
        }

    def roll(self) -> int:
        """Return the next 64 random bits."""
        bits, self.luck = roll(self.luck)
        return bits

    def _weighted(self, weights: Mapping[str, int]) -> str:
        """Return one of these, the heavier the more likely."""
        place = self.roll() * sum(weights.values()) >> 64
        for each, weight in weights.items():
            place -= weight
            if place < 0:
                return each
        raise AssertionError("the weights are not all above 0")

    def _mixed(self, things: Sequence[Thing]) -> list[Thing]:
        """Return these in another order."""
        return [thing for _, _, thing in sorted((self.roll(), n, thing) for n, thing in enumerate(things))]
