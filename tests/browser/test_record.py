"""A learner's record in Chromium: no wrong clock, full storage, blocked cookie, broken text or second tab loses it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, expect

from apz.apocalypze.teaching.course import lesson
from apz.serving import pages as served_pages
from tests.browser.bare_browser_store import SCRIPT, START, open_browser_store
from tests.browser.learner import Learner
from tests.chromium import FLAGS
from tests.chromium import chromium as path_of_chromium
from tests.texts import says, told

# fill the storage until not one more letter fits
FILL = """() => {
  let number = 0;
  for (let size = 2 ** 20; size; size = Math.floor(size / 2)) {
    try { for (;;) { localStorage.setItem(`fill.${number}`, "x".repeat(size)); number += 1; } } catch { /* full */ }
  }
}"""
EMPTY = """() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith("fill.")) localStorage.removeItem(key);
}"""
# each page runs in its own process, which may not know yet what another one has just written
LATE = """() => {
  const seen = { ...localStorage };
  Storage.prototype.getItem = (key) => seen[key] ?? null;
}"""
ENTRIES = "(start) => Object.entries(localStorage).filter(([key]) => key.startsWith(start))"
SET = "([name, value]) => window.set(name, value)"


@pytest.fixture
def browser(chromium) -> Iterator[BrowserContext]:
    """Yield a fresh browser, for opening tabs with the bare script."""
    context = chromium.new_context(accept_downloads=True)
    context.set_default_timeout(30_000)
    yield context
    context.close()


def give(page: Page, **texts: str) -> None:
    """Have Python give the page these texts to keep."""
    for name, text in texts.items():
        page.evaluate(SET, [name, text])


def entry(text: str, when: float = 1) -> str:
    """Return a text in the form in which the browser stores it."""
    return json.dumps({"when": when, "text": text})


def lay(page: Page, **entries: str) -> None:
    """Put raw texts into the storage."""
    page.evaluate("(all) => Object.entries(all).forEach(([key, raw]) => localStorage.setItem(key, raw))", entries)


def texts(page: Page, start: str = "apz.progress.") -> list[str]:
    """Return the texts stored under names that begin with `start`."""
    return sorted(json.loads(raw)["text"] for _, raw in page.evaluate(ENTRIES, start))


def told_of(page: Page, part: str = "progress") -> dict[str, str]:
    """Return the records that the page has reported to Python: the tab of each record by its text."""
    found = page.evaluate("window.sent.map((each) => each.hello || each.records).filter(Boolean)")
    return {each["text"]: each["tab"] for told in found for each in told.get(part, [])}


def join(page: Page, *names: str) -> None:
    """Tell the page that Python has merged some records."""
    page.evaluate("(names) => { window.state.joined = [...window.state.joined, ...names]; }", names)


def again(page: Page) -> None:
    """Reload the page, and start the script in it."""
    page.reload()
    page.evaluate(START, SCRIPT)


def own(page: Page) -> str:
    """Return the name of a tab."""
    name: str = page.evaluate("window.sent.find((each) => each.hello).hello.tab")
    return name


def saved(page: Page, button: Any) -> str:
    """Click a button that downloads a file, and return the file's content."""
    with page.expect_download() as download:
        button.click()
    return Path(download.value.path()).read_text(encoding="utf-8")


# ---- clocks


@pytest.mark.parametrize("year", ["1999", "2040"])
def test_whatever_the_clock_says_the_own_record_and_those_not_joined_are_kept(browser, year):
    old = open_browser_store(browser, "2030-01-01")
    others = {f"apz.progress.{letter * 8}": entry(f"of {letter}", 1_900_000_000_000) for letter in "abcdefghij"}
    lay(old, **others)
    page = open_browser_store(browser, f"{year}-01-01")
    give(page, kept="here", progress="mine")
    assert texts(page) == sorted(["mine", *(f"of {letter}" for letter in "abcdefghij")])
    assert texts(page, "apz.desk.") == ["here"]


