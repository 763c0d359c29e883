"""end: the player who isn't out wins."""

import pytest

from apz.apocalypze.moves import Done, Event, Pass
from apz.core.trace import Sum
from tests.apocalypze.situations import ANN, BEN, Situation, groups, seat


@pytest.mark.rule("end.last", "consume.out")
@pytest.mark.parametrize("survivors", [[], [{"card": "Biker", "attached": [{"card": "Bitten", "owner": "Ben"}]}]])
def test_who_cannot_eat_at_the_end_of_their_own_turn_has_lost(survivors):
    ann = seat("Roadside Diner", survivors=survivors, hand=["Hog"])
    game = Situation(ann, seat("Church", deck=["Civilian"]), phase="occupation", occupied="Ann").do(Done())
    assert game.note("consume.out").values == {"player": "Ann", "owed": 1, "have": Sum()}
    note = game.note("end.won")
    assert (note.rule, note.values) == ("end.last", {"player": "Ben"})
    assert (game.position.winner, game.position.phase) == (BEN, "over")
    assert [side.out for side in game.position.sides] == [True, False]


@pytest.mark.rule("end.last")
def test_the_game_ends_in_the_middle_of_a_turn_and_nothing_more_is_asked():
    ann = seat("Roadside Diner", raiders=["Gang Warrior"], deck=["9 Biker"])
    game = Situation(ann, seat("Church", hand=["Civilian"]), phase="combat").do(*groups([[1]]))
    assert game.position.winner == ANN
    assert game.position.agenda == ()
    assert list(game.position.legal_moves) == []
    assert game.note("end.won").rule == "end.last"


@pytest.mark.rule("end.last")
def test_a_player_can_be_put_out_by_an_event_in_the_occupation_phase():
    ann = seat("Roadside Diner", raiders=["Gang Warrior"], hand=["Mugged"], deck=["Biker"])
    ben = seat("Police Station", hand=["Sentry", "Pop!"])
    game = Situation(ann, ben, phase="occupation", occupied="Ben")
    game.do(Event(game.card("Mugged")))
    assert game.waits() == ("respond", BEN)
    game.do(Pass())
    assert game.position.winner == ANN
