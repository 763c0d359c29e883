"""The trumps: the moment that fits each of them, what it does then, and what stops it."""

from typing import Any

import pytest

from apz.apocalypze.moves import Attach, Done, Event, Pass, Play, Use, Wound
from tests.apocalypze.cards.staging import (
    ANN,
    BEN,
    Desk,
    attack,
    bearing,
    face,
    named,
    occupation,
    said,
    side,
    undead,
    zombie,
)


def fight(raiders: list[Any], survivors: list[Any], ann: Any = (), ben: Any = (), asked: str = "") -> Desk:
    """All of Ann's raiders meet all of Ben's survivors; who has cards in the hand is asked, or who is said."""
    sides = side(raiders=raiders, hand=list(ann)), side(survivors=survivors, hand=list(ben))
    return attack(*sides, [named(raiders)], [named(survivors)], asked=asked or ("Ann" if ann else "Ben"))


def only_in_an_engagement(name: str, *targets: str) -> None:
    """A trump for an engagement is refused in the occupation phase, and it is no character or attachment."""
    ann = side(hand=[name], survivors=[bearing("Police Officer", "Handgun"), "Biker"])
    desk = occupation(ann, side(raiders=["Trudy"]), "Ann")
    assert desk.no(Event, name, *targets) == "wrong-moment"
    assert desk.no(Play, name) == "not-a-character"
    assert desk.no(Attach, name, "Biker") == "not-an-attachment"


def one_copy(desk: Desk, name: str, *targets: str) -> None:
    """A second copy in the same turn is refused."""
    played = desk.now._replace(played=((desk.asked[1], name),))
    assert Desk(played).why(Event, name, *targets)[:2] == ("one-copy", "event.one-copy")


# ---- Sentry


@pytest.mark.card("Sentry")
def test_sentry_disregards_a_wildcard_played_at_your_stronghold():
    desk = occupation(side(hand=["Mugged"], raiders=["Gang Warrior"]), side(hand=["Sentry"]), "Ben")
    desk.do(Event, "Mugged")
    assert desk.asked == ("respond", BEN)
    desk.do(Event, "Sentry")
    assert desk.asked == ("act", ANN)
    assert (desk.discard(ANN), desk.discard(BEN)) == (["Mugged"], ["Sentry"])  # played, and for nothing
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
    assert text.why(Event, "Sentry")[:2] == ("no-direct-answer", "event.respond")


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


# ---- Molotov Cocktail


@pytest.mark.card("Molotov Cocktail")
def test_molotov_cocktail_burns_every_opposing_character():
    (less,) = said("Molotov Cocktail")
    desk = attack(
        side(raiders=["Wes Trentin"], hand=["Molotov Cocktail"]),
        side(survivors=["Patsy McNally", "Police Officer", "Antonio Jones"]),
        [["Wes Trentin"]],
        [["Patsy McNally", "Police Officer"]],
    )
    desk.do(Event, "Molotov Cocktail", "Wes Trentin")
    burnt = {note.values["card"]: note.values["after"] for note in desk.notes if note.key == "character.wounded"}
    assert burnt == {"Patsy McNally": 5 + less, "Police Officer": 3 + less}
    assert desk.who("Antonio Jones").wounds == 0  # he is in the background
    assert desk.who("Wes Trentin").wounds == 0


@pytest.mark.card("Molotov Cocktail")
def test_molotov_cocktail_is_thrown_by_a_human_of_ones_own_in_the_engagement():
    only_in_an_engagement("Molotov Cocktail", "Biker")
    assert (
        fight(["Trudy"], ["Biker"], ann=["Molotov Cocktail"]).no(Event, "Molotov Cocktail", "Trudy") == "wrong-target"
    )
    desk = fight(["Gang Warrior"], ["Biker"], ann=["Molotov Cocktail"])
    assert desk.no(Event, "Molotov Cocktail", "Biker") == "wrong-target"
    assert desk.no(Event, "Molotov Cocktail") == "target-missing"
    one_copy(desk, "Molotov Cocktail", "Gang Warrior")


