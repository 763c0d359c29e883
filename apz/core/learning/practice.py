"""Practice in sessions of ten fresh questions: weak and due rules more often, harder as you get better."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple, TypeVar

from apz.core.learning.answering import UNASKED, Answering, Asking, first_answer
from apz.core.learning.events import Events
from apz.core.learning.mastery import FORGOTTEN, MASTERED, MET, PRACTISED, UNMET, Mastery
from apz.core.learning.questions import Question
from apz.core.luck import roll

SESSION = 10  # questions
LEVELS = 3
IN_A_ROW = 2  # how many clean right answers make questions harder, or wrong ones easier
TRIES = 6  # rounds in which each kind that practices a rule is tried once, before it's another rule's turn
EASIER = 2  # how many rounds at a level before the next ones get easier
MOST_TRIES = 500  # for one question
ENOUGH = 5  # rules to begin with, the first of the book, for a learner who has met fewer and taken no lesson
# How likely a rule is to be asked about: weak ones more than known ones. A due rule is eight times as likely,
# and one that's easy to mix up with the last rule four times, so that learners tell them apart.
WEIGHTS = {FORGOTTEN: 8, MET: 5, PRACTISED: 5, UNMET: 2, MASTERED: 1}
DUE, ALIKE = 8, 4

Thing = TypeVar("Thing")
Make = Callable[[str, str, int, int], Question | None]  # kind, rule, luck, level -> a question of that kind


class NoQuestion(LookupError):
    """The error when none of the random seeds tried produces a question."""


@dataclass(frozen=True)
class Exercises:
    """Everything to practice: `make` makes a question, and `kinds` has the kinds of questions that practice each rule.

    `rules` are in the book's order; `alike` returns the rules that are easily mixed up with one. `tutor` has the rules
    of the tutor itself, which mixed practice leaves out.
    """

    make: Make
    kinds: Mapping[str, Sequence[str]]
    rules: tuple[str, ...]
    alike: Callable[[str], Collection[str]] = lambda rule: ()
    tutor: Collection[str] = ()

    def about(self, topic: Topic) -> tuple[str, ...]:
        """Return the rules in a topic that have questions; raise KeyError if there are none."""
        found = tuple(
            each for each in self.rules
            if (kinds := self.kinds.get(each))
            and not (topic.mixed and each in self.tutor)
            and (not topic.rules or each in topic.rules)
            and topic.chapter in ("", each.partition(".")[0])
            and (not topic.kind or topic.kind in kinds)
        )  # fmt: skip
        if not found:
            wanted = ", ".join(topic.rules) or topic.chapter or topic.kind or "anything"
            raise KeyError(f"Nothing practices {wanted!r}.")
        return found


class Topic(NamedTuple):
    """A topic to practice: some rules, a chapter (all `chapter.` ids), or one kind of question; otherwise a mix.

    Mixed practice keeps to rules the learner has met, if it can, unless it's about `every` rule.
    """

    rules: tuple[str, ...] = ()
    chapter: str = ""
    kind: str = ""
    every: bool = False

    @property
    def mixed(self) -> bool:
        """True if the topic is a mix of rules from all chapters."""
        return not (self.rules or self.chapter or self.kind)


MET_ONLY, EVERY = Topic(), Topic(every=True)


class Result(NamedTuple):
    """The result of a question in a session: its rule, and whether the first answer was right."""

    rule: str
    right: bool


class Learner(NamedTuple):
    """The basis for choosing a question: the learner's record, today's date, and the rules taught so far."""

    mastery: Mastery
    today: date
    taught: Collection[str] = ()

    @property
    def met(self) -> set[str]:
        """The rules the learner was taught, shown or asked about, or has used in a game."""
        return {*self.taught, *self.mastery.records}

    @property
    def new(self) -> bool:
        """True for a learner who has met too few rules to practice only those."""
        return not self.taught and len(self.met) < ENOUGH


@dataclass(frozen=True)
class Practice(Asking):
    """A learner's stream of questions, as one value; the same seed, record and day give the same questions."""

    exercises: Exercises
    luck: int = 0
    topic: Topic = MET_ONLY
    answering: Answering = UNASKED
    kind: str = ""  # the question's kind, and the rule it's asked for
    rule: str = ""
    chance: int = 0  # the seed it was made with
    level: int = 1
    tries: int = 0  # how many attempts it took
    wanted: int = 1  # how hard the next question should be
    run: int = 0  # clean right answers in a row since `wanted` changed; below 0, wrong ones
    results: tuple[Result, ...] = ()  # of this session, the latest last
    closed: bool = False  # whether the session is over and its summary is shown

    # ---- the session

    @property
    def full(self) -> bool:
        """True if all questions in the session were answered."""
        return len(self.results) >= SESSION

    @property
    def score(self) -> int:
        """The number of questions in this session that were answered right the first time."""
        return sum(each.right for each in self.results)

    @property
    def streak(self) -> int:
        """The length of the current run of right answers."""
        wrong = [number for number, each in enumerate(self.results, 1) if not each.right]
        return len(self.results) - max(wrong, default=0)

    @property
    def missed(self) -> tuple[str, ...]:
        """The ids of the rules that were answered wrong in this session."""
        return tuple(dict.fromkeys(each.rule for each in self.results if not each.right))

    @property
    def owed(self) -> tuple[str, ...]:
        """The ids of the missed rules that haven't been asked about since they were first missed."""
        last = {each.rule: each for each in self.results}
        first = {each.rule: each for each in reversed(self.results) if not each.right}
        return tuple(rule for rule in self.missed if last[rule] is first[rule])

    # ---- asking

    def about(self, topic: Topic) -> Practice:
        """Return the practice with a new session on another topic; raise KeyError if there's nothing to practice."""
        self.exercises.about(topic)
        return replace(self, topic=topic, results=(), closed=False)

    def next(self, learner: Learner) -> Practice:
        """Return the practice with a fresh question.

        If the session is full, close it instead; the next call starts another one. Raise NoQuestion if no seed gives a
        question.
        """
        if self.full and not self.closed:
            return replace(self, closed=True)
        begun = replace(self, results=(), closed=False) if self.closed else self
        choice = _Choice(begun, learner)
        for tries, (rule, kind, level, known) in zip(range(1, MOST_TRIES + 1), choice.plan(), strict=False):
            chance = choice.roll()
            found = self.exercises.make(kind, rule, chance, level)
            if found is not None and found != self.question and choice.fits(rule, found, known):
                return replace(
                    begun, luck=choice.luck, tries=tries, answering=Answering(found), kind=kind, rule=rule,
                    chance=chance, level=level,
                )  # fmt: skip
        raise NoQuestion("Chance gave no question.")

    # ---- answering: Question.judge judges, the stream gets harder or easier

    def answer(self, given: str | Collection[str]) -> tuple[Practice, Events]:
        """Return the practice after an answer, and its events; ignore anything that isn't an answer."""
        return self._answering(self.answering.answer(given))

    def hint(self) -> tuple[Practice, Events]:
        """Return the practice after a hint, and its events."""
        return self._answering(self.answering.hint())

    def show(self) -> tuple[Practice, Events]:
        """Return the practice with the answer shown, and its events."""
        return self._answering(self.answering.show())

    def _answering(self, after: Answering) -> tuple[Practice, Events]:
        """Return the practice with the question's new state, and its events; a first answer may change the level."""
        told = first_answer(self.answering, after)
        practice = replace(self, answering=after)
        if not told:
            return practice, ()
        event = told[0]
        rules = (self.rule, *(rule for rule in event.rules if rule != self.rule))
        run, wanted = self.run, self.wanted
        run = min(run, 0) - 1 if not event.right else 0 if event.hinted else max(run, 0) + 1
        if abs(run) >= IN_A_ROW:
            wanted, run = max(1, min(LEVELS, wanted + (1 if run > 0 else -1))), 0
        results = (*self.results, Result(self.rule, event.right))
        return replace(practice, wanted=wanted, run=run, results=results), (event._replace(rules=rules),)


