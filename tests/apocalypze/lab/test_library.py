"""The library of named positions: each has a description, and is found by its cards and rules."""

from typing import Any

import pytest

import apz
from apz.apocalypze.lab.library import COMBAT, ENDGAME, OPENING, TIMING, entries

LIB: Any = apz


def names(query: str) -> list[str]:
    return [row["name"] for row in apz.positions(query)]


def test_there_are_forty_of_all_sorts_and_each_says_what_it_is_about():
    found = entries()
    assert len(found) >= 40
    for sort in (OPENING, ENDGAME, TIMING, COMBAT):
        assert len([each for each in found if sort in each.sorts]) >= 3, sort
    assert [each.name for each in found if not each.about] == []
    assert len({each.about for each in found}) == len(found)


def test_positions_are_found_by_card_rule_and_sort():
    assert "police-station" in names("Lord Brawn")
    assert set(names("combat.order")) <= set(names(""))
    for name in names("Molotov Cocktail timing"):
        cards = [card.name for card in apz.named_position(name).game.cards]
        assert "Molotov Cocktail" in cards
    assert names("lord brawn combat.order") == ["both-bleed", "police-station"]


def test_at_least_forty_rules_come_up_in_named_positions():
    assert len({rule for each in entries() for rule in each.rules}) >= 40


def test_what_is_not_there_is_said():
    with pytest.raises(apz.BadInput, match="no named position fits the whole search"):
        apz.positions("submarine")
    with pytest.raises(
        apz.BadInput, match='the whole search: "illness" leaves none; try another word, or leave it out'
    ):
        apz.positions("lord brawn illness")
    assert names("illness")
    with pytest.raises(TypeError, match="write what to look for"):
        LIB.positions(3)