@pytest.mark.card("Molotov Cocktail")
def test_molotov_cocktail_that_kills_takes_the_dead_in_the_order_in_which_they_stand():
    dead = [undead("Civilian"), undead("Soldier"), undead("Biker")]
    desk = fight(dead, ["Patsy McNally"], ben=["Molotov Cocktail"])
    desk.do(Event, "Molotov Cocktail", "Patsy McNally")
    if zombie("Civilian").value + said("Molotov Cocktail")[0] <= 0:
        assert desk.deck(ANN)[-3:] == ["Civilian", "Soldier", "Biker"]


# ---- Pop!


@pytest.mark.parametrize("gun", ["Handgun", "Patsy's Pistols", "Python's Python"])
@pytest.mark.card("Pop!")
def test_pop_takes_one_from_an_opposing_character_with_a_handgun_beside(gun):
    desk = fight(["Gang Bully"], [bearing("Police Officer", gun)], ben=["Pop!"])
    before = desk.value("Gang Bully")
    desk.do(Event, "Pop!", "Gang Bully")
    note = desk.note("character.wounded")
    assert (note.values["before"], note.values["after"]) == (before, before - 1)
    assert "Pop!" in desk.discard(BEN)


@pytest.mark.card("Pop!")
def test_pop_works_for_the_attacker_and_kills_who_has_one_left():
    desk = fight([bearing("Gang Bully", "Handgun")], [{"card": "Police Officer", "wounds": 2}], ann=["Pop!"])
    desk.do(Event, "Pop!", "Police Officer")
    assert desk.discard(BEN)[0] == "Police Officer"


@pytest.mark.card("Pop!")
def test_pop_needs_a_handgun_of_ones_own_in_the_engagement():
    only_in_an_engagement("Pop!", "Trudy")
    for survivor in ("Police Officer", bearing("Soldier", "Sniper Rifle"), bearing("Soldier", "Baseball Bat")):
        desk = fight(["Gang Bully"], [survivor], ben=["Pop!"])
        assert desk.why(Event, "Pop!", "Gang Bully").values["need"] == "handgun"
    theirs = fight([bearing("Gang Bully", "Handgun")], ["Biker"], ben=["Pop!"])
    assert theirs.no(Event, "Pop!", "Gang Bully") == "needs"
    behind = attack(
        side(raiders=["Gang Bully", "Gang Warrior"]),
        side(survivors=[bearing("Police Officer", "Handgun"), "Biker"], hand=["Pop!"]),
        [["Gang Bully"], ["Gang Warrior"]],
        [["Biker"], ["Police Officer"]],
        asked="Ben",
    )
    assert behind.no(Event, "Pop!", "Gang Bully") == "needs"


@pytest.mark.card("Pop!")
def test_pop_hits_somebody_in_the_same_engagement_once_a_turn():
    desk = attack(
        side(raiders=["Gang Bully", "Gang Warrior"]),
        side(survivors=[bearing("Police Officer", "Handgun")], hand=["2 Pop!"]),
        [["Gang Bully"], ["Gang Warrior"]],
        [["Police Officer"]],
        asked="Ben",
    )
    assert desk.no(Event, "Pop!", "Gang Warrior") == "wrong-target"
    assert desk.no(Event, "Pop!", "Police Officer") == "wrong-target"
    one_copy(desk, "Pop!", "Gang Bully")


# ---- Head Shot


@pytest.mark.card("Head Shot")
def test_head_shot_removes_a_zombie_whatever_its_value():
    desk = fight(["Trudy", "The Juggernaut"], [bearing("Police Officer", "Handgun")], ben=["Head Shot"])
    desk.do(Event, "Head Shot", "The Juggernaut")
    assert desk.discard(ANN)[0] == "The Juggernaut"
    assert "The Juggernaut" not in desk.raiders(ANN)


@pytest.mark.card("Head Shot")
def test_head_shot_does_not_keep_a_twofold_from_coming_back():
    desk = fight(["Trudy", undead("Soldier")], [bearing("Police Officer", "Handgun")], ben=["Head Shot"])
    desk.do(Event, "Head Shot", "Soldier")
    assert desk.deck(ANN)[-1] == "Soldier"
    assert desk.note("character.persisted").rule == "twofold.removed"


