"""pile: whose piles cards go to, remove, recycle, recover, the shuffle after a search, and several cards at once."""

from typing import Any

import pytest

from apz.apocalypze.moves import Engage, Event, Take, Use, Wound
from apz.core.trace import NOBODY
from tests.apocalypze.situations import ANN, BEN, Situation, answered, assert_ruling, engagement, groups, seat

OFFICER, PATSY, WARRIOR = "Police Officer", "Patsy McNally", "Gang Warrior"


def at_home(**zones: Any) -> Situation:
    """Return a situation where Ann occupies her own stronghold, the Roadside Diner."""
    ben = seat("Church", deck=["3 Civilian"])
    return Situation(seat("Roadside Diner", **zones), ben, phase="occupation", occupied="Ann")


@pytest.mark.rule("pile.owner")
def test_an_attachment_of_the_opponents_goes_to_their_discard_pile_when_its_bearer_is_killed():
    game = engagement(["2 Gang Warrior"], [{"card": OFFICER, "attached": ["Illness", "Handgun"]}])
    officer, illness, handgun = game.card(OFFICER), game.card("Illness"), game.card("Handgun")
    assert game.position.game.owners[illness] == ANN
    game.do(Wound(officer))
    assert game.side(ANN).discard == (illness,)
    assert game.side(BEN).discard == (handgun, officer)
    notes = {note.cards[0]: note for note in game.all("attachment.removed")}
    assert (notes[illness].rule, notes[illness].values["owner"]) == ("pile.owner", "Ann")
    assert notes[handgun].values["owner"] == "Ben"


@pytest.mark.rule("pile.owner")
def test_an_attachment_of_the_opponents_goes_to_their_deck_when_its_bearer_is_recycled():
    game = engagement(["2 Gang Warrior"], [{"card": PATSY, "attached": ["Illness"]}])
    game.do(Wound(game.card(PATSY)))
    assert game.side(ANN).deck[-1] == game.card("Illness")
    assert game.side(BEN).deck[-1] == game.card(PATSY)
    assert game.note("attachment.recycled").rule == "pile.owner"


@pytest.mark.rule("pile.owner")
def test_a_turned_survivor_goes_back_to_the_player_who_brought_it():
    turned = {"card": OFFICER, "zombie": True, "owner": "Ben"}
    game = engagement([turned], [{"card": PATSY, "attached": ["Handgun"]}], ben={"hand": ["Head Shot"]})
    assert [who.id for who in game.side(ANN).raiders] == [game.card(OFFICER)]
    answered(game, game.card("Head Shot"), game.card(OFFICER))
    assert game.side(BEN).deck[-1] == game.card(OFFICER)
    assert game.note("character.persisted").values["owner"] == "Ben"


@pytest.mark.rule("pile.remove")
def test_to_remove_is_to_go_from_play_to_the_top_of_the_discard_pile():
    armed = [{"card": OFFICER, "attached": ["Handgun"]}]
    game = engagement(["Trudy"], armed, ann={"discard": ["Turned"]}, ben={"hand": ["Head Shot"]})
    answered(game, game.card("Head Shot"), game.card("Trudy"))
    assert game.names(game.side(ANN).discard) == ["Trudy", "Turned"]
    removed = game.note("character.removed")
    assert (removed.rule, removed.cards, removed.values["owner"]) == ("pile.remove", (game.card("Trudy"),), "Ann")


@pytest.mark.rule("pile.recycle")
def test_to_recycle_is_to_go_to_the_bottom_of_the_deck():
    game = at_home(survivors=["2 Biker"], hand=["Recycle"], deck=["Hog", "Mugged"])
    biker = game.card("Biker", 1)
    game.do(Event(game.card("Recycle"), (biker,)))
    assert game.side(ANN).deck[-1] == biker
    assert len(game.side(ANN).deck) == 3
    note = game.note("character.recycled")
    assert (note.rule, note.cards, note.values["owner"]) == ("pile.recycle", (biker,), "Ann")


@pytest.mark.rule("pile.recover")
def test_to_recover_is_to_go_from_the_bottom_of_the_discard_pile_to_the_bottom_of_the_deck():
    piles = {"deck": ["Hog", "Mugged"], "discard": ["Sentry", "Turned", "Baseball Bat"]}
    game = at_home(survivors=["Moose Tucker"], **piles)
    game.do(Use(game.card("Moose Tucker")))
    assert game.names(game.side(ANN).deck) == ["Hog", "Mugged", "Baseball Bat"]
    assert game.names(game.side(ANN).discard) == ["Sentry", "Turned"]  # nothing is shuffled
    note = game.note("pile.recovered")
    assert (note.rule, note.values["card"]) == ("pile.recover", "Baseball Bat")


@pytest.mark.rule("pile.recover")
def test_there_is_nothing_to_recover_from_an_empty_discard_pile():
    game = at_home(survivors=["Moose Tucker"], deck=["Hog"])
    refusal = game.refusal(Use(game.card("Moose Tucker")))
    assert (refusal.key, refusal.rule, refusal.values["need"]) == ("needs", "pile.recover", "discard-left")


