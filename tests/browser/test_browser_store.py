"""The browser store's script on its own, in an empty page: the texts it keeps, and its notices when nobody answers."""

import pytest
from playwright.sync_api import Page

from tests.browser.bare_browser_store import ADDRESS, open_browser_store

SHOWN = "document.querySelector('.app-notice:not([hidden])')?.textContent || ''"
KEPT = "Object.keys(localStorage).filter((key) => /^apz.(desk|progress)/.test(key)).length"


@pytest.fixture
def shelf(chromium):
    """Yield a page with the script, whose clock a test can move forward, and a switch for its server."""
    context = chromium.new_context()
    server = {"there": True}
    context.route(f"{ADDRESS}api/**", lambda route: (
        route.fulfill(json={"execution_state": "idle"}) if server["there"] else route.fulfill(status=502)))  # fmt: skip
    yield open_browser_store(context), server
    context.close()


def connect(page: Page, server: dict[str, bool], there: bool) -> None:
    """Cut or restore the connection, as the browser and Jupyter report it."""
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
