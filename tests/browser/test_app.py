"""The app in Chromium as served: coming back after every mishap, sharing, two learners, narrow, dark."""

import json

import pytest
from playwright.sync_api import expect

from apz.apocalypze.game import GAME
from apz.apocalypze.teaching import course
from apz.core.sharing import position_link, session_link
from tests import servers
from tests.browser.conftest import faults
from tests.browser.desk import in_turns
from tests.browser.learner import NARROW, Learner
from tests.serving.conftest import served
from tests.texts import says, ui
from tests.widgets.app.visits import ended

COMBAT = course.order().index("combat") + 1


def guess(learner: Learner) -> None:
    """Answer the first question of the combat lesson wrong."""
    learner.see(".number-field")
    learner.browser.fill(".number-field", "4")
    learner.browser.click(".typed button")
    learner.see(".verdict.wrong")
    learner.kept(r"\"given\":[[\"4\"]]")


def move(learner: Learner) -> str:
    """Start a game against a bot and make a move, after two forced ones; return the next question."""
    learner.browser.click('form[data-do^="learn:begin:"] button')
    learner.see(".ask h2")
    learner.browser.click('.apz [data-do="move:[done]"]')
    learner.browser.wait_for_function("() => location.search.includes('session=')")
    learner.browser.click('.rail [data-do="open:drawer"]')
    learner.browser.click('.apz [data-do="tab:history"]')
    learner.see(".moment.here", "3")
    return learner.see(".ask h2")


def test_a_reload_goes_on_at_the_same_step_of_a_lesson(learner):
    someone = learner("?lesson=combat")
    guess(someone)
    old = someone.kernel()
    someone.browser.reload()
    someone.there()
    assert "You said: 4" in someone.see(".verdict.wrong")
    assert says("en", "bar.resumed") in someone.see(".app-told")
    assert someone.kernel() != old


def test_a_reload_goes_on_at_the_same_step_of_a_game(learner):
    someone = learner("?page=play")
    asked = move(someone)
    someone.browser.reload()
    someone.there()
    assert someone.see(".ask h2") == asked
    someone.see(".moment.here", "3")
    someone.do("go", "setup")
    someone.browser.dblclick(".app-form button")
    assert "deletes it" in someone.see("#app-lost")
    expect(someone.browser.locator('[data-do^="learn:keep:"]')).to_be_focused()


def test_back_and_forward_lead_from_place_to_place_and_a_reload_stays_there(learner):
    someone = learner("?lesson=combat")
    guess(someone)
    assert someone.browser.title().startswith(f"Lesson {COMBAT}: {course.lesson('combat').title}")
    old = someone.kernel()
    someone.do("go", "look")
    someone.see(".app-look")
    someone.browser.wait_for_function("() => document.title.startsWith('Look up')")
    someone.do("tab", "pieces")
    someone.do("piece", "Biker")
    someone.browser.wait_for_function("() => location.search.includes('card=Biker')")
    someone.browser.go_back()
    assert "You said: 4" in someone.see(".verdict.wrong")
    someone.browser.wait_for_function(
        f"() => document.title.startsWith('Lesson {COMBAT}') && location.search.includes('lesson=')"
    )
    someone.browser.go_forward()
    someone.see(".app-sheet", "Biker")
    assert someone.kernel() == old
    someone.browser.go_back()
    someone.see(".verdict.wrong")
    someone.kept(r"\"place\":\"lesson\"")
    someone.browser.reload()
    someone.there()
    assert "You said: 4" in someone.see(".verdict.wrong")
    someone.browser.go_forward()
    someone.see(".app-sheet", "Biker")


def test_a_killed_kernel_is_noticed_and_the_page_goes_on_by_itself(learner):
    someone = learner("?lesson=combat")
    guess(someone)
    old = someone.kernel()
    someone.kill()
    assert "what you did is safe" in someone.see(".app-notice:not([hidden])")
    someone.anew(old)
    assert "You said: 4" in someone.see(".verdict.wrong")
    someone.browser.fill(".number-field", "3")
    someone.browser.click(".typed button")
    someone.see(".verdict.right")
    someone.forgive()


@pytest.mark.slow
def test_on_plain_voila_a_reload_goes_on_too(pages, voila):
    someone = Learner(pages())
    someone.open(f"{voila.url}/voila/render/app-light.ipynb?lesson=combat")
    guess(someone)
    someone.browser.reload()
    someone.there()
    assert "You said: 4" in someone.see(".verdict.wrong")


