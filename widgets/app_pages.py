"""The pages of the app beside its places: the home page, and the choices before a game."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import date
from typing import Any

from apz.apocalypze import course
from apz.apocalypze.cards import library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from apz.widgets.app_given import Given, read_address, text_of
from apz.widgets.app_places import LAB, LESSON, PLAY, PRACTISE, SHARED, Place, Unopened, session_of
from apz.widgets.desk import Desk
from apz.widgets.keeper import Keeper
from apz.widgets.learning import Learning, Values
from apz.widgets.panel import Panel
from apz.widgets.seats import BOTS, RANDOM, SENSIBLE, YOU
from apz.widgets.shelf import MOST_TEXT
from apz.widgets.tree import Tree, button, classes, h
from apz.widgets.wording import says

HOME, LEARN, SETUP, LOOK = "home", "learn", "setup", "look"
DOORS = (LEARN, SETUP, PRACTISE, LAB, LOOK)  # the doors of the home page, and of the bar
Go = Callable[[str, Given], object]
MARK = "M32 3 4 20v9h5v30h46V29h5v-9z"  # a stronghold, and the letter in its wall
LETTER = "M19 26h27v6L30 47h16v7H18v-6l16-15H19z"


def mark() -> Tree:
    """The sign of the app."""
    shapes = (h("path", d=MARK, class_="app-wall"), h("path", d=LETTER, class_="app-letter"))
    return h("svg", *shapes, viewBox="0 0 64 64", class_="app-mark", aria_hidden="true", focusable="false")


class Page(Learning):
    """A page of the app's own; all of them lie on one desk, so that they have one language."""

    speaks = False

    def __init__(self, desk: Desk, keeper: Keeper, go: Go) -> None:
        self.go = go
        super().__init__(desk.session, keep=keeper)

    def says(self, place: str, **values: Any) -> str:
        """A text of the app."""
        return says(self.desk.language, place, **values)

    def html(self) -> str:
        """There is no table here: the same as plain text."""
        return Panel.html(self)


class Home(Page):
    """What this is, where one can go on, and the doors to everything."""

    def __init__(self, desk: Desk, keeper: Keeper, go: Go, forget: Callable[[], object]) -> None:
        self.forget = forget
        self.offers: tuple[tuple[str, Given, str], ...] = ()  # to which places one may go back, with their titles
        self.keeps = True  # whether the browser keeps anything
        self.asking = False  # whether all is to be forgotten
        super().__init__(desk, keeper, go)

    def draw(self) -> Tree:
        """The page, in the order in which it is read."""
        return h(
            "main",
            h("section", mark(), h("div", self.hero()), class_="app-hero"),
            self.back() if self.offers else None,
            h("div", [self.door(kind) for kind in DOORS], class_="app-doors"),
            self.foot(),
            class_="app-home",
        )

    def hero(self) -> list[Tree]:
        """The name, what it is, and the one button for whoever has just come."""
        names = course.order()
        wanted = next((name for name in names if not self.done(name)), names[0])
        following = course.lesson(wanted, self.desk.language)
        begun = any(kind == LESSON and given.get("lesson") == wanted for kind, given, _ in self.offers)
        word = "on" if begun else "begin" if wanted == names[0] else "next"
        begin = self.says(f"home.{word}", title=following.title)
        return [
            h("h1", self.says("bar.name"), tabindex="-1", data_home="1"),
            h("p", self.says("home.what")),
            h("p", self.says("home.minutes", minutes=following.minutes)),
            h("div", button(begin, self.spelled(LESSON, following.id), class_="do main"), class_="buttons"),
        ]

    def done(self, name: str) -> bool:
        """Whether a lesson is behind the learner."""
        found = self.keeper.mastery.lessons.get(name)
        return found is not None and (found.done or found.skipped)

    def back(self) -> Tree:
        """Where somebody was."""
        title = self.says("home.back")
        ways = [
            button(told, self.spelled("back", str(number)), class_=classes("do" if number == 0 else "ghost"))
            for number, (_, _, told) in enumerate(self.offers)
        ]
        why = h("p", self.says("home.kept"), class_="soft")
        return h("section", h("h2", title), h("div", ways, class_="buttons"), why, class_="pane app-back")

    def door(self, kind: str) -> Tree:
        """One of the doors, with how it stands behind it."""
        lessons = course.order()
        count = len([name for name in lessons if self.done(name)])
        due = len(self.keeper.mastery.due(date.today()))
        state = ""
        if kind == LEARN:
            state = self.says("home.lessons", done=count, count=len(lessons))
        elif kind == PRACTISE and due:
            state = self.says("home.due", count=due)
        return h(
            "section",
            h("h2", self.says(f"door.{kind}")),
            h("p", self.says(f"inside.{kind}")),
            h("meter", min="0", max=str(len(lessons)), value=str(count), aria_label=state) if kind == LEARN else None,
            h("p", state, class_="soft") if state else None,
            h("div", button(self.says(f"enter.{kind}"), self.spelled("go", kind), class_="ghost"), class_="buttons"),
            class_="pane app-door",
            key=kind,
        )

    def foot(self) -> Tree:
        """What is kept where, and how it is forgotten."""
        kept = self.says("home.in-browser" if self.keeps else "home.nowhere")
        # the one button becomes the other, so that whoever pressed it by key is asked where he is
        word, about = ("cancel", "app-really") if self.asking else ("forget", None)
        ways = [button(self.says(f"home.{word}"), self.spelled("ask"), class_="ghost", aria_describedby=about)]
        if self.asking:
            ways.append(button(self.says("home.sure"), self.spelled("forget"), class_="do", aria_describedby=about))
        really = h("p", self.says("home.really"), class_="warn", id="app-really", key="really") if self.asking else None
        told = [really, h("div", ways, class_="buttons", key="ways")] if self.keeps else None
        return h("footer", h("p", kept), told, class_="app-foot")


