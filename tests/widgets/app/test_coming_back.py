"""Coming back to the app: everything continues where it was, and two tabs don't interfere."""

import json
from pathlib import Path
from typing import Any

import pytest

from apz.apocalypze.teaching import course
from apz.core.learning.events import LessonDone
from apz.core.learning.progress import progress_text
from apz.core.learning.saved import write_practice
from apz.widgets import App
from apz.widgets.learn.scene import PREFIX
from tests.texts import says
from tests.widgets.app.visits import again, seen, visit
from tests.widgets.hands import click, doing, elements, play, shown
from tests.widgets.learning_hands import answer, press


def test_nothing_is_kept_before_the_browser_has_said_what_it_has():
    app = App("lesson=combat")
    press(app.place.panel, "typed", text="4")
    assert (app.browser.kept, app.browser.progress, app.browser.followed) == ("", "", False)


@pytest.mark.parametrize("lesson", ["table", "combat"])
def test_a_lesson_goes_on_at_the_same_step_after_every_click(lesson):
    app = visit(f"?lesson={lesson}")
    for _ in range(60):
        back = again(app)
        assert back.place.panel.moment == app.place.panel.moment
        assert shown(back.place.panel) == shown(app.place.panel)
        assert back.place.given() == app.place.given()
        assert back.store.state.notice == says("en", "bar.resumed")
        panel, run = app.place.panel, app.place.panel.run
        if run.ended:
            break
        if run.question and not run.answered:
            if not run.verdicts and run.at % 3 == 0:
                answer(panel, run.question, right=False)
            elif run.at % 4 == 1:
                press(panel, "show")
            else:
                answer(panel, run.question)
        elif doing(panel, f"{PREFIX}play:"):
            press(panel, "play")
        elif doing(panel, f"{PREFIX}try:") and not run.solved:
            press(panel, "try")
        else:
            press(panel, "next")
    assert app.keeper.mastery.records == back.keeper.mastery.records
    assert app.keeper.mastery.lessons == back.keeper.mastery.lessons
    press(back.place.panel, "open", ":0")
    assert (back.store.state.notice, says("en", "bar.resumed") in shown(back.bar)) == ("", False)


def ticked(app: App) -> None:
    """Go to the first question in a lesson that takes several answers, and tick its first option."""
    panel = app.place.panel
    tasks = range(len(panel.lesson.tasks))
    for number in tasks:
        press(panel, "open", f":{number}")
        question = panel.run.question
        if question and question.several:
            press(panel, "mark", f":{question.options[0].answer}")
            return
    raise AssertionError("no question has several answers")


def test_what_is_ticked_and_not_yet_answered_is_still_ticked():
    app = visit("?lesson=occupation")
    ticked(app)
    back = again(app)
    assert back.place.panel.store.state.marked == app.place.panel.store.state.marked != frozenset()
    assert back.place.panel.view["tree"] == app.place.panel.view["tree"]


def test_where_one_is_and_what_one_learned_reach_the_browser_together_and_before_they_are_seen(monkeypatch):
    app = visit("?lesson=combat")
    sent = []
    for name, widget in (("shelf", app.browser), ("panel", app.place.panel)):
        monkeypatch.setattr(widget, "send_state", lambda key, name=name: sent.append((name, set(key))))
    press(app.place.panel, "typed", text="4")
    (shelf, kept), (panel, seen) = [each for each in sent if each[1] & {"kept", "progress", "view"}]
    assert (shelf, panel) == ("shelf", "panel")
    assert {"kept", "progress"} <= kept
    assert "view" in seen


def test_a_page_that_was_cut_off_is_told_all_that_it_may_have_missed(monkeypatch):
    app = visit("?lesson=combat")
    told = []
    shown = (app.bar, app.place.panel, app)
    for widget in (app.browser, *shown):
        monkeypatch.setattr(widget, "send_state", lambda key=None, widget=widget: told.append(widget))
    monkeypatch.setattr(app.browser, "send", told.append)
    app.browser._handle_custom_msg({"again": True}, [])
    assert told == [app.browser, {"shown": [each.model_id for each in shown]}, *shown]


