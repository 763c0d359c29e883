"""The site in Chromium, from Python's own web server: start, lesson, game, offline, faults, a new version."""

import hashlib
import re
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from apz.apocalypze.teaching import course
from apz.core.learning.lesson_run import begin
from apz.widgets.base.styles import FONTS
from tests import servers
from tests.browser.desk import Page
from tests.browser.learner import Learner
from tests.browser.test_lab_page import DOORS, pane, text
from tests.browser.test_newcomer import answer
from tests.browser.test_record import EMPTY, FILL
from tests.site.building import KEPT, REHEARSED, filed
from tests.texts import says

UNWATCHED = {"bypass_csp": True}  # for waiting on an expression, which the page's policy wouldn't allow
# Python starts when the page tells it to; this holds that message back until the test releases it
HELD = """
const send = Worker.prototype.postMessage, held = [];
Worker.prototype.postMessage = function (...given) { held.push([this, given]); };
window.apzStart = () => {
  Worker.prototype.postMessage = send;
  for (const [worker, given] of held.splice(0)) send.apply(worker, given);
};
"""
# how every element of a page looks, once its fonts are there; variables that nothing shows don't count
# of each element, and of what's drawn before and after it: its beginning, and a number made from its whole style
LOOKS = """async () => {
  await document.fonts.ready;
  const look = (each, part) => {
    const style = getComputedStyle(each, part);
    if (part && style.content === "none") return "";
    const names = [...style].filter((name) => !name.startsWith("--"));
    const text = names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join("; ");
    let sum = 0;
    for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
    return `${each.cloneNode().outerHTML.slice(0, 80)} ${part} ${sum}`;
  };
  const all = [...document.querySelectorAll("body *")];
  return all.flatMap((each) => [null, "::before", "::after"].map((part) => look(each, part)));
}"""
KINDS = ("index", "rules", "pieces", "teachers", "developers")  # the pages to read, except lessons
STEP = '.dot[aria-current="step"]'


@pytest.fixture
def files(site, tmp_path):
    """Yield a copy of the site on a web server that can be stopped, with its address."""
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    port, running = servers.free_port(), ExitStack()

    class Files:
        url = f"http://127.0.0.1:{port}/"
        place = folder

        def start(self) -> None:
            running.enter_context(filed(folder, tmp_path / "server", port))

        def stop(self) -> None:
            running.close()

    found = Files()
    found.start()
    yield found
    found.stop()


@pytest.fixture
def pages(files, pages):
    """Return the `pages` fixture, which depends on `files` here so that pages are left before their server stops."""
    return pages


@pytest.fixture
def visitor(pages, files):
    """Return a function that opens the site for a visitor, in a new browser or in that of another learner."""

    def come(address: str = "", beside: Learner | None = None, **settings) -> Learner:
        page = Page(beside.browser.context.new_page()) if beside else pages(**{**UNWATCHED, **settings})
        someone = Learner(page)
        someone.open(files.url + address)
        return someone

    return come


def right_number() -> str:
    """Return the answer to the first task of the first lesson."""
    question = begin(course.lesson("table"), course.SUBJECT).question
    assert question
    return next(iter(question.right))


def to_second_task(someone: Learner, told: str = "") -> None:
    """Answer the first lesson's first task wrong, then right, and continue; first close the message `told`, if any."""
    someone.do("lesson", "table")
    if told:
        someone.see(".app-notice", told)
        someone.browser.locator(".app-notice").get_by_role("button", name=says("en", "notice.shut")).click()
    answer(someone, str(int(right_number()) + 1))
    someone.see(".verdict.wrong")
    answer(someone, right_number())
    someone.see(".verdict.right")
    someone.do("next")
    assert someone.see(STEP, "2") == "2"


def game_begun(someone: Learner) -> None:
    """Start a game and make its first move."""
    someone.do("go", "setup")
    someone.press('form[data-do^="learn:begin:"] button')
    someone.press('.ask .buttons [data-do="move:[done]"]')
    someone.press('.rail [data-do="open:drawer"]')
    someone.see(".explain")


