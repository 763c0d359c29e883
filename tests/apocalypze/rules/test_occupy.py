"""occupy: one stronghold for the turn, the first turn, the two commitments, any number of cards."""

import pytest

from apz.apocalypze.move_preview import foretold
from apz.apocalypze.moves import Attach, Done, Event, Move, Occupy, Pass, Play, Send, Use, Wound
from tests.apocalypze.situations import ANN, BEN, Situation, assert_ruling, cited, engagement, groups, seat

OFFICER, WARRIOR = "Police Officer", "Gang Warrior"


def choosing(turn: int = 2, whose: str = "Ann") -> Situation:
    """Return a situation where a player is about to occupy Ann's Roadside Diner or Ben's Church."""
    ann, ben = seat("Roadside Diner", deck=["9 Biker"]), seat("Church", deck=["9 Civilian"])
    return Situation(ann, ben, phase="occupation", turn=turn, whose=whose)


@pytest.mark.rule("occupy.choose")
@pytest.mark.parametrize(("place", "name"), [(ANN, "Roadside Diner"), (BEN, "Church")])
def test_the_phase_begins_with_the_choice_of_one_stronghold(place, name):
    game = choosing()
    assert game.refusal(Done()).fix == "awaited-occupy"
    game.do(Occupy(place))
    note = game.note("occupy.chose")
    assert (note.rule, note.values) == ("occupy.choose", {"player": "Ann", "place": name})
    assert game.position.place == place
    refusal = game.refusal(Occupy(1 - place))
    assert (refusal.key, refusal.rule, refusal.fix) == ("not-now-occupy", "occupy.choose", "awaited-act")


@pytest.mark.rule("occupy.choose")
def test_there_are_two_places_to_choose_from():
    refusal = choosing().refusal(Occupy(2))
    assert (refusal.key, refusal.rule, refusal.fix) == ("no-such-place", "occupy.choose", "two-places")
    assert refusal.values == {"place": 2}


@pytest.mark.rule("occupy.first")
def test_in_the_first_turn_of_the_game_the_first_player_must_occupy_their_own():
    game = choosing(turn=1)
    refusal = game.refusal(Occupy(BEN))
    assert (refusal.key, refusal.rule, refusal.fix) == ("first-turn-at-home", "occupy.first", "occupy-own")
    assert refusal.values == {"player": "Ann", "place": "Roadside Diner"}
    assert refusal.cards == (game.side(BEN).stronghold,)
    assert game.options(Occupy) == [Occupy(ANN)]
    game.do(Occupy(ANN))


@pytest.mark.rule("occupy.first")
def test_the_second_player_chooses_freely_in_their_first_turn():
    assert set(choosing(turn=2, whose="Ben").options(Occupy)) == {Occupy(ANN), Occupy(BEN)}


@pytest.mark.rule("occupy.play-there")
def test_characters_attachments_and_wildcards_are_played_at_the_occupied_location():
    hand = ["Biker", WARRIOR, "Baseball Bat", "Thief in the Night"]
    ann = seat("Roadside Diner", hand=hand, survivors=["Moose Tucker"], raiders=["Lord Brawn"], deck=["9 Hog"])
    ben = seat("Church", survivors=["Civilian"], deck=["9 Civilian"])
    game = Situation(ann, ben, phase="occupation").do(Occupy(ANN))
    assert game.note("occupy.commits-cards").rule == "occupy.play-there"
    biker, bat, thief = game.card("Biker"), game.card("Baseball Bat"), game.card("Thief in the Night")
    there: list[Move] = [Play(game.card(WARRIOR)), Attach(bat, game.card("Lord Brawn")), Event(thief)]
    here: list[Move] = [Play(biker), Attach(bat, game.card("Moose Tucker"))]
    rules = [game.refusal(move).rule for move in there]
    assert rules == ["character.raider", "attach.location", "event.wildcard"]
    assert all(game.legal(move) for move in here)
    game = Situation(ann, ben, phase="occupation").do(Occupy(BEN))
    assert all(game.legal(move) for move in there)
    assert not any(game.legal(move) for move in here)


