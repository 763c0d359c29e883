"""A notebook cell without a server: its Python runs in this process, with the real page and its real scripts."""

import ast
import json
from typing import Any

from playwright.sync_api import Page

from apz.widgets.base.panel import Panel
from apz.widgets.base.scripts import script
from apz.widgets.base.styles import style

START = """async ([script, view]) => {
  const { default: renderer } = await import("data:text/javascript," + encodeURIComponent(script));
  const el = document.createElement("div");
  document.body.append(el);
  const told = [];
  const model = {
    get: () => view, on: (_, draw) => told.push(draw), off: () => {},
    send: async (message) => {
      view = await window.tell(message);
      told.forEach((draw) => draw());
    },
    widget_manager: { kernel: { connectionStatus: "connected" } },
  };
  renderer.initialize().render({ model, el });
}"""


def shown_by(source: str) -> Panel:
    """Run a cell and return the panel on its last line."""
    *before, last = ast.parse(source).body
    assert isinstance(last, ast.Expr)
    names: dict[str, Any] = {}
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    panel = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    assert isinstance(panel, Panel)
    return panel


def show_cell(page: Page, source: str, theme: str) -> None:
    """Show a cell's output in an empty page; gestures go to its panel, and the new drawing comes back."""
    panel = shown_by(source)

    def tell(message: dict[str, Any]) -> str:
        panel._handle_custom_msg(message, [])
        return json.dumps(panel.view)

    page.expose_function("tell", tell)
    light = str(theme == "light").lower()
    page.set_content(f'<!doctype html><style>{style()}</style><body data-jp-theme-light="{light}">')
    page.evaluate(START, [script("panel.js"), json.dumps(panel.view)])