def test_a_goal_that_is_half_played_goes_on_where_it_was():
    app = visit("?lesson=table")
    panel = app.place.panel
    number = next(index for index, task in enumerate(panel.lesson.tasks) if task.goal)
    press(panel, "open", f":{number}")
    panel.session.do(panel.run.path.line(number)[0].move)
    back = again(app).place.panel
    assert back.run.at == number
    assert back.session.text() == panel.session.text()


def test_the_check_of_a_lesson_goes_on_as_a_check():
    app = visit("?lesson=combat")
    press(app.place.panel, "check")
    answer(app.place.panel, app.place.panel.run.question, right=False)
    back = again(app).place.panel
    assert back.run.check
    assert back.moment == app.place.panel.moment
    assert not back.run.faultless


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_game_goes_on_with_everything_that_was_tried_and_the_same_seats(seed, monkeypatch):
    monkeypatch.setattr("secrets.randbelow", lambda most: seed)
    app = visit("?page=play")
    press(app.place.panel, "begin", yours="Church", other="Church", against="regular", starts="first", pace="quick")
    panel = app.place.panel
    for _ in range(6):
        play(panel, panel.scene.moves[0])
    click(panel, "go:undo")
    back = again(app).place.panel
    assert back.session.text() == panel.session.text()
    assert back.store.state.seats == panel.store.state.seats
    assert (back.store.state.open_hands, back.store.state.quick) == (False, True)
    assert shown(back) == shown(panel)


def test_a_reload_asks_no_bot_and_shows_all_as_it_was_drawn_once(monkeypatch):
    app = visit("?page=play")
    press(app.place.panel, "begin", yours="Church", other="Church", against="regular", starts="second", pace="step")
    panel = app.place.panel
    for do in ("next", "next", "onward"):
        click(panel, do)
    click(panel, "open:drawer")
    click(panel, doing(panel, "open:n")[0])
    click(panel, f"card:{panel.session.position.sides[0].hand[0]}")
    assert panel.store.state.reasons

    def unasked(*_: object) -> None:
        raise AssertionError("a bot was asked")

    drawn: list[object] = []
    monkeypatch.setattr("apz.apocalypze.bots.SensibleBot.choose", unasked)
    monkeypatch.setattr("apz.widgets.table.rail.draw", drawn.append)
    assert again(app).place.panel.store.state.reasons == panel.store.state.reasons
    assert len(drawn) == 1
    monkeypatch.undo()
    assert shown(again(app).place.panel) == shown(panel)


def test_practice_goes_on_with_the_same_question_and_counts_nothing_twice():
    app = visit("?practise=combat")
    panel = app.place.panel
    for _ in range(8):
        answer(panel, panel.asked, right=False)
        back = again(app)
        assert back.place.panel.asked == panel.asked
        assert write_practice(back.place.panel.stream) == write_practice(panel.stream)
        assert back.keeper.mastery == app.keeper.mastery
        if not panel.stream.answered:  # with two options, only one is left
            press(panel, "show")
        assert again(app).place.panel.stream.answered
        press(panel, "next")


def test_a_position_in_the_lab_is_there_again():
    app = visit("?lab=starving")
    click(app.place.panel, "yaml", at=app.place.panel.version, text=app.place.panel.yaml.replace("Ann", "Zoe"))
    assert "Zoe" in app.place.panel.yaml
    assert again(app).place.panel.yaml == app.place.panel.yaml


def test_in_a_new_tab_it_is_offered_and_not_forced():
    app = visit("?lesson=combat")
    press(app.place.panel, "open", ":5")
    new = again(app, tab="tab2", address="")
    assert new.place.kind == "home"
    assert f"{course.lesson('combat').title}, task 6 of" in seen(new)
    press(new.place.panel, "back", ":0")
    assert new.place.panel.run.at == 5


def test_another_address_in_the_same_tab_is_followed():
    app = visit("?lesson=combat")
    there = again(app, address="?position=starving")
    assert there.place.kind == "shared"
    assert there.store.state.notice == ""


@pytest.mark.parametrize("way", [{}, {"tab": "tab9", "address": ""}], ids=["loaded again", "visited again"])
def test_settings_come_back(way):
    app = visit("?lang=de&theme=dark")
    back = again(app, **way)
    assert (back.store.state.language, back.browser.theme) == ("de", "dark")


