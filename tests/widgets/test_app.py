"""The app without a browser: every address, what is kept and read again, sharing, and whatever a page might send."""

import json
import logging
import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apz.apocalypze import course
from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from apz.apocalypze.sharing import MOST_STEPS, position_link, read_link, session_link
from apz.core.link import to_link
from apz.core.progress import progress_text
from apz.core.reading import BadInput
from apz.widgets import App
from apz.widgets.app_given import read_address, read_kept, stream_of, walk_of
from apz.widgets.app_places import MOST_ADDRESS
from apz.widgets.learning import PREFIX
from apz.widgets.panel import HERE
from apz.widgets.tree import Tree
from apz.widgets.wording import says
from tests.widgets.hands import click, doing, position, shown
from tests.widgets.test_learning import answer, press

Texts = Sequence[tuple[str, str]]
BAD = ["x", "../../etc", "<img src=x onerror=alert(1)>", "\u202e\x00", "a" * 5000, "1" * 70_000, "%00", "💥"]


def browser(tab: str = "tab1", address: str = "", desks: Texts = (), progress: Texts = (), **more: Any) -> Any:
    """What a page says when it comes."""
    return {
        "hello": {
            "tab": tab, "address": address, "place": "http://127.0.0.1/voila/render/app.ipynb", "speaks": "en-GB",
            "keeps": True, "desks": [{"tab": of, "when": 1, "text": text} for of, text in desks],
            "progress": [{"tab": of, "text": text} for of, text in progress], **more,
        }
    }  # fmt: skip


def come(app: App, **said: Any) -> App:
    app.shelf._handle_custom_msg(browser(**said), [])
    return app


def seen(app: App) -> str:
    """All that is on the page."""
    assert not app.desk.trouble
    assert not app.place.panel.desk.trouble
    return f"{shown(app.bar)} {shown(app.place.panel)}"


def visit(address: str = "", **said: Any) -> Any:
    """Somebody opens the page at an address."""
    return come(App(""), address=address, **said)


def again(app: App, tab: str = "tab1", address: str | None = None) -> Any:
    """The page is loaded anew: another kernel, the same browser."""
    where = app.shelf.address if address is None else address
    return come(
        App(""), tab=tab, address=where, desks=[("tab1", app.shelf.kept)], progress=[("tab1", app.shelf.progress)]
    )


@pytest.fixture(autouse=True)
def nothing_is_logged(caplog):
    yield
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


# ---- addresses

