"""Pace: moves that leave nothing to decide happen on their own, and one gesture makes moves that go together."""

from apz.apocalypze.bots import SensibleBot, steps_of
from apz.apocalypze.model import Decision
from apz.apocalypze.moves import Draw, Eat, Occupy, Send
from apz.apocalypze.positions import build, seat
from apz.apocalypze.setup import new_game
from apz.apocalypze.shortcuts import shortcuts
from apz.widgets import Lesson, Tutor
from apz.widgets.table.saving import from_data, to_data
from tests.texts import ui
from tests.widgets.hands import asked, click, doing, session, shown


def test_drawing_and_the_only_stronghold_make_themselves():
    tutor = Tutor(new_game(seed=4), by_hand=False, seats=("you", "regular"))
    assert [type(step.move) for step in tutor.session.steps] == [Draw, Occupy]  # on the first turn there's one way
    assert tutor.store.state.forced == (1, 2)
    assert ui("en", "explain.forced") in shown(tutor)


def test_by_hand_nothing_makes_itself():
    tutor = Tutor(new_game(seed=4), by_hand=True, seats=("you", "regular"))
    assert not tutor.session.steps
    click(tutor, "open:controls")
    click(tutor, "set:steps", value="self")
    assert len(tutor.session.steps) == 2


def test_undo_goes_back_over_what_made_itself_and_redo_forward():
    tutor = Tutor(new_game(seed=4), by_hand=False, quick=True, seats=("you", "regular"))
    click(tutor, "move:[done]")
    decided = tutor.store.state.at
    click(tutor, "move:[eat]")
    later = tutor.store.state.at
    assert later > decided + 1
    assert tutor.scene.yours
    click(tutor, "go:undo")
    assert tutor.store.state.at == decided
    click(tutor, "go:redo")
    assert tutor.store.state.at == later


def test_everyone_is_sent_to_one_access_point_by_one_gesture():
    tutor = Tutor(session("police-station-groups"), by_hand=False)
    start = tutor.session.at
    offered = tutor.scene.view.shortcuts(tutor.scene)
    name = next(each for each in offered if each.startswith("send-all"))
    click(tutor, f"shortcut:{name}")
    sent = [step.move for step in tutor.session.steps[start:]]
    assert len(sent) > 1
    assert {move.point for move in sent if isinstance(move, Send)} == {int(name[-1])}
    click(tutor, "go:undo")
    assert tutor.session.at < start + len(sent)


def test_a_debt_is_paid_by_one_gesture():
    steps = (step for _, step in steps_of(SensibleBot(), SensibleBot(), new_game(seed=4)))
    owing = next(step.before for step in steps if [each.key for each in shortcuts(step.before)] == ["pay-cheapest"])
    tutor = Tutor(owing, by_hand=False)
    click(tutor, "shortcut:pay-cheapest")
    assert {type(step.move) for step in tutor.session.steps[: owing.waiting.amount]} == {Eat}
    assert tutor.scene.position.waiting != owing.waiting


def test_what_made_itself_is_kept():
    tutor = Tutor(new_game(seed=4), by_hand=False, seats=("you", "regular"))
    kept = from_data(to_data(tutor.store.state), tutor.session)
    assert (kept.by_hand, kept.forced) == (False, (1, 2))


def test_a_shortcut_that_is_not_offered_changes_nothing():
    tutor = Tutor(session("police-station-groups"), by_hand=False)
    before = tutor.store.state
    click(tutor, "shortcut:pay-cheapest")
    assert tutor.store.state == before


def test_unless_told_forced_moves_make_themselves_and_bots_move_at_once():
    tutor = Tutor(new_game(seed=4), seats=("regular", "you"))
    assert (tutor.store.state.quick, tutor.store.state.by_hand) == (True, False)
    assert tutor.scene.yours
    assert tutor.session.steps
    stepped = Tutor(new_game(seed=4), seats=("regular", "you"), quick=False, by_hand=True)
    assert not stepped.session.steps


def test_another_panel_of_a_session_leaves_its_pace_alone():
    tutor = Tutor(new_game(seed=4), seats=("you", "regular"), quick=False, by_hand=True)
    again = Tutor(tutor.session)
    assert (again.store.state.quick, again.store.state.by_hand) == (False, True)
    assert not again.session.steps


def test_a_lesson_is_stepped_by_hand():
    assert Lesson("table").store.state.by_hand


def test_a_new_game_begins_as_the_first_one_did():
    tutor = Tutor(new_game(seed=4), seats=("regular", "you"))
    click(tutor, "new")
    assert tutor.scene.yours
    assert tutor.session.steps


def test_ten_raiders_attack_by_one_click_and_undo_takes_them_back():
    ann = seat("Church", name="Ann", raiders=["10 Gang Warrior"], deck=["9 Civilian"])
    ben = seat("Police Station", name="Ben", survivors=["Police Officer"], deck=["9 Pop!"])
    tutor = Tutor(build(ann, ben, phase="combat", whose="Ann", occupied="Ben"))
    assert {f"shortcut:attack-all-{point}" for point in (1, 2, 3, 4)} <= {*doing(tutor)}
    click(tutor, "shortcut:attack-all-3")
    combat = tutor.scene.position.combat
    assert combat
    assert [len(group) for group in combat.attack] == [0, 0, 10, 0]
    assert asked(tutor).kind is not Decision.ATTACK
    click(tutor, "go:undo")
    assert asked(tutor).kind is Decision.ATTACK


def test_who_has_sent_somebody_elsewhere_does_not_attack_one_access_point_with_all():
    tutor = Tutor(session("police-station-groups"), by_hand=False)
    click(tutor, f"drop:{tutor.scene.moves[0].card}>point:2")
    assert doing(tutor, "shortcut:attack-all") == ["shortcut:attack-all-2"]
