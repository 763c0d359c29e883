"""draw: up to six in hand, the bonus on top, and an empty deck."""

from typing import Any

import pytest

from apz.apocalypze.language.words import words
from apz.apocalypze.moves import Draw, Occupy
from apz.apocalypze.rules.sums import draw_sum
from tests.apocalypze.situations import ANN, BEN, Situation, assert_ruling, cited, seat


def drawing(stronghold: str = "Church", held: int = 0, deck: int = 20, **zones: Any) -> Situation:
    """Return a situation where Ann is about to draw."""
    hand = [f"{held} Biker"] if held else []
    piles = {"hand": hand, "deck": [f"{deck} Soldier"] if deck else []}
    return Situation(seat(stronghold, **piles, **zones), seat("Church", deck=["Civilian"]), phase="draw")


@pytest.mark.rule("draw.six")
@pytest.mark.parametrize(("held", "drawn"), [(0, 6), (1, 5), (5, 1), (6, 0), (9, 0)])
def test_one_draws_up_to_six_cards_in_hand_from_the_top_of_the_deck(held, drawn):
    game = drawing(held=held)
    top = game.side(ANN).deck[:drawn]
    game.do(Draw())
    note = game.note("draw.drew")
    assert (note.rule, note.cards, note.secret) == ("draw.six", top, ANN)
    assert (note.values["held"], note.values["count"]) == (held, drawn)
    assert len(game.side(ANN).hand) == max(6, held)
    assert game.side(ANN).hand[held:] == top
    assert game.waits() == ("occupy", ANN)


@pytest.mark.rule("draw.six")
def test_one_draws_once_a_turn():
    game = drawing()
    assert game.refusal(Occupy(ANN)).fix == "awaited-draw"
    game.do(Draw())
    refusal = game.refusal(Draw())
    assert (refusal.key, refusal.rule, refusal.fix) == ("not-now-draw", "draw.six", "awaited-occupy")


@pytest.mark.rule("draw.bonus")
@pytest.mark.parametrize(("held", "normal"), [(2, 4), (6, 0), (8, 0)])
def test_the_bonus_is_added_after_the_normal_number_and_a_hand_has_no_limit(held, normal):
    game = drawing("Military Base", held, survivors=["2 Soldier"])
    total = draw_sum(game.position, ANN)
    assert [(term.amount, term.rule) for term in total.terms] == [(normal, "draw.six"), (1, "draw.bonus")]
    game.do(Draw())
    assert len(game.side(ANN).hand) == held + normal + 1
    note = game.note("draw.bonus")
    assert (note.rule, note.values) == ("draw.bonus", {"card": "Military Base", "amount": 1})
    drew = game.note("draw.drew")
    assert (drew.values["normal"], drew.values["extra"]) == (normal, 1)
    assert "plus 1 extra card" in words().note(drew)


@pytest.mark.rule("draw.bonus")
def test_without_what_the_bonus_asks_for_there_is_none():
    game = drawing("Military Base", survivors=["Civilian"]).do(Draw())
    assert len(game.side(ANN).hand) == 6
    assert "draw.bonus" not in cited(game.notes)


@pytest.mark.rule("draw.empty")
@pytest.mark.parametrize("deck", [0, 2])
def test_an_empty_deck_ends_the_draw_and_nobody_is_out(deck):
    assert_ruling("draw.empty")
    game = drawing(held=1, deck=deck).do(Draw())
    assert len(game.side(ANN).hand) == 1 + deck
    note = game.note("draw.empty")
    assert (note.rule, note.values) == ("draw.empty", {"player": "Ann", "missing": 5 - deck})
    assert game.position.winner is None
    assert game.waits() == ("occupy", ANN)
    assert not game.side(BEN).out