def test_a_clock_that_is_set_back_does_not_make_an_old_place_the_newest(browser):
    for number, year in enumerate([*range(2050, 2040, -1), 1990]):  # each tab comes later, but its clock is earlier
        page = open_browser_store(browser, f"{year}-01-01")
        give(page, kept=f"place {number}")
    assert texts(page, "apz.desk.") == sorted(f"place {number}" for number in range(3, 11))
    page.goto("about:blank")
    last = open_browser_store(browser, "1980-01-01")
    desks = last.evaluate("window.sent.find((each) => each.hello).hello.desks.map((each) => each.text)")
    assert desks == [f"place {number}" for number in (10, 9, 8, 7)]


# ---- several tabs


def test_python_is_told_of_every_record_and_only_what_it_joined_goes(browser):
    first = open_browser_store(browser)
    lay(first, **{f"apz.progress.{number:08}": entry(f"record {number}") for number in range(20)})
    lay(first, **{f"apz.progress.long{number}000": entry(str(number) * 200_000) for number in range(3)})
    page = open_browser_store(browser)
    names = told_of(page)
    assert len(names) == 23
    join(page, *(names[f"record {number}"] for number in range(15)))
    give(page, progress="mine")
    left = [*(f"record {number}" for number in range(15, 20)), *(str(number) * 200_000 for number in range(3)), "mine"]
    assert texts(page) == sorted(left)


def test_what_another_tab_writes_after_its_record_was_joined_is_not_deleted(browser):
    one = open_browser_store(browser)
    give(one, progress="one")
    two = open_browser_store(browser)
    join(two, told_of(two)["one"])
    give(one, progress="one and more")
    give(two, progress="one and two")
    assert texts(two) == ["one and more", "one and two"]
    two.wait_for_function("window.sent.some((each) => each.progress?.text === 'one and more')")
    name = two.evaluate("window.sent.find((each) => each.progress).progress.tab")
    join(two, name)
    give(two, progress="one and more and two")
    assert texts(two) == ["one and more and two"]


def test_two_tabs_that_see_late_what_the_other_writes_do_not_drop_it(browser):
    one, two = open_browser_store(browser), open_browser_store(browser)
    give(one, progress="one")
    give(two, progress="two")
    for page, text in ((one, "two"), (two, "one")):
        page.wait_for_function("(text) => window.sent.some((each) => each.progress?.text === text)", arg=text)
        name = page.evaluate("window.sent.find((each) => each.progress).progress.tab")
        join(page, name)
        page.evaluate(LATE)
    give(one, progress="two joined by one")
    give(two, progress="one joined by two")
    third = open_browser_store(browser)
    assert texts(third) == ["one joined by two", "two joined by one"]


def test_when_another_page_clears_the_storage_the_record_comes_back(browser):
    one, two = open_browser_store(browser), open_browser_store(browser)
    give(one, kept="here", progress="mine")
    two.evaluate("localStorage.clear()")
    one.wait_for_function("Object.keys(localStorage).length === 2")
    assert (texts(one), texts(one, "apz.desk.")) == (["mine"], ["here"])


def test_what_one_tab_forgets_is_forgotten_also_where_there_was_no_room_for_it(browser):
    one, two = open_browser_store(browser), open_browser_store(browser)
    give(one, progress="what makes room for the word that all is forgotten")
    one.evaluate(FILL)
    two.wait_for_function("many => Object.keys(localStorage).length === many", arg=one.evaluate("localStorage.length"))
    give(two, kept="here", progress="mine")
    assert two.evaluate("Object.keys(sessionStorage).length") == 2
    one.evaluate("window.hear('msg:custom', { forget: true })")
    two.wait_for_function("window.sent.some((each) => each.forgotten)")
    assert two.evaluate("Object.keys(sessionStorage)") == []
    expect(two.get_by_role("alert").filter(visible=True)).to_have_count(0)
    assert two.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('apz'))") == []


def test_two_tabs_of_the_app_that_learn_at_once_keep_all_of_it(learner):
    one = learner("?lesson=draw")
    two = learner("?lesson=table", beside=one)
    for number in ("1", "2"):
        for each in (one, two):
            each.do("open", number)
        for each in (one, two):
            each.see('.dot[aria-current="step"]', str(int(number) + 1))
    for each in (one, two):
        each.browser.goto("about:blank")
    three = learner("?page=learn", beside=one)
    for name in ("draw", "table"):
        course = three.browser.get_by_role("region", name=told("en", "course.lessons"))
        row = course.get_by_role("listitem").filter(has_text=lesson(name).title)
        expect(row).to_contain_text(told("en", "course.begun", task=3, count=lesson(name).needed))


