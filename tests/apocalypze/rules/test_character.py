"""character: where survivors and raiders are played, factions, numbers, uniqueness, wounds, zombies."""

from typing import Any

import pytest

from apz.apocalypze.language.words import words
from apz.apocalypze.moves import Attach, Done, Event, Play, Take, Use, Wound
from apz.apocalypze.rules.sums import stat_sum, value_sum
from tests.apocalypze.situations import ANN, BEN, Situation, answered, cited, engagement, seat

OFFICER, PATSY, WARRIOR, FANATIC = "Police Officer", "Patsy McNally", "Gang Warrior", "Cult Fanatic"


def occupying(whose: str, *hand: str, **zones: Any) -> Situation:
    """Return a situation where Ann, with these cards in hand, occupies her own Church or Ben's Police Station."""
    ben = seat("Police Station", survivors=[OFFICER], deck=["3 Police Officer"])
    return Situation(seat("Church", hand=hand, deck=["3 Civilian"], **zones), ben, phase="occupation", occupied=whose)


@pytest.mark.rule("character.survivor")
def test_survivors_of_every_faction_are_played_side_by_side_at_home():
    game = occupying("Ann", "Civilian", OFFICER, "Soldier", "Biker")
    game.do(*map(Play, game.side(ANN).hand))
    assert {who.face.faction for who in game.side(ANN).survivors} == {"civilian", "police", "soldier", "biker"}
    assert [note.rule for note in game.all("character.arrived")] == ["character.survivor"] * 4


@pytest.mark.rule("character.survivor", "occupy.play-there")
def test_a_survivor_is_not_played_at_the_opponents_stronghold():
    game = occupying("Ben", "Alex Bloom")
    refusal = game.refusal(Play(game.card("Alex Bloom")))
    assert (refusal.key, refusal.rule, refusal.fix) == ("survivor-at-home", "character.survivor", "occupy-other")
    assert refusal.cards == (game.card("Alex Bloom"),)
    assert (refusal.values["place"], refusal.values["occupied"]) == ("Church", "Police Station")
    assert occupying("Ann", "Alex Bloom").legal(Play(game.card("Alex Bloom")))


@pytest.mark.rule("character.survivor", "twofold.sides")
def test_a_twofold_survivor_is_told_to_come_as_a_zombie_instead():
    game = occupying("Ben", "Civilian")
    civilian = game.side(ANN).hand[0]
    assert game.refusal(Play(civilian)).fix == "as-zombie"
    game.do(Play(civilian, zombie=True))
    assert game.side(ANN).raiders[0].zombie


@pytest.mark.rule("character.raider")
def test_raiders_are_played_to_the_opponents_stronghold_only():
    game = occupying("Ann", WARRIOR, "Trudy")
    for name in (WARRIOR, "Trudy"):
        refusal = game.refusal(Play(game.card(name)))
        assert (refusal.key, refusal.rule, refusal.fix) == ("raider-at-theirs", "character.raider", "occupy-other")
        assert (refusal.values["place"], refusal.values["occupied"]) == ("Police Station", "Church")
    game = occupying("Ben", WARRIOR)
    game.do(Play(game.card(WARRIOR)))
    assert game.note("character.arrived-raider").rule == "character.raider"
    assert [who.id for who in game.side(ANN).raiders] == [game.card(WARRIOR)]


@pytest.mark.rule("character.raider")
def test_a_zombie_of_a_survivor_card_is_a_raider_and_may_come_home_as_a_human():
    game = occupying("Ann", "Civilian")
    civilian = game.side(ANN).hand[0]
    refusal = game.refusal(Play(civilian, zombie=True))
    assert (refusal.key, refusal.rule, refusal.fix) == ("raider-at-theirs", "character.raider", "as-human")
    assert game.legal(Play(civilian))


