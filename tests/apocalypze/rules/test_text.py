"""text: what "here" means, each ability once per turn, and what happens to a character kept in play."""

import pytest

from apz.apocalypze.model import DECK
from apz.apocalypze.moves import Attach, Done, Draw, Eat, Occupy, Use, Wound
from apz.apocalypze.rules.combat import totals
from tests.apocalypze.situations import ANN, BEN, Situation, assert_ruling, engagement, groups, seat

OFFICER, WARRIOR = "Police Officer", "Gang Warrior"


@pytest.mark.rule("text.here")
def test_a_rifle_at_home_shoots_at_raiders_here_and_not_at_those_elsewhere():
    ann = seat("Church", survivors=[{"card": OFFICER, "attached": ["Sniper Rifle"]}], raiders=["Trudy"])
    ben = seat("Roadside Diner", survivors=["Biker"], raiders=[WARRIOR], deck=["Biker"])
    game = Situation(ann, ben, phase="occupation", occupied="Ann")
    for elsewhere in ("Biker", "Trudy"):
        refusal = game.refusal(Use(game.card("Sniper Rifle"), (game.card(elsewhere),)))
        assert (refusal.key, refusal.rule, refusal.values["wanted"]) == ("aim-no-raider", "text.here", "raider-here")
    game.do(Use(game.card("Sniper Rifle"), (game.card(WARRIOR),)))
    assert game.side(BEN).raiders == ()


@pytest.mark.rule("timing.engagement")
def test_lord_brawn_leads_the_gang_in_his_own_engagement_only():
    ann = seat("Roadside Diner", raiders=["Lord Brawn", "2 Gang Warrior"], deck=["Biker"])
    ben = seat("Police Station", survivors=["2 Police Officer"], deck=["9 Police Officer"])
    game = Situation(ann, ben, phase="combat")
    brawn, first, second = (who.id for who in game.side(ANN).raiders)
    one, two = (who.id for who in game.side(BEN).survivors)
    game.do(*groups([[brawn, first], [second]], [[one], [two]]))
    led, alone = totals(game.position, 1)["attack"], totals(game.position, 2)["attack"]
    assert [(term.amount, term.name, term.rule) for term in led.terms] == [
        (4, "Lord Brawn", "combat.attack-total"),
        (2, WARRIOR, "combat.attack-total"),
        (1, "Lord Brawn", "timing.engagement"),
    ]
    assert alone.total == 2


@pytest.mark.rule("text.here")
def test_antonio_jones_saves_nobody_once_he_is_a_zombie_elsewhere():
    # Ben's Antonio was bitten and raids Ben's own stronghold for Ann, so he isn't with Ann's police
    antonio = {"card": "Antonio Jones", "zombie": "bitten", "owner": "Ben"}
    ann = seat("Police Station", survivors=[OFFICER], raiders=[antonio], deck=["3 Pop!"])
    ben = seat("Roadside Diner", raiders=["3 Gang Warrior"], deck=["3 Biker"])
    game = Situation(ann, ben, phase="combat", whose="Ben")
    game.do(*groups([[who.id for who in game.side(BEN).raiders]], [[game.card(OFFICER)]]))
    assert game.waits() == ("wound", ANN)
    game.do(Wound(game.card(OFFICER)))
    assert game.names(game.side(ANN).discard) == [OFFICER]


