"""Trumps for an engagement: when each can be played, what it needs, and what it does."""

import pytest

from apz.apocalypze.moves import Event
from tests.apocalypze.cards.alike import fight, one_copy, only_in_an_engagement
from tests.apocalypze.cards.printed import face, said, zombie
from tests.apocalypze.cards.staging import ANN, BEN, attack, bearing, side, undead

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
    thrown = desk.note("event.thrown").values
    assert (thrown["target"], thrown["hit"]) == (("Wes Trentin",), ("Patsy McNally", "Police Officer"))
    burnt = {note.values["card"]: note.values["after"] for note in desk.notes if note.key == "character.wounded"}
    assert burnt == {"Patsy McNally": 5 + less, "Police Officer": 3 + less}
    assert desk.who("Antonio Jones").wounds == 0  # he is in the background
    assert desk.who("Wes Trentin").wounds == 0


@pytest.mark.card("Molotov Cocktail")
def test_a_thrower_and_those_hit_are_told_apart_if_they_have_the_same_name():
    desk = fight([undead("Police Officer")], ["Police Officer"], ben=["Molotov Cocktail"])
    thrower, hit = (desk.now.sides[player] for player in (BEN, ANN))
    desk.do(Event, "Molotov Cocktail", thrower.survivors[0].id)
    assert desk.note("event.thrown").values["hit"] == (f"Police Officer #{hit.raiders[0].id}",)


@pytest.mark.card("Molotov Cocktail")
def test_molotov_cocktail_is_thrown_by_a_human_of_ones_own_in_the_engagement():
    only_in_an_engagement("Molotov Cocktail", "Biker")
    assert fight(["Trudy"], ["Biker"], ann=["Molotov Cocktail"]).no(Event, "Molotov Cocktail", "Trudy") == "aim-zombie"
    desk = fight(["Gang Warrior"], ["Biker"], ann=["Molotov Cocktail"])
    assert desk.no(Event, "Molotov Cocktail", "Biker") == "aim-theirs"
    assert desk.no(Event, "Molotov Cocktail") == "aim-missing"
    one_copy(desk, "Molotov Cocktail", "Gang Warrior")


@pytest.mark.card("Molotov Cocktail")
def test_molotov_cocktail_that_kills_takes_the_dead_in_the_order_in_which_they_stand():
    dying = ["Civilian", "Soldier", "Biker"]
    dead = [{**undead(name), "wounds": zombie(name).value - 1} for name in dying]
    desk = fight(dead, ["Patsy McNally"], ben=["Molotov Cocktail"])
    desk.do(Event, "Molotov Cocktail", "Patsy McNally")
    assert desk.raiders(ANN) == []
    assert desk.deck(ANN)[-3:] == dying


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
    assert desk.no(Event, "Pop!", "Gang Warrior") == "aim-elsewhere"
    assert desk.no(Event, "Pop!", "Police Officer") == "aim-own"
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
    assert gang.why(Event, "Head Shot", "Gang Bully")[:2] == ("aim-human", "character.zombie-not-human")
    elsewhere = attack(
        side(raiders=["Trudy", "Fast Zombie"]),
        side(survivors=[bearing("Police Officer", "Handgun"), "Biker"], hand=["Head Shot"]),
        [["Trudy"], ["Fast Zombie"]],
        [["Police Officer"], ["Biker"]],
        asked="Ben",
    )
    assert elsewhere.why(Event, "Head Shot", "Fast Zombie")[:2] == ("aim-elsewhere", "timing.engagement")
    one_copy(elsewhere, "Head Shot", "Trudy")


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
    assert desk.counted("Ben") == [2 + said("One Man Army")[0], 2]  # the other warrior is alone too, but later
