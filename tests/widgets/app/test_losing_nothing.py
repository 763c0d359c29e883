"""A learner's work isn't lost to a date, a link, a click, an unreadable record, or a long game."""

from typing import Any

import pytest

from apz.apocalypze.game import GAME
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Send, TakeBack
from apz.apocalypze.play import legal_moves
from apz.apocalypze.positions import write_position
from apz.apocalypze.show.picture import title
from apz.core.learning.events import LessonDone
from apz.core.learning.progress import progress_text, read_progress
from apz.core.link import to_link
from apz.core.session import Node, Session
from apz.core.sharing import MOST_STEPS, openable, position_link, read_shared, session_link
from apz.core.trace import Step
from apz.widgets.apocalypze.editor.state import empty
from apz.widgets.app.offers import offers
from apz.widgets.app.places import MOST_GAME
from tests.texts import says, told
from tests.widgets.app.visits import again, ended, seen, visit
from tests.widgets.hands import click, doing, elements, play, position, session, shown
from tests.widgets.learning_hands import press

# ---- the record


@pytest.mark.parametrize("day", ["0027-12-31", "1999-12-31", "3000-01-01", "9999-12-31", "tomorrow"])
def test_a_day_that_cannot_be_kept_is_refused_at_its_field_and_nothing_is_lost(day):
    app = visit("?page=learn")
    app.keeper.record(LessonDone("combat"))
    press(app.place.panel, "night", value="2030-12-31")
    before = app.browser.progress
    press(app.place.panel, "night", value=day)
    (field,) = [each[1] for each in elements(app.place.panel.view["tree"]) if each[1].get("type") == "date"]
    assert field["aria-invalid"] == "true"
    assert told("en", "course.no-night", first="2000-01-01", last="2999-12-31") in seen(app)
    assert app.browser.progress == before
    assert again(app).keeper.mastery == app.keeper.mastery
    press(app.place.panel, "night", value="2031-01-01")
    assert "aria-invalid" not in str(app.place.panel.view["tree"])
    assert "night: 2031-01-01" in app.browser.progress


def test_a_record_that_cannot_be_read_is_put_aside_before_another_is_written(monkeypatch):
    sent = []
    monkeypatch.setattr(
        "apz.widgets.base.browser_store.BrowserStore.send",
        lambda shelf, content, *_: sent.append((content, shelf.progress)),
    )
    one = visit(progress=[("tab1", "apz: progress 1\nbroken"), ("tab2", progress_text(visit().keeper.mastery))])
    assert ({"aside": "tab1"}, "") in sent
    assert {"aside": "tab2"} not in [content for content, _ in sent]
    assert one.store.state.notice == says("en", "address.no-progress")
    assert one.browser.joined == ["tab2"]
    assert one.browser.progress
    assert visit(broken=True).store.state.notice == says("en", "address.no-progress")
    assert again(one).store.state.notice == ""


def record(*lessons: str) -> str:
    """Return the record of somebody who has finished these lessons."""
    app = visit()
    for each in lessons:
        app.keeper.record(LessonDone(each))
    text: str = app.browser.progress
    return text


def test_records_that_come_after_the_greeting_are_joined_or_put_aside(monkeypatch):
    app = visit(progress=[("t.1", record("combat"))])
    sent = []
    monkeypatch.setattr(
        "apz.widgets.base.browser_store.BrowserStore.send", lambda shelf, content, *_: sent.append(content)
    )
    more = [{"tab": "t.2", "text": record("draw")}, {"tab": "t.3", "text": "no record"}]
    app.browser._handle_custom_msg({"records": {"progress": more}}, [])
    assert {"aside": "t.3"} in sent
    assert app.browser.joined == ["t.1", "t.2"]
    assert set(read_progress(app.browser.progress, app.keeper.mastery.rules, "apocalypze").lessons) == {
        "combat",
        "draw",
    }
    assert says("en", "home.aside", count=1) in seen(app)


