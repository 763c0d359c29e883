"""Typed words that end a phase or a decision end only that one, and a typed number of wounds must be right."""

from typing import Any

import pytest

from apz.apocalypze import moves
from apz.apocalypze.language.commands import Misread
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import why_not
from apz.apocalypze.positions import build, seat
from tests.apocalypze.test_commands import one, typed

ENDS: dict[str, Move] = {
    "act": moves.Done(), "attack": moves.Done(), "defend": moves.Done(), "search": moves.Pass(),
}  # fmt: skip


def asking(kind: str) -> Position:
    """Return a position where Ann must make this kind of decision."""
    zones = {"survivors": ["Police Officer"], "raiders": ["Cult Fanatic"], "deck": ["Handgun", "Pop!", "Pop!"]}
    ann = {"name": "Ann", **zones, "hand": ["Molotov Cocktail", "2 Pop!"]}
    ben = {"name": "Ben", "survivors": ["Biker", "Biker"], "raiders": ["Gang Warrior"], "deck": ["3 Biker"]}
    place = {"occupied": "Ben"} if kind in ("attack", "window", "wound", "order") else {"occupied": "Ann"}
    groups = {"attack": [["Cult Fanatic"]], "defense": [["Biker"]], "now": 1}
    state: dict[str, Any] = {"phase": "occupation", **place}
    if kind == "search":
        state["waiting"] = {"search": "Ann", "card": "Police Station", "text": "second"}
    elif kind == "attack":
        state |= {"phase": "combat", "combat": {"attack": [["Cult Fanatic"]]}, "waiting": {"attack": "Ann"}}
    elif kind == "defend":
        state |= {"phase": "combat", "whose": "Ben", "occupied": "Ben", "combat": {"attack": [["Gang Warrior"]]}}
        state["waiting"] = {"defend": "Ann"}
    elif kind in ("window", "wound"):
        state |= {"phase": "combat", "combat": groups, "waiting": {kind: "Ann", "amount": 2 if kind == "wound" else 0}}
    elif kind == "consume":
        state |= {"phase": "consumption", "waiting": {"consume": "Ann", "amount": 1}}
    elif kind in ("draw", "occupy"):
        state = {"phase": "draw" if kind == "draw" else "occupation"}
    return build(seat("Police Station", **ann), seat("Roadside Diner", **ben), **state)


KINDS = ("draw", "occupy", "act", "search", "attack", "defend", "window", "wound", "consume")


@pytest.mark.parametrize("kind", KINDS)
def test_words_that_end_another_thing_than_the_one_asked_for_do_nothing(kind):
    position = asking(kind)
    assert position.waiting is not None
    assert position.waiting.kind == kind
    for language in LANGUAGES:
        for other, end in ENDS.items():
            text = words(language).move(asking(other), end)
            answer = typed(position, text, language)
            if other == kind:
                assert answer == end
            else:
                assert isinstance(answer, Misread) or why_not(position, answer) is not None, (kind, text)


def test_a_search_is_not_given_up_by_ending_something_else():
    position = asking("search")
    for text in ("end the occupation phase", "end the phase", "end turn", "done", "attack", "play nothing"):
        answer = typed(position, text)
        refusal = answer if isinstance(answer, Misread) else why_not(position, answer)
        assert refusal is not None, text
        told = str(refusal) if isinstance(refusal, Misread) else words("en").refusal(refusal)
        assert "Ann" in told, text
        assert "nothing" in told, text
    for text in ("take nothing", "pass", "nothing"):
        assert typed(position, text) == moves.Pass(), text


def test_bare_words_end_or_let_go_by_whatever_is_asked_for():
    for kind in ("act", "attack", "defend"):
        assert typed(asking(kind), "done") == moves.Done(), kind
    for text in ("done", "pass", "play nothing"):
        assert typed(asking("window"), text) == moves.Pass(), text
    answer = typed(asking("attack"), "end the occupation phase")
    assert isinstance(answer, Misread)
    assert str(answer).startswith("It isn't time for “end the occupation phase”. Ann must send every raider")


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "en",
            (
                "assign {} wounds to cult fanatic",
                "put {} wounds on cult fanatic",
                "{} wounds on the fanatic",
                "put {} on fanatic",
            ),
        ),
        ("de", ("{} Wunden auf Cult Fanatic", "lege {} Wunden auf den Fanatic", "leg {} auf Fanatic")),
    ],
)
def test_a_number_of_wounds_is_understood_and_must_be_all_that_the_character_takes(language, texts):
    position = asking("wound")
    fanatic = one(position, "Cult Fanatic")
    for text in texts:
        assert typed(position, text.format(2), language) == moves.Wound(fanatic), text
        for wrong in (1, 3):
            answer = typed(position, text.format(wrong), language)
            assert isinstance(answer, Misread), text
            assert words(language).rules["combat.wounds"].title in str(answer)
            assert "Cult Fanatic" in str(answer)
    elsewhere = typed(asking("act"), texts[0].format(2), language)
    refusal = why_not(asking("act"), elsewhere)
    assert refusal is not None
    assert refusal.key == "not-now-wound"