@pytest.mark.rule("occupy.text-there")
def test_only_texts_at_the_occupied_location_are_used():
    ann = seat("Roadside Diner", survivors=["Moose Tucker"], raiders=["Wes Trentin"], deck=["9 Biker"])
    ann["discard"] = ["Molotov Cocktail", "Hog"]
    game = Situation(ann, seat("Church", deck=["Civilian"]), phase="occupation").do(Occupy(BEN))
    assert game.note("occupy.commits-texts").rule == "occupy.text-there"
    moose, wes = game.card("Moose Tucker"), game.card("Wes Trentin")
    refusal = game.refusal(Use(moose))
    assert (refusal.key, refusal.rule, refusal.fix) == ("text-elsewhere", "occupy.text-there", "occupy-other")
    assert (refusal.values["place"], refusal.values["occupied"]) == ("Roadside Diner", "Church")
    assert refusal.cards == (moose,)
    assert game.legal(Use(wes))
    game = Situation(ann, seat("Church", deck=["Civilian"]), phase="occupation").do(Occupy(ANN))
    assert game.legal(Use(moose))
    assert not game.legal(Use(wes))


@pytest.mark.rule("occupy.text-there")
def test_the_text_of_a_card_just_played_there_may_be_used():
    ann = seat("Roadside Diner", hand=["Moose Tucker"], deck=["9 Biker"], discard=["Hog"])
    game = Situation(ann, seat("Church", deck=["Civilian"]), phase="occupation", occupied="Ann")
    game.do(Play(game.card("Moose Tucker")), Use(game.card("Moose Tucker")))
    assert game.note("text.used").values["card"] == "Moose Tucker"


@pytest.mark.rule("occupy.text-there")
@pytest.mark.parametrize("occupied", ["Ann", "Ben"])
def test_who_occupied_their_own_stronghold_attacks_without_their_raiders_usable_texts(occupied):
    raider = {"card": WARRIOR, "attached": ["Adrenaline"]}
    survivor = {"card": OFFICER, "attached": ["Adrenaline"]}
    game = engagement([raider], [survivor], occupied=occupied)
    if occupied == "Ben":
        assert game.waits() == ("window", ANN)
        assert game.legal(Use(game.card("Adrenaline", 0)))
        return
    assert game.waits() == ("window", BEN)  # Ann has nothing to use, so she wasn't asked
    assert game.legal(Use(game.card("Adrenaline", 1)))  # her choice doesn't bind the defender
    strict = engagement([raider], [survivor], occupied=occupied, strict=True)
    refusal = strict.refusal(Use(strict.card("Adrenaline", 0)))
    assert (refusal.key, refusal.rule, refusal.values["place"]) == (
        "text-elsewhere",
        "occupy.text-there",
        "Police Station",
    )


@pytest.mark.rule("occupy.text-there")
def test_whoever_passes_for_want_of_a_text_elsewhere_is_told_the_card_the_place_and_the_rule():
    raider = {"card": WARRIOR, "attached": ["Adrenaline"]}
    game = engagement([raider, WARRIOR], [OFFICER], occupied="Ann")
    note = game.note("text.held-back")
    assert (note.rule, note.cards) == ("occupy.text-there", (game.card("Adrenaline"),))
    assert note.values == {
        "player": "Ann", "names": ("Adrenaline",), "place": "Police Station", "occupied": "Roadside Diner",
    }  # fmt: skip
    keys = [each.key for each in game.notes]
    assert keys.index("text.held-back") < keys.index("window.passed")
    assert engagement([WARRIOR], [OFFICER], occupied="Ann").all("text.held-back") == []
    assert engagement([raider], [OFFICER], occupied="Ben").do(Pass()).all("text.held-back") == []


@pytest.mark.rule("occupy.text-there")
def test_the_hansons_keep_nobody_in_a_turn_spent_at_home_and_that_is_said():
    game = engagement(["Cult Fanatic", "Albert & Anita Hanson"], ["Patsy McNally", "6 Soldier"], occupied="Ann")
    game.do(Wound(game.card("Cult Fanatic")))
    assert game.note("text.held-back").values["names"] == ("Albert & Anita Hanson",)
    assert "Cult Fanatic" in game.names(game.side(ANN).discard)