ADDRESSES = {
    "": ("home", "Two players, two strongholds"),
    "?page=home": ("home", "Begin: What lies on the table"),
    "?page=learn": ("learn", "The lessons"),
    "?page=play": ("setup", "Roadside Diner"),
    "?page=practise": ("practise", "Practise"),
    "?page=lab": ("lab", "Police Station"),
    "?page=look": ("look", "Lord Brawn"),
    "?lesson=combat": ("lesson", "A fight at the police station"),
    "?practise=combat": ("practise", "Combat"),
    "?practise=combat.wounds": ("practise", "Show the answer"),
    "?position=starving": ("play", "Undo"),
    "?lab=starving": ("lab", "YAML"),
    "?rule=combat.wounds": ("look", "combat.wounds"),
    "?card=biker": ("look", "Biker"),
    "?lesson=combat&lang=de": ("lesson", "Lektion 6 von"),
    "?lang=de&theme=dark": ("home", "Zwei Spieler, zwei Festungen"),
    "?utm_source=club&lesson=draw": ("lesson", "Lesson 2"),
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_leads_somewhere_and_the_address_bar_says_so(address):
    app = visit(address)
    kind, text = ADDRESSES[address]
    assert app.place.kind == kind
    assert text in seen(app)
    assert app.bar.notice == ""
    assert app.shelf.followed
    there = visit(app.shelf.address)
    assert there.place.kind == kind
    assert there.shelf.address == app.shelf.address


@pytest.mark.parametrize("word", ["lesson", "practise", "position", "game", "lab", "rule", "card", "page"])
@pytest.mark.parametrize("value", BAD, ids=range(len(BAD)))
def test_a_bad_address_is_answered_with_a_sentence(word, value):
    app = visit(f"?{word}={quote(value)}")
    assert app.place.kind == ("look" if word in ("rule", "card") else "home")
    assert app.bar.notice
    assert app.bar.notice in seen(app)
    assert len(app.bar.notice) < 300
    assert app.bar.notice.isprintable()


@pytest.mark.parametrize("address", ["?lang=xx", "?theme=pink", "?lang=../de", "?nothing", "?&&&=", "?" + "a=1&" * 500])
def test_settings_that_do_not_exist_change_nothing(address):
    app = visit(address)
    assert (app.place.kind, app.desk.language, app.shelf.theme, app.bar.notice) == ("home", "en", "auto", "")


def test_the_address_can_come_with_the_kernel_too(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "lesson=combat&lang=de")
    app = App()
    assert (app.place.kind, app.desk.language) == ("lesson", "de")
    panel = app.place.panel
    come(app, address="?lesson=combat&lang=de")
    assert app.place.panel is panel


@given(st.text(max_size=300))
def test_any_address_can_be_read(text):
    assert set(read_address(text)) <= {
        "lesson", "practise", "position", "game", "lab", "rule", "card", "page", "seats", "hands", "lang", "theme",
    }  # fmt: skip


def test_the_browsers_language_is_spoken_unless_another_is_asked_for():
    assert visit(speaks="de-AT").desk.language == "de"
    assert visit("?lang=en", speaks="de").desk.language == "en"
    assert visit(speaks="fr").desk.language == "en"


# ---- going about


def test_from_the_home_page_through_every_door_and_back():
    app = visit()
    for kind in ("learn", "setup", "practise", "lab", "look", "home"):
        press(app.bar, "go", f":{kind}")
        assert app.place.kind == kind
        assert len(app.children) == 3
        assert app.children[2] is app.place.panel
        seen(app)


def test_from_the_map_to_a_lesson_and_the_lesson_is_still_there_after_looking_something_up():
    app = visit("?page=learn")
    press(app.place.panel, "lesson", ":combat")
    press(app.place.panel, "typed", text="4")
    press(app.bar, "go", ":look")
    press(app.bar, "go", ":learn")
    press(app.place.panel, "lesson", ":combat")
    assert "You said: 4" in seen(app)
    press(app.bar, "go", ":learn")
    press(app.place.panel, "lesson", ":draw")
    assert app.place.panel.lesson.id == "draw"


def test_a_game_is_chosen_and_begun():
    app = visit("?page=play")
    chosen = {"yours": "Church", "other": "Military Base", "against": "random", "hands": "open", "starts": "second"}
    press(app.place.panel, "begin", **chosen, pace="quick")
    desk = app.place.panel.desk
    assert app.place.kind == "play"
    assert [desk.position.game.cards[side.stronghold].name for side in desk.position.sides] == [
        "Church",
        "Military Base",
    ]
    assert (desk.seat_names, desk.open_hands, desk.quick) == (["you", "random"], True, True)
    press(app.bar, "go", ":setup")
    at = app.last["play"]["game"]
    press(app.place.panel, "on")
    assert app.place.panel.session.text() == at


def test_choices_that_are_not_offered_begin_a_game_all_the_same():
    app = visit("?page=play")
    press(app.place.panel, "begin", yours="x", other=7, against="<b>", hands=None, starts=[], pace={})
    assert app.place.kind == "play"
    assert app.place.panel.desk.seat_names == ["you", "sensible"]


def test_from_the_lab_a_position_is_played_and_from_the_game_it_is_edited():
    app = visit("?lab=starving")
    click(app.place.panel, "play", at=app.place.panel.version)
    assert app.place.kind == "play"
    assert app.place.panel.session.start == position("starving")
    click(app.place.panel, "edit")
    assert app.place.kind == "lab"
    assert app.place.panel.position == position("starving")


def test_cards_are_searched_by_name_and_text():
    app = visit("?page=look")
    press(app.place.panel, "find", text="GANG")
    assert "Gang Warrior" in seen(app)
    assert "Civilian" not in seen(app)
    press(app.place.panel, "card", ":Gang Warrior")
    assert app.shelf.address.startswith("?card=Gang+Warrior")
    press(app.place.panel, "find", text="<script>")
    assert "No card has" in seen(app)


def test_the_language_is_one_wherever_it_is_changed():
    app = visit("?position=starving")
    press(app.bar, "language", value="de")
    assert "Teilen" in shown(app.bar)
    assert app.place.panel.desk.language == "de"
    click(app.place.panel, "set:language", value="en")
    assert "Share" in shown(app.bar)
    assert (app.shelf.lang, app.shelf.heading) == ("en", "ApocalypZe Tutor")
    press(app.bar, "theme", value="dark")
    assert app.shelf.theme == "dark"
    assert "theme=dark" in app.shelf.address
    press(app.bar, "theme", value="url(evil)")
    assert app.shelf.theme == "dark"


# ---- coming back


def test_nothing_is_kept_before_the_browser_has_said_what_it_has():
    app = App("lesson=combat")
    press(app.place.panel, "typed", text="4")
    assert (app.shelf.kept, app.shelf.progress, app.shelf.followed) == ("", "", False)


def test_a_lesson_goes_on_at_the_same_step_after_every_click():
    app = visit("?lesson=combat")
    for _ in range(45):
        back = again(app)
        assert back.place.panel.moment == app.place.panel.moment
        assert shown(back.place.panel) == shown(app.place.panel)
        assert back.place.panel.walk.state() == app.place.panel.walk.state()
        assert back.bar.notice == says("en", "bar.resumed")
        panel, walk = app.place.panel, app.place.panel.walk
        if walk.ended:
            break
        if walk.question and not walk.answered:
            if not walk.verdicts and walk.at % 3 == 0:
                answer(panel, walk.question, right=False)
            elif walk.at % 4 == 1:
                press(panel, "show")
            else:
                answer(panel, walk.question)
        elif doing(panel, f"{PREFIX}play:"):
            press(panel, "play")
        elif doing(panel, f"{PREFIX}try:") and not walk.solved:
            press(panel, "try")
        else:
            press(panel, "next")
    assert app.keeper.mastery.records == back.keeper.mastery.records
    assert app.keeper.mastery.lessons == back.keeper.mastery.lessons


def test_a_goal_that_is_half_played_goes_on_where_it_was():
    app = visit("?lesson=table")
    panel = app.place.panel
    number = next(index for index, task in enumerate(panel.lesson.tasks) if task.goal)
    press(panel, "open", f":{number}")
    panel.session.do(panel.walk.line(number)[0].move)
    back = again(app).place.panel
    assert back.walk.at == number
    assert back.session.text() == panel.session.text()


def test_the_check_of_a_lesson_goes_on_as_a_check():
    app = visit("?lesson=combat")
    press(app.place.panel, "check")
    answer(app.place.panel, app.place.panel.walk.question, right=False)
    back = again(app).place.panel
    assert back.checking
    assert back.moment == app.place.panel.moment
    assert not back.walk.faultless


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_game_goes_on_with_everything_that_was_tried_and_the_same_seats(seed, monkeypatch):
    monkeypatch.setattr("secrets.randbelow", lambda most: seed)
    app = visit("?page=play")
    press(app.place.panel, "begin", yours="Church", other="Church", against="sensible", starts="first", pace="quick")
    panel = app.place.panel
    for _ in range(6):
        panel.desk.do(panel.desk.moves[0])
    click(panel, "go:undo")
    back = again(app).place.panel
    assert back.session.text() == panel.session.text()
    assert back.desk.seat_names == panel.desk.seat_names
    assert (back.desk.open_hands, back.desk.quick) == (False, True)
    assert shown(back) == shown(panel)


def test_practice_goes_on_with_the_same_question_and_counts_nothing_twice():
    app = visit("?practise=combat")
    panel = app.place.panel
    for _ in range(8):
        answer(panel, panel.asked, right=False)
        back = again(app)
        assert back.place.panel.asked == panel.asked
        assert back.place.panel.stream.state() == panel.stream.state()
        assert back.keeper.mastery == app.keeper.mastery
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
    assert "A fight at the police station, task 6 of" in seen(new)
    press(new.place.panel, "back", ":0")
    assert new.place.panel.walk.at == 5


def test_another_address_in_the_same_tab_is_followed():
    app = visit("?lesson=combat")
    there = again(app, address="?position=starving")
    assert there.place.kind == "play"
    assert there.bar.notice == ""


def test_settings_come_back():
    app = visit("?lang=de&theme=dark")
    back = again(app, tab="tab9", address="")
    assert (back.desk.language, back.shelf.theme) == ("de", "dark")


def test_two_tabs_do_not_destroy_each_others_progress():
    one, two = visit("?lesson=combat"), visit("?lesson=draw", tab="tab2")
    one.keeper.finished("combat")
    two.keeper.finished("draw")
    two.shelf._handle_custom_msg({"progress": {"tab": "tab1", "text": one.shelf.progress}}, [])
    assert {name for name, done in two.keeper.mastery.lessons.items() if done.done} == {"combat", "draw"}
    assert two.shelf.joined == ["tab1"]
    assert "combat" in two.shelf.progress
    assert one.keeper.mastery.lessons.get("draw") is None
    third = visit(progress=[("tab1", one.shelf.progress), ("tab2", two.shelf.progress)], tab="tab3")
    assert progress_text(third.keeper.mastery) == two.shelf.progress
    assert "2 of 15 lessons done" in seen(third)


def test_everything_can_be_forgotten_but_not_by_one_click():
    app = visit("?lesson=combat")
    app.keeper.finished("combat")
    press(app.bar, "go", ":home")
    sent = []
    app.shelf.send = lambda message, *_: sent.append(message)
    press(app.home, "ask")
    assert sent == []
    press(app.home, "forget")
    assert sent == [{"forget": True}]
    assert app.keeper.mastery.lessons == {}
    assert "0 of 15 lessons done" in seen(app)
    assert "Go on where you were" not in seen(app)


def test_a_browser_that_keeps_nothing_is_told_of():
    assert "This browser keeps nothing" in seen(visit(keeps=False))


# ---- what a page might send

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = ("lesson", "check", "walk", "task", "passed", "luck", "chance", "round", "given", "hints", "shown", "refused",
        "played", "session", "stream", "kind", "rule", "level", "levels", "game", "seats", "hands", "quick", "lab",
        "practise", "card")  # fmt: skip
LIKELY = st.dictionaries(st.sampled_from(KEYS), VALUES | st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8))