def test_two_tabs_do_not_destroy_each_others_progress():
    one, two = visit("?lesson=combat"), visit("?lesson=draw", tab="tab2")
    one.keeper.record(LessonDone("combat"))
    two.keeper.record(LessonDone("draw"))
    two.browser._handle_custom_msg({"progress": {"tab": "tab1", "text": one.browser.progress}}, [])
    assert {name for name, done in two.keeper.mastery.lessons.items() if done.done} == {"combat", "draw"}
    assert two.browser.joined == ["tab1"]
    assert "combat" in two.browser.progress
    assert one.keeper.mastery.lessons.get("draw") is None
    third = visit(progress=[("tab1", one.browser.progress), ("tab2", two.browser.progress)], tab="tab3")
    assert progress_text(third.keeper.mastery) == two.browser.progress
    assert "2 of 15 lessons done" in seen(third)


def test_everything_can_be_forgotten_but_not_by_one_click():
    app = visit("?lesson=combat")
    app.keeper.record(LessonDone("combat"))
    press(app.bar, "go", ":home")
    sent = []
    app.browser.send = lambda message, *_: sent.append(message)
    press(app.home, "ask")
    assert sent == []
    assert app.bar.view["say"]["text"] == says("en", "home.really")
    press(app.home, "ask")
    assert "forget" not in str(doing(app.home))
    press(app.home, "ask")
    press(app.home, "forget")
    assert sent == [{"forget": True}, {"forgot": True}]
    assert not app.store.state.asking
    assert app.keeper.mastery.lessons == {}
    assert "lessons done" not in seen(app)
    assert says("en", "home.back") not in seen(app)


def test_a_browser_that_keeps_nothing_is_told_of():
    assert "This browser isn't saving anything" in seen(visit(keeps=False))


def test_the_home_page_says_how_long_a_lesson_takes_only_before_it_is_begun():
    app = visit()
    first, *_ = course.order()
    minutes = says("en", "home.minutes", minutes=course.lesson(first).minutes)
    assert minutes in seen(app)
    app.go("lesson", {"lesson": first})
    press(app.place.panel, "next")
    app.go("home", {})
    assert says("en", "home.on", title=course.lesson(first).title) in seen(app)
    assert minutes not in seen(app)


def test_after_the_last_lesson_the_home_page_leads_to_practice():
    app = visit()
    for name in course.order():
        app.keeper.record(LessonDone(name))
    app.go("home", {})
    assert says("en", "home.begin", title=course.lesson(course.order()[0]).title) not in seen(app)
    (main,) = [each for each in elements(app.home.view["tree"]) if each[1].get("class") == "do main"]
    assert main[2:] == [says("en", "door.practise")]


# ---- data that browsers saved before a lesson was one state

BEFORE = json.loads((Path(__file__).parent / "kept_before.json").read_text(encoding="utf-8"))


def left(kind: str, given: object) -> Any:
    """Return the app of somebody who comes back with this place saved in the browser."""
    kept = {
        "apz": "visit 1", "game": "apocalypze", "place": kind, "address": "", "language": "en", "theme": "auto",
        "last": {kind: given},
    }  # fmt: skip
    return visit(desks=[("tab1", json.dumps(kept))], progress=[("tab1", BEFORE["progress"])])


def test_a_lesson_that_was_kept_before_goes_on_where_it_was():
    run = left("lesson", BEFORE["asked"]).place.panel.run  # its task no longer exists, so the lesson starts over
    assert (run.at, run.verdicts, run.hints) == (0, (), 0)
    assert not run.faultless
    panel = left("lesson", BEFORE["played"]).place.panel
    assert (panel.run.task.id, panel.session.at, panel.run.steps) == ("first-clicks", 1, panel.run.line[:1])
    panel = left("lesson", BEFORE["tried"]).place.panel
    assert (panel.run.refusal.rule, panel.run.solved) == (panel.run.task.rule, True)


def test_practice_and_a_record_that_were_kept_before_are_read():
    app = left("practise", BEFORE["practised"])
    assert app.place.panel.stream.rule == "combat.simultaneous"
    assert app.place.panel.stream.chance == BEFORE["practised"]["stream"]["chance"]
    assert app.keeper.mastery.records["combat.simultaneous"].wrong == 1
