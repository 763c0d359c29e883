"""The course and the app as boxes: their text where no widget can run, their headings, and the panels they close."""

import gc
from typing import Any

import pytest

from apz.core.learning.events import TaskReached
from apz.widgets import App, Course
from apz.widgets.base.widget import open_widgets
from tests.texts import told
from tests.widgets.app.visits import visit
from tests.widgets.hands import elements
from tests.widgets.learning_hands import press


def bundle(widget: Any) -> dict[str, str]:
    """Return a widget's outputs by MIME type."""
    found = widget._repr_mimebundle_()
    kinds: dict[str, str] = found[0] if isinstance(found, tuple) else found
    return kinds


def test_where_no_widget_can_run_the_panel_that_is_seen_is_shown_as_text():
    course = Course()
    assert told("en", "course.lessons") in bundle(course)["text/plain"]
    assert told("en", "course.lessons") in bundle(course)["text/html"]
    course.go("lesson", {"lesson": "combat"})
    assert "Police Station" in bundle(course)["text/html"]
    app = App("")
    for kind in ("text/plain", "text/html"):
        assert "Two players, two strongholds" in bundle(app)[kind]
        assert "object at" not in bundle(app)[kind]
        assert "object at" not in bundle(course)[kind]
    assert "application/vnd.jupyter.widget-view+json" in bundle(app)


def test_the_course_lets_go_of_what_is_seen_no_more():
    course = Course()
    course.go("lesson", {"lesson": "combat"})
    course.home()
    gc.collect()
    before = len(open_widgets())
    for kind in ("lesson", "practise", "lesson"):
        course.go(kind, {kind: "combat"})
        course.go("lesson", {"lesson": "draw"})
        course.home()
    assert len(open_widgets()) == before


def test_a_day_that_cannot_be_kept_does_not_make_a_file_unreadable(tmp_path):
    course = Course(keep=tmp_path / "progress.yaml")
    course.keeper.record(TaskReached("combat", 3))
    press(course.map, "night", value="0027-12-31")
    course.keeper.record(TaskReached("combat", 4))
    assert [each.name for each in tmp_path.iterdir()] == ["progress.yaml"]
    assert Course(keep=tmp_path / "progress.yaml").keeper.mastery == course.keeper.mastery


@pytest.mark.parametrize(
    "address",
    [
        "", "?page=learn", "?page=play", "?page=look", "?page=lab", "?position=starving", "?lesson=combat",
        "?practise=combat",
    ],
)  # fmt: skip
def test_every_page_has_one_heading_of_the_first_rank_and_begins_with_it(address):
    tree = visit(address).place.panel.view["tree"]
    ranks = [each[0] for each in elements(tree) if each[0] in ("h1", "h2", "h3", "h4")]
    assert ranks[0] == "h1"
    assert ranks.count("h1") == 1


def test_the_page_never_shows_another_place_below_an_open_menu():
    app, open_menus = visit(), []

    def menu(_: Any) -> None:
        open_menus.append(
            [each for each in elements(app.bar.view["tree"]) if each[:1] == ["nav"] and each[1].get("class")]
        )

    press(app.bar, "sheet", ":menu")
    menu(None)
    app.observe(menu, "children")
    press(app.bar, "go", ":look")
    assert [len(each) for each in open_menus] == [1, 0]
