"""feed: 1 for each survivor at home, then the modifiers, never less than 1."""

from typing import Any

import pytest

from apz.apocalypze.model import Debt
from apz.apocalypze.moves import Done
from apz.apocalypze.rules.sums import feed_sum
from tests.apocalypze.situations import ANN, Situation, cited, seat


def feeding(stronghold: str, survivors: list[Any], **zones: Any) -> Situation:
    """Return a situation after Ann has ended her occupation phase, with nobody raiding Ben."""
    ann = seat(stronghold, survivors=survivors, deck=["9 Biker"], **zones)
    game = Situation(ann, seat("Church", deck=["9 Civilian"]), phase="occupation", occupied="Ann")
    return game.do(Done())


@pytest.mark.rule("feed.survivors")
@pytest.mark.parametrize("number", [1, 2, 6])
def test_each_survivor_at_the_stronghold_costs_1(number):
    game = feeding("Roadside Diner", [f"{number} Biker"])
    note = game.note("feed.owed")
    assert (note.rule, note.values["survivors"], note.values["amount"]) == ("feed.survivors", number, number)
    terms = note.values["owed"].terms
    assert [(term.amount, term.rule) for term in terms] == [(1, "feed.survivors")] * number
    assert game.position.waiting == Debt(ANN, number, rule="feed.survivors")


@pytest.mark.rule("feed.survivors")
def test_characters_elsewhere_eat_nothing_of_yours():
    ann = seat("Roadside Diner", survivors=["2 Biker"], raiders=["3 Gang Warrior"], deck=["9 Biker"])
    ben = seat("Church", survivors=["4 Civilian"], raiders=["2 Cult Fanatic"], deck=["9 Civilian"])
    game = Situation(ann, ben, phase="consumption")
    assert game.position.waiting == Debt(ANN, 2, rule="feed.survivors")


@pytest.mark.rule("feed.modifiers")
def test_modifiers_come_after_the_normal_number():
    ill = {"card": "Civilian", "attached": ["Illness"]}
    game = feeding("Church", ["2 Civilian", ill, "Alex Bloom"])
    total = game.note("feed.owed").values["owed"]
    assert [term.rule for term in total.terms] == ["feed.survivors"] * 4 + ["feed.modifiers"] * 3
    assert total.total == 4 - 1 + 1 - 1
    notes = {note.values["card"]: note.values["amount"] for note in game.all("feed.modifier")}
    assert notes == {"Church": -1, "Illness": 1, "Alex Bloom": -1}
    assert all(note.rule == "feed.modifiers" for note in game.all("feed.modifier"))


@pytest.mark.rule("feed.minimum")
def test_it_is_never_less_than_1_with_no_survivors_too():
    for stronghold, survivors, raw in (("Roadside Diner", [], 0), ("Church", ["Alex Bloom"], -1)):
        game = feeding(stronghold, survivors)
        note = game.note("feed.minimum")
        assert (note.rule, note.values["raw"], note.values["least"]) == ("feed.minimum", raw, 1)
        assert feed_sum(game.position, ANN).total == 1
        assert game.position.waiting == Debt(ANN, 1, rule="feed.survivors")


@pytest.mark.rule("feed.minimum")
def test_where_the_number_is_1_anyway_nothing_is_raised():
    game = feeding("Roadside Diner", ["Biker"])
    assert "feed.minimum" not in cited(game.notes)
