"""Attachments that strengthen, promote, carry or trouble a character."""

from typing import Any

import pytest

from apz.apocalypze.moves import Attach, Eat, Pass, Use, Wound
from apz.apocalypze.rules.sums import feed_sum
from tests.apocalypze.cards.alike import duel, gives, goes_on
from tests.apocalypze.cards.printed import card, face, said, zombie
from tests.apocalypze.cards.staging import ANN, BEN, Desk, attack, bearing, feeding, occupation, side, undead

# ---- Adrenaline


@pytest.mark.card("Adrenaline")
def test_adrenaline_is_recycled_for_more_attack():
    (more,) = said("Adrenaline")
    desk = duel(bearing("Gang Warrior", "Adrenaline"))
    assert desk.total("attack") == 2  # it does nothing until it's used
    desk.do(Use, "Adrenaline")
    assert desk.against("Ben") == 2 + more
    assert desk.deck(ANN)[-1] == "Adrenaline"
    assert desk.raiders(ANN) == ["Gang Warrior"]


@pytest.mark.card("Adrenaline")
def test_adrenaline_helps_a_defender_too():
    desk = duel("Gang Warrior", against=bearing("Civilian", "Adrenaline"), asked="Ben")
    desk.do(Use, "Adrenaline")
    assert desk.against("Ann") == face("Civilian").attack + said("Adrenaline")[0]
    assert desk.deck(BEN)[-1] == "Adrenaline"


@pytest.mark.card("Adrenaline")
def test_adrenaline_goes_on_any_character_of_ones_own():
    goes_on("Adrenaline", ["Civilian", "Patsy McNally"], [])
    desk = occupation(side(raiders=[undead("Civilian")], hand=["Adrenaline"]), side(survivors=["Soldier"]), "Ben")
    assert desk.no(Attach, "Adrenaline", "Soldier") == "wrong-target"
    desk.do(Attach, "Adrenaline", "Civilian")
    twice = occupation(side(survivors=[bearing("Biker", "Adrenaline")], hand=["Adrenaline"]), side(), "Ann")
    assert twice.no(Attach, "Adrenaline 2", "Biker") == "second-copy"


@pytest.mark.card("Adrenaline")
def test_adrenaline_works_in_its_bearers_engagement_and_where_its_player_is():
    desk = attack(
        side(raiders=[bearing("Gang Warrior", "Adrenaline"), "Gang Bully"]),
        side(survivors=["2 Civilian"]),
        [["Gang Bully"], ["Gang Warrior"]],
        [["Civilian"], ["Civilian"]],
    )
    assert desk.no(Use, "Adrenaline") == "not-in-engagement"
    assert duel(bearing("Gang Warrior", "Adrenaline"), occupied="Ann").no(Use, "Adrenaline") == "text-elsewhere"
    assert duel(bearing("Gang Warrior", "Adrenaline"), asked="Ben").no(Use, "Adrenaline") == "not-your-text"
    calm = occupation(side(survivors=[bearing("Biker", "Adrenaline")]), side(), "Ann")
    assert calm.no(Use, "Adrenaline") == "wrong-moment"


# ---- The Finest, Field Promotion


@pytest.mark.card("The Finest")
def test_the_finest_makes_a_police_worth_more():
    goes_on("The Finest", ["Police Officer", "Patsy McNally", "Antonio Jones"], ["Civilian", "Soldier"])
    bonus = card("The Finest").bonus
    assert bonus[:2] == (0, 0)
    gives("The Finest", "Police Officer", 0, 0)
    desk = feeding(side(survivors=[bearing("Police Officer", "The Finest"), "8 Police Officer"]), side())
    desk.do(Eat, "Police Officer")
    assert desk.note("consume.offered").values["paid"] == 3 + bonus[2]


@pytest.mark.card("The Finest")
def test_the_finest_lets_a_police_take_more_wounds():
    bonus = card("The Finest").bonus[2]
    desk = duel("2 Gang Warrior", against=bearing("Police Officer", "The Finest"))
    assert desk.value("Police Officer") == 3 + bonus
    desk.do(Pass)
    assert desk.owed == 3  # enough to kill an officer without it
    desk.do(Wound, "Police Officer")
    assert desk.deck(BEN)[-2:] == ["Police Officer", "The Finest"]  # wounded, and recycled with it
    away = occupation(side(survivors=["Police Officer"], hand=["The Finest"]), side(), "Ben")
    assert away.no(Attach, "The Finest", "Police Officer") == "attach-elsewhere"


@pytest.mark.card("Field Promotion")
def test_field_promotion_is_for_generic_soldiers():
    officers = ["Corporal Dwayne Martinson", "Lieutenant Dan Killmeyer"]
    goes_on("Field Promotion", ["Soldier"], [*officers, "Biker", "Police Officer"])
    assert sum(card("Field Promotion").bonus) > 0
    gives("Field Promotion", "Soldier", *card("Field Promotion").bonus[:2])
    dead = occupation(side(raiders=[undead("Soldier")], hand=["Field Promotion"]), side(), "Ben")
    assert dead.no(Attach, "Field Promotion", "Soldier") == "wrong-target"  # a zombie isn't a soldier anymore