@pytest.mark.slow
def test_a_place_that_was_given_up_is_taken_again_only_by_somebody_who_is_there(learner):
    one = learner("?lesson=combat")
    guess(one)
    first = one.kernel()
    one.browser.evaluate("const now = Date.now; Date.now = () => now() + 600000")
    one.kill()
    one.see(".app-notice", "Click or tap the page")
    assert one.kernel() == first
    one.browser.mouse.move(5, 5)
    one.browser.mouse.down()
    one.anew(first)
    assert "You said: 4" in one.see(".verdict.wrong")
    one.forgive()


@pytest.mark.slow
def test_a_lost_network_is_noticed_and_nothing_has_to_be_done_when_it_is_back(learner):
    someone = learner("?lesson=combat")
    guess(someone)
    old = someone.kernel()
    someone.browser.context.set_offline(True)
    assert "Connection lost" in someone.see(".app-notice:not([hidden])")
    someone.browser.context.set_offline(False)
    someone.browser.wait_for_selector(".app-notice", state="hidden")
    assert someone.kernel() == old
    someone.browser.fill(".number-field", "3")
    someone.browser.click(".typed button")
    someone.see(".verdict.right")
    someone.forgive()


@pytest.mark.slow
def test_a_restarted_server_is_waited_for(pages, tmp_path):
    port = servers.free_port()
    someone = Learner(pages())
    with served(tmp_path, port=port) as server:
        someone.open(f"{server.url}/?lesson=combat")
        guess(someone)
    assert "Connection lost" in someone.see(".app-notice:not([hidden])")
    with served(tmp_path, port=port) as server:
        someone.see(".app-told", says("en", "bar.resumed"))
        assert "You said: 4" in someone.see(".verdict.wrong")
        someone.browser.fill(".number-field", "3")
        someone.browser.click(".typed button")
        someone.see(".verdict.right")
        someone.forgive()
        someone.browser.goto("about:blank")
    assert faults(server.log) == []


def test_what_is_shared_opens_for_somebody_else(learner, tmp_path):
    one = learner("?page=play", permissions=["clipboard-read", "clipboard-write"])
    asked = move(one)
    one.do("share")
    one.browser.click('[data-app-copy="app-share-session"]')
    one.see(".app-notice", "Copied.")
    link = one.browser.evaluate("navigator.clipboard.readText()")
    assert link == one.browser.input_value("#app-share-session")
    with one.browser.expect_download() as saved:
        one.do("picture")
    saved.value.save_as(tmp_path / "table.png")
    assert saved.value.suggested_filename == "apocalypze-table.png"
    assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")
    with one.browser.expect_download() as saved:
        one.do("file")
    saved.value.save_as(tmp_path / "game.yaml")
    assert (tmp_path / "game.yaml").read_text().startswith("apz: session 1")
    two = learner("?" + link.partition("?")[2])
    assert two.see(".ask h2") == asked.replace("You", "Ann", 1)  # the person who opens it plays both sides
    assert two.browser.locator(".app-told").count() == 0
    two.browser.click('.rail [data-do="open:drawer"]')
    two.browser.click('.apz [data-do="tab:history"]')
    two.see(".moment.here", "3")


@pytest.mark.slow
def test_where_there_is_no_clipboard_the_text_is_copied_the_old_way(learner):
    someone = learner("?position=starving")
    someone.browser.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    someone.browser.evaluate("document.addEventListener('copy', () => { window.copied = String(getSelection()) "
                             "|| document.activeElement.value })")  # fmt: skip
    someone.do("share")
    someone.browser.click('[data-app-copy="app-share-yaml"]')
    someone.see(".app-notice", "Copied.")
    assert "stronghold" in someone.browser.evaluate("window.copied")


def test_two_learners_never_see_each_other(learner):
    one, two = learner("?lesson=combat"), learner("?lesson=combat")
    guess(one)
    assert two.browser.locator(".verdict").count() == 0
    assert one.kernel() != two.kernel()
    keys = [each.browser.evaluate("Object.keys(localStorage).join()") for each in (one, two)]
    assert keys[0] != keys[1]
    two.browser.reload()
    two.there()
    two.see(".number-field")
    assert two.browser.locator(".verdict").count() == 0


