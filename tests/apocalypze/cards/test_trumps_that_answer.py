"""Trumps that respond: what they disregard, whom they save or put to rest, and what responds to them."""

from typing import Any

import pytest

from apz.apocalypze.moves import Done, Event, Pass, Play, Use, Wound
from tests.apocalypze.cards.alike import fight
from tests.apocalypze.cards.printed import said
from tests.apocalypze.cards.staging import ANN, BEN, Desk, bearing, named, occupation, side, undead

# ---- Sentry


@pytest.mark.card("Sentry")
def test_sentry_disregards_a_wildcard_played_at_your_stronghold():
    desk = occupation(side(hand=["Mugged"], raiders=["Gang Warrior"]), side(hand=["Sentry"]), "Ben")
    desk.do(Event, "Mugged")
    assert desk.asked == ("respond", BEN)
    desk.do(Event, "Sentry")
    assert desk.asked == ("act", ANN)
    assert (desk.discard(ANN), desk.discard(BEN)) == (["Mugged"], ["Sentry"])  # both are used up
    assert desk.note("event.disregarded").rule == "event.cancelled"


@pytest.mark.card("Sentry")
def test_sentry_disregards_a_trump_played_in_combat_at_your_stronghold():
    desk = fight([bearing("Gang Warrior", "Handgun")], ["Patsy McNally"], ann=["Pop!"], ben=["Sentry"])
    desk.do(Event, "Pop!", "Patsy McNally")
    desk.do(Event, "Sentry")
    assert "character.wounded" not in desk.keys
    assert desk.value("Patsy McNally") == 5


@pytest.mark.card("Sentry")
def test_sentry_may_stay_in_the_hand():
    desk = occupation(side(hand=["Mugged"], raiders=["Gang Warrior"]), side(hand=["Sentry"]), "Ben")
    desk.do(Event, "Mugged")
    desk.do(Pass)
    assert desk.asked == ("consume", BEN)


@pytest.mark.card("Sentry")
def test_sentry_does_not_guard_the_other_stronghold():
    turned = occupation(side(hand=["Turned"], survivors=["Civilian"]), side(hand=["Sentry"]), "Ann")
    turned.do(Event, "Turned", "Civilian")
    assert turned.raiders(BEN) == ["Civilian"]  # nobody was asked: it was played at Ann's
    thrown = fight(["Gang Warrior"], ["Patsy McNally"], ann=["Sentry"], ben=["Molotov Cocktail"], asked="Ben")
    thrown.do(Event, "Molotov Cocktail", "Patsy McNally")
    assert "event.unanswered" in thrown.keys  # Ann attacks; the stronghold is Ben's


@pytest.mark.card("Sentry")
def test_sentry_guards_the_place_where_the_trumps_target_is():
    ann = side(hand=["Recycle"], survivors=["Civilian"], raiders=["Gang Warrior"])
    desk = occupation(ann, side(hand=["Sentry"]), "Ben")
    home = Desk(desk.now)
    home.do(Event, "Recycle", "Civilian")
    assert home.kind == "act"
    desk.do(Event, "Recycle", "Gang Warrior")
    assert desk.asked == ("respond", BEN)


@pytest.mark.card("Sentry")
def test_sentry_answers_events_and_nothing_else():
    calm = occupation(side(hand=["Sentry"]), side(), "Ann")
    assert calm.no(Event, "Sentry") == "wrong-moment"
    desk = occupation(side(hand=["Gang Warrior"]), side(hand=["Sentry"]), "Ben")
    desk.do(Play, "Gang Warrior")
    assert desk.asked == ("act", ANN)
    text = occupation(side(raiders=["Bishop Land"], deck=["Cult Fanatic"]), side(hand=["Sentry"]), "Ben", strict=True)
    text.do(Use, "Bishop Land")
    assert text.asked == ("respond", BEN)
    assert text.why(Event, "Sentry")[:2] == ("answer-ability", "event.respond")


@pytest.mark.card("Sentry")
def test_sentry_is_played_once_a_turn():
    ann = side(hand=["Mugged", "Thief in the Night"], raiders=["Gang Warrior"])
    desk = occupation(ann, side(hand=["2 Sentry"]), "Ben")
    desk.do(Event, "Mugged")
    desk.do(Event, "Sentry")
    desk.do(Event, "Thief in the Night")
    assert desk.asked == ("consume", BEN)


