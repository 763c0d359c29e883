"""Bitten: whom it bites, what happens to them, and what no longer fits a zombie."""

from typing import Any

import pytest

from apz.apocalypze.moves import Attach, Eat, Event, Use
from tests.apocalypze.cards.printed import face
from tests.apocalypze.cards.staging import ANN, BEN, Desk, attack, bearing, feeding, occupation, side, undead

# ---- Bitten


def bitten(name: str, by: str, *attached: Any) -> dict[str, Any]:
    """Return a survivor bitten by a player, with other attachments."""
    return {"card": name, "attached": [*attached, {"card": "Bitten", "owner": by}]}


def bite(met: Any = (("Soldier",),), **state: Any) -> Desk:
    return attack(
        side(raiders=[undead("Civilian", "Bitten"), "Trudy"]),
        side(survivors=["Soldier", "Patsy McNally"]),
        [["Civilian"], ["Trudy"]],
        met,
        **state,
    )


@pytest.mark.card("Bitten")
def test_bitten_moves_to_a_survivor_in_its_zombies_engagement():
    desk = bite()
    assert desk.no(Use, "Bitten", "Patsy McNally") == "aim-elsewhere"
    assert desk.no(Use, "Bitten", "Trudy") == "aim-own"
    desk.do(Use, "Bitten", "Soldier")
    assert desk.on("Soldier") == ["Bitten"]
    assert desk.note("attachment.moved").cards == (desk["Bitten"], desk["Soldier"])


@pytest.mark.card("Bitten")
def test_bitten_keeps_its_survivor_from_being_consumed():
    desk = feeding(side(survivors=[bitten("Soldier", "Ben"), "Biker"]), side())
    assert desk.why(Eat, "Soldier").values["by"] == "Bitten"
    desk.do(Eat, "Biker")


@pytest.mark.card("Bitten")
def test_bitten_may_put_its_victims_player_out_of_the_game():
    desk = feeding(side(survivors=[bitten("Soldier", "Ben")], deck=[]), side())
    assert desk.now.winner == BEN


@pytest.mark.card("Bitten")
def test_bitten_bites_in_combat_and_in_its_own_engagement():
    assert bite([["Soldier"], ["Patsy McNally"]], now=2).no(Use, "Bitten", "Patsy McNally") == "not-in-engagement"
    assert bite(occupied="Ann").no(Use, "Bitten", "Soldier") == "text-elsewhere"
    calm = occupation(side(raiders=[undead("Civilian", "Bitten")]), side(survivors=["Soldier"]), "Ben")
    assert calm.no(Use, "Bitten", "Soldier") == "wrong-moment-ability"
    assert calm.why(Use, "Bitten", text=1).values["need"] == "on-human"  # it's still on its zombie


@pytest.mark.card("Bitten")
def test_bitten_does_not_pass_from_survivor_to_survivor_nor_turn_anybody_in_combat():
    desk = attack(
        side(raiders=["Trudy"]),
        side(survivors=[bitten("Soldier", "Ann"), "Biker"]),
        [["Trudy"]],
        [["Soldier", "Biker"]],
    )
    assert desk.why(Use, "Bitten", "Biker").values["need"] == "on-zombie"
    assert desk.no(Use, "Bitten", text=1) == "wrong-moment-ability"


@pytest.mark.card("Bitten")
def test_bitten_goes_on_a_zombie_of_ones_own():
    desk = occupation(side(hand=["Bitten"], raiders=[undead("Biker")]), side(survivors=["Soldier"]), "Ben")
    assert desk.no(Attach, "Bitten", "Soldier") == "wrong-target"
    desk.do(Attach, "Bitten", "Biker")
    human = occupation(side(hand=["Bitten"], raiders=["Gang Warrior"]), side(), "Ben")
    assert human.no(Attach, "Bitten", "Gang Warrior") == "wrong-target"


def victim(who: str, *attached: Any, raiders: Any = (), at: str = "Ben") -> Desk:
    """Stage one of Ben's survivors with Ann's Bitten and other attachments."""
    ben = side("Police Station", survivors=[bitten(who, "Ann", *attached)])
    return occupation(side(raiders=list(raiders)), ben, at)


