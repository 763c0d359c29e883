"""The wildcards: when and where each can be played, what it needs, and what it does to whom."""

from typing import Any

import pytest

from apz.apocalypze.moves import Eat, Event, Pass, Take, Use
from tests.apocalypze.cards.alike import one_copy
from tests.apocalypze.cards.printed import card, face, said, zombie
from tests.apocalypze.cards.staging import ANN, BEN, Desk, attack, bearing, named, occupation, side, undead


def own_turn_only(name: str, *targets: str) -> None:
    """Check that a wildcard is refused in combat, both on the opponent's turn and on its player's own."""
    ben = side(hand=[name], survivors=["Biker"], discard=["Soldier", "Hog"], raiders=["Gang Warrior"])
    desk = attack(side(raiders=["Trudy"]), ben, [["Trudy"]], [["Biker"]], asked="Ben")
    assert desk.why(Event, name, *targets)[:2] == ("wildcard-own-turn", "event.wildcard")
    mine = attack(side(raiders=["Trudy"], hand=[name]), side(survivors=["Biker"]), [["Trudy"]], [["Biker"]])
    assert mine.no(Event, name, *targets) == "wrong-moment"


# ---- Mugged


@pytest.mark.card("Mugged")
def test_mugged_makes_the_opponent_consume():
    desk = occupation(side(hand=["Mugged"], raiders=["Gang Warrior"]), side(), "Ben")
    one_copy(desk, "Mugged")
    desk.do(Event, "Mugged")
    assert (desk.asked, desk.owed) == (("consume", BEN), said("Mugged")[0])
    desk.paying()
    assert desk.asked == ("act", ANN)
    assert len(desk.discard(BEN)) == said("Mugged")[0]


@pytest.mark.card("Mugged")
def test_mugged_needs_a_gang_raider_here():
    own_turn_only("Mugged")
    for raiders in ([], ["Cult Fanatic"], [undead("Gang Warrior")]):
        desk = occupation(side(hand=["Mugged"], raiders=raiders), side(), "Ben")
        assert desk.why(Event, "Mugged").values["need"] == "gang-here"
    home = occupation(side(hand=["Mugged"], raiders=["Gang Warrior"]), side(), "Ann")
    assert home.no(Event, "Mugged") == "needs"


@pytest.mark.card("Mugged")
def test_mugged_puts_an_opponent_out_who_has_nothing_left():
    desk = occupation(side(hand=["Mugged"], raiders=["Gang Warrior"]), side(deck=[]), "Ben")
    desk.do(Event, "Mugged")
    assert desk.now.winner == ANN


# ---- Thief in the Night


@pytest.mark.card("Thief in the Night")
def test_thief_in_the_night_takes_from_the_opponent_and_recovers():
    ann = side(hand=["Thief in the Night"], raiders=["Cult Fanatic"], discard=["Sentry", "Hog"])
    desk = occupation(ann, side(), "Ben")
    one_copy(desk, "Thief in the Night")
    owed, recovered = said("Thief in the Night")
    desk.do(Event, "Thief in the Night")
    assert (desk.asked, desk.owed) == (("consume", BEN), owed)
    assert desk.deck(ANN)[-recovered:] == ["Hog"][:recovered]
    assert desk.discard(ANN) == ["Thief in the Night", "Sentry"]


@pytest.mark.card("Thief in the Night")
def test_thief_in_the_night_needs_a_raider_of_any_faction_here():
    own_turn_only("Thief in the Night")
    for raiders in (["Gang Warrior"], ["Trudy"], [undead("Biker")]):
        occupation(side(hand=["Thief in the Night"], raiders=raiders), side(), "Ben").do(Event, "Thief in the Night")
    nobody = occupation(side(hand=["Thief in the Night"]), side(), "Ben")
    assert nobody.why(Event, "Thief in the Night").values["need"] == "raiders-here"
    home = occupation(side(hand=["Thief in the Night"], raiders=["Trudy"]), side(), "Ann")
    assert home.no(Event, "Thief in the Night") == "needs"


@pytest.mark.card("Thief in the Night")
def test_thief_in_the_night_does_not_recover_itself():
    desk = occupation(side(hand=["Thief in the Night"], raiders=["Trudy"]), side(), "Ben")
    desk.do(Event, "Thief in the Night")
    assert desk.discard(ANN) == ["Thief in the Night"]
    assert "pile.nothing-to-recover" in desk.keys


# ---- Lurking Death