@pytest.mark.slow
def test_two_tabs_of_one_browser_keep_both(learner):
    one = learner("?lesson=combat")
    guess(one)
    two = learner("", beside=one)
    assert f"{course.lesson('combat').title}, task 1" in two.see(".app-back")
    two.open(two.browser.url.partition("?")[0] + "?lesson=draw")
    two.do("open", "2")
    two.see('.dot[aria-current="step"]', "3")
    two.browser.reload()
    two.there()
    two.see('.dot[aria-current="step"]', "3")
    one.browser.reload()
    one.there()
    assert "You said: 4" in one.see(".verdict.wrong")
    one.do("go", "learn")
    one.see(".lessons .begun", "3")
    one.do("go", "home")
    one.do("ask")
    assert one.browser.evaluate("document.activeElement.dataset.do").startswith("learn:ask:")
    one.do("forget")
    two.see(".app-told", says("en", "bar.forgotten"))
    assert f"0 of {len(course.order())}" in two.see(".app-doors")
    keys = two.browser.evaluate("Object.keys(localStorage).filter((key) => !key.startsWith('apz.desk.'))")
    assert keys == []
    two.browser.goto("about:blank")
    assert two.page.errors == []


@pytest.mark.slow
def test_hostile_storage_and_hostile_addresses_lead_home(learner):
    someone = learner()
    someone.browser.evaluate(
        """() => {
        const nasty = '<img src=x onerror=window.hacked=1>';
        localStorage["apz.desk.aaaaaaaa"] = nasty;
        localStorage["apz.desk.bbbbbbbb"] = JSON.stringify({ when: 9e15, text: nasty });
        localStorage["apz.desk.cccccccc"] = JSON.stringify({ when: 9e15, text: JSON.stringify(
          { apz: "visit 1", game: "apocalypze", place: "lesson",
            last: { lesson: { lesson: nasty, walk: { hints: 1e300 } } } }) });
        localStorage["apz.progress.aaaaaaaa"] = JSON.stringify({ when: 1, text: "x".repeat(10) });
        localStorage["apz.desk.dddddddd"] = "[".repeat(100000);
      }"""
    )
    url = someone.browser.url.partition("?")[0]
    for address in (
        "",
        f"?lesson={'%3Cimg%20src=x%20onerror=window.hacked=1%3E'}",
        "?session=1ffffffAAAA",
        "?page=" + "x" * 3000,
    ):
        someone.open(url + address)
        assert "ApocalypZe Tutor" in someone.see("h1")
        assert someone.browser.evaluate("window.hacked") is None
        # once the page has said that a record was set aside
        assert someone.browser.locator(".app-told").count() == 1
    aside = "Object.entries(localStorage).filter(([key]) => key.startsWith('apz.aside.')).map(([, text]) => text)"
    assert [json.loads(each)["text"] for each in someone.browser.evaluate(aside)] == ["x" * 10]


ADDRESSES = (
    "?theme=auto", "?theme=auto&page=play", "?theme=auto&page=look&card=biker", "?theme=auto&lesson=combat",
    "?theme=auto&session=ended",
)  # fmt: skip


@pytest.mark.parametrize(("address", "theme"), in_turns(ADDRESSES))
def test_axe_finds_nothing_serious_on_the_apps_pages_and_nothing_is_cut_off(learner, axe, theme, address):
    someone = learner(address.replace("ended", session_link(ended())), color_scheme=theme)
    if "session" in address:
        someone.do("share")
        someone.see("#app-share-yaml")
        someone.browser.click('.apz [data-do="open:end.share"]')
        assert "?session=" in someone.browser.locator("#app-end-link").input_value()
    page = someone.page
    page.keep(f"app-{address.replace('?theme=auto', 'home').replace('=', '-').replace('&', '-')}-{theme}")
    found = page.serious(axe)
    page.resize(NARROW)
    found += page.serious(axe)
    assert found == []
    assert page.sideways() <= 0
    assert page.too_small() == []
    paper = someone.browser.evaluate("getComputedStyle(document.querySelector('.apz')).backgroundColor")
    body = someone.browser.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == body == ("rgb(13, 18, 21)" if theme == "dark" else "rgb(236, 231, 220)")


