"""The browser store's script in an empty page, with a stand-in for Python that records every message it gets."""

from playwright.sync_api import BrowserContext, Page

from apz.widgets.base.scripts import script

SCRIPT = script("browser_store.js")
ADDRESS = "http://apz.invalid/"
PAGE = """<!doctype html><body data-voila="voila"><script id="jupyter-config-data" type="application/json">
{"baseUrl": "/", "kernelId": "k"}</script><div id="notice"></div></body>"""
# a model whose Python answers while it's there, and a connection that reports its state
START = """async (script) => {
  const { default: shelf } = await import("data:text/javascript," + encodeURIComponent(script));
  const signal = () => {
    const told = [];
    const emit = (value) => told.forEach((act) => act(null, value));
    return { connect: (act) => told.push(act), disconnect: () => {}, emit };
  };
  const told = {};
  window.there = true;
  window.sent = [];
  window.state = { words: {
    lost: "lost", again: "again", resting: "resting", full: "full", blocked: "blocked", save: "save", shut: "shut",
  }, followed: true, joined: [], turns: 0, address: "" };
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
      window.sent.push(message);
      if (message.ping && window.there) queueMicrotask(() => window.hear("msg:custom", { pong: message.ping }));
    },
  } });
  shelf.render({ el: document.getElementById("notice") });
}"""


def open_browser_store(context: BrowserContext, when: str | None = None) -> Page:
    """Open another tab with the script, and return it; `when` is the time its clock starts at, by default now."""
    page = context.new_page()
    page.route(ADDRESS, lambda route: route.fulfill(content_type="text/html", body=PAGE))
    page.clock.install(time=when)
    page.goto(ADDRESS)
    page.evaluate(START, SCRIPT)
    return page
