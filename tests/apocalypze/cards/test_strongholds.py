"""The strongholds: what each one does for its player, and its limits."""

from typing import Any

import pytest

from apz.apocalypze.moves import Done, Pass, Take, Use
from apz.apocalypze.rules.sums import access_sum, draw_sum, feed_sum
from tests.apocalypze.cards.printed import card, face, said
from tests.apocalypze.cards.staging import ANN, BEN, FILLER, Desk, attack, bearing, feeding, occupation, side, undead

# ---- Roadside Diner


@pytest.mark.card("Roadside Diner")
def test_roadside_diner_gives_defense_to_an_armed_survivor_and_to_nobody_else():
    (extra,) = said("Roadside Diner")
    for place, bonus in (("Roadside Diner", extra), ("Church", 0)):
        desk = attack(
            side(raiders=[bearing("Gang Warrior", "Handgun")]),
            side(place, survivors=[bearing("Biker", "Baseball Bat"), "Civilian"]),
            [["Gang Warrior"]],
            [["Biker", "Civilian"]],
        )
        assert desk.total("guard") == face("Biker").defense + face("Civilian").defense + bonus
        assert desk.total("defense") == face("Gang Warrior").defense  # the diner does nothing for a raider's weapon
        assert desk.total("counter") == face("Biker").attack + face("Civilian").attack + card("Baseball Bat").bonus[0]


@pytest.mark.card("Roadside Diner")
def test_roadside_diner_counts_a_weapon_once_and_no_other_attachment():
    (extra,) = said("Roadside Diner")
    riding = bearing("Biker", "Hog", "Adrenaline")
    armed = bearing("Moose Tucker", "Python's Python", "Hog")
    desk = attack(
        side(raiders=["Gang Warrior"]),
        side("Roadside Diner", survivors=[riding, armed]),
        [["Gang Warrior"]],
        [["Biker", "Moose Tucker"]],
    )
    plain = face("Biker").defense + face("Moose Tucker").defense + 2 * card("Hog").bonus[1]
    assert desk.total("guard") == plain + extra


# ---- Church


@pytest.mark.card("Church")
def test_church_feeds_one_less_while_a_civilian_is_here_but_never_less_than_one():
    assert feeding(side("Church", survivors=["Civilian"]), side()).owed == 1  # the rulebook's table
    assert feeding(side("Church", survivors=["3 Civilian"]), side()).owed == 2
    assert feeding(side("Church", survivors=["Civilian", "Soldier", "Biker"]), side()).owed == 2


@pytest.mark.card("Church")
def test_church_does_nothing_without_a_civilian_at_home():
    assert feeding(side("Church", survivors=["2 Soldier"]), side()).owed == 2
    raiding = side("Church", survivors=["2 Soldier"], raiders=[undead("Civilian")])
    assert feeding(raiding, side()).owed == 2
    assert feeding(side("Military Base", survivors=["2 Civilian"]), side()).owed == 2


@pytest.mark.card("Church")
def test_church_serves_its_own_player_only():
    desk = feeding(side("Military Base", survivors=["2 Civilian"]), side("Church", survivors=["2 Civilian"]))
    assert desk.owed == 2
    assert feed_sum(desk.now, BEN).total == 1


# ---- Police Station


def station(at: str = "Ann", **zones: Any) -> Desk:
    zones = {"deck": ["Handgun", "Baseball Bat", "Police Officer", "Gang Warrior", f"6 {FILLER}"], **zones}
    return occupation(side("Police Station", **zones), side(), at)


@pytest.mark.card("Police Station")
def test_police_station_has_the_numbers_of_the_rulebook():
    desk = station()
    assert (access_sum(desk.now, ANN).total, card("Police Station").damage) == (4, 2)
    assert not card("Police Station").house("access")
    assert not card("Police Station").house("damage")


@pytest.mark.card("Police Station")
def test_police_station_plays_one_police_from_the_deck_and_shuffles_it():
    desk = station()
    desk.do(Use, "Police Station", text=0)
    assert desk.asked == ("search", ANN)
    assert desk.no(Take, "Gang Warrior") == "does-not-fit"
    assert desk.no(Take, "Handgun") == "does-not-fit"
    desk.do(Take, "Police Officer")
    assert desk.survivors(ANN) == ["Police Officer"]
    assert not desk.who("Police Officer").zombie
    assert "Police Officer" not in desk.deck(ANN)
    assert "pile.shuffled-deck" in desk.keys
    assert desk.asked == ("act", ANN)


@pytest.mark.card("Police Station")
def test_police_station_plays_any_police_but_a_unique_one_only_once():
    desk = station(deck=["Patsy McNally", "Antonio Jones", "3 Patsy's Pistols"], survivors=["Patsy McNally"])
    desk.do(Use, "Police Station", text=0)
    assert desk.no(Take, "Patsy McNally 2") == "unique-in-play"
    desk.do(Take, "Antonio Jones")
    assert desk.survivors(ANN) == ["Patsy McNally", "Antonio Jones"]


@pytest.mark.card("Police Station")
def test_police_station_calls_its_police_once_a_game():
    desk = station()
    desk.do(Use, "Police Station", text=0)
    desk.do(Take, "Police Officer")
    assert desk.no(Use, "Police Station", text=0) == "once-a-game"
    desk.end_of_occupation().next_turn(ANN)
    assert desk.why(Use, "Police Station", text=0).rule == "stronghold.once-game"