def test_what_was_put_aside_is_joined_once_it_can_be_read_and_else_offered_as_a_file(monkeypatch):
    app = visit(aside=3)
    app.browser._handle_custom_msg(
        {"records": {"again": [{"tab": "t.1", "text": record("combat")}, {"tab": "t.2", "text": "no record"}]}}, []
    )
    assert app.browser.joined == ["t.1"]
    assert "combat" in app.browser.progress
    assert says("en", "home.aside", count=2) in seen(app)
    sent = []
    monkeypatch.setattr(
        "apz.widgets.base.browser_store.BrowserStore.send", lambda shelf, content, *_: sent.append(content)
    )
    press(app.home, "asides")
    assert sent == [{"asides": True}]
    app.forget()
    assert app.keeper.asides == 0


@pytest.mark.parametrize("aside", [-1, "3", None, 1.5, 10**30, [3]])
def test_a_number_of_records_put_aside_that_is_none_is_not_believed(aside):
    app = visit(aside=aside)
    assert app.keeper.asides == 0


def test_where_the_browser_cannot_keep_the_record_the_page_does_not_say_that_it_does():
    app = visit("?page=learn")
    assert told("en", "course.in-browser") in seen(app)
    app.browser._handle_custom_msg({"keeping": {"works": False}}, [])
    assert told("en", "course.not-kept") in seen(app)
    press(app.bar, "go", ":home")
    assert says("en", "home.nowhere") in seen(app)
    assert app.browser.words["lost"] == says("en", "notice.lost-unsaved")
    assert app.browser.words["resting"] == says("en", "notice.resting-unsaved")
    app.browser._handle_custom_msg({"keeping": {"works": True}}, [])
    assert app.browser.words["lost"] == says("en", "notice.lost")
    assert says("en", "home.in-browser") in seen(app)


def test_all_that_one_tab_forgets_is_forgotten_in_the_others():
    one = visit("?lesson=combat")
    one.keeper.record(LessonDone("combat"))
    two = visit("?lesson=draw", tab="tab2", progress=[("tab1", one.browser.progress)])
    assert two.keeper.mastery.lessons["combat"].done
    two.browser._handle_custom_msg({"forgotten": {}}, [])
    assert two.keeper.mastery.lessons == {}
    assert (two.place.kind, two.store.state.notice) == ("home", says("en", "bar.forgotten"))
    assert says("en", "home.back") not in seen(two)
    assert (two.browser.progress, two.browser.joined) == ("", [])
    two.keeper.record(LessonDone("draw"))
    assert "combat" not in two.browser.progress


# ---- games


def untouched(panel: Any) -> bool:
    """Return True if nothing was played in a game except forced moves."""
    return {*range(1, len(panel.session.nodes))} == {*panel.store.state.forced}


def played(app: Any, steps: int = 3) -> str:
    """Start the learner's own game and make this many moves, besides forced ones; return its text."""
    press(app.bar, "go", ":setup")
    press(app.place.panel, "begin", against="you", hands="open")
    for _ in range(steps):
        play(app.place.panel, app.place.panel.scene.moves[0])
    text: str = app.place.panel.session.text()
    return text


@pytest.mark.parametrize("link", [f"?position={position_link(GAME, position('starving'))}", "?position=starving",
                                  f"?session={session_link(session('starving'))}"])  # fmt: skip
def test_a_link_does_not_take_the_place_of_ones_own_game(link):
    app = visit()
    own = played(app)
    there = again(app, address=link)
    assert there.place.panel.session.start == position("starving")
    play(there.place.panel, there.place.panel.scene.moves[0])
    press(there.bar, "go", ":home")
    found = offers(there.store.scene)
    assert [way.kind for way in found.values()] == ["shared", "play"]
    told = [title.partition(":")[0] for title in found]
    assert told == ["A game you opened", "Your game"]
    press(there.home, "back", ":1")
    assert there.place.panel.session.text() == own
    assert again(there).place.panel.session.text() == own


def test_what_is_pasted_or_played_on_from_the_lab_does_not_take_its_place_either():
    app = visit()
    own = played(app)
    press(app.bar, "go", ":setup")
    press(app.place.panel, "paste", text=session("starving").text())
    assert app.last["play"]["session"] == own
    press(app.bar, "go", ":lab")
    click(app.place.panel, "load", at=app.place.panel.version, value="starving")
    click(app.place.panel, "play", at=app.place.panel.version)
    assert app.place.kind == "shared"
    assert app.last["play"]["session"] == own