@pytest.mark.card("Lurking Death")
def test_lurking_death_brings_a_twofold_back_as_a_zombie():
    ann = side(hand=["Lurking Death"], discard=["Sentry", "Soldier", "Trudy", "Gang Warrior"], raiders=["Fast Zombie"])
    desk = occupation(ann, side(), "Ben")
    one_copy(desk, "Lurking Death")
    desk.do(Event, "Lurking Death")
    assert desk.no(Take, "Trudy") == "does-not-fit"  # a zombie, but not a twofold
    assert desk.no(Take, "Sentry") == "does-not-fit"
    desk.do(Take, "Gang Warrior")
    assert desk.raiders(ANN) == ["Fast Zombie", "Gang Warrior"]
    assert desk.who("Gang Warrior").face == zombie("Gang Warrior")
    assert "pile.shuffled-discard" in desk.keys
    assert sorted(desk.discard(ANN)) == ["Lurking Death", "Sentry", "Soldier", "Trudy"]


@pytest.mark.card("Lurking Death")
def test_lurking_death_may_take_nothing_but_has_been_played():
    desk = occupation(side(hand=["Lurking Death"], discard=["Soldier"]), side(), "Ben")
    desk.do(Event, "Lurking Death")
    desk.do(Pass)
    assert (desk.raiders(ANN), desk.hand(ANN)) == ([], [])
    assert "pile.shuffled-discard" in desk.keys


@pytest.mark.parametrize(
    ("zones", "at", "need"),
    [
        ({"discard": ["Soldier"]}, "Ann", "at-theirs"),
        ({"discard": ["Soldier"], "raiders": ["Gang Bully"]}, "Ben", "zombies-fit"),
        ({"discard": ["Soldier"], "raiders": ["Wes Trentin"]}, "Ben", "zombies-fit"),
        ({"discard": ["Trudy", "Sentry"]}, "Ben", "discard-twofold"),
    ],
)
@pytest.mark.card("Lurking Death")
def test_lurking_death_needs_a_place_for_a_zombie_and_a_twofold_to_rise(zones, at, need):
    own_turn_only("Lurking Death")
    desk = occupation(side(hand=["Lurking Death"], **zones), side(discard=["Soldier"]), at)
    assert desk.why(Event, "Lurking Death").values["need"] == need


# ---- No Escape


@pytest.mark.card("No Escape")
def test_no_escape_keeps_the_opponent_from_consuming_survivors_this_turn():
    ann = side(hand=["No Escape", "Mugged"], raiders=["Gang Warrior"])
    desk = occupation(ann, side(survivors=["Patsy McNally"]), "Ben")
    one_copy(desk, "No Escape")
    desk.do(Event, "No Escape")
    desk.do(Event, "Mugged")
    assert desk.why(Eat, "Patsy McNally").values["by"] == "No Escape"
    desk.paying()
    assert desk.survivors(BEN) == ["Patsy McNally"]


@pytest.mark.card("No Escape")
def test_no_escape_may_put_the_opponent_out():
    ann = side(hand=["No Escape", "Mugged"], raiders=["Gang Warrior"])
    desk = occupation(ann, side(survivors=["Patsy McNally"], deck=[]), "Ben")
    desk.do(Event, "No Escape")
    desk.do(Event, "Mugged")
    assert desk.now.winner == ANN


@pytest.mark.card("No Escape")
def test_no_escape_is_for_the_opponents_stronghold_and_ends_with_the_turn():
    own_turn_only("No Escape")
    home = occupation(side(hand=["No Escape"], survivors=["Biker"]), side(), "Ann")
    assert home.why(Event, "No Escape").values["need"] == "at-theirs"
    desk = occupation(side(hand=["No Escape"], survivors=["Biker"]), side(survivors=["Soldier"]), "Ben")
    desk.do(Event, "No Escape")
    desk.end_of_occupation()
    assert desk.asked == ("consume", ANN)
    desk.do(Eat, "Biker")  # No Escape doesn't bind its own player
    assert desk.now.lasting == ()


# ---- Turned


@pytest.mark.card("Turned")
def test_turned_makes_a_zombie_of_a_human_twofold_who_then_raids_that_stronghold():
    desk = occupation(side(hand=["Turned"], raiders=["Trudy"]), side(survivors=["Soldier", "Patsy McNally"]), "Ben")
    one_copy(desk, "Turned", "Soldier")
    desk.do(Event, "Turned", "Soldier")
    assert (desk.survivors(BEN), desk.raiders(ANN)) == (["Patsy McNally"], ["Trudy", "Soldier"])
    assert desk.who("Soldier").face == zombie("Soldier")
    assert desk.now.game.owners[desk["Soldier"]] == BEN


@pytest.mark.card("Turned")
def test_turned_card_of_the_opponents_goes_home_when_it_is_destroyed():
    ben = side(raiders=[{"card": "Soldier", "zombie": True, "owner": "Ann"}])
    desk = occupation(side(survivors=[bearing("Biker", "Sniper Rifle")]), ben, "Ann")
    desk.do(Use, "Sniper Rifle", "Soldier")
    assert desk.deck(ANN)[-1] == "Soldier"


