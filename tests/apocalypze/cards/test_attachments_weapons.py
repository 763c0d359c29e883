"""The weapons: whom they fit, what they add, when they shoot, and how they replace each other."""

from typing import Any

import pytest

from apz.apocalypze.moves import Attach, Done, Use
from tests.apocalypze.cards.alike import duel, gives, goes_on
from tests.apocalypze.cards.printed import card, face, said
from tests.apocalypze.cards.staging import ANN, BEN, Desk, attack, bearing, occupation, side, undead


def humans_only(name: str) -> None:
    """Check that a weapon fits only the player's own humans, at home or raiding; never zombies or opponents."""
    assert card(name).target == "your-human"
    assert "weapon" in card(name).attributes
    goes_on(name, ["Civilian", "Alex Bloom"], [])
    raid = occupation(side(raiders=["Gang Warrior"], hand=[name]), side(survivors=["Civilian"]), "Ben")
    assert raid.no(Attach, name, "Civilian") == "wrong-target"
    raid.do(Attach, name, "Gang Warrior")
    dead = occupation(side(raiders=[undead("Soldier")], hand=[name]), side(), "Ben")
    assert dead.why(Attach, name, "Soldier")[:2] == ("wrong-target", "character.zombie-not-human")
    away = occupation(side(survivors=["Civilian"], hand=[name]), side(), "Ben")
    assert away.no(Attach, name, "Civilian") == "attach-elsewhere"


def makes_way(name: str) -> None:
    """Check that a weapon is recycled when its character gets a new weapon, and that it displaces an older one."""
    other = "Baseball Bat" if name != "Baseball Bat" else "Handgun"
    desk = occupation(side(survivors=[bearing("Civilian", name, "Adrenaline")], hand=[other]), side(), "Ann")
    desk.do(Attach, other, "Civilian")
    assert desk.on("Civilian") == ["Adrenaline", other]
    assert desk.deck(ANN)[-1] == name
    assert desk.note("attachment.displaced").rule == "attach.displace"
    desk = occupation(side(survivors=[bearing("Civilian", other)], hand=[name]), side(), "Ann")
    desk.do(Attach, name, "Civilian")
    assert desk.on("Civilian") == [name]


# ---- weapons with numbers


def arms(name: str, *attributes: str) -> None:
    """Check that a weapon fits only humans, adds its bonus and makes way for another weapon."""
    humans_only(name)
    makes_way(name)
    assert card(name).attributes == {"weapon", *attributes}
    gives(name, "Civilian", *card(name).bonus[:2])
    assert card(name).bonus[0] > 0


@pytest.mark.card("Baseball Bat")
def test_baseball_bat_arms_a_human():
    arms("Baseball Bat", "melee")
    assert card("Baseball Bat").house("bonus")


@pytest.mark.card("Handgun")
def test_handgun_arms_a_human():
    arms("Handgun", "gun", "handgun")


@pytest.mark.card("Fire Axe")
def test_fire_axe_hits_harder_while_a_zombie_opposes_its_bearer():
    humans_only("Fire Axe")
    makes_way("Fire Axe")
    plain, (more,) = face("Civilian").attack + card("Fire Axe").bonus[0], said("Fire Axe")
    axe = bearing("Civilian", "Fire Axe")
    assert duel("Gang Warrior", against=axe).total("counter") == plain
    for dead in ("Trudy", undead("Biker")):
        assert duel(dead, against=axe).total("counter") == plain + more
    assert duel("Trudy", "Fast Zombie", against=axe).total("counter") == plain + more  # two zombies still count once


@pytest.mark.card("Fire Axe")
def test_fire_axe_asks_for_a_zombie_in_its_bearers_own_engagement():
    desk = attack(
        side(raiders=["Trudy", "Fast Zombie"]),
        side(survivors=[bearing("Civilian", "Fire Axe"), "Soldier"]),
        [["Trudy", "Fast Zombie"]],
        [["Soldier"]],
    )
    assert desk.total("counter") == face("Soldier").attack
    raid = duel(bearing("Gang Warrior", "Fire Axe"), against="Civilian")
    assert raid.total("attack") == 2 + card("Fire Axe").bonus[0]


@pytest.mark.card("Python's Python")
def test_pythons_python_is_best_on_wilfred_python():
    humans_only("Python's Python")
    makes_way("Python's Python")
    assert "handgun" in card("Python's Python").attributes
    hit, guard, _ = card("Python's Python").bonus
    gives("Python's Python", "Biker", hit, guard)
    gives("Python's Python", "Wilfred Python", hit + said("Python's Python")[0], guard)
    gives("Python's Python", "Moose Tucker", hit, guard)


@pytest.mark.card("Patsy's Pistols")
def test_patsys_pistols_are_best_on_patsy():
    humans_only("Patsy's Pistols")
    makes_way("Patsy's Pistols")
    assert "handgun" in card("Patsy's Pistols").attributes
    hit, guard, _ = card("Patsy's Pistols").bonus
    more, safer = said("Patsy's Pistols")
    gives("Patsy's Pistols", "Police Officer", hit, guard)
    gives("Patsy's Pistols", "Patsy McNally", hit + more, guard + safer)


# ---- Sniper Rifle


def sniper(*raiders: Any, at: str = "Ann") -> Desk:
    ann = side(survivors=[bearing("Soldier", "Sniper Rifle"), "Biker"], raiders=["Trudy"])
    return occupation(ann, side(raiders=list(raiders)), at)


