"""Moves refused in combat and while a player owes something."""

from __future__ import annotations

from apz.apocalypze.model import DECK
from apz.apocalypze.moves import Done, Eat, Engage, Send, TakeBack, Wound
from tests.apocalypze.refusals.cases import OFFICER, PATSY, WARRIOR, Tried, attacking, in_order, owing, refused
from tests.apocalypze.situations import ANN, BEN, Situation, groups, seat

FIGHTER = "Police Officer #13"

# --- combat -----------------------------------------------------------------------------------------------------------


@refused("not-a-raider-there", "combat.groups", "send-own", OFFICER, card=OFFICER)
def a_survivor_is_sent_to_attack() -> Tried:
    game = attacking([OFFICER])
    yield game, Send(game.card(OFFICER), 1)
    yield game, Send(game.card(WARRIOR), 1)


@refused("not-a-survivor-there", "combat.defend", "send-own", WARRIOR, card=WARRIOR)
def a_raider_is_sent_to_defend() -> Tried:
    game = attacking([OFFICER]).do(*groups([[1, 2]]))
    yield game, Send(game.card(WARRIOR), 1)
    yield game, Send(game.card(OFFICER), 1)


@refused(
    "no-such-point", "stronghold.access", "other-point", WARRIOR, "Police Station", point=5, points=("1", "2", "3", "4")
)
def there_is_no_fifth_access_point() -> Tried:
    game = attacking()
    yield game, Send(game.card(WARRIOR), 5)
    yield game, Send(game.card(WARRIOR), 4)


@refused("already-sent", "play.takeback", "take-back", WARRIOR, card=WARRIOR, point=2)
def a_raider_is_sent_twice() -> Tried:
    game = attacking().do(Send(1, 2))
    yield game, Send(1, 3)
    game.do(TakeBack(1))
    yield game, Send(1, 3)


@refused("nobody-attacks-there", "combat.defend", "other-point", OFFICER, card=OFFICER, point=2)
def a_survivor_meets_nobody() -> Tried:
    game = attacking([OFFICER]).do(*groups([[1, 2]]))
    yield game, Send(game.card(OFFICER), 2)
    yield game, Send(game.card(OFFICER), 1)


@refused("not-sent", "play.takeback", "", WARRIOR, card=WARRIOR)
def a_raider_who_was_not_sent_is_taken_back() -> Tried:
    game = attacking()
    yield game, TakeBack(1)


@refused(
    "raiders-left", "combat.all-attack", "send-the-rest", WARRIOR, WARRIOR,
    names=(f"{WARRIOR} #1", f"{WARRIOR} #2"), count=2,
)  # fmt: skip
def raiders_stay_out() -> Tried:
    game = attacking()
    yield game, Done()
    game.do(Send(1, 1), Send(2, 4))
    yield game, Done()


@refused("already-resolved", "combat.order", "open-engagement", point=1)
def an_engagement_is_resolved_twice() -> Tried:
    ann = seat("Church", raiders=[f"3 {WARRIOR}"], deck=["9 Civilian"])
    ben = seat("Police Station", survivors=[f"3 {OFFICER}"], deck=["9 Pop!"])
    game = Situation(ann, ben, phase="combat")
    one, two, three = (who.id for who in game.side(BEN).survivors)
    game.do(*groups([[1], [2], [3]], [[one], [two], [three]]), Engage(1), Wound(one))
    yield game, Engage(1)
    yield game, Engage(2)


@refused("no-engagement-there", "combat.order", "open-engagement", point=3)
def there_is_no_engagement_there() -> Tried:
    game = in_order()
    yield game, Engage(3)
    yield game, Engage(2)


@refused("not-in-group", "combat.wounds", "own-fighter", OFFICER, card=OFFICER, player="Ben", point=1, names=(FIGHTER,))
def the_wounds_are_put_on_somebody_elsewhere() -> Tried:
    game = in_order().do(Engage(1))
    one, other = (who.id for who in game.side(BEN).survivors)
    yield game, Wound(other)
    yield game, Wound(one)


