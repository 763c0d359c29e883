"""Drawing changes nothing: however often a lesson, practice or the course is drawn, nothing is saved or moved on."""

import copy
from typing import Any

import pytest

from apz.apocalypze.teaching import course
from apz.core.learning.saved import write_run
from apz.widgets import Lesson, Practice
from apz.widgets.learn.course import Map
from apz.widgets.learn.keeper import Keeper
from apz.widgets.learn.learning import Learning


class Counting(Keeper):
    """A record that counts how often it's saved."""

    saves = 0

    def save(self) -> None:
        self.saves += 1


def snapshot(panel: Learning, keeper: Counting) -> Any:
    """All that drawing could have changed."""
    state = write_run(panel.run, panel.table) if isinstance(panel, Lesson) else None
    return keeper.saves, copy.deepcopy(keeper.mastery.__dict__), state, panel.session.at, panel.store.state


def assert_drawing_changes_nothing(panel: Learning, keeper: Counting) -> None:
    first = panel.draw()
    before = snapshot(panel, keeper)
    for _ in range(3):
        assert panel.draw() == first
    assert snapshot(panel, keeper) == before


@pytest.mark.parametrize("name", course.order())
def test_drawing_a_lesson_changes_nothing_whatever_was_tried_in_it(name):
    keeper = Counting()
    panel = Lesson(name, keep=keeper)
    for number, task in enumerate(panel.lesson.tasks):
        panel.gesture("open", f"{panel.moment}:{number}", {})
        assert_drawing_changes_nothing(panel, keeper)
        if task.attempt:
            panel.receive(None, {"do": "command", "at": panel.session.at, "values": {"text": task.attempt}}, None)
            assert_drawing_changes_nothing(panel, keeper)
            panel.gesture("try", f"{panel.moment}:", {})
            assert panel.run.solved, task.id
            assert_drawing_changes_nothing(panel, keeper)


def test_what_was_tried_is_told_once_however_often_the_table_changes_after_it():
    keeper = Counting()
    number, task = next((number, task) for number, task in enumerate(course.lesson("draw").tasks) if task.attempt)
    panel = Lesson("draw", keep=keeper)
    panel.gesture("open", f"{panel.moment}:{number}", {})
    before = keeper.saves
    panel.receive(None, {"do": "command", "at": panel.session.at, "values": {"text": task.attempt}}, None)
    told = keeper.saves
    assert told == before + 1
    for _ in range(3):
        panel.store.tell()
    assert keeper.saves == told


def test_drawing_practice_and_the_course_changes_nothing():
    keeper = Counting()
    assert_drawing_changes_nothing(Practice(keep=keeper), keeper)
    assert_drawing_changes_nothing(Map("en", keeper, lambda *_: None), keeper)