@pytest.mark.rule("character.factions")
@pytest.mark.parametrize(
    ("standing", "played", "as_zombie", "faction", "fix"),
    [
        (WARRIOR, FANATIC, False, "cult", "gone"),
        (WARRIOR, FANATIC, True, "zombie", "gone"),
        (FANATIC, FANATIC, True, "zombie", "as-human"),
        ("Trudy", WARRIOR, False, "gang", "as-zombie"),
        ("Trudy", "Lord Brawn", False, "gang", "gone"),
    ],
)
def test_raiders_of_two_factions_never_stand_at_one_place(standing, played, as_zombie, faction, fix):
    game = occupying("Ben", played, raiders=[standing])
    card = game.side(ANN).hand[0]
    refusal = game.refusal(Play(card, as_zombie))
    assert (refusal.key, refusal.rule, refusal.fix) == ("factions-clash", "character.factions", fix)
    assert (refusal.values["faction"], refusal.values["other"]) == (faction, standing)
    assert refusal.cards == (card, game.side(ANN).raiders[0].id)
    if fix in ("as-human", "as-zombie"):
        assert game.legal(Play(card, zombie=fix == "as-zombie"))


@pytest.mark.rule("character.factions")
def test_a_card_whose_effect_would_mix_factions_may_not_be_played():
    game = occupying("Ben", "Lurking Death", raiders=[WARRIOR], discard=["Civilian"])
    refusal = game.refusal(Event(game.card("Lurking Death")))
    assert (refusal.key, refusal.rule, refusal.values["need"]) == ("needs", "character.factions", "zombies-fit")


@pytest.mark.rule("character.factions")
def test_the_same_faction_and_any_twofold_zombies_stand_together():
    game = occupying("Ben", WARRIOR, "Gang Bully", raiders=["Lord Brawn"])
    game.do(*map(Play, game.side(ANN).hand))
    assert len(game.side(ANN).raiders) == 3
    game = occupying("Ben", WARRIOR, FANATIC, "Soldier", raiders=["Trudy"])
    game.do(*[Play(card, zombie=True) for card in game.side(ANN).hand])
    assert {who.face.faction for who in game.side(ANN).raiders} == {"zombie"}


@pytest.mark.rule("character.factions")
def test_the_raiders_of_the_other_player_stand_elsewhere_and_do_not_count():
    ann = seat("Church", hand=[FANATIC], deck=["3 Civilian"])
    game = Situation(ann, seat("Church", raiders=[WARRIOR], deck=["Civilian"]), phase="occupation", occupied="Ben")
    assert game.legal(Play(game.card(FANATIC)))


@pytest.mark.rule("character.stats")
def test_attack_defense_and_value_can_be_asked_for_their_terms():
    game = occupying("Ann", survivors=[{"card": PATSY, "attached": ["Handgun", "The Finest"], "wounds": 2}])
    patsy = game.who(game.card(PATSY))
    assert [stat_sum(game.position, patsy, stat).total for stat in ("attack", "defense", "value")] == [2, 3, 5]
    terms = value_sum(game.position, patsy).terms
    assert [(term.amount, term.name, term.rule) for term in terms] == [
        (5, PATSY, "character.stats"),
        (2, "The Finest", "attach.target"),
        (-2, PATSY, "character.wounded"),
    ]
    said = words().sum(value_sum(game.position, patsy))
    assert said.endswith("(Patsy McNally) + 2 (The Finest) - 2 (Patsy McNally's wounds)")
    attack = stat_sum(game.position, patsy, "attack").terms
    assert [(term.amount, term.name, term.rule) for term in attack] == [
        (1, PATSY, "combat.attack-total"),
        (1, "Handgun", "attach.target"),
    ]


@pytest.mark.rule("character.unique")
def test_a_unique_card_has_one_copy_in_play_over_both_players():
    ben = seat("Police Station", survivors=[PATSY], deck=["3 Police Officer"])
    ann = seat("Police Station", hand=[PATSY], deck=["3 Police Officer"])
    game = Situation(ann, ben, phase="occupation", occupied="Ann")
    mine, other = game.card(PATSY, 0), game.card(PATSY, 1)
    refusal = game.refusal(Play(mine))
    assert (refusal.key, refusal.rule, refusal.fix) == ("unique-in-play", "character.unique", "gone")
    assert refusal.values == {"card": PATSY, "gone": (PATSY,), "leaving": 1}
    assert (refusal.cards, refusal.later) == ((mine, other), {"gone": (other,)})


