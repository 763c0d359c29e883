"""The path to a first game: from the home page, the course's map or a notebook, step by step to a game."""

from dataclasses import replace
from typing import Any

import pytest

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.teaching import course
from apz.widgets import Course
from apz.widgets.learn.lesson import Lesson
from apz.widgets.learn.scene import PREFIX
from tests.texts import told
from tests.widgets.app.visits import again, seen, visit
from tests.widgets.hands import doing, elements, play, shown
from tests.widgets.learning_hands import go_to, press

TITLE = told("en", "way.title")
STEPS = len(course.FIRST) + 1


def through(panel: Lesson) -> None:
    """Go to the end of a lesson, with all its tasks solved."""
    go_to(panel, len(panel.lesson.tasks) - 1)
    solved = frozenset(task.id for task in panel.lesson.tasks)
    panel.store.set(run=replace(panel.store.state.run, passed=solved))
    press(panel, "next")
    assert panel.run.ended


def chosen(panel: Any) -> dict[str, str]:
    """Return the values chosen in a page's drop-down lists, by name."""
    return {each[1]["name"]: each[1]["value"] for each in elements(panel.view["tree"]) if each[0] == "select"}


def test_the_lessons_on_the_way_take_half_an_hour_at_most():
    assert set(course.FIRST) < set(course.order())
    assert sum(course.lesson(name).minutes for name in course.FIRST) <= 30


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["home", "learn"])
def test_the_way_and_the_whole_course_say_how_long_they_take(page, language):
    text = seen(visit(f"?page={page}&lang={language}"))
    for name in course.FIRST:
        assert course.lesson(name, language).title in text
        assert f"{course.lesson(name).minutes} minut" in text.casefold()
    assert str(sum(course.lesson(name).minutes for name in course.FIRST)) in text
    assert f"{sum(each.minutes for each in course.course())} minut" in text.casefold()


@pytest.mark.parametrize("page", ["home", "learn"])
def test_one_button_after_the_other_leads_to_a_game_that_begins_at_once_with_open_hands(page):
    app = visit(f"?page={page}")
    assert told("en", "way.done", done=0, count=STEPS) in seen(app)
    press(app.place.panel, "way", ":table")
    for name, on in zip(course.FIRST, (*course.FIRST[1:], ""), strict=True):
        assert app.place.panel.lesson.id == name
        through(app.place.panel)
        press(app.place.panel, "start" if on else "game", f":{on}")
    assert app.place.kind == "play"
    assert app.place.panel.session.start == course.opening()
    state = app.place.panel.store.state
    assert (state.seats, state.open_hands, state.quick, state.by_hand) == (("you", "rookie"), True, True, False)
    for done in (False, True):
        for door in ("home", "learn"):
            press(app.bar, "go", f":{door}")
            assert (TITLE in seen(app)) is not done
        press(app.bar, "go", ":setup")
        press(app.place.panel, "on")
        play(app.place.panel, app.place.panel.scene.moves[0])


def test_what_is_done_of_it_is_said_and_a_reload_stays_on_the_way():
    app = visit()
    press(app.place.panel, "way", ":table")
    press(app.place.panel, "next")
    press(app.bar, "go", ":home")
    assert told("en", "way.done", done=0, count=STEPS) in seen(app)
    begun = told("en", "course.begun", task=2, count=course.lesson("table").needed)
    assert begun in seen(app)
    press(app.place.panel, "way", ":table")
    through(app.place.panel)
    there = again(app)
    assert told("en", "way.on", title=course.lesson("combat").title) in seen(there)
    press(there.bar, "go", ":home")
    assert told("en", "way.done", done=1, count=STEPS) in seen(there)
    assert told("en", "way.on", title=course.lesson("combat").title) in seen(there)


def test_who_takes_the_whole_course_is_not_led_off_it():
    app = visit("?lesson=table")
    through(app.place.panel)
    assert told("en", "lesson.after", title=course.lesson("combat").title) in seen(app)
    assert "first game" not in seen(app)
    assert not doing(app.place.panel, f"{PREFIX}game:")


def test_who_has_played_already_may_take_the_lessons_still_and_no_game_is_lost():
    app = visit("?page=play")
    press(app.place.panel, "begin", against="you", hands="open")
    play(app.place.panel, app.place.panel.scene.moves[0])
    own = app.last["play"]["session"]
    press(app.bar, "go", ":home")
    assert told("en", "way.done", done=1, count=STEPS) in seen(app)
    press(app.place.panel, "way", ":")
    assert app.place.kind == "setup"
    assert chosen(app.place.panel)["hands"] == "hidden"
    press(app.place.panel, "on")
    assert app.place.panel.session.text() == own


def test_in_a_notebook_the_way_ends_in_a_game_too():
    course_here = Course()
    press(course_here.map, "way", ":table")
    panel: Any = course_here.seen
    for name, on in zip(course.FIRST, (*course.FIRST[1:], ""), strict=True):
        assert panel.lesson.id == name
        through(panel)
        press(panel, "start" if on else "game", f":{on}")
    state = course_here.seen.store.state
    assert (state.seats, state.open_hands) == (("you", "rookie"), True)
    course_here.home()
    assert TITLE not in shown(course_here.map)


def test_a_step_of_the_way_and_the_lesson_it_opens_have_the_same_number():
    first = course.FIRST
    assert [course.order().index(name) for name in first] == [*range(len(first))]


def test_rules_that_were_seen_at_work_in_a_game_are_met():
    app = visit("?page=play")
    press(app.place.panel, "begin", against="regular", hands="open", starts="first")
    panel = app.place.panel
    while panel.scene.position.turn < 3:
        play(panel, SensibleBot(1).choose(panel.scene.position).move)
    rules = {note.rule for step in panel.session.steps for note in step.notes}
    assert len(rules) > 10
    assert rules <= app.keeper.mastery.records.keys()
    assert rules <= again(app).keeper.mastery.records.keys()
