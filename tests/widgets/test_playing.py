"""Playing by clicks: draw, occupation, combat, consumption; refusals say why, and what would help."""

import pytest

from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import COMBAT, CONSUMPTION, Decision, Prompt
from apz.apocalypze.moves import Done, Draw, Occupy, Play, Send, TakeBack, Use
from apz.apocalypze.setup import new_game
from apz.core.trace import Refusal
from apz.widgets import ConsumptionPanel, TablePanel
from tests.texts import ui
from tests.widgets.hands import asked, by_hand, card, click, defenders, doing, elements, refused, session, shown


@pytest.fixture
def fresh():
    tutor = by_hand(new_session(new_game(seed=3)))
    yield tutor
    tutor.close()


@pytest.fixture
def at_home():
    """Yield a table on the first turn, with Ann at home."""
    tutor = by_hand(session("first-turn"))
    click(tutor, "move:[occupy, 0]")
    yield tutor
    tutor.close()


def test_the_draw_says_why_so_many_cards(fresh):
    assert "Cards to draw:" in shown(fresh)
    click(fresh, "open:sum.draw")
    assert "up to six in hand" in shown(fresh)
    click(fresh, "deck:0")
    assert fresh.session.steps[-1].move == Draw()


def test_the_stronghold_is_chosen_by_its_button_or_on_the_table(fresh):
    click(fresh, "move:[draw]")
    assert doing(fresh, "move:[occupy") == ["move:[occupy, 0]"]
    home = fresh.session.position.sides[0].stronghold
    click(fresh, f"card:{home}")
    assert fresh.session.steps[-1].move == Occupy(0)


def test_from_the_second_turn_on_both_strongholds_are_offered():
    tutor = by_hand(session("second-turn"))
    assert set(doing(tutor, "move:[occupy")) == {"move:[occupy, 0]", "move:[occupy, 1]"}
    tutor.close()


def test_before_a_stronghold_is_chosen_a_card_says_that_this_comes_first(fresh):
    click(fresh, "move:[draw]")
    click(fresh, f"card:{fresh.session.position.sides[0].hand[0]}")
    assert "until you've chosen a stronghold" in shown(fresh)


def test_a_place_that_cannot_be_occupied_answers_why(fresh):
    click(fresh, "move:[draw]")
    click(fresh, "move:[occupy, 1]")
    assert isinstance(fresh.store.state.answer, Refusal)
    assert refused(fresh) == "occupy.first"
    assert ui("en", "question.not-legal") in shown(fresh)
    assert len(fresh.session.steps) == 1


def test_a_card_is_played_by_one_click(at_home):
    officer = card(at_home, "Police Officer")
    click(at_home, f"card:{officer}")
    assert at_home.session.steps[-1].move == Play(officer)
    assert at_home.store.state.chosen is None
    assert ui("en", "changes.arrived") in shown(at_home)


def test_the_pace_is_the_bots_and_changes_no_click_of_a_person(at_home):
    click(at_home, "set:pace", value="quick")
    officer = card(at_home, "Police Officer")
    click(at_home, f"card:{officer}")
    assert at_home.session.steps[-1].move == Play(officer)


def test_a_card_that_would_be_lost_at_once_is_chosen_first_and_played_by_the_second_click():
    tutor = by_hand(session("full-house"))
    jones = card(tutor, "Antonio Jones")
    click(tutor, f"card:{jones}")
    assert tutor.store.state.chosen == jones
    assert f"move:[play, {jones}]" in doing(tutor)
    assert tutor.session.at == 0
    click(tutor, f"card:{jones}")
    assert tutor.session.steps[-1].move == Play(jones)


def test_an_ability_is_chosen_first_and_used_by_the_second_click():
    tutor = by_hand(session("goes-home"))
    (use,) = [move for move in tutor.scene.moves if isinstance(move, Use)]
    click(tutor, f"card:{use.card}")
    assert tutor.store.state.chosen == use.card
    assert tutor.session.at == 0
    click(tutor, f"card:{use.card}")
    assert tutor.session.steps[-1].move == use


def test_a_card_that_cannot_be_played_says_why_and_what_would_help(at_home):
    hand = at_home.session.position.sides[0].hand
    fanatic = next(c for c in hand if at_home.session.position.card(c).name == "Cult Fanatic")
    click(at_home, f"card:{fanatic}")
    assert refused(at_home) == "character.raider"
    text = shown(at_home)
    assert "You play raiders, zombies included, at your opponent's stronghold" in text
    assert "Occupy the Roadside Diner on another turn." in text
    assert "open:answer/character.raider" in doing(at_home)
    click(at_home, "open:answer/character.raider")
    assert at_home.scene.words.rules["character.raider"].text in shown(at_home)


