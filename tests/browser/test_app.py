"""The app in Chromium: a newcomer's way, coming back after every mishap, sharing, two learners, narrow, dark."""

import json
from contextlib import contextmanager

import psutil
import pytest

from apz import serve
from tests.browser.desk import Page, in_turns
from tests.browser.test_lessons import Mouse, take

NARROW = {"width": 390, "height": 844}
KERNEL = "JSON.parse(document.getElementById('jupyter-config-data')?.textContent || '{}').kernelId"
# what the browser and Jupyter's own scripts say in the console when a connection is gone
LOST = ("Connection lost", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket", "Cannot send",
        "Failed to load resource", "Failed to fetch", "ERR_CONNECTION_RESET", "NetworkError", "Canceled")  # fmt: skip


class Learner:
    """Somebody at the app."""

    def __init__(self, page: Page) -> None:
        self.page, self.browser = page, page.page

    def open(self, url: str) -> None:
        """Go to an address and wait until the app has read what the browser keeps."""
        self.browser.goto(url)
        self.there()

    def there(self) -> None:
        """Wait for the app."""
        self.browser.wait_for_selector(".apz > main")
        self.browser.wait_for_function("location.search.includes('lang=')")

    def do(self, verb: str, rest: str = "") -> None:
        """Click what sends a gesture of a page's own."""
        self.browser.click(f'.apz [data-do^="learn:{verb}:"][data-do$=":{rest}"]')

    def see(self, selector: str, text: str = "") -> str:
        """Wait until something is there, and read it."""
        found = self.browser.locator(selector, has_text=text).first
        found.wait_for()
        return found.inner_text()

    def kernel(self) -> str:
        """Who answers this page."""
        found: str = self.browser.evaluate(KERNEL)
        return found

    def kept(self, text: str) -> None:
        """Wait until the browser keeps something in which this text stands."""
        self.browser.wait_for_function(
            "text => Object.keys(localStorage).some((key) => localStorage[key].includes(text))", arg=text
        )

    def forgive(self) -> None:
        """That a connection was gone is no fault of the page."""
        self.page.errors = [each for each in self.page.errors if not any(sign in each for sign in LOST)]


@pytest.fixture
def learner(pages, voila):
    """Opens the app for somebody, in a browser of his own unless another page is named whose browser it is."""

    def come(address="", beside=None, **settings):
        page = Page(beside.browser.context.new_page()) if beside else pages(**settings)
        found = Learner(page)
        found.open(f"{voila.url}/voila/render/app-light.ipynb{address}")
        return found

    return come


def guess(learner: Learner) -> None:
    """Answer the first question of the lesson about combat, wrongly."""
    learner.see(".number-field")
    learner.browser.fill(".number-field", "4")
    learner.browser.click(".typed button")
    learner.see(".verdict.wrong")
    learner.kept(r"\"given\":[[\"4\"]]")


def move(learner: Learner) -> str:
    """Begin a game against a bot and make two moves."""
    learner.browser.click('form[data-do^="learn:begin:"] button')
    learner.see(".ask h2")
    for gesture in ("move:[draw]", "move:[occupy, 0]"):
        learner.browser.click(f'.apz [data-do="{gesture}"]')
    learner.browser.wait_for_function("location.search.includes('game=')")
    learner.browser.click('.apz [data-do="tab:history"]')
    learner.see(".moment.here", "2")
    return learner.see(".ask h2")


def test_a_newcomers_first_minutes(learner):
    someone = learner()
    assert "ApocalypZe Tutor" in someone.see("h1")
    someone.do("lesson", "table")
    someone.see(".lesson-head")
    someone.page.page.evaluate("window.repaints = 0")
    someone.browser.evaluate(
        "new MutationObserver(() => { window.repaints += 1; })"
        ".observe([...document.querySelectorAll('.apz-live')].pop(), { childList: true })"
    )
    take(someone.page, Mouse(someone.page), "table")
    someone.do("go", "home")
    someone.see(".app-door", "1 of 15 lessons done")
    someone.do("go", "setup")
    move(someone)
    someone.do("go", "practise")
    someone.see(".practice-head")
    someone.do("go", "look")
    someone.browser.fill('.app-look [data-do^="learn:find:"] input', "gang")
    someone.browser.press('.app-look [data-do^="learn:find:"] input', "Enter")
    someone.do("card", "Gang Warrior")
    someone.see(".app-sheet", "Gang Warrior")
    someone.do("go", "home")
    assert "Your game, after 2 moves" in someone.see(".app-back")


def test_a_reload_goes_on_at_the_same_step_of_a_lesson(learner):
    someone = learner("?lesson=combat")
    guess(someone)
    old = someone.kernel()
    someone.browser.reload()
    someone.there()
    assert "You said: 4" in someone.see(".verdict.wrong")
    assert "exactly where you were" in someone.see(".app-told")
    assert someone.kernel() != old


def test_a_reload_goes_on_at_the_same_step_of_a_game(learner):
    someone = learner("?page=play")
    asked = move(someone)
    someone.browser.reload()
    someone.there()
    assert someone.see(".ask h2") == asked
    someone.browser.click('.apz [data-do="tab:history"]')
    someone.see(".moment.here", "2")


