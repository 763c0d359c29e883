"""combat: where it happens, the groups, the order of engagements, totals, casualties, wounds, breach, and rulings."""

from typing import Any

import pytest

from apz.apocalypze.language.words import words
from apz.apocalypze.model import DECK, Debt, EngagementOrder, Wounds, amount_of
from apz.apocalypze.moves import Done, Draw, Eat, Engage, Event, Occupy, Pass, Play, Send, TakeBack, Wound
from apz.apocalypze.rules.combat import totals
from tests.apocalypze.situations import (
    ANN,
    BEN,
    Situation,
    answered,
    assert_ruling,
    cited,
    engagement,
    groups,
    seat,
)

OFFICER, PATSY, WARRIOR, BRAWN = "Police Officer", "Patsy McNally", "Gang Warrior", "Lord Brawn"


def station(raiders: list[Any], survivors: list[Any], **state: Any) -> Situation:
    """Return a situation where Ann's raiders are about to attack Ben's Police Station (4 access points, damage 2)."""
    ann = seat("Roadside Diner", raiders=raiders, deck=["20 Biker"])
    ben = seat("Police Station", survivors=survivors, deck=["20 Police Officer"])
    return Situation(ann, ben, **{"phase": "combat", **state})


def ids(game: Situation) -> tuple[list[int], list[int]]:
    """Return the ids of Ann's raiders and of Ben's survivors."""
    return [who.id for who in game.side(ANN).raiders], [who.id for who in game.side(BEN).survivors]


@pytest.mark.rule("combat.where")
@pytest.mark.parametrize("occupied", ["Ann", "Ben"])
def test_combat_is_at_the_opponents_stronghold_wherever_one_occupied(occupied):
    game = station([WARRIOR], [OFFICER], phase="occupation", occupied=occupied)
    game.do(Done())
    note = game.note("combat.starts")
    assert (note.rule, note.values["place"], note.values["access"]) == ("combat.where", "Police Station", 4)
    assert game.waits() == ("attack", ANN)


@pytest.mark.rule("combat.where")
def test_without_raiders_there_is_no_combat_even_if_the_opponent_has_some():
    ann, ben = seat("Church", deck=["9 Biker"]), seat("Church", raiders=[WARRIOR], deck=["9 Biker"])
    game = Situation(ann, ben, phase="occupation", occupied="Ben").do(Done())
    assert game.note("combat.none").rule == "combat.where"
    assert game.position.phase == "consumption"


@pytest.mark.rule("combat.groups")
def test_the_attacker_splits_the_raiders_into_groups_at_access_points_of_their_own():
    game = station(["3 Gang Warrior"], [])
    one, two, three = ids(game)[0]
    game.do(Send(one, 1), Send(two, 3), Send(three, 3))
    assert [note.rule for note in game.all("combat.sent")] == ["combat.groups"] * 3
    assert game.position.combat is not None
    assert game.position.combat.attack == ((one,), (), (two, three), ())
    game.do(Done())
    assert (game.note("combat.groups-set").rule, game.note("combat.groups-set").values["count"]) == ("combat.groups", 2)


@pytest.mark.rule("combat.groups")
def test_only_raiders_who_stand_there_are_sent():
    game = station([WARRIOR], [OFFICER])
    refusal = game.refusal(Send(game.card(OFFICER), 1))
    assert (refusal.key, refusal.rule, refusal.fix) == ("not-a-raider-there", "combat.groups", "send-own")
    assert (refusal.values, refusal.cards) == ({"card": OFFICER}, (game.card(OFFICER),))


@pytest.mark.rule("combat.groups")
def test_the_groups_are_free_to_change_every_turn():
    game = station(["2 Gang Warrior"], [])
    one, two = ids(game)[0]
    game.do(*groups([[one, two]]), *[Eat(DECK)] * 4, Eat(DECK))
    game.do(Draw(), Occupy(BEN), Done(), Eat(DECK), Draw(), Occupy(ANN), Done())
    assert game.waits() == ("attack", ANN)
    game.do(*groups([[], [one], [two]]))
    assert game.position.combat is not None
    assert game.position.combat.attack == ((), (one,), (two,), ())


