"""event: wildcards and trumps, one copy per turn, direct responses, who's asked first, canceled cards, searches."""

from typing import Any

import pytest

from apz.apocalypze.model import DECK
from apz.apocalypze.moves import Done, Draw, Eat, Event, Move, Occupy, Pass, Send, Take, Use
from tests.apocalypze.situations import ANN, BEN, Situation, answered, assert_ruling, cited, engagement, seat

OFFICER, PATSY, WARRIOR, FANATIC = "Police Officer", "Patsy McNally", "Gang Warrior", "Cult Fanatic"
MOLOTOV, READY = "Molotov Cocktail", "Combat Ready"
ARMED = {"card": OFFICER, "attached": ["Handgun"]}


def occupying(whose: str, ann: dict[str, Any], ben: dict[str, Any] | None = None, **state: Any) -> Situation:
    """Return a situation where Ann occupies her Roadside Diner or Ben's Police Station."""
    mine = seat("Roadside Diner", **{"deck": ["9 Biker"], **ann})
    theirs = seat("Police Station", **{"deck": ["9 Police Officer"], **(ben or {})})
    return Situation(mine, theirs, phase="occupation", occupied=whose, **state)


@pytest.mark.rule("event.wildcard", "occupy.play-there")
def test_a_wildcard_works_with_cards_at_the_occupied_location_only():
    game = occupying("Ann", {"hand": ["Mugged"], "raiders": [WARRIOR]})
    refusal = game.refusal(Event(game.card("Mugged")))
    assert (refusal.key, refusal.rule, refusal.fix) == ("needs", "event.wildcard", "occupy-other")
    assert (refusal.values["need"], refusal.cards) == ("gang-here", (game.card("Mugged"),))
    game = occupying("Ben", {"hand": ["Mugged"], "raiders": [WARRIOR]})
    game.do(Event(game.card("Mugged")))
    assert game.note("event.played").rule == "event.wildcard"
    assert game.waits() == ("consume", BEN)


@pytest.mark.rule("event.wildcard")
def test_a_wildcard_is_not_played_in_the_opponents_turn():
    ben = {"hand": ["Take What You Need", "Recycle"], "survivors": [OFFICER], "discard": ["Handgun"]}
    game = occupying("Ann", {}, ben).do(Done())
    assert game.waits() == ("last", BEN)
    refusal = game.refusal(Event(game.card("Take What You Need")))
    assert (refusal.key, refusal.rule, refusal.fix) == ("wildcard-own-turn", "event.wildcard", "own-turn")
    assert refusal.values == {"card": "Take What You Need"}


@pytest.mark.rule("event.trump")
def test_a_trump_is_played_in_either_players_turn_at_a_moment_that_fits_its_text():
    game = occupying("Ann", {"hand": ["Recycle"], "survivors": ["Biker"]})
    answered(game, game.card("Recycle"), game.card("Biker"))
    assert game.note("event.played-on").rule == "event.trump"
    ben = {"hand": ["Recycle"], "survivors": [OFFICER]}
    game = occupying("Ann", {}, ben).do(Done())
    answered(game, game.card("Recycle"), game.card(OFFICER))
    assert game.side(BEN).survivors == ()


@pytest.mark.rule("event.trump")
def test_a_trump_is_not_played_at_a_moment_that_does_not_fit():
    ann = {"hand": ["Pop!", "Sentry", "Rest In Peace"], "survivors": ["Biker"]}
    game = occupying("Ann", ann)
    for name, moment in (("Pop!", "engagement"), ("Sentry", "answer-home"), ("Rest In Peace", "removal-zombie")):
        refusal = game.refusal(Event(game.card(name)))
        assert (refusal.key, refusal.rule, refusal.fix) == ("wrong-moment", "event.trump", "keep-it")
        assert refusal.values == {"card": name, "moment": moment}