@pytest.mark.parametrize("raider", ["Gang Bully", "Wes Trentin"])
@pytest.mark.card("Turned")
def test_turned_is_refused_beside_a_gang_or_a_cult(raider):
    desk = occupation(side(hand=["Turned"], raiders=[raider]), side(survivors=["Soldier"]), "Ben")
    assert desk.why(Event, "Turned", "Soldier")[:2] == ("aim-beside", "twofold.turned")


@pytest.mark.card("Turned")
def test_turned_is_for_human_twofolds_at_the_occupied_stronghold():
    own_turn_only("Turned", "Biker")
    ann = side(hand=["Turned"], survivors=["Civilian"], raiders=[undead("Biker")])
    desk = occupation(ann, side(survivors=["Soldier", "Patsy McNally"]), "Ben")
    for other, key in (("Civilian", "aim-away"), ("Biker", "aim-zombie"), ("Patsy McNally", "aim-single")):
        assert desk.no(Event, "Turned", other) == key
    assert desk.no(Event, "Turned") == "aim-missing"


@pytest.mark.card("Turned")
def test_turned_may_be_used_at_home_and_on_a_lone_raider():
    home = occupation(side(hand=["Turned"], survivors=["Civilian"]), side(raiders=["Cult Fanatic"]), "Ann")
    assert home.no(Event, "Turned", "Civilian") == "aim-beside"  # it would be next to the cult
    home.do(Event, "Turned", "Cult Fanatic")
    assert home.raiders(BEN) == ["Cult Fanatic"]
    assert home.who("Cult Fanatic").face == zombie("Cult Fanatic")
    pair = occupation(side(hand=["Turned"]), side(raiders=["2 Cult Fanatic"]), "Ann")
    assert pair.no(Event, "Turned", "Cult Fanatic") == "aim-beside"


# ---- The Power of Faith


def faithful(*raiders: Any) -> Desk:
    """Stage an engagement on Ann's turn, after she played The Power of Faith."""
    ann = side(raiders=list(raiders), discard=["The Power of Faith"])
    return attack(ann, side(survivors=["Biker"]), [named(raiders)], [["Biker"]], lasting=["The Power of Faith"])


@pytest.mark.card("The Power of Faith")
def test_the_power_of_faith_strengthens_each_cult_raider_until_the_end_of_the_turn():
    (more,) = said("The Power of Faith")
    desk = faithful("2 Cult Fanatic", "Wes Trentin")
    assert desk.total("attack") == 2 * 3 + face("Wes Trentin").attack + 3 * more
    assert desk.total("counter") == face("Biker").attack
    assert faithful("Gang Bully").total("attack") == face("Gang Bully").attack
    desk.passing().bleeding().paying()
    assert desk.now.lasting == ()


@pytest.mark.card("The Power of Faith")
def test_the_power_of_faith_is_played_with_a_cult_raider_here():
    own_turn_only("The Power of Faith")
    desk = occupation(side(hand=["The Power of Faith"], raiders=["Cult Fanatic"]), side(), "Ben")
    one_copy(desk, "The Power of Faith")
    desk.do(Event, "The Power of Faith")
    assert desk.now.lasting == (desk["The Power of Faith"],)
    for raiders, at in ((["Gang Bully"], "Ben"), ([undead("Cult Fanatic")], "Ben"), (["Cult Fanatic"], "Ann")):
        other = occupation(side(hand=["The Power of Faith"], raiders=raiders), side(), at)
        assert other.why(Event, "The Power of Faith").values["need"] == "cult-here"


# ---- Take What You Need


@pytest.mark.parametrize("at", ["Ann", "Ben"])
@pytest.mark.card("Take What You Need")
def test_take_what_you_need_takes_an_attachment_into_the_hand(at):
    ann = side(hand=["Take What You Need"], discard=["Soldier", "Handgun", "Sentry", "Illness"])
    desk = occupation(ann, side(), at)
    one_copy(desk, "Take What You Need")
    desk.do(Event, "Take What You Need")
    assert desk.no(Take, "Soldier") == "does-not-fit"
    desk.do(Take, "Illness")
    assert desk.hand(ANN) == ["Illness"]
    assert sorted(desk.discard(ANN)) == ["Handgun", "Sentry", "Soldier", "Take What You Need"]
    assert "pile.shuffled-discard" in desk.keys


@pytest.mark.card("Take What You Need")
def test_take_what_you_need_needs_an_attachment_in_ones_own_discard_pile():
    own_turn_only("Take What You Need")
    desk = occupation(side(hand=["Take What You Need"], discard=["Sentry"]), side(discard=["Hog"]), "Ann")
    assert desk.why(Event, "Take What You Need")[:2] == ("needs", "event.search")
    assert card("Take What You Need").kind == "wildcard"