@pytest.mark.card("Head Shot")
def test_head_shot_needs_a_human_with_a_handgun_and_a_zombie_in_the_engagement():
    only_in_an_engagement("Head Shot", "Trudy")
    bare = fight(["Trudy"], ["Police Officer"], ben=["Head Shot"])
    assert bare.why(Event, "Head Shot", "Trudy").values["need"] == "human-handgun"
    rifle = fight(["Trudy"], [bearing("Police Officer", "Sniper Rifle")], ben=["Head Shot"])
    assert rifle.no(Event, "Head Shot", "Trudy") == "needs"
    gang = fight(["Gang Bully"], [bearing("Police Officer", "Handgun")], ben=["Head Shot"])
    assert gang.why(Event, "Head Shot", "Gang Bully")[:2] == ("wrong-target", "character.zombie-not-human")
    elsewhere = attack(
        side(raiders=["Trudy", "Fast Zombie"]),
        side(survivors=[bearing("Police Officer", "Handgun"), "Biker"], hand=["Head Shot"]),
        [["Trudy"], ["Fast Zombie"]],
        [["Police Officer"], ["Biker"]],
        asked="Ben",
    )
    assert elsewhere.no(Event, "Head Shot", "Fast Zombie") == "wrong-target"
    one_copy(elsewhere, "Head Shot", "Trudy")


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
        assert desk.no(Event, "Recycle", theirs) == "wrong-target"
    assert desk.no(Event, "Recycle") == "target-missing"
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
    """Ann's zombie is about to be destroyed by soldiers."""
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


# ---- Stand Together


@pytest.mark.card("Stand Together")
def test_stand_together_gives_each_of_two_or_more_characters_defense():
    (more,) = said("Stand Together")
    desk = fight(["Gang Bully"], ["2 Civilian", "Biker"], ben=["Stand Together"])
    desk.do(Event, "Stand Together")
    assert desk.against("Ben", "defense") == 2 * face("Civilian").defense + face("Biker").defense + 3 * more
    raid = fight(["2 Gang Warrior"], ["Patsy McNally"], ann=["Stand Together"])
    raid.do(Event, "Stand Together")
    assert raid.against("Ann", "defense") == 2 * 2 + 2 * more


@pytest.mark.card("Stand Together")
def test_stand_together_needs_two_in_the_engagement():
    only_in_an_engagement("Stand Together")
    alone = fight(["Gang Bully"], ["Biker"], ben=["Stand Together"])
    assert alone.why(Event, "Stand Together").values["need"] == "together"
    assert alone.why(Event, "Stand Together").house
    both = fight(["Gang Bully"], ["2 Biker"], ben=["Stand Together"])
    one_copy(both, "Stand Together")
    assert both.no(Event, "Stand Together", "Biker") == "no-target-wanted"


# ---- One Man Army


@pytest.mark.card("One Man Army")
def test_one_man_army_strengthens_who_stands_alone():
    (more,) = said("One Man Army")
    desk = fight(["2 Gang Warrior"], ["Patsy McNally"], ben=["One Man Army"])
    desk.do(Event, "One Man Army")
    assert desk.against("Ann") == 1 + more
    raid = fight(["Gang Warrior"], ["Patsy McNally"], ann=["One Man Army"])
    raid.do(Event, "One Man Army")
    assert raid.against("Ben") == 2 + more


@pytest.mark.card("One Man Army")
def test_one_man_army_is_for_exactly_one():
    only_in_an_engagement("One Man Army")
    two = fight(["Gang Warrior"], ["Patsy McNally", "Biker"], ben=["One Man Army"])
    assert two.why(Event, "One Man Army").values["need"] == "alone"
    one_copy(fight(["Gang Warrior"], ["Biker"], ann=["One Man Army"]), "One Man Army")


@pytest.mark.card("One Man Army")
def test_one_man_army_lasts_for_its_engagement_only():
    desk = attack(
        side(raiders=["2 Gang Warrior"], hand=["One Man Army"]),
        side(survivors=["Patsy McNally", "Antonio Jones"]),
        [["Gang Warrior"], ["Gang Warrior"]],
        [["Patsy McNally"], ["Antonio Jones"]],
    )
    desk.do(Event, "One Man Army")
    desk.bleeding()
    assert desk.counted("Ben") == [2 + said("One Man Army")[0], 2]  # the other warrior stands alone too, but later