@pytest.mark.rule("character.unique")
def test_a_unique_card_cannot_come_out_of_a_deck_beside_its_copy_either():
    ann = seat("Police Station", survivors=[PATSY], deck=[PATSY, OFFICER])
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann")
    game.do(Use(game.side(ANN).stronghold))
    assert game.refusal(Take(game.card(PATSY, 1))).rule == "character.unique"
    assert game.legal(Take(game.card(OFFICER)))


@pytest.mark.rule("character.unique")
def test_a_unique_card_may_come_back_when_its_copy_has_left_and_generic_cards_have_no_limit():
    game = occupying("Ann", PATSY, OFFICER, survivors=["5 Police Officer"], discard=[PATSY])
    game.do(*map(Play, game.side(ANN).hand))
    assert len(game.side(ANN).survivors) == 7


def sniping(raider: Any, **zones: Any) -> Situation:
    """Return a situation where Ann's officer at home has a rifle, and one of Ben's raiders is there."""
    ann = seat("Police Station", survivors=[{"card": OFFICER, "attached": ["Sniper Rifle"]}], deck=["Pop!"], **zones)
    ben = seat("Roadside Diner", raiders=[raider], deck=["2 Biker"])
    return Situation(ann, ben, phase="occupation", occupied="Ann")


@pytest.mark.rule("character.wounded")
def test_whoever_is_wounded_is_recycled_at_the_end_of_that_phase_with_attachments_each_to_its_owner():
    game = sniping({"card": "Lord Brawn", "attached": ["Baseball Bat", {"card": "Handgun", "owner": "Ann"}]})
    brawn = game.card("Lord Brawn")
    game.do(Use(game.card("Sniper Rifle"), (brawn,)))
    wounded = game.note("character.wounded")
    assert (wounded.values["before"], wounded.values["after"]) == (4, 2)
    assert [who.id for who in game.side(BEN).raiders] == [brawn]  # he stays until the phase is over
    game.do(Done())
    assert game.side(BEN).raiders == ()
    assert game.names(game.side(BEN).deck) == ["Biker", "Biker", "Lord Brawn", "Baseball Bat"]
    assert game.names(game.side(ANN).deck) == ["Pop!", "Handgun"]
    assert game.note("character.recycled").rule == "character.wounded"
    rules = {note.values["card"]: note.rule for note in game.all("attachment.recycled")}
    assert rules == {"Baseball Bat": "character.wounded", "Handgun": "pile.owner"}


@pytest.mark.rule("character.wounded")
def test_whoever_is_wounded_in_the_occupation_phase_is_gone_before_the_combat():
    game = sniping("Lord Brawn", raiders=["Trudy"])
    game.do(Use(game.card("Sniper Rifle"), (game.card("Lord Brawn"),)), Done())
    assert game.waits() == ("attack", ANN)
    assert game.note("character.recycled").rule == "character.wounded"
    assert game.side(BEN).raiders == ()


@pytest.mark.rule("character.wounded")
def test_a_wounded_character_still_fights_until_the_end_of_the_combat_phase():
    game = engagement(["2 Gang Warrior"], [PATSY, {"card": OFFICER, "attached": ["Handgun"]}], ben={"hand": ["Pop!"]})
    warrior = game.card(WARRIOR)
    answered(game, game.card("Pop!"), warrior)
    keys = [note.key for note in game.notes]
    assert game.note("character.wounded").cards == (warrior,)
    assert game.all("combat.unharmed")[0].values["attack"].total == 4  # Ben's two together hold that off
    assert keys.index("character.wounded") < keys.index("combat.unharmed") < keys.index("character.recycled")
    assert warrior == game.side(ANN).deck[-1]


