"""The raiders: their numbers, whom they lead, what they call for, and how they leave."""

from typing import Any

import pytest

from apz.apocalypze.moves import Attach, Pass, Play, Take, Use, Wound
from apz.apocalypze.rules.sums import breach_sum
from tests.apocalypze.cards.printed import card, face, said, zombie
from tests.apocalypze.cards.staging import ANN, BEN, FILLER, Desk, attack, bearing, named, occupation, side, undead


def raids_only(name: str) -> None:
    """Check that a raider is played at the opponent's stronghold and never at home."""
    assert occupation(side(hand=[name]), side(), "Ann").no(Play, name) == "raider-at-theirs"
    desk = occupation(side(hand=[name]), side(), "Ben")
    desk.do(Play, name)
    assert desk.raiders(ANN) == [name]


def is_unique(name: str) -> None:
    """Check that a raider can't be played at home, and that only one copy can be in play, counting both players."""
    raids_only(name)
    desk = occupation(side(hand=[name]), side(raiders=[name]), "Ben")
    assert desk.why(Play, desk.now.sides[ANN].hand[0]).rule == "character.unique"
    assert desk.no(Play, desk.now.sides[ANN].hand[0], zombie=True) in ("one-side-only", "unique-in-play")


def clashes(name: str, *others: str) -> None:
    """Check that a raider can't be played next to any of these raiders of other factions."""
    for other in others:
        desk = occupation(side(hand=[name], raiders=[other]), side(), "Ben")
        assert desk.why(Play, name)[:2] == ("factions-clash", "character.factions")


def in_occupation_only(name: str) -> None:
    """Check that a raider's occupation-phase ability is refused in an engagement, even if the raider is in it."""
    ann = side(raiders=[name], discard=["Molotov Cocktail"], deck=["Cult Fanatic"])
    desk = attack(ann, side(survivors=["Biker"]), [[name]], [["Biker"]])
    assert desk.why(Use, name)[:2] == ("wrong-moment", "event.moments")


# ---- gang


@pytest.mark.card("Gang Warrior")
def test_gang_warrior_raids_as_a_gang_or_as_a_zombie():
    raids_only("Gang Warrior")
    clashes("Gang Warrior", "Cult Fanatic", "Trudy")
    assert face("Gang Warrior")[:3] == ("gang", 2, 2)
    assert face("Gang Warrior").house == {"value"}
    desk = occupation(side(hand=["Gang Warrior"], raiders=["Trudy"]), side(), "Ben")
    desk.do(Play, "Gang Warrior", zombie=True)
    assert desk.who("Gang Warrior").face == zombie("Gang Warrior")
    beside = occupation(side(hand=["Gang Warrior"], raiders=["Lord Brawn"]), side(), "Ben")
    assert beside.no(Play, "Gang Warrior", zombie=True) == "factions-clash"


@pytest.mark.card("Lord Brawn")
def test_lord_brawn_leads_the_other_gang_raiders_of_his_engagement():
    is_unique("Lord Brawn")
    clashes("Lord Brawn", "Cult Fanatic", "Trudy")
    assert face("Lord Brawn")[:3] == ("gang", 4, 2)
    (more,) = said("Lord Brawn")
    desk = attack(
        side(raiders=["Lord Brawn", "2 Gang Warrior", "Gang Bully"]),
        side(survivors=["2 Civilian"]),
        [["Lord Brawn", "Gang Warrior", "Gang Bully"], ["Gang Warrior"]],
        [["Civilian"], ["Civilian"]],
    )
    assert desk.total("attack", 1) == 4 + 2 + face("Gang Bully").attack + 2 * more
    assert desk.total("attack", 2) == 2  # it's another engagement
    assert desk.total("defense", 1) == 2 + 2 + face("Gang Bully").defense


@pytest.mark.card("Lord Brawn")
def test_lord_brawn_leads_wherever_his_player_was_this_turn():
    desk = attack(
        side(raiders=["Lord Brawn", "Gang Warrior"]),
        side(survivors=["Civilian"]),
        [["Lord Brawn", "Gang Warrior"]],
        [["Civilian"]],
        occupied="Ann",
    )
    assert desk.total("attack") == 4 + 2 + said("Lord Brawn")[0]


