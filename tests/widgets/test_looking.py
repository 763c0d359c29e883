"""Looking isn't playing: a click explains first and never makes a move nobody meant; every click gets a reply."""

import re

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Debt
from apz.apocalypze.moves import Eat, Occupy, Send
from apz.apocalypze.positions import build, seat
from apz.apocalypze.rules.consumption import resources, resources_sum
from apz.apocalypze.setup import new_game
from apz.core.trace import Refusal
from apz.widgets import Tutor
from apz.widgets.base.tree import plain
from apz.widgets.table import explain
from apz.widgets.table.state import Look
from tests.apocalypze.wandering import positions
from tests.texts import ui
from tests.widgets.hands import asked, by_hand, card, click, doing, elements, refused, session, shown


def meal(**ann) -> Tutor:
    """Return a table where Ann has to feed her survivors."""
    own = {"survivors": ["Antonio Jones"], "hand": ["3 Police Officer"], "deck": ["9 Pop!"], **ann}
    start = build(seat("Police Station", **own), seat("Church", deck=["9 Civilian"]), phase="consumption", turn=3)
    return by_hand(new_session(start))


def said(tutor: Tutor) -> Look:
    """Return the tutor's reply to a click that only looks."""
    assert isinstance(tutor.store.state.answer, Look)
    return tutor.store.state.answer


def defending() -> Tutor:
    """Return a table where Ben has two survivors to block two groups."""
    ann = seat("Roadside Diner", raiders=["Gang Warrior", "Lord Brawn"], deck=["9 Gang Warrior"])
    ben = seat("Police Station", survivors=["Antonio Jones", "Patsy McNally"], deck=["9 Pop!"])
    tutor = by_hand(new_session(build(ann, ben, phase="combat", turn=2, occupied="Ben")))
    for name, point in (("Gang Warrior", 1), ("Lord Brawn", 2)):
        click(tutor, f"move:[send, {card(tutor, name)}, {point}]")
    click(tutor, "move:[done]")
    assert asked(tutor).kind == "defend"
    return tutor


def test_a_survivor_that_is_clicked_to_be_read_is_not_eaten():
    tutor = meal()
    jones = card(tutor, "Antonio Jones")
    click(tutor, f"card:{jones}")
    assert tutor.session.at == 0
    assert tutor.store.state.chosen == jones
    assert tutor.store.state.tab == "card"
    assert "(pays 7)" in shown(tutor)
    assert "the extra 6 is lost" in shown(tutor)
    click(tutor, "escape")
    assert tutor.session.at == 0
    click(tutor, f"card:{jones}")
    click(tutor, f"move:[eat, {jones}]")
    assert tutor.session.steps[-1].move == Eat(jones)


def test_whose_seat_is_whose_is_said_only_where_somebody_else_sits_at_the_table():
    tutor = meal()
    told = [each for each in elements(tutor.view["tree"]) if each[0] == "small" and "you" in each[2:]]
    assert told == []
    tutor.store.seat("you", "regular")
    tutor.refresh()
    names = [each[2] for each in elements(tutor.view["tree"]) if each[0] == "small"]
    assert names.count("regular") == 1
    assert classed(tutor, "who")[-1] == "You"


def test_a_card_that_finds_no_room_is_named_before_it_is_played():
    tutor = by_hand(session("full-house"))
    jones = card(tutor, "Antonio Jones")
    click(tutor, f"card:{jones}")
    assert "Police Station has room for 7 survivors, and Antonio Jones came last." in shown(tutor)
    assert "open:chosen/stronghold.newest" in doing(tutor)
    assert tutor.session.at == 0
    click(tutor, "escape")
    assert "finds none" not in shown(tutor)


def test_a_weapon_that_would_give_way_is_named_before_another_is_attached():
    own = {"survivors": [{"card": "Antonio Jones", "attached": ["Handgun"]}], "hand": ["Shotgun"], "deck": ["9 Pop!"]}
    ann, ben = seat("Police Station", **own), seat("Church", deck=["9 Civilian"])
    tutor = by_hand(new_session(build(ann, ben, phase="occupation", turn=3, occupied="Ann")))
    click(tutor, f"card:{card(tutor, 'Shotgun')}")
    assert "Handgun makes way for the new weapon" in shown(tutor)
    assert tutor.session.position.sides[0].survivors[0].attached


