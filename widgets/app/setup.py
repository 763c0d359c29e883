"""The page before a game: its choices, the way back to one that was left, and a place for one that somebody shared."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.setup import new_game
from apz.apocalypze.show.picture import tamed, title
from apz.core.plain_data import Given, text_of
from apz.widgets.app.address import read_address
from apz.widgets.app.pages import Page, Values, enter
from apz.widgets.app.place import LAB, PLAY, SHARED, Unopened
from apz.widgets.app.places import session_of
from apz.widgets.app.resume_links import offer
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.state import Go
from apz.widgets.table.seats import YOU
from apz.widgets.table.store import PageStore

SENSIBLE, RANDOM = BOTS = ("sensible", "random")


class Setup(Page):
    """The choices before a game: decks, who sits where, open or hidden hands, the bots' pace."""

    def __init__(self, store: PageStore[Any], keeper: ProgressStore, go: Go, last: Mapping[str, Given]) -> None:
        self.games = {kind: given for kind, given in last.items() if kind in (PLAY, SHARED)}
        store.set(wrong=False, losing=None)
        super().__init__(store, keeper, go)

    @property
    def left(self) -> str:
        """The kind of the game that somebody left last."""
        return next(reversed(self.games), "")

    def which(self) -> str:
        """What can be said of the game that somebody left."""
        told = offer(self.left, self.games.get(self.left, {}), self.scene.language)
        return self.says(told[0], **told[1]) if told else ""

    def own(self) -> Position | None:
        """Where the learner's own game stands, if there were moves in it and it is not over."""
        try:
            session = session_of(self.games.get(PLAY, {}))
        except Unopened:
            return None
        return session.position if len(session.nodes) > 1 and session.position.waiting else None

    def draw(self) -> Tree:
        """The form, and the way back to a game that was left."""
        name, what = self.says("setup.title"), "what" if PLAY in self.games else "newcomer"
        on = [
            h("p", self.says("setup.running", game=self.which())),
            h("div", button(self.says("setup.go-on"), self.spelled("on"), class_="do"), class_="buttons"),
        ]
        return h(
            "main",
            h("section", h("h1", name, tabindex="-1", data_home="1"), h("p", self.says(f"setup.{what}")), self.form(),
              class_="pane app-setup", aria_label=name),
            h("section", on, class_="pane app-setup") if self.left else None,
            self.paste(),
            class_="app-home",
        )  # fmt: skip

    def paste(self) -> Tree:
        """Where a game or a position that somebody shared is put in."""
        name = self.says("setup.shared")
        wrong = self.store.state.wrong
        invalid, about = ("true", "app-paste-wrong") if wrong else (None, None)
        field = h("textarea", name="text", rows="3", spellcheck="false", aria_label=name, aria_invalid=invalid,
                  aria_describedby=about)  # fmt: skip
        read = h("button", self.says("setup.open-it"), type="submit", class_="ghost")
        form = h("form", field, read, data_do=self.spelled("paste"), class_="app-paste")
        fault = h("p", self.says("setup.bad"), id=about, class_="warn", role="alert") if wrong else None
        return h("section", h("h2", name), form, fault, class_="pane app-setup", aria_label=name)

    def form(self) -> Tree:
        """All choices, with those that fit a newcomer for whoever has not played yet."""
        bot, shown = (SENSIBLE, "hidden") if PLAY in self.games else (RANDOM, "open")
        decks = {name: name for name in library().decks}
        names = list(decks)
        seats = {name: self.says(f"setup.{name}") for name in (SENSIBLE, RANDOM, YOU)}
        hands = {name: self.says(f"setup.{name}") for name in ("hidden", "open")}
        starts = {name: self.says(f"setup.{name}") for name in ("first", "second", "chance")}
        paces = {name: self.says(f"setup.{name}") for name in ("step", "quick")}
        return h(
            "form",
            self.choice("yours", decks, "Police Station" if "Police Station" in decks else names[0]),
            self.choice("other", decks, "Roadside Diner" if "Roadside Diner" in decks else names[-1]),
            self.choice("against", seats, bot),
            self.choice("hands", hands, shown),
            self.choice("starts", starts, "first"),
            self.choice("pace", paces, "step"),
            h("p", self.asked(), class_="warn", id="app-lost", key="lost") if self.store.state.losing else None,
            h("div", self.ways(), class_="buttons", key="ways"),
            data_do=self.spelled("begin", "sure" if self.store.state.losing else ""),
            class_="app-form",
        )

    def ways(self) -> list[Tree]:
        """To begin; where a game would be lost, to keep it, by the same button, so that it has the focus still."""
        if self.store.state.losing is None:
            return [h("button", self.says("setup.begin"), type="submit", class_="do main", key="begin")]
        about = "app-lost"
        return [
            button(self.says("setup.keep"), self.spelled("keep"), type="button", class_="do main", key="begin",
                   aria_describedby=about),
            h("button", self.says("setup.sure"), type="submit", class_="ghost", key="sure", aria_describedby=about),
        ]  # fmt: skip

    def asked(self) -> str:
        """What would be lost."""
        losing = self.store.state.losing
        return self.says("setup.really", moment=title(tamed(losing), self.scene.language)) if losing else ""

    def choice(self, name: str, options: dict[str, str], now: str) -> Tree:
        """One of several."""
        items = [h("option", text, value=value, selected=value == now) for value, text in options.items()]
        return h("label", h("span", self.says(f"choose.{name}")), h("select", items, name=name, value=now))


def begin(page: Setup, rest: str, values: Values) -> None:
    """Begin the game that was chosen, but ask before one is lost; what is not offered is taken as the first offer."""
    page.store.set(losing=None if rest == "sure" else page.own())
    if page.store.state.losing:
        return
    decks = library().decks
    first, second = (text_of(values, name) if text_of(values, name) in decks else next(iter(decks))
                     for name in ("yours", "other"))  # fmt: skip
    against = text_of(values, "against")
    against = against if against in (YOU, *BOTS) else SENSIBLE
    starts = {"first": 0, "second": 1}.get(text_of(values, "starts"))
    start = new_game(first, second, seed=secrets.randbelow(10**9), starts=starts)
    hands = "hidden" if text_of(values, "hands") != "open" and against != YOU else "open"
    quick = text_of(values, "pace") == "quick"
    page.go(PLAY, {"game": new_session(start).text(), "seats": f"{YOU}-{against}", "hands": hands, "quick": quick})


def keep(page: Setup, rest: str, values: Values) -> None:
    """Keep the game that there is."""
    page.store.set(losing=None)


def paste(page: Setup, rest: str, values: Values) -> None:
    """Open what somebody shared: a link, whole or its last part, or the text of a game or position; else say so."""
    text = text_of(values, "text", MOST_TEXT).strip()
    parts = read_address(text.partition("?")[2]) if text.startswith("http") else {}
    word = next((each for each in ("game", "position", LAB) if each in parts), "")
    given = {"game": parts[word] if word else text}
    try:
        session_of(given)
    except Unopened:
        page.store.set(wrong=True)
    else:
        page.go(SHARED, given)


Setup.gestures = {
    "go": enter,
    "paste": paste,
    "begin": begin,
    "keep": keep,
    "on": lambda page, rest, values: page.go(page.left, {}) if page.left else None,
}
