"""The tutor's texts: every question can be asked, answered, explained and hinted at, in every language."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from apz.apocalypze.language.rulebook import LANGUAGES, rules
from apz.apocalypze.model import Position
from apz.apocalypze.positions import build, seat
from apz.apocalypze.teaching.exercises import EXERCISES
from apz.apocalypze.teaching.words import teaching
from apz.core.learning.questions import HINTS, Option, Question, Reason, Said
from apz.core.learning.teaching import GAP, Teaching
from tests.apocalypze.questions.asked import judged, made

OWN = ("questions", "answers", "mistakes", "halves", "reasons", "hints")
STRANGE = ("{", "}", "  ", "..", "?.", "Said(", "Note(")


def texts(tutor: Teaching[Position], question: Question) -> Iterator[str]:
    """Yield every text about a question."""
    yield tutor.ask(question)
    yield from (tutor.option(question, option) for option in question.options)
    yield from tutor.explained(question)
    yield from tutor.hints(question)
    answers = [option.answer for option in question.options] or list(question.mistakes)
    for answer in answers:
        verdict = judged(question, [answer] if question.several else answer)
        yield from tutor.outcome(question, verdict)
        if verdict.mistake:
            yield tutor.mistake(question, verdict)


@pytest.mark.parametrize("kind", sorted(EXERCISES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_said_about_a_question_reads_well(kind, language):
    tutor = teaching(language)
    for question in made(kind)[::2]:
        for text in texts(tutor, question):
            assert text.strip()
            assert not [strange for strange in STRANGE if strange in text.replace("...", "")], text


@pytest.mark.parametrize("kind", sorted(EXERCISES))
def test_the_four_hints_are_concrete_and_none_is_like_another(kind):
    tutor = teaching("en")
    for question in made(kind)[::3]:
        hints = tutor.hints(question)
        assert len(set(hints)) == len(hints) == HINTS
        names = [question.position.card(card).name for card in question.cards]
        assert all(name in hints[0] for name in names)
        assert names or tutor.words.waiting(question.position) in hints[0]
        assert rules("en")[question.rules[0]].text in hints[1]
        assert tutor.answers(question, question.right) in hints[3]


@pytest.mark.parametrize("kind", sorted(EXERCISES))
def test_the_options_of_a_question_can_be_told_apart(kind):
    for language in LANGUAGES:
        for question in made(kind)[::3]:
            said = [teaching(language).option(question, option) for option in question.options]
            assert len(said) == len(set(said)), said


def test_a_rule_that_is_asked_for_is_not_named_by_the_hints_before_the_last():
    for question in made("refused"):
        (right,) = question.right
        first, second, _, last = teaching("en").hints(question)
        title = rules("en")[right].title
        assert second == rules("en")[right].text
        assert not first.endswith(title)
        assert title in last


def number(right: str, because: Reason, **more: Any) -> Question:
    """Return a question about an empty table whose answer is a number."""
    position = build(seat("Church", deck=["Biker"]), seat("Church", deck=["Biker"]))
    return Question(
        kind="number", position=position, ask=Said("read-value", {"card": "Biker"}), right=frozenset([right]),
        rules=("character.stats",), because=(because,), **more,
    )  # fmt: skip


def test_half_of_the_way_to_a_number_is_the_explanation_with_a_gap():
    asked = number("2", Said("reads-value", {"card": "Biker 12", "sum": 2}))
    assert teaching("en").hint(asked, 3) == f"Biker 12 has value {GAP}."
    assert teaching("en").hint(asked, 1).startswith("Look at what's going on: ")
    assert teaching("en").answers(asked, ["2"]) == "2"


def test_half_of_the_way_to_several_options_says_how_many_and_one_of_them():
    options = tuple(Option(letter, Said("phase", {"phase": "draw"})) for letter in "ab")
    asked = number("a", Said("rule-says", {"rule": "draw.six"}), options=options, several=True)
    assert teaching("en").hint(asked, 3) == "There's just one: the draw phase."
    nothing = number("a", asked.because[0], options=(Option("b", "draw.six"),), several=True)
    assert teaching("en").hint(nothing, 3) == "None of them."
    assert teaching("de").answers(nothing, []) == "keine davon"


def test_german_addresses_nobody():
    catalog = teaching("de").catalog
    for section in OWN:
        for key in catalog.keys(section):
            assert not re.search(r"\b(du|dich|dir|dein\w*|euch|euer|Ihnen)\b", catalog.raw(section, key)), key


def test_a_language_that_there_is_not_is_english():
    assert teaching("tlh") is teaching("en")
    assert repr(teaching("de")) == "<Teaching in 'de'>"