def test_one_card_of_the_hand_says_that_two_pay_1():
    tutor = meal()
    first, second, _ = tutor.session.position.sides[0].hand
    assert ui("en", "meal.pair") in shown(tutor)
    click(tutor, f"card:{first}")
    assert "0 of 1 offered." in shown(tutor)
    assert ui("en", "meal.half") in shown(tutor)
    assert "half" in [each[1].get("class") for each in elements(tutor.view["tree"])]
    assert tutor.view["say"]["text"].endswith(ui("en", "meal.half"))
    click(tutor, f"card:{second}")
    assert asked(tutor).player == 1
    assert tutor.store.state.card == second  # it can still be read


def test_after_a_second_card_of_the_hand_the_other_half_of_a_double_click_pays_with_nothing():
    tutor = meal(survivors=["2 Police Officer"], hand=["4 Police Officer"])
    first, second, third, _ = tutor.session.position.sides[0].hand
    for each in (first, second):
        click(tutor, f"card:{each}")
    assert "1 of 2 offered." in shown(tutor)
    at = tutor.session.at
    click(tutor, f"card:{second}", at - 1)  # as a double click does: before the page is redrawn, and after
    click(tutor, f"card:{second}")
    assert tutor.session.at == at
    assert tutor.store.state.chosen == second  # chosen, so that its button can take it back
    click(tutor, f"card:{third}")
    assert offered(tutor) == (first, second, third)


def offered(tutor: Tutor) -> tuple[int, ...]:
    debt = asked(tutor)
    assert isinstance(debt, Debt)
    return debt.offered


def test_while_a_card_of_the_hand_waits_for_a_second_one_no_survivor_is_given_by_one_click():
    tutor = meal(survivors=["2 Police Officer"], hand=["2 Pop!"])
    first, _ = tutor.session.position.sides[0].hand
    officer = tutor.session.position.sides[0].survivors[0].id
    for each in (first, officer):
        click(tutor, f"card:{each}")
    assert offered(tutor) == (first,)
    assert refused(tutor) == "consume.no-waste"
    click(tutor, f"card:{first}")  # nor is the same card taken twice
    assert offered(tutor) == (first,)


def test_the_deck_says_what_it_pays():
    tutor = meal()
    assert "Deck: 9 cards · pays 1" in shown(tutor)
    click(tutor, "deck:1")
    assert "Ben's deck, face down: 9 cards." in said(tutor).lines
    assert tutor.session.at == 0
    click(tutor, "deck:0")
    assert tutor.session.steps[-1].move == Eat()


def test_a_defender_is_sent_by_clicking_the_attacker():
    tutor = defending()
    jones, brawn = card(tutor, "Antonio Jones"), card(tutor, "Lord Brawn")
    click(tutor, f"card:{jones}")
    click(tutor, f"card:{brawn}")
    assert tutor.session.steps[-1].move == Send(jones, 2)


def test_the_unblocked_access_point_is_a_place_to_be_sent_to():
    tutor = defending()
    click(tutor, f"card:{card(tutor, 'Patsy McNally')}")
    unblocked = [each for each in elements(tutor.view["tree"]) if each[1].get("class") == "sum open"]
    assert [each[1]["data-do"] for each in unblocked] == ["point:1", "point:2"]


def test_who_was_sent_is_taken_back_by_a_button_alone():
    tutor = defending()
    jones = card(tutor, "Antonio Jones")
    click(tutor, f"card:{jones}")
    click(tutor, "point:1")
    for do in (f"card:{jones}", f"card:{jones}", f"card:{jones}", "escape"):
        click(tutor, do)
        assert tutor.session.steps[-1].move == Send(jones, 1)
    click(tutor, f"card:{jones}")
    assert f"move:[takeback, {jones}]" in doing(tutor)