# ---- Combat Ready


@pytest.mark.card("Combat Ready")
def test_combat_ready_disregards_a_trump_in_combat_on_either_side():
    throw = fight(["Gang Warrior"], ["Patsy McNally"], ann=["Molotov Cocktail"], ben=["Combat Ready"])
    throw.do(Event, "Molotov Cocktail", "Gang Warrior")
    throw.do(Event, "Combat Ready")
    assert "event.disregarded" in throw.keys
    assert throw.value("Patsy McNally") == 5
    back = fight(["Gang Warrior"], ["Patsy McNally"], ann=["Combat Ready"], ben=["Molotov Cocktail"], asked="Ben")
    back.do(Event, "Molotov Cocktail", "Patsy McNally")
    assert back.asked == ("respond", ANN)
    back.do(Event, "Combat Ready")
    assert back.who("Gang Warrior").wounds == 0


@pytest.mark.card("Combat Ready")
def test_combat_ready_can_be_answered_in_its_turn():
    hands = {"ann": ["Combat Ready"], "ben": ["Molotov Cocktail", "Sentry"]}
    desk = fight(["Gang Bully"], ["Patsy McNally"], **hands, asked="Ben")
    desk.do(Event, "Molotov Cocktail", "Patsy McNally")
    desk.do(Event, "Combat Ready")
    assert desk.asked == ("respond", BEN)
    desk.do(Event, "Sentry")
    assert desk.note("event.disregarded").values == {"card": "Combat Ready", "by": "Sentry"}
    assert desk.note("character.wounded").values["card"] == "Gang Bully"  # the cocktail works after all


@pytest.mark.card("Combat Ready")
def test_combat_ready_answers_no_wildcard_and_no_trump_outside_combat():
    desk = occupation(side(hand=["Mugged"], raiders=["Gang Warrior"]), side(hand=["Combat Ready"]), "Ben")
    desk.do(Event, "Mugged")
    assert desk.asked == ("consume", BEN)
    quiet = occupation(side(hand=["Recycle"], raiders=["Gang Warrior"]), side(hand=["Combat Ready"]), "Ben")
    quiet.do(Event, "Recycle", "Gang Warrior")
    assert quiet.asked == ("act", ANN)
    assert fight(["Trudy"], ["Biker"], ann=["Combat Ready"]).no(Event, "Combat Ready") == "wrong-moment"


@pytest.mark.card("Combat Ready")
def test_combat_ready_is_a_real_answer_and_pop_is_none():
    armed = bearing("Police Officer", "Handgun")
    desk = fight(["Gang Warrior"], [armed], ann=["Molotov Cocktail"], ben=["Combat Ready", "Pop!"])
    desk.do(Event, "Molotov Cocktail", "Gang Warrior")
    assert desk.why(Event, "Pop!", "Gang Warrior").rule == "event.respond"
    desk.do(Pass)
    assert desk.value("Police Officer") == 3 + said("Molotov Cocktail")[0]


# ---- Recycle


@pytest.mark.card("Recycle")
def test_recycle_takes_a_character_with_its_attachments_home_under_the_deck():
    ann = side(hand=["Recycle"], survivors=[bearing("Biker", "Hog", "Handgun")])
    desk = occupation(ann, side(), "Ann")
    desk.do(Event, "Recycle", "Biker")
    assert desk.deck(ANN)[-3:] == ["Biker", "Hog", "Handgun"]
    assert (desk.survivors(ANN), desk.discard(ANN)) == ([], ["Recycle"])


@pytest.mark.card("Recycle")
def test_recycle_is_for_ones_own_characters_wherever_they_are():
    ann = side(hand=["Recycle"], survivors=["Biker"], raiders=["Gang Bully"])
    desk = occupation(ann, side(survivors=["Civilian"], raiders=["Trudy"]), "Ann")
    for theirs in ("Civilian", "Trudy"):
        assert desk.no(Event, "Recycle", theirs) == "aim-theirs"
    assert desk.no(Event, "Recycle") == "aim-missing"
    desk.do(Event, "Recycle", "Gang Bully")
    assert desk.raiders(ANN) == []


