"""The texts of questions: their wording, answers, reasons, mistakes and four hints."""

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
ASKING = ("questions", "answers")  # the sections of texts that ask
LOOK, RULE, HALF, ANSWER = range(1, HINTS + 1)


class Teaching(Generic[P]):
    """All texts about questions in one language, for one game.

    `position` and `moves` are the types of its positions and moves; `known_as` names a piece so that it can be told
    apart from others of the same name; `links` has the values that are keys, besides those of the game's messages.
    """

    def __init__(
        self, texts: Texts, words: Words[P], position: type[P], moves: tuple[type, ...],
        known_as: Callable[[P, int], str], links: Mapping[str, str] = NO_VALUES,
    ) -> None:  # fmt: skip
        self.language = words.language
        self.words = words
        self.position, self.moves, self.known_as = position, moves, known_as
        game, own = words.catalog, texts.catalog("teaching", words.language)
        self.catalog = _joined(game, own, {**game.links, **links})

    def __repr__(self) -> str:
        return f"<Teaching in {self.language!r}>"

    def say(self, section: str, said: Said, position: P) -> str:
        """Return a tutor's text, with its moves, notes, refusals, rules and positions put into words.

        House marks belong to explanations: what asks has none.
        """
        given = {name: _unmarked(value) if section in ASKING else value for name, value in said.values.items()}
        values = {name: self._value(name, value, position) for name, value in given.items()}
        if "rule" in said.values:
            values["text"] = self.words.rules[said.values["rule"]].text
        return self.catalog.text(section, said.key, values)

    def ask(self, question: Question) -> str:
        """Return a question's text."""
        return self.say("questions", question.ask, question.position)

    def option(self, question: Question, option: Option) -> str:
        """Return an option in words; it can stand for a text, a move, a rule or a piece."""
        means = option.means
        if isinstance(means, Said):
            return self.say("answers", means, question.position)
        if isinstance(means, str):
            return self.words.rules[means].title if means in self.words.rules else means
        if isinstance(means, int):
            return self.words.name(question.position, means)
        return self.words.move(question.position, means)

    def answers(self, question: Question, given: Iterable[str]) -> str:
        """Return the given answers in words, in the order of the options."""
        chosen = set(given)
        if not question.options:
            return ", ".join(sorted(chosen))
        told = [self.option(question, option) for option in question.options if option.answer in chosen]
        return "; ".join(told) or self.catalog.text("hints", "none")

    def reason(self, question: Question, reason: Reason) -> str:
        """Return a reason in words."""
        if isinstance(reason, Note):
            return self.words.note(reason)
        if isinstance(reason, Refusal):
            return self.words.refusal(reason)
        return self.say("reasons", reason, question.position)

    def explained(self, question: Question) -> list[str]:
        """Return the explanation of the right answer, one text per reason."""
        return [self.reason(question, reason) for reason in question.because]

    def mistake(self, question: Question, verdict: Verdict) -> str:
        """Return the misunderstanding behind an answer in words, or "" if none is known."""
        return self.say("mistakes", verdict.mistake, question.position) if verdict.mistake else ""

    def outcome(self, question: Question, verdict: Verdict) -> list[str]:
        """Return the consequences of an answer in words, one text per reason."""
        return [self.reason(question, reason) for reason in verdict.outcome]

    def hints(self, question: Question) -> tuple[str, ...]:
        """Return the four hints: the pieces to look at, the rule, a step toward the answer, and the answer."""
        return tuple(self.hint(question, number) for number in range(1, HINTS + 1))

    def hint(self, question: Question, number: int) -> str:
        """Return one of the four hints, by its number from 1."""
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
        """Return the third hint: a fact, a right option, a choice of two options, or the explanation with a blank."""
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
        """Return a value in words, or as it is if it needs none."""
        if isinstance(value, self.position):
            return self.words.waiting(value)
        if isinstance(value, Note):
            return self.words.note(value)
        if isinstance(value, Refusal):
            return self.words.refusal(value)
        if isinstance(value, self.moves):
            return self.words.move(position, value)
        return self.words.rules[value].title if name == "rule" else value


def _unmarked(value: Any) -> Any:
    """Return a note or a refusal without its house mark, and any other value as it is."""
    return value._replace(house=False) if isinstance(value, Note | Refusal) else value


def _joined(game: Catalog, own: Catalog, links: Mapping[str, str]) -> Catalog:
    """Return a catalog of the tutor's texts and the linked texts of the game; its fallback joins their fallbacks."""
    linked = {*links.values(), SUMS, TERMS}
    of_game = {section: texts for section, texts in game.own.items() if section.split("-")[0] in linked}
    found = Catalog(game.language, {**of_game, **own.own}, links, game.forms)
    if game.fallback and own.fallback:
        english = _joined(game.fallback(), own.fallback(), links)
        found.fallback = lambda: english
    return found
