"""Teaching: how questions ask, what their answers, reasons and mistakes say, and the four hints to each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from apz.core.language.messages import NO_VALUES, SUMS, TERMS, Catalog
from apz.core.language.texts import Texts
from apz.core.language.words import Words
from apz.core.learning.questions import HINTS, Option, Question, Reason, Said, Verdict
from apz.core.trace import Note, Refusal

P = TypeVar("P")
GAP = "…"
LOOK, RULE, HALF, ANSWER = range(1, HINTS + 1)


class Teaching(Generic[P]):
    """Everything that is said about questions in one language, with the words of a game.

    `position` and `moves` are the types of its positions and moves; `known_as` calls a piece as the table tells it
    apart from others of its name; `links` are values that are keys, beside those of the game's own messages.
    """

    def __init__(
        self, texts: Texts, words: Words[P], position: type[P], moves: tuple[type, ...],
        known_as: Callable[[P, int], str], links: Mapping[str, str] = NO_VALUES,
    ) -> None:  # fmt: skip
        self.language = words.language
        self.words = words
        self.position, self.moves, self.known_as = position, moves, known_as
        game, own = words.catalog, texts.catalog("teaching", words.language)
        links = {**game.links, **links}
        linked = {*links.values(), SUMS, TERMS}
        self.catalog = Catalog(
            self.language,
            {
                **{section: _section(game, section) for section in game.sections() if section.split("-")[0] in linked},
                **{section: _section(own, section) for section in own.sections()},
            },
            links,
            game.forms,
        )

    def __repr__(self) -> str:
        return f"<Teaching in {self.language!r}>"

    def say(self, section: str, said: Said, position: P) -> str:
        """Return a text of the tutor's; its moves, notes, refusals, rules and moments are put into words."""
        values = {name: self._value(name, value, position) for name, value in said.values.items()}
        if "rule" in said.values:
            values["text"] = self.words.rules[said.values["rule"]].text
        return self.catalog.text(section, said.key, values)

    def ask(self, question: Question) -> str:
        """Return what is asked."""
        return self.say("questions", question.ask, question.position)

    def option(self, question: Question, option: Option) -> str:
        """Return one of the answers that are offered: a text, a move, a rule or a card."""
        means = option.means
        if isinstance(means, Said):
            return self.say("answers", means, question.position)
        if isinstance(means, str):
            return self.words.rules[means].title if means in self.words.rules else means
        if isinstance(means, int):
            return self.words.name(question.position, means)
        return self.words.move(question.position, means)

    def answers(self, question: Question, given: Iterable[str]) -> str:
        """Return some answers in words, those of a list in the order in which they are offered."""
        chosen = set(given)
        if not question.options:
            return ", ".join(sorted(chosen))
        told = [self.option(question, option) for option in question.options if option.answer in chosen]
        return "; ".join(told) or self.catalog.text("hints", "none")

    def reason(self, question: Question, reason: Reason) -> str:
        """Return why something is so."""
        if isinstance(reason, Note):
            return self.words.note(reason)
        if isinstance(reason, Refusal):
            return self.words.refusal(reason)
        return self.say("reasons", reason, question.position)

    def explained(self, question: Question) -> list[str]:
        """Return the right answer, explained."""
        return [self.reason(question, reason) for reason in question.because]

    def mistake(self, question: Question, verdict: Verdict) -> str:
        """Return the misunderstanding behind an answer, or nothing."""
        return self.say("mistakes", verdict.mistake, question.position) if verdict.mistake else ""

    def outcome(self, question: Question, verdict: Verdict) -> list[str]:
        """Return what an answer would lead to."""
        return [self.reason(question, reason) for reason in verdict.outcome]

    def hints(self, question: Question) -> tuple[str, ...]:
        """Return the four hints: look at these cards; this is the rule; half of the way; the answer."""
        return tuple(self.hint(question, number) for number in range(1, HINTS + 1))

    def hint(self, question: Question, number: int) -> str:
        """Return one of the four hints, the first one concrete already."""
        say, position = self.catalog.text, question.position
        if number == LOOK:
            names = dict.fromkeys(self.known_as(position, card) for card in question.cards)
            if names:
                return say("hints", "look", {"cards": tuple(names)})
            return say("hints", "moment", {"now": self.words.waiting(position)})
        if number == RULE:
            rule = self.words.rules[question.rules[0]]
            asked = any(option.means == rule.id for option in question.options)
            return rule.text if asked else say("hints", "rule", {"title": rule.title, "text": rule.text})
        if number == HALF:
            return self.half(question)
        right = self.answers(question, question.right)
        return " ".join([*self.explained(question), say("hints", "answer", {"answer": right})])

    def half(self, question: Question) -> str:
        """Return half of the way: what the question knows, fewer options, or the explanation with a gap."""
        if question.half:
            return self.say("halves", question.half, question.position)
        right = [option for option in question.options if option.answer in question.right]
        wrong = [option for option in question.options if option.answer not in question.right]
        if question.several:
            told = self.option(question, right[0]) if right else ""
            key = "several" if right else "nothing"
            return self.catalog.text("hints", key, {"count": len(right), "option": told})
        if right:
            two = [option for option in question.options if option in (right[0], *wrong[:1])]
            names = [self.option(question, option) for option in two]
            return self.catalog.text("hints", "either", {"one_of": names[0], "other": names[-1]})
        number = "|".join(re.escape(answer) for answer in question.right)
        return re.sub(rf"(?<!\d)(?:{number})(?!\d)", GAP, " ".join(self.explained(question)))

    def _value(self, name: str, value: Any, position: P) -> Any:
        """Return a value as it stands in a text."""
        if isinstance(value, self.position):
            return self.words.waiting(value)
        if isinstance(value, Note):
            return self.words.note(value)
        if isinstance(value, Refusal):
            return self.words.refusal(value)
        if isinstance(value, self.moves):
            return self.words.move(position, value)
        return self.words.rules[value].title if name == "rule" else value


def _section(catalog: Catalog, section: str) -> dict[str, str]:
    """Return the texts of a section."""
    return {key: catalog.raw(section, key) for key in catalog.keys(section)}