def test_it_starts_teaches_plays_and_a_reload_goes_on_with_no_request_to_anywhere_else(pages, files):
    page, asked = pages(), set[str]()
    page.page.on("request", lambda request: asked.add(request.url))
    page.page.context.on("serviceworker", lambda worker: asked.add(worker.url))
    someone = Learner(page)
    someone.open(files.url)
    expect(page.page.get_by_role("link", name="For teachers")).to_be_visible()
    to_second_task(someone)
    expect(page.page.get_by_role("link", name="For teachers")).to_be_hidden()
    page.page.reload()
    someone.there()
    assert someone.see(STEP, "2") == "2"
    game_begun(someone)
    someone.kept("[done]")
    page.page.reload()
    someone.there()
    someone.see(".ask h2")
    elsewhere = [url for url in asked if not url.startswith((files.url, "data:", "blob:"))]
    assert elsewhere == []
    assert any(url.endswith("pyodide.asm.wasm") for url in asked)


@pytest.mark.parametrize(
    ("address", "part", "width"),
    [
        ("", "first.css", 390),
        ("", "first.css", 1280),
        ("?theme=light&lang=de", "first.css", 390),
        ("?theme=light&lang=de", "first.css", 1280),
        ("en/lesson-combat.html", "pieces.css", 390),
        ("en/lesson-combat.html", "pieces.css", 1280),
        ("de/pieces.html", "pieces.css", 390),
        ("de/pieces.html", "pieces.css", 1280),
        ("en/teachers.html", "read.css", 390),
        ("en/teachers.html", "read.css", 1280),
    ],
)
def test_the_part_of_the_style_that_a_page_comes_with_is_all_it_needs(pages, files, address, part, width):
    page = pages(viewport={"width": width, "height": 900}, reduced_motion="reduce").page
    page.route("**/host.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(files.url + address)
    found = page.evaluate(LOOKS)
    (place,) = files.place.glob(f"*/{part}")
    fonts = "".join(place.read_text(encoding="utf-8").splitlines(keepends=True)[: len(FONTS)])
    whole = fonts + place.with_name("site.css").read_text(encoding="utf-8")
    page.route(f"**/{part}", lambda route: route.fulfill(body=whole, content_type="text/css"))
    with page.expect_response(f"**/{part}"):
        page.reload()
    assert page.evaluate(LOOKS) == found


@pytest.mark.parametrize("name", ["", *(f"en/{each}.html" for each in (*KINDS, "lesson-combat"))])
def test_a_page_asks_early_for_exactly_the_fonts_it_shows(pages, files, name):
    page = pages(viewport={"width": 412, "height": 823}).page
    without_python(page)
    page.goto(files.url + name)
    page.evaluate("() => document.fonts.ready.then(() => true)")
    asked = page.locator('link[as="font"]').evaluate_all("all => all.map((each) => each.href)")
    got = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    used = page.evaluate("[...document.fonts].filter(({ status }) => status === 'loaded').length")
    assert used == len(asked) == len([each for each in got if each.endswith(".woff2")])


def without_python(page: Any) -> Callable[[], None]:
    """Keep Python from starting in the next document that a page opens; return a function that lets it start."""
    page.add_init_script(HELD)
    return lambda: page.evaluate("window.apzStart()")


def test_the_puzzle_is_played_before_python_is_there_and_goes_on_with_it(pages, files):
    page = pages().page
    come = without_python(page)
    page.goto(files.url)
    puzzle = page.locator("#app").get_by_role("region", name="Hold the station")
    survivor = puzzle.get_by_role("button", name=re.compile("^Patsy McNally"))
    survivor.drag_to(puzzle.get_by_role("button", name=re.compile("^Lord Brawn")))
    puzzle.get_by_role("button", name=re.compile("^Police Officer")).click()
    puzzle.get_by_role("button", name=re.compile("^Access point 2")).click()
    puzzle.get_by_role("button", name=says("en", "puzzle.decide")).click()
    verdict = puzzle.locator(".verdict")
    expect(verdict).to_contain_text(says("en", "puzzle.wrong"))
    told = verdict.locator("p").nth(1).inner_text()
    status = page.get_by_role("status").filter(has_text="Getting a table ready")
    expect(status).to_be_hidden()
    verdict.get_by_text(says("en", "puzzle.why")).click()
    verdict.get_by_role("button", name=re.compile("combat")).first.click()  # nobody has rehearsed that
    expect(status).to_be_visible()
    page.evaluate("() => { document.body.dataset.same = 'page'; }")
    come()
    expect(status).to_be_hidden()
    expect(verdict.get_by_role("button", expanded=True)).to_be_visible()
    expect(verdict).to_contain_text(told)
    assert page.evaluate("document.body.dataset.same") == "page"
    puzzle.get_by_role("button", name=says("en", "puzzle.again")).click()
    expect(verdict).to_have_count(0)


def test_a_python_that_never_comes_up_is_told_and_what_was_done_before_is_kept(pages, files):
    page = pages()
    come = without_python(page.page)
    page.page.route("**/stdlib.zip", lambda route: route.abort())
    page.page.goto(files.url)
    page.page.locator("#app").get_by_role("button", name=re.compile("^Begin")).first.click()
    expect(page.page.locator(STEP)).to_have_text("1")
    come()
    expect(page.page.get_by_role("status").filter(has_text="Nothing you did is lost")).to_be_visible()
    page.page.unroute_all()
    with page.page.expect_navigation():
        page.page.get_by_role("link", name="Reload").click()
    come()
    expect(page.page.locator(STEP)).to_have_text("1")
    answer(Learner(page), right_number())
    expect(page.page.locator(".verdict.right")).to_be_visible()
    page.errors.clear()


def test_the_next_visit_begins_where_the_last_one_ended_before_python_is_there(visitor, files):
    someone = visitor()
    to_second_task(someone)
    someone.browser.evaluate(REHEARSED)
    back = someone.browser.context.new_page()
    come = without_python(back)
    back.goto(files.url)
    back.locator("#app").get_by_role("heading", name=says("en", "home.back")).wait_for()
    back.locator("#app .app-back button").first.click()
    expect(back.locator(STEP)).to_have_text("2")
    come()
    expect(back.get_by_role("status").filter(has_text="Getting a table ready")).to_be_hidden()
    Learner(Page(back)).there()
    expect(back.locator(STEP)).to_have_text("2")
    records = "Object.keys(localStorage).filter((each) => each.startsWith('apz.progress.')).length"
    assert back.evaluate(records) == 1


def test_what_a_learner_forgets_is_not_rehearsed_anymore(visitor, files):
    someone = visitor()
    to_second_task(someone)
    someone.browser.evaluate(REHEARSED)
    someone.do("go", "home")
    someone.do("ask")
    kept = """async () => {
      const address = new URL(`${document.body.dataset.build}/next.json`, location.href).href;
      return await (await caches.match(address))?.text() ?? "";
    }"""
    assert "walk" in someone.browser.evaluate(kept)
    someone.do("forget")
    someone.browser.locator(".app-back").wait_for(state="detached")
    assert "walk" not in someone.browser.evaluate(kept)


@pytest.mark.parametrize(("locale", "language"), [("de-AT", "de"), ("es-MX", "es")])
def test_a_browser_is_answered_in_its_own_language_before_and_after_python_is_there(pages, files, locale, language):
    page = pages(locale=locale).page
    come = without_python(page)
    page.goto(files.url)
    app = page.locator("#app")
    expect(app.get_by_text(says(language, "home.headline"))).to_be_visible()
    app.get_by_role("button", name=says(language, "door.learn"), exact=True).click()
    now = app.locator(".app-way.now")
    expect(now).to_have_text(says(language, "door.learn"))
    come()
    expect(page.locator(".site-progress")).to_have_count(0)
    expect(now).to_have_text(says(language, "door.learn"))
    assert page.evaluate("document.documentElement.lang") == language


def test_a_newcomer_with_a_link_is_told_what_comes_and_not_welcome_back(pages, files):
    page = pages(locale="de-DE").page
    without_python(page)
    page.goto(f"{files.url}?lesson=table")
    expect(page.get_by_role("status")).to_have_text(re.compile("Tisch"))
    expect(page.get_by_text("Gleich siehst du, was hinter diesem Link ist.")).to_be_visible()
    expect(page.get_by_text("Willkommen zurück")).to_be_hidden()
    assert page.evaluate("document.documentElement.lang") == "de"


def test_with_the_server_stopped_a_new_tab_a_reload_a_lesson_a_game_and_the_lab_work(visitor, files):
    someone = visitor()
    assert someone.browser.evaluate(KEPT)
    files.stop()
    other = visitor(beside=someone)
    to_second_task(other)
    other.browser.reload()
    other.there()
    assert other.see(STEP, "2") == "2"
    game_begun(other)
    other.do("go", "lab")
    other.see(".gallery")
    other.forgive()


def test_offline_it_comes_up_though_the_browser_dropped_its_own_copies(visitor, files):
    someone = visitor()
    assert someone.browser.evaluate(KEPT)
    files.stop()
    someone.browser.context.new_cdp_session(someone.browser).send("Network.clearBrowserCache")
    someone.browser.reload()
    someone.there()


def test_a_worker_that_ends_is_noticed_and_the_same_step_comes_back(visitor):
    someone = visitor()
    to_second_task(someone)
    someone.kept("lesson")
    old = someone.kernel()
    someone.kill()
    someone.anew(old)
    assert someone.see(STEP, "2") == "2"
    answered = someone.browser.locator('[data-do^="learn:play:"]')
    answered.click()
    someone.see(".after")


def test_long_work_is_done_in_a_worker_of_its_own_and_stopping_it_ends_that_worker(visitor):
    someone = visitor(f"?lab={DOORS}&lang=en")
    many = pane(someone, "simulate")
    many.get_by_role("button", name=re.compile("games from this position")).click()
    many.get_by_role("combobox", name=text("games")).select_option("10000")
    with someone.browser.expect_event("worker") as helper:
        many.get_by_role("button", name=text("do-simulate"), exact=True).click()
    expect(many.get_by_role("table", name=text("sums"))).to_be_visible()
    with helper.value.expect_event("close"):
        many.get_by_role("button", name=text("stop")).click()
    expect(many.get_by_text(text("stopped"))).to_be_visible()
    expect(many.get_by_role("table", name=text("sums"))).to_be_visible()  # what there was stays
    assert len(someone.browser.workers) == 1


def test_a_full_storage_is_told_and_nothing_is_lost(visitor):
    someone = visitor()
    someone.browser.evaluate(FILL)
    to_second_task(someone, says("en", "notice.full"))
    someone.browser.evaluate(EMPTY)
    someone.kept("lesson")
    someone.browser.reload()
    someone.there()
    assert someone.see(STEP, "2") == "2"


def test_a_forbidden_storage_is_told(pages, files):
    page = pages()
    page.page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage']) "
        "Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    someone = Learner(page)
    someone.open(files.url)
    to_second_task(someone, says("en", "notice.blocked"))


def test_a_browser_without_webassembly_is_told_so_and_can_read_on(pages, files):
    page = pages().page
    page.add_init_script("delete window.WebAssembly;")
    page.goto(files.url)
    expect(page.get_by_role("status")).to_contain_text("too old, or WebAssembly is turned off")
    expect(page.get_by_role("heading", name="Hold the station")).to_be_visible()


def test_a_download_that_breaks_off_is_told_with_a_way_on(pages, files):
    page = pages()
    page.page.route("**/stdlib.zip", lambda route: route.abort())
    page.page.goto(files.url)
    expect(page.page.get_by_role("status").filter(has_text="Nothing you did is lost")).to_be_visible()
    page.page.unroute_all()
    page.page.get_by_role("link", name="Reload").click()
    page.page.wait_for_selector("#app .apz > main")
    page.errors.clear()


def changed(folder: Path) -> str:
    """Turn a site into another build, like a later version; return the build's name."""
    old = next(folder.glob("*/settings.js")).parent
    name = f"{int(old.name, 16) ^ 1:012x}"
    old.rename(folder / name)
    page, worker = (
        (folder / file).read_text(encoding="utf-8").replace(old.name, name) for file in ("index.html", "sw.js")
    )
    (folder / "index.html").write_text(page, encoding="utf-8")
    hashed = hashlib.sha256(page.encode()).hexdigest()
    worker = re.sub(r'("index.html": )"\w+"', rf'\1"{hashed}"', worker)
    worker = re.sub(r'"apz\.(\w+)"', rf'"apz.{name}"', worker, count=1)
    (folder / "sw.js").write_text(worker, encoding="utf-8")
    return name


def test_a_new_version_is_offered_and_never_mixed_with_the_old_one(visitor, files):
    someone = visitor()
    to_second_task(someone)
    assert someone.browser.evaluate(KEPT)
    before = someone.browser.evaluate("document.body.dataset.build")
    after = changed(files.place)
    asked = set[str]()
    someone.browser.on("request", lambda request: asked.add(request.url))
    someone.browser.reload()  # the old one comes up whole, though the server doesn't have it anymore
    someone.there()
    assert someone.browser.evaluate("document.body.dataset.build") == before
    assert [url for url in asked if after in url] == []
    offer = someone.browser.get_by_role("status").filter(has_text="new version")
    expect(offer).to_be_visible()
    assert someone.see(STEP, "2") == "2"
    offer.get_by_role("button", name="Reload").click()
    someone.browser.wait_for_function("name => document.body?.dataset.build === name", arg=after)
    someone.there()
    assert someone.see(STEP, "2") == "2"