@pytest.mark.card("Sniper Rifle")
def test_sniper_rifle_takes_two_from_a_raider_here():
    desk = sniper("Lord Brawn", "Gang Bully")
    before = desk.value("Lord Brawn")
    desk.do(Use, "Sniper Rifle", "Lord Brawn")
    assert desk.value("Lord Brawn") == before - 2
    assert desk.raiders(BEN) == ["Lord Brawn", "Gang Bully"]
    desk.do(Done)
    assert desk.raiders(BEN) == ["Gang Bully"]  # wounded: recycled at the end of the phase
    assert desk.deck(BEN)[-1] == "Lord Brawn"


@pytest.mark.card("Sniper Rifle")
def test_sniper_rifle_kills_whoever_has_no_more_than_two():
    desk = sniper(undead("Gang Warrior"))
    desk.do(Use, "Sniper Rifle", "Gang Warrior")
    assert desk.raiders(BEN) == []
    assert desk.deck(BEN)[-1] == "Gang Warrior"


@pytest.mark.card("Sniper Rifle")
def test_sniper_rifle_shoots_once_a_turn_in_its_players_occupation_phase_at_raiders_here():
    desk = sniper("Lord Brawn", "Gang Bully")
    assert desk.no(Use, "Sniper Rifle", "Trudy") == "aim-no-raider"  # she is at the other stronghold
    assert desk.no(Use, "Sniper Rifle", "Biker") == "aim-no-raider"
    assert desk.no(Use, "Sniper Rifle") == "aim-missing"
    desk.do(Use, "Sniper Rifle", "Lord Brawn")
    assert desk.no(Use, "Sniper Rifle", "Gang Bully") == "once-a-turn"
    assert sniper("Lord Brawn", at="Ben").no(Use, "Sniper Rifle", "Lord Brawn") == "text-elsewhere"
    fight = duel("Gang Warrior", against=bearing("Soldier", "Sniper Rifle"), asked="Ben")
    assert fight.no(Use, "Sniper Rifle", "Gang Warrior") == "wrong-moment"
    theirs = occupation(side(raiders=["Lord Brawn"]), side(survivors=[bearing("Soldier", "Sniper Rifle")]), "Ben")
    assert theirs.no(Use, "Sniper Rifle", "Lord Brawn") == "not-your-text"


@pytest.mark.card("Sniper Rifle")
def test_sniper_rifle_is_for_survivors_and_makes_way_for_another_weapon():
    assert card("Sniper Rifle").attributes == {"weapon", "gun"}
    makes_way("Sniper Rifle")
    goes_on("Sniper Rifle", ["Civilian", "Patsy McNally"], [])
    raid = occupation(side(raiders=["Gang Warrior"], hand=["Sniper Rifle"]), side(), "Ben")
    assert raid.no(Attach, "Sniper Rifle", "Gang Warrior") == "wrong-target"


# ---- Shotgun


def shotgun(**state: Any) -> Desk:
    shooter = bearing("Lord Brawn", "Shotgun")
    return attack(
        side(raiders=[shooter, "Gang Warrior"]),
        side(survivors=["Patsy McNally", "2 Police Officer", "Antonio Jones"]),
        [["Lord Brawn"], ["Gang Warrior"]],
        [["Patsy McNally", "Police Officer"], ["Police Officer"]],
        **state,
    )


@pytest.mark.card("Shotgun")
def test_shotgun_takes_three_from_one():
    desk = shotgun()
    desk.do(Use, "Shotgun", "Patsy McNally")
    assert desk.note("character.wounded").values == {"card": "Patsy McNally", "amount": 3, "before": 5, "after": 2}
    assert desk.deck(ANN)[-1] == "Shotgun"
    assert desk.on("Lord Brawn") == []


@pytest.mark.parametrize("order", [("Patsy McNally", "Police Officer"), ("Police Officer", "Patsy McNally")])
@pytest.mark.card("Shotgun")
def test_shotgun_takes_one_each_from_two_whichever_is_named_first(order):
    desk = shotgun()
    desk.do(Use, "Shotgun", *order)
    assert (desk.value("Patsy McNally"), desk.value("Police Officer")) == (4, 2)
    assert desk.deck(ANN)[-1] == "Shotgun"


@pytest.mark.card("Shotgun")
def test_shotgun_hits_opposing_characters_of_the_same_engagement():
    desk = shotgun()
    assert desk.no(Use, "Shotgun", "Police Officer 2") == "aim-elsewhere"
    assert desk.no(Use, "Shotgun", "Antonio Jones") == "aim-elsewhere"
    assert desk.no(Use, "Shotgun", "Gang Warrior") == "aim-own"
    assert desk.no(Use, "Shotgun", "Patsy McNally", "Patsy McNally") == "aim-twice"
    assert desk.no(Use, "Shotgun", "Patsy McNally", "Police Officer 2") == "aim-elsewhere"
    assert desk.no(Use, "Shotgun") == "aim-missing"
    assert shotgun(now=2).no(Use, "Shotgun", "Police Officer 2") == "not-in-engagement"
    assert shotgun(occupied="Ann").no(Use, "Shotgun", "Patsy McNally") == "text-elsewhere"
    calm = occupation(side(survivors=[bearing("Biker", "Shotgun")]), side(raiders=["Gang Warrior"]), "Ann")
    assert calm.no(Use, "Shotgun", "Gang Warrior") == "wrong-moment"


@pytest.mark.card("Shotgun")
def test_shotgun_is_a_humans_gun_and_makes_way_for_another_weapon():
    assert card("Shotgun").attributes == {"weapon", "gun"}
    humans_only("Shotgun")
    makes_way("Shotgun")