def test_blocking_nobody_says_so_and_what_it_costs():
    tutor = defending()
    assert "Block nobody (consume 4)" in shown(tutor)
    click(tutor, f"card:{card(tutor, 'Antonio Jones')}")
    click(tutor, "point:1")
    assert "Defend with these groups (consume 2)" in shown(tutor)
    click(tutor, "open:sum.2.owed")
    assert ui("en", "combat.damage", home="Police Station", damage=2) in shown(tutor)


def test_blocking_nobody_is_not_the_main_button_while_somebody_can_be_blocked():
    tutor = defending()
    assert main_moves(tutor) == []
    assert "move:[done]" in doing(tutor)
    click(tutor, f"card:{card(tutor, 'Antonio Jones')}")
    click(tutor, "point:1")
    assert main_moves(tutor) == ["move:[done]"]


def main_moves(tutor: Tutor) -> list[str]:
    """Return the gestures of the main move buttons."""
    found = [each[1] for each in elements(tutor.view["tree"]) if each[1].get("class") == "do"]
    return [each["data-do"] for each in found if each.get("data-do", "").startswith("move:")]


def test_a_card_in_play_that_cannot_be_used_is_only_described():
    tutor = by_hand(session("full-house"))
    biker = tutor.session.position.sides[1].survivors[0].id
    click(tutor, f"card:{biker}")
    assert ui("en", "looks.nothing") in said(tutor).lines
    assert ui("en", "question.not-legal") not in shown(tutor)
    assert tutor.view["say"]["text"].startswith("Biker")
    diner = tutor.session.position.sides[1].stronghold
    click(tutor, f"card:{diner}")
    assert "Each survivor here with a weapon has +1 defense." in said(tutor).lines


def test_a_card_that_cannot_be_played_is_quoted_with_the_reason():
    ann = seat("Police Station", hand=["Molotov Cocktail"], deck=["9 Pop!"])
    tutor = by_hand(new_session(build(ann, seat("Church", deck=["9 Civilian"]), phase="occupation")))
    click(tutor, f"card:{card(tutor, 'Molotov Cocktail')}")
    assert isinstance(tutor.store.state.answer, Refusal)
    (text,) = library().texts(tutor.session.position.game.cards[card(tutor, "Molotov Cocktail")], "en")
    assert text in answered(tutor)
    click(tutor, "command", text="done")
    assert isinstance(tutor.store.state.answer, Refusal)
    assert text not in answered(tutor)


def answered(tutor: Tutor) -> str:
    """Return the whole text of a refusal."""
    (found,) = [each for each in elements(tutor.view["tree"]) if each[1].get("class") == "answer refusal"]
    return plain(found)


def test_a_second_click_is_promised_only_where_it_does_something():
    tutor = by_hand(session("second-turn"))
    click(tutor, "move:[occupy, 0]")
    fanatic = next(c for c in tutor.session.position.sides[1].hand if tutor.session.position.card(c).twofold)
    click(tutor, f"card:{fanatic}")
    assert "click the card again" not in shown(tutor)
    assert "click the card again" not in tutor.view["say"]["text"]
    click(tutor, f"card:{fanatic}")
    assert tutor.store.state.chosen is None
    alone = meal()
    click(alone, f"card:{card(alone, 'Antonio Jones')}")
    assert "press the button, or the card again." in alone.view["say"]["text"]


def test_the_announcement_of_a_chosen_card_says_what_its_panel_says():
    tutor = by_hand(session("full-house"))
    click(tutor, f"card:{card(tutor, 'Antonio Jones')}")
    assert "Antonio Jones came last." in tutor.view["say"]["text"]
    click(tutor, f"card:{card(tutor, 'Handgun')}")
    assert tutor.view["say"]["text"].startswith(ui("en", "question.pick-target", card="Handgun"))


def test_a_handgun_without_anybody_to_hold_it_says_what_it_needs():
    ann = seat("Police Station", hand=["Handgun"], deck=["9 Pop!"])
    tutor = by_hand(new_session(build(ann, seat("Church", deck=["9 Civilian"]), phase="occupation", occupied="Ann")))
    click(tutor, f"card:{card(tutor, 'Handgun')}")
    assert isinstance(tutor.store.state.answer, Refusal)
    text = shown(tutor)
    assert "Right now, nothing fits: you need one of your humans at the stronghold you occupy." in text
    assert "can't be attached to Police Station" not in text


