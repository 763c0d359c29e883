"""Helpers for the app without a browser: open the page, look at it, and come back."""

from collections.abc import Sequence
from typing import Any

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.setup import new_game
from apz.apocalypze.visibility import seen_by
from apz.core.session import Session
from apz.widgets import App
from tests.widgets.hands import click, shown
from tests.widgets.learning_hands import press

Texts = Sequence[tuple[str, str]]


def browser(tab: str = "tab1", address: str = "", desks: Texts = (), progress: Texts = (), **more: Any) -> Any:
    """Return a page's greeting, with the texts its browser has saved."""
    return {
        "hello": {
            "tab": tab, "address": address, "place": "http://127.0.0.1/voila/render/app.ipynb", "speaks": "en-GB",
            "keeps": True, "desks": [{"tab": of, "when": 1, "text": text} for of, text in desks],
            "progress": [{"tab": of, "text": text} for of, text in progress], **more,
        }
    }  # fmt: skip


def come(app: App, **said: Any) -> App:
    app.browser._handle_custom_msg(browser(**said), [])
    return app


def settle(app: App, name: str, value: str) -> None:
    """Choose a setting: in a table's own sheet, or else in the bar's."""
    if app.place.kind in ("play", "shared"):
        click(app.place.panel, f"set:{name}", value=value)
        return
    press(app.bar, "sheet", ":settings")
    press(app.bar, name, value=value)
    press(app.bar, "sheet", ":")


def seen(app: App) -> str:
    """Return all text on the page."""
    assert not app.store.state.trouble
    assert not app.place.panel.store.state.trouble
    return f"{shown(app.bar)} {shown(app.place.panel)}"


def visit(address: str = "", **said: Any) -> Any:
    """Return the app of somebody who opens the page at an address."""
    return come(App(""), address=address, **said)


def again(app: App, tab: str = "tab1", address: str | None = None) -> Any:
    """Reload the page in the same browser with a new kernel, and return its app."""
    where = app.browser.address if address is None else address
    return come(
        App(""), tab=tab, address=where, desks=[("tab1", app.browser.kept)], progress=[("tab1", app.browser.progress)]
    )


def ended(seed: int = 6) -> Session[Position]:
    """Return a game that two bots have played to its end."""
    found, bot = new_session(new_game(seed=seed)), SensibleBot(1)
    while waiting := found.position.waiting:
        found.do(bot.choose(seen_by(found.position, waiting.player)).move)
    return found