# ---- Hog


def riders(met: Any, **state: Any) -> Desk:
    """Stage a biker with a Hog among Ben's survivors, and two gang raiders at two access points."""
    return attack(
        side(raiders=["Gang Warrior", "Gang Bully"]),
        side(survivors=[bearing("Biker", "Hog"), "Moose Tucker"]),
        [["Gang Warrior"], ["Gang Bully"]],
        met,
        asked=state.pop("asked", "Ben"),
        **state,
    )


@pytest.mark.card("Hog")
def test_hog_brings_its_biker_out_of_the_background():
    desk = riders([["Moose Tucker"]])
    bonus = card("Hog").bonus
    desk.do(Use, "Hog")
    assert desk.against("Ben", "defense") == face("Moose Tucker").defense + face("Biker").defense + bonus[1]
    assert desk.against("Ann") == face("Moose Tucker").attack + face("Biker").attack + bonus[0]
    assert desk.note("combat.joined").values["point"] == 1


@pytest.mark.card("Hog")
def test_hog_does_nothing_for_a_biker_who_is_in_a_group():
    assert riders([["Biker"]]).why(Use, "Hog").values["need"] == "in-background"
    assert riders([["Moose Tucker"], ["Biker"]]).no(Use, "Hog") == "needs"
    assert riders([["Moose Tucker"]], used=["Hog"]).no(Use, "Hog") == "once-a-turn"
    assert riders([["Moose Tucker"]], asked="Ann").no(Use, "Hog") == "not-your-text"


@pytest.mark.card("Hog")
def test_hog_is_ridden_by_bikers():
    goes_on("Hog", ["Biker", "Moose Tucker"], ["Civilian", "Soldier"])
    gives("Hog", "Biker", *card("Hog").bonus[:2])
    assert card("Hog").attributes == {"vehicle"}
    calm = occupation(side(survivors=[bearing("Biker", "Hog")]), side(), "Ann")
    assert calm.no(Use, "Hog") == "wrong-moment"


# ---- Illness, Scent of Blood


def troubles(name: str) -> None:
    """Check that an attachment fits an opponent's survivor, and none of the player's own characters."""
    ann = side(hand=[name], raiders=["Trudy"], survivors=["Civilian"])
    desk = occupation(ann, side(survivors=["Soldier"]), "Ben")
    assert desk.no(Attach, name, "Trudy") == "wrong-target"
    assert desk.no(Attach, name, "Civilian") == "wrong-target"  # nor does it fit Ann's own survivors
    desk.do(Attach, name, "Soldier")
    assert desk.on("Soldier") == [name]
    home = occupation(ann, side(survivors=["Soldier"], raiders=["Gang Warrior"]), "Ann")
    for host, key in (("Civilian", "wrong-target"), ("Gang Warrior", "wrong-target"), ("Soldier", "attach-elsewhere")):
        assert home.no(Attach, name, host) == key


@pytest.mark.card("Illness")
def test_illness_makes_its_bearers_player_consume_more():
    troubles("Illness")
    (more,) = said("Illness")
    sick = side("Military Base", survivors=[bearing("Soldier", "Illness"), "Biker"])
    desk = feeding(sick, side())
    assert desk.owed == 2 + more
    assert feed_sum(desk.now, BEN).total == 1


@pytest.mark.card("Illness")
def test_illness_ends_with_its_bearer_and_goes_home():
    desk = feeding(side("Military Base", survivors=[bearing("Patsy McNally", "Illness"), "Biker"]), side())
    desk.do(Eat, "Patsy McNally")
    assert (desk.discard(ANN), desk.discard(BEN)) == (["Patsy McNally"], ["Illness"])
    assert feed_sum(desk.now, ANN).total == 1


@pytest.mark.card("Scent of Blood")
def test_scent_of_blood_drives_the_zombies_of_its_bearers_engagement():
    troubles("Scent of Blood")
    (more,) = said("Scent of Blood")
    desk = attack(
        side(raiders=["Trudy", undead("2 Civilian")]),
        side(survivors=[bearing("Soldier", "Scent of Blood"), "Biker"]),
        [["Trudy", "Civilian"], ["Civilian"]],
        [["Soldier"], ["Biker"]],
    )
    assert desk.total("attack", 1) == face("Trudy").attack + zombie("Civilian").attack + 2 * more
    assert desk.total("attack", 2) == zombie("Civilian").attack
    assert desk.total("defense", 1) == face("Trudy").defense + zombie("Civilian").defense + said("Trudy")[0]


@pytest.mark.card("Scent of Blood")
def test_scent_of_blood_means_nothing_to_humans_or_from_the_background():
    bleeding = bearing("Soldier", "Scent of Blood")
    assert duel("Gang Warrior", against=bleeding).total("attack") == 2
    desk = attack(side(raiders=["Trudy"]), side(survivors=[bleeding, "Biker"]), [["Trudy"]], [["Biker"]])
    assert desk.total("attack") == face("Trudy").attack
