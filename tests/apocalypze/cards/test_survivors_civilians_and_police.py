"""The twofold survivors, the civilians and the police: their numbers, and what each does at home and in combat."""

from typing import Any

import pytest

from apz.apocalypze.moves import Attach, Eat, Pass, Play, Take, Use, Wound
from apz.apocalypze.rules.sums import feed_sum
from tests.apocalypze.cards.alike import survivor_in_occupation_only, unique_survivor
from tests.apocalypze.cards.printed import card, face, said, zombie
from tests.apocalypze.cards.staging import ANN, BEN, Desk, attack, bearing, feeding, named, occupation, side, undead


def plays_both_sides(name: str) -> None:
    """Check a twofold survivor: human at home, zombie at the opponent's stronghold, never the other way around."""
    home = occupation(side(hand=[name]), side(), "Ann")
    assert home.no(Play, name, zombie=True) == "raider-at-theirs"
    home.do(Play, name)
    assert home.survivors(ANN) == [name]
    assert home.who(name).face is card(name).human
    away = occupation(side(hand=[name]), side(), "Ben")
    assert away.no(Play, name) == "survivor-at-home"
    away.do(Play, name, zombie=True)
    assert away.raiders(ANN) == [name]
    assert away.who(name).face is card(name).zombie


# ---- the twofolds


@pytest.mark.card("Civilian")
def test_civilian_is_a_human_at_home_or_a_zombie_at_theirs():
    plays_both_sides("Civilian")
    assert face("Civilian").faction == "civilian"
    assert face("Civilian").attack < face("Civilian").defense  # weak in attack, strong in defense
    assert face("Civilian").house == zombie("Civilian").house == {"attack", "defense", "value"}


@pytest.mark.card("Biker")
def test_biker_is_a_human_at_home_or_a_zombie_at_theirs():
    plays_both_sides("Biker")
    assert face("Biker").faction == "biker"
    assert face("Biker").attack == face("Biker").defense  # balanced
    assert face("Biker").house == zombie("Biker").house == {"attack", "defense", "value"}


@pytest.mark.card("Police Officer")
def test_police_officer_is_a_human_at_home_or_a_zombie_at_theirs():
    plays_both_sides("Police Officer")
    assert face("Police Officer") == ("police", 1, 1, 3, frozenset())  # all from the rulebook
    assert zombie("Police Officer").house == {"attack", "defense", "value"}


@pytest.mark.card("Soldier")
def test_soldier_is_a_human_at_home_or_a_zombie_at_theirs():
    plays_both_sides("Soldier")
    assert face("Soldier").faction == "soldier"
    assert face("Soldier").attack == max(face(n).attack for n in ("Civilian", "Biker", "Police Officer", "Soldier"))
    assert face("Soldier").house == zombie("Soldier").house == {"attack", "defense", "value"}


@pytest.mark.card("Civilian")
@pytest.mark.card("Soldier")
def test_a_killed_human_is_discarded_and_its_zombie_recycled():
    human = attack(side(raiders=["9 Cult Fanatic"]), side(survivors=["Civilian"]), [["9 Cult Fanatic"]], [["Civilian"]])
    human.do(Pass)
    human.do(Wound, "Civilian")
    assert human.discard(BEN)[0] == "Civilian"
    dead = attack(side(raiders=[undead("Soldier")]), side(survivors=["6 Soldier"]), [["Soldier"]], [["6 Soldier"]])
    dead.do(Pass)
    dead.do(Wound, "Soldier")
    assert dead.deck(ANN)[-1] == "Soldier"


# ---- Alex Bloom


@pytest.mark.card("Alex Bloom")
def test_alex_bloom_makes_her_player_consume_less():
    unique_survivor("Alex Bloom")
    (less,) = said("Alex Bloom")
    base = side("Military Base", survivors=["Alex Bloom", "3 Soldier"])
    assert feeding(base, side()).owed == 4 - less
    assert feed_sum(feeding(side(), base).now, ANN).total == 1  # it doesn't help the opponent


@pytest.mark.card("Alex Bloom")
def test_alex_bloom_and_the_church_add_up_but_never_below_one():
    assert feeding(side("Church", survivors=["Alex Bloom"]), side()).owed == 1
    desk = feeding(side("Church", survivors=["Alex Bloom", "4 Soldier"]), side())
    assert desk.owed == 5 - said("Alex Bloom")[0] - said("Church")[0]


# ---- Cinda Parikh