def test_escape_lets_go(at_home):
    at_home.store.set(chosen=card(at_home, "Police Officer"))
    at_home.refresh()
    assert any("data-escape" in each[1] for each in elements(at_home.view["tree"]))
    click(at_home, "escape")
    assert at_home.store.state.chosen is None
    assert not any("data-escape" in each[1] for each in elements(at_home.view["tree"]))


def test_an_attachment_is_pointed_at_its_host_on_the_table():
    tutor = by_hand(session("full-house"))
    handgun, officer = card(tutor, "Handgun"), tutor.session.position.sides[0].survivors[0].id
    click(tutor, f"card:{handgun}")
    assert tutor.store.state.chosen == handgun
    lit = [each for each in elements(tutor.view["tree"]) if "lit" in str(each[1].get("class", "")).split()]
    assert len(lit) >= 7
    click(tutor, f"card:{officer}")
    assert tutor.session.position.sides[0].survivors[0].attached[0].id == handgun
    tutor.close()


def test_a_wrong_target_is_refused_and_the_card_stays_chosen():
    tutor = by_hand(session("full-house"))
    handgun, biker = card(tutor, "Handgun"), tutor.session.position.sides[1].survivors[0].id
    click(tutor, f"card:{handgun}")
    click(tutor, f"card:{biker}")
    assert isinstance(tutor.store.state.answer, Refusal)
    assert tutor.store.state.chosen == handgun
    tutor.close()


def test_another_card_of_the_hand_is_meant_itself():
    tutor = by_hand(session("full-house"))
    click(tutor, f"card:{card(tutor, 'Handgun')}")
    jones = card(tutor, "Antonio Jones")
    click(tutor, f"card:{jones}")
    assert tutor.store.state.chosen == jones
    tutor.close()


def test_raiders_are_sent_taken_back_and_sent_elsewhere():
    tutor = by_hand(session("police-station-groups"))
    brawn = card(tutor, "Lord Brawn")
    click(tutor, "point:3")
    assert tutor.store.state.answer == tutor.scene.ui("answers.choose-first")
    click(tutor, f"card:{brawn}")
    click(tutor, "point:3")
    assert tutor.session.steps[-1].move == Send(brawn, 3)
    click(tutor, "move:[done]")
    assert refused(tutor) == "combat.all-attack"
    for _ in range(2):
        click(tutor, f"card:{brawn}")
        assert tutor.session.steps[-1].move == Send(brawn, 3)
    assert tutor.store.state.chosen is None
    click(tutor, f"card:{brawn}")
    assert "lane lit" in [each[1].get("class") for each in elements(tutor.view["tree"])]
    click(tutor, "point:1")
    assert [step.move for step in tutor.session.steps] == [Send(brawn, 3), TakeBack(brawn), Send(brawn, 1)]
    click(tutor, f"card:{brawn}")
    click(tutor, f"move:[takeback, {brawn}]")
    assert tutor.session.steps[-1].move == TakeBack(brawn)
    assert tutor.store.state.chosen == brawn
    tutor.close()


def test_an_access_point_that_is_not_there_is_refused():
    tutor = by_hand(session("police-station-groups"))
    click(tutor, f"card:{card(tutor, 'Lord Brawn')}")
    click(tutor, "point:9")
    assert refused(tutor) == "stronghold.access"
    tutor.close()


def test_every_number_of_the_police_station_can_be_read_and_asked():
    tutor = by_hand(session("police-station"))
    totals = {
        each[1]["data-do"]: each[2]
        for each in elements(tutor.view["tree"])
        if "number" in str(each[1].get("class")).split()
    }
    assert [totals[f"open:sum.1.{name}"] for name in ("attack", "guard", "counter", "defense")] == ["4", "1", "1", "4"]
    assert [totals[f"open:sum.2.{name}"] for name in ("attack", "guard", "counter", "defense")] == ["2", "2", "2", "2"]
    assert [totals[f"open:sum.3.{name}"] for name in ("attack", "guard", "counter", "defense")] == ["4", "3", "1", "2"]
    assert totals["open:sum.4.owed"] == "2"
    assert "Ben takes 3 wounds" in shown(tutor)
    click(tutor, "open:sum.1.attack")
    assert shown(tutor).count("+2") == 2
    assert "open:sum.1.attack/combat.attack-total" in doing(tutor)
    tutor.close()


