"""The rulebook's example of consumption at the Church, number by number, and close variants of it."""

from typing import Any

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.model import DECK, Debt
from apz.apocalypze.moves import Done, Eat, Occupy
from apz.apocalypze.rules.consumption import can_pay, resources_sum
from apz.apocalypze.rules.sums import feed_sum
from tests.apocalypze.situations import ANN, BEN, Situation, cited, seat


def the_church(stronghold: str = "Church", **zones: Any) -> Situation:
    """Return a situation in Ann's occupation phase at her own stronghold, with nobody raiding."""
    ann = seat(stronghold, **{"deck": ["5 Civilian"], **zones})
    ben = seat("Roadside Diner", deck=["5 Biker"])
    return Situation(ann, ben, cards=library(), phase="occupation", occupied="Ann")


@pytest.mark.rule("feed.survivors", "feed.modifiers", "feed.minimum")
def test_one_civilian_at_the_church_makes_one_less_one_raised_to_one():
    game = the_church(survivors=["Civilian"])
    game.do(Done())
    assert game.position.phase == "consumption"
    owed = game.note("feed.owed")
    assert (owed.rule, owed.values["survivors"], owed.values["amount"]) == ("feed.survivors", 1, 1)
    total = owed.values["owed"]
    assert [(term.amount, term.name, term.rule) for term in total.terms] == [
        (1, "Civilian", "feed.survivors"),
        (-1, "Church", "feed.modifiers"),
    ]
    assert (total.raw, total.least, total.total) == (0, 1, 1)
    modifier, minimum = game.note("feed.modifier"), game.note("feed.minimum")
    assert (modifier.rule, modifier.values["card"], modifier.values["amount"]) == ("feed.modifiers", "Church", -1)
    assert (minimum.rule, minimum.values["raw"], minimum.values["least"]) == ("feed.minimum", 0, 1)
    assert not any(note.house for note in (owed, modifier, minimum))
    assert game.position.waiting == Debt(ANN, 1, rule="feed.survivors")

    top = game.side(ANN).deck[0]
    game.do(Eat(DECK))
    assert game.note("consume.deck").cards == (top,)
    assert game.note("consume.paid").values["paid"] == 1
    assert game.side(ANN).discard == (top,)
    assert (game.position.phase, game.position.player) == ("draw", BEN)


def test_the_number_of_the_example_can_be_asked_before_the_phase():
    game = the_church(survivors=["Civilian"])
    assert str(feed_sum(game.position, ANN)) == "1 = 1 (Civilian) - 1 (Church), ≥ 1"


@pytest.mark.parametrize(
    ("survivors", "raw", "owed"),
    [
        ([], 0, 1),  # nobody eats, but the minimum holds
        (["Civilian"], 0, 1),
        (["2 Civilian"], 1, 1),
        (["3 Civilian"], 2, 2),
        (["Police Officer"], 1, 1),  # without a civilian the Church saves nothing
        (["2 Police Officer"], 2, 2),
        (["Civilian", "2 Police Officer"], 2, 2),
        (["Civilian", "Alex Bloom"], 0, 1),
        (["3 Civilian", "Alex Bloom"], 2, 2),
    ],
)
def test_the_church_saves_one_while_a_civilian_is_there(survivors, raw, owed):
    game = the_church(survivors=survivors)
    total = feed_sum(game.position, ANN)
    assert (total.raw, total.total) == (raw, owed)
    game.do(Done())
    assert game.position.waiting == Debt(ANN, owed, rule="feed.survivors")
    assert ("feed.minimum" in cited(game.notes)) == (raw < 1)


def test_at_another_stronghold_the_same_civilian_simply_eats_one():
    game = the_church("Police Station", survivors=["Civilian"])
    game.do(Done())
    total = game.note("feed.owed").values["owed"]
    assert (total.raw, total.total) == (1, 1)
    assert not {"feed.modifiers", "feed.minimum"} & cited(game.notes)


def test_an_illness_comes_on_top_of_what_the_church_saves():
    game = the_church(survivors=[{"card": "Civilian", "attached": ["Illness"]}])
    total = feed_sum(game.position, ANN)
    assert [(term.amount, term.name) for term in total.terms] == [(1, "Civilian"), (-1, "Church"), (1, "Illness")]
    assert total.total == 1


def test_a_civilian_raiding_elsewhere_neither_eats_nor_saves():
    raider = {"card": "Civilian", "zombie": True}
    ann = seat("Church", raiders=[raider], survivors=["2 Police Officer"], deck=["5 Civilian"])
    ben = seat("Roadside Diner", deck=["9 Biker"])
    game = Situation(ann, ben, cards=library(), phase="consumption")
    assert game.position.waiting == Debt(ANN, 2, rule="feed.survivors")


def test_the_example_holds_in_a_turn_that_is_played_from_its_beginning():
    ann = seat("Church", survivors=["Civilian"], hand=["6 Biker"], deck=["5 Civilian"])
    game = Situation(ann, seat("Roadside Diner", deck=["5 Biker"]), cards=library(), phase="occupation")
    game.do(Occupy(ANN), Done())
    assert game.position.waiting == Debt(ANN, 1, rule="feed.survivors")


@pytest.mark.parametrize("player", [ANN, BEN])
def test_a_player_can_pay_all_that_there_is_and_not_one_more(player):
    position = the_church(survivors=["Civilian"], hand=["3 Civilian"]).position
    have = resources_sum(position, player).total
    assert have > 0
    assert can_pay(position, player, have)
    assert not can_pay(position, player, have + 1)
