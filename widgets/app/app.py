"""The app: one page for a whole game, where every place has an address and is restored on return."""

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
from apz.widgets.app.address import MOST_NAME, Kept, read_address, read_kept, usual, write_kept
from apz.widgets.app.offers import offer, ways
from apz.widgets.app.place import HOME, LAB, LEARN, LOOK, PLAY, SHARED, AppContext, Place, Unopened, moved
from apz.widgets.app.places import OPEN, LookPlace, liked, same_game
from apz.widgets.app.sharing import shared
from apz.widgets.app.state import AppScene, AppState
from apz.widgets.app.update import chosen, looked_up, update
from apz.widgets.base.browser_store import MOST_TEXT, BrowserStore, texts
from apz.widgets.base.page import THEMES
from apz.widgets.base.panel import Panel
from apz.widgets.base.store import Store
from apz.widgets.base.tree import Tree
from apz.widgets.base.wording import offered
from apz.widgets.learn.browser_progress import BrowserProgress
from apz.widgets.learn.course import Frame, Map
from apz.widgets.learn.first_game import dealt
from apz.widgets.learn.state import FIRST_GAME, LESSON, PRACTISE, SETUP
from apz.widgets.learn.store import LearnStore
from apz.widgets.table import settings, still

# the place each address parameter leads to, besides the game's own word for pieces; and the pages by name
LEADS = {"lesson": LESSON, "practise": PRACTISE, "position": SHARED, "session": SHARED, "lab": LAB, "rule": LOOK}
PAGES = {HOME: HOME, LEARN: LEARN, PLAY: SETUP, SETUP: SETUP, PRACTISE: PRACTISE, LAB: LAB, LOOK: LOOK}
NOTICES = ("lost", "resting", "again", "copied", "select", "full", "blocked", "save", "shut")


class AppStore(LearnStore):
    """The store of the app's own pages."""

    scene_of, update_of = AppScene, update


class Page(Panel):
    """One of the app's own pages, which share one state and so one language."""

    def __init__(self, store: AppStore, part: Callable[[AppScene], Tree]) -> None:
        self.part = part
        super().__init__(store)

    def draw(self) -> Tree:
        """Draw the page."""
        return self.part(self.scene)


class Bar(Page):
    """The bar at the top of every page, with announcements for screen readers."""

    speaks = True

    def said(self) -> str:
        """Return the announcement for screen readers."""
        return bar_view.said(self.scene)


