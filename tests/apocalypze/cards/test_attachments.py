"""The attachments: what each fits on, what it gives or takes, when its text works, and where it goes afterwards."""

from typing import Any

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.moves import Attach, Done, Eat, Event, Pass, Play, Send, Take, Use, Wound
from apz.apocalypze.sums import access_sum, feed_sum
from tests.apocalypze.cards.staging import (
    ANN,
    BEN,
    FILLER,
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


def goes_on(name: str, fits: list[Any], not_on: list[Any]) -> None:
    """Which of Ann's characters at home an attachment of hers fits on."""
    desk = occupation(side(survivors=[*fits, *not_on], hand=[name]), side(), "Ann")
    assert desk.hosts(Attach, name) == set(fits)
    for host in not_on:
        assert desk.no(Attach, name, str(host)) == "wrong-target"


def humans_only(name: str) -> None:
    """A weapon for a human of one's own, at home or among the raiders; never for a zombie or an opponent."""
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
    """A weapon that is recycled when its bearer gets another one, and that makes the older one go."""
    other = "Baseball Bat" if name != "Baseball Bat" else "Handgun"
    desk = occupation(side(survivors=[bearing("Civilian", name, "Adrenaline")], hand=[other]), side(), "Ann")
    desk.do(Attach, other, "Civilian")
    assert desk.on("Civilian") == ["Adrenaline", other]
    assert desk.deck(ANN)[-1] == name
    assert desk.note("attachment.displaced").rule == "attach.displace"
    desk = occupation(side(survivors=[bearing("Civilian", other)], hand=[name]), side(), "Ann")
    desk.do(Attach, name, "Civilian")
    assert desk.on("Civilian") == [name]


def duel(*mine: Any, against: Any = "Civilian", asked: str = "Ann", **state: Any) -> Desk:
    """Ann's raiders meet one survivor of Ben's, or as many as are said, at one access point."""
    foes = against if isinstance(against, list) else [against]
    sides = side(raiders=list(mine)), side(survivors=foes)
    return attack(*sides, [named(mine)], [named(foes)], asked=asked, **state)


def gives(name: str, bearer: str, attack_: int, defense: int) -> None:
    """What an attachment adds to its bearer's numbers in an engagement."""
    bare, armed = duel("Gang Warrior", against=bearer), duel("Gang Warrior", against=bearing(bearer, name))
    assert armed.total("counter") - bare.total("counter") == attack_
    assert armed.total("guard") - bare.total("guard") == defense


# ---- Adrenaline


@pytest.mark.card("Adrenaline")
def test_adrenaline_is_recycled_for_more_attack():
    (more,) = said("Adrenaline")
    desk = duel(bearing("Gang Warrior", "Adrenaline"))
    assert desk.total("attack") == 2  # it does nothing until it is used
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


# ---- weapons with numbers


@pytest.mark.card("Baseball Bat")
def test_baseball_bat_arms_a_human():
    humans_only("Baseball Bat")
    makes_way("Baseball Bat")
    assert card("Baseball Bat").attributes == {"weapon", "melee"}
    assert card("Baseball Bat").house("bonus")
    gives("Baseball Bat", "Civilian", *card("Baseball Bat").bonus[:2])
    assert card("Baseball Bat").bonus[0] > 0


@pytest.mark.card("Handgun")
def test_handgun_arms_a_human():
    humans_only("Handgun")
    makes_way("Handgun")
    assert card("Handgun").attributes == {"weapon", "gun", "handgun"}
    gives("Handgun", "Civilian", *card("Handgun").bonus[:2])
    assert card("Handgun").bonus[0] > 0


@pytest.mark.card("Fire Axe")
def test_fire_axe_hits_harder_while_a_zombie_opposes_its_bearer():
    humans_only("Fire Axe")
    makes_way("Fire Axe")
    plain, (more,) = face("Civilian").attack + card("Fire Axe").bonus[0], said("Fire Axe")
    axe = bearing("Civilian", "Fire Axe")
    assert duel("Gang Warrior", against=axe).total("counter") == plain
    for dead in ("Trudy", undead("Biker")):
        assert duel(dead, against=axe).total("counter") == plain + more
    assert duel("Trudy", "Fast Zombie", against=axe).total("counter") == plain + more  # two zombies, once more


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
    assert dead.no(Attach, "Field Promotion", "Soldier") == "wrong-target"  # a zombie is no soldier any more


# ---- Chain Link Fence


@pytest.mark.card("Chain Link Fence")
def test_chain_link_fence_takes_an_access_point_away():
    assert card("Chain Link Fence").attributes == {"fortification"}
    access = card("Police Station").access
    desk = occupation(side("Police Station", hand=["Chain Link Fence"]), side(), "Ann")
    desk.do(Attach, "Chain Link Fence", "Police Station")
    assert desk.fixtures(ANN) == ["Chain Link Fence"]
    assert access_sum(desk.now, ANN).total == access - 1
    raid = occupation(side(raiders=["Gang Warrior"]), side("Police Station", attached=["Chain Link Fence"]), "Ben")
    raid.end_of_occupation()
    assert raid.no(Send, "Gang Warrior", access) == "no-such-point"
    raid.do(Send, "Gang Warrior", access - 1)


@pytest.mark.card("Chain Link Fence")
def test_chain_link_fence_leaves_one_access_point_open(tmp_path):
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("Church: {access: 1}")
    desk = occupation(side(), side(attached=["Chain Link Fence"]), "Ben", cards=library(overlay))
    assert access_sum(desk.now, BEN).total == 1


@pytest.mark.card("Chain Link Fence")
def test_chain_link_fence_goes_around_ones_own_stronghold_once():
    desk = occupation(side("Church", hand=["Chain Link Fence"]), side("Military Base"), "Ben")
    assert desk.no(Attach, "Chain Link Fence", "Military Base") == "wrong-target"
    assert desk.no(Attach, "Chain Link Fence", "Church") == "attach-elsewhere"
    twice = occupation(side("Church", attached=["Chain Link Fence"], hand=["Chain Link Fence"]), side(), "Ann")
    assert twice.no(Attach, "Chain Link Fence 2", "Church") == "second-copy"
    person = occupation(side(survivors=["Civilian"], hand=["Chain Link Fence"]), side(), "Ann")
    assert person.no(Attach, "Chain Link Fence", "Civilian") == "wrong-target"


# ---- Gang Mark


@pytest.mark.card("Gang Mark")
def test_gang_mark_on_a_fence_opens_the_way_while_a_gang_raider_is_there():
    def station(*raiders: Any) -> int:
        ben = side("Police Station", attached=["Chain Link Fence", "Gang Mark"])
        return access_sum(occupation(side(raiders=list(raiders)), ben, "Ben").now, BEN).total

    assert station("Gang Warrior") == 4
    assert station() == 3
    assert station("Cult Fanatic") == 3
    assert station(undead("Gang Warrior")) == 3  # a zombie is no gang


@pytest.mark.card("Gang Mark")
def test_gang_mark_on_a_weapon_takes_its_bonus():
    armed = bearing("Civilian", "Baseball Bat", "Gang Mark")
    assert duel("Gang Warrior", against=armed).total("counter") == face("Civilian").attack
    bonus = card("Baseball Bat").bonus[0]
    assert duel("Cult Fanatic", against=armed).total("counter") == face("Civilian").attack + bonus
    diner = attack(
        side(raiders=["Gang Bully"]), side("Roadside Diner", survivors=[armed]), [["Gang Bully"]], [["Civilian"]]
    )
    assert diner.total("guard") == face("Civilian").defense  # the diner does not count it as a weapon
    finest = duel("Gang Warrior", against=bearing("Police Officer", "The Finest", "Gang Mark"))
    assert finest.value("Police Officer") == 3


@pytest.mark.card("Gang Mark")
def test_gang_mark_on_a_handgun_keeps_it_from_being_fired():
    desk = attack(
        side(raiders=["Gang Bully"]),
        side(survivors=[bearing("Police Officer", "Handgun", "Gang Mark")], hand=["Pop!"]),
        [["Gang Bully"]],
        [["Police Officer"]],
        asked="Ben",
    )
    assert desk.why(Event, "Pop!", "Gang Bully").values["need"] == "handgun"


@pytest.mark.card("Gang Mark")
def test_gang_mark_on_a_searchlight_keeps_it_dark():
    ann = side(hand=["Gang Warrior"], raiders=["Gang Bully"])
    dark = occupation(ann, side(attached=["Searchlight", "Gang Mark"]), "Ben")
    dark.do(Play, "Gang Warrior")
    assert dark.kind == "act"
    lit = occupation(ann, side(attached=["Searchlight"]), "Ben")
    lit.do(Play, "Gang Warrior")
    assert lit.asked == ("arrival", BEN)
    cult = occupation(side(hand=["Wes Trentin"]), side(attached=["Searchlight", "Gang Mark"]), "Ben")
    cult.do(Play, "Wes Trentin")
    assert cult.asked == ("arrival", BEN)


@pytest.mark.card("Gang Mark")
def test_gang_mark_on_a_text_keeps_it_from_being_used():
    marked = bearing("Civilian", "Adrenaline", "Gang Mark")
    desk = duel("Gang Warrior", against=marked, asked="Ben")
    assert desk.no(Use, "Adrenaline") == "marked"
    free = duel("Cult Fanatic", against=marked, asked="Ben")
    free.do(Use, "Adrenaline")
    assert free.deck(BEN)[-1] == "Adrenaline"
    assert free.deck(ANN)[-1] == "Gang Mark"  # it leaves with what it marked, to its own owner


@pytest.mark.card("Gang Mark")
def test_gang_mark_goes_on_an_attachment_of_the_opponents_at_their_stronghold():
    ben = side(attached=["Searchlight"], survivors=[bearing("Biker", "Hog")])
    ann = side(hand=["Gang Mark"], raiders=[bearing("Gang Warrior", "Handgun")], survivors=["Civilian"])
    desk = occupation(ann, ben, "Ben")
    assert desk.hosts(Attach, "Gang Mark") == {"Searchlight", "Hog"}
    assert desk.no(Attach, "Gang Mark", "Handgun") == "wrong-target"
    assert desk.no(Attach, "Gang Mark", "Biker") == "wrong-target"
    desk.do(Attach, "Gang Mark", "Hog")
    assert desk.on("Biker") == ["Hog", "Gang Mark"]
    home = occupation(side(hand=["Gang Mark"]), side(raiders=[bearing("Cult Fanatic", "Adrenaline")]), "Ann")
    assert home.no(Attach, "Gang Mark", "Adrenaline") == "wrong-target"


@pytest.mark.card("Gang Mark")
def test_gang_mark_marks_an_attachment_once():
    ben = side(survivors=[bearing("Biker", "Hog", "Gang Mark")], attached=["Searchlight", "Gang Mark"])
    desk = occupation(side(hand=["Gang Mark"]), ben, "Ben")
    held = desk.now.sides[ANN].hand[0]
    assert desk.why(Attach, held, "Hog")[:2] == ("second-copy", "attach.one-copy")
    assert desk.why(Attach, held, "Searchlight").rule == "attach.one-copy"
    assert desk.no(Attach, held, "Gang Mark") == "wrong-target"


@pytest.mark.card("Gang Mark")
def test_gang_mark_goes_home_with_the_weapon_that_makes_way():
    desk = occupation(side(survivors=[bearing("Biker", "Handgun", "Gang Mark")], hand=["Baseball Bat"]), side(), "Ann")
    desk.do(Attach, "Baseball Bat", "Biker")
    assert desk.on("Biker") == ["Baseball Bat"]
    assert (desk.deck(ANN)[-1], desk.deck(BEN)[-1]) == ("Handgun", "Gang Mark")


# ---- Hog


def riders(met: Any, **state: Any) -> Desk:
    """A biker with a Hog among Ben's survivors, two gang raiders at two access points."""
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


# ---- Searchlight


def lit(deck: list[str], **zones: Any) -> Desk:
    """Ann is at Ben's stronghold with raiders to play; a Searchlight is on it."""
    ann = side("Police Station", hand=["2 Cult Fanatic"], deck=["Cult Fanatic", "4 Hog"], discard=["Soldier"])
    return occupation(ann, side(attached=["Searchlight"], deck=deck, **zones), "Ben")


@pytest.mark.card("Searchlight")
def test_searchlight_draws_a_card_when_a_raider_comes_and_puts_a_survivor_into_play():
    desk = lit(["Soldier", FILLER, FILLER])
    desk.do(Play, "Cult Fanatic")
    assert desk.asked == ("arrival", BEN)
    desk.do(Use, "Searchlight")
    assert desk.asked == ("search", BEN)
    desk.do(Take, desk.now.sides[BEN].hand[0])
    assert desk.survivors(BEN) == ["Soldier"]
    assert desk.deck(BEN) == [FILLER, FILLER]
    assert "pile.shuffled-deck" not in desk.keys  # it was drawn, not looked for
    assert desk.asked == ("act", ANN)


@pytest.mark.card("Searchlight")
def test_searchlight_leaves_the_choice_to_its_player():
    desk = lit(["Soldier"])
    desk.do(Play, "Cult Fanatic")
    desk.do(Pass)
    assert (desk.hand(BEN), desk.asked) == ([], ("act", ANN))
    desk = lit(["Soldier"])
    desk.do(Play, "Cult Fanatic")
    desk.do(Use, "Searchlight")
    desk.do(Pass)
    assert (desk.hand(BEN), desk.survivors(BEN)) == (["Soldier"], [])


@pytest.mark.parametrize(
    ("top", "zones"),
    [("Gang Warrior", {}), ("Handgun", {}), ("Patsy McNally", {"survivors": ["Patsy McNally"]})],
)
@pytest.mark.card("Searchlight")
def test_searchlight_puts_nobody_into_play_but_a_survivor_who_may_be(top, zones):
    desk = lit([top, FILLER], **zones)
    desk.do(Play, "Cult Fanatic")
    desk.do(Use, "Searchlight")
    assert desk.hand(BEN) == [top]
    assert desk.asked == ("act", ANN)


@pytest.mark.card("Searchlight")
def test_searchlight_works_once_a_turn():
    desk = lit([FILLER, FILLER])
    desk.do(Play, "Cult Fanatic")
    desk.do(Use, "Searchlight")
    desk.do(Play, desk.now.sides[ANN].hand[0])
    assert desk.asked == ("act", ANN)
    assert len(desk.hand(BEN)) == 1


@pytest.mark.card("Searchlight")
def test_searchlight_that_was_not_used_waits_for_the_next_raider():
    desk = lit([FILLER, FILLER])
    desk.do(Play, "Cult Fanatic")
    desk.do(Pass)
    desk.do(Play, desk.now.sides[ANN].hand[0])
    assert desk.asked == ("arrival", BEN)


@pytest.mark.card("Searchlight")
def test_searchlight_sees_raiders_who_come_out_of_a_pile_and_zombies():
    ben = side(attached=["Searchlight"])
    called = occupation(side(raiders=["Bishop Land"], deck=["Cult Fanatic"]), ben, "Ben")
    called.do(Use, "Bishop Land")
    called.do(Take, "Cult Fanatic")
    assert called.asked == ("arrival", BEN)
    risen = occupation(side(hand=["Lurking Death"], discard=["Soldier"]), ben, "Ben")
    risen.do(Event, "Lurking Death")
    risen.do(Take, "Soldier")
    assert risen.asked == ("arrival", BEN)


@pytest.mark.card("Searchlight")
def test_searchlight_sees_only_raiders_who_are_played_here():
    ann = side(hand=["Civilian"], survivors=["Soldier"])
    home = occupation(ann, side(attached=["Searchlight"]), "Ann")
    home.do(Play, "Civilian")
    assert home.asked == ("act", ANN)
    turned = occupation(side(hand=["Turned"]), side(attached=["Searchlight"], survivors=["Soldier"]), "Ben")
    turned.do(Event, "Turned", "Soldier")
    assert turned.asked == ("act", ANN)  # a survivor who turns was here before
    empty = lit([])
    empty.do(Play, "Cult Fanatic")
    assert empty.asked == ("act", ANN)  # no card to draw
    calm = occupation(side(attached=["Searchlight"]), side(), "Ann")
    assert calm.no(Use, "Searchlight") == "wrong-moment"


@pytest.mark.card("Searchlight")
def test_searchlight_stands_at_ones_own_stronghold():
    assert card("Searchlight").attributes == {"fortification"}
    desk = occupation(side("Church", hand=["Searchlight"]), side("Military Base"), "Ann")
    assert desk.no(Attach, "Searchlight", "Military Base") == "attach-elsewhere"
    desk.do(Attach, "Searchlight", "Church")
    away = occupation(side("Church", hand=["Searchlight"]), side("Military Base"), "Ben")
    assert away.no(Attach, "Searchlight", "Military Base") == "wrong-target"


# ---- Illness, Scent of Blood


def troubles(name: str) -> None:
    """An attachment for a survivor of the opponent's, played at the opponent's stronghold."""
    ann = side(hand=[name], raiders=["Trudy"], survivors=["Civilian"])
    desk = occupation(ann, side(survivors=["Soldier"]), "Ben")
    assert desk.no(Attach, name, "Trudy") == "wrong-target"
    assert desk.no(Attach, name, "Civilian") == "attach-elsewhere"
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
    assert desk.no(Use, "Sniper Rifle", "Trudy") == "wrong-target"  # she is at the other stronghold
    assert desk.no(Use, "Sniper Rifle", "Biker") == "wrong-target"
    assert desk.no(Use, "Sniper Rifle") == "target-missing"
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
    assert desk.no(Use, "Shotgun", "Police Officer 2") == "wrong-target"
    assert desk.no(Use, "Shotgun", "Antonio Jones") == "wrong-target"
    assert desk.no(Use, "Shotgun", "Gang Warrior") == "wrong-target"
    assert desk.no(Use, "Shotgun", "Patsy McNally", "Patsy McNally") == "wrong-target"
    assert desk.no(Use, "Shotgun", "Patsy McNally", "Police Officer 2") == "wrong-target"
    assert desk.no(Use, "Shotgun") == "target-missing"
    assert shotgun(now=2).no(Use, "Shotgun", "Police Officer 2") == "not-in-engagement"
    assert shotgun(occupied="Ann").no(Use, "Shotgun", "Patsy McNally") == "text-elsewhere"
    calm = occupation(side(survivors=[bearing("Biker", "Shotgun")]), side(raiders=["Gang Warrior"]), "Ann")
    assert calm.no(Use, "Shotgun", "Gang Warrior") == "wrong-moment"


@pytest.mark.card("Shotgun")
def test_shotgun_is_a_humans_gun_and_makes_way_for_another_weapon():
    assert card("Shotgun").attributes == {"weapon", "gun"}
    humans_only("Shotgun")
    makes_way("Shotgun")


# ---- Bitten


def bitten(name: str, by: str, *attached: Any) -> dict[str, Any]:
    """A survivor whom a player's Bitten has reached, with what else he bears."""
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
    assert desk.no(Use, "Bitten", "Patsy McNally") == "wrong-target"
    assert desk.no(Use, "Bitten", "Trudy") == "wrong-target"
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
    assert calm.no(Use, "Bitten", "Soldier") == "wrong-moment"
    assert calm.why(Use, "Bitten", text=1).values["need"] == "bitten-human"  # it is still on its zombie


@pytest.mark.card("Bitten")
def test_bitten_does_not_pass_from_survivor_to_survivor_nor_turn_anybody_in_combat():
    desk = attack(
        side(raiders=["Trudy"]),
        side(survivors=[bitten("Soldier", "Ann"), "Biker"]),
        [["Trudy"]],
        [["Soldier", "Biker"]],
    )
    assert desk.why(Use, "Bitten", "Biker").values["need"] == "on-zombie"
    assert desk.no(Use, "Bitten", text=1) == "wrong-moment"


@pytest.mark.card("Bitten")
def test_bitten_goes_on_a_zombie_of_ones_own():
    desk = occupation(side(hand=["Bitten"], raiders=[undead("Biker")]), side(survivors=["Soldier"]), "Ben")
    assert desk.no(Attach, "Bitten", "Soldier") == "wrong-target"
    desk.do(Attach, "Bitten", "Biker")
    human = occupation(side(hand=["Bitten"], raiders=["Gang Warrior"]), side(), "Ben")
    assert human.no(Attach, "Bitten", "Gang Warrior") == "wrong-target"


def victim(who: str, *attached: Any, raiders: Any = (), at: str = "Ben") -> Desk:
    """A survivor of Ben's who bears Ann's Bitten, and what else is said."""
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
    assert raid.on("Gang Warrior") == ["Adrenaline"]  # any character of hers may have that, and she still is
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