@refused(
    "not-own-fighter", "combat.wounds", "own-fighter", WARRIOR, card=WARRIOR, player="Ben", point=1, names=(FIGHTER,)
)
def the_wounds_are_put_on_an_enemy() -> Tried:
    game = in_order().do(Engage(1))
    yield game, Wound(game.card(WARRIOR))
    yield game, Wound(game.side(BEN).survivors[0].id)


# --- consumption ------------------------------------------------------------------------------------------------------


@refused("deck-empty", "consume.deck", "other-means", player="Ann")
def the_deck_is_empty() -> Tried:
    game = owing(1, hand=["2 Pop!"])
    yield game, Eat(DECK)
    yield game, Eat(game.side(ANN).hand[0])


@refused("already-offered", "play.takeback", "take-back", "Pop!", card="Pop!")
def a_card_is_offered_twice() -> Tried:
    game = owing(1, hand=["2 Pop!"])
    card = game.side(ANN).hand[0]
    game.do(Eat(card))
    yield game, Eat(card)
    game.do(TakeBack(card))
    yield game, Eat(card)


@refused("single-hand-card", "consume.hand", "other-means", "Pop!", player="Ann")
def a_single_card_of_the_hand_is_offered() -> Tried:
    game = owing(1, hand=["Pop!"], deck=["Sentry"])
    yield game, Eat(game.card("Pop!"))
    yield game, Eat(DECK)


@refused("not-food", "consume.mix", "three-means", WARRIOR, card=WARRIOR)
def a_raider_is_eaten_though_there_is_everything_else() -> Tried:
    game = owing(1, raiders=[WARRIOR], survivors=[OFFICER], hand=["2 Pop!"], deck=["Pop!"])
    yield game, Eat(game.card(WARRIOR))
    yield game, Eat(DECK)


@refused("not-food", "consume.mix", "other-means", WARRIOR, card=WARRIOR)
def a_raider_is_eaten() -> Tried:
    game = owing(1, raiders=[WARRIOR], survivors=[OFFICER])
    yield game, Eat(game.card(WARRIOR))
    yield game, Eat(game.card(OFFICER))


@refused("may-not-be-consumed", "consume.survivor", "other-means", OFFICER, card=OFFICER, by="Bitten")
def a_bitten_survivor_is_eaten() -> Tried:
    bitten = {"card": OFFICER, "attached": [{"card": "Bitten", "owner": "Ben"}]}
    game = owing(1, survivors=[bitten], deck=["Pop!"])
    yield game, Eat(game.card(OFFICER))
    yield game, Eat(DECK)


@refused(
    "wasteful", "consume.no-waste", "leave-out", PATSY, owed=5, paid=9, names=("Biker #1", "Biker #2"), deck=0, hand=0
)
def one_of_two_bikers_could_be_left_out() -> Tried:
    game = owing(5, survivors=["3 Biker", PATSY])
    game.do(Eat(game.card("Biker")), Eat(game.card("Biker", 1)))
    yield game, Eat(game.card(PATSY))
    yield game, Eat(game.card("Biker", 2))


@refused("wasteful", "consume.no-waste", "take-other-back", OFFICER, owed=3, paid=4, least=1, names=(), deck=1, hand=0)
def a_part_could_be_left_out() -> Tried:
    game = owing(3, survivors=[OFFICER], deck=["9 Pop!"])
    game.do(Eat(DECK))
    yield game, Eat(game.card(OFFICER))
    game.do(TakeBack(DECK))
    yield game, Eat(game.card(OFFICER))


@refused("leads-to-waste", "consume.no-waste", "leave-out", owed=4, paid=1, least=1, names=(), deck=1, hand=0)
def a_part_could_only_lead_to_waste() -> Tried:
    game = owing(4, survivors=[PATSY], deck=["Pop!"])
    yield game, Eat(DECK)
    yield game, Eat(game.card(PATSY))


@refused("not-offered", "play.takeback", "", "Pop!", card="Pop!")
def a_card_that_was_not_offered_is_taken_back() -> Tried:
    game = owing(1, hand=["2 Pop!"])
    yield game, TakeBack(game.side(ANN).hand[0])