def test_while_the_bot_decides_every_click_says_so():
    tutor = by_hand(session("first-turn"), seats=("regular", "you"))
    for do in (f"card:{tutor.session.position.sides[1].hand[0]}", f"card:{tutor.session.position.sides[0].stronghold}"):
        click(tutor, do)
        assert "Ann is deciding now" in said(tutor).lines[-1]
    assert tutor.scene.words.rules["occupy.choose"].text not in shown(tutor)


@pytest.mark.parametrize("player", [0, 1])
def test_piles_hands_and_phases_explain_themselves(player):
    tutor = by_hand(new_session(new_game(seed=3)), seats=("you", "regular"))
    for do in doing(tutor, "look:"):
        click(tutor, do)
        answer = said(tutor)
        assert answer.rules
        assert all(tutor.scene.words.rules[rule].text in answer.lines for rule in answer.rules)
    assert {"look:hand.1", f"look:discard.{player}", "look:phase.combat"} <= set(doing(tutor, "look:"))
    click(tutor, f"open:sum.food.{player}")
    assert "the cards in hand, 1 for every two" in shown(tutor)


def test_all_that_could_be_consumed_is_the_sum_of_its_terms():
    for seed in range(3):
        for moment in positions(1, seed):
            for player in (0, 1):
                assert resources_sum(moment, player).total == resources(moment, player)


def test_all_of_a_cards_text_its_zombie_side_and_which_facts_are_ours_is_shown_when_it_is_large():
    tutor = by_hand(session("full-house"))
    faces = [each[1] for each in elements(tutor.view["tree"]) if "data-zoom" in each[1]]
    assert any("weapon has +1 defense" in each.get("aria-description", "") for each in faces)
    officer = next(each["data-zoom"] for each in faces if each["data-piece"] == card(tutor, "Police Officer"))
    both, ours = officer.split("\n")
    assert re.fullmatch(r"police survivor, twofold, as a zombie \d/\d/\d", both)
    assert re.fullmatch(r"house \(ours\): .*value as a zombie.*", ours)
    assert not any("rulebook" in each["data-zoom"] for each in faces)


def test_a_weapon_says_that_it_makes_way_for_another_one_wherever_its_text_is():
    tutor = by_hand(session("new-for-old"))
    makes_way = ui("en", "card.displaced")
    large = {
        int(each[1]["data-piece"]): each[1]["aria-description"]
        for each in elements(tutor.view["tree"])
        if "aria-description" in each[1]
    }
    bat = card(tutor, "Baseball Bat")
    assert large[bat] == makes_way
    assert large[card(tutor, "Fire Axe")].endswith(f"in an engagement. {makes_way}")
    assert makes_way not in large[card(tutor, "Patsy McNally")]
    click(tutor, f"card:{bat}")
    assert shown(tutor).count(makes_way) == 2  # in the reply and on the sheet
    assert makes_way in said(tutor).lines


def test_the_text_of_a_stronghold_is_on_its_button():
    ann = seat("Police Station", deck=["Handgun", "9 Police Officer"], survivors=["Patsy McNally"])
    tutor = by_hand(new_session(build(ann, seat("Church", deck=["9 Civilian"]), phase="occupation", occupied="Ann")))
    click(tutor, f"card:{tutor.session.position.sides[0].stronghold}")
    assert (
        "Use Police Station: Once per game, in your occupation phase, play a police character from your deck."
        in shown(tutor)
    )


def test_a_twofold_says_its_numbers_as_either():
    tutor = by_hand(session("second-turn"))
    click(tutor, "move:[occupy, 0]")
    fanatic = next(c for c in tutor.session.position.sides[1].hand if tutor.session.position.card(c).twofold)
    click(tutor, f"card:{fanatic}")
    assert "as a zombie (attack 1, defense 1, value 1)" in shown(tutor)


def test_a_rule_that_was_opened_under_a_question_is_folded_with_it():
    tutor = by_hand(new_session(new_game(seed=3)))
    click(tutor, "open:ask/draw.six")
    click(tutor, "open:sum.draw")
    assert {"ask/draw.six", "sum.draw"} <= set(tutor.store.state.opened)
    click(tutor, "move:[draw]")
    assert not {"ask/draw.six", "sum.draw"} & set(tutor.store.state.opened)


