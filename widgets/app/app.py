"""The app: one page for a whole game; an address leads to the exact place, and nothing is lost for who comes back."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from apz import games
from apz.core.learning.progress import progress_text
from apz.core.plain_data import Given, number_of, text_of
from apz.core.reading import clean
from apz.core.sharing import openable
from apz.widgets.app import bar_view, home_view, look_up_view, set_up_view
from apz.widgets.app.address import MOST_NAME, THEMES, Kept, read_address, read_kept, usual, write_kept
from apz.widgets.app.offers import offer, ways
from apz.widgets.app.place import HOME, LAB, LEARN, LOOK, PLAY, SHARED, Hall, Place, Unopened, moved
from apz.widgets.app.places import OPEN, LookPlace, same_game
from apz.widgets.app.sharing import shared
from apz.widgets.app.state import AppScene, AppState
from apz.widgets.app.update import chosen, looked_up, update
from apz.widgets.base.browser_store import MOST_TEXT, BrowserStore, texts
from apz.widgets.base.panel import Panel
from apz.widgets.base.store import Store
from apz.widgets.base.tree import Tree
from apz.widgets.base.wording import offered
from apz.widgets.learn.browser_progress import BrowserProgress
from apz.widgets.learn.course import Frame, Map
from apz.widgets.learn.state import LESSON, PRACTISE, SETUP
from apz.widgets.learn.store import LearnStore

# where the words of an address lead, besides those of a game's own pieces; and its pages
LEADS = {"lesson": LESSON, "practise": PRACTISE, "position": SHARED, "session": SHARED, "lab": LAB, "rule": LOOK}
PAGES = {HOME: HOME, LEARN: LEARN, PLAY: SETUP, SETUP: SETUP, PRACTISE: PRACTISE, LAB: LAB, LOOK: LOOK}
NOTICES = ("lost", "resting", "again", "copied", "select", "full", "blocked", "save", "shut")


class AppStore(LearnStore):
    """The store of the app's own pages."""

    scene_of, update_of = AppScene, update


class Page(Panel):
    """One of the app's own pages; they share one state, so that they have one language."""

    def __init__(self, store: AppStore, part: Callable[[AppScene], Tree]) -> None:
        self.part = part
        super().__init__(store)

    def draw(self) -> Tree:
        """Draw the page."""
        return self.part(self.scene)


class Bar(Page):
    """The head of every page, which is heard too."""

    speaks = True

    def said(self) -> str:
        """Return what a screen reader hears."""
        return bar_view.said(self.scene)