@pytest.mark.rule("combat.defend")
def test_survivors_block_attack_groups_or_stay_in_the_background():
    game = station(["2 Gang Warrior"], ["3 Police Officer"])
    raiders, survivors = ids(game)
    game.do(*groups([[raiders[0]], [raiders[1]]]))
    assert game.waits() == ("defend", BEN)
    game.do(Send(survivors[0], 2), Send(survivors[2], 2))
    assert [note.rule for note in game.all("combat.met")] == ["combat.defend"] * 2
    game.do(Done())
    assert game.note("combat.defense-set").values == {"player": "Ben", "count": 1}
    assert game.note("combat.breach").values["count"] == 1  # the first group was left unblocked


@pytest.mark.rule("combat.defend")
def test_a_survivor_is_not_sent_where_nobody_attacks():
    game = station([WARRIOR], [OFFICER])
    (raider,), (officer,) = ids(game)
    game.do(*groups([[], [raider]]))
    refusal = game.refusal(Send(officer, 1))
    assert (refusal.key, refusal.rule, refusal.fix) == ("nobody-attacks-there", "combat.defend", "other-point")
    assert refusal.values == {"card": OFFICER, "point": 1, "points": ("2",)}
    assert game.legal(Send(officer, 2))


@pytest.mark.rule("combat.defend")
def test_only_survivors_of_the_attacked_stronghold_defend():
    ann = seat("Roadside Diner", survivors=["Biker"], raiders=[WARRIOR], deck=["9 Biker"])
    ben = seat("Police Station", survivors=[OFFICER], raiders=["Trudy"], deck=["9 Police Officer"])
    game = Situation(ann, ben, phase="combat").do(*groups([[2]]))
    for name in ("Trudy", "Biker", WARRIOR):
        refusal = game.refusal(Send(game.card(name), 1))
        assert (refusal.key, refusal.rule, refusal.fix) == ("not-a-survivor-there", "combat.defend", "send-own")


@pytest.mark.rule("combat.defend")
def test_who_has_no_survivors_is_not_asked():
    game = station([WARRIOR], []).do(*groups([[1]]))
    assert game.note("combat.no-defenders").rule == "combat.defend"
    assert game.waits() == ("consume", BEN)


@pytest.mark.rule("combat.order")
def test_the_defender_chooses_the_order_of_the_engagements():
    game = station(["3 Gang Warrior"], ["3 Police Officer"])
    raiders, survivors = ids(game)
    game.do(*groups([[r] for r in raiders], [[s] for s in survivors]))
    assert game.position.waiting == EngagementOrder(BEN, 3)
    assert game.options(Engage) == [Engage(1), Engage(2), Engage(3)]
    game.do(Engage(2))
    note = game.note("combat.engages")
    assert (note.rule, note.values) == ("combat.order", {"player": "Ben", "point": 2})
    game.do(Wound(survivors[1]))
    again = game.refusal(Engage(2))
    assert (again.key, again.rule, again.fix) == ("already-resolved", "combat.order", "open-engagement")
    nowhere = game.refusal(Engage(4))
    assert (nowhere.key, nowhere.rule, nowhere.values) == ("no-engagement-there", "combat.order", {"point": 4})
    game.do(Engage(3), Wound(survivors[2]))
    assert game.note("combat.last-engagement").values["point"] == 1  # the only one left needs no choice


@pytest.mark.rule("combat.attack-total", "combat.defense-total")
def test_a_sides_totals_are_the_sums_of_its_characters_in_that_engagement():
    armed = {"card": OFFICER, "attached": ["Handgun"]}
    game = station([BRAWN, WARRIOR, WARRIOR], [armed, PATSY, OFFICER])
    raiders, survivors = ids(game)
    game.do(*groups([raiders[1:], [raiders[0]]], [survivors[:2], survivors[2:]]))
    sums = totals(game.position, 1)
    assert [(term.amount, term.name, term.rule) for term in sums["attack"].terms] == [
        (2, WARRIOR, "combat.attack-total"),
        (2, WARRIOR, "combat.attack-total"),
    ]
    assert [(term.amount, term.name, term.rule) for term in sums["counter"].terms] == [
        (1, OFFICER, "combat.attack-total"),
        (1, "Handgun", "attach.target"),
        (1, PATSY, "combat.attack-total"),
    ]
    assert [(term.amount, term.rule) for term in sums["guard"].terms] == [
        (1, "combat.defense-total"),
        (3, "combat.defense-total"),
    ]
    assert {name: total.total for name, total in sums.items()} == {"attack": 4, "defense": 4, "counter": 3, "guard": 4}