@pytest.mark.rule("pile.shuffle")
def test_the_deck_is_shuffled_after_a_card_was_taken_out_of_it():
    deck = ["Handgun", "Turned", "Sentry", "Mugged", "Hog", "Recycle", "Pop!", "Baseball Bat"]
    ann = seat("Police Station", survivors=[OFFICER], deck=deck)
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann", luck=7)
    before = game.side(ANN).deck
    game.do(Use(game.side(ANN).stronghold, text=1))
    assert game.note("search.looks-gun").rule == "pile.shuffle"
    game.do(Take(game.card("Handgun"), game.card(OFFICER)))
    assert game.side(ANN).deck != before[1:]
    assert sorted(game.side(ANN).deck) == sorted(before[1:])
    note = game.note("pile.shuffled-deck")
    assert (note.rule, note.cards, note.secret) == ("pile.shuffle", game.side(ANN).deck, NOBODY)


@pytest.mark.rule("pile.shuffle")
def test_only_what_the_text_looks_for_may_be_taken_and_only_out_of_that_pile():
    ann = seat("Police Station", survivors=[OFFICER], hand=["Pop!"], deck=["Handgun", "Baseball Bat"])
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann")
    game.do(Use(game.side(ANN).stronghold, text=1))
    bat = game.refusal(Take(game.card("Baseball Bat"), game.card(OFFICER)))
    assert (bat.key, bat.rule, bat.fix) == ("does-not-fit", "pile.shuffle", "what-is-sought")
    assert bat.values["sought"] == "gun"
    held = game.refusal(Take(game.card("Pop!"), game.card(OFFICER)))
    assert (held.key, held.rule, held.fix) == ("not-in-pile", "pile.shuffle", "card-of-pile")
    assert held.values["pile"] == "deck"


@pytest.mark.rule("pile.recover-named")
def test_a_card_recovered_by_name_is_searched_for_and_the_discard_pile_is_shuffled():
    assert_ruling("pile.recover-named")
    discard = ["Pop!", "Molotov Cocktail", "Sentry", "Handgun", "Recycle", "Take What You Need", "The Finest"]
    ann = seat("Police Station", raiders=["Wes Trentin"], deck=["Pop!"], discard=discard)
    game = Situation(ann, seat("Church", deck=["3 Civilian"]), phase="occupation", occupied="Ben", luck=3)
    before = game.side(ANN).discard
    game.do(Use(game.card("Wes Trentin")), Take(game.card("Molotov Cocktail")))
    rest = tuple(card for card in before if card != game.card("Molotov Cocktail"))
    assert game.side(ANN).deck[-1] == game.card("Molotov Cocktail")
    assert sorted(game.side(ANN).discard) == sorted(rest)
    assert game.side(ANN).discard != rest
    assert game.note("pile.recovered").rule == "pile.recover-named"
    assert game.note("pile.shuffled-discard").rule == "pile.recover-named"
    assert game.note("pile.shuffled-discard").cards == game.side(ANN).discard


@pytest.mark.rule("pile.many")
def test_several_who_are_recycled_together_go_in_the_order_in_which_they_stand():
    assert_ruling("pile.many")
    ann = seat("Roadside Diner", raiders=["4 Gang Warrior"], deck=["2 Biker"])
    ben = seat("Police Station", survivors=["2 Police Officer", PATSY], deck=["Pop!"])
    game = Situation(ann, ben, phase="combat")
    first, second, patsy = (who.id for who in game.side(BEN).survivors)
    one, two, three, four = (who.id for who in game.side(ANN).raiders)
    game.do(*groups([[one], [two], [three, four]], [[second], [first], [patsy]]))
    game.do(Engage(3), Wound(patsy), Engage(1), Wound(second), Wound(first))
    assert game.side(BEN).deck[-3:] == (first, second, patsy)
    note = game.note("pile.in-order")
    assert (note.rule, note.cards, note.values["count"]) == ("pile.many", (first, second, patsy), 3)


@pytest.mark.rule("pile.many")
def test_several_attachments_of_one_card_go_in_the_order_in_which_they_stand():
    game = engagement(["2 Gang Warrior"], [{"card": OFFICER, "attached": ["Handgun", "The Finest"]}])
    game.do(Wound(game.card(OFFICER)))  # value 3 + 2, less 3: wounded, and recycled at the end of the phase
    assert game.names(game.side(BEN).deck[-3:]) == [OFFICER, "Handgun", "The Finest"]
    note = game.note("pile.in-order")
    assert (note.rule, game.names(note.cards)) == ("pile.many", [OFFICER, "Handgun", "The Finest"])


@pytest.mark.rule("pile.many")
def test_a_card_that_leaves_alone_has_no_order():
    game = engagement(["2 Gang Warrior"], [PATSY])
    game.do(Wound(game.card(PATSY)))
    assert game.note("character.recycled").cards == (game.card(PATSY),)
    assert game.all("pile.in-order") == []