@given(VALUES)
def test_any_message_is_survived(app_here, value):
    for message in (value, {"hello": value}, {"progress": value}, {"ping": value}, {"hello": {"desks": value}}):
        app_here.shelf._handle_custom_msg(message, [])
    seen(app_here)


@pytest.fixture(scope="module")
def app_here():
    return visit()


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["lesson", "practise", "play", "lab", "look", "home", "x"]), LIKELY)
def test_whatever_is_kept_is_opened_or_left(kind, given):
    if kind == "lesson":
        given = {"lesson": "combat", **given}
    text = json.dumps({"apz": "desk 1", "place": kind, "address": "", "last": {kind: given}})
    app = visit(desks=[("tab1", text)])
    seen(app)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"apz": "desk 2"}',
        "[" * 100_000,
        '{"apz": "desk 1", "last": 3, "place": 7}',
        "x" * 300_000,
    ],
)
def test_a_text_that_is_not_ours_is_as_good_as_none(text):
    app = visit(desks=[("tab1", text)], progress=[("tab1", text)])
    assert app.place.kind == "home"
    assert "Go on where you were" not in seen(app)


def test_numbers_that_would_take_for_ever_are_not_believed():
    huge = {"hints": 10**12, "played": 10**12, "round": 10**30, "luck": -5, "chance": 1.5, "given": "abc", "passed": {}}
    state = walk_of(huge)
    assert [state[name] for name in ("hints", "played", "round", "luck", "chance", "given", "passed")] == [
        0, 0, 0, 0, 0, [], [],
    ]  # fmt: skip
    assert stream_of(huge)["hints"] == 0
    kept = read_kept(json.dumps({"apz": "desk 1", "language": "xx", "theme": "url()"}))
    assert kept
    assert (kept.language, kept.theme) == ("", "")