@pytest.mark.parametrize("name", ["Soldier", "Patsy McNally"])
@pytest.mark.card("Bitten")
def test_bitten_turns_the_human_into_a_zombie_with_the_same_numbers(name):
    desk = victim(name)
    desk.do(Use, "Bitten", text=1)
    assert desk.survivors(BEN) == []
    assert desk.raiders(ANN) == [name]
    assert desk.who(name).face == ("zombie", *face(name)[1:])
    assert desk.discard(ANN) == ["Bitten"]


@pytest.mark.card("Bitten")
def test_bitten_turns_nobody_beside_a_gang_or_from_elsewhere():
    assert victim("Soldier", raiders=["Gang Warrior"]).why(Use, "Bitten", text=1).rule == "twofold.turned"
    assert victim("Soldier", at="Ann").no(Use, "Bitten", text=1) == "text-elsewhere"
    beside = victim("Soldier", raiders=["Trudy"])
    beside.do(Use, "Bitten", text=1)
    assert beside.raiders(ANN) == ["Trudy", "Soldier"]
    theirs = occupation(side(survivors=[bitten("Soldier", "Ben")]), side(), "Ann")
    assert theirs.no(Use, "Bitten", text=1) == "not-your-text"


# ---- what no longer fits


def test_attach_unfit_a_bitten_human_drops_what_a_zombie_cannot_have():
    desk = victim("Police Officer", "Handgun", "The Finest", "Adrenaline")
    desk.do(Use, "Bitten", text=1)
    assert desk.on("Police Officer") == []
    assert desk.discard(BEN) == ["Adrenaline", "The Finest", "Handgun"]
    assert {note.rule for note in desk.notes if note.key == "attachment.unfit"} == {"attach.unfit"}
    assert desk.value("Police Officer") == 3


def test_attach_unfit_what_troubled_a_survivor_leaves_a_zombie():
    desk = victim("Soldier", {"card": "Illness", "owner": "Ann"}, {"card": "Scent of Blood", "owner": "Ann"})
    desk.do(Use, "Bitten", text=1)
    assert desk.discard(ANN) == ["Scent of Blood", "Illness", "Bitten"]


def test_attach_unfit_turned_on_an_armed_survivor_and_on_an_armed_raider():
    ben = side(survivors=[bearing("Soldier", "Sniper Rifle", "Field Promotion")])
    desk = occupation(side(hand=["Turned"]), ben, "Ben")
    desk.do(Event, "Turned", "Soldier")
    assert desk.on("Soldier") == []
    assert desk.discard(BEN) == ["Field Promotion", "Sniper Rifle"]
    raid = occupation(
        side(hand=["Turned"], raiders=[bearing("Gang Warrior", "Baseball Bat", "Adrenaline")]), side(), "Ben"
    )
    raid.do(Event, "Turned", "Gang Warrior")
    assert raid.on("Gang Warrior") == ["Adrenaline"]  # that fits any of her own characters, and this still is one
    assert raid.discard(ANN)[0] == "Baseball Bat"


def test_attach_unfit_a_mark_goes_with_the_weapon_it_is_on():
    ben = side(survivors=[bearing("Soldier", "Handgun", "Gang Mark")])
    desk = occupation(side(hand=["Turned"]), ben, "Ben")
    desk.do(Event, "Turned", "Soldier")
    assert desk.on("Soldier") == []
    assert (desk.discard(BEN), desk.discard(ANN)) == (["Handgun"], ["Gang Mark", "Turned"])


def test_attach_unfit_bitten_stays_on_a_human_turned_by_another_card_and_can_bite_again():
    desk = occupation(side(hand=["Turned"]), side(survivors=[bitten("Soldier", "Ann")]), "Ben")
    desk.do(Event, "Turned", "Soldier")
    assert desk.on("Soldier") == ["Bitten"]
    assert desk.who("Soldier").zombie
