"""Pace: moves that leave nothing to decide make themselves, and one gesture makes moves that go together."""

from apz.apocalypze.bots import SensibleBot, steps_of
from apz.apocalypze.moves import Draw, Eat, Occupy, Send
from apz.apocalypze.setup import new_game
from apz.apocalypze.shortcuts import shortcuts
from apz.widgets import Tutor
from apz.widgets.table.saving import from_data, to_data
from tests.widgets.hands import click, session, shown


def test_drawing_and_the_only_stronghold_make_themselves():
    tutor = Tutor(new_game(seed=4), by_hand=False, seats=("you", "sensible"))
    assert [type(step.move) for step in tutor.session.steps] == [Draw, Occupy]  # on the first turn there's one way
    assert tutor.store.state.forced == (1, 2)
    assert "There was nothing else to do." in shown(tutor)


def test_by_hand_nothing_makes_itself():
    tutor = Tutor(new_game(seed=4), by_hand=True, seats=("you", "sensible"))
    assert not tutor.session.steps
    click(tutor, "open:controls")
    click(tutor, "set:steps", value="self")
    assert len(tutor.session.steps) == 2


def test_undo_goes_back_over_what_made_itself_and_redo_forward():
    tutor = Tutor(new_game(seed=4), by_hand=False, quick=True, seats=("you", "sensible"))
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
    tutor = Tutor(new_game(seed=4), by_hand=False, seats=("you", "sensible"))
    kept = from_data(to_data(tutor.store.state), tutor.session)
    assert (kept.by_hand, kept.forced) == (False, (1, 2))


def test_a_shortcut_that_is_not_offered_changes_nothing():
    tutor = Tutor(session("police-station-groups"), by_hand=False)
    before = tutor.store.state
    click(tutor, "shortcut:pay-cheapest")
    assert tutor.store.state == before