def test_a_killed_kernel_is_noticed_and_the_page_goes_on_by_itself(learner):
    someone = learner("?lesson=combat")
    guess(someone)
    old = someone.kernel()
    (process,) = [
        each for each in psutil.process_iter(["cmdline"]) if any(old in part for part in each.info["cmdline"] or ())
    ]
    process.kill()
    assert "what you did is safe" in someone.see(".app-notice:not([hidden])")
    # while the page loads there is only a part of it
    another = f"old => {{ try {{ return {KERNEL} && {KERNEL} !== old; }} catch {{ return false; }} }}"
    someone.browser.wait_for_function(another, arg=old)
    someone.there()
    assert "You said: 4" in someone.see(".verdict.wrong")
    someone.browser.fill(".number-field", "3")
    someone.browser.click(".typed button")
    someone.see(".verdict.right")
    someone.forgive()


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


@contextmanager
def server(folder, home, port):
    """Voila at a port that is named, so that it can come back there."""
    arguments = [
        "voila", str(folder), f"--port={port}", "--Voila.ip=127.0.0.1", "--Voila.port_retries=0", "--no-browser",
        "--Voila.log_level=WARN", *serve.VOILA, serve.prompt("Voila"),
    ]  # fmt: skip
    with serve.running(arguments, home, f"http://127.0.0.1:{port}") as running:
        yield running


@pytest.mark.slow
def test_a_restarted_server_is_waited_for(pages, folder, tmp_path):
    port = serve.free_port()
    someone = Learner(pages())
    with server(folder, tmp_path / "one", port):
        someone.open(f"http://127.0.0.1:{port}/voila/render/app-light.ipynb?lesson=combat")
        guess(someone)
    assert "Connection lost" in someone.see(".app-notice:not([hidden])")
    with server(folder, tmp_path / "two", port):
        someone.see(".app-told", "exactly where you were")
        assert "You said: 4" in someone.see(".verdict.wrong")
        someone.forgive()
        someone.browser.goto("about:blank")


def test_what_is_shared_opens_for_somebody_else(learner, tmp_path):
    one = learner("?page=play", permissions=["clipboard-read", "clipboard-write"])
    asked = move(one)
    one.do("share")
    one.browser.click('[data-app-copy="app-share-game"]')
    one.see(".app-notice", "Copied.")
    link = one.browser.evaluate("navigator.clipboard.readText()")
    assert link == one.browser.input_value("#app-share-game")
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
    assert two.see(".ask h2") == asked
    assert two.browser.locator(".app-told").count() == 0
    two.browser.click('.apz [data-do="tab:history"]')
    two.see(".moment.here", "2")


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
    assert "A fight at the police station, task 1" in two.see(".app-back")
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
          { apz: "desk 1", place: "lesson", last: { lesson: { lesson: nasty, walk: { hints: 1e300 } } } }) });
        localStorage["apz.progress.aaaaaaaa"] = JSON.stringify({ when: 1, text: "x".repeat(10) });
        localStorage["apz.desk.dddddddd"] = "[".repeat(100000);
      }"""
    )
    url = someone.browser.url.partition("?")[0]
    for address in (
        "",
        f"?lesson={'%3Cimg%20src=x%20onerror=window.hacked=1%3E'}",
        "?game=1ffffffAAAA",
        "?page=" + "x" * 3000,
    ):
        someone.open(url + address)
        assert "ApocalypZe Tutor" in someone.see("h1")
        assert someone.browser.evaluate("window.hacked") is None
        assert someone.browser.locator(".app-told").count() == bool(address)


ADDRESSES = ("", "?page=play", "?page=look&card=biker", "?lesson=combat", "?position=starving")


@pytest.mark.parametrize(("address", "theme"), in_turns(ADDRESSES))
def test_every_page_is_for_every_eye(learner, axe, theme, address):
    someone = learner(address, color_scheme=theme)
    if "position" in address:
        someone.do("share")
        someone.see("#app-share-yaml")
    page = someone.page
    page.keep(f"app-{address.strip('?').replace('=', '-').replace('&', '-') or 'home'}-{theme}")
    found = page.serious(axe)
    someone.browser.set_viewport_size(NARROW)
    found += page.serious(axe)
    assert found == []
    assert page.sideways() <= 0
    assert page.too_small() == []
    paper = someone.browser.evaluate("getComputedStyle(document.querySelector('.apz')).backgroundColor")
    body = someone.browser.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == body == ("rgb(20, 24, 27)" if theme == "dark" else "rgb(244, 241, 234)")


@pytest.mark.slow
def test_the_look_and_the_language_are_in_the_address(learner):
    someone = learner("?theme=dark&lang=de")
    assert "Zwei Spieler" in someone.see("main")
    assert someone.browser.evaluate("document.body.dataset.jpThemeLight") == "false"
    assert someone.browser.evaluate("document.documentElement.lang") == "de"
    someone.browser.select_option('[data-do^="learn:theme:"]', "light")
    someone.browser.wait_for_function("document.body.dataset.jpThemeLight === 'true'")
    someone.browser.wait_for_function("location.search.includes('theme=light')")
    kept = json.loads(
        someone.browser.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('apz.desk'))[1]")
    )
    assert json.loads(kept["text"])["language"] == "de"
