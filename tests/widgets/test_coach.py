"""The coach at the table: three levels of help with a decision, each naming its source."""

import asyncio
import json

import pytest

from apz.apocalypze.lab import functions
from apz.apocalypze.positions import named_position
from apz.widgets import Tutor
from apz.widgets.base.gesture import Gesture
from apz.widgets.table.saving import from_data, to_data
from tests.texts import ui
from tests.widgets.hands import click, doing, session, shown


@pytest.fixture
def hurry(monkeypatch):
    """Give rollouts little time: these tests check the texts of the advice, not its quality."""
    monkeypatch.setattr(functions, "COACHED", 0.05)


@pytest.fixture
def patient(monkeypatch):
    """Give the solver all the time it needs, no matter how busy the machine is."""
    monkeypatch.setattr(functions, "COACHED", 60.0)


def test_help_comes_in_three_levels_from_the_solver_where_that_is_exact(patient):
    tutor = Tutor(session("church-doors"), by_hand=True)
    look = functions.look(tutor.scene.position)
    click(tutor, "hint")
    assert ui("en", "question.look") in shown(tutor)
    assert all(line in shown(tutor) for line in look)
    assert tutor.store.state.coaching is None
    click(tutor, "hint")
    assert ui("en", "question.could") in shown(tutor)
    assert "access point 1: Civilian; access point 2: Alex Bloom, Cinda Parikh" in shown(tutor)
    assert "Ben loses cards worth 2" not in shown(tutor)
    assert "This is proven: nothing is better." in shown(tutor)
    click(tutor, "hint")
    assert ui("en", "question.hinted") in shown(tutor)
    assert "Ben loses cards worth 2; Ann loses nothing" in shown(tutor)
    assert tutor.view["say"]["text"].startswith(ui("en", "question.hinted"))


def test_all_that_is_recommended_can_be_done_at_once(patient):
    tutor = Tutor(session("church-doors"), by_hand=True)
    for _ in range(3):
        click(tutor, "hint")
    found = tutor.store.state.coaching
    assert found is not None
    click(tutor, "advised")
    assert [step.move for step in tutor.scene.steps] == list(found.moves)
    assert tutor.store.state.hint is None


def test_where_nothing_is_exact_rollouts_speak_and_say_so(hurry):
    tutor = Tutor(session("quiet-turn"), by_hand=True)
    for _ in range(3):
        click(tutor, "hint")
    assert "This isn't proven. It's an estimate" in shown(tutor)
    assert doing(tutor, "move:")


def test_a_first_answer_is_there_before_the_last(hurry):
    async def ask() -> list[bool]:
        tutor = Tutor(session("quiet-turn"), by_hand=True)
        said: list[bool] = []
        click(tutor, "hint")
        click(tutor, "hint")
        assert tutor.store.state.hint is not None  # right away, whatever is still being worked out
        while not (said and said[-1]):
            found = tutor.store.state.coaching
            if found is not None and found.done not in said:
                said.append(found.done)
            await asyncio.sleep(0.005)
        return said

    assert asyncio.run(ask())[-1] is True


def test_advice_about_another_decision_is_not_taken():
    tutor = Tutor(session("church-doors"), by_hand=True)
    click(tutor, "hint")
    (*_, found) = functions.coached(tutor.scene.position)
    before = tutor.store.state
    tutor.store.send(Gesture("coached", "", {"progress": {"result": found}}, before.at))
    assert tutor.store.state.coaching is None


def test_what_was_advised_is_kept_and_read_without_trust(patient):
    tutor = Tutor(session("church-doors"), by_hand=True)
    for _ in range(3):
        click(tutor, "hint")
    kept = json.loads(json.dumps(to_data(tutor.store.state)))
    assert from_data(kept, tutor.session).coaching == tutor.store.state.coaching
    for strange in ({}, {"done": True}, {"done": True, "options": [["x"]], "moves": ["[fly]"], "sure": 7}, 3):
        assert from_data({**kept, "coaching": strange}, tutor.session).coaching is None


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["quiet-turn", "church-doors", "starving", "both-armed"])
def test_every_level_is_told_in_english_and_german(name, language, hurry):
    tutor = Tutor(named_position(name), by_hand=True, language=language)
    for key in ("look", "could", "hinted"):
        click(tutor, "hint")
        if key == "hinted" or tutor.store.state.level < 3:
            assert ui(language, f"question.{key}") in shown(tutor)