MOST_CHROME = 120  # pixels above a page's own content, on a phone


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_a_walk_through_the_screens_meets_nothing_serious_and_the_bar_fits_a_phone(learner, axe, theme):
    someone = learner(f"?theme={theme}", viewport=NARROW)
    page = someone.page
    found: list[str] = []

    def look(name: str) -> None:
        """Check the screen for faults, at the size of a phone and of a desktop."""
        for size in (NARROW, {"width": 1280, "height": 900}):
            page.resize(size)
            found.extend(f"{name}: {each}" for each in page.serious(axe))
            assert page.sideways() <= 0, name
        page.resize(NARROW)

    for tool in someone.browser.locator(".app-tool:visible").all():
        box = tool.bounding_box()
        assert box["x"] + box["width"] <= NARROW["width"]
    assert someone.browser.locator(".app-home").bounding_box()["y"] <= MOST_CHROME
    names = {"Patsy McNally": 2, "Police Officer": 1}
    for name, point in names.items():  # by mouse, from where they wait to where they block
        card = someone.browser.locator(".app-puzzle .zone").get_by_role("button", name=name)
        card.drag_to(someone.browser.locator(f'.app-puzzle [data-drop="point:{point}"]'))
        someone.see(f'.app-puzzle [data-drop="point:{point}"] .in .card', name)
    someone.do("solve")
    assert says("en", "puzzle.right") in someone.see(".app-puzzle .verdict")
    look("puzzle")
    doors = {"practise": ".round-steps", "look": ".app-rules", "learn": ".map"}
    for door, seen in doors.items():
        someone.do("sheet", "menu")
        someone.do("go", door)
        someone.see(seen)
        expect(someone.browser.locator("nav.open")).to_have_count(0)
        look(door)
    someone.do("sheet", "settings")
    someone.see(".app-settings")
    look("settings")
    assert found == []


def test_a_pace_is_asked_for_only_where_a_bot_plays(learner):
    page = learner("?page=play").browser
    pace = page.get_by_role("combobox", name=says("en", "choose.pace"))
    against = page.get_by_role("combobox", name=says("en", "choose.against"))
    expect(pace).to_be_visible()
    against.select_option("you")
    expect(pace).to_be_hidden()
    against.select_option("regular")
    expect(pace).to_be_visible()


@pytest.mark.parametrize("size", [{"width": 1280, "height": 900}, NARROW], ids=["wide", "narrow"])
def test_how_a_game_ended_is_in_full_view_with_the_ways_on_and_its_turning_point_opens(learner, size):
    game = ended()
    seats = "you-regular" if game.position.winner == 0 else "regular-you"
    someone = learner(f"?session={session_link(game)}&seats={seats}", viewport=size)
    page = someone.browser
    heading = page.get_by_role("heading", name=says("en", "end.you-won"))
    for name in ("end.same-start", "end.back-home"):
        expect(page.get_by_role("main").get_by_role("button", name=says("en", name))).to_be_in_viewport(ratio=1)
    expect(heading).to_be_in_viewport(ratio=1)
    assert someone.page.sideways() <= 0
    page.get_by_role("button", name=says("en", "end.turning")).click()
    expect(heading).to_have_count(0)


@pytest.mark.slow
def test_the_look_and_the_language_are_in_the_address(learner):
    someone = learner("?theme=dark&lang=de")
    assert "Zwei Spieler" in someone.see("main")
    assert someone.browser.evaluate("document.body.dataset.jpThemeLight") == "false"
    assert someone.browser.evaluate("document.documentElement.lang") == "de"
    someone.do("sheet", "settings")
    someone.browser.check('[data-do^="learn:theme:"][value="light"]')
    someone.browser.wait_for_function("() => document.body.dataset.jpThemeLight === 'true'")
    someone.browser.wait_for_function("() => location.search.includes('theme=light')")
    kept = json.loads(
        someone.browser.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('apz.desk'))[1]")
    )
    assert json.loads(kept["text"])["language"] == "de"


@pytest.mark.parametrize("size", [{"width": 1280, "height": 900}, NARROW], ids=["wide", "narrow"])
def test_the_coach_of_a_first_game_is_in_view_beside_the_decision_and_can_be_put_away(learner, size):
    link = position_link(GAME, course.opening())
    someone = learner(f"?position={link}&seats=you-rookie&hands=open", viewport=size)
    page = someone.browser
    coach = page.get_by_role("complementary", name=ui("en", "coach.name"))
    expect(coach).to_be_in_viewport(ratio=1)
    someone.page.keep(f"coach-{size['width']}")
    assert someone.page.sideways() <= 0
    coach.get_by_role("button", name=ui("en", "coach.close")).click()
    expect(coach).to_have_count(0)