@pytest.mark.card("Gang Bully")
def test_gang_bully_makes_the_opponent_consume_more_when_it_gets_in():
    raids_only("Gang Bully")
    clashes("Gang Bully", "Cult Fanatic", "Trudy")
    (more,) = said("Gang Bully")
    damage = card("Church").damage
    desk = attack(
        side(raiders=["Gang Bully", "Gang Warrior"]),
        side(survivors=["Patsy McNally"]),
        [["Gang Warrior"], ["Gang Bully"]],
        [["Patsy McNally"]],
    )
    desk.passing()
    assert (desk.asked, desk.owed) == (("consume", BEN), damage + more)
    warriors = tuple(desk.now.sides[ANN].raiders)
    assert breach_sum(desk.now, BEN, warriors).total == 2 * damage + more


@pytest.mark.card("Gang Bully")
def test_gang_bully_gets_nothing_more_where_it_is_blocked():
    desk = attack(
        side(raiders=["Gang Bully", "Gang Warrior"]),
        side(survivors=["Patsy McNally"]),
        [["Gang Bully"], ["Gang Warrior"]],
        [["Patsy McNally"]],
    )
    desk.passing().bleeding()
    assert desk.owed == card("Church").damage


# ---- cult


@pytest.mark.card("Cult Fanatic")
def test_cult_fanatic_raids_as_a_cultist_or_as_a_zombie():
    raids_only("Cult Fanatic")
    clashes("Cult Fanatic", "Gang Warrior", "Fast Zombie")
    assert face("Cult Fanatic")[:2] == ("cult", 3)
    assert face("Cult Fanatic").house == {"defense", "value"}
    desk = occupation(side(hand=["Cult Fanatic"]), side(), "Ben")
    desk.do(Play, "Cult Fanatic", zombie=True)
    assert desk.who("Cult Fanatic").face == zombie("Cult Fanatic")


def takes_no_weapons(name: str) -> None:
    """Check that a character can't have weapons, but can have another attachment."""
    hand = ["Baseball Bat", "Handgun", "Shotgun", "Adrenaline"]
    desk = occupation(side(raiders=[name], hand=hand), side(), "Ben")
    for weapon in hand[:3]:
        assert desk.why(Attach, weapon, name)[:2] == ("refuses-attribute", "attach.attributes")
    desk.do(Attach, "Adrenaline", name)


def bishop(at: str = "Ben", **zones: Any) -> Desk:
    deck = ["Cult Fanatic", "Wes Trentin", "Albert & Anita Hanson", "Gang Warrior", FILLER]
    zones = {"raiders": ["Bishop Land"], "deck": deck, **zones}
    return occupation(side("Police Station", **zones), side(), at)


@pytest.mark.parametrize("name", ["Cult Fanatic", "Wes Trentin", "Albert & Anita Hanson"])
@pytest.mark.card("Bishop Land")
def test_bishop_land_plays_any_cultist_from_the_deck(name):
    desk = bishop()
    desk.do(Use, "Bishop Land")
    assert desk.no(Take, "Gang Warrior") == "does-not-fit"
    desk.do(Take, name)
    assert desk.raiders(ANN) == ["Bishop Land", name]
    assert desk.who(name).face.faction == "cult"
    assert "pile.shuffled-deck" in desk.keys
    assert desk.no(Use, "Bishop Land") == "once-a-turn"  # like any character's ability


@pytest.mark.card("Bishop Land")
def test_bishop_land_calls_only_at_the_stronghold_that_he_raids():
    is_unique("Bishop Land")
    in_occupation_only("Bishop Land")
    takes_no_weapons("Bishop Land")
    assert bishop("Ann").no(Use, "Bishop Land") == "text-elsewhere"
    assert bishop(deck=[]).no(Use, "Bishop Land") == "needs"
    desk = bishop(deck=["Wes Trentin"], raiders=["Bishop Land", "Wes Trentin"])
    desk.do(Use, "Bishop Land")
    assert desk.kind == "act"  # a unique cultist who's already in play can't be played again
    assert "search.found-nothing" in desk.keys


@pytest.mark.card("Wes Trentin")
def test_wes_trentin_recovers_a_molotov_cocktail_from_anywhere_in_the_discard_pile():
    desk = occupation(
        side(raiders=["Wes Trentin"], discard=["Sentry", "Molotov Cocktail", "Hog", "Pop!"]), side(), "Ben"
    )
    desk.do(Use, "Wes Trentin")
    assert desk.no(Take, "Pop!") == "does-not-fit"
    desk.do(Take, "Molotov Cocktail")
    assert desk.deck(ANN)[-1] == "Molotov Cocktail"
    assert sorted(desk.discard(ANN)) == ["Hog", "Pop!", "Sentry"]
    assert desk.note("pile.shuffled-discard").rule == "pile.recover-named"