@pytest.mark.rule("event.one-copy")
def test_a_player_plays_one_copy_of_an_event_in_a_turn():
    game = occupying("Ann", {"hand": ["2 Recycle", "Hog"], "survivors": ["2 Biker"]})
    first, second = game.card("Recycle", 0), game.card("Recycle", 1)
    one, other = (who.id for who in game.side(ANN).survivors)
    game.do(Event(first, (one,)))
    refusal = game.refusal(Event(second, (other,)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("one-copy", "event.one-copy", "next-turn")
    assert refusal.values == {"card": "Recycle", "player": "Ann"}
    game.do(Done(), Eat(DECK), Draw(), Occupy(BEN), Done())
    assert game.waits() == ("last", ANN)  # a new turn, though not hers
    assert game.legal(Event(second, (other,)))


@pytest.mark.rule("event.one-copy")
def test_the_other_players_copy_does_not_count():
    ben = {"hand": ["Recycle"], "survivors": [OFFICER]}
    game = occupying("Ann", {"hand": ["Recycle"], "survivors": ["Biker"]}, ben)
    game.do(Event(game.card("Recycle", 0), (game.card("Biker"),)), Done())
    assert game.legal(Event(game.card("Recycle", 1), (game.card(OFFICER),)))


def thrown(ben: list[str], ann: list[str] | None = None, **more: Any) -> Situation:
    """Return an engagement where Ann's fanatic has thrown a Molotov Cocktail at two officers, one of them armed."""
    raiders = [FANATIC, {"card": FANATIC, "attached": ["Handgun"]}]
    mine = {"hand": [MOLOTOV, *(ann or [])]}
    game = engagement(raiders, [ARMED, OFFICER], ann=mine, ben={"hand": ben}, **more)
    return game.do(Event(game.card(MOLOTOV), (game.card(FANATIC),)))


@pytest.mark.rule("event.respond", "timing.direct")
def test_shooting_the_thrower_is_no_answer_to_a_molotov_cocktail():
    game = thrown([READY, "Pop!"])
    assert game.waits() == ("respond", BEN)
    refusal = game.refusal(Event(game.card("Pop!"), (game.card(FANATIC),)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("no-direct-answer", "event.respond", "wait-resolved")
    assert (refusal.values, refusal.cards) == ({"card": "Pop!", "answered": MOLOTOV}, (game.card("Pop!"),))
    game.do(Pass())  # the cocktail works; now Ben may act, and he may shoot
    assert game.who(game.card(OFFICER)).wounds == 1
    assert game.waits() == ("window", BEN)
    assert game.legal(Event(game.card("Pop!"), (game.card(FANATIC),)))


@pytest.mark.rule("event.respond")
def test_no_text_of_a_card_answers_an_event_either():
    survivors = [{"card": OFFICER, "attached": ["Adrenaline"]}]
    game = engagement([FANATIC], survivors, ann={"hand": [MOLOTOV]}, ben={"hand": [READY]})
    game.do(Event(game.card(MOLOTOV), (game.card(FANATIC),)))
    assert game.refusal(Use(game.card("Adrenaline"))).key == "no-direct-answer"
    game.do(Pass())
    assert game.legal(Use(game.card("Adrenaline")))


@pytest.mark.rule("event.respond", "event.cancelled")
def test_combat_ready_is_a_direct_answer_to_a_trump_in_combat():
    game = thrown([READY, "Pop!"])
    game.do(Event(game.card(READY)))
    assert game.note("event.disregarded").cards == (game.card(MOLOTOV), game.card(READY))
    assert all(who.wounds == 0 for who in game.side(BEN).survivors)


@pytest.mark.rule("event.respond")
def test_combat_ready_answers_nothing_outside_combat():
    ann = {"hand": ["Mugged"], "raiders": [WARRIOR]}
    game = occupying("Ben", ann, {"hand": [READY, "Sentry"]})
    game.do(Event(game.card("Mugged")))
    assert game.waits() == ("respond", BEN)
    refusal = game.refusal(Event(game.card(READY)))
    assert (refusal.key, refusal.rule) == ("answer-no-trump", "event.respond")
    assert game.legal(Event(game.card("Sentry")))


@pytest.mark.rule("event.respond")
def test_sentry_answers_what_is_played_at_its_players_stronghold_and_nothing_else():
    hand = {"hand": ["Take What You Need"], "discard": ["Hog"]}
    game = occupying("Ben", hand, {"hand": ["Sentry"]})
    game.do(Event(game.card("Take What You Need")))
    assert game.waits() == ("respond", BEN)
    game.do(Event(game.card("Sentry")))
    assert "event.cancelled" in cited(game.notes)
    game = occupying("Ann", hand, {"hand": ["Sentry"]})
    game.do(Event(game.card("Take What You Need")))
    assert game.waits() == ("search", ANN)  # played at Ann's stronghold: Ben has no response there and wasn't asked


@pytest.mark.rule("event.respond")
@pytest.mark.parametrize(("target", "asked"), [("raider", True), ("survivor", False)])
def test_a_trump_is_played_where_its_target_stands_whatever_is_occupied(target, asked):
    ann = {"hand": ["Recycle", "Sentry"], "survivors": ["Biker"], "raiders": [WARRIOR]}
    for occupied in ("Ann", "Ben"):
        game = occupying(occupied, ann, {"hand": ["Sentry"]})
        game.do(Event(game.card("Recycle"), (game.card("Biker" if target == "survivor" else WARRIOR),)))
        assert (game.waits() == ("respond", BEN)) == asked
        if asked:  # Ben responds at his own stronghold, where Ann's Sentry can't be played
            game.do(Event(game.card("Sentry", 1)))
            assert "event.cancelled" in cited(game.notes)
            assert game.waits() == ("act", ANN)


@pytest.mark.rule("event.respond")
def test_an_answer_can_be_answered_in_its_turn():
    game = thrown([READY, "Sentry"], [READY])
    game.do(Event(game.card(READY, 1)))  # Ben's
    assert game.waits() == ("respond", ANN)
    game.do(Event(game.card(READY, 0)))  # Ann's
    assert game.waits() == ("respond", BEN)
    game.do(Event(game.card("Sentry")))  # Ben cancels that, so his own Combat Ready works after all
    assert [note.values["card"] for note in game.all("event.disregarded")] == [READY, MOLOTOV]
    assert all(who.wounds == 0 for who in game.side(BEN).survivors)


@pytest.mark.rule("event.respond")
def test_an_answer_that_is_stopped_lets_the_first_event_work():
    game = thrown([READY], [READY])
    game.do(Event(game.card(READY, 1)), Event(game.card(READY, 0)))
    assert [note.values["card"] for note in game.all("event.disregarded")] == [READY]
    assert len(game.all("character.wounded")) == 2


@pytest.mark.rule("event.resolve")
def test_an_action_that_nobody_answers_works_at_once():
    game = occupying("Ben", {"hand": ["Mugged"], "raiders": [WARRIOR]})
    game.do(Event(game.card("Mugged")))
    unanswered, obliged = game.note("event.unanswered"), game.note("event.obliges")
    assert (unanswered.rule, obliged.rule, obliged.values["amount"]) == ("event.resolve", "event.resolve", 2)
    game = thrown(["Sentry"])
    assert game.waits() == ("respond", BEN)
    game.do(Pass())
    assert game.note("event.unanswered").rule == "timing.direct"  # it doesn't say whether Ben could have responded
    assert all(who.wounds == 1 for who in game.side(BEN).survivors)


@pytest.mark.rule("event.resolve")
def test_an_event_without_a_target_is_not_pointed_at_anything():
    game = occupying("Ben", {"hand": ["Mugged"], "raiders": [WARRIOR]})
    refusal = game.refusal(Event(game.card("Mugged"), (game.card(WARRIOR),)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("no-target-wanted", "event.resolve", "without-target")
    assert game.legal(Event(game.card("Mugged")))


@pytest.mark.rule("event.order", "event.priority")
def test_outside_combat_the_player_in_turn_is_asked_first_and_then_the_other():
    assert_ruling("event.priority")
    ben = {"hand": ["Recycle"], "survivors": [OFFICER]}
    game = occupying("Ann", {"hand": ["Recycle"], "survivors": ["Biker"]}, ben)
    assert game.waits() == ("act", ANN)
    assert game.refusal(Event(game.card("Recycle", 1), (game.card(OFFICER),))).key == "other-hand"
    game.do(Done())
    note = game.note("window.last")
    assert (note.rule, note.values["player"]) == ("event.priority", "Ben")
    assert game.waits() == ("last", BEN)
    game.do(Pass())
    assert game.note("window.let").rule == "event.order"
    assert game.position.phase == "consumption"


@pytest.mark.rule("event.order")
def test_in_combat_the_attacker_is_asked_first():
    adrenaline = {"attached": ["Adrenaline"]}
    game = engagement([{"card": WARRIOR, **adrenaline}], [{"card": OFFICER, **adrenaline}])
    assert game.waits() == ("window", ANN)
    game.do(Pass())
    assert game.waits() == ("window", BEN)


@pytest.mark.rule("event.cancelled")
def test_a_cancelled_event_has_no_effect_is_discarded_and_was_its_one_copy():
    assert_ruling("event.cancelled")
    ann = {"hand": ["2 Mugged"], "raiders": [WARRIOR]}
    game = occupying("Ben", ann, {"hand": ["Sentry"]})
    first, second = game.side(ANN).hand
    game.do(Event(first), Event(game.card("Sentry")))
    note = game.note("event.disregarded")
    assert (note.rule, note.values) == ("event.cancelled", {"card": "Mugged", "by": "Sentry"})
    assert game.waits() == ("act", ANN)  # nobody consumes anything
    assert game.side(ANN).discard == (first,)
    assert game.side(BEN).discard == (game.card("Sentry"),)
    assert game.refusal(Event(second)).rule == "event.one-copy"


@pytest.mark.rule("event.moments")
def test_the_other_player_is_asked_once_more_before_the_occupation_phase_ends():
    assert_ruling("event.moments")
    game = occupying("Ann", {}, {"hand": ["Recycle"], "survivors": [OFFICER]}).do(Done())
    assert game.waits() == ("last", BEN)
    game = occupying("Ann", {}, {"hand": ["Recycle"]}).do(Done())  # nobody to recycle, so he isn't asked
    note = game.note("window.let")  # the note doesn't give his hand away
    assert (note.rule, note.values["player"]) == ("event.order", "Ben")
    assert game.position.phase == "consumption"


@pytest.mark.rule("event.moments")
def test_no_event_is_played_while_something_is_under_way():
    ann = seat("Roadside Diner", raiders=[WARRIOR], hand=["Recycle"], deck=["Biker"])
    game = Situation(ann, seat("Police Station", deck=["9 Pop!"]), phase="occupation", occupied="Ben").do(Done())
    warrior = game.card(WARRIOR)
    assert game.legal(Event(game.card("Recycle"), (warrior,)))  # while she forms her groups
    game.do(Send(warrior, 1), Done(), Eat(DECK), Eat(DECK))
    assert game.waits() == ("consume", ANN)
    refusal = game.refusal(Event(game.card("Recycle"), (warrior,)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("not-now-event", "event.moments", "awaited-consume")


@pytest.mark.rule("event.moments", "event.trump")
def test_a_trump_that_names_no_moment_is_played_at_any_decision_of_ones_own():
    ann = seat("Roadside Diner", survivors=["Biker"], raiders=[WARRIOR], hand=["Recycle"], deck=["9 Biker"])
    ben = seat("Police Station", survivors=[OFFICER, PATSY], hand=["Recycle"], deck=["9 Pop!"])
    game = Situation(ann, ben, phase="draw")
    mine, theirs = game.side(ANN).hand[0], game.side(BEN).hand[0]
    biker, officer = game.side(ANN).survivors[0].id, game.card(OFFICER)
    asked = []
    onward: list[Move] = [
        Draw(), Occupy(BEN), Done(), Pass(), Send(game.card(WARRIOR), 1), Done(),
        Send(officer, 1), Done(), Pass(), Pass(),
    ]  # fmt: skip
    for move in onward:
        kind, player = game.waits()
        card, target = (mine, biker) if player == ANN else (theirs, officer)
        if game.legal(Event(card, (target,))):
            asked.append(kind)
        game.do(move)
    assert list(dict.fromkeys(asked)) == ["draw", "occupy", "act", "last", "attack", "defend", "window"]


@pytest.mark.rule("event.moments")
def test_a_recycled_character_leaves_room_for_a_card_more_to_draw():
    ann = seat("Roadside Diner", survivors=["Biker"], hand=["Recycle", "5 Hog"], deck=["9 Biker"])
    game = Situation(ann, seat("Church", deck=["Civilian"]), phase="draw")
    game.do(Event(game.card("Recycle"), (game.side(ANN).survivors[0].id,)), Draw())
    assert game.note("draw.drew").values["count"] == 1


@pytest.mark.rule("event.moments")
def test_when_the_last_raider_is_recycled_there_is_no_combat():
    ann = seat("Roadside Diner", raiders=[WARRIOR], hand=["Recycle"], deck=["9 Biker"])
    game = Situation(ann, seat("Church", survivors=["Civilian"], deck=["Civilian"]), phase="combat")
    game.do(Event(game.card("Recycle"), (game.card(WARRIOR),)))
    assert game.note("combat.none").rule == "combat.where"
    assert (game.position.phase, game.position.combat) == ("consumption", None)


@pytest.mark.rule("event.moments")
def test_a_wildcard_is_for_the_occupation_phase_and_that_is_a_ruling():
    game = engagement([FANATIC], [ARMED], ann={"hand": ["The Power of Faith"]}, occupied="Ben", strict=True)
    refusal = game.refusal(Event(game.card("The Power of Faith")))
    assert (refusal.key, refusal.rule, refusal.fix) == ("wrong-moment", "event.moments", "keep-it")


@pytest.mark.rule("event.one-answer")
def test_each_action_gets_one_response_even_if_that_is_stopped():
    assert_ruling("event.one-answer")
    game = thrown(["Sentry", READY], ann=[READY])
    game.do(Event(game.card("Sentry")))
    assert game.waits() == ("respond", ANN)
    game.do(Event(game.side(ANN).hand[0]))
    if game.waits()[0] == "respond":  # Ben may cancel the card that canceled his Sentry
        game.do(Pass())
    note = game.note("event.goes-on")
    assert (note.rule, note.cards) == ("event.one-answer", (game.card(MOLOTOV),))
    assert game.who(game.card(OFFICER)).wounds == 1  # the cocktail worked, and nobody was asked about it again


@pytest.mark.rule("event.moments")
def test_a_text_for_the_occupation_phase_is_not_used_in_an_engagement():
    armed = {"card": OFFICER, "attached": ["Sniper Rifle", "Adrenaline"]}
    game = engagement([WARRIOR], [armed])
    refusal = game.refusal(Use(game.card("Sniper Rifle"), (game.card(WARRIOR),)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("wrong-moment", "event.moments", "keep-it")


@pytest.mark.rule("event.search")
def test_a_deck_may_be_searched_in_vain_and_is_shuffled_all_the_same():
    assert_ruling("event.search")
    deck = ["Pop!", "Sentry", "Recycle", "Mugged", "Hog", "Turned"]
    ann = seat("Police Station", survivors=[OFFICER], deck=deck)
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann", luck=5)
    before = game.side(ANN).deck
    game.do(Use(game.side(ANN).stronghold, text=1))
    assert game.waits() == ("act", ANN)
    assert game.note("search.found-nothing").rule == "event.search"
    assert game.side(ANN).deck != before
    assert "pile.shuffle" in cited(game.notes)


@pytest.mark.rule("event.search")
def test_who_has_found_something_may_leave_it_there():
    ann = seat("Police Station", survivors=[OFFICER], deck=["Handgun", "Pop!"])
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann")
    game.do(Use(game.side(ANN).stronghold, text=1))
    assert game.waits() == ("search", ANN)
    game.do(Pass())
    assert game.note("search.took-nothing").rule == "event.search"
    assert len(game.side(ANN).deck) == 2


@pytest.mark.rule("event.search")
def test_in_the_open_discard_pile_there_must_be_something_that_fits():
    game = occupying("Ann", {"hand": ["Take What You Need"], "discard": ["Biker"]})
    refusal = game.refusal(Event(game.card("Take What You Need")))
    assert (refusal.key, refusal.rule, refusal.values["need"]) == ("needs", "event.search", "discard-attachment")


@pytest.mark.rule("event.search")
def test_what_is_taken_to_the_hand_is_not_attached_to_anything():
    game = occupying("Ann", {"hand": ["Take What You Need"], "discard": ["Hog"], "survivors": ["Biker"]})
    game.do(Event(game.card("Take What You Need")))
    hog = game.card("Hog")
    refusal = game.refusal(Take(hog, game.card("Biker")))
    assert (refusal.key, refusal.rule, refusal.fix) == ("no-target-wanted", "event.search", "without-target")
    game.do(Take(hog))
    assert hog in game.side(ANN).hand