class App(Frame):
    """A whole game's tutor as one page; `address` is what stands after the question mark, `game` the game's name."""

    def __init__(self, address: str | None = None, *, game: str = "", language: str = "") -> None:
        self.met = False  # whether the page has come
        self.greeted = False  # whether it has said what it keeps
        self.stop: tuple[str, str] | None = None  # where the learner is, as far as one can go back there
        self.turning = True  # whether going from there to another place is a turn that one can go back from
        self.shelf = BrowserStore({}, lambda *_: None, lambda: (self.bar, self.place.panel, self))
        self.take_up(game or usual(), language if language in offered() else offered()[0])
        super().__init__([self.shelf])  # the rest when the page has said where it is: home is no stop on the way
        self.add_class("app-frame")
        self.begun = self.addressed(os.environ.get("QUERY_STRING", "") if address is None else address)
        self.recall(None, self.begun)
        self.route(self.begun)

    def take_up(self, name: str, language: str) -> None:
        """Begin with a game, at its home page; BadInput lists the games there are."""
        self.learned = False  # whether the learner's record has changed since it was given to the browser
        self.lab: Place | None = None  # once somebody has been there; its steps live as long as the app
        self.keeper = BrowserProgress(self.keep_progress, self.renew, games.game(name))
        self.keeper.shelf = self.shelf
        told = {"hello": self.hello, "went": self.went, "forgotten": self.forgotten}
        self.shelf.acts, self.shelf.more = {**self.keeper.acts, **told}, self.keeper.meet
        state = AppState(language=language, game=name, progress=self.keeper.state, today=date.today())
        self.store = AppStore(state)
        self.store.recording(self.keeper, self.go)
        self.store.acts |= {
            "forget": lambda _: self.forget(),
            "asides": lambda _: self.shelf.give_asides(),
            "language": self.speak,
            "theme": self.dress,
            "begin": lambda values: self.go(PLAY, chosen(self.store.scene, values, secrets.randbelow(10**9))),
            "share": lambda _: self.share(self.store.state.shared is None),
            "picture": lambda _: self.give_picture(),
            "file": lambda _: self.give_file(),
        }
        self.home, self.bar = Page(self.store, home_view.draw), Bar(self.store, bar_view.draw)
        self.home.observe(self.changed, "view")
        self.place: Place = Place(HOME, self.home)

    @property
    def seen(self) -> Any:
        """The panel of the place where the learner is."""
        return self.place.panel

    @property
    def last(self) -> Any:
        """What was done last, by the kind of place."""
        return self.store.state.last

    # ---- where the learner goes

    def read(self, query: object) -> dict[str, str]:
        """Return what an address says."""
        known = self.store.scene.view.look_up
        return read_address(query, *([known.word] if known else []))

    def addressed(self, query: object) -> dict[str, str]:
        """Return what an address says, and begin with the game that it names."""
        name = read_address(query).get("game", "")
        if name in games.GAMES and name != self.keeper.game.name:
            for panel in dict.fromkeys((self.home, self.bar, self.place.panel)):
                panel.close()
            self.take_up(name, self.store.state.language)
        return self.read(query)

    def route(self, parts: dict[str, str]) -> None:
        """Go where an address leads; a bad one leads home, with a sentence about it."""
        name, known = parts.get("game", ""), self.store.scene.view.look_up
        leads = {**LEADS, known.word: LOOK} if known else LEADS
        word = next((each for each in (*leads, "page") if each in parts), "")
        if name and name not in games.GAMES:
            self.go(HOME, {})
            self.tell("address.old-link" if len(name) > MOST_NAME else "address.no-game", name=clean(name))
        elif leads.get(word) == SHARED and PLAY in self.last and same_game(self.keeper.game, parts, self.last[PLAY]):
            self.go(PLAY, {})
        elif word in leads:
            self.go(leads[word], parts)
        elif word:
            kind = PAGES.get(parts["page"])
            self.go(kind or HOME, {})
            if kind is None:
                self.tell("address.no-page", name=clean(parts["page"]))

    def went(self, message: Given) -> None:
        """Follow the browser back or forward, as a click would, to what was done there last."""
        kind, parts = text_of(message, "place"), self.read(message.get("address"))
        before = self.last.get(kind, {})
        same = kind in (PLAY, SHARED, LAB) or (kind == PRACTISE and before.get(kind) == parts.get(kind))
        self.turning = False
        try:
            if before and same:
                self.go(kind, {})
            elif parts.keys() - {"game", "lang", "theme"}:
                self.route(parts)
            else:
                self.go(HOME, {})
        finally:
            self.turning = True

    def go(self, kind: str, given: Given) -> None:
        """Go to a place or a page; home where that can't be opened."""
        try:
            place = self.opened(kind, self.remembered(kind, given))
        except Unopened as bad:
            self.show(self.opened(LOOK if kind == LOOK else HOME, {}))
            self.tell(bad.key, name=bad.name)
            return
        self.show(place)
        if place.replaced:
            self.tell("bar.replaced")

    def remembered(self, kind: str, given: Given) -> Given:
        """Return what is given, with what was done there if it's the same lesson or nothing else was asked for."""
        before = self.last.get(kind, {})
        if kind == LESSON:
            same = before.get("lesson") == given.get("lesson") and "walk" not in given
            return {**before, **given} if same and offer(self.store.scene, kind, before) else given
        return given or before

    def opened(self, kind: str, given: Given) -> Place:
        """Make a place."""
        language, left = self.store.state.language, self.last.get(LAB, {})
        if kind in OPEN:
            place = OPEN[kind](Hall(self.store.scene, self.keeper, self.go, self.lab, left), given)
            self.lab = place if place.kind == LAB else self.lab
            return place
        if kind == LEARN:
            return Place(LEARN, Map(language, self.keeper, self.go, played=moved(self.last.get(PLAY, {})) > 0))
        state = looked_up(self.store.scene, given if kind == LOOK else {})
        self.store.take(replace(state, ways=ways(self.last), now=int(time.time())))
        if kind == LOOK:
            return LookPlace(LOOK, Page(self.store, look_up_view.draw))
        if kind == SETUP:
            return Place(SETUP, Page(self.store, set_up_view.draw))
        self.home.refresh()
        return Place(HOME, self.home)

    def show(self, place: Place) -> None:
        """Show a place instead of the one before."""
        old = self.place.panel
        self.place = place
        self.store.set(place=place.kind, notice="", shared=None, asking=False, losing=None)
        if place.panel is not old:
            place.panel.observe(self.changed, "view")
            self.lay()
            if old is not self.home:
                old.unobserve(self.changed, "view")
                if self.lab is None or old is not self.lab.panel:
                    old.close()
        self.bar.refresh()
        self.changed()

    def lay(self) -> None:
        """Put on the page what is to be seen."""
        if self.met:
            self.children = [self.shelf, self.bar, self.place.panel]

    def tell(self, key: str, **values: str) -> None:
        """Say something about where the learner is; nothing, for no key."""
        self.store.set(notice=self.store.scene.says(key, **values) if key else "")
        self.bar.refresh()

    # ---- how it looks

    def speak(self, language: str) -> None:
        """Speak another language from now on, everywhere."""
        if language not in offered():
            return
        for store in self.set_everywhere(language=language):
            store.tell()
        self.changed()

    def set_everywhere(self, **fields: str) -> Iterable[Store[Any]]:
        """Set values of the app's state and of the place's; return their stores."""
        stores = dict.fromkeys((self.place.panel.store, self.store))
        for store in stores:
            store.set(**fields)
        return stores

    def dress(self, theme: str) -> None:
        """Show it light, dark, or as the learner's device does."""
        if theme in THEMES:
            self.shelf.theme = theme
            self.store.set(theme=theme)
            self.bar.refresh()
            self.changed()

    # ---- what is taken along

    def share(self, wanted: bool) -> None:
        """Show what can be taken along from here, or put it away."""
        self.store.set(shared=shared(self.store.scene, self.place) if wanted else None)

    def give_picture(self) -> None:
        """Give a picture of the table as it may be seen."""
        found, scene = self.place.table(), self.store.scene
        if found and scene.view.picture:
            self.shelf.draw(scene.view.picture(found.visible, scene.language), f"{scene.game.name}-table")

    def give_file(self) -> None:
        """Give the game as a file."""
        found = self.place.table()
        if found and found.session is not None:
            self.shelf.save(openable(found.session, MOST_TEXT), f"{self.keeper.game.name}-game.yaml")

    # ---- what is kept

    def changed(self, seen: Any = None) -> None:
        """Keep what is seen otherwise now; the address follows, and what can be shared."""
        if seen is not None and self.store.state.notice and self.place.panel.store is not self.store:
            self.tell("")  # what was said belongs to what was seen before
        spoken = self.place.panel.store.state.language
        if spoken != self.store.state.language:
            self.speak(spoken)
            return
        self.store.set(title=self.place.title())
        scene = self.store.scene
        with self.shelf.hold_sync():
            self.shelf.lang, self.shelf.heading = scene.words.language, bar_view.title(scene)
            self.shelf.words = {name: scene.says(f"notice.{name}") for name in NOTICES}
            if scene.state.shared:
                self.share(True)
                self.bar.refresh()
            self.keep()

    def keep(self) -> None:
        """Give the browser all that is needed to come back here; not before it has said what it has."""
        kind = self.place.kind
        if given := self.place.given():  # what was done last stands last
            self.store.set(last={**{each: done for each, done in self.last.items() if each != kind}, kind: given})
        if not self.greeted:
            return
        state, game = self.store.state, self.keeper.game.name
        with self.shelf.hold_sync():  # in one message, so that neither is ahead of the other when it is the last one
            where = self.place.address()
            before, self.stop = self.stop, (kind, where.get("lesson", ""))
            self.shelf.turns += self.turning and before not in (None, self.stop)
            self.shelf.place = kind
            theme = {"theme": state.theme} if state.theme != THEMES[0] else {}
            self.shelf.address = self.store.scene.address(where, **theme)
            self.shelf.kept = write_kept(Kept(game, kind, self.shelf.address, state.language, state.theme, state.last))
            if self.learned:
                self.shelf.progress, self.learned = progress_text(self.keeper.mastery), False

    def keep_progress(self) -> None:
        """Give the browser the learner's record; what is just being done is kept with it, once it is seen."""
        self.learned = True
        if not self.place.panel.store.busy:
            self.keep()

    def renew(self) -> None:
        """Draw the place again where the record, or how it is kept, is seen."""
        if self.place.kind in (HOME, LEARN):
            self.place.panel.refresh()

    def forget(self) -> None:
        """Forget all that the browser keeps, and begin with nothing."""
        self.shelf.forget()
        self.forgotten()

    def forgotten(self, message: Given | None = None) -> None:
        """Take it that all is forgotten, here or in another tab: nothing of it comes back from here."""
        self.learned = False
        self.go(HOME, {})  # first, or where the learner is would be kept
        self.keeper.forget()
        if self.lab is not None:
            self.lab.panel.close()
        self.lab = None
        self.store.set(last={})
        self.shelf.progress, self.shelf.kept, self.shelf.joined = "", "", []
        self.shelf.forgot()
        self.go(HOME, {})
        if message is not None:
            self.tell("bar.forgotten")

    # ---- coming back

    def hello(self, message: Given) -> None:
        """Take what the page says of where it is and has kept: go on there, or offer it; something is always shown."""
        try:
            self.welcome(message)
        finally:
            self.met = True
            self.lay()

    def welcome(self, message: Given) -> None:
        """Take what the page has kept, and go where the learner was or wants to be."""
        if self.greeted:
            self.keeper.greet(message)
            return
        address, place = self.addressed(message.get("address")), text_of(message, "place", 300)
        self.set_everywhere(base=place if place.startswith("http") else "")
        self.keeper.in_browser = message.get("keeps") is not False
        self.keeper.asides = number_of(message, "aside", MOST_TEXT)
        unread = self.keeper.greet(message)
        tab, kept = text_of(message, "tab"), [(of, read_kept(text)) for of, text in texts(message.get("desks"))]
        found = [(of, each) for of, each in kept if each and each.game == self.keeper.game.name]
        self.recall(found[0][1] if found else None, address, text_of(message, "speaks"))
        back = found and found[0][0] == tab and self.read(found[0][1].address) == address
        if not (back and self.resume(found[0][1])):
            self.store.set(ways=ways(self.last, [each for _, each in found]), now=int(time.time()))
            self.home.refresh()
            if address and (found or address != self.begun):
                self.route(address)
            if back:
                self.tell("address.no-kept")
        if unread or message.get("broken") is True:
            self.tell("address.no-progress")
        self.greeted = self.shelf.followed = self.learned = True
        self.keep()

    def recall(self, kept: Kept | None, address: dict[str, str], speaks: str = "") -> None:
        """Take the settings of the last visit, or those of the browser, and what was done then."""
        languages = (address.get("lang", ""), kept.language if kept else "", speaks.partition("-")[0].lower())
        self.speak(next((each for each in languages if each in offered()), ""))
        themes = (address.get("theme", ""), kept.theme if kept else "")
        self.dress(next((each for each in themes if each in THEMES), ""))
        if kept:
            self.lab = None
            self.store.set(last=kept.last)

    def resume(self, kept: Kept) -> bool:
        """Go on exactly where the learner was; return False if that can't be opened any more."""
        if kept.place not in (*OPEN, *self.store.scene.doors, HOME):
            return False
        try:
            place = self.opened(kept.place, kept.last.get(kept.place, {}))
        except Unopened:
            return False
        self.show(place)
        if kept.place in OPEN:
            self.tell("bar.resumed")
        return True