@pytest.mark.card("Wes Trentin")
def test_wes_trentin_works_once_a_turn_here_and_with_a_cocktail_to_recover():
    is_unique("Wes Trentin")
    in_occupation_only("Wes Trentin")
    takes_no_weapons("Wes Trentin")
    pile: dict[str, Any] = {"raiders": ["Wes Trentin"], "discard": ["2 Molotov Cocktail"]}
    desk = occupation(side(**pile), side(), "Ben")
    desk.do(Use, "Wes Trentin")
    desk.do(Take, "Molotov Cocktail")
    assert desk.no(Use, "Wes Trentin") == "once-a-turn"
    assert occupation(side(**pile), side(), "Ann").no(Use, "Wes Trentin") == "text-elsewhere"
    none = occupation(side(raiders=["Wes Trentin"], discard=["Pop!"]), side(), "Ben")
    assert none.why(Use, "Wes Trentin")[:2] == ("needs", "event.search")


def hansons(*fanatics: Any, **state: Any) -> Desk:
    """Stage fanatics blocked by nine soldiers, the Hansons attacking at another access point, and a first pass."""
    desk = attack(
        side(raiders=[*fanatics, "Albert & Anita Hanson"]),
        side(survivors=["9 Soldier"]),
        [named(fanatics), ["Albert & Anita Hanson"]],
        [["9 Soldier"]],
        **state,
    )
    desk.do(Pass)
    return desk


@pytest.mark.card("Albert & Anita Hanson")
def test_albert_and_anita_hanson_keep_a_fanatic_in_play_that_would_be_removed():
    is_unique("Albert & Anita Hanson")
    takes_no_weapons("Albert & Anita Hanson")
    desk = hansons("2 Cult Fanatic")
    first, second = desk.all("Cult Fanatic")
    desk.do(Wound, first)
    assert desk.asked == ("remove", ANN)
    desk.do(Use, "Albert & Anita Hanson", first)
    assert desk.who(first).wounds == 0
    desk.do(Wound, second)
    assert desk.discard(ANN) == ["Cult Fanatic"]  # once per turn: nobody is asked about the second
    assert desk.kind != "remove"


@pytest.mark.card("Albert & Anita Hanson")
def test_albert_and_anita_hanson_may_let_a_fanatic_go():
    desk = hansons("Cult Fanatic")
    desk.do(Wound, "Cult Fanatic")
    assert desk.no(Use, "Albert & Anita Hanson", "Albert & Anita Hanson") == "aim-safe"
    desk.do(Pass)
    assert desk.discard(ANN) == ["Cult Fanatic"]


@pytest.mark.card("Albert & Anita Hanson")
def test_albert_and_anita_hanson_do_nothing_for_others_or_from_where_their_player_is_not():
    away = hansons("Cult Fanatic", occupied="Ann")
    away.do(Wound, "Cult Fanatic")
    assert away.discard(ANN) == ["Cult Fanatic"]
    wes = hansons("Wes Trentin")
    wes.do(Wound, "Wes Trentin")
    assert wes.discard(ANN) == ["Wes Trentin"]


@pytest.mark.card("Albert & Anita Hanson")
def test_albert_and_anita_hanson_do_nothing_for_a_fanatic_elsewhere():
    desk = attack(
        side(raiders=["9 Cult Fanatic"]),
        side("Police Station", survivors=["Patsy McNally"], raiders=["Albert & Anita Hanson"]),
        [["9 Cult Fanatic"]],
        [["Patsy McNally"]],
        asked="Ben",
    )
    assert desk.no(Use, "Albert & Anita Hanson", "Cult Fanatic") == "wrong-moment"
    fanatic = card("Cult Fanatic").human
    assert fanatic
    desk = occupation(
        side(survivors=[bearing("Soldier", "Sniper Rifle")], raiders=["Albert & Anita Hanson"]),
        side(raiders=[{"card": "Cult Fanatic", "wounds": fanatic.value - 2}]),
        "Ann",
    )
    desk.do(Use, "Sniper Rifle", "Cult Fanatic")
    assert desk.kind == "act"  # theirs, at the other stronghold: nobody is asked
    assert desk.discard(BEN) == ["Cult Fanatic"]


# ---- zombies


def fast_zombie(**state: Any) -> Desk:
    return attack(
        side(raiders=["Fast Zombie", undead("Civilian")]),
        side(survivors=["Patsy McNally"]),
        [["Fast Zombie"], ["Civilian"]],
        [["Patsy McNally"]],
        **state,
    )


