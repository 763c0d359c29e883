"""The toy game in the app: from its home page through lessons, practice, a game, a link and its rules."""

import gc
from typing import Any

import pytest

from apz import games
from apz.cli import main
from apz.core.reading import BadInput
from apz.core.session import Session
from apz.core.sharing import read_link
from apz.serving import pages
from apz.widgets import App
from apz.widgets.base.widget import open_widgets
from tests.texts import says
from tests.toy.game import GAME, Lead, Roll, Yard
from tests.widgets.app.visits import again, browser, come, seen
from tests.widgets.hands import click, doing, elements, shown
from tests.widgets.learning_hands import answer, press


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", ("tests.toy.game", "tests.toy.view"))


def visit(address: str = "?game=toy", **said: Any) -> Any:
    return come(App("", game="toy"), address=address, **said)


def texts(app: App) -> dict[str, str]:
    """Return the texts in the sheet for sharing, by name."""
    fields = [each[1] for each in elements(app.bar.view["tree"]) if each[0] == "textarea"]
    return {field["id"].removeprefix("app-share-"): field["value"] for field in fields}


def play_to_the_end(panel: Any) -> None:
    while not panel.session.position.over:
        moves = GAME.legal_moves(panel.session.position)
        click(panel, "move:[roll]" if Roll() in moves else f"area:{next(iter(moves)).area}")


def test_home_names_the_game_and_has_no_door_to_what_it_lacks():
    app = visit()
    assert app.browser.heading == "Three Hens Tutor"
    assert "Learn Three Hens by playing it" in seen(app)
    assert "2 lessons, " in seen(app)
    assert [do for do in doing(app.bar) if ":go:" in do] == [
        f"learn:go::{kind}" for kind in ("home", "learn", "setup", "practise", "look")
    ]
    assert "ApocalypZe" not in seen(app)


def test_a_lesson_is_taken_to_its_end_and_goes_on_after_a_reload():
    app = visit("?game=toy&lesson=lead")
    assert app.browser.heading == "Lesson 1: Leading hens - Three Hens Tutor"
    while not (run := app.place.panel.run).ended:
        panel, offered = app.place.panel, str(doing(app.place.panel))
        if run.question and not run.answered:
            answer(panel, run.question)
        elif run.task.goal and not run.solved:
            click(panel, "move:[roll]" if Roll() in panel.scene.moves else "area:path")
        elif "learn:play:" in offered:
            press(panel, "play")
        else:
            press(panel, "try" if "learn:try:" in offered and not run.solved else "next")
        assert shown(again_toy(app).place.panel) == shown(app.place.panel)
    assert app.keeper.mastery.lessons["lead"].done
    press(app.bar, "go", ":home")
    assert "1 of 2 lessons done" in seen(app)


def again_toy(app: App) -> Any:
    """Reload the page in the same browser with a new kernel, and return its app."""
    kept, progress = [("tab1", app.browser.kept)], [("tab1", app.browser.progress)]
    return visit(app.browser.address, desks=kept, progress=progress)


def test_practice_asks_judges_and_is_kept():
    app = visit("?game=toy&practise=toy.steps")
    assert "How many steps is that?" in seen(app)
    question = app.place.panel.asked
    answer(app.place.panel, question, right=False)
    answer(app.place.panel, question)
    back = again_toy(app)
    assert back.place.panel.asked.position == question.position
    assert back.keeper.mastery.records["toy.steps"].wrong == 1


def test_a_game_begins_without_seats_hands_or_pace_and_is_played_to_its_end():
    app = visit("?game=toy&page=play")
    assert [each[0] for each in elements(app.place.panel.view["tree"]) if each[0] in ("select", "option")] == []
    press(app.place.panel, "begin")
    panel = app.place.panel
    assert (app.place.kind, panel.store.state.seats) == ("play", ("you",))
    assert app.browser.address.startswith("?game=toy&position=")
    assert "seats=" not in app.browser.address
    assert "edit" not in doing(panel)
    play_to_the_end(panel)
    assert "How it ended" in seen(app)
    assert doing(panel, "end:") == ["end:again", "end:back", "end:walk"]
    click(panel, "end:again")
    assert (app.place.kind, len(app.place.panel.session.nodes)) == ("play", 1)
    assert app.place.panel.session.start.luck != panel.session.start.luck


def test_a_game_that_was_left_is_offered_and_asked_about_before_it_is_lost():
    app = visit("?game=toy&page=play")
    press(app.place.panel, "begin")
    click(app.place.panel, "move:[roll]")
    left = app.place.panel.session.text()
    press(app.bar, "go", ":home")
    assert "Your game: after 1 move, less than an hour ago" in seen(app)
    press(app.bar, "go", ":setup")
    press(app.place.panel, "begin")
    assert "Your game isn't over yet (Turn 1: " in seen(app)
    press(app.place.panel, "on")
    assert app.place.panel.session.text() == left
    assert again_toy(app).place.panel.session.text() == left