@pytest.mark.rule("text.once")
def test_a_text_is_used_once_a_turn():
    ann = seat("Church", survivors=[{"card": OFFICER, "attached": ["Sniper Rifle"]}], deck=["9 Civilian"])
    ben = seat("Roadside Diner", raiders=["2 Gang Warrior"], deck=["9 Biker"])
    game = Situation(ann, ben, phase="occupation", occupied="Ann")
    rifle, first, second = game.card("Sniper Rifle"), game.card(WARRIOR, 0), game.card(WARRIOR, 1)
    game.do(Use(rifle, (first,)))
    assert game.note("text.used-on").rule == "text.once"
    refusal = game.refusal(Use(rifle, (second,)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("once-a-turn", "text.once", "next-turn")
    assert (refusal.values, refusal.cards) == ({"card": "Sniper Rifle"}, (rifle,))


@pytest.mark.rule("text.once")
def test_a_text_works_again_in_the_next_turn():
    ann = seat("Roadside Diner", survivors=["Moose Tucker"], deck=["9 Biker"], discard=["3 Hog"])
    game = Situation(ann, seat("Church", deck=["9 Civilian"]), phase="occupation", occupied="Ann")
    moose = game.card("Moose Tucker")
    game.do(Use(moose))
    assert game.refusal(Use(moose)).rule == "text.once"
    game.do(Done(), Eat(DECK), Draw(), Occupy(BEN), Done(), Eat(DECK), Draw(), Occupy(ANN), Use(moose))
    assert game.note("text.used").rule == "text.once"


@pytest.mark.rule("text.once")
def test_two_cards_of_a_name_have_a_text_each():
    ann = seat("Church", hand=["Sniper Rifle"], deck=["9 Civilian"])
    ann["survivors"] = [{"card": OFFICER, "attached": ["Sniper Rifle"]}, OFFICER]
    ben = seat("Roadside Diner", raiders=["2 Gang Warrior"], deck=["9 Biker"])
    game = Situation(ann, ben, phase="occupation", occupied="Ann")
    first, second = game.card(WARRIOR, 0), game.card(WARRIOR, 1)
    game.do(Use(game.card("Sniper Rifle", 0), (first,)), Attach(game.card("Sniper Rifle", 1), game.card(OFFICER, 1)))
    game.do(Use(game.card("Sniper Rifle", 1), (second,)))
    assert game.side(BEN).raiders == ()


@pytest.mark.rule("text.once")
def test_a_text_used_in_an_engagement_is_used_up_in_it():
    dan = "Lieutenant Dan Killmeyer"
    game = engagement([WARRIOR, "Gang Bully"], [dan, {"card": OFFICER, "attached": ["Adrenaline"]}])
    assert game.waits() == ("window", BEN)
    game.do(Use(game.card(dan), (game.card(WARRIOR),)))
    assert game.waits() == ("window", BEN)  # Ann has nothing to play, and he still has the Adrenaline
    assert game.refusal(Use(game.card(dan), (game.card("Gang Bully"),))).rule == "text.once"


@pytest.mark.rule("text.kept", "combat.wounds")
def test_a_fanatic_kept_in_play_takes_none_of_the_wounds_that_are_left():
    assert_ruling("text.kept")
    game = engagement(["Cult Fanatic", "Albert & Anita Hanson"], ["Patsy McNally", "6 Soldier"], occupied="Ben")
    fanatic, hansons = game.card("Cult Fanatic"), game.card("Albert & Anita Hanson")
    game.do(Wound(fanatic), Use(hansons, (fanatic,)))
    note = game.note("character.kept")
    assert (note.rule, note.cards) == ("text.kept", (fanatic,))
    assert game.who(fanatic).wounds == 0
    assert game.waits() == ("wound", ANN)
    assert game.options(Wound) == [Wound(hansons)]
    refusal = game.refusal(Wound(fanatic))
    assert (refusal.key, refusal.rule, refusal.ways) == ("kept-already", "text.kept", ((Wound(hansons),),))


@pytest.mark.rule("text.kept", "combat.excess")
def test_with_nobody_else_there_the_wounds_that_are_left_are_lost():
    ann = seat("Roadside Diner", raiders=["Cult Fanatic", "Albert & Anita Hanson"], deck=["9 Biker"])
    ben = seat("Police Station", survivors=["Patsy McNally", "6 Soldier"], deck=["9 Pop!"])
    game = Situation(ann, ben, phase="combat", occupied="Ben")
    fanatic, hansons = game.card("Cult Fanatic"), game.card("Albert & Anita Hanson")
    everybody = [who.id for who in game.side(BEN).survivors]
    game.do(*groups([[fanatic], [hansons]], [everybody]), Wound(fanatic), Use(hansons, (fanatic,)))
    assert game.note("combat.excess").rule == "combat.excess"
    assert fanatic in [who.id for who in game.side(ANN).raiders]