@pytest.mark.card("Fast Zombie")
def test_fast_zombie_slips_to_an_access_point_that_nobody_blocks_and_gets_in():
    raids_only("Fast Zombie")
    clashes("Fast Zombie", "Gang Warrior", "Cult Fanatic")
    desk = fast_zombie()
    assert desk.no(Use, "Fast Zombie", 1) == "wrong-point"  # it's blocked there
    assert desk.no(Use, "Fast Zombie", card("Church").access + 1) == "wrong-point"
    assert desk.no(Use, "Fast Zombie") == "aim-missing"
    desk.do(Use, "Fast Zombie", 2)
    assert (desk.asked, desk.owed) == (("consume", BEN), 2 * card("Church").damage)


@pytest.mark.card("Fast Zombie")
def test_fast_zombie_may_slip_to_where_nobody_attacks():
    desk = fast_zombie()
    desk.do(Use, "Fast Zombie", 3)
    assert desk.note("combat.slipped").values["point"] == 3
    assert desk.owed == 2 * card("Church").damage


@pytest.mark.card("Fast Zombie")
def test_fast_zombie_slips_once_out_of_its_own_engagement_and_where_its_player_is():
    assert fast_zombie(used=["Fast Zombie"]).no(Use, "Fast Zombie", 2) == "once-a-turn"
    assert fast_zombie(occupied="Ann").no(Use, "Fast Zombie", 2) == "text-elsewhere"
    desk = attack(
        side(raiders=["Fast Zombie", undead("Civilian")]),
        side(survivors=["Patsy McNally"]),
        [["Civilian"], ["Fast Zombie"]],
        [["Patsy McNally"]],
    )
    assert desk.no(Use, "Fast Zombie", 3) == "not-in-engagement"
    calm = occupation(side(raiders=["Fast Zombie"]), side(), "Ben")
    assert calm.no(Use, "Fast Zombie", 1) == "wrong-moment"


@pytest.mark.card("Trudy")
def test_trudy_makes_the_other_zombies_of_her_engagement_hard_to_disperse():
    is_unique("Trudy")
    clashes("Trudy", "Gang Warrior", "Cult Fanatic")
    (more,) = said("Trudy")
    desk = attack(
        side(raiders=["Trudy", undead("2 Civilian"), "Fast Zombie"]),
        side(survivors=["2 Soldier"]),
        [["Trudy", "Civilian", "Fast Zombie"], ["Civilian"]],
        [["Soldier"], ["Soldier"]],
    )
    plain = face("Trudy").defense + zombie("Civilian").defense + face("Fast Zombie").defense
    assert desk.total("defense", 1) == plain + 2 * more
    assert desk.total("defense", 2) == zombie("Civilian").defense
    assert desk.total("attack", 1) == face("Trudy").attack + zombie("Civilian").attack + face("Fast Zombie").attack


@pytest.mark.card("The Juggernaut")
def test_the_juggernaut_is_removed_at_the_end_of_a_combat_in_which_it_attacked():
    is_unique("The Juggernaut")
    clashes("The Juggernaut", "Gang Warrior", "Cult Fanatic")
    desk = attack(
        side(raiders=["The Juggernaut", undead("Civilian")]),
        side(survivors=["Civilian"]),
        [["The Juggernaut", "Civilian"]],
        [["Civilian"]],
    )
    desk.passing().bleeding()
    assert desk.raiders(ANN) == ["Civilian"]
    assert desk.discard(ANN) == ["The Juggernaut"]  # removed, not recycled: it isn't a twofold


@pytest.mark.card("The Juggernaut")
def test_the_juggernaut_is_removed_even_if_nobody_blocked_it_or_it_was_wounded():
    desk = attack(side(raiders=["The Juggernaut"]), side(survivors=["Soldier"]), [["The Juggernaut"]], [["Soldier"]])
    desk.passing().bleeding()
    assert desk.discard(ANN)[:1] == ["The Juggernaut"]
    alone = attack(
        side(raiders=["The Juggernaut", undead("Civilian")]),
        side(survivors=["Soldier"]),
        [["Civilian"], ["The Juggernaut"]],
        [["Soldier"]],
    )
    alone.passing().bleeding().paying()
    assert "The Juggernaut" in alone.discard(ANN)


@pytest.mark.card("The Juggernaut")
def test_the_juggernaut_stays_while_it_has_not_attacked():
    desk = occupation(side(hand=["The Juggernaut"]), side(), "Ben")
    desk.do(Play, "The Juggernaut")
    assert desk.raiders(ANN) == ["The Juggernaut"]
    theirs = occupation(side(), side(raiders=["The Juggernaut"]), "Ann").end_of_occupation()
    assert theirs.raiders(BEN) == ["The Juggernaut"]  # Ann's combat phase is not its own
