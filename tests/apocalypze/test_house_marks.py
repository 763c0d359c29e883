"""House marks: the log and refusals mark every house number and house text, and sums say which terms are ours."""

from apz.apocalypze.cards import library
from apz.apocalypze.language.words import words
from apz.apocalypze.model import DECK
from apz.apocalypze.moves import Done, Eat, Pass, Send, TakeBack, Wound
from apz.apocalypze.rules.combat import totals
from tests.apocalypze.situations import BEN, Situation, engagement, groups, seat

OFFICER, WARRIOR = "Police Officer", "Gang Warrior"
FINEST = {"card": OFFICER, "attached": ["The Finest"]}  # its value is from the rulebook, and the bonus on it is ours


def test_a_bonus_to_a_value_is_marked_in_wounds():
    for survivor, key, house in ((FINEST, "character.wounded", True), (OFFICER, "character.killed", False)):
        game = engagement([f"3 {WARRIOR}"], [survivor], cards=library())
        assert game.do(Wound(game.side(BEN).survivors[0].id)).note(key).house == house


def owing(amount: int, **zones: object) -> Situation:
    waiting = {"consume": "Ann", "amount": amount}
    ann, ben = seat("Police Station", **zones), seat("Church", deck=["Civilian"])
    return Situation(ann, ben, library(), phase="consumption", waiting=waiting)


def test_a_bonus_to_a_value_is_marked_in_payments():
    game = owing(4, survivors=[FINEST]).do(Eat(1))
    assert (game.note("consume.survivor").house, game.note("consume.paid-over").house) == (True, True)
    game = owing(2, survivors=[OFFICER]).do(Eat(1))
    assert (game.note("consume.survivor").house, game.note("consume.paid-over").house) == (False, False)


def test_a_wasteful_payment_with_a_house_value_is_marked():
    for survivor, house in ((FINEST, True), (OFFICER, False)):
        game = owing(2, survivors=[survivor], deck=["9 Pop!"])
        game.do(Eat(DECK))
        refusal = game.refusal(Eat(1))
        assert (refusal.key, refusal.house) == ("wasteful", house)
        assert refusal.ways == ((TakeBack(DECK), Eat(1)),)


def test_what_somebody_who_is_out_had_is_told_term_by_term():
    survivors = ["Civilian", OFFICER]
    ann = seat("Police Station", raiders=["Lord Brawn", f"2 {WARRIOR}"], deck=["9 Pop!"])
    ben = seat("Church", survivors=survivors, deck=["2 Civilian"])
    game = Situation(ann, ben, library(), phase="combat").do(*groups([[1, 2, 3]], []))
    note = game.note("consume.out")
    assert note.house  # because of the Civilian's value; the Church's damage isn't involved
    assert words().note(note) == (
        "Ben must consume 9 but only has 7 = 2 (the cards in the deck, 1 each) + 2 (Civilian) + 3 (Police Officer), "
        "so Ben is out. (house number)"
    )


def test_breach_damage_that_is_ours_is_marked_in_its_total_too():
    for place, house in (("Church", True), ("Police Station", False)):
        ann = seat("Military Base", raiders=[f"2 {WARRIOR}"], deck=["9 Soldier"])
        game = Situation(ann, seat(place, deck=["9 Civilian"]), library(), phase="combat")
        game.do(*groups([[1, 2]]))
        assert game.note("combat.breach-once").house == house


def test_how_many_access_points_there_are_is_marked_where_the_number_is_ours():
    ann = seat("Church", raiders=[WARRIOR], deck=["9 Civilian"])
    game = Situation(ann, seat("Roadside Diner", deck=["9 Biker"]), library(), phase="combat")
    assert words().refusal(game.refusal(Send(1, 3))) == (
        "There's no access point 3: the stronghold has only 2 (Roadside Diner). "
        "Choose another access point: 1 or 2. (house number)"
    )


def test_a_sum_says_for_whom_a_bonus_counts_and_who_is_a_zombie():
    raiders = ["The Juggernaut", {"card": OFFICER, "zombie": True}, "Trudy"]
    game = engagement(raiders, ["Patsy McNally"], strict=True)
    told = words().sum(totals(game.position, 1)["defense"])
    assert told == (
        "7 = 2 (The Juggernaut) + 1 (Trudy, for The Juggernaut) + 1 (Police Officer as a zombie) + "
        "1 (Trudy, for Police Officer) + 2 (Trudy)"
    )


def test_who_is_recycled_for_wounds_is_said_to_be_wounded():
    game = engagement(["Lord Brawn"], ["Patsy McNally"])
    game.do(Wound(game.card("Patsy McNally")))
    note = game.note("character.recycled")
    assert words().note(note) == "Patsy McNally is wounded and gets recycled under Ben's deck."
    assert (note.rule, note.values["wounded"]) == ("character.wounded", 1)


def test_the_log_does_not_tell_whether_somebody_could_have_played_something():
    without = Situation(seat("Church", deck=["9 Civilian"]), seat("Church", deck=["9 Civilian"]), occupied="Ann")
    holding = {"deck": ["9 Civilian"], "hand": ["Recycle"], "survivors": ["Civilian"]}
    asked = Situation(seat("Church", deck=["9 Civilian"]), seat("Church", **holding), occupied="Ann")
    told = without.do(Done()).notes[:3]
    notes = asked.do(Done()).notes
    notes += asked.do(Pass()).notes
    assert [(note.key, note.rule) for note in notes[:3]] == [(note.key, note.rule) for note in told]
