"""The toy game in the shared panels: table, prompt, typed commands, history, lessons, practice and course."""

import pytest

from apz import games
from apz.core.trace import Refusal
from apz.widgets import Course, DecisionPanel, HistoryPanel, Lesson, Practice, RulesPanel, TablePanel, Tutor
from apz.widgets.base.tree import plain
from apz.widgets.table.saving import from_data, to_data
from tests.toy.game import GAME, Lead, Roll, Yard
from tests.widgets.hands import click


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", ("tests.toy.game", "tests.toy.view"))


def seen(panel: object) -> str:
    tree = panel.view["tree"]  # type: ignore[attr-defined]
    return plain(tree)


def test_an_area_is_clicked_refused_with_its_rule_and_played():
    tutor = Tutor(Yard(dice=(4,)))
    click(tutor, "area:field")
    assert isinstance(tutor.store.state.answer, Refusal)
    assert "Roll first." in seen(tutor)
    click(tutor, "move:[roll]")
    click(tutor, "area:field")
    assert [step.move for step in tutor.session.steps] == [Roll(), Lead("field")]
    assert "field: 2" in seen(tutor)
    assert "path: 1" in seen(tutor)


def test_a_yard_is_drawn_as_html_like_any_position():
    shown = games.html(Yard(dice=(4,)))
    assert '<span class="button">field: 3</span>' in shown
    assert GAME.words("en").waiting(Yard(dice=(4,))) in shown
    assert "data-do" not in shown
    assert shown in Tutor(Yard(dice=(4,))).html()


def test_the_panels_of_one_session_show_the_same_moment():
    session = GAME.new_session(Yard(dice=(4,)))
    panels = [kind(session) for kind in (TablePanel, DecisionPanel, HistoryPanel, RulesPanel)]
    click(panels[1], "move:[roll]")
    assert {panel.store.state.at for panel in panels} == {1}
    click(panels[2], "go:undo")
    assert session.at == 0
    assert "roll the die" in seen(panels[1])


def test_words_are_as_good_as_clicks():
    tutor = Tutor(Yard(dice=(4,)))
    click(tutor, "command", text="roll")
    click(tutor, "command", text="why not lead a hen from the barn")
    assert isinstance(tutor.store.state.answer, Refusal)
    click(tutor, "command", text="table")
    assert "field 3" in str(tutor.store.state.answer)
    click(tutor, "command", text="undo")
    assert tutor.session.at == 0


def test_a_game_is_played_to_its_end_and_a_new_one_begun():
    tutor = Tutor(Yard(turn=5, left=1, hens=(1, 0, 2)))
    click(tutor, "area:field")
    assert tutor.session.position.over
    assert GAME.words("en").waiting(tutor.session.position) in seen(tutor)
    click(tutor, "new")
    assert tutor.session.position.turn == 1


def test_what_is_seen_of_a_table_is_kept_and_read_again():
    tutor = Tutor(Yard(dice=(4,)))
    click(tutor, "move:[roll]")
    click(tutor, "area:barn")
    state = tutor.store.state
    assert from_data(to_data(state), tutor.session).answer == state.answer


@pytest.mark.parametrize("name", ["lead", "fox"])
def test_a_lesson_is_taken_to_its_end(name):
    panel = Lesson(name, game=GAME)
    for _ in range(60):
        if panel.run.ended:
            break
        if panel.run.question is not None and not panel.run.answered:
            click(panel, panel.scene.spelled("show"))
        elif panel.run.wanted is not None and not panel.run.solved:
            click(panel, panel.scene.spelled("play"))
        click(panel, panel.scene.spelled("next"))
        assert not panel.store.state.trouble
    assert panel.run.ended


def test_practice_is_asked_and_answered():
    panel = Practice(game=GAME)
    question = panel.scene.question
    assert question
    click(panel, panel.scene.spelled("typed"), text=next(iter(question.right)))
    assert panel.scene.practice.answered
    assert "Yes" in seen(panel)


def test_the_course_leads_to_lessons_practice_and_a_first_game():
    course = Course(game=GAME)
    assert "Learn Three Hens" in seen(course.map)
    course.go("lesson", {"lesson": "fox"})
    assert "The fox" in seen(course.children[1])
    course.go("practise", {})
    assert "How many steps" in seen(course.children[1])
    course.go("game", {})
    assert "field: 3" in seen(course.children[1])