@pytest.mark.card("Police Station")
def test_police_station_may_look_for_police_in_vain_and_has_looked_then():
    desk = station(deck=[f"4 {FILLER}"])
    desk.do(Use, "Police Station", text=0)
    assert desk.keys[-2:] == ["search.found-nothing", "pile.shuffled-deck"]
    assert desk.no(Use, "Police Station", text=0) == "once-a-game"


@pytest.mark.card("Police Station")
def test_police_station_attaches_one_gun_from_the_deck_to_a_police_here():
    desk = station(survivors=["Police Officer", "Civilian"])
    desk.do(Use, "Police Station", text=1)
    assert desk.no(Take, "Baseball Bat", "Police Officer") == "does-not-fit"  # a weapon, but not a gun
    assert desk.no(Take, "Handgun", "Civilian") == "wrong-target"
    assert desk.no(Take, "Handgun") == "target-missing"
    desk.do(Take, "Handgun", "Police Officer")
    assert desk.on("Police Officer") == ["Handgun"]
    assert "pile.shuffled-deck" in desk.keys


@pytest.mark.card("Police Station")
def test_police_station_gives_a_gun_once_a_turn_in_every_turn():
    desk = station(survivors=["2 Police Officer"], deck=["20 Sniper Rifle"])
    desk.do(Use, "Police Station", text=1)
    desk.do(Take, "Sniper Rifle", "Police Officer")
    assert desk.no(Use, "Police Station", text=1) == "once-a-turn"
    desk.end_of_occupation().next_turn(ANN)
    desk.do(Use, "Police Station", text=1)
    rifle = desk.now.sides[ANN].deck[0]
    assert desk.no(Take, rifle, "Police Officer") == "second-copy"
    desk.do(Take, rifle, "Police Officer 2")


@pytest.mark.card("Police Station")
def test_police_station_can_be_used_for_both_in_one_turn():
    desk = station()
    desk.do(Use, "Police Station", text=0)
    desk.do(Take, "Police Officer")
    desk.do(Use, "Police Station", text=1)
    desk.do(Take, "Handgun", "Police Officer")
    assert desk.on("Police Officer") == ["Handgun"]


@pytest.mark.card("Police Station")
def test_police_station_may_be_searched_and_nothing_taken():
    desk = station(survivors=["Police Officer"])
    desk.do(Use, "Police Station", text=1)
    desk.do(Pass)
    assert desk.keys == ["search.took-nothing", "pile.shuffled-deck"]
    assert desk.on("Police Officer") == []


@pytest.mark.parametrize("text", [0, 1])
@pytest.mark.card("Police Station")
def test_police_station_works_in_its_players_own_occupation_phase_and_place_only(text):
    away = station("Ben", survivors=["Police Officer"])
    assert away.no(Use, "Police Station", text=text) == "stronghold-elsewhere"
    theirs = occupation(side(), side("Police Station", survivors=["Police Officer"]), "Ben")
    assert theirs.no(Use, "Police Station", text=text) == "not-your-text"
    fight = attack(
        side(raiders=["Gang Warrior"]),
        side("Police Station", survivors=["Police Officer"], deck=["Handgun", "Police Officer"]),
        [["Gang Warrior"]],
        [["Police Officer"]],
        asked="Ben",
    )
    assert fight.why(Use, "Police Station", text=text)[:2] == ("wrong-moment", "stronghold.text")


@pytest.mark.parametrize("text", [0, 1])
@pytest.mark.card("Police Station")
def test_police_station_needs_a_card_in_the_deck(text):
    desk = station(deck=[], survivors=["Police Officer"])
    assert desk.why(Use, "Police Station", text=text).values["need"] == "deck-left"


# ---- Military Base


@pytest.mark.card("Military Base")
def test_military_base_draws_extra_while_two_soldiers_are_here():
    (extra,) = said("Military Base")
    for hand in (0, 2, 6, 8):
        cards = [f"{hand} {FILLER}"] if hand else []
        position = occupation(side("Military Base", survivors=["2 Soldier"], hand=cards), side(), "Ann").now
        assert draw_sum(position, ANN).total == max(0, 6 - hand) + extra


@pytest.mark.card("Military Base")
def test_military_base_draws_the_extra_card_in_the_draw_phase():
    (extra,) = said("Military Base")
    base = side("Military Base", survivors=["Corporal Dwayne Martinson", "Soldier"], hand=["Sentry"])
    desk = occupation(base, side(), "Ann")
    desk.do(Done)
    desk.next_turn(ANN)
    assert len(desk.hand(ANN)) == 6 + extra


@pytest.mark.card("Military Base")
def test_military_base_draws_nothing_extra_without_two_soldiers_at_home():
    for zones in ({"survivors": ["Soldier", "Civilian"]}, {"raiders": [undead("Soldier")] * 2}):
        assert draw_sum(occupation(side("Military Base", **zones), side(), "Ann").now, ANN).total == 6
    assert draw_sum(occupation(side("Church", survivors=["2 Soldier"]), side(), "Ann").now, ANN).total == 6


@pytest.mark.card("Military Base")
def test_military_base_has_the_most_ways_in_and_the_least_damage():
    base, others = card("Military Base"), [card(name) for name in ("Church", "Police Station", "Roadside Diner")]
    assert base.access > max(other.access for other in others)
    assert base.damage < min(other.damage for other in others)