def test_the_fight_at_the_police_station_is_clicked_to_its_end():
    tutor = by_hand(session("police-station"))
    officer = defenders(tutor, 1)[0]
    click(tutor, "point:1")
    assert "Ben must assign 3 wounds to one of their own characters at access point 1." in shown(tutor)
    click(tutor, f"card:{officer}")
    name = f"Police Officer #{officer}"
    assert f"{name} takes 3 wounds, drops from value 3 to 0 and is killed." in shown(tutor)
    click(tutor, "point:2")
    assert "takes no wounds at access point 2" in shown(tutor)
    click(tutor, f"card:{card(tutor, 'Patsy McNally')}")
    assert "Patsy McNally takes 1 wound and drops from value 5 to 4." in shown(tutor)
    assert "Ben must consume 2" in shown(tutor)
    click(tutor, "deck:1")
    assert "1 of 2 offered." in shown(tutor)
    click(tutor, "deck:1")
    assert tutor.session.position.phase == CONSUMPTION
    assert "gets recycled under Ben's deck" in shown(tutor)
    for _ in range(len(tutor.session.steps)):
        click(tutor, "go:undo")
    assert tutor.session.at == 0
    assert tutor.session.position.phase == COMBAT
    tutor.close()


def test_wounds_on_somebody_elsewhere_are_refused():
    tutor = by_hand(session("police-station"))
    click(tutor, "point:1")
    click(tutor, f"card:{card(tutor, 'Patsy McNally')}")
    assert refused(tutor) == "combat.wounds"
    tutor.close()


def test_consumption_shows_what_is_offered_and_what_would_be_lost_and_ends_once_paid():
    panel = ConsumptionPanel(session("starving"))
    officer = panel.session.position.sides[0].survivors[0].id
    assert "0 of 2 offered." in shown(panel)
    assert ui("en", "meal.lost", lost=1) in shown(panel)
    assert "There are no cards left in Ann's deck to consume." in shown(panel)
    click(panel, f"move:[eat, {officer}]")
    assert asked(panel).player == 1
    panel.close()


def test_a_part_that_was_offered_can_be_taken_back():
    tutor = by_hand(session("police-station"))
    officer, patsy = f"card:{defenders(tutor, 1)[0]}", f"card:{card(tutor, 'Patsy McNally')}"
    for do in ("point:1", officer, officer, "point:2", patsy, patsy):
        click(tutor, do)
    click(tutor, "deck:1")
    assert "move:[takeback, -1]" in doing(tutor)
    click(tutor, "move:[takeback, -1]")
    assert "0 of 2 offered." in shown(tutor)
    tutor.close()


def test_who_cannot_pay_is_told_before_it_happens():
    start = session("starving").position
    ann = start.sides[0]._replace(hand=(), deck=(), survivors=())
    poor = start._replace(sides=(ann, start.sides[1]), phase="occupation", place=PLAYERS[0])
    poor = poor._replace(agenda=(Prompt(Decision.ACT, poor.agenda[0].player),))
    table = TablePanel(new_session(poor))
    assert ui("en", "meal.cannot-feed", player="Ann", owed=1, have=0) in shown(table)
    table.close()


def test_a_removal_can_be_answered_in_its_window():
    tutor = by_hand(session("hansons"))
    assert "is about to be removed" in shown(tutor)
    assert "move:[pass]" in doing(tutor)
    hansons = card(tutor, "Albert & Anita Hanson")
    click(tutor, f"card:{hansons}")
    assert doing(tutor, f"move:[use, {hansons}")
    tutor.close()


def test_a_hint_says_what_a_sensible_player_would_do_and_can_be_played(fresh):
    click(fresh, "hint")
    assert fresh.store.state.hint.move == Draw()
    assert ui("en", "question.hinted") in shown(fresh)
    assert "move:[draw]" in doing(fresh)
    said = f"{ui('en', 'question.hinted')} {ui('en', 'question.draw-none')}."
    assert fresh.view["say"]["text"].startswith(said)


def test_a_finished_game_answers_and_asks_nothing():
    over = session("starving").position
    out = over.sides[0]._replace(out=True)
    tutor = by_hand(new_session(over._replace(sides=(out, over.sides[1]), winner=PLAYERS[1], phase="over", agenda=())))
    assert "The game is over: Ben has won." in shown(tutor)
    click(tutor, "move:[done]")
    click(tutor, "card:1")
    click(tutor, "next")
    assert not tutor.store.state.trouble
    assert tutor.session.at == 0
    assert Done() not in tutor.scene.moves
    tutor.close()