# ---- no room


def test_a_full_storage_is_told_at_once_and_the_record_offered_until_there_is_room(browser):
    page = open_browser_store(browser)
    lay(page, **{"apz.desk.aaaaaaaa": entry("another tab's place")})
    give(page, kept="here", progress="before")
    page.evaluate(FILL)
    give(page, progress="what was learned since then" * 50)
    notice = page.get_by_role("alert").filter(has_text="full")
    notice.wait_for()
    assert page.evaluate("window.sent.at(-1)") == {"keeping": {"works": False}}
    assert saved(page, notice.get_by_role("button", name="save")) == "what was learned since then" * 50
    assert texts(page, "apz.desk.") == ["another tab's place", "here"]  # dropping those wouldn't have made enough room
    assert texts(page) == ["before"]
    again(page)
    names = told_of(page)
    assert sorted(names) == ["before", "what was learned since then" * 50]
    join(page, *names.values())
    give(page, progress="before, and what was learned since then" * 50)
    notice.get_by_role("button", name="shut").click()
    notice.wait_for(state="hidden")
    page.evaluate(EMPTY)
    page.clock.run_for(2500)
    page.wait_for_function("JSON.stringify(window.sent.at(-1)) === JSON.stringify({ keeping: { works: true } })")
    assert texts(page) == ["before, and what was learned since then" * 50]
    assert page.evaluate("Object.keys(sessionStorage)") == []


def test_where_the_places_of_other_tabs_make_room_the_oldest_goes_and_nothing_is_said(browser):
    page = open_browser_store(browser)
    lay(page, **{f"apz.desk.{letter * 8}": entry(letter * 1000, when) for when, letter in enumerate("ab", 1)})
    page.evaluate(FILL)
    give(page, progress="mine")
    assert texts(page) == ["mine"]
    assert texts(page, "apz.desk.") == ["b" * 1000]
    expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)


def test_in_a_full_storage_a_record_takes_the_place_of_what_it_holds(browser):
    page = open_browser_store(browser)
    give(page, progress="before")
    page.evaluate(FILL)
    again(page)
    join(page, told_of(page)["before"])
    give(page, progress="before")
    assert texts(page) == ["before"]
    give(page, progress="behind")
    assert texts(page) == ["behind"]
    expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)


def test_whoever_leaves_with_a_record_that_is_nowhere_is_asked(browser):
    page = open_browser_store(browser)
    give(page, progress="as it came")
    page.evaluate(FILL)
    give(page, progress="what was learned since then" * 50)
    page.get_by_role("alert").filter(has_text="full").click()  # browsers don't ask unless somebody has touched the page
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    page.reload()
    assert asked == ["beforeunload"]


def test_in_the_app_a_full_storage_loses_nothing_and_its_file_is_taken_back(learner):
    someone = learner("?lesson=combat")
    page = someone.browser
    page.evaluate(FILL)
    page.fill(".number-field", "4")
    page.click(".typed button")
    someone.see(".verdict.wrong")
    notice = page.get_by_role("alert").filter(has_text=says("en", "notice.full"))
    notice.wait_for()
    record = saved(page, notice.get_by_role("button", name=says("en", "notice.save")))
    assert "wrong: 1" in record
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    someone.there()
    assert "You said: 4" in someone.see(".verdict.wrong")
    someone.do("go", "learn")
    assert told("en", "course.not-kept") in someone.see(".record")
    page.evaluate(EMPTY)
    notice.wait_for(state="hidden")
    someone.kept("wrong: 1")
    assert told("en", "course.in-browser") in someone.see(".record", "in this browser")
    other = learner("?page=learn")
    other.browser.get_by_text(told("en", "course.paste")).click()
    other.browser.get_by_role("textbox", name=told("en", "course.paste")).fill(record)
    other.browser.get_by_role("button", name=told("en", "course.import")).click()
    other.kept("wrong: 1")


# ---- broken records


