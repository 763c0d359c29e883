"""setup: two players, a deck of thirty, the table at the start, the discard pile, who goes first."""

import pytest

from apz.apocalypze.cards import library, read_deck
from apz.apocalypze.model import DECK, HIDDEN_CARD, STRONGHOLD
from apz.apocalypze.moves import Eat, Play
from apz.apocalypze.positions import read_position
from apz.apocalypze.setup import can_redraw, new_game, opening
from apz.core.reading import BadInput, read_yaml
from tests.apocalypze.situations import ANN, BEN, Situation, assert_ruling, seat

CHURCH = "Church"


@pytest.mark.rule("setup.players")
def test_a_position_has_two_players_and_no_other_number():
    alone = "{stronghold: Church, deck: [Civilian]}"
    for players in ([alone], [alone] * 3):
        with pytest.raises(BadInput) as caught:
            read_position(f"apz: position 1\nplayers: [{', '.join(players)}]")
        assert [fault.rule for fault in caught.value.faults] == ["setup.players"]


@pytest.mark.rule("setup.players")
def test_the_two_players_take_turns():
    game = Situation(seat(CHURCH, deck=["2 Civilian"]), seat(CHURCH, deck=["2 Civilian"]), phase="consumption", turn=4)
    game.do(Eat(DECK))
    note = game.note("turn.begins")
    assert (note.rule, note.values) == ("setup.players", {"player": "Ben", "turn": 5})
    assert game.waits() == ("draw", BEN)


@pytest.mark.rule("setup.deck")
@pytest.mark.parametrize(
    ("cards", "stronghold"),
    [("{Civilian: 28}", CHURCH), ("{Civilian: 30}", CHURCH), ("{Civilian: 28, Police Station: 1}", CHURCH)],
)
def test_a_deck_that_is_not_thirty_cards_with_one_stronghold_is_refused(cards, stronghold):
    with pytest.raises(BadInput) as caught:
        read_deck(read_yaml(f"stronghold: {stronghold}\ncards: {cards}"), library())
    assert {fault.rule for fault in caught.value.faults} == {"setup.deck"}


@pytest.mark.rule("setup.deck")
def test_a_deck_of_one_stronghold_and_29_others_is_played_and_counted_out_at_the_beginning():
    deck = read_deck(read_yaml(f"deck: Crowd\nstronghold: {CHURCH}\ncards: {{Civilian: 29}}"), library())
    game = new_game(deck, "Police Station", seed=0)
    assert [game.game.owners.count(player) for player in (ANN, BEN)] == [30, 30]
    notes = [note for note in opening(game) if note.key == "setup.deck"]
    assert [(note.rule, note.values["size"]) for note in notes] == [("setup.deck", 30)] * 2


@pytest.mark.rule("setup.table")
def test_the_stronghold_lies_on_the_table_the_rest_is_shuffled_and_six_are_drawn():
    games = [new_game(CHURCH, "Police Station", seed=seed) for seed in (1, 1, 2)]
    for game in games:
        for side in game.sides:
            assert game.card(side.stronghold).kind == STRONGHOLD
            assert (len(side.hand), len(side.deck), side.discard) == (6, 23, ())
            assert side.stronghold not in side.hand + side.deck
    assert games[0] == games[1]
    assert games[0].sides[ANN].deck != games[2].sides[ANN].deck
    notes = [note for note in opening(games[0]) if note.rule == "setup.table"]
    assert [note.values["place"] for note in notes] == [CHURCH, "Police Station"]
    assert all((note.values["shuffled"], note.values["hand"]) == (29, 6) for note in notes)


@pytest.mark.rule("setup.table")
def test_a_stronghold_cannot_be_played_it_is_on_the_table_already():
    ann = seat(CHURCH, hand=["Police Station"], deck=["Civilian"])
    game = Situation(ann, seat(CHURCH), phase="occupation", occupied="Ann")
    refusal = game.refusal(Play(game.card("Police Station")))
    assert (refusal.key, refusal.rule) == ("not-a-character", "setup.table")


@pytest.mark.rule("setup.discard")
def test_the_discard_pile_is_ordered_and_open_to_both_players():
    ann = seat(CHURCH, hand=["2 Biker"], deck=["Turned", "Sentry"], discard=["Mugged"], survivors=["2 Police Officer"])
    game = Situation(ann, seat(CHURCH, deck=["Civilian"]), phase="consumption")
    game.do(Eat(DECK), Eat(DECK))
    assert game.names(game.side(ANN).discard) == ["Sentry", "Turned", "Mugged"]  # the top card first
    seen = game.position.seen_by(BEN).sides[ANN]
    assert seen.discard == game.side(ANN).discard
    assert set(seen.hand) == {HIDDEN_CARD}
    assert [note.rule for note in opening(new_game(seed=0)) if note.key == "setup.discard"] == ["setup.discard"]


@pytest.mark.rule("setup.first")
def test_who_goes_first_is_chosen_or_drawn_at_random():
    assert_ruling("setup.first")
    for starts in (ANN, BEN):
        game = new_game(starts=starts, seed=0)
        assert game.player == starts
        (note,) = [note for note in opening(game) if note.rule == "setup.first"]
        assert note.values["player"] == ("Ann", "Ben")[starts]
    drawn = [new_game(seed=seed, starts=None).player for seed in range(20)]
    assert set(drawn) == {ANN, BEN}
    assert drawn == [new_game(seed=seed, starts=None).player for seed in range(20)]


@pytest.mark.rule("setup.mulligan")
def test_an_opening_hand_without_a_survivor_is_drawn_again_where_the_house_rule_is_agreed_on():
    assert_ruling("setup.mulligan")
    redrawn = 0
    for seed in range(60):
        plain, agreed = new_game(seed=seed), new_game(seed=seed, mulligan=True)
        assert plain.game.redraws is None
        assert agreed == new_game(seed=seed, mulligan=True)  # random, but the same for the same seed
        assert agreed.game.redraws is not None
        told = {
            note.values["player"]: note.values["times"] for note in opening(agreed) if note.rule == "setup.mulligan"
        }
        for player in (ANN, BEN):
            hand, times = agreed.sides[player].hand, agreed.game.redraws[player]
            assert len(hand) == 6
            assert any(agreed.card(card).kind == "survivor" for card in hand)
            assert told.get(agreed.game.names[player], 0) == times
            redrawn += times
        assert all(note.rule != "setup.mulligan" for note in opening(plain))
        assert (agreed.sides == plain.sides) == (agreed.game.redraws == (0, 0))
        again = type(agreed).from_yaml(agreed.to_yaml())
        assert again.game.redraws == agreed.game.redraws
    assert redrawn


@pytest.mark.rule("setup.mulligan")
def test_a_deck_without_a_survivor_keeps_its_hand():
    assert not can_redraw(["raider"] * 29)
    assert not can_redraw(["survivor", *["raider"] * 28])
    assert can_redraw([*["raider"] * 28, "survivor"])
