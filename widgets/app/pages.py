"""The pages of the app beside its places, and the first of them: the home page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from apz.apocalypze.teaching import course
from apz.core.plain_data import Given
from apz.widgets.app.place import LAB, PLAY, SHARED, Place, moved
from apz.widgets.base.browser_store import BrowserStore
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import PageState
from apz.widgets.base.panel import Panel
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.base.wording import says
from apz.widgets.learn import first_game
from apz.widgets.learn.browser_progress import BrowserProgress
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.scene import PREFIX, CourseScene
from apz.widgets.learn.state import LESSON, PRACTISE, SETUP, CourseState, Go
from apz.widgets.table.store import PageStore

HOME, LEARN, LOOK = "home", "learn", "look"
DOORS = (LEARN, SETUP, PRACTISE, LAB, LOOK)  # the doors of the home page, and of the bar
# where the words of an address lead, and its pages
LEADS = {"lesson": LESSON, "practise": PRACTISE, "position": SHARED, "game": SHARED, "lab": LAB, "rule": LOOK,
         "card": LOOK}  # fmt: skip
PAGES = {HOME: HOME, LEARN: LEARN, PLAY: SETUP, SETUP: SETUP, PRACTISE: PRACTISE, LAB: LAB, LOOK: LOOK}
Offer = tuple[str, Given, str]  # a kind of place, what is needed to open it, and its title
Values = Mapping[str, Any]
Act = Callable[[Any, str, Values], object]  # of a page: with what a gesture is about, and what its fields hold
MARK = "M32 3 4 20v9h5v30h46V29h5v-9z"  # a stronghold, and the letter in its wall
LETTER = "M19 26h27v6L30 47h16v7H18v-6l16-15H19z"


def mark() -> Tree:
    """The sign of the app."""
    shapes = (h("path", d=MARK, class_="app-wall"), h("path", d=LETTER, class_="app-letter"))
    return h("svg", *shapes, viewBox="0 0 64 64", class_="app-mark", aria_hidden="true", focusable="false")


@dataclass(frozen=True)
class AppState(PageState):
    """What the app's own pages show: the bar, the home page and the page on which a game is begun."""

    notice: str = ""  # what must be said about where one is
    sharing: bool = False
    ways: tuple[Offer, ...] = ()  # to which places one may go back, with their titles
    asking: bool = False  # whether all is to be forgotten
    wrong: bool = False  # whether what was pasted cannot be opened
    losing: Any = None  # the position where the game stands that a new one would take the place of, while that is asked


class Page(Panel):
    """A page of the app's own, with gestures of its own; they share one state, so that they have one language."""

    gestures: ClassVar[Mapping[str, Act]] = {}
    store: PageStore[Any]

    def __init__(self, store: PageStore[Any], keeper: ProgressStore, go: Go) -> None:
        self.go, self.keeper = go, keeper
        super().__init__(store)

    def says(self, place: str, **values: Any) -> str:
        """Return a text of the app."""
        return says(self.scene.language, place, **values)

    def spelled(self, verb: str, rest: str = "") -> str:
        """Return a gesture of the page's own."""
        return f"{PREFIX}{verb}::{rest}"

    def on_gesture(self, gesture: Gesture) -> None:
        """Do a gesture of the page's own, or one that is the same on every page."""
        verb, _, rest = gesture.about.partition("::")
        act = self.gestures.get(verb)
        if f"{gesture.verb}:" != PREFIX:
            super().on_gesture(gesture)
        elif act is not None:
            self.store.guarded(lambda: act(self, rest, gesture.values))