def test_every_broken_record_is_put_aside_also_in_a_full_storage_and_can_be_downloaded(browser):
    page = open_browser_store(browser)
    broken = {f"apz.progress.{number:08}": f"no entry at all {number}" * 100 for number in range(5)}
    lay(page, **broken)
    page.evaluate(FILL)
    again(page)
    hello = page.evaluate("window.sent.find((each) => each.hello).hello")
    assert (hello["broken"], hello["aside"], hello["progress"]) == (True, 5, [])
    assert sorted(raw for _, raw in page.evaluate(ENTRIES, "apz.aside.")) == sorted(broken.values())
    assert page.evaluate(ENTRIES, "apz.progress.") == []
    with page.expect_download() as download:
        page.evaluate("window.hear('msg:custom', { asides: true })")
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert all(raw in text for raw in broken.values())


def test_what_could_not_be_read_once_is_offered_again_and_goes_when_it_was_joined(browser):
    page = open_browser_store(browser)
    lay(page, **{"apz.progress.aaaaaaaa": entry("of a later version")})
    again(page)
    page.evaluate("(name) => window.hear('msg:custom', { aside: name })", told_of(page)["of a later version"])
    assert (texts(page), texts(page, "apz.aside.")) == ([], ["of a later version"])
    again(page)
    name = told_of(page, "again")["of a later version"]
    give(page, progress="mine")
    assert texts(page, "apz.aside.") == ["of a later version"]
    join(page, name)
    give(page, progress="mine, and that of a later version")
    assert texts(page, "apz.aside.") == []


def test_in_the_app_what_was_put_aside_can_be_downloaded(learner):
    someone = learner()
    page = someone.browser
    lay(page, **{"apz.progress.aaaaaaaa": "no entry at all", "apz.progress.bbbbbbbb": entry("no record")})
    page.reload()
    someone.there()
    assert says("en", "address.no-progress") in someone.see(".app-told")
    page.get_by_text(says("en", "home.aside", count=2)).wait_for()
    text = saved(page, page.get_by_role("button", name=says("en", "home.download")))
    assert "no entry at all" in text
    assert "no record" in text


# ---- blocked storage


@pytest.fixture
def blocked(chromium, tmp_path) -> Iterator[BrowserContext]:
    """Yield a browser whose owner has blocked all cookies."""
    (tmp_path / "Default").mkdir()
    settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(settings), encoding="utf-8")
    context = chromium.browser_type.launch_persistent_context(
        tmp_path, executable_path=path_of_chromium(), args=list(FLAGS), accept_downloads=True
    )
    context.set_default_timeout(30_000)
    yield context
    context.close()


def test_where_cookies_are_blocked_the_record_is_offered_as_a_file(blocked):
    page = open_browser_store(blocked)
    assert page.evaluate("window.sent.find((each) => each.hello).hello.keeps") is False
    give(page, kept="here", progress="mine")
    notice = page.get_by_role("alert").filter(has_text="blocked")
    assert saved(page, notice.get_by_role("button", name="save")) == "mine"


def test_where_cookies_are_blocked_the_served_page_names_them(blocked, tutor):
    page = blocked.new_page()
    page.goto(tutor.url)
    expect(page.get_by_role("status")).to_have_text(served_pages.catalog("en").text("progress", "cookies"))
    page.get_by_role("link", name=served_pages.catalog("en").text("progress", "again")).wait_for()


# the page's buttons that are covered by a notice that stays until somebody closes it
COVERED = """() => {
  const notice = document.querySelector(".app-unkept").getBoundingClientRect();
  const under = ({ top, bottom }) => top < notice.bottom && bottom > notice.top;
  return [...document.querySelectorAll(".apz button")].filter((each) => each.checkVisibility())
    .filter((each) => under(each.getBoundingClientRect())).map((each) => each.textContent);
}"""


def test_in_the_app_a_storage_that_is_blocked_is_told(pages, tutor):
    page = pages()
    page.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    someone = Learner(page)
    someone.open(tutor.url)
    page.page.get_by_role("alert").filter(has_text=says("en", "notice.blocked")).wait_for()
    page.page.get_by_text(says("en", "home.nowhere")).wait_for()
    assert page.page.evaluate(COVERED) == []
    page.page.get_by_role("button", name=says("en", "notice.shut")).click()
    page.page.get_by_role("alert").filter(has_text=says("en", "notice.blocked")).wait_for(state="hidden")
