"""timing: events and abilities per engagement before totals, the attacker first, direct responses."""

import pytest

from apz.apocalypze.moves import Engage, Event, Pass, Use, Wound
from tests.apocalypze.situations import ANN, BEN, Situation, cited, engagement, groups, pass_all, seat

OFFICER, WARRIOR, FANATIC, MOLOTOV = "Police Officer", "Gang Warrior", "Cult Fanatic", "Molotov Cocktail"
ADRENALINE = {"attached": ["Adrenaline"]}


def two_engagements() -> Situation:
    """Return two engagements with an Adrenaline on each of the four characters, where Ben must choose the order."""
    ann = seat("Roadside Diner", raiders=[{"card": WARRIOR, **ADRENALINE}] * 2, deck=["9 Biker"])
    ben = seat("Police Station", survivors=[{"card": OFFICER, **ADRENALINE}] * 2, deck=["9 Police Officer"])
    game = Situation(ann, ben, phase="combat")
    one, two = (who.id for who in game.side(ANN).raiders)
    first, second = (who.id for who in game.side(BEN).survivors)
    return game.do(*groups([[one], [two]], [[first], [second]]))


@pytest.mark.rule("timing.engagement")
def test_a_text_is_used_in_the_engagement_its_bearer_takes_part_in():
    game = two_engagements().do(Engage(2))
    assert game.waits() == ("window", ANN)
    refusal = game.refusal(Use(game.card("Adrenaline", 0)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("not-in-engagement", "timing.engagement", "its-own-engagement")
    assert refusal.values == {"card": "Adrenaline", "point": 2, "engagement": 1}
    game.do(Use(game.card("Adrenaline", 1)))
    boost = game.note("combat.boost-attack")
    assert (boost.rule, boost.values["player"], boost.values["amount"]) == ("timing.engagement", "Ann", 3)


@pytest.mark.rule("timing.engagement")
def test_what_was_added_counts_in_that_engagement_only():
    game = two_engagements().do(Engage(2))
    game.do(Use(game.card("Adrenaline", 1)))
    pass_all(game)
    hurt = next(note for note in game.all("combat.casualties") if note.values["point"] == 2)
    terms = hurt.values["attack"].terms
    assert [(term.amount, term.name, term.rule) for term in terms] == [
        (2, WARRIOR, "combat.attack-total"),
        (3, "Adrenaline", "timing.engagement"),
    ]
    game.do(*game.position.legal_moves)
    pass_all(game)
    other = next(note for note in game.all("combat.casualties") if note.values["point"] == 1)
    assert [term.name for term in other.values["attack"].terms] == [WARRIOR]


@pytest.mark.rule("timing.engagement")
def test_no_event_of_an_engagement_is_played_before_it_or_outside_combat():
    armed = {"card": OFFICER, "attached": ["Handgun"]}
    ann = seat("Roadside Diner", raiders=[WARRIOR], deck=["9 Biker"])
    ben = seat("Police Station", survivors=[armed], hand=["Pop!"], deck=["9 Police Officer"])
    game = Situation(ann, ben, phase="combat").do(*groups([[1]]))
    assert game.refusal(Event(game.card("Pop!"), (1,))).key == "wrong-moment"
    ann = seat("Roadside Diner", hand=["Pop!"], survivors=["Biker"], deck=["9 Biker"])
    game = Situation(ann, ben, phase="occupation", occupied="Ann")
    refusal = game.refusal(Event(game.card("Pop!", 0), (game.card(OFFICER),)))
    assert (refusal.key, refusal.fix) == ("wrong-moment", "keep-it")


@pytest.mark.rule("timing.engagement")
def test_a_trump_of_an_engagement_hits_nobody_in_another():
    armed = {"card": OFFICER, "attached": ["Handgun"]}
    ann = seat("Roadside Diner", raiders=["2 Gang Warrior"], deck=["9 Biker"])
    ben = seat("Police Station", survivors=[armed, OFFICER], hand=["Pop!"], deck=["9 Police Officer"])
    game = Situation(ann, ben, phase="combat")
    first, second = (who.id for who in game.side(BEN).survivors)
    game.do(*groups([[1], [2]], [[first], [second]]), Engage(1))
    assert game.waits() == ("window", BEN)
    refusal = game.refusal(Event(game.card("Pop!"), (2,)))
    assert (refusal.key, refusal.rule, refusal.values["wanted"]) == ("aim-elsewhere", "timing.engagement", "opposing")
    assert game.legal(Event(game.card("Pop!"), (1,)))


@pytest.mark.rule("timing.attacker-first")
def test_the_attacker_is_asked_first_then_they_alternate_until_both_pass():
    raiders = [{"card": FANATIC, "attached": ["Handgun", "Adrenaline"]}]
    survivors = [{"card": OFFICER, "attached": ["Handgun", "Adrenaline"]}]
    game = engagement(raiders, survivors, ann={"hand": ["Pop!"]}, ben={"hand": ["Pop!"]})
    assert game.waits() == ("window", ANN)
    game.do(Pass())
    assert game.note("window.passed").rule == "timing.attacker-first"
    assert game.waits() == ("window", BEN)
    game.do(Use(game.card("Adrenaline", 1)))
    assert game.waits() == ("window", ANN)  # Ann passed, but something has happened since
    game.do(Event(game.card("Pop!", 0), (game.card(OFFICER),)))
    assert game.waits() == ("window", BEN)
    game.do(Pass())
    assert game.waits() == ("window", ANN)
    game.do(Pass())
    assert "combat.casualties" in cited(game.notes)  # both have passed in turn: the totals are counted


@pytest.mark.rule("timing.attacker-first")
def test_whoever_has_nothing_to_play_passes_automatically_unless_the_game_is_strict():
    game = engagement([WARRIOR], [OFFICER])
    assert [(note.rule, note.values["player"]) for note in game.all("window.passed")] == [
        ("timing.attacker-first", "Ann"),
        ("timing.attacker-first", "Ben"),
    ]
    game = engagement([WARRIOR], [OFFICER], strict=True)
    assert game.waits() == ("window", ANN)
    game.do(Pass())
    assert game.waits() == ("window", BEN)


@pytest.mark.rule("timing.direct")
def test_after_each_card_the_other_side_may_answer_it_directly_or_not_at_all():
    game = engagement([FANATIC], [OFFICER], ann={"hand": [MOLOTOV]}, ben={"hand": ["Combat Ready"]})
    game.do(Event(game.card(MOLOTOV), (game.card(FANATIC),)))
    assert game.waits() == ("respond", BEN)
    assert {type(move) for move in game.position.legal_moves} == {Event, Pass}
    game = engagement([FANATIC], [OFFICER], ann={"hand": [MOLOTOV]}, ben={"hand": ["Mugged"]})
    game.do(Event(game.card(MOLOTOV), (game.card(FANATIC),)))
    assert game.note("event.unanswered").rule == "timing.direct"
    assert game.note("character.wounded").values["after"] == 2


@pytest.mark.rule("timing.direct")
def test_a_text_can_be_answered_by_nothing_that_answers_events():
    survivors = [{"card": OFFICER, **ADRENALINE}]
    game = engagement([WARRIOR], survivors, ann={"hand": ["Combat Ready"]}, strict=True)
    game.do(Pass(), Use(game.card("Adrenaline")))
    assert game.waits() == ("respond", ANN)
    refusal = game.refusal(Event(game.card("Combat Ready")))
    assert (refusal.key, refusal.rule) == ("answer-ability", "event.respond")
    game.do(Pass())
    assert game.note("combat.boost-attack").values["player"] == "Ben"


@pytest.mark.rule("event.moments", "character.killed")
def test_a_strict_game_asks_both_players_before_anybody_is_removed():
    game = engagement(["2 Gang Warrior"], [OFFICER], strict=True)
    game.do(Pass(), Pass(), Wound(game.card(OFFICER)))
    assert game.waits() == ("remove", BEN)  # the player who loses the character is asked first
    game.do(Pass())
    assert game.waits() == ("remove", ANN)
    game.do(Pass())
    assert game.side(BEN).discard == (game.card(OFFICER),)
    plain = engagement(["2 Gang Warrior"], [OFFICER])
    plain.do(Wound(plain.card(OFFICER)))
    assert plain.side(BEN).discard == (plain.card(OFFICER),)
