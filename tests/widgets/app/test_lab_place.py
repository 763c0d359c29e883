"""The lab as a place in the app: branches are saved, addressed, shared, and brought along from a game."""

from typing import Any

from apz.core.link import to_link
from apz.widgets import App
from apz.widgets.app.lab import MOST_KEPT
from tests.texts import says, ui
from tests.widgets.app.visits import visit
from tests.widgets.hands import click, doing, shown
from tests.widgets.learning_hands import press


def in_lab(name: str = "church-doors") -> Any:
    """Return the app with a solved position in the lab, and its best play kept as a branch."""
    app = visit()
    app.go("lab", {"lab": name})
    panel = app.place.panel
    click(panel, "solve", at=panel.version)
    click(panel, "keep:0", at=panel.version)
    return app


def test_the_address_of_the_lab_has_its_branches():
    app = in_lab()
    tree = app.place.panel.tree
    assert app.place.address() == {"lab": tree.link()}
    other = visit()
    other.go("lab", app.place.address())
    assert other.place.panel.tree.text() == tree.text()
    assert other.place.panel.position == tree.start


def test_branches_that_were_tampered_with_lead_home_with_a_message():
    text = in_lab().place.panel.tree.text()
    for bad in (text.replace('["done"]', '["fly"]'), text.replace('after: "start"', 'after: "nowhere"')):
        assert bad != text
        app = visit()
        app.go("lab", {"lab": to_link(bad)})
        assert app.place.kind == "home"
        assert app.store.state.notice == says("en", "address.no-position")


def test_a_pasted_link_to_branches_opens_them_in_the_lab():
    app = in_lab()
    other = visit("?page=play")
    press(other.place.panel, "paste", text=f"http://127.0.0.1/{app.browser.address}")
    assert other.place.kind == "lab"
    assert other.place.panel.tree.text() == app.place.panel.tree.text()


def test_branches_are_there_again_after_a_reload():
    app = in_lab()
    tree = app.place.panel.tree.text()
    assert app.place.given()["tree"] == tree
    other = App("")
    other.store.set(last={"lab": app.place.given()})
    other.go("lab", {})
    assert other.place.panel.tree.text() == tree


def test_branches_are_kept_beside_the_positions_that_were_there_before():
    app = in_lab()
    tree = app.place.panel.tree
    for other in ("wounded", tree.link()):
        app.go("lab", {"lab": other})
    kept = app.place.given()
    assert kept["before"]
    assert kept["tree"] == tree.text()


def test_undo_brings_back_where_the_branches_start_even_after_a_reload():
    app = in_lab()
    start = app.place.panel.tree.start
    app.place.panel.put("Biker")
    assert ui("en", "lab.elsewhere") in shown(app.place.panel)
    other = App("")
    other.store.set(last={"lab": app.place.given()})
    other.go("lab", {})
    assert ui("en", "lab.elsewhere") in shown(other.place.panel)
    other.place.panel.undo()
    assert other.place.panel.position == start
    assert ui("en", "lab.elsewhere") not in shown(other.place.panel)


def test_positions_from_before_are_kept_without_a_gap():
    app = visit()
    app.go("lab", {})
    short, long = "short", "x" * (MOST_KEPT + 1)
    app.place.before = [short, long, short]
    assert app.place.given()["before"] == [short]


def test_a_line_of_a_game_from_the_lab_is_taken_back_as_a_branch():
    app = in_lab()
    click(app.place.panel, "play", at=app.place.panel.version)
    assert app.place.kind == "shared"
    game = app.place.panel
    click(game, "move:[done]")
    click(game, "open:drawer")
    assert "branch" in doing(game)
    click(game, "branch", text="Nobody blocks")
    assert app.place.kind == "lab"
    assert [*app.place.panel.tree][1:] == [ui("en", "lab.best"), "Nobody blocks"]
    assert "Nobody blocks" in shown(app.place.panel)


def test_a_game_from_elsewhere_has_no_branch_to_keep():
    app = visit()
    app.go("shared", {"position": "police-station"})
    click(app.place.panel, "tab:history")
    assert "branch" not in doing(app.place.panel)


def test_files_of_the_lab_go_to_the_learner():
    app = in_lab()
    saved: list[Any] = []
    app.lab.panel.own.acts["save"] = saved.append
    click(app.place.panel, "open:lab.share", at=app.place.panel.version)
    click(app.place.panel, "save:tree", at=app.place.panel.version)
    assert saved == [(app.place.panel.tree.text(), "apocalypze-what-if.yaml")]
