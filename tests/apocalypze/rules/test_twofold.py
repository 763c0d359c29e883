"""twofold: two sides, zombies that come back, conversions, and whom the new zombie fights for."""

from typing import Any

import pytest

from apz.apocalypze.moves import Done, Event, Pass, Play, Send, Use
from tests.apocalypze.situations import ANN, BEN, Situation, answered, assert_ruling, cited, engagement, seat

OFFICER, WARRIOR, FANATIC = "Police Officer", "Gang Warrior", "Cult Fanatic"
TWOFOLDS = ["Civilian", "Biker", OFFICER, "Soldier", WARRIOR, FANATIC]


def turning(ben: dict[str, Any], occupied: str = "Ben", **zones: Any) -> Situation:
    """Return a situation where Ann occupies a stronghold with Turned in hand; Ben's is the Police Station."""
    ann = seat("Church", hand=["Turned"], deck=["3 Civilian"], **zones)
    return Situation(
        ann, seat("Police Station", deck=["3 Police Officer"], **ben), phase="occupation", occupied=occupied
    )


@pytest.mark.rule("twofold.sides")
@pytest.mark.parametrize("name", TWOFOLDS)
def test_a_twofold_is_played_as_its_human_or_as_a_zombie_and_as_many_as_one_likes(name):
    ann = seat("Church", hand=[f"3 {name}"], deck=["Civilian"])
    game = Situation(ann, seat("Police Station"), phase="occupation", occupied="Ben")
    assert not game.position.card(game.card(name)).unique
    game.do(*[Play(card, zombie=True) for card in game.side(ANN).hand])
    assert all(who.zombie and who.face == who.card.zombie for who in game.side(ANN).raiders)
    assert len(game.all("character.arrived-zombie")) == 3
    home = "Ben" if name in (WARRIOR, FANATIC) else "Ann"
    game = Situation(ann, seat("Police Station"), phase="occupation", occupied=home)
    game.do(*map(Play, game.side(ANN).hand))
    assert all(who.face == who.card.human for who in game.side(ANN).survivors + game.side(ANN).raiders)


@pytest.mark.rule("twofold.sides")
def test_only_a_twofold_has_another_side():
    ann = seat("Church", hand=["Lord Brawn", "Trudy"], deck=["Civilian"])
    game = Situation(ann, seat("Police Station"), phase="occupation", occupied="Ben")
    for name in ("Lord Brawn", "Trudy"):
        refusal = game.refusal(Play(game.card(name), zombie=True))
        assert (refusal.key, refusal.rule, refusal.fix) == ("one-side-only", "twofold.sides", "as-printed")
        assert refusal.values == {"card": name}
        assert game.legal(Play(game.card(name)))


def shot(zombie: Any, **ben: Any) -> Situation:
    """Return the situation after Ben has played Head Shot on one of Ann's zombies."""
    armed = [{"card": OFFICER, "attached": ["Handgun"]}]
    hand = ["Head Shot", *ben.pop("hand", [])]
    game = engagement([zombie], armed, ben={"hand": hand, **ben})
    if game.waits() == ("window", ANN):
        game.do(Pass())
    return answered(game, game.card("Head Shot"), game.side(ANN).raiders[0].id)


@pytest.mark.rule("twofold.persistent")
def test_a_twofold_zombie_that_is_killed_is_recycled():
    rifle = [{"card": OFFICER, "attached": ["Sniper Rifle"]}]
    ben = seat("Roadside Diner", raiders=[{"card": WARRIOR, "zombie": True}], deck=["2 Biker"], discard=["Hog"])
    game = Situation(seat("Church", survivors=rifle), ben, phase="occupation", occupied="Ann")
    game.do(Use(game.card("Sniper Rifle"), (game.card(WARRIOR),)))
    note = game.note("character.persisted")
    assert (note.rule, note.cards, note.values["owner"]) == ("twofold.persistent", (game.card(WARRIOR),), "Ben")
    assert game.names(game.side(BEN).deck) == ["Biker", "Biker", WARRIOR]
    assert game.names(game.side(BEN).discard) == ["Hog"]