# ---- sharing


def fields(app: App) -> dict[str, str]:
    press(app.bar, "share")
    found = dict(_areas(app.bar.view["tree"]))
    press(app.bar, "share")
    return found


def _areas(tree: Tree) -> Iterator[tuple[str, str]]:
    if isinstance(tree, list):
        if tree[0] == "textarea":
            yield tree[1]["id"].removeprefix("app-share-"), tree[1]["value"]
        for child in tree[2:]:
            yield from _areas(child)


def test_a_position_is_shared_in_every_form_and_each_leads_back_to_it():
    app = visit("?position=police-station")
    found = fields(app)
    assert list(found) == ["position", "python", "yaml", "text"]
    assert found["position"].startswith("http://127.0.0.1/voila/render/app.ipynb?position=")
    there = visit("?" + found["position"].partition("?")[2])
    assert there.place.panel.session.position == position("police-station")
    names: dict[str, object] = {}
    exec(found["python"], names)
    assert position("police-station") in names.values()


def test_a_game_is_shared_as_a_link_that_replays_it():
    app = visit("?position=police-station")
    app.place.panel.desk.do(app.place.panel.desk.moves[0])
    app.place.panel.desk.do(app.place.panel.desk.moves[0])
    link = fields(app)["game"]
    there = visit("?" + link.partition("?")[2])
    assert there.place.panel.session.text() == app.place.panel.session.text()
    click(there.place.panel, "go:undo")
    assert there.place.panel.session.at == 1
    pasted = visit("?page=play")
    press(pasted.place.panel, "paste", text=link)
    assert pasted.place.panel.session.text() == app.place.panel.session.text()
    press(pasted.bar, "go", ":setup")
    press(pasted.place.panel, "paste", text=app.place.panel.session.text())
    assert pasted.place.panel.session.text() == app.place.panel.session.text()
    press(pasted.bar, "go", ":setup")
    press(pasted.place.panel, "paste", text="nothing of the kind")
    assert "cannot be opened" in pasted.bar.notice


