"""The bikers and the soldiers: what each of them does at home and in combat."""

from typing import Any

import pytest

from apz.apocalypze.moves import Take, Use
from tests.apocalypze.cards.alike import survivor_in_occupation_only, unique_survivor
from tests.apocalypze.cards.printed import face, said, zombie
from tests.apocalypze.cards.staging import ANN, Desk, attack, bearing, named, occupation, side, undead

# ---- Moose Tucker


@pytest.mark.card("Moose Tucker")
def test_moose_tucker_recovers_the_bottom_card_of_the_discard_pile():
    unique_survivor("Moose Tucker")
    survivor_in_occupation_only("Moose Tucker")
    desk = occupation(side(survivors=["Moose Tucker"], discard=["Sentry", "Mugged", "Hog"]), side(), "Ann")
    deck = desk.deck(ANN)
    desk.do(Use, "Moose Tucker")
    assert desk.deck(ANN) == [*deck, "Hog"]
    assert desk.discard(ANN) == ["Sentry", "Mugged"]
    assert not any(key.startswith("pile.shuffled") for key in desk.keys)  # nobody searched a pile


@pytest.mark.card("Moose Tucker")
def test_moose_tucker_works_once_a_turn_at_home_with_something_to_recover():
    pile: dict[str, Any] = {"survivors": ["Moose Tucker"], "discard": ["Sentry", "Hog"]}
    desk = occupation(side(**pile), side(), "Ann")
    desk.do(Use, "Moose Tucker")
    assert desk.no(Use, "Moose Tucker") == "once-a-turn"
    assert occupation(side(**pile), side(), "Ben").no(Use, "Moose Tucker") == "text-elsewhere"
    empty = occupation(side(survivors=["Moose Tucker"]), side(), "Ann")
    assert empty.why(Use, "Moose Tucker").values["need"] == "discard-left"


# ---- Wilfred Python


@pytest.mark.card("Wilfred Python")
def test_wilfred_python_arms_a_biker_from_the_discard_pile():
    unique_survivor("Wilfred Python")
    survivor_in_occupation_only("Wilfred Python")
    desk = occupation(
        side(survivors=["Wilfred Python", "Biker", "Civilian"], discard=["Hog", "Baseball Bat", "Sentry"]),
        side(),
        "Ann",
    )
    desk.do(Use, "Wilfred Python")
    assert desk.no(Take, "Hog", "Biker") == "does-not-fit"
    assert desk.no(Take, "Baseball Bat", "Civilian") == "wrong-target"
    desk.do(Take, "Baseball Bat", "Biker")
    assert desk.on("Biker") == ["Baseball Bat"]
    assert sorted(desk.discard(ANN)) == ["Hog", "Sentry"]
    assert "pile.shuffled-discard" in desk.keys


@pytest.mark.card("Wilfred Python")
def test_wilfred_python_may_arm_himself_once_a_turn_and_the_older_weapon_makes_way():
    armed = bearing("Wilfred Python", "Handgun")
    desk = occupation(side(survivors=[armed], discard=["2 Python's Python"]), side(), "Ann")
    desk.do(Use, "Wilfred Python")
    desk.do(Take, "Python's Python", "Wilfred Python")
    assert desk.on("Wilfred Python") == ["Python's Python"]
    assert desk.deck(ANN)[-1] == "Handgun"
    assert desk.no(Use, "Wilfred Python") == "once-a-turn"


@pytest.mark.card("Wilfred Python")
def test_wilfred_python_does_not_look_where_all_can_see_that_there_is_no_weapon():
    desk = occupation(side(survivors=["Wilfred Python"], discard=["Hog", "Sentry"], deck=["Handgun"]), side(), "Ann")
    assert desk.why(Use, "Wilfred Python")[:2] == ("needs", "event.search")
    away = occupation(side(survivors=["Wilfred Python"], discard=["Handgun"]), side(), "Ben")
    assert away.no(Use, "Wilfred Python") == "text-elsewhere"


# ---- Corporal Dwayne Martinson


@pytest.mark.card("Corporal Dwayne Martinson")
def test_corporal_dwayne_martinson_leads_the_other_soldiers_of_his_engagement():
    unique_survivor("Corporal Dwayne Martinson")
    (more,) = said("Corporal Dwayne Martinson")
    group = ["Corporal Dwayne Martinson", "2 Soldier", "Civilian"]
    desk = attack(
        side(raiders=["2 Gang Warrior"]),
        side(survivors=[*group, "Soldier"]),
        [["Gang Warrior"], ["Gang Warrior"]],
        [group, ["Soldier"]],
    )
    plain = face("Corporal Dwayne Martinson").attack + 2 * face("Soldier").attack + face("Civilian").attack
    assert desk.total("counter", 1) == plain + 2 * more
    assert desk.total("counter", 2) == face("Soldier").attack
    assert desk.total("attack", 1) == face("Gang Warrior").attack


@pytest.mark.card("Corporal Dwayne Martinson")
def test_corporal_dwayne_martinson_leads_nobody_from_the_background():
    desk = attack(
        side(raiders=["Gang Warrior"]),
        side(survivors=["Corporal Dwayne Martinson", "Soldier"]),
        [["Gang Warrior"]],
        [["Soldier"]],
    )
    assert desk.total("counter") == face("Soldier").attack


# ---- Lieutenant Dan Killmeyer


def killmeyer(*raiders: Any, met: Any = (("Lieutenant Dan Killmeyer",),), **state: Any) -> Desk:
    ben = side(survivors=["Lieutenant Dan Killmeyer", "Soldier"])
    return attack(side(raiders=list(raiders)), ben, [named(raiders)], met, asked="Ben", **state)


@pytest.mark.card("Lieutenant Dan Killmeyer")
def test_lieutenant_dan_killmeyer_takes_value_from_an_opposing_character():
    unique_survivor("Lieutenant Dan Killmeyer")
    desk = killmeyer("Trudy", "Fast Zombie")
    before = desk.value("Trudy")
    desk.do(Use, "Lieutenant Dan Killmeyer", "Trudy")
    assert desk.value("Trudy") == before + said("Lieutenant Dan Killmeyer")[0]
    desk = killmeyer("Trudy", undead("Civilian"))
    desk.do(Use, "Lieutenant Dan Killmeyer", "Civilian")
    assert ("Civilian" in desk.deck(ANN)) == (zombie("Civilian").value <= -said("Lieutenant Dan Killmeyer")[0])


@pytest.mark.card("Lieutenant Dan Killmeyer")
def test_lieutenant_dan_killmeyer_shoots_in_his_own_engagement_only():
    desk = killmeyer("Trudy", "The Juggernaut")
    assert desk.no(Use, "Lieutenant Dan Killmeyer", "Soldier") == "aim-own"
    assert desk.no(Use, "Lieutenant Dan Killmeyer") == "aim-missing"
    behind = killmeyer("Trudy", met=[["Soldier"]])
    assert behind.no(Use, "Lieutenant Dan Killmeyer", "Trudy") == "not-in-engagement"
    calm = occupation(side(survivors=["Lieutenant Dan Killmeyer"]), side(raiders=["Trudy"]), "Ann")
    assert calm.no(Use, "Lieutenant Dan Killmeyer", "Trudy") == "wrong-moment"


@pytest.mark.card("Lieutenant Dan Killmeyer")
def test_lieutenant_dan_killmeyer_shoots_once_a_turn():
    desk = killmeyer("Trudy", "The Juggernaut", used=["Lieutenant Dan Killmeyer"])
    assert desk.why(Use, "Lieutenant Dan Killmeyer", "Trudy").rule == "text.once"