def ask(page: Home, rest: str, values: Values) -> None:
    """Ask once more before all is forgotten, or leave it."""
    page.asking = not page.asking


def forget(page: Home, rest: str, values: Values) -> None:
    """Forget all that was kept."""
    if page.asking:
        page.asking = False
        page.forget()


def back(page: Home, rest: str, values: Values) -> None:
    """Go on where one was."""
    if rest.isdecimal() and int(rest) < len(page.offers):
        kind, given, _ = page.offers[int(rest)]
        page.go(kind, given)


def enter(page: Page, rest: str, values: Values) -> None:
    """Go through a door."""
    if rest in (HOME, *DOORS):
        page.go(rest, {})


Home.gestures = {
    "go": enter,
    "back": back,
    "ask": ask,
    "forget": forget,
    LESSON: lambda page, rest, values: page.go(LESSON, {"lesson": rest}) if rest in course.order() else None,
}


class Setup(Page):
    """The choices before a game: decks, who sits where, open or hidden hands, the bots' pace."""

    left = ""  # the kind of the game that somebody left
    wrong = False  # whether what was pasted cannot be opened

    def draw(self) -> Tree:
        """The form, and the way back to a game that was left."""
        title = self.says("setup.title")
        on = [
            h("p", self.says("setup.running")),
            h("div", button(self.says("setup.go-on"), self.spelled("on"), class_="do"), class_="buttons"),
        ]
        return h(
            "main",
            h("section", h("h1", title, tabindex="-1", data_home="1"), h("p", self.says("setup.what")), self.form(),
              class_="pane app-setup", aria_label=title),
            h("section", on, class_="pane app-setup") if self.left else None,
            self.paste(),
            class_="app-home",
        )  # fmt: skip

    def paste(self) -> Tree:
        """Where a game or a position that somebody shared is put in."""
        title = self.says("setup.shared")
        invalid, about = ("true", "app-paste-wrong") if self.wrong else (None, None)
        field = h("textarea", name="text", rows="3", spellcheck="false", aria_label=title, aria_invalid=invalid,
                  aria_describedby=about)  # fmt: skip
        read = h("button", self.says("setup.open-it"), type="submit", class_="ghost")
        form = h("form", field, read, data_do=self.spelled("paste"), class_="app-paste")
        fault = h("p", self.says("setup.bad"), id=about, class_="warn", role="alert") if self.wrong else None
        return h("section", h("h2", title), form, fault, class_="pane app-setup", aria_label=title)

    def form(self) -> Tree:
        """All choices, with those that fit a newcomer."""
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
            self.choice("against", seats, SENSIBLE),
            self.choice("hands", hands, "hidden"),
            self.choice("starts", starts, "first"),
            self.choice("pace", paces, "step"),
            h("button", self.says("setup.begin"), type="submit", class_="do main"),
            data_do=self.spelled("begin"),
            class_="app-form",
        )

    def choice(self, name: str, options: dict[str, str], now: str) -> Tree:
        """One of several."""
        items = [h("option", text, value=value, selected=value == now) for value, text in options.items()]
        return h("label", h("span", self.says(f"choose.{name}")), h("select", items, name=name, value=now))


def begin(page: Setup, rest: str, values: Values) -> None:
    """Begin the game that was chosen; what is not offered is taken as the first offer."""
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


def paste(page: Setup, rest: str, values: Values) -> None:
    """Open what somebody shared: a link, whole or its last part, or the text of a game or position; else say so."""
    text = text_of(values, "text", MOST_TEXT).strip()
    parts = read_address(text.partition("?")[2]) if text.startswith("http") else {}
    word = next((each for each in ("game", "position", LAB) if each in parts), "")
    given = {"game": parts[word] if word else text}
    try:
        session_of(given)
    except Unopened:
        page.wrong = True
    else:
        page.go(SHARED, given)


Setup.gestures = {
    "go": enter,
    "paste": paste,
    "begin": begin,
    "on": lambda page, rest, values: page.go(page.left, {}) if page.left else None,
}


class PagePlace(Place):
    """One of the app's own pages."""

    def __init__(self, kind: str, panel: Any) -> None:
        self.kind = kind
        super().__init__(panel)

    def address(self) -> dict[str, str]:
        """Its name; the home page has none."""
        return {} if self.kind == HOME else {"page": PLAY if self.kind == SETUP else self.kind}