def cinda(at: str = "Ann", **zones: Any) -> Desk:
    zones = {"survivors": ["Cinda Parikh"], "deck": ["Chain Link Fence", "Searchlight", "Fire Axe"], **zones}
    return occupation(side(**zones), side(), at)


@pytest.mark.card("Cinda Parikh")
def test_cinda_parikh_puts_up_a_fortification_from_the_deck():
    unique_survivor("Cinda Parikh")
    survivor_in_occupation_only("Cinda Parikh")
    assert "engineer" in card("Cinda Parikh").attributes
    desk = cinda()
    desk.do(Use, "Cinda Parikh")
    assert desk.no(Take, "Fire Axe", "Church") == "does-not-fit"
    assert desk.no(Take, "Chain Link Fence", "Cinda Parikh") == "wrong-target"
    assert desk.no(Take, "Chain Link Fence", desk.now.sides[BEN].stronghold) == "wrong-target"
    desk.do(Take, "Chain Link Fence", "Church")
    assert desk.fixtures(ANN) == ["Chain Link Fence"]
    assert "pile.shuffled-deck" in desk.keys


@pytest.mark.card("Cinda Parikh")
def test_cinda_parikh_works_once_a_turn_at_home_and_puts_up_nothing_twice():
    desk = cinda(attached=["Chain Link Fence"])
    desk.do(Use, "Cinda Parikh")
    assert desk.no(Take, "Chain Link Fence 2", "Church") == "second-copy"
    desk.do(Take, "Searchlight", "Church")
    assert desk.no(Use, "Cinda Parikh") == "once-a-turn"
    assert cinda("Ben").no(Use, "Cinda Parikh") == "text-elsewhere"
    assert cinda(deck=[]).no(Use, "Cinda Parikh") == "needs"


# ---- Antonio Jones


def jones(*survivors: Any, wounds: int = 9) -> Desk:
    """Stage `wounds` fanatics attacking these survivors, Antonio Jones outside the engagement, and a first pass."""
    crowd = f"{wounds} Cult Fanatic"
    ben = side("Police Station", survivors=[*survivors, "Antonio Jones"])
    desk = attack(side(raiders=[crowd]), ben, [[crowd]], [named(survivors)])
    desk.do(Pass)
    return desk


@pytest.mark.card("Antonio Jones")
def test_antonio_jones_recycles_another_police_who_would_be_removed():
    unique_survivor("Antonio Jones")
    desk = jones(bearing("Police Officer", "Handgun"))
    desk.do(Wound, "Police Officer")
    assert desk.asked == ("remove", BEN)
    desk.do(Use, "Antonio Jones", "Police Officer")
    assert desk.deck(BEN)[-2:] == ["Police Officer", "Handgun"]
    assert "Police Officer" not in desk.discard(BEN)


@pytest.mark.card("Antonio Jones")
def test_antonio_jones_may_let_it_happen():
    desk = jones("Police Officer")
    desk.do(Wound, "Police Officer")
    desk.do(Pass)
    assert "Police Officer" in desk.discard(BEN)


@pytest.mark.card("Antonio Jones")
def test_antonio_jones_helps_once_a_turn():
    desk = jones("2 Police Officer")
    desk.do(Wound, "Police Officer")
    desk.do(Use, "Antonio Jones", "Police Officer")
    desk.do(Wound, "Police Officer")
    assert desk.kind != "remove"
    assert desk.discard(BEN)[:1] == ["Police Officer"]


@pytest.mark.card("Antonio Jones")
def test_antonio_jones_helps_neither_himself_nor_anybody_but_police():
    desk = attack(
        side(raiders=["9 Cult Fanatic"]),
        side(survivors=["Civilian", "Antonio Jones"]),
        [["9 Cult Fanatic"]],
        [["Civilian", "Antonio Jones"]],
    )
    desk.do(Pass)
    desk.do(Wound, "Civilian")
    assert desk.asked == ("wound", BEN)
    desk.do(Wound, "Antonio Jones")
    assert desk.discard(BEN)[:2] == ["Antonio Jones", "Civilian"]


@pytest.mark.card("Antonio Jones")
def test_antonio_jones_does_not_help_who_is_consumed_or_finds_no_room():
    desk = feeding(side(survivors=["Police Officer", "Antonio Jones"]), side())
    desk.do(Eat, "Police Officer")
    assert desk.discard(ANN) == ["Police Officer"]
    room = card("Police Station").capacity - 1
    full = occupation(
        side("Police Station", survivors=[f"{room} Civilian", "Antonio Jones"], hand=["Police Officer"]), side(), "Ann"
    )
    full.do(Play, "Police Officer")
    assert full.discard(ANN) == ["Police Officer"]
    assert full.kind == "act"