@pytest.mark.rule("occupy.text-there")
@pytest.mark.parametrize("kind", ["act", "attack", "defend", "wound", "consume"])
def test_the_reason_is_the_same_at_every_moment_of_the_turn(kind):
    ann = seat("Roadside Diner", raiders=[{"card": "Lord Brawn", "attached": ["Adrenaline"]}], deck=["9 Biker"])
    ben = seat("Police Station", survivors=[OFFICER, OFFICER], deck=["9 Pop!"])
    game = Situation(ann, ben, phase="occupation", occupied="Ann")
    brawn, officer = game.card("Lord Brawn"), game.card(OFFICER)
    onward: list[Move] = [Done(), Send(brawn, 1), Done(), Send(officer, 1), Done(), Wound(officer)]
    while game.waits()[0] != kind:
        game.do(onward.pop(0))
    refusal = game.refusal(Use(game.card("Adrenaline")))
    assert (refusal.key, refusal.rule, refusal.fix) == ("text-elsewhere", "occupy.text-there", "occupy-other")
    assert (refusal.values["occupied"], refusal.values["place"]) == ("Roadside Diner", "Police Station")


@pytest.mark.rule("occupy.text-there")
def test_before_a_stronghold_is_chosen_one_is_told_which_texts_that_leaves_unused():
    raiders = ["Wes Trentin", {"card": "Cult Fanatic", "attached": ["Adrenaline"]}]
    ann = seat("Police Station", survivors=["Antonio Jones"], attached=["Searchlight"], raiders=raiders)
    game = Situation(ann, seat("Church", deck=["Civilian"]), phase="occupation", spent=[{"card": "Police Station"}])
    (home,), (away,) = (foretold(game.position, Occupy(place)) for place in (ANN, BEN))
    assert (home.rule, home.values["place"], home.values["names"]) == (
        "occupy.text-there", "Church", ("Wes Trentin", "Adrenaline"),
    )  # fmt: skip
    assert (away.values["place"], away.values["names"]) == ("Police Station", ("Police Station",))
    plain = Situation(seat("Church"), seat("Church"), phase="occupation")
    assert foretold(plain.position, Occupy(ANN)) == ()


@pytest.mark.rule("occupy.text-there")
def test_bonuses_that_are_always_on_need_no_use():
    game = engagement(["Lord Brawn", WARRIOR], ["Patsy McNally"], occupied="Ann")
    attack = game.note("combat.casualties").values["attack"]
    assert [term.amount for term in attack.terms] == [4, 2, 1]


@pytest.mark.rule("text.whose")
def test_the_texts_of_the_other_player_are_theirs_to_use():
    assert_ruling("text.whose")
    ann = seat("Roadside Diner", deck=["9 Biker"])
    ben = seat("Church", survivors=["Cinda Parikh"], deck=["Civilian"])
    game = Situation(ann, ben, phase="occupation", occupied="Ben")
    refusal = game.refusal(Use(game.card("Cinda Parikh")))
    assert (refusal.key, refusal.rule) == ("not-your-text", "text.whose")
    assert refusal.values == {"card": "Cinda Parikh", "player": "Ben"}


@pytest.mark.rule("occupy.any-number")
def test_any_number_of_cards_is_played_in_any_order_until_the_player_ends_the_phase():
    ann = seat("Roadside Diner", hand=["3 Biker", "Hog", "Baseball Bat"], deck=["9 Biker"])
    game = Situation(ann, seat("Church", deck=["Civilian"]), phase="occupation", occupied="Ann")
    one, two, three = game.side(ANN).hand[:3]
    hog, bat = game.card("Hog"), game.card("Baseball Bat")
    moves: list[Move] = [Play(one), Attach(hog, one), Play(two), Attach(bat, two), Play(three)]
    for move in moves:
        assert game.legal(Done())
        game.do(move)
    game.do(Done())
    assert game.note("occupy.done").rule == "occupy.any-number"
    refusal = game.refusal(Play(one))
    assert (refusal.key, refusal.rule) == ("not-now-play", "occupy.any-number")


@pytest.mark.rule("occupy.any-number", "combat.where")
def test_no_card_need_be_played_at_all():
    ann = seat("Roadside Diner", hand=["Biker"], raiders=[WARRIOR], deck=["9 Biker"])
    game = Situation(ann, seat("Church", deck=["9 Civilian"]), phase="occupation", occupied="Ann").do(Done())
    assert "combat.where" in cited(game.notes)
    game.do(*groups([[game.card(WARRIOR)]]))
    assert game.waits() == ("consume", BEN)
