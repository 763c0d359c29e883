"""The survivors: their numbers, and what each one does at home and in an engagement."""

from typing import Any

import pytest

from apz.apocalypze.moves import Attach, Eat, Pass, Play, Take, Use, Wound
from apz.apocalypze.sums import feed_sum
from tests.apocalypze.cards.staging import (
    ANN,
    BEN,
    Desk,
    attack,
    bearing,
    card,
    face,
    feeding,
    named,
    occupation,
    said,
    side,
    undead,
    zombie,
)


def plays_both_sides(name: str) -> None:
    """A twofold survivor: its human at home, its zombie at the opponent's, and neither the other way round."""
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


def is_unique(name: str) -> None:
    """Only one of this card is in play, counting both players; it has no other side to play."""
    desk = occupation(side(hand=[name]), side(), "Ann")
    assert desk.no(Play, name, zombie=True) == "one-side-only"
    desk.do(Play, name)
    assert desk.survivors(ANN) == [name]
    taken = occupation(side(hand=[name]), side(survivors=[name]), "Ann")
    assert taken.why(Play, taken.now.sides[ANN].hand[0]).rule == "character.unique"


def in_occupation_only(name: str) -> None:
    """A text for the occupation phase is refused in an engagement, also to a defender who takes part in it."""
    ben = side(survivors=[name], discard=["Handgun"], deck=["Chain Link Fence"])
    desk = attack(side(raiders=["Trudy"]), ben, [["Trudy"]], [[name]], asked="Ben")
    assert desk.why(Use, name)[:2] == ("wrong-moment", "event.moments")


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
    assert face("Police Officer") == ("police", 1, 1, 3, frozenset())  # all of the rulebook's
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
    is_unique("Alex Bloom")
    (less,) = said("Alex Bloom")
    base = side("Military Base", survivors=["Alex Bloom", "3 Soldier"])
    assert feeding(base, side()).owed == 4 - less
    assert feed_sum(feeding(side(), base).now, ANN).total == 1  # the opponent has nothing of it


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
    is_unique("Cinda Parikh")
    in_occupation_only("Cinda Parikh")
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
    """The survivors with Antonio, who must take the attack of this many fanatics."""
    crowd = f"{wounds} Cult Fanatic"
    ben = side("Police Station", survivors=[*survivors, "Antonio Jones"])
    desk = attack(side(raiders=[crowd]), ben, [[crowd]], [named(survivors)])
    desk.do(Pass)
    return desk


@pytest.mark.card("Antonio Jones")
def test_antonio_jones_recycles_another_police_who_would_be_removed():
    is_unique("Antonio Jones")
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
    is_unique("Patsy McNally")
    assert face("Patsy McNally") == ("police", 1, 3, 5, frozenset())  # all of the rulebook's
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


# ---- Moose Tucker


@pytest.mark.card("Moose Tucker")
def test_moose_tucker_recovers_the_lowest_card_of_the_discard_pile():
    is_unique("Moose Tucker")
    in_occupation_only("Moose Tucker")
    desk = occupation(side(survivors=["Moose Tucker"], discard=["Sentry", "Mugged", "Hog"]), side(), "Ann")
    deck = desk.deck(ANN)
    desk.do(Use, "Moose Tucker")
    assert desk.deck(ANN) == [*deck, "Hog"]
    assert desk.discard(ANN) == ["Sentry", "Mugged"]
    assert not any(key.startswith("pile.shuffled") for key in desk.keys)  # nothing was looked for


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
    is_unique("Wilfred Python")
    in_occupation_only("Wilfred Python")
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
    is_unique("Corporal Dwayne Martinson")
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
    is_unique("Lieutenant Dan Killmeyer")
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
    assert desk.no(Use, "Lieutenant Dan Killmeyer", "Soldier") == "wrong-target"
    assert desk.no(Use, "Lieutenant Dan Killmeyer") == "target-missing"
    behind = killmeyer("Trudy", met=[["Soldier"]])
    assert behind.no(Use, "Lieutenant Dan Killmeyer", "Trudy") == "not-in-engagement"
    calm = occupation(side(survivors=["Lieutenant Dan Killmeyer"]), side(raiders=["Trudy"]), "Ann")
    assert calm.no(Use, "Lieutenant Dan Killmeyer", "Trudy") == "wrong-moment"


@pytest.mark.card("Lieutenant Dan Killmeyer")
def test_lieutenant_dan_killmeyer_shoots_once_a_turn():
    desk = killmeyer("Trudy", "The Juggernaut", used=["Lieutenant Dan Killmeyer"])
    assert desk.why(Use, "Lieutenant Dan Killmeyer", "Trudy").rule == "text.once"


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
def test_john_misarti_is_gone_but_the_attack_is_met():
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
    is_unique("John Misarti")
    desk = occupation(side(survivors=["John Misarti"], hand=["Handgun", "Shotgun", "Fire Axe"]), side(), "Ann")
    assert desk.no(Attach, "Handgun", "John Misarti") == "refuses-attribute"
    assert desk.why(Attach, "Shotgun", "John Misarti").rule == "attach.attributes"
    desk.do(Attach, "Fire Axe", "John Misarti")


@pytest.mark.card("John Misarti")
def test_john_misarti_gives_himself_up_in_his_own_engagement_only():
    assert misarti(met=[["Civilian"]]).no(Use, "John Misarti") == "not-in-engagement"
    desk = occupation(side(survivors=["John Misarti"]), side(), "Ann")
    assert desk.no(Use, "John Misarti") == "wrong-moment"