@pytest.mark.rule("character.killed")
def test_value_0_removes_a_character_at_once_with_its_attachments():
    game = sniping({"card": WARRIOR, "attached": ["Baseball Bat"]})
    game.do(Use(game.card("Sniper Rifle"), (game.card(WARRIOR),)))
    killed = game.note("character.killed")
    assert (killed.rule, killed.values["before"], killed.values["amount"]) == ("character.killed", 2, 2)
    assert game.position.phase == "occupation"
    assert game.names(game.side(BEN).discard) == ["Baseball Bat", WARRIOR]
    assert game.note("character.removed").rule == "character.killed"
    assert game.side(BEN).raiders == ()


@pytest.mark.rule("character.killed")
def test_more_wounds_than_value_kill_all_the_same():
    game = sniping("Fast Zombie")
    game.do(Use(game.card("Sniper Rifle"), (game.card("Fast Zombie"),)))
    assert game.names(game.side(BEN).discard) == ["Fast Zombie"]
    assert "character.killed" in cited(game.notes)


@pytest.mark.rule("character.zombie-not-human")
def test_what_needs_a_human_cannot_be_attached_to_a_zombie():
    game = occupying("Ben", "Baseball Bat", raiders=["Trudy"])
    refusal = game.refusal(Attach(game.card("Baseball Bat"), game.card("Trudy")))
    assert (refusal.key, refusal.rule) == ("wrong-target", "character.zombie-not-human")
    assert refusal.values == {"card": "Baseball Bat", "target": "Trudy", "wanted": "your-human"}
    game = occupying("Ben", "Baseball Bat", raiders=[WARRIOR])
    assert game.legal(Attach(game.card("Baseball Bat"), game.card(WARRIOR)))


@pytest.mark.rule("character.zombie-not-human")
def test_a_zombie_throws_no_molotov_cocktail():
    fanatic = {"card": FANATIC, "zombie": True}
    game = engagement([fanatic, "Trudy"], [{"card": OFFICER, "attached": ["Adrenaline"]}], ben={"hand": ["Sentry"]})
    assert game.waits() == ("window", BEN)  # Ann has nothing to play, so she wasn't asked
    ann = {"hand": ["Molotov Cocktail"]}
    game = engagement([{"card": "Fast Zombie", "attached": ["Adrenaline"]}], [OFFICER], ann=ann)
    refusal = game.refusal(Event(game.card("Molotov Cocktail"), (game.card("Fast Zombie"),)))
    assert (refusal.key, refusal.rule, refusal.fix) == (
        "aim-zombie",
        "character.zombie-not-human",
        "no-fitting-target",
    )


@pytest.mark.rule("character.zombie-not-human")
def test_a_head_shot_needs_a_zombie_to_hit_and_a_human_to_shoot():
    armed = [{"card": OFFICER, "attached": ["Handgun", "Adrenaline"]}]
    game = engagement([WARRIOR], armed, ben={"hand": ["Head Shot"]})
    refusal = game.refusal(Event(game.card("Head Shot"), (game.card(WARRIOR),)))
    assert (refusal.key, refusal.rule, refusal.values["wanted"]) == (
        "aim-human",
        "character.zombie-not-human",
        "opposing-zombie",
    )
    zombie = {"card": WARRIOR, "zombie": True, "attached": ["Adrenaline", {"card": "Handgun", "owner": "Ann"}]}
    game = engagement([zombie], [OFFICER], ann={"hand": ["Head Shot"]})
    refusal = game.refusal(Event(game.card("Head Shot"), (game.card(OFFICER),)))
    assert (refusal.key, refusal.rule, refusal.values["need"]) == (
        "needs",
        "character.zombie-not-human",
        "human-handgun",
    )


@pytest.mark.rule("combat.killed", "character.killed")
def test_a_character_killed_in_combat_is_removed_while_the_combat_goes_on():
    game = engagement(["3 Gang Warrior"], [OFFICER])
    game.do(Wound(game.card(OFFICER)))
    assert game.note("character.killed").values["before"] == 3
    keys = [note.key for note in game.notes]
    assert keys.index("character.removed") < keys.index("combat.no-breach")
