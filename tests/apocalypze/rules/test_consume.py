"""consume: the three ways to pay and how they mix, no change given, who's out, and the rulings about payments."""

from typing import Any

import pytest

from apz.apocalypze.language.words import words
from apz.apocalypze.model import DECK, Debt, Decision, Prompt, amount_of
from apz.apocalypze.moves import Done, Eat, Event, Play, TakeBack, Wound
from tests.apocalypze.situations import ANN, BEN, Situation, assert_ruling, cited, engagement, groups, seat

OFFICER, PATSY, WARRIOR = "Police Officer", "Patsy McNally", "Gang Warrior"


def owing(amount: int, **zones: Any) -> Situation:
    """Return a situation in Ann's consumption phase, where she owes this amount."""
    waiting = {"consume": "Ann", "amount": amount}
    ben = seat("Church", deck=["9 Civilian"])
    return Situation(seat("Police Station", **zones), ben, phase="consumption", waiting=waiting)


@pytest.mark.rule("consume.deck")
def test_the_top_card_of_the_deck_pays_1():
    game = owing(1, deck=["Pop!", "Sentry"])
    game.do(Eat(DECK))
    note = game.note("consume.deck")
    assert (note.rule, note.values) == ("consume.deck", {"player": "Ann", "card": "Pop!"})
    assert game.names(game.side(ANN).discard) == ["Pop!"]
    assert game.names(game.side(ANN).deck) == ["Sentry"]


@pytest.mark.rule("consume.deck")
def test_an_empty_deck_pays_nothing():
    game = owing(2, deck=["Pop!"], hand=["2 Pop!"])
    game.do(Eat(DECK))
    refusal = game.refusal(Eat(DECK))
    assert (refusal.key, refusal.rule, refusal.fix) == ("deck-empty", "consume.deck", "other-means")
    assert refusal.values == {"player": "Ann"}


@pytest.mark.rule("consume.hand")
def test_any_two_cards_of_the_hand_count_1():
    game = owing(1, hand=["Pop!", "Sentry", "Mugged"], deck=["Hog"])
    sentry, mugged = game.card("Sentry"), game.card("Mugged")
    game.do(Eat(mugged))
    offered = game.note("consume.offered-hand")
    assert (offered.values["paid"], offered.secret) == (0, ANN)
    assert game.waits() == ("consume", ANN)
    game.do(Eat(sentry))
    note = game.note("consume.hand")
    assert (note.rule, note.cards) == ("consume.hand", (mugged, sentry))
    assert game.names(game.side(ANN).discard) == ["Sentry", "Mugged"]
    assert game.names(game.side(ANN).hand) == ["Pop!"]


@pytest.mark.rule("consume.hand")
def test_a_single_card_of_the_hand_counts_nothing():
    game = owing(1, hand=["Pop!"], deck=["Hog"])
    refusal = game.refusal(Eat(game.card("Pop!")))
    assert (refusal.key, refusal.rule, refusal.fix) == ("single-hand-card", "consume.hand", "other-means")
    assert (refusal.values, refusal.cards) == ({"player": "Ann"}, (game.card("Pop!"),))


@pytest.mark.rule("consume.survivor")
def test_a_survivor_at_home_pays_its_value():
    game = owing(3, survivors=[OFFICER, PATSY], deck=["9 Pop!"])
    game.do(Eat(game.card(OFFICER)))
    note = game.note("consume.survivor")
    assert (note.rule, note.values["value"]) == ("consume.survivor", 3)
    assert game.side(ANN).discard == (game.card(OFFICER),)
    assert [who.card.name for who in game.side(ANN).survivors] == [PATSY]