def test_the_address_of_ones_own_game_leads_to_that_game_and_not_to_a_copy():
    app = visit()
    for steps in (0, 3):
        own = played(app, steps)
        there = again(app, tab="tab2")
        assert (there.place.kind, there.place.panel.session.text()) == ("play", own)
        assert "shared" not in there.last
    other = again(app, tab="tab2", address=app.browser.address.replace("seats=you-you", "seats=you-random"))
    assert other.place.kind == "shared"


def test_begin_asks_before_it_takes_the_place_of_ones_own_game():
    app = visit()
    own = played(app)
    moment = title(app.place.panel.session.position, "en")
    press(app.bar, "go", ":setup")
    page = app.place.panel
    press(page, "begin", against="regular")
    assert (app.place.kind, app.last["play"]["session"]) == ("setup", own)
    asked = says("en", "setup.really", moment=moment)
    assert asked in seen(app)
    assert app.bar.view["say"]["text"] == asked
    press(page, "keep")
    assert asked not in seen(app)
    assert app.last["play"]["session"] == own
    press(page, "begin", against="regular")
    press(page, "begin", ":sure", against="rookie")
    assert app.place.kind == "play"
    assert app.place.panel.store.state.seats == ("you", "rookie")
    assert untouched(app.place.panel)


@pytest.mark.parametrize("kind", ["shared", "play"])
def test_nobody_is_asked_about_a_game_without_a_move_or_one_that_is_over_or_was_only_opened(kind):
    app = visit()
    played(app, steps=0)
    press(app.bar, "go", ":setup")
    press(app.place.panel, "begin", against="you", hands="open")
    app.go(kind, {"session": ended().text()} if kind == "play" else {"position": "starving"})
    if kind == "shared":
        play(app.place.panel, app.place.panel.scene.moves[0])
    press(app.bar, "go", ":setup")
    press(app.place.panel, "begin", against="you", hands="open")
    assert app.place.kind == "play"
    assert untouched(app.place.panel)


def test_a_quick_game_stands_where_it_was_left_though_a_bot_must_move():
    app = visit("?page=play")
    press(app.place.panel, "begin", against="regular", starts="second", pace="quick")
    panel = app.place.panel
    assert panel.session.at
    assert panel.scene.yours
    click(panel, "go:0")
    assert (panel.session.at, panel.scene.yours) == (0, False)
    back = again(app).place.panel
    assert (back.session.at, back.store.state.quick) == (0, True)
    click(back, "onward")
    assert back.scene.yours


def long_game(steps: int) -> Session[Position]:
    """Return a game of at least this many steps, in which a character is repeatedly sent and taken back."""
    found = session("police-station-groups")
    card = next(move.card for move in legal_moves(found.position).all() if isinstance(move, Send))
    there, back = found.do(Send(card, 1)), found.do(TakeBack(card))
    assert isinstance(there, Step)
    assert isinstance(back, Step)
    while len(found.steps) < steps:
        found.nodes.append(Node(there if len(found.nodes) % 2 else back, found.at, []))
        found.nodes[found.at].tries.append(len(found.nodes) - 1)
        found.at = len(found.nodes) - 1
    return found


@pytest.mark.parametrize(("steps", "most"), [(9, MOST_GAME), (MOST_STEPS + 3, MOST_GAME), (MOST_STEPS + 3, 10_000)])
def test_a_game_of_any_length_is_kept_so_that_it_can_be_opened(steps, most):
    game = long_game(steps)
    text = openable(game, most)
    assert len(text) <= most
    found = read_shared(GAME, text)
    assert isinstance(found, Session)
    assert found.position == game.position
    assert (text == game.text()) is (steps == 9)


def test_a_game_with_too_much_tried_in_it_is_kept_as_the_line_to_now():
    game = long_game(MOST_STEPS + 3)
    game.go_to(4)
    assert openable(game, MOST_GAME) == game.branch().text()


def test_a_long_game_comes_back():
    app = visit("?position=police-station-groups")
    panel = app.place.panel
    panel.show(long_game(MOST_STEPS + 3))
    back = again(app)
    assert back.place.kind == "shared"
    assert back.place.panel.session.position == panel.session.position
    assert back.store.state.notice == says("en", "bar.resumed")


