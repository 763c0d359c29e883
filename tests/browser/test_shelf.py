"""The script of the shelf alone, in an empty page: what it keeps, and what it says when nobody answers."""

import pytest
from playwright.sync_api import Page

from tests.browser.desk import HERE

SCRIPT = (HERE.parents[1] / "widgets" / "shelf.js").read_text(encoding="utf-8")
ADDRESS = "http://apz.invalid/"
PAGE = """<!doctype html><body data-voila="voila"><script id="jupyter-config-data" type="application/json">
{"baseUrl": "/", "kernelId": "k"}</script><div id="notice"></div></body>"""
# a model whose Python answers as long as it is there, and a connection that says how it is
START = """async (script) => {
  const { default: shelf } = await import("data:text/javascript," + encodeURIComponent(script));
  const signal = () => {
    const told = [];
    const emit = (value) => told.forEach((act) => act(null, value));
    return { connect: (act) => told.push(act), disconnect: () => {}, emit };
  };
  const told = {};
  window.there = true;
  window.state = { words: { lost: "lost", again: "again", resting: "resting" }, followed: true, joined: [], turns: 0 };
  window.kernel = {
    connectionStatusChanged: signal(), statusChanged: signal(), connectionStatus: "connected", isDisposed: false,
  };
  window.hear = (name, value) => (told[name] || []).forEach((act) => act(value));
  window.set = (name, value) => { window.state[name] = value; window.hear(`change:${name}`, value); };
  shelf.initialize({ model: {
    get: (name) => window.state[name],
    on: (name, act) => (told[name] ||= []).push(act),
    off: () => {},
    widget_manager: { kernel: window.kernel, has_model: () => true },
    send: (message) => {
      if (message.ping && window.there) queueMicrotask(() => window.hear("msg:custom", { pong: message.ping }));
    },
  } });
  shelf.render({ el: document.getElementById("notice") });
}"""
SHOWN = "document.querySelector('.app-notice:not([hidden])')?.textContent || ''"
KEPT = "Object.keys(localStorage).filter((key) => /^apz.(desk|progress)/.test(key)).length"


@pytest.fixture
def shelf(chromium):
    """A page with the script, on a clock that goes only when it is told to, and whether its server is there."""
    context = chromium.new_context()
    page = context.new_page()
    server = {"there": True}
    page.route(ADDRESS, lambda route: route.fulfill(content_type="text/html", body=PAGE))
    page.route(f"{ADDRESS}api/**", lambda route: (
        route.fulfill(json={"execution_state": "idle"}) if server["there"] else route.fulfill(status=502)))  # fmt: skip
    page.clock.install()
    page.goto(ADDRESS)
    page.evaluate(START, SCRIPT)
    yield page, server
    context.close()


def connect(page: Page, server: dict[str, bool], there: bool) -> None:
    """The connection goes or comes back: the browser says so, and so does Jupyter."""
    server["there"] = there
    signs = ("online", "connected") if there else ("offline", "connecting")
    page.evaluate(
        """([there, ours, theirs]) => {
          window.there = there;
          window.dispatchEvent(new Event(ours));
          window.kernel.connectionStatusChanged.emit(theirs);
        }""",
        [there, *signs],
    )


def test_two_signs_of_a_lost_connection_are_one_doubt(shelf):
    page, server = shelf
    connect(page, server, there=False)
    page.locator(".app-notice", has_text="lost").wait_for()
    page.clock.run_for(1000)
    connect(page, server, there=True)
    page.wait_for_function(f"() => !({SHOWN})")
    page.evaluate(f"""() => {{
      window.seen = [];
      new MutationObserver(() => window.seen.push({SHOWN}))
        .observe(document.getElementById("notice"), {{ subtree: true, childList: true, attributes: true }});
    }}""")
    page.clock.run_for(20_000)
    assert page.evaluate("window.seen.filter(Boolean)") == []


def test_what_another_tab_forgot_is_not_kept_again_before_python_knows_of_it(shelf):
    page, _ = shelf
    page.evaluate("() => { window.set('kept', 'where one is'); window.set('progress', 'what was learned'); }")
    assert page.evaluate(KEPT) == 2
    forgotten = "new StorageEvent('storage', { key: 'apz.forgotten', newValue: '1' })"
    page.evaluate(
        f"() => {{ window.dispatchEvent({forgotten}); window.set('kept', 'x'); window.set('progress', 'y'); }}"
    )
    assert page.evaluate(KEPT) == 0
    page.evaluate("() => { window.hear('msg:custom', { forgot: true }); window.set('progress', 'all is new'); }")
    assert page.evaluate(KEPT) == 1