class Home(Page):
    """What this is, where one can go on, and the doors to everything."""

    keeper: BrowserProgress

    def __init__(
        self, store: PageStore[Any], keeper: BrowserProgress, go: Go, shelf: BrowserStore, forget: Callable[[], object]
    ) -> None:
        self.shelf, self.forget = shelf, forget
        super().__init__(store, keeper, go)

    def draw(self) -> Tree:
        """The page, in the order in which it is read."""
        way = CourseState(language=self.scene.language, progress=self.keeper.state, today=date.today())
        return h(
            "main",
            h("section", mark(), h("div", self.hero()), class_="app-hero"),
            self.back() if self.store.state.ways else None,
            first_game.draw(CourseScene(way), self.played()),
            h("div", [self.door(kind) for kind in DOORS], class_="app-doors"),
            self.foot(),
            class_="app-home",
        )

    def hero(self) -> list[Tree]:
        """The name, what it is, and the one button for whoever has just come."""
        names = course.order()
        wanted = next((name for name in names if not self.keeper.behind(name)), names[0])
        following = course.lesson(wanted, self.scene.language)
        begun = any(kind == LESSON and given.get("lesson") == wanted for kind, given, _ in self.store.state.ways)
        word = "on" if begun else "begin" if wanted == names[0] else "next"
        begin = self.says(f"home.{word}", title=following.title)
        return [
            h("h1", self.says("bar.name"), tabindex="-1", data_home="1"),
            h("p", self.says("home.what")),
            h("p", self.says("home.minutes", minutes=following.minutes, count=len(names), total=course.minutes())),
            h("div", button(begin, self.spelled(LESSON, following.id), class_="do main"), class_="buttons"),
        ]

    def played(self) -> bool:
        """Whether there is a game of the learner's own, with a move in it."""
        return any(kind == PLAY and moved(given) for kind, given, _ in self.store.state.ways)

    def back(self) -> Tree:
        """Where somebody was."""
        title = self.says("home.back")
        ways = [
            button(told, self.spelled("back", str(number)), class_=classes("do" if number == 0 else "ghost"))
            for number, (_, _, told) in enumerate(self.store.state.ways)
        ]
        why = h("p", self.says("home.kept"), class_="soft")
        return h("section", h("h2", title), h("div", ways, class_="buttons"), why, class_="pane app-back")

    def door(self, kind: str) -> Tree:
        """One of the doors, with how it stands behind it."""
        lessons = course.order()
        count = len([name for name in lessons if self.keeper.behind(name)])
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
        """What is kept where, what was put aside, and how it is forgotten."""
        kept = self.says("home.in-browser" if self.keeper.in_browser else "home.nowhere")
        # the one button becomes the other, so that whoever pressed it by key is asked where he is
        asking = self.store.state.asking
        word, about = ("cancel", "app-really") if asking else ("forget", None)
        ways = [button(self.says(f"home.{word}"), self.spelled("ask"), class_="ghost", aria_describedby=about)]
        if asking:
            ways.append(button(self.says("home.sure"), self.spelled("forget"), class_="do", aria_describedby=about))
        really = h("p", self.says("home.really"), class_="warn", id="app-really", key="really") if asking else None
        told = [self.aside(), really, h("div", ways, class_="buttons", key="ways")]
        return h("footer", h("p", kept), told, class_="app-foot")

    def aside(self) -> Tree | None:
        """Draw the way to the records that were put aside since they could not be read."""
        if not self.keeper.asides:
            return None
        way = button(self.says("home.download"), self.spelled("asides"), class_="ghost")
        return h("div", h("p", self.says("home.aside", count=self.keeper.asides)), way, class_="buttons", key="aside")


def ask(page: Home, rest: str, values: Values) -> None:
    """Ask once more before all is forgotten, or leave it."""
    page.store.set(asking=not page.store.state.asking)


def forget(page: Home, rest: str, values: Values) -> None:
    """Forget all that was kept."""
    if page.store.state.asking:
        page.store.set(asking=False)
        page.forget()


def back(page: Home, rest: str, values: Values) -> None:
    """Go on where one was."""
    if rest.isdecimal() and int(rest) < len(page.store.state.ways):
        kind, given, _ = page.store.state.ways[int(rest)]
        page.go(kind, given)


def follow(page: Page, rest: str, values: Values) -> None:
    """A step on the way to a first game."""
    page.go(*first_game.led(rest))


def enter(page: Page, rest: str, values: Values) -> None:
    """Go through a door."""
    if rest in (HOME, *DOORS):
        page.go(rest, {})


Home.gestures = {
    "go": enter,
    "back": back,
    "ask": ask,
    "forget": forget,
    "asides": lambda page, rest, values: page.shelf.give_asides(),
    first_game.WAY: follow,
    LESSON: lambda page, rest, values: page.go(LESSON, {"lesson": rest}) if rest in course.order() else None,
}


class PagePlace(Place):
    """One of the app's own pages."""

    def __init__(self, kind: str, panel: Any) -> None:
        self.kind = kind
        super().__init__(panel)

    def address(self) -> dict[str, str]:
        """Its name; the home page has none."""
        return {} if self.kind == HOME else {"page": PLAY if self.kind == SETUP else self.kind}