@pytest.mark.rule("combat.casualties")
@pytest.mark.parametrize(
    ("raiders", "survivors", "suffered", "dealt"),
    [
        (["2 Gang Warrior"], [OFFICER], 4 - 1, 0),
        ([WARRIOR], ["2 Police Officer"], 0, 0),
        ([BRAWN], [PATSY], 4 - 3, 0),
        ([WARRIOR], ["5 Police Officer"], 0, 5 - 2),
        (["Cult Fanatic"], [PATSY, OFFICER], 0, 2 - 1),
        (["2 Cult Fanatic"], [PATSY, "2 Police Officer"], 6 - 5, 3 - 2),
    ],
)
def test_casualties_are_the_enemys_attack_less_ones_own_defense_and_never_below_0(raiders, survivors, suffered, dealt):
    game = engagement(raiders, survivors)
    notes = {note.values["player"]: note for note in game.notes if note.rule == "combat.casualties"}
    assert (notes["Ben"].values["wounds"], notes["Ann"].values["wounds"]) == (suffered, dealt)
    assert notes["Ben"].key == ("combat.casualties" if suffered else "combat.unharmed")
    for note in notes.values():
        assert note.values["wounds"] == max(0, note.values["attack"].total - note.values["defense"].total)


@pytest.mark.rule("combat.wounds")
def test_all_wounds_go_to_one_character_that_can_take_them():
    game = engagement(["4 Gang Warrior"], ["2 Police Officer", PATSY])  # 8 - 5 = 3 wounds
    first, second, patsy = ids(game)[1]
    assert game.position.waiting == Wounds(BEN, 3)
    assert set(game.options(Wound)) == {Wound(first), Wound(second), Wound(patsy)}
    refusal = game.refusal(Wound(game.card(WARRIOR)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("not-own-fighter", "combat.wounds", "own-fighter")
    names = (f"{OFFICER} #{first}", f"{OFFICER} #{second}", PATSY)
    assert refusal.values == {"card": WARRIOR, "player": "Ben", "point": 1, "names": names}
    game.do(Wound(patsy))  # all three on Patsy: nobody else is touched
    put = game.note("combat.wounds-put")
    assert (put.rule, put.values["amount"], put.values["left"]) == ("combat.wounds", 3, 0)
    assert [note.cards for note in game.all("character.recycled")] == [(patsy,)]


@pytest.mark.rule("combat.wounds")
def test_what_one_character_cannot_take_goes_on_to_another_that_the_player_chooses():
    game = engagement(["5 Gang Warrior"], ["2 Police Officer", PATSY])  # 10 - 5 = 5 wounds
    first, second, patsy = ids(game)[1]
    game.do(Wound(second))
    assert game.note("combat.wounds-put").values["left"] == 2
    assert game.position.waiting == Wounds(BEN, 2)
    assert set(game.options(Wound)) == {Wound(first), Wound(patsy)}
    game.do(Wound(first))
    assert game.note("character.wounded").values["after"] == 1


@pytest.mark.rule("combat.excess")
def test_wounds_that_find_nobody_are_not_first_said_to_be_put_on_somebody():
    game = engagement(["5 Gang Warrior"], [OFFICER])  # 10 - 1 = 9 wounds for a value of 3
    game.do(Wound(game.card(OFFICER)))
    assert words("en").note(game.note("combat.wounds-put")) == "Ben assigns 3 wounds to Police Officer."
    assert game.note("combat.excess").values["amount"] == 6


@pytest.mark.rule("combat.killed")
def test_who_is_killed_goes_to_the_discard_pile_at_once():
    game = station(["3 Gang Warrior"], ["2 Police Officer"])
    raiders, survivors = ids(game)
    game.do(*groups([raiders[:2], raiders[2:]], [[survivors[0]], [survivors[1]]]), Engage(1), Wound(survivors[0]))
    assert game.side(BEN).discard == (survivors[0],)
    assert game.note("character.killed").rule == "combat.killed"
    assert game.note("character.removed").rule == "combat.killed"
    assert game.position.phase == "combat"


@pytest.mark.rule("combat.wounded")
def test_who_is_wounded_is_recycled_at_the_end_of_the_combat_phase():
    game = station([BRAWN, WARRIOR], [PATSY])
    raiders, (patsy,) = ids(game)
    game.do(*groups([[raiders[0]], [raiders[1]]], [[patsy]]), Wound(patsy))
    note = game.note("character.wounded")
    assert (note.rule, note.values["after"]) == ("combat.wounded", 4)
    assert game.who(patsy).wounds == 1  # the breach isn't paid yet, so she's still there
    game.do(Eat(DECK), Eat(DECK))
    assert game.side(BEN).deck[-1] == patsy
    assert game.side(BEN).survivors == ()


@pytest.mark.rule("combat.blocked")
def test_a_blocked_group_does_no_damage_even_if_every_defender_dies():
    game = engagement(["4 Gang Warrior"], [OFFICER])
    game.do(Wound(game.card(OFFICER)))
    assert game.side(BEN).survivors == ()
    assert game.note("combat.no-breach").rule == "combat.blocked"
    assert (game.position.phase, game.waits()) == ("consumption", ("consume", ANN))


@pytest.mark.rule("combat.breach", "stronghold.damage")
def test_each_raider_of_an_unblocked_group_makes_the_defender_consume_the_damage():
    game = station(["3 Gang Warrior"], [PATSY])
    raiders, (patsy,) = ids(game)
    game.do(*groups([[raiders[0]], raiders[1:]], [[patsy]]))
    note = game.note("combat.breach")
    assert (note.rule, note.cards, note.values["amount"]) == ("combat.breach", tuple(raiders[1:]), 4)
    assert [(term.amount, term.rule) for term in note.values["owed"].terms] == [(2, "stronghold.damage")] * 2
    assert game.position.waiting == Debt(BEN, 4, "combat.breach", game.side(BEN).stronghold)


@pytest.mark.rule("combat.breach", "end.last", "consume.out")
def test_a_breach_that_cannot_be_paid_ends_the_game_in_the_opponents_turn():
    ann = seat("Roadside Diner", raiders=["2 Gang Warrior"], deck=["9 Biker"])
    ben = seat("Police Station", hand=["Pop!"], deck=["3 Pop!"])
    game = Situation(ann, ben, phase="combat").do(*groups([[1, 2]]))
    assert game.position.winner == ANN
    assert game.side(BEN).out
    assert {"combat.breach", "consume.out", "end.last"} <= cited(game.notes)


@pytest.mark.rule("combat.all-attack")
def test_every_raider_is_in_a_group_one_just_played_too():
    assert_ruling("combat.all-attack")
    ann = seat("Roadside Diner", raiders=[WARRIOR], hand=[WARRIOR], deck=["9 Biker"])
    ben = seat("Police Station", deck=["9 Police Officer"])
    game = Situation(ann, ben, phase="occupation", occupied="Ben")
    old, new = game.card(WARRIOR, 0), game.card(WARRIOR, 1)
    game.do(Play(new), Done(), Send(old, 1))
    refusal = game.refusal(Done())
    assert (refusal.key, refusal.rule, refusal.fix) == ("raiders-left", "combat.all-attack", "send-the-rest")
    assert refusal.cards == (new,)
    assert refusal.values == {"names": (f"{WARRIOR} #{new}",), "count": 1}
    game.do(Send(new, 1), Done())
    assert game.note("combat.breach").values["count"] == 2


@pytest.mark.rule("combat.simultaneous", "combat.wounds-first")
def test_both_sides_casualties_come_from_the_same_totals_and_the_attacker_assigns_wounds_first():
    assert_ruling("combat.simultaneous")
    assert_ruling("combat.wounds-first")
    game = engagement(["2 Cult Fanatic"], [PATSY, "2 Police Officer"])  # 6 - 5 = 1 against 3 - 2 = 1
    assert game.note("combat.simultaneous").rule == "combat.simultaneous"
    first = game.note("combat.wounds-first")
    assert (first.rule, first.values["player"]) == ("combat.wounds-first", "Ann")
    assert game.position.waiting == Wounds(ANN, 1)
    game.do(Wound(game.card("Cult Fanatic")))
    assert game.position.waiting == Wounds(BEN, 1)


@pytest.mark.rule("combat.simultaneous")
def test_whoever_is_killed_has_still_struck():
    game = engagement(["Cult Fanatic"], ["4 Soldier"])  # 3 - 4 against 12 - 1: the fanatic dies, and strikes nobody
    assert {
        note.values["player"]: note.values["wounds"] for note in game.notes if note.rule == "combat.casualties"
    } == {
        "Ben": 0,
        "Ann": 11,
    }
    game = engagement(["2 Cult Fanatic"], ["2 Soldier"])  # 6 - 2 against 6 - 2
    one, other = ids(game)[0]
    game.do(Wound(one), Wound(other))
    assert game.side(ANN).raiders == ()
    assert game.position.waiting == Wounds(BEN, 4)  # both raiders are dead, their wounds stay


@pytest.mark.rule("combat.breach-once")
def test_the_damage_of_all_raiders_that_got_in_is_one_obligation_after_the_engagements():
    assert_ruling("combat.breach-once")
    game = station(["4 Gang Warrior"], [PATSY])
    raiders, (patsy,) = ids(game)
    game.do(*groups([raiders[:1], raiders[1:3], raiders[3:]], [[], [patsy]]))
    assert game.waits() == ("wound", BEN)  # first the engagement, then the damage at the other two access points
    game.do(Wound(patsy))
    note = game.note("combat.breach-once")
    assert (note.rule, note.values) == ("combat.breach-once", {"count": 2, "amount": 4})
    assert game.position.waiting is not None
    assert amount_of(game.position.waiting) == 4
    game.do(Eat(patsy))  # one survivor worth 4 pays for both at once
    assert game.note("consume.paid").values["paid"] == 4
    assert game.position.phase == "consumption"


@pytest.mark.rule("combat.emptied", "combat.blocked")
def test_an_access_point_whose_last_defender_is_taken_away_before_totals_still_counts_as_blocked():
    assert_ruling("combat.emptied")
    game = engagement(["2 Gang Warrior"], [OFFICER], ben={"hand": ["Recycle"]})
    answered(game, game.card("Recycle"), game.card(OFFICER))
    note = game.note("combat.emptied")
    assert (note.rule, note.values) == ("combat.emptied", {"player": "Ben", "point": 1})
    assert game.note("combat.excess").values["amount"] == 4
    assert game.note("combat.no-breach").rule == "combat.blocked"


@pytest.mark.rule("combat.emptied")
def test_it_still_counts_as_blocked_when_the_defender_left_in_another_engagement():
    ann = seat("Roadside Diner", raiders=["2 Gang Warrior"], deck=["9 Biker"])
    ben = seat("Police Station", survivors=["2 Police Officer"], hand=["Recycle"], deck=["9 Police Officer"])
    game = Situation(ann, ben, phase="combat")
    raiders, survivors = ids(game)
    game.do(*groups([[raiders[0]], [raiders[1]]], [[survivors[0]], [survivors[1]]]), Engage(1))
    answered(game, game.card("Recycle"), survivors[1])
    game.do(Wound(survivors[0]))
    assert game.note("combat.emptied").values["point"] == 2
    assert "combat.breach" not in cited(game.notes)


@pytest.mark.rule("combat.excess")
def test_wounds_left_over_when_everybody_is_dead_are_lost():
    assert_ruling("combat.excess")
    game = engagement(["3 Gang Warrior"], [OFFICER])  # 6 - 1 = 5 wounds, value 3
    game.do(Wound(game.card(OFFICER)))
    note = game.note("combat.excess")
    assert (note.rule, note.values) == ("combat.excess", {"player": "Ben", "amount": 2})


@pytest.mark.rule("combat.defend", "play.takeback")
def test_a_character_is_in_one_group_at_a_time():
    game = station([WARRIOR], [])
    game.do(Send(1, 2))
    refusal = game.refusal(Send(1, 3))
    assert (refusal.key, refusal.rule, refusal.fix) == ("already-sent", "play.takeback", "take-back")
    assert refusal.values == {"card": WARRIOR, "point": 2}
    game.do(TakeBack(1), Send(1, 3))
    assert game.position.combat is not None
    assert game.position.combat.attack == ((), (), (1,), ())


@pytest.mark.rule("combat.attack-total")
def test_a_group_that_lost_its_last_raider_before_totals_attacks_with_nothing():
    armed = {"card": OFFICER, "attached": ["Handgun"]}
    game = engagement(["Fast Zombie"], [armed], ben={"hand": ["Pop!", "Sentry"]})
    assert game.waits() == ("window", ANN)  # it could slip away
    game.do(Pass(), Event(game.card("Pop!"), (game.card("Fast Zombie"),)))
    assert [note.values["attack"].total for note in game.all("combat.unharmed") if note.values["player"] == "Ben"] == [
        0
    ]
    assert game.note("combat.excess").values["player"] == "Ann"