@pytest.mark.card("Antonio Jones")
def test_antonio_jones_has_his_moment_and_no_other():
    desk = occupation(side(survivors=["Antonio Jones", "Police Officer"]), side(), "Ann")
    assert desk.no(Use, "Antonio Jones", "Police Officer") == "wrong-moment"


# ---- Patsy McNally


@pytest.mark.card("Patsy McNally")
def test_patsy_mcnally_keeps_every_weapon_she_gets():
    unique_survivor("Patsy McNally")
    assert face("Patsy McNally") == ("police", 1, 3, 5, frozenset())  # all from the rulebook
    hand = ["Handgun", "Baseball Bat", "Sniper Rifle"]
    for name, kept in (("Patsy McNally", hand), ("Police Officer", hand[-1:])):
        desk = occupation(side(survivors=[name], hand=hand), side(), "Ann")
        for weapon in hand:
            desk.do(Attach, weapon, name)
        assert desk.on(name) == kept


@pytest.mark.card("Patsy McNally")
def test_patsy_mcnally_has_no_two_weapons_of_a_name_all_the_same():
    desk = occupation(side(survivors=[bearing("Patsy McNally", "Handgun")], hand=["Handgun"]), side(), "Ann")
    assert desk.no(Attach, "Handgun 2", "Patsy McNally") == "second-copy"


@pytest.mark.card("Patsy McNally")
def test_patsy_mcnally_is_worth_five_when_she_is_consumed():
    desk = feeding(side(survivors=["Patsy McNally", "3 Police Officer"]), side())
    assert desk.owed == 4
    desk.do(Eat, "Patsy McNally")
    assert desk.note("consume.paid-over").values == {"player": "Ann", "owed": 4, "paid": 5, "lost": 1}


# ---- John Misarti


def misarti(*attached: str, met: Any = (("John Misarti",),)) -> Desk:
    ben = side(survivors=[bearing("John Misarti", *attached), "Civilian"])
    return attack(side(raiders=["3 Gang Warrior"]), ben, [["3 Gang Warrior"]], met, asked="Ben")


@pytest.mark.parametrize(
    ("attached", "bonus"),
    [((), 5), (("Baseball Bat",), 6), (("Fire Axe",), 6), (("Adrenaline",), 5), (("Baseball Bat", "Gang Mark"), 5)],
)
@pytest.mark.card("John Misarti")
def test_john_misarti_is_removed_for_five_or_with_a_melee_weapon_six(attached, bonus):
    desk = misarti(*attached)
    desk.do(Use, "John Misarti")
    owners = {name: ANN if name == "Gang Mark" else BEN for name in attached}
    assert "John Misarti" in desk.discard(BEN)
    assert all(name in desk.discard(owner) for name, owner in owners.items())
    assert desk.against("Ann") == bonus


@pytest.mark.card("John Misarti")
def test_john_misarti_is_gone_but_the_attack_stays_blocked():
    desk = misarti()
    desk.do(Use, "John Misarti")
    assert "combat.emptied" in desk.keys
    assert "combat.no-breach" in desk.keys


@pytest.mark.card("John Misarti")
def test_john_misarti_adds_to_those_who_fight_beside_him():
    desk = misarti(met=[["John Misarti", "Civilian"]])
    desk.do(Use, "John Misarti")
    assert desk.against("Ann") == 5 + face("Civilian").attack


@pytest.mark.card("John Misarti")
def test_john_misarti_bears_no_guns_but_other_weapons():
    unique_survivor("John Misarti")
    desk = occupation(side(survivors=["John Misarti"], hand=["Handgun", "Shotgun", "Fire Axe"]), side(), "Ann")
    assert desk.no(Attach, "Handgun", "John Misarti") == "refuses-attribute"
    assert desk.why(Attach, "Shotgun", "John Misarti").rule == "attach.attributes"
    desk.do(Attach, "Fire Axe", "John Misarti")


@pytest.mark.card("John Misarti")
def test_john_misarti_gives_himself_up_in_his_own_engagement_only():
    assert misarti(met=[["Civilian"]]).no(Use, "John Misarti") == "not-in-engagement"
    desk = occupation(side(survivors=["John Misarti"]), side(), "Ann")
    assert desk.no(Use, "John Misarti") == "wrong-moment"
