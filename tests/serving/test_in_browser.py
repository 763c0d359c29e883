"""The served page in a real Chromium: what it shows before the tutor is there, and that nothing comes from outside."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, Request, WebSocketRoute

from apz.serving import pages
from tests.serving.conftest import LONG, served, visiting

PART = re.compile(r"/[0-9]+\.[^/]*js(\?|$)")  # a part of a script is named by a number
KERNEL = "JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"
LOADING = "#rendered_cells .jp-OutputArea-output:has-text('Loading widget...')"
RESTORED = "window.jupyterapp?.widgetManager?.restoredStatus"  # all panels have come
ENDED = "#rendered_cells :is(.apz button, .jp-OutputArea-output.jupyter-widgets)"  # drawn, or reported missing


@pytest.fixture
def page(chromium):
    with visiting(chromium, color_scheme="dark", viewport={"width": 390, "height": 800}) as opened:
        yield opened


def test_the_first_paint_gives_way_to_the_tutor(page, club):
    asked: list[str] = []
    wrong: list[str] = []
    held: list[Any] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.route("**/voila.js", lambda route: held.append(route))
    page.goto(f"{club.url}/?lang=de", wait_until="commit")
    page.locator("#step", has_text=pages.catalog("de").text("progress", "panels")).wait_for()
    assert pages.catalog("de").text("page", "about") in page.inner_text("#opening")
    assert "Zombies" in page.inner_text("#opening")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    page.locator("#rendered_cells .apz button").first.wait_for()
    page.locator("#opening").wait_for(state="detached")
    assert page.evaluate("document.body.dataset.jpThemeLight") == "false"
    assert [url for url in asked if not url.startswith((club.url, "data:", "blob:"))] == []
    assert wrong == []


@pytest.mark.parametrize(("address", "dark"), [("?theme=light", "false"), ("?theme=dark", "true"), ("", "true")])
def test_the_theme_is_the_one_asked_for_or_the_systems(page, club, address, dark):
    page.goto(f"{club.url}/{address}")
    page.locator("#rendered_cells .apz button").first.wait_for()
    assert page.evaluate("document.body.dataset.jpThemeLight") == ("false" if dark == "true" else "true")
    lightness = "c => c.match(/\\d+/g).map(Number).reduce((a, b) => a + b)"
    paper = page.evaluate(f"({lightness})(getComputedStyle(document.body).backgroundColor)")
    assert (paper < 300) is (dark == "true")


def test_a_tutor_that_cannot_start_says_so(page, club):
    static = "/voila/static/000000000000"
    page.route(f"{club.url}/", lambda route: route.fulfill(
        content_type="text/html",
        body=pages.opening("en", "", static) + '<div id="failed" hidden></div></div></body></html>',
    ))  # fmt: skip
    page.goto(f"{club.url}/")
    page.locator("#step", has_text=pages.catalog("en").text("progress", "failed")).wait_for()
    assert page.locator("#progress a").is_visible()


def test_whoever_comes_back_is_not_shown_how_it_all_begins(page, club):
    whole = pages.opening("en", "", "/voila/static/000000000000")
    page.route(f"{club.url}/", lambda route: route.fulfill(content_type="text/html", body=whole))
    page.goto(f"{club.url}/")
    first, back = page.locator("#opening section").first, page.get_by_text(pages.catalog("en").text("page", "back"))
    first.wait_for()
    assert back.is_hidden()
    storage = files("apz.widgets.base") / "js" / "storage.js"
    (kept,) = re.findall(r'DESK = "([^"]+)"', storage.read_text(encoding="utf-8"))
    page.evaluate("name => localStorage.setItem(name, 'something')", f"{kept}tab")
    page.reload()
    back.wait_for()
    assert first.is_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("end", ["", '<div id="failed" hidden></div></div></body></html>'])
def test_a_page_that_was_cut_off_or_could_not_start_is_loaded_again_by_itself(page, club, end):
    whole = pages.opening("en", "", "/voila/static/000000000000") + end
    page.route(f"{club.url}/", lambda route: route.fulfill(content_type="text/html", body=whole), times=1)
    page.goto(f"{club.url}/")
    page.locator("#rendered_cells .apz button").first.wait_for()
    page.locator("#opening").wait_for(state="detached")
    assert page.evaluate("sessionStorage['apz.tries']") is None


def come_at_the_last_moment(page: Page, url: str) -> None:
    """Open the page so that the panel arrives between the last two checks the widgets' script makes for it."""
    held: list[Callable[[], None]] = []
    holding = True

    def connect(here: WebSocketRoute) -> None:
        there = here.connect_to_server()

        def pass_on(said: str | bytes) -> None:
            if holding:
                held.append(partial(here.send, said))
            else:
                here.send(said)

        there.on_message(pass_on)

    page.route_web_socket(re.compile("/channels"), connect)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(url)
    page.locator(LOADING).wait_for(state="attached")
    holding = False
    for each in held:
        each()
    page.wait_for_function(RESTORED)
    page.clock.fast_forward(2000)  # that's how long it looks
    page.locator(ENDED).first.wait_for(state="attached")


@pytest.mark.parametrize("again", [True, False])
def test_a_panel_that_comes_at_the_last_moment_is_drawn(page, club, again):
    loads: list[str] = []
    page.on("load", lambda _: loads.append(page.url))
    if not again:  # without the script that looks again, the page reloads
        page.route("**/models.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    come_at_the_last_moment(page, f"{club.url}/")
    page.clock.resume()
    page.locator("#rendered_cells .apz button").first.wait_for()
    page.locator("#opening").wait_for(state="detached")
    assert len(loads) == (1 if again else 2)
    assert page.evaluate("sessionStorage['apz.tries']") is None


@pytest.mark.parametrize("own", [False, True])
def test_the_scripts_come_together_while_the_kernel_starts(page, own, club, tmp_path):
    loads: list[list[str]] = []  # a page that couldn't be drawn in time reloads: each load counts separately

    def note(request: Request) -> None:
        if request.is_navigation_request():
            loads.append([])
        loads[-1].append(request.url)

    page.on("request", note)
    with nullcontext(club) if own else served(tmp_path, preheat=0) as server:
        page.goto(f"{server.url}/")
        page.locator("#rendered_cells .apz button").first.wait_for()
        asked = loads[-1]
        page.goto("about:blank")
    alone = [url for url in asked if PART.search(url)]
    assert any(url.endswith("/parts.js") for url in asked)
    scripts = [url for url in asked if ".js" in url]
    assert len(scripts) == len(set(scripts))  # nothing that was loaded early is loaded again
    if own:
        assert alone  # a user's own notebook may have formulas, which need more parts
    else:
        assert alone == [], "these belong into apz/serving/internals/scripts.yaml"


@pytest.mark.slow
def test_a_learner_cannot_reach_the_kernel_of_another_from_their_page(chromium, club):
    contexts = [chromium.new_context() for _ in range(2)]
    opened = [context.new_page() for context in contexts]
    for each in opened:
        each.goto(f"{club.url}/", timeout=LONG)
        each.locator("#rendered_cells .apz button").first.wait_for(timeout=LONG)
    ids = [each.evaluate(KERNEL) for each in opened]
    stolen = opened[1].evaluate("id => fetch('/api/kernels/' + id).then(answer => answer.status)", ids[0])
    own = opened[0].evaluate("id => fetch('/api/kernels/' + id).then(answer => answer.status)", ids[0])
    for each, context in zip(opened, contexts, strict=True):
        each.goto("about:blank")
        context.close()
    assert len(set(ids)) == 2
    assert (own, stolen) == (200, 404)
