"""Every card in the library has its own tests, and together the cards do everything cards can do."""

import ast
import re
from pathlib import Path

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.model import KINDS
from apz.apocalypze.play import ASKED
from apz.apocalypze.rules import hooks

HERE = Path(__file__).parent


def claims(kind: str) -> list[tuple[str, str]]:
    """Return the pairs (card, test name) of all tests marked with a card, in the files for a kind of card."""
    found = []
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob(f"test_{kind}s*.py"))]
    for node in [node for tree in trees for node in ast.walk(tree)]:
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.card":
                    found.append((ast.literal_eval(mark.args[0]), node.name))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_card_is_claimed_by_tests_in_the_files_of_its_kind(kind):
    claimed = {card for card, _ in claims(kind)}
    assert claimed == {card.name for card in library().values() if card.kind == kind}


@pytest.mark.parametrize("kind", KINDS)
def test_every_card_has_a_test_in_its_name(kind):
    claimed = claims(kind)
    for card in dict(claimed):
        name = "_".join(re.findall(r"[a-z]+", card.lower().replace("'", "").replace("&", "and")))
        assert any(test.startswith(f"test_{name}_") for other, test in claimed if other == card), card


def test_every_text_that_a_card_has_is_hung_on_a_hook_or_is_a_limit_of_its_target():
    tables = (hooks.TEXTS, hooks.FIGHTING, hooks.ACCESS, hooks.BREACH, hooks.DRAWING, hooks.FEEDING, hooks.COMBAT_END)
    hung = {name for table in tables for name in table} | hooks.KEEPS_WEAPONS | hooks.SPARES
    written = {card.name for card in library().values() if card.texts}
    assert written - hung == {"Field Promotion", "Gang Mark"}  # one's text is its target, the other's silences cards
    assert hung - written == set()


def test_a_card_with_several_texts_has_one_to_use_for_each():
    for name, texts in hooks.TEXTS.items():
        assert len(texts) == len(library()[name].texts), name


def test_between_them_the_cards_exercise_every_kind_of_effect():
    cards, texts = library().values(), [text for each in hooks.TEXTS.values() for text in each]
    searches = {(text.search.pile, text.search.then) for text in texts if text.search}
    assert searches >= {
        ("deck", "play"),
        ("deck", "attach"),
        ("discard", "zombie"),
        ("discard", "attach"),
        ("discard", "hand"),
        ("discard", "recover"),
        ("hand", "play"),
    }
    assert {text.when for text in texts} == {
        hooks.IN_OCCUPATION,
        hooks.IN_ENGAGEMENT,
        hooks.ANY_TIME,
        hooks.IN_ANSWER,
        hooks.ON_REMOVAL,
        hooks.ON_ARRIVAL,
    }
    assert {"respond", "remove", "arrival", "search"} <= set(ASKED)
    assert any(text.once_a_game for text in texts)
    targets = {card.target for card in cards if card.target}
    assert targets >= {"your-character", "your-stronghold", "their-attachment", "their-survivor"}
    assert all(any(card.bonus[stat] for card in cards) for stat in range(3))
    said = " ".join(text for card in cards for text in card.texts).lower()
    for word in ("attach", "remove", "recycle", "recover", "consume", "-1 value", "disregard", "draw", "turn", "move"):
        assert word in said, word
    feeding = "consumes 1 more", "consume 1 less"
    assert all(words in said for words in feeding)
