"""Drawing changes nothing and an update is pure, in any state of a lesson, practice, the course or the editor."""

import copy
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apz.apocalypze.teaching import course
from apz.core.session import Session
from apz.widgets import Lesson, PositionEditor, Practice
from apz.widgets.base.gesture import gesture
from apz.widgets.base.panel import Panel
from apz.widgets.learn.course import Map
from apz.widgets.learn.progress_store import ProgressStore
from tests.widgets.hands import POSITIONS, click, elements
from tests.widgets.learning_hands import go_to, press


class Counting(ProgressStore):
    """A record that isn't saved, but counts how often it would be."""

    saves = 0

    def save(self) -> None:
        self.saves += 1


def plain(state: Any) -> dict[str, Any]:
    """Return a state's values by name; of its table, only the start and the steps to the moment being shown."""
    found = {each.name: getattr(state, each.name) for each in fields(state)}
    table = found.get("table")
    if isinstance(table, Session):
        found["table"] = (table.start, [table.nodes[number].step for number in table.line(state.at)])
    return found


def assert_drawing_changes_nothing(panel: Panel, keeper: Counting) -> None:
    first, state, values = panel.draw(), panel.store.state, copy.copy(plain(panel.store.state))
    saves, mastery = keeper.saves, keeper.mastery
    for _ in range(2):
        assert panel.draw() == first
    assert panel.store.state is state
    assert plain(state) == values
    assert (keeper.saves, keeper.mastery) == (saves, mastery)


def assert_an_update_is_pure(panel: Panel, do: str, **values: Any) -> None:
    scene, wanted = panel.scene, gesture(do, getattr(panel.scene, "at", 0), **values)
    before = copy.copy(plain(scene.state))
    once, again = panel.store.update(scene, wanted), panel.store.update(scene, wanted)
    assert plain(once[0]) == plain(again[0])
    assert once[1] == again[1]
    assert plain(scene.state) == before


@pytest.mark.parametrize("name", course.order())
def test_drawing_a_lesson_changes_nothing_whatever_was_tried_in_it(name):
    keeper = Counting()
    panel = Lesson(name, keep=keeper)
    for number, task in enumerate(panel.lesson.tasks):
        go_to(panel, number)
        assert_drawing_changes_nothing(panel, keeper)
        if task.attempt:
            click(panel, "command", text=task.attempt)
            assert_drawing_changes_nothing(panel, keeper)
            press(panel, "try") if not panel.run.solved else None
            assert panel.run.solved, task.id
            assert_drawing_changes_nothing(panel, keeper)


def test_what_was_tried_is_told_once_however_often_the_table_changes_after_it():
    keeper = Counting()
    number, task = next((number, task) for number, task in enumerate(course.lesson("draw").tasks) if task.attempt)
    panel = Lesson("draw", keep=keeper)
    go_to(panel, number)
    before = keeper.saves
    click(panel, "command", text=task.attempt)
    told = keeper.saves
    assert told == before + 1
    for _ in range(3):
        panel.store.tell()
    assert keeper.saves == told


PAGES: dict[str, Callable[[Counting], Panel]] = {
    "practice": lambda keeper: Practice(keep=keeper, luck=5),
    "course": lambda keeper: Map("en", keeper, lambda *_: None),
    **{name: partial(lambda name, keeper: Lesson(name, keep=keeper), name) for name in course.order()},
}
TEXTS = ("3", "0", "no number", "pass")
VALUES = (*TEXTS, "1", "-", "combat", "draw", "wound", "zombie", "hand.1")
steps = st.lists(st.tuples(st.integers(0, 999), st.sampled_from(TEXTS)), min_size=1, max_size=6)
few = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@few
@given(st.sampled_from(sorted(PAGES)), st.integers(0, 20), steps)
def test_in_any_state_drawing_is_idle_and_an_update_is_pure(name, task, chosen):
    keeper = Counting()
    panel = PAGES[name](keeper)
    if isinstance(panel, Lesson):
        go_to(panel, task % (len(panel.lesson.tasks) + 1))
    assert_clicks_are_pure(panel, keeper, chosen)


@pytest.mark.long
@few
@given(st.sampled_from(POSITIONS), st.lists(st.tuples(st.integers(0, 999), st.sampled_from(VALUES)), max_size=12))
def test_whatever_is_done_in_the_editor_drawing_is_idle_and_an_update_is_pure(path, chosen):
    assert_clicks_are_pure(PositionEditor(path), Counting(), chosen)


def assert_clicks_are_pure(panel: Panel, keeper: Counting, chosen: list[tuple[int, str]]) -> None:
    for number, text in chosen:
        offered = [each[1]["data-do"] for each in elements(panel.view["tree"]) if "data-do" in each[1]]
        do = offered[number % len(offered)]
        assert_an_update_is_pure(panel, do, text=text, value=text)
        panel.receive(None, {"do": do, "at": panel.view["at"], "values": {"text": text, "value": text}}, None)
        assert not panel.store.state.trouble
        assert_drawing_changes_nothing(panel, keeper)