def test_a_new_game_does_not_take_the_place_of_one_that_is_played_by_one_click():
    app = visit()
    own = played(app)
    panel = app.place.panel
    click(panel, "open:controls")
    assert "new" not in doing(panel)
    click(panel, "open:renew")
    assert panel.session.text() == own
    click(panel, "new")
    assert untouched(panel)
    click(panel, "open:controls")
    assert "new" in doing(panel)


# ---- the lab


def built(app: Any, name: str = "Zoe") -> str:
    """Build a position in the lab; return its text."""
    press(app.bar, "go", ":lab")
    editor = app.place.panel
    click(editor, "load", at=editor.version, value="first-turn")
    click(editor, "name:0", at=editor.version, value=name)
    assert name in editor.yaml
    text: str = editor.yaml
    return text


def back(app: Any) -> str:
    """Undo the last change in the lab; return the position's text."""
    click(app.place.panel, "undo", at=app.place.panel.version)
    text: str = app.place.panel.yaml
    return text


def broken() -> str:
    """Return a link to a position that can't be played, which is why it opens in the lab."""
    home = "stronghold: Police Station"
    return to_link(write_position(position("starving")).replace(home, f"{home}\n    raiders: [9 Lord Brawn]"))


@pytest.mark.parametrize("link", ["?lab=starving", f"?lab={position_link(GAME, position('starving'))}"])
def test_a_link_to_the_lab_is_one_step_and_undo_brings_back_what_stood_there(link):
    app = visit()
    own = built(app)
    there = again(app, address=link)
    assert there.place.panel.position == position("starving")
    assert there.store.state.notice == says("en", "bar.replaced")
    once_more = again(there)
    for each in (there, once_more):
        assert back(each) == own
    assert again(there).place.panel.yaml == own


def test_a_moment_of_a_game_or_a_position_that_cannot_be_played_takes_no_place_in_the_lab_without_a_word():
    app = visit()
    own = built(app)
    app.route({"position": "police-station"})
    click(app.place.panel, "edit")
    assert app.place.panel.position == position("police-station")
    assert app.store.state.notice == says("en", "bar.replaced")
    app.route({"position": broken()})
    assert app.place.panel.problems
    assert app.store.state.notice == says("en", "bar.replaced")
    assert back(app) == write_position(position("police-station"))
    assert back(app) == own


def test_the_steps_of_the_lab_are_there_as_long_as_the_app():
    app = visit()
    own = built(app)
    editor = app.place.panel
    press(app.bar, "go", ":look")
    app.speak("de")
    press(app.bar, "go", ":lab")
    assert (app.place.panel, app.place.panel.store.state.language) == (editor, "de")
    assert "Zoe" not in back(app)
    press(app.bar, "go", ":home")
    press(app.bar, "go", ":lab")
    click(editor, "redo", at=editor.version)
    assert editor.yaml == own
    app.forget()
    press(app.bar, "go", ":lab")
    assert app.place.panel is not editor
    assert "Zoe" not in seen(app)
    assert (app.place.panel.state.past, app.place.panel.position) == ((), empty())


def test_where_nothing_of_ones_own_stood_in_the_lab_nothing_is_said():
    app = visit("?lab=starving")
    assert (app.store.state.notice, app.place.panel.state.past) == ("", ())
    app.route({"lab": "starving"})
    assert (app.store.state.notice, app.place.panel.state.past) == ("", ())
    press(app.bar, "go", ":home")
    app.route({"lab": "no such thing"})
    assert app.place.kind == "home"
    press(app.bar, "go", ":lab")
    assert app.place.panel.position == position("starving")


def test_a_position_with_a_problem_is_not_played_on_and_the_editor_says_why():
    app = visit("?page=lab")
    editor = app.place.panel
    for _ in range(2):
        click(editor, "put", at=editor.version, card="Lord Brawn")
        click(editor, "to:raiders.0", at=editor.version)
    (problem,) = editor.problems
    steps = editor.state.past
    click(editor, "play", at=editor.version)
    assert (app.place.panel, editor.state.past) == (editor, steps)
    assert says("en", "setup.problem", problem=editor.scene.words.refusal(problem)) in shown(editor)
    click(editor, "undo", at=editor.version)
    click(editor, "play", at=editor.version)
    assert app.place.kind == "shared"
    assert app.place.panel.session.text() == new_session(editor.position).text()