@pytest.mark.card("Recycle")
def test_recycle_goes_to_the_decks_of_the_owners():
    sick = {"card": "Biker", "attached": [{"card": "Illness", "owner": "Ben"}]}
    desk = occupation(side(hand=["Recycle"], survivors=[sick]), side(), "Ann")
    desk.do(Event, "Recycle", "Biker")
    assert (desk.deck(ANN)[-1], desk.deck(BEN)[-1]) == ("Biker", "Illness")


@pytest.mark.card("Recycle")
def test_recycle_saves_a_survivor_in_an_engagement_and_in_the_opponents_turn():
    desk = fight(["Gang Bully"], ["Civilian"], ben=["Recycle"])
    desk.do(Event, "Recycle", "Civilian")
    assert desk.deck(BEN)[-1] == "Civilian"
    assert "combat.emptied" in desk.keys
    last = occupation(side(raiders=["Gang Bully"]), side(hand=["Recycle"], survivors=["Civilian"]), "Ben")
    assert last.no(Event, "Recycle", "Civilian") == "other-hand"  # Ann's move; Ben's comes at the end of the phase
    last.do(Done)
    assert last.asked == ("last", BEN)
    last.do(Event, "Recycle", "Civilian")
    assert last.survivors(BEN) == []


# ---- Rest In Peace


def dying(zombie: Any, *, ann: Any = (), ben: Any = ()) -> Desk:
    """Stage the moment when one of Ann's zombies is about to be destroyed by soldiers, and return the desk."""
    desk = fight([zombie], ["6 Soldier"], ann, ben, asked="Ann")
    desk.do(Pass)
    desk.do(Wound, *named([zombie]))
    return desk


@pytest.mark.card("Rest In Peace")
def test_rest_in_peace_sends_a_destroyed_twofold_zombie_to_the_discard_pile():
    desk = dying(undead("Civilian"), ben=["Rest In Peace"])
    assert desk.asked == ("remove", BEN)
    desk.do(Event, "Rest In Peace", "Civilian")
    assert desk.discard(ANN)[-1:] == ["Civilian"]
    assert "Civilian" not in desk.deck(ANN)


@pytest.mark.card("Rest In Peace")
def test_rest_in_peace_may_be_kept_and_the_zombie_comes_back():
    desk = dying(undead("Civilian"), ben=["Rest In Peace"])
    desk.do(Pass)
    assert desk.deck(ANN)[-1] == "Civilian"


@pytest.mark.card("Rest In Peace")
def test_rest_in_peace_is_for_the_zombies_of_twofolds_when_they_are_destroyed():
    assert dying("Trudy", ben=["Rest In Peace"]).kind != "remove"
    calm = occupation(side(hand=["Rest In Peace"]), side(raiders=[undead("Civilian")]), "Ann")
    assert calm.no(Event, "Rest In Peace", "Civilian") == "wrong-moment"
    human = fight(["9 Gang Warrior"], ["Civilian"], ann=["Rest In Peace"])
    human.do(Pass)
    human.do(Wound, "Civilian")
    assert human.kind != "remove"


@pytest.mark.card("Rest In Peace")
def test_rest_in_peace_can_be_disregarded_like_any_trump():
    desk = dying(undead("Civilian"), ann=["Combat Ready"], ben=["Rest In Peace"])
    desk.do(Event, "Rest In Peace", "Civilian")
    desk.do(Event, "Combat Ready")
    assert desk.deck(ANN)[-1] == "Civilian"


@pytest.mark.card("Rest In Peace")
def test_rest_in_peace_answers_a_head_shot_and_a_sniper_too():
    shot = fight(
        ["Trudy", undead("Soldier")], [bearing("Police Officer", "Handgun")], ben=["Head Shot", "Rest In Peace"]
    )
    shot.do(Event, "Head Shot", "Soldier")
    shot.do(Event, "Rest In Peace", "Soldier")
    assert shot.discard(ANN)[-1:] == ["Soldier"]
    ann = side(survivors=[bearing("Soldier", "Sniper Rifle")], hand=["Rest In Peace"])
    sniped = occupation(ann, side(raiders=[undead("Biker")]), "Ann")
    sniped.do(Use, "Sniper Rifle", "Biker")
    sniped.do(Event, "Rest In Peace", "Biker")
    assert sniped.discard(BEN) == ["Biker"]