def test_going_back_over_cards_that_were_seen_is_marked_and_not_forbidden():
    tutor = meal(deck=["Lord Brawn", "9 Pop!"])
    click(tutor, "deck:0")
    assert "You went back" not in shown(tutor)
    click(tutor, "go:undo")
    assert "You went back after seeing: Lord Brawn." in shown(tutor)
    assert ui("en", "history.branch") in shown(tutor)
    click(tutor, f"move:[eat, {tutor.session.position.sides[0].hand[0]}]")
    click(tutor, "tab:history")
    assert "played after seeing Lord Brawn" in shown(tutor)
    click(tutor, "go:undo")
    click(tutor, "go:1")
    assert "played after seeing" not in shown(tutor).partition("Another try")[0]


def test_going_back_over_what_was_known_is_not_marked():
    tutor = by_hand(session("police-station"))
    click(tutor, "point:1")
    click(tutor, "go:undo")
    assert "You went back" not in shown(tutor)


def test_a_new_game_keeps_seats_and_settings():
    tutor = by_hand(session("second-turn"), seats=("you", "regular"), language="de", quick=True)
    old = tutor.session
    click(tutor, "open:controls")
    click(tutor, "new")
    assert tutor.session is not old
    assert tutor.session.position.turn == 1
    assert tutor.session.position.game.names == old.position.game.names
    assert (tutor.store.state.seats, tutor.store.state.language, tutor.store.state.quick) == (
        ("you", "regular"),
        "de",
        True,
    )
    click(tutor, "move:[draw]")
    click(tutor, "move:[occupy, 0]")
    assert tutor.session.steps[-1].move == Occupy(0)


def test_the_parts_of_a_payment_are_folded_once_it_is_paid():
    tutor = meal(survivors=["3 Police Officer"])
    for _ in range(3):
        click(tutor, "deck:0")
    told = plain(explain.draw(tutor.scene))
    assert "consumes Pop! from the top of the deck, which pays 1." in told
    assert "that makes 1 of 3" not in told


def classed(tutor: Tutor, name: str) -> list[str]:
    """Return the text of each element with a class."""
    return [plain(each) for each in elements(tutor.view["tree"]) if name in each[1].get("class", "").split()]


def test_each_card_says_what_it_would_still_pay_and_one_that_is_offered_says_nothing_more():
    tutor = meal(survivors=["2 Biker", "Antonio Jones"])
    pays, pair = ui("en", "meal.pays", amount=1), ui("en", "meal.pair")
    assert classed(tutor, "price") == [
        ui("en", "meal.pays", amount=2),
        ui("en", "meal.pays", amount=2),
        ui("en", "meal.pays-over", amount=7, lost=4),
        *[pair] * 3,
    ]
    click(tutor, f"card:{card(tutor, 'Police Officer')}")
    assert classed(tutor, "price")[-2:] == [pays, pays]
    assert pair not in classed(tutor, "price")
    assert len(classed(tutor, "part")) == 1


def test_what_becomes_of_a_card_is_told_once_where_it_happens_and_once_in_words():
    ann = seat("Police Station", hand=["2 Pop!"], deck=["9 Civilian"])
    tutor = by_hand(new_session(build(ann, seat("Church", deck=["9 Civilian"]), phase="draw", turn=3)))
    click(tutor, "move:[draw]")
    drawn = [each for each in elements(tutor.view["tree"]) if "fresh" in each[1].get("class", "").split()]
    assert drawn
    assert ui("en", "changes.drawn") in plain(drawn[0])  # only for a screen reader
    seen = [each for each in elements(drawn[0]) if "seen" in each[1].get("class", "").split()]
    assert ui("en", "changes.drawn") not in str(seen)
    eaten = meal(survivors=["Biker"])
    biker = card(eaten, "Biker")
    click(eaten, f"card:{biker}")
    click(eaten, f"card:{biker}")
    assert len([line for line in shown(eaten).splitlines() if "Biker" in line and "consume" in line]) <= 2