@pytest.mark.rule("consume.survivor")
def test_a_survivor_that_a_card_spares_may_not_be_consumed():
    bitten = {"card": OFFICER, "attached": [{"card": "Bitten", "owner": "Ben"}]}
    game = owing(1, survivors=[bitten], deck=["Pop!"])
    refusal = game.refusal(Eat(game.card(OFFICER)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("may-not-be-consumed", "consume.survivor", "other-means")
    assert refusal.values == {"card": OFFICER, "by": "Bitten"}


@pytest.mark.rule("consume.survivor")
def test_a_card_that_lasts_the_turn_spares_the_survivors_it_speaks_of():
    ann = seat("Roadside Diner", survivors=["Biker"], raiders=[WARRIOR], hand=["No Escape"], deck=["Hog"])
    ben = seat("Police Station", survivors=[OFFICER], deck=["9 Pop!"])
    game = Situation(ann, ben, phase="occupation", occupied="Ben")
    game.do(Event(game.card("No Escape")), Done(), *groups([[game.card(WARRIOR)]], []))
    refusal = game.refusal(Eat(game.card(OFFICER)))
    assert (refusal.rule, refusal.values["by"]) == ("consume.survivor", "No Escape")
    game.do(Eat(DECK), Eat(DECK))
    assert game.waits() == ("consume", ANN)
    assert game.legal(Eat(game.card("Biker")))  # it isn't about her own survivors


@pytest.mark.rule("consume.mix")
def test_the_three_means_may_be_combined():
    game = owing(5, survivors=[OFFICER], hand=["2 Pop!"], deck=["2 Sentry"])
    first, second = game.side(ANN).hand
    game.do(Eat(game.card(OFFICER)), Eat(first), Eat(second), Eat(DECK))
    assert [note.rule for note in game.notes if note.key.startswith("consume.offered")] == ["consume.mix"] * 3
    assert {"consume.deck", "consume.hand", "consume.survivor", "consume.mix"} <= cited(game.notes)
    paid = game.note("consume.paid")
    assert (paid.rule, paid.values["paid"], paid.values["owed"]) == ("consume.mix", 5, 5)
    assert game.names(game.side(ANN).discard) == ["Sentry", "Pop!", "Pop!", OFFICER]  # in the order of the offer


@pytest.mark.rule("consume.mix")
def test_nothing_else_can_be_consumed():
    game = owing(2, survivors=[OFFICER], raiders=[WARRIOR], hand=["2 Pop!"], deck=["9 Pop!"], discard=["Sentry"])
    for card in (game.card(WARRIOR), game.card("Sentry"), game.side(ANN).stronghold, game.side(BEN).deck[0]):
        refusal = game.refusal(Eat(card))
        assert (refusal.key, refusal.rule, refusal.fix) == ("not-food", "consume.mix", "three-means")
        assert refusal.cards == (card,)


@pytest.mark.rule("consume.no-change")
def test_a_survivor_worth_more_than_what_is_owed_may_be_consumed_and_the_rest_is_lost():
    game = owing(2, survivors=[PATSY], deck=["9 Pop!"])
    game.do(Eat(game.card(PATSY)))
    note = game.note("consume.paid-over")
    assert note.rule == "consume.no-change"
    assert (note.values["owed"], note.values["paid"], note.values["lost"]) == (2, 5, 3)
    assert game.waits() == ("draw", BEN)


@pytest.mark.rule("consume.out", "end.last")
@pytest.mark.parametrize(("piles", "have"), [({"deck": ["Pop!"]}, 1), ({"deck": ["Pop!"], "hand": ["Pop!"]}, 1)])
def test_who_cannot_meet_an_obligation_is_out_at_once(piles, have):
    ann = seat("Police Station", raiders=[WARRIOR], deck=["9 Pop!"], hand=["Mugged"])
    game = Situation(ann, seat("Church", **piles), phase="occupation", occupied="Ben")
    game.do(Event(game.card("Mugged")))
    note = game.note("consume.out")
    assert (note.rule, note.values["player"], note.values["owed"]) == ("consume.out", "Ben", 2)
    assert [(term.amount, term.rule) for term in note.values["have"].terms] == [(have, "consume.deck")]
    assert game.side(BEN).out
    assert (game.position.winner, game.position.phase, game.position.waiting) == (ANN, "over", None)


@pytest.mark.rule("consume.out")
def test_who_can_just_meet_it_goes_on():
    ann = seat("Police Station", raiders=[WARRIOR], deck=["9 Pop!"], hand=["Mugged"])
    for piles in ({"deck": ["2 Pop!"]}, {"hand": ["4 Pop!"]}, {"survivors": ["Civilian"]}):
        game = Situation(ann, seat("Church", **piles), phase="occupation", occupied="Ben")
        game.do(Event(game.card("Mugged")))
        assert isinstance(game.position.waiting, Debt)
        assert game.position.waiting[:2] == (BEN, 2)


@pytest.mark.rule("consume.out")
def test_survivors_who_may_not_be_consumed_do_not_help():
    ann = seat("Police Station", raiders=[WARRIOR], deck=["9 Pop!"], hand=["Mugged"])
    ben = seat("Church", survivors=[{"card": PATSY, "attached": [{"card": "Bitten", "owner": "Ann"}]}], deck=["Pop!"])
    game = Situation(ann, ben, phase="occupation", occupied="Ben")
    game.do(Event(game.card("Mugged")))
    assert game.note("consume.out").values["have"].total == 1


@pytest.mark.rule("consume.wounded")
def test_a_wounded_survivor_pays_its_reduced_value():
    assert_ruling("consume.wounded")
    ann = seat("Roadside Diner", raiders=["Lord Brawn", "3 Gang Warrior"], deck=["9 Biker"])
    game = Situation(ann, seat("Police Station", survivors=[PATSY], deck=["9 Pop!"]), phase="combat")
    patsy = game.card(PATSY)
    game.do(*groups([[1], [2, 3, 4]], [[patsy]]), Wound(patsy))
    assert game.position.waiting is not None
    assert amount_of(game.position.waiting) == 6
    game.do(Eat(patsy))
    assert game.note("consume.offered").values["paid"] == 5 - 1
    game.do(Eat(DECK), Eat(DECK))
    note = game.note("consume.survivor")
    assert (note.rule, note.values["value"]) == ("consume.wounded", 4)


@pytest.mark.rule("consume.attached")
def test_the_attachments_of_a_consumed_survivor_are_removed_with_it():
    assert_ruling("consume.attached")
    dressed = {"card": OFFICER, "attached": ["Handgun", "Illness"]}
    game = owing(3, survivors=[dressed], deck=["9 Pop!"])
    game.do(Eat(game.card(OFFICER)))
    assert game.names(game.side(ANN).discard) == ["Handgun", OFFICER]
    assert game.names(game.side(BEN).discard) == ["Illness"]  # it's Ben's card
    rules = {note.values["card"]: note.rule for note in game.all("attachment.removed")}
    assert rules == {"Handgun": "consume.attached", "Illness": "pile.owner"}


@pytest.mark.rule("consume.attached")
def test_the_value_of_what_is_attached_counts_when_a_survivor_is_consumed():
    game = owing(5, survivors=[{"card": OFFICER, "attached": ["The Finest"]}], deck=["9 Pop!"])
    game.do(Eat(game.card(OFFICER)))
    assert game.note("consume.paid").values["paid"] == 5


@pytest.mark.rule("consume.no-waste")
def test_the_part_that_could_be_left_out_is_named():
    game = owing(4, survivors=[OFFICER, PATSY], deck=["9 Pop!"]).do(Eat(1))
    assert game.names((1,)) == [OFFICER]
    assert "leave out Police Officer and still" in words("en").refusal(game.refusal(Eat(game.card(PATSY))))
    game = owing(3, survivors=[OFFICER], hand=["4 Pop!"], deck=["Pop!"])
    one, two, *_ = game.side(ANN).hand
    told = words("en").refusal(game.do(Eat(one), Eat(two)).refusal(Eat(game.card(OFFICER))))
    assert "leave out something from your hand and still" in told


@pytest.mark.rule("consume.no-waste")
def test_a_payment_in_which_a_part_could_be_left_out_is_refused():
    assert_ruling("consume.no-waste")
    game = owing(3, survivors=[OFFICER], deck=["9 Pop!"])
    game.do(Eat(DECK))
    refusal = game.refusal(Eat(game.card(OFFICER)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("wasteful", "consume.no-waste", "take-other-back")
    assert refusal.values == {"owed": 3, "paid": 4, "least": 1, "names": (), "deck": 1, "hand": 0}
    assert "leave out a card from your deck and still" in words("en").refusal(refusal)
    assert refusal.cards == (game.card(OFFICER),)
    game.do(TakeBack(DECK), Eat(game.card(OFFICER)))  # without that part, the rest is enough
    assert game.note("consume.paid").values["paid"] == 3


@pytest.mark.rule("consume.no-waste")
def test_what_could_only_lead_to_waste_is_refused_as_well():
    game = owing(4, survivors=[PATSY], deck=["Pop!"])
    refusal = game.refusal(Eat(DECK))
    assert (refusal.key, refusal.rule, refusal.fix) == ("leads-to-waste", "consume.no-waste", "leave-out")
    assert (refusal.values["owed"], refusal.values["paid"]) == (4, 1)
    assert game.options(Eat) == [Eat(game.card(PATSY))]


@pytest.mark.rule("consume.no-waste")
def test_two_survivors_are_no_waste_where_neither_can_be_left_out():
    game = owing(6, survivors=[OFFICER, PATSY])
    game.do(Eat(game.card(OFFICER)), Eat(game.card(PATSY)))
    assert game.note("consume.paid-over").values["lost"] == 2


@pytest.mark.rule("consume.no-waste")
def test_a_payment_once_begun_can_always_be_finished():
    game = owing(4, survivors=[OFFICER, "Civilian"], hand=["3 Pop!"], deck=["Pop!"])
    seen, todo = set(), [game.position]
    while todo:
        position = todo.pop()
        waiting = position.waiting
        if not isinstance(waiting, Debt) or waiting[:2] != (ANN, 4):
            continue
        eating = [move for move in position.legal_moves if isinstance(move, Eat)]
        assert eating, waiting.offered
        for move in eating:
            step = position.play(move)
            after = step.after  # type: ignore[union-attr]
            if after.agenda not in seen:
                seen.add(after.agenda)
                todo.append(after)
    assert Prompt(Decision.DRAW, BEN) in {agenda[-1] for agenda in seen}


@pytest.mark.rule("consume.mix")
def test_an_obligation_comes_before_anything_else():
    game = owing(1, hand=["2 Civilian"], deck=["Pop!"])
    refusal = game.refusal(Play(game.side(ANN).hand[0]))
    assert (refusal.key, refusal.fix) == ("not-now-play", "awaited-consume")
    assert engagement([WARRIOR], [OFFICER]).refusal(Eat(DECK)).rule == "consume.mix"
