"""Fence and Searchlight at a stronghold, and the Gang Mark on the opponent's attachments."""

from typing import Any

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.language.words import words
from apz.apocalypze.moves import Attach, Event, Pass, Play, Send, Take, Use
from apz.apocalypze.rules.sums import access_sum
from tests.apocalypze.cards.alike import duel
from tests.apocalypze.cards.printed import card, face
from tests.apocalypze.cards.staging import ANN, BEN, FILLER, Desk, attack, bearing, occupation, side, undead

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
    assert station(undead("Gang Warrior")) == 3  # a zombie isn't a gang raider


@pytest.mark.card("Gang Mark")
def test_gang_mark_on_a_weapon_takes_its_bonus():
    armed = bearing("Civilian", "Baseball Bat", "Gang Mark")
    assert duel("Gang Warrior", against=armed).total("counter") == face("Civilian").attack
    bonus = card("Baseball Bat").bonus[0]
    assert duel("Cult Fanatic", against=armed).total("counter") == face("Civilian").attack + bonus
    diner = attack(
        side(raiders=["Gang Bully"]), side("Roadside Diner", survivors=[armed]), [["Gang Bully"]], [["Civilian"]]
    )
    assert diner.total("guard") == face("Civilian").defense  # the diner doesn't count it as a weapon
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
    assert free.deck(ANN)[-1] == "Gang Mark"  # it leaves with the card it marked, and goes to its own owner's deck


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


# ---- Searchlight


def lit(deck: list[str], **zones: Any) -> Desk:
    """Stage Ann at Ben's stronghold, which has a Searchlight, with raiders to play."""
    ann = side("Police Station", hand=["2 Cult Fanatic"], deck=["Cult Fanatic", "4 Hog"], discard=["Soldier"])
    return occupation(ann, side(attached=["Searchlight"], deck=deck, **zones), "Ben")


@pytest.mark.card("Searchlight")
def test_searchlight_draws_a_card_when_a_raider_comes_and_puts_a_survivor_into_play():
    desk = lit(["Soldier", FILLER, FILLER])
    desk.do(Play, "Cult Fanatic")
    assert desk.asked == ("arrival", BEN)
    desk.do(Use, "Searchlight")
    assert desk.asked == ("search", BEN)
    assert "put the survivor just drawn into play" in words().waiting(desk.now)
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
    assert desk.keys == ["search.kept-drawn"]


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
    assert ("search.kept-unfit" in desk.keys) == (top == "Patsy McNally")


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
    assert turned.asked == ("act", ANN)  # a survivor who turns was already here
    empty = lit([])
    empty.do(Play, "Cult Fanatic")
    assert empty.asked == ("act", ANN)  # no card to draw
    calm = occupation(side(attached=["Searchlight"]), side(), "Ann")
    assert calm.no(Use, "Searchlight") == "wrong-moment"


@pytest.mark.card("Searchlight")
def test_searchlight_stands_at_ones_own_stronghold():
    assert card("Searchlight").attributes == {"fortification"}
    desk = occupation(side("Church", hand=["Searchlight"]), side("Military Base"), "Ann")
    assert desk.no(Attach, "Searchlight", "Military Base") == "wrong-target"
    desk.do(Attach, "Searchlight", "Church")
    away = occupation(side("Church", hand=["Searchlight"]), side("Military Base"), "Ben")
    assert away.no(Attach, "Searchlight", "Military Base") == "wrong-target"
