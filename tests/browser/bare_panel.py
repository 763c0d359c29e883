"""The panels' script in an empty page, with a stand-in for Python that records every message it gets."""

import json
from typing import Any

from playwright.sync_api import Page

from apz.widgets.base.scripts import script
from apz.widgets.base.styles import style

STYLE = style()
SCRIPT = script("panel.js")
# a model that records the messages, and can be given another view
START = """async ([script, view]) => {
  const { default: renderer } = await import("data:text/javascript," + encodeURIComponent(script));
  const panel = renderer.initialize();
  const told = [];
  window.sent = [];
  window.model = {
    view,
    get: () => window.model.view,
    on: (_, draw) => told.push(draw),
    off: () => {},
    send: (message) => window.sent.push(message),
    widget_manager: window.kernel && { kernel: window.kernel },
    show: (next) => { window.model.view = next; told.forEach((draw) => draw()); },
  };
  window.panel = panel;
  panel.render({ model: window.model, el: document.body });
  window.begun = document.querySelector(".apz-live").textContent;
}"""


def draw_in(page: Page, tree: Any, **more: Any) -> None:
    """Draw a tree in the page's panel, making one if there's none yet."""
    view = json.dumps({"at": 7, "n": 1, "lang": "en", "tree": tree, **more})
    if page.evaluate("'model' in window"):
        page.evaluate("view => window.model.show(view)", view)
    else:
        page.evaluate(START, [SCRIPT, view])