class App(Frame):
    """The tutor of a whole game as one page; `address` is the query part of its address, `game` the game's name."""

    def __init__(self, address: str | None = None, *, game: str = "", language: str = "") -> None:
        self.met = False  # whether the page has sent its greeting
        self.greeted = False  # whether we've taken in what it has kept
        self.stop: tuple[str, str] | None = None  # the current place, as an entry of the browser's history
        self.turning = True  # whether the next change of place adds such an entry
        self.browser = BrowserStore({}, lambda *_: None, lambda: (self.bar, self.place.panel, self))
        self.take_up(game or usual(), language if language in offered() else offered()[0])
        super().__init__([self.browser])  # the rest follows once the page has sent its address
        self.add_class("app-frame")
        self.begun = self.addressed(os.environ.get("QUERY_STRING", "") if address is None else address)
        self.recall(None, self.begun)
        self.route(self.begun)

    def take_up(self, name: str, language: str) -> None:
        """Start a game at its home page; raise BadInput with a hint if there's no such game."""
        self.learned = False  # whether the learner's record has changed since the browser got it
        self.lab: Place | None = None  # None until somebody goes there; it stays open while they're elsewhere
        self.keeper = BrowserProgress(self.keep_progress, self.renew, games.game(name))
        self.keeper.browser = self.browser
        told = {"hello": self.hello, "went": self.went, "forgotten": self.forgotten}
        self.browser.acts, self.browser.more = {**self.keeper.acts, **told}, self.keeper.meet
        state = AppState(language=language, game=name, progress=self.keeper.state, today=date.today())
        self.store = AppStore(state)
        self.store.recording(self.keeper, self.go)
        self.store.acts |= {
            "forget": lambda _: self.forget(),
            "asides": lambda _: self.browser.give_asides(),
            "language": self.speak,
            "theme": self.dress,
            "liked": lambda _: self.settle(self.place),
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
        """The panel of the current place."""
        return self.place.panel

    @property
    def last(self) -> Any:
        """The saved data of the last state of each kind of place."""
        return self.store.state.last

    # ---- where the learner goes

    def read(self, query: object) -> dict[str, str]:
        """Return the parameters of an address."""
        known = self.store.scene.view.look_up
        return read_address(query, *([known.word] if known else []))

    def addressed(self, query: object) -> dict[str, str]:
        """Return the parameters of an address; if it names another game, start that game first."""
        name = read_address(query).get("game", "")
        if name in games.GAMES and name != self.keeper.game.name:
            for panel in dict.fromkeys((self.home, self.bar, self.place.panel)):
                panel.close()
            self.take_up(name, self.store.state.language)
        return self.read(query)

    def route(self, parts: dict[str, str]) -> None:
        """Go where an address points, or stay put without a target; report a bad one at home or on the look-up page."""
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
        """Follow the browser's back and forward buttons to a place, in its last state if possible."""
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
        """Go to a place or a page; if it can't be opened, go home or to the look-up page and say why."""
        if kind == FIRST_GAME:  # it never replaces a game in progress
            first = {} if moved(self.last.get(PLAY, {})) else dealt(self.keeper.game)
            kind, given = (PLAY if first else SETUP), first
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
        """Return a place's parameters, or its last state if there are none; a lesson to be resumed combines both."""
        before = self.last.get(kind, {})
        if kind == LESSON:
            same = before.get("lesson") == given.get("lesson") and "walk" not in given
            return {**before, **given} if same and offer(self.store.scene, kind, before) else given
        return given or before

    def opened(self, kind: str, given: Given) -> Place:
        """Return a place opened with these parameters; raise Unopened if it can't be opened."""
        language, left = self.store.state.language, self.last.get(LAB, {})
        if kind in OPEN:
            context = AppContext(self.store.scene, self.keeper, self.go, self.lab, left, self.browser.save)
            place = OPEN[kind](context, given)
            self.lab = place if place.kind == LAB else self.lab
            self.settle(place)
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
        """Show a place instead of the previous one."""
        old = self.place.panel
        self.place = place
        self.store.set(place=place.kind, notice="", shared=None, sheet="", asking=False, losing=None)
        self.bar.refresh()  # first, so that the page never shows the new place below an open menu
        if place.panel is not old:
            place.panel.observe(self.changed, "view")
            self.lay()
            if old is not self.home:
                old.unobserve(self.changed, "view")
                if self.lab is None or old is not self.lab.panel:
                    old.close()
        self.changed()

    def lay(self) -> None:
        """Put the bar and the current place's panel on the page, once the page has sent its greeting."""
        if self.met:
            self.children = [self.browser, self.bar, self.place.panel]

    def tell(self, key: str, **values: str) -> None:
        """Show a message about the current place, or clear the message if `key` is empty."""
        self.store.set(notice=self.store.scene.says(key, **values) if key else "")
        self.bar.refresh()

    # ---- how it looks

    def speak(self, language: str) -> None:
        """Switch the language everywhere; an unknown language changes nothing."""
        if language not in offered():
            return
        for store in self.set_everywhere(language=language):
            store.tell()
        self.changed()

    def set_everywhere(self, **fields: str) -> Iterable[Store[Any]]:
        """Set these values in the states of the app and of the current place; return their stores."""
        stores = dict.fromkeys((self.place.panel.store, self.store))
        for store in stores:
            store.set(**fields)
        return stores

    def dress(self, theme: str) -> None:
        """Switch to the light or dark look, or to the device's own; an unknown one changes nothing."""
        if theme in THEMES:
            self.browser.theme = theme
            self.store.set(theme=theme)
            self.settle(self.place)
            self.bar.refresh()
            self.changed()

    def settle(self, place: Place) -> None:
        """Apply the settings that all tables share to the table of a game, lesson or practice."""
        if place.kind not in (PLAY, SHARED, LESSON, PRACTISE):
            return
        store, how = place.panel.store, liked(self.store.scene)
        how |= {"theme": self.store.state.theme} if place.kind in (PLAY, SHARED) else {}
        if any(getattr(store.state, name) != value for name, value in how.items()):
            store.set(**how)
            store.tell()

    # ---- sharing

    def share(self, wanted: bool) -> None:
        """Show or hide the sharing sheet."""
        self.store.set(shared=shared(self.store.scene, self.place) if wanted else None, sheet="")

    def give_picture(self) -> None:
        """Offer the learner a picture of the visible table as a download."""
        found, scene = self.place.table(), self.store.scene
        if found:
            self.browser.draw(still.html(found.visible, scene.language), f"{scene.game.name}-table")

    def give_file(self) -> None:
        """Offer the learner the game as a file to download."""
        found = self.place.table()
        if found and found.session is not None:
            self.browser.save(openable(found.session, MOST_TEXT), f"{self.keeper.game.name}-game.yaml")

    # ---- saving

    def changed(self, seen: Any = None) -> None:
        """React to a change on the page: update settings, title and texts, and save the current state."""
        if seen is not None and self.store.state.notice and self.place.panel.store is not self.store:
            self.tell("")  # the message belongs to the previous page
        spoken = self.place.panel.store.state.language
        if spoken != self.store.state.language:
            self.speak(spoken)
            return
        if self.place.kind in (PLAY, SHARED):  # a game has its own sheet for these settings
            table = self.place.panel.store.state
            found = {name: value for name, value in settings.values(table).items() if name != "steps"}
            self.store.set(liked={**self.store.state.liked, **found})
            if table.theme in THEMES and table.theme != self.store.state.theme:
                self.dress(table.theme)
                return
        self.store.set(title=self.place.title())
        scene = self.store.scene
        with self.browser.hold_sync():
            self.browser.lang, self.browser.heading = scene.words.language, bar_view.title(scene)
            self.browser.words = self.notices()
            if scene.state.shared:
                self.share(True)
                self.bar.refresh()
            self.keep()

    def notices(self) -> dict[str, str]:
        """Return the texts of the page's notices; those about a lost connection promise nothing that isn't saved."""
        lose = () if self.keeper.in_browser else ("lost", "resting")
        says = self.store.scene.says
        return {name: says(f"notice.{name}{'-unsaved' if name in lose else ''}") for name in NOTICES}

    def keep(self) -> None:
        """Save everything needed to return here in the browser, once the browser has sent what it had saved."""
        kind = self.place.kind
        if given := self.place.given():  # the latest place comes last
            self.store.set(last={**{each: done for each, done in self.last.items() if each != kind}, kind: given})
        if not self.greeted:
            return
        state, game = self.store.state, self.keeper.game.name
        with self.browser.hold_sync():  # one message, so that both arrive or neither does
            where = self.place.address()
            before, self.stop = self.stop, (kind, where.get("lesson", ""))
            self.browser.turns += self.turning and before not in (None, self.stop)
            self.browser.place = kind
            theme = {"theme": state.theme} if state.theme != THEMES[0] else {}
            self.browser.address = self.store.scene.address(where, **theme)
            self.browser.kept = write_kept(
                Kept(game, kind, self.browser.address, state.language, state.theme, state.last, state.liked)
            )
            if self.learned:
                self.browser.progress, self.learned = progress_text(self.keeper.mastery), False

    def keep_progress(self) -> None:
        """Note that the record has changed, and save it unless a gesture is still being applied."""
        self.learned = True
        if not self.place.panel.store.busy:
            self.keep()

    def renew(self) -> None:
        """Redraw the current place if it shows the record or where it's saved, and renew the page's notices."""
        self.browser.words = self.notices()
        if self.place.kind in (HOME, LEARN):
            self.place.panel.refresh()

    def forget(self) -> None:
        """Delete everything saved in the browser, and start over."""
        self.browser.forget()
        self.forgotten()

    def forgotten(self, message: Given | None = None) -> None:
        """Handle a deletion, here or in another tab, so that nothing from here is saved again."""
        self.learned = False
        self.go(HOME, {})  # first, or the learner's place would be saved again
        self.keeper.forget()
        if self.lab is not None:
            self.lab.panel.close()
        self.lab = None
        self.store.set(last={})
        self.browser.progress, self.browser.kept, self.browser.joined = "", "", []
        self.browser.forgot()
        self.go(HOME, {})
        if message is not None:
            self.tell("bar.forgotten")

    # ---- coming back

    def hello(self, message: Given) -> None:
        """Handle the page's greeting, and put the panels on the page even if an error occurs."""
        try:
            self.restore(message)
        finally:
            self.met = True
            self.lay()

    def restore(self, message: Given) -> None:
        """Restore the saved state and place on the page's first greeting; afterward, only merge its records."""
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
        self.greeted = self.browser.followed = self.learned = True
        self.keep()

    def recall(self, kept: Kept | None, address: dict[str, str], speaks: str = "") -> None:
        """Restore the language and theme from the address, last visit or browser, and the state of each place."""
        languages = (address.get("lang", ""), kept.language if kept else "", speaks.partition("-")[0].lower())
        self.speak(next((each for each in languages if each in offered()), ""))
        themes = (address.get("theme", ""), kept.theme if kept else "")
        self.dress(next((each for each in themes if each in THEMES), THEMES[0]))
        if kept:
            self.lab = None
            self.store.set(last=kept.last, liked=kept.liked)

    def resume(self, kept: Kept) -> bool:
        """Resume exactly where the learner left off; return False if that place can't be opened anymore."""
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
