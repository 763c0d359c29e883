"""Endless practice: fresh questions about what is weak or due, look-alikes mixed, harder as they are answered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, TypeVar

from apz.core.learning.answering import Answering
from apz.core.learning.mastery import FORGOTTEN, MASTERED, MET, PRACTISED, UNMET, Mastery
from apz.core.learning.questions import HINTS, Question, mark
from apz.core.luck import roll

LEVELS = 3
IN_A_ROW = 2  # so many clean right answers to a kind of question make it harder, so many wrong ones easier
TRIES = 6  # rounds in which each kind that practises a rule is tried once, before it is another rule's turn
EASIER = 2  # so many rounds at a level, then the next ones at an easier level
MOST_TRIES = 500  # for one question
ENOUGH = 5  # mixed practice brings in new rules, in the book's order, where fewer than so many are weak
# How readily a rule is asked about: what is weak rather than what is known. What is due comes twice as readily,
# and what is easily taken for the last rule four times, so that they are told apart.
WEIGHTS = {FORGOTTEN: 8, MET: 5, PRACTISED: 5, UNMET: 2, MASTERED: 1}
DUE, ALIKE = 2, 4

Thing = TypeVar("Thing")
Make = Callable[[str, str, int, int], Question | None]  # kind, rule, luck, level -> a question of that kind


class NoQuestion(LookupError):
    """Chance gave no question at all: an error of whoever made the generators."""


class Practice(Answering):
    """A learner's stream of questions; the same luck, answers and days give the same questions.

    `make` makes a question of some kind about a rule, `practises` says which kinds practise a rule, `alike` which
    rules are its neighbours, `taught` what a learner was told already. What is answered is told to `mastery`, which
    says what is weak.
    """

    def __init__(
        self, make: Make, practises: Mapping[str, Sequence[str]], mastery: Mastery, luck: int = 0,
        alike: Callable[[str], Collection[str]] = lambda rule: (),
        today: Callable[[], date] = date.today,
        taught: Callable[[], Collection[str]] = lambda: (),
    ) -> None:  # fmt: skip
        super().__init__()
        self.make, self.practises, self.mastery = make, practises, mastery
        self.luck, self.alike, self.taught, self.today = luck, alike, taught, today
        kinds = [kind for kinds in practises.values() for kind in kinds]
        self.levels = dict.fromkeys(kinds, 1)
        self.streaks = dict.fromkeys(kinds, 0)  # clean right answers in a row, or below 0 wrong ones
        self.kind = self.rule = ""  # of which kind the question is, and for which rule it is asked
        self.chance, self.level = 0, 1  # with what it was made
        self.tries = 0  # so many it took
        self.known: set[str] = set()  # what mixed practice keeps to, as long as something of it is weak
        self.about()

    def about(self, *, rule: str = "", chapter: str = "", kind: str = "") -> None:
        """From now on ask about one rule, the rules of a chapter (all `chapter.` ids), of one kind, or all mixed."""
        self.wanted_kind = kind
        self.mixed = not (rule or chapter or kind)
        self.topic = [
            each for each in self.mastery.rules
            if (kinds := self.practises.get(each))
            and (each == rule or not rule)
            and (each.partition(".")[0] == chapter or not chapter)
            and (kind in kinds or not kind)
        ]  # fmt: skip
        if not self.topic:
            raise KeyError(f"Nothing practises {rule or chapter or kind or 'anything'!r}.")

    # ---- asking

    def next(self) -> Question:
        """A fresh question, never the last one again; from another kind where chance gives none of this."""
        last = self.question
        self.ask(last)
        self.tries, self.known = 0, self._known() if self.mixed else set()
        for rule, kind, level in self._plan():
            self.tries += 1
            chance = self._roll()
            found = self.make(kind, rule, chance, level)
            if found is not None and found != last and self._fits(rule, found):
                self.ask(found)
                self.kind, self.rule, self.chance, self.level = kind, rule, chance, level
                return found
        raise NoQuestion("Chance gave no question.")

    def _known(self) -> set[str]:
        """What mixed practice may take for known: what was taught, and what was asked about before."""
        asked = {rule for rule, record in self.mastery.records.items() if record.answers}
        return {*self.taught(), *asked} if self.taught() else set()

    def _fits(self, rule: str, found: Question) -> bool:
        """Whether a question is about a rule, and takes nothing more than what is known where that rule is."""
        return rule in found.rules and (rule not in self.known or self.known.issuperset(found.rules))

    def _plan(self) -> Iterator[tuple[str, str, int]]:
        """What to try, one after the other: a rule with its kinds, then the topic's other rules, then all others."""
        wanted = self._weighted(self._weights())
        known = [rule for rule in self.topic if rule in self.known]
        rules = [wanted, *self._mixed(known), *self._mixed(self.topic), *self._mixed([*self.practises])]
        for rule in dict.fromkeys(rule for rule in rules if rule in self.mastery.rules):
            kinds = self._mixed(self.practises[rule])
            kinds.sort(key=lambda kind: kind == self.kind)
            if rule in self.topic and self.wanted_kind:
                kinds = [self.wanted_kind]
            for turn in range(TRIES):
                for kind in kinds:
                    if self.tries < MOST_TRIES:
                        yield rule, kind, max(1, self.levels[kind] - turn // EASIER)

    def _weights(self) -> dict[str, int]:
        """How readily each rule is asked about now; mixed practice keeps to what is known, then a few new rules."""
        state, rules = self.mastery.state, self.topic
        due, alike = set(self.mastery.due(self.today())), self.alike(self.rule) if self.rule else ()
        if self.mixed:
            met = [rule for rule in rules if (rule in self.known if self.known else state(rule) != UNMET)]
            weak = [rule for rule in met if state(rule) != MASTERED or rule in due]
            new = [rule for rule in rules if rule not in met]
            rules = met + new[: 0 if weak and self.known else max(0, ENOUGH - len(weak))]
        return {
            rule: WEIGHTS[state(rule)] * (DUE if rule in due else 1) * (ALIKE if rule in alike else 1)
            for rule in rules
            if rule != self.rule or len(rules) == 1
        }

    # ---- answering

    def first_answer(self, question: Question, right: bool) -> None:
        """Tell the learner's record, and make the kind harder or easier."""
        kind = self.kind
        rules = (self.rule, *(rule for rule in question.rules if rule != self.rule))
        self.mastery.answered(rules, right, self.today(), bool(self.hints), mark(question))
        streak = self.streaks[kind]
        streak = min(streak, 0) - 1 if not right else 0 if self.hints else max(streak, 0) + 1
        if abs(streak) >= IN_A_ROW:
            level = self.levels[kind] + (1 if streak > 0 else -1)
            self.levels[kind], streak = max(1, min(LEVELS, level)), 0
        self.streaks[kind] = streak

    def settled(self) -> None:
        """Nothing more: the next question comes when it is asked for."""

    # ---- kept

    def state(self) -> dict[str, Any]:
        """The question at hand and what was answered, as plain values."""
        return {
            "kind": self.kind, "rule": self.rule, "chance": self.chance, "level": self.level, "luck": self.luck,
            "levels": {kind: level for kind, level in self.levels.items() if level > 1},
            "given": [sorted(verdict.given) for verdict in self.verdicts], "hints": self.hints, "shown": self.shown,
        }  # fmt: skip

    def restore(self, state: Mapping[str, Any]) -> None:
        """The same question again, with what was answered; nothing of it is recorded once more."""
        kind, rule, level = str(state.get("kind")), str(state.get("rule")), int(state.get("level", 1))
        if kind not in self.practises.get(rule, ()) or not 1 <= level <= LEVELS:
            return
        found = self.make(kind, rule, int(state.get("chance", 0)), level)
        if found is None:
            return
        self.ask(found)
        self.kind, self.rule, self.level = kind, rule, level
        self.chance, self.luck = int(state.get("chance", 0)), int(state.get("luck", self.luck))
        for each, known in state.get("levels", {}).items():
            if each in self.levels:
                self.levels[each] = max(1, min(LEVELS, int(known)))
        judged = [found.judge(each if found.options else "".join(each)) for each in state.get("given", ())]
        self.verdicts = [verdict for verdict in judged if verdict is not None]
        self.hints, self.shown = min(HINTS, int(state.get("hints", 0))), bool(state.get("shown"))

    # ---- chance

    def _roll(self) -> int:
        bits, self.luck = roll(self.luck)
        return bits

    def _weighted(self, weights: Mapping[str, int]) -> str:
        """One of these, the heavier the more likely."""
        place = self._roll() * sum(weights.values()) >> 64
        for each, weight in weights.items():
            place -= weight
            if place < 0:
                return each
        raise AssertionError("the weights are not all above 0")

    def _mixed(self, things: Sequence[Thing]) -> list[Thing]:
        """These in another order."""
        return [thing for _, _, thing in sorted((self._roll(), n, thing) for n, thing in enumerate(things))]