def test_a_game_that_is_too_long_for_an_address_is_offered_as_a_file():
    app = visit("?position=police-station")
    panel = app.place.panel
    for _ in range(400):
        for move in panel.desk.moves[:4]:
            panel.session.do(move)
            panel.session.undo()
        if not panel.desk.moves:
            break
        panel.session.do(panel.desk.moves[-1])
        if len(session_link(panel.session)) > MOST_ADDRESS:
            break
    assert len(session_link(panel.session)) > MOST_ADDRESS
    panel.refresh()
    assert app.shelf.address.startswith("?page=play")
    assert "game" not in fields(app)
    press(app.bar, "share")
    assert says("en", "share.long") in shown(app.bar)
    sent = []
    app.shelf.send = lambda message, *_: sent.append(message)
    press(app.bar, "file")
    assert sent == [{"save": panel.session.text(), "name": "apocalypze-game.yaml"}]
    assert again(app).place.panel.session.text() == panel.session.text()


def test_a_picture_shows_what_may_be_seen_and_no_more():
    app = visit("?page=play")
    press(app.place.panel, "begin", yours="Church", other="Church", against="sensible", hands="hidden", starts="first")
    sent = []
    app.shelf.send = lambda message, *_: sent.append(message)
    press(app.bar, "share")
    press(app.bar, "picture")
    (message,) = sent
    assert "Church" in message["picture"]
    assert "<script" not in message["picture"]
    game = app.place.panel.session.position
    hidden = {game.game.cards[card].name for card in game.sides[1].hand} - {
        game.game.cards[card].name for card in game.sides[0].hand
    }
    assert not [name for name in hidden if name in message["picture"]]


def test_a_lesson_is_shared_by_its_address():
    assert fields(visit("?lesson=combat")) == {"link": "http://127.0.0.1/voila/render/app.ipynb?lesson=combat&lang=en"}


def test_a_link_to_a_position_that_breaks_the_rules_is_looked_at_in_the_lab():
    app = visit("?page=lab")
    yaml = app.place.panel.yaml
    broken = yaml.replace("stronghold: Police Station", "stronghold: Police Station\n    survivors: [9 Patsy McNally]")
    assert broken != yaml
    there = visit(f"?position={to_link(broken)}")
    assert there.place.kind == "lab"
    assert there.place.panel.problems


def test_a_link_that_would_play_for_ever_is_refused():
    session = new_session(new_game(seed=3))
    head = session.text().replace("steps: 0", f"steps: {MOST_STEPS + 1}")
    lines = "\n".join(f"- {{after: {number}, move: [draw]}}" for number in range(MOST_STEPS + 1))
    with pytest.raises(BadInput, match="too many"):
        read_link(to_link(head + lines + "\n"))


def test_every_named_position_goes_through_a_link():
    for name in course.named_positions():
        assert read_link(position_link(course.named_position(name))) == course.named_position(name)


# ---- the script


def test_the_script_keeps_plain_text_and_knows_no_word_of_the_game():
    text = (HERE / "shelf.js").read_text(encoding="utf-8")
    for word in ("innerHTML", "outerHTML", "insertAdjacent", "eval(", "new Function", "import(", "XMLHttpRequest",
                 "document.write", "document.cookie"):  # fmt: skip
        assert word not in text
    assert set(re.findall(r"https?://[^\s\"'`)]+", text)) == {"http://www.w3.org/2000/svg"}
    for word in ("stronghold", "survivor", "raider", "wound", "combat", "lesson", "position", "zombie", "card"):
        assert word not in re.sub(r"position:absolute", "", text.lower())


def test_only_the_languages_that_are_served_can_be_chosen(monkeypatch):
    monkeypatch.setenv("APZ_LANGUAGES", "de,xx")
    app = App("?lang=en")
    assert app.desk.language == "de"
    app.speak("en")
    assert app.desk.language == "de"
    monkeypatch.setenv("APZ_LANGUAGES", "")
    app.speak("en")
    assert app.desk.language == "en"
