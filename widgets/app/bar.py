"""The bar above every page of the app: its name, the ways to its parts, language and look, notices, and sharing."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.model import Position
from apz.apocalypze.positions import write_position, write_python
from apz.apocalypze.sharing import openable, position_link, session_link
from apz.apocalypze.show.html import html
from apz.apocalypze.show.text import show
from apz.core.plain_data import text_of
from apz.core.session import Session
from apz.widgets.app.address import THEMES, write_address
from apz.widgets.app.lab import LabPlace
from apz.widgets.app.pages import DOORS, HOME, LEARN, Page, Values, enter, mark
from apz.widgets.app.place import LAB, MOST_ADDRESS, PLAY, SHARED, Place
from apz.widgets.app.places import PlayPlace
from apz.widgets.app.setup import Setup
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.base.trouble import trouble
from apz.widgets.base.wording import offered
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.state import LESSON, PRACTISE, SETUP, Go
from apz.widgets.table.store import PageStore

# under which door a place lies
BEHIND = {LESSON: LEARN, PLAY: SETUP, SHARED: SETUP, PRACTISE: PRACTISE, LAB: LAB}
FILE, IMAGE = "apocalypze-game.yaml", "apocalypze-table"


class Bar(Page):
    """The head of the page; what was said last stands in it, and what can be taken along from here."""

    speaks = True

    def __init__(self, store: PageStore[Any], keeper: ProgressStore, go: Go, app: Any) -> None:
        self.app = app
        super().__init__(store, keeper, go)

    @property
    def place(self) -> Place:
        """Where the learner is."""
        place: Place = self.app.place
        return place

    def draw(self) -> Tree:
        """The bar, what is said, and what can be shared."""
        name = button([mark(), h("span", self.says("bar.name"))], self.spelled("go", HOME), class_="app-name")
        here = BEHIND.get(self.place.kind, self.place.kind)
        doors = [self.way(kind, kind == here) for kind in DOORS]
        return h(
            "header",
            h("div", name, h("nav", doors, aria_label=self.says("bar.nav")), self.tools(), class_="app-line"),
            trouble(self.scene),
            self.told_last() if self.store.state.notice else None,
            self.share() if self.store.state.sharing else None,
            class_="app-bar",
        )

    def way(self, kind: str, here: bool) -> Tree:
        """The way to one of the parts."""
        return button(
            self.says(f"door.{kind}"),
            self.spelled("go", kind),
            class_=classes("app-way", here and "now"),
            aria_current="page" if here else None,
        )

    def tools(self) -> Tree:
        """Language, look, and sharing."""
        languages = {each: self.says(f"bar.{each}") for each in offered()}
        themes = {each: self.says(f"bar.{each}") for each in THEMES}
        return h(
            "div",
            self.choice("language", languages, self.scene.words.language),
            self.choice("theme", themes, self.app.shelf.theme),
            button(self.says("bar.share"), self.spelled("share"), class_="ghost",
                   aria_expanded="true" if self.store.state.sharing else "false"),
            class_="app-tools",
        )  # fmt: skip

    def choice(self, name: str, options: dict[str, str], now: str) -> Tree:
        """One of several, at once."""
        items = [h("option", text, value=value, selected=value == now) for value, text in options.items()]
        return h("select", items, value=now, data_do=self.spelled(name), aria_label=self.says(f"bar.{name}"))

    def told_last(self) -> Tree:
        """What must be said, and a way to put it away."""
        shut = button("×", self.spelled("shut"), class_="shut", aria_label=self.says("bar.shut"))
        return h("div", h("p", self.store.state.notice), shut, class_="app-told", key="told")

    # ---- sharing

    def share(self) -> Tree:
        """What can be taken along from here: links, texts, a picture, a file."""
        title = self.says("share.title")
        shut = button("×", self.spelled("share"), class_="shut", aria_label=self.says("bar.shut"))
        body = self.of_table() if self.table() else [self.field("link", self.linked(self.place.address()))]
        return h("section", shut, h("h2", title), body, class_="pane app-share", aria_label=title, key="share")

    def table(self) -> tuple[Session[Position] | None, Position, Position] | None:
        """The game, the position and what may be seen of it, where there is such a thing."""
        place = self.place
        if isinstance(place, PlayPlace):
            return place.panel.session, place.panel.session.position, place.panel.scene.visible
        if isinstance(place, LabPlace):
            return None, place.panel.position, place.panel.position
        return None

    def of_table(self) -> list[Tree | None]:
        """A table in every form."""
        found = self.table()
        assert found is not None
        session, position, seen = found
        parts: list[Tree | None] = []
        if session is not None and len(session.nodes) > 1:
            link = session_link(session)
            fits = len(link) <= MOST_ADDRESS
            parts.append(self.field("game", self.linked({"game": link})) if fits else h("p", self.says("share.long")))
        link = position_link(position)
        parts.append(self.field("position", self.linked({"position": link})) if len(link) <= MOST_ADDRESS else None)
        if isinstance(self.place, PlayPlace) and not self.place.panel.store.state.open_hands:
            parts.append(h("p", self.says("share.hands"), class_="soft"))
        forms = {"python": write_python(position), "yaml": write_position(position),
                 "text": show(seen, self.scene.language)}  # fmt: skip
        parts.append(h("div", [self.field(name, text, 5) for name, text in forms.items()], class_="app-forms"))
        picture = button(self.says("share.picture"), self.spelled("picture"), class_="ghost")
        file = button(self.says("share.file"), self.spelled("file"), class_="ghost") if session is not None else None
        return [*parts, h("div", picture, file, class_="buttons")]

    def field(self, name: str, text: str, rows: int = 2) -> Tree:
        """A text to be copied."""
        label, key = self.says(f"share.{name}"), f"app-share-{name}"
        area = h("textarea", value=text, id=key, rows=str(rows), readonly=True, spellcheck="false", aria_label=label)
        copy = h("button", self.says("share.copy"), data_app_copy=key, class_="ghost",
                 aria_label=f"{self.says('share.copy')}: {label}")  # fmt: skip
        return h("div", h("div", h("b", label), copy, class_="app-field-head"), area, class_="app-field", key=name)

    def linked(self, parts: dict[str, str]) -> str:
        """A whole address."""
        return f"{self.app.base}{write_address({**parts, 'lang': self.scene.words.language})}"

    def said(self) -> str:
        """What a screen reader hears."""
        asked = self.says("home.really") if self.place.kind == HOME and self.store.state.asking else ""
        asked = self.place.panel.asked() if isinstance(self.place.panel, Setup) else asked
        return asked or self.store.state.notice or self.door()

    def door(self) -> str:
        """The door behind which one is."""
        return self.says(f"door.{BEHIND.get(self.place.kind, self.place.kind)}")

    def title(self) -> str:
        """What the window is called: where one is, and the app."""
        name, here = self.says("bar.name"), self.place.title() or self.door()
        return name if self.place.kind == HOME else self.says("bar.titled", here=here, name=name)


def share(bar: Bar, rest: str, values: Values) -> None:
    """Show what can be taken along, or put it away."""
    bar.store.set(sharing=not bar.store.state.sharing)


def shut(bar: Bar, rest: str, values: Values) -> None:
    """Put away what was said."""
    bar.store.set(notice="")


def picture(bar: Bar, rest: str, values: Values) -> None:
    """Give a picture of the table as it may be seen."""
    if found := bar.table():
        bar.app.shelf.draw(html(found[2], bar.scene.language), IMAGE)


def file(bar: Bar, rest: str, values: Values) -> None:
    """Give the game as a file."""
    found = bar.table()
    if found and found[0] is not None:
        bar.app.shelf.save(openable(found[0], MOST_TEXT), FILE)


Bar.gestures = {
    "go": enter,
    "language": lambda bar, rest, values: bar.app.speak(text_of(values, "value")),
    "theme": lambda bar, rest, values: bar.app.dress(text_of(values, "value")),
    "share": share,
    "shut": shut,
    "picture": picture,
    "file": file,
}