def test_a_game_is_shared_as_a_link_that_names_its_game():
    app = visit("?game=toy&position=dusk")
    click(app.place.panel, "move:[roll]")
    press(app.bar, "share")
    found = texts(app)
    assert list(found) == ["session", "position", "yaml", "text"]
    assert "both hands" not in shown(app.bar)
    link = found["session"].partition("?")[2]
    assert link.startswith("game=toy&session=")
    there = come(App(""), address=f"?{link}")
    assert there.keeper.game is GAME
    assert there.place.panel.session.text() == app.place.panel.session.text()
    pasted = visit("?game=toy&page=play")
    press(pasted.place.panel, "paste", text=found["session"])
    assert [step.move for step in pasted.place.panel.session.steps] == [Roll()]


def test_the_file_of_a_game_is_named_for_it():
    app = visit("?game=toy&position=dusk")
    click(app.place.panel, "move:[roll]")
    press(app.bar, "share")
    sent: list[Any] = []
    app.browser.send = lambda message, *_: sent.append(message)
    press(app.bar, "file")
    assert sent == [{"save": app.place.panel.session.text(), "name": "toy-game.yaml"}]


def test_rules_are_looked_up_and_there_are_no_pieces():
    app = visit("?game=toy&rule=toy.fox")
    assert "the fox chases every hen on the path" in seen(app)
    assert app.browser.address == "?game=toy&rule=toy.fox&lang=en"
    assert doing(app.place.panel, "learn:find") == []


@pytest.mark.parametrize("address", ["?game=toy&page=lab", "?game=toy&lab=dusk", "?game=toy&card=biker"])
def test_what_this_game_lacks_is_answered_and_leads_home(address):
    app = visit(address)
    assert app.place.kind == "home"
    assert (says("en", "address.no-page", name="lab") in seen(app)) is ("lab" in address)


def test_a_position_that_breaks_a_rule_is_refused_where_there_is_no_lab():
    app = visit("?game=toy&page=play")
    press(app.place.panel, "paste", text=GAME.kernel().write(Yard((9, 9, 9))))
    assert app.place.kind == "home"
    assert "That position can't be opened" in seen(app)


def test_a_link_of_one_game_is_no_game_of_another():
    app = visit("?game=toy&position=dusk")
    click(app.place.panel, "move:[roll]")
    link = app.browser.address.partition("session=")[2].partition("&")[0]
    other = come(App(""), address=f"?session={link}")
    assert (other.keeper.game.name, other.place.kind) == ("apocalypze", "home")
    assert "That game can't be opened" in seen(other)
    read = read_link(GAME, link)
    assert isinstance(read, Session)
    assert isinstance(read.steps[0].move, Roll)


# ---- served


def test_it_is_served_under_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr("apz.serving.app.serve", lambda settings, opens: given.append(settings))
    assert main(["--game", "toy", "serve", "--no-browser"]) == 0
    assert [settings.game for settings in given] == ["toy"]
    page = pages.opening("en", "", "/static", "", "toy")
    assert "<title>Three Hens Tutor</title>" in page
    assert "Leading hens" in page
    monkeypatch.setenv("APZ_GAME", "toy")
    app = come(App(), address="?lesson=fox")
    assert (app.keeper.game, app.browser.address) == (GAME, "?lesson=fox&lang=en")


def test_a_game_that_there_is_not_is_not_served(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "chess", "serve"]) == 2
    assert capsys.readouterr().err.startswith('apz: there\'s no game called "chess"')


# ---- two games in one browser


def test_what_a_browser_keeps_of_one_game_is_left_alone_by_another():
    toy = visit("?game=toy&lesson=fox")
    click(toy.place.panel, "move:[roll]")
    press(toy.place.panel, "next")
    sent: list[Any] = []
    other = App("")
    other.browser.send = lambda message, *_: sent.append(message)
    message = browser(desks=[("tab2", toy.browser.kept)], progress=[("tab2", toy.browser.progress)])
    other.browser._handle_custom_msg(message, [])
    assert other.store.state.notice == ""
    assert (other.place.kind, other.browser.joined, other.keeper.asides) == ("home", [], 0)
    assert sent == []
    assert says("en", "home.back") not in seen(other)
    assert "task: 1" in visit(progress=[("tab2", toy.browser.progress)]).browser.progress


def test_the_same_tab_goes_on_in_the_game_it_was_in():
    toy = visit("?game=toy&position=dusk")
    click(toy.place.panel, "move:[roll]")
    click(toy.place.panel, "area:path")
    back = again(toy)  # as the default game's page loads, but with an address that names the toy
    assert back.keeper.game is GAME
    assert [step.move for step in back.place.panel.session.steps] == [Roll(), Lead("path")]


def test_the_browser_goes_back_to_the_home_page_of_its_game():
    app = visit()
    home = app.browser.address
    press(app.bar, "go", ":look")
    app.browser._handle_custom_msg({"went": {"place": "home", "address": home}}, [])
    assert (app.place.kind, app.keeper.game) == ("home", GAME)


def test_another_game_in_the_address_leaves_no_panel_behind():
    visit()  # opens the renderer, which all panels share and which stays
    gc.collect()
    known = len(open_widgets())
    one = visit("?game=toy&lesson=fox")
    count = len(open_widgets()) - known
    two = come(App(""), address="?game=toy&lesson=fox")
    gc.collect()
    assert shown(two.place.panel) == shown(one.place.panel)
    assert len(open_widgets()) - known == 2 * count


def test_a_game_that_there_is_not_is_an_error_that_lists_those_there_are():
    with pytest.raises(BadInput, match='there\'s no game called "chess"'):
        App("", game="chess")
