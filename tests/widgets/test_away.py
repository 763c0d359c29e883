"""Panels that no page shows anymore: they cost nothing, and are up to date as soon as a page shows them again."""

import json

import pytest

from apz.apocalypze.kernel import new_session
from apz.apocalypze.moves import Draw
from apz.apocalypze.setup import new_game
from apz.widgets import TablePanel, Tutor
from apz.widgets.base.panel import Panel
from apz.widgets.base.tree import Tree, h
from apz.widgets.table.scene import Scene
from tests.widgets.hands import by_hand, shown


def put_on_page(panel: Panel) -> None:
    """Show the panel, and have the page report that it does."""
    panel._repr_mimebundle_()
    panel.set_state({"_view_count": 1})


def take_from_page(panel: Panel) -> None:
    """Have the page report that it no longer shows the panel, as when its cell is run again."""
    panel.set_state({"_view_count": 0})


@pytest.fixture
def left():
    """Return a tutor that a page showed and no longer shows."""
    tutor = by_hand(new_session(new_game(seed=3)))
    put_on_page(tutor)
    take_from_page(tutor)
    return tutor


def test_a_panel_that_is_shown_no_more_is_not_drawn(left):
    before = left.serial
    left.session.do(Draw())
    left.session.undo()
    assert left.serial == before


def test_a_panel_that_is_shown_again_is_right(left):
    left.session.do(Draw())
    left.set_state({"_view_count": 1})
    assert left.view["at"] == 1
    before = left.serial
    left.session.undo()
    assert left.serial == before + 1


def test_a_page_that_asks_for_a_panel_that_was_left_gets_it_as_it_is_now(left):
    left.session.do(Draw())
    assert json.loads(left.get_state()["view"])["at"] == 1


def test_a_panel_that_was_never_on_a_page_is_drawn_at_once():
    session = new_session(new_game(seed=3))
    shown, never = TablePanel(session), TablePanel(session)
    shown._repr_mimebundle_()
    session.do(Draw())
    assert shown.view["at"] == never.view["at"] == 1


def test_a_panel_that_is_shown_no_more_leaves_it_to_others_to_speak(left):
    table = TablePanel(left.session)
    left.session.do(Draw())
    assert table.view["say"]["text"]
    left.set_state({"_view_count": 1})
    left.session.undo()
    assert left.view["say"]["text"]
    assert "say" not in table.view


def test_a_panel_that_is_closed_is_watched_no_more(left):
    left.session.do(Draw())
    before = left.serial
    left.close()
    assert left._view_count is None
    assert left.serial == before


def test_of_many_tutors_at_one_desk_the_first_draws_for_all(monkeypatch):
    drawn: list[Scene] = []

    def draw(scene: Scene) -> Tree:
        drawn.append(scene)
        return h("p", f"{scene.language} {scene.at}")

    monkeypatch.setattr(Tutor, "part", draw)
    session = new_session(new_game(seed=3))
    tutors = [by_hand(session) for _ in range(5)]
    drawn.clear()
    session.do(Draw())
    assert len(drawn) == 1
    assert {shown(each) for each in tutors} == {"en 1"}
    assert shown(by_hand(session, language="de")) == "de 1"