class _Choice:
    """The choice of one question: its dice, and the order in which rules, kinds and levels are tried."""

    def __init__(self, practice: Practice, learner: Learner) -> None:
        self.practice, self.learner, self.luck = practice, learner, practice.luck
        self.exercises = practice.exercises
        self.topic = self.exercises.about(practice.topic)
        self.known = self._known() if practice.topic == MET_ONLY else set(self.topic)

    def _known(self) -> set[str]:
        """Return the rules the learner has met in any way (see `Learner.met`); early on, add the topic's first few."""
        met = self.learner.met
        return {*met, *self.topic[:ENOUGH]} if self.learner.new else met

    def fits(self, rule: str, found: Question, known: bool) -> bool:
        """Return True if a question has the rule, only known rules if `known`, and none of the tutor's own in a mix."""
        if self.practice.topic.mixed and not {*self.exercises.tutor}.isdisjoint(found.rules):
            return False
        return rule in found.rules and (not known or self.known.issuperset(found.rules))

    def plan(self) -> Iterator[tuple[str, str, int, bool]]:
        """Yield attempts in order: a rule, a kind, a level, and whether the question must keep to known rules.

        The topic's rules that the learner knows come first: without the kind asked last, then with it, then with
        questions that need unknown rules. After these come the topic's other rules, then all rules.
        """
        own = [rule for rule in self.topic if rule in self.known]
        own = list(dict.fromkeys((*self._siblings(), self._weighted(self._weights(own)), *self._mixed(own))))
        for known in (True, False) if self.practice.topic == MET_ONLY else (False,):
            yield from self._tries(own, again=False, known=known)
            yield from self._tries(own, again=True, known=known)
        rest = [*self._mixed(self.topic), *self._mixed([*self.exercises.kinds])]
        yield from self._tries([rule for rule in dict.fromkeys(rest) if rule not in own], again=True, known=False)

    def _tries(self, rules: Sequence[str], *, again: bool, known: bool) -> Iterator[tuple[str, str, int, bool]]:
        """Yield attempts for each rule and kind, at ever easier levels; skip the kind asked last unless `again`."""
        practice = self.practice
        for rule in (rule for rule in rules if rule in self.exercises.rules):
            kinds = self._mixed(self.exercises.kinds[rule])
            if rule in self.topic and practice.topic.kind:
                kinds = [practice.topic.kind]
            kinds = sorted(kinds, key=lambda kind: kind == practice.kind)
            for turn in range(TRIES):
                for kind in kinds:
                    if again or kind != practice.kind:
                        yield rule, kind, max(1, practice.wanted - turn // EASIER), known

    def _siblings(self) -> list[str]:
        """Return a list with the first `owed` rule that has another kind of question than the last one, or []."""
        kinds = self.exercises.kinds
        return [
            rule for rule in self.practice.owed
            if rule in self.topic and any(kind != self.practice.kind for kind in kinds[rule])
        ][:1]  # fmt: skip

    def _weights(self, rules: Sequence[str]) -> dict[str, int]:
        """Return each rule's weight in the draw, without the rule asked about last unless it's the only one."""
        mastery, last = self.learner.mastery, self.practice.rule
        state, due = mastery.state, set(mastery.due(self.learner.today))
        alike = self.exercises.alike(last) if last else ()
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
        """Return a random key, drawn in proportion to the weights."""
        place = self.roll() * sum(weights.values()) >> 64
        for each, weight in weights.items():
            place -= weight
            if place < 0:
                return each
        raise AssertionError("the weights are not all above 0")

    def _mixed(self, things: Sequence[Thing]) -> list[Thing]:
        """Return the things in random order."""
        return [thing for _, _, thing in sorted((self.roll(), n, thing) for n, thing in enumerate(things))]