@pytest.mark.rule("twofold.persistent")
def test_the_human_of_a_twofold_and_a_plain_zombie_are_discarded():
    rifle = [{"card": OFFICER, "attached": ["Sniper Rifle"]}]
    for raider in (WARRIOR, "Fast Zombie"):
        ben = seat("Roadside Diner", raiders=[raider], deck=["2 Biker"])
        game = Situation(seat("Church", survivors=rifle), ben, phase="occupation", occupied="Ann")
        game.do(Use(game.card("Sniper Rifle"), (game.card(raider),)))
        assert game.names(game.side(BEN).discard) == [raider]
        assert "twofold.persistent" not in cited(game.notes)


@pytest.mark.rule("twofold.attachments")
def test_only_the_twofold_itself_comes_back_and_what_it_carried_is_removed():
    assert_ruling("twofold.attachments")
    game = shot({"card": "Civilian", "zombie": True, "attached": ["Adrenaline"]})
    assert game.names(game.side(ANN).deck[-1:]) == ["Civilian"]
    assert game.names(game.side(ANN).discard) == ["Adrenaline"]
    removed = game.note("attachment.removed")
    assert (removed.rule, removed.values["host"]) == ("twofold.attachments", "Civilian")


@pytest.mark.rule("twofold.removed")
def test_a_twofold_zombie_that_a_card_removes_counts_as_destroyed_and_comes_back():
    assert_ruling("twofold.removed")
    game = shot({"card": WARRIOR, "zombie": True})
    assert game.names(game.side(ANN).deck[-1:]) == [WARRIOR]
    assert game.note("character.persisted").rule == "twofold.removed"


@pytest.mark.rule("twofold.removed")
def test_a_card_that_says_otherwise_lays_it_to_rest():
    game = shot({"card": WARRIOR, "zombie": True}, hand=["Rest In Peace"])
    assert game.waits() == ("remove", BEN)
    answered(game, game.card("Rest In Peace"), game.card(WARRIOR))
    assert game.note("character.laid-to-rest").rule == "twofold.removed"
    assert game.names(game.side(ANN).discard) == [WARRIOR]
    assert WARRIOR not in game.names(game.side(ANN).deck)


@pytest.mark.rule("twofold.turned", "event.wildcard")
@pytest.mark.parametrize("beside", [WARRIOR, FANATIC])
def test_nobody_is_turned_beside_a_gang_or_a_cult(beside):
    game = turning({"survivors": [OFFICER]}, raiders=[beside])
    officer = game.card(OFFICER)
    refusal = game.refusal(Event(game.card("Turned"), (officer,)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("aim-beside", "twofold.turned", "fitting-target")
    assert (refusal.values["names"], refusal.values["standing"]) == ((beside,), "gang" if beside == WARRIOR else "cult")
    assert refusal.cards == (game.card("Turned"), officer)
    game = turning({"survivors": [OFFICER]}, raiders=["Trudy"])
    assert game.legal(Event(game.card("Turned"), (game.card(OFFICER),)))


@pytest.mark.rule("twofold.turned")
def test_a_lone_raider_may_be_turned_but_not_one_of_two():
    game = turning({}, raiders=[WARRIOR])
    game.do(Event(game.card("Turned"), (game.card(WARRIOR),)))
    assert game.side(ANN).raiders[0].zombie
    game = turning({}, raiders=[f"2 {WARRIOR}"])
    assert game.refusal(Event(game.card("Turned"), (game.card(WARRIOR),))).rule == "twofold.turned"


@pytest.mark.rule("twofold.turned")
def test_only_a_human_twofold_can_be_turned():
    game = turning({"survivors": ["Patsy McNally"]}, raiders=[{"card": WARRIOR, "zombie": True}])
    patsy, zombie = (
        game.refusal(Event(game.card("Turned"), (game.card(name),))) for name in ("Patsy McNally", WARRIOR)
    )
    assert (patsy.key, patsy.rule) == ("aim-single", "twofold.sides")
    assert (zombie.key, zombie.rule) == ("aim-zombie", "character.zombie-not-human")


@pytest.mark.rule("twofold.controller")
def test_a_survivor_turned_at_its_stronghold_raids_it_and_stays_its_owners_card():
    assert_ruling("twofold.controller")
    game = turning({"survivors": [OFFICER, "Patsy McNally"]})
    officer = game.card(OFFICER)
    game.do(Event(game.card("Turned"), (officer,)))
    assert [who.id for who in game.side(ANN).raiders] == [officer]
    assert [who.card.name for who in game.side(BEN).survivors] == ["Patsy McNally"]
    note = game.note("character.converted")
    assert (note.rule, note.values) == (
        "twofold.controller",
        {"card": OFFICER, "player": "Ann", "place": "Police Station"},
    )
    assert game.position.game.owners[officer] == BEN
    game.do(Done())
    assert game.legal(Send(officer, 1))  # it can attack on this very turn


@pytest.mark.rule("twofold.controller")
def test_who_turns_their_own_survivor_gives_the_opponent_a_raider():
    game = turning({}, occupied="Ann", survivors=["Civilian"])
    game.do(Event(game.card("Turned"), (game.side(ANN).survivors[0].id,)))
    assert game.side(ANN).survivors == ()
    assert [who.card.name for who in game.side(BEN).raiders] == ["Civilian"]


def bitten(name: str, raiders: tuple[str, ...] = ()) -> Situation:
    """Return a situation where Ann occupies Ben's stronghold, and one of his survivors has her Bitten attached."""
    victim = {"card": name, "attached": [{"card": "Bitten", "owner": "Ann"}]}
    ben = seat("Police Station", survivors=[victim], deck=["3 Police Officer"])
    ann = seat("Church", raiders=raiders, deck=["3 Civilian"])
    return Situation(ann, ben, phase="occupation", occupied="Ben")


@pytest.mark.rule("twofold.bitten")
def test_a_bitten_human_becomes_a_zombie_that_keeps_its_numbers():
    assert_ruling("twofold.bitten")
    game = bitten("Patsy McNally")
    game.do(Use(game.card("Bitten"), text=1))
    (patsy,) = game.side(ANN).raiders
    assert (patsy.zombie, patsy.face[1:4]) == (True, (1, 3, 5))
    note = game.note("character.keeps-numbers")
    assert (note.rule, note.values["attack"], note.values["defense"], note.values["value"]) == (
        "twofold.bitten",
        1,
        3,
        5,
    )
    assert game.names(game.side(ANN).discard) == ["Bitten"]


@pytest.mark.rule("twofold.bitten")
def test_a_bitten_twofold_is_recycled_when_destroyed_and_anybody_else_is_discarded():
    for name, pile in ((OFFICER, "deck"), ("Antonio Jones", "discard")):
        zombie = {"card": name, "zombie": "bitten", "owner": "Ben"}
        armed = [{"card": "Patsy McNally", "attached": ["Handgun"]}]
        game = engagement([zombie], armed, ben={"hand": ["Head Shot"]})
        answered(game, game.card("Head Shot"), game.card(name))
        assert game.card(name) == (game.side(BEN).deck[-1] if pile == "deck" else game.side(BEN).discard[0])
        assert ("twofold.bitten" in cited(game.notes)) == (pile == "deck")


@pytest.mark.rule("twofold.bitten", "twofold.turned")
def test_a_bitten_human_does_not_turn_beside_a_gang():
    game = bitten(OFFICER, (WARRIOR,))
    refusal = game.refusal(Use(game.card("Bitten"), text=1))
    assert (refusal.key, refusal.rule, refusal.values["need"]) == ("needs", "twofold.turned", "bearer-fits")
    assert refusal.values["names"] == (WARRIOR,)
    assert bitten(OFFICER, ("Trudy",)).legal(Use(game.card("Bitten"), text=1))
