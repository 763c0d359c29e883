"""The app: one page for all there is; an address leads to the exact place, and nothing is lost for who comes back."""

from __future__ import annotations

import os
from typing import Any

from apz.core.learning.progress import progress_text
from apz.core.plain_data import Given, number_of, text_of
from apz.core.reading import clean
from apz.widgets.app.address import THEMES, Kept, read_address, read_kept, write_address, write_kept
from apz.widgets.app.bar import Bar
from apz.widgets.app.lab import LabPlace
from apz.widgets.app.look_up import LookUp, open_look
from apz.widgets.app.pages import DOORS, HOME, LEADS, LEARN, LOOK, PAGES, AppState, Home, PagePlace
from apz.widgets.app.place import LAB, PLAY, SHARED, Hall, Place, Unopened, moved
from apz.widgets.app.places import OPEN, same_game
from apz.widgets.app.resume_links import offer, offers
from apz.widgets.app.setup import Setup
from apz.widgets.base.browser_store import MOST_TEXT, BrowserStore, texts
from apz.widgets.base.panel import Panel
from apz.widgets.base.wording import offered, says
from apz.widgets.learn.browser_progress import BrowserProgress
from apz.widgets.learn.course import Frame, Map
from apz.widgets.learn.state import LESSON, PRACTISE, SETUP
from apz.widgets.table.store import PageStore


class App(Frame):
    """The whole tutor as one page; `address` is what stands after the question mark."""

    def __init__(self, address: str | None = None, *, language: str = "") -> None:
        self.met = False  # whether the page has come
        self.greeted = False  # whether it has said what it keeps
        self.learned = False  # whether the learner's record has changed since it was given to the browser
        self.base = ""  # the address of the page itself
        self.stop: tuple[str, str] | None = None  # where the learner is, as far as one can go back there
        self.turning = True  # whether going from there to another place is a turn that one can go back from
        self.last: dict[str, Given] = {}  # what was done last in each kind of place
        self.lab: LabPlace | None = None  # once somebody has been there; its steps live as long as the app
        self.keeper = BrowserProgress(self.keep_progress, self.renew)
        self.store = PageStore(AppState(language if language in offered() else offered()[0]))
        acts = {**self.keeper.acts, "hello": self.hello, "went": self.went, "forgotten": self.forgotten}
        self.shelf = self.keeper.shelf = BrowserStore(
            acts, self.keeper.meet, lambda: (self.bar, self.place.panel, self)
        )
        self.home = Home(self.store, self.keeper, self.go, self.shelf, self.forget)
        self.place: Place = PagePlace(HOME, self.home)
        self.bar = Bar(self.store, self.keeper, self.go, self)
        super().__init__([self.shelf])  # the rest when the page has said where it is: home is no stop on the way
        self.add_class("app-frame")
        self.home.observe(self.changed, "view")
        self.begun = read_address(os.environ.get("QUERY_STRING", "") if address is None else address)
        self.route(self.begun)

    @property
    def seen(self) -> Panel:
        """The panel of the place where one is."""
        return self.place.panel

    # ---- where one goes

    def route(self, parts: dict[str, str]) -> None:
        """Go where an address leads; a bad one leads home, with a sentence about it."""
        if parts.get("lang") in offered():
            self.speak(parts["lang"])
        if parts.get("theme") in THEMES:
            self.dress(parts["theme"])
        word = next((each for each in (*LEADS, "page") if each in parts), "")
        if LEADS.get(word) == SHARED and PLAY in self.last and same_game(parts, self.last[PLAY]):
            self.go(PLAY, {})
        elif word in LEADS:
            self.go(LEADS[word], parts)
        elif word:
            kind = PAGES.get(parts["page"])
            self.go(kind or HOME, {})
            if kind is None:
                self.tell(says(self.store.state.language, "address.no-page", name=clean(parts["page"])))

    def went(self, message: Given) -> None:
        """The browser went back or forward: go there as a click would, to what was done there last."""
        kind, parts = text_of(message, "place"), read_address(message.get("address"))
        before = self.last.get(kind, {})
        same = kind in (PLAY, SHARED, LAB) or (kind == PRACTISE and before.get(kind) == parts.get(kind))
        self.turning = False
        try:
            if before and same:
                self.go(kind, {})
            elif where := {word: value for word, value in parts.items() if word not in ("lang", "theme")}:
                self.route(where)
            else:
                self.go(HOME, {})
        finally:
            self.turning = True

    def go(self, kind: str, given: Given) -> None:
        """Go to a place or a page; where that cannot be opened, home."""
        language = self.store.state.language
        try:
            place = self.opened(kind, self.remembered(kind, given))
        except Unopened as bad:
            place = self.opened(LOOK if kind == LOOK else HOME, {})
            self.show(place)
            self.tell(says(language, bad.key, name=bad.name))
            return
        self.show(place)
        if isinstance(place, LabPlace) and place.replaced:
            self.tell(says(self.store.state.language, "bar.replaced"))

    def remembered(self, kind: str, given: Given) -> Given:
        """What is given, with what was done there before if it is the same lesson or nothing else was asked for."""
        before = self.last.get(kind, {})
        if kind == LESSON:
            same = before.get("lesson") == given.get("lesson") and "walk" not in given
            return {**before, **given} if same and offer(kind, before, self.store.state.language) else given
        return given or before

    def opened(self, kind: str, given: Given) -> Place:
        """A place, made."""
        hall = Hall(self.store.state.language, self.keeper, self.go, self.bar.linked, self.lab, self.last.get(LAB, {}))
        if kind in OPEN:
            place = OPEN[kind](hall, given)
            self.lab = place if isinstance(place, LabPlace) else self.lab
            return place
        if kind == LOOK:
            return open_look(LookUp(self.store, self.keeper, self.go), given)
        if kind == LEARN:
            return PagePlace(
                LEARN, Map(self.store.state.language, self.keeper, self.go, played=moved(self.last.get(PLAY, {})) > 0)
            )
        if kind == SETUP:
            return PagePlace(SETUP, Setup(self.store, self.keeper, self.go, self.last))
        self.store.set(ways=offers(self.last, (), self.store.state.language), asking=False)
        self.home.refresh()
        return PagePlace(HOME, self.home)

    def show(self, place: Place) -> None:
        """Show a place instead of the one before."""
        old = self.place.panel
        self.place = place
        self.store.set(notice="", sharing=False)
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

    def tell(self, sentence: str) -> None:
        """Say something about where one is."""
        self.store.set(notice=sentence)
        self.bar.refresh()

    # ---- how it looks

    def speak(self, language: str) -> None:
        """Speak another language from now on, everywhere."""
        if language not in offered():
            return
        stores = (self.place.panel.store, self.store)
        for store in stores:
            store.set(language=language)
        for store in stores:
            store.tell()
        self.changed()

    def dress(self, theme: str) -> None:
        """Light, dark, or as the learner's device has it."""
        if theme in THEMES:
            self.shelf.theme = theme
            self.bar.refresh()
            self.changed()

    # ---- what is kept

    def changed(self, seen: Any = None) -> None:
        """Something is seen otherwise: keep it, let the address follow, and what can be shared."""
        if seen is not None and self.store.state.notice:  # what was said belongs to what was seen before
            self.tell("")
        spoken = self.place.panel.store.state.language
        if spoken != self.store.state.language:
            self.speak(spoken)
            return
        language = self.store.scene.words.language
        names = ("lost", "resting", "again", "copied", "select", "full", "blocked", "save", "shut")
        with self.shelf.hold_sync():
            self.shelf.lang, self.shelf.heading = language, self.bar.title()
            self.shelf.words = {name: says(language, f"notice.{name}") for name in names}
            if self.store.state.sharing:
                self.bar.refresh()
            self.keep()

    def keep(self) -> None:
        """Give the browser all that is needed to come back here; not before it has said what it has."""
        if given := self.place.given():
            self.last.pop(self.place.kind, None)  # what was done last stands last
            self.last[self.place.kind] = given
        if not self.greeted:
            return
        with self.shelf.hold_sync():  # in one message, so that neither is ahead of the other when it is the last one
            where = self.place.address()
            before, self.stop = self.stop, (self.place.kind, where.get("lesson", ""))
            self.shelf.turns += self.turning and before not in (None, self.stop)
            self.shelf.place = self.place.kind
            self.shelf.address = write_address({**where, **self.settings()})
            kept = Kept(self.place.kind, self.shelf.address, self.store.state.language, self.shelf.theme, self.last)
            self.shelf.kept = write_kept(kept)
            if self.learned:
                self.shelf.progress, self.learned = progress_text(self.keeper.mastery), False

    def settings(self) -> dict[str, str]:
        """The language and the look, as far as they are chosen."""
        theme = {"theme": self.shelf.theme} if self.shelf.theme != THEMES[0] else {}
        return {"lang": self.store.scene.words.language, **theme}

    def keep_progress(self) -> None:
        """Give the browser the learner's record; what is just being done is kept with it, once it is seen."""
        self.learned = True
        if not self.place.panel.store.busy:
            self.keep()

    def renew(self) -> None:
        """Draw the place anew where the record, or how it is kept, is seen."""
        if self.place.kind in (HOME, LEARN):
            self.place.panel.refresh()

    def forget(self) -> None:
        """Forget all that the browser keeps, and begin anew."""
        self.shelf.forget()
        self.forgotten()

    def forgotten(self, message: Given | None = None) -> None:
        """All is forgotten, here or in another tab: nothing of it comes back from here."""
        self.learned = False
        self.go(HOME, {})  # first, or where one is would be kept
        self.keeper.forget()
        if self.lab is not None:
            self.lab.panel.close()
        self.lab = None
        self.last, self.shelf.progress, self.shelf.kept, self.shelf.joined = {}, "", "", []
        self.shelf.forgot()
        self.go(HOME, {})
        if message is not None:
            self.tell(says(self.store.state.language, "bar.forgotten"))

    # ---- coming back

    def hello(self, message: Given) -> None:
        """The page says where it is and what it has kept: go on there, or offer it; something is shown always."""
        try:
            self.welcome(message)
        finally:
            self.met = True
            self.lay()

    def welcome(self, message: Given) -> None:
        """Take what the page has kept, and go where the learner was or wants to be."""
        if not self.greeted:
            self.base = text_of(message, "place", 300) if text_of(message, "place", 300).startswith("http") else ""
            self.keeper.in_browser = message.get("keeps") is not False
            self.keeper.asides = number_of(message, "aside", MOST_TEXT)
        unread = self.keeper.greet(message)
        if self.greeted:
            return
        tab, address = text_of(message, "tab"), read_address(message.get("address"))
        found = [(of, kept) for of, text in texts(message.get("desks")) if (kept := read_kept(text))]
        self.recall(found, address, text_of(message, "speaks"))
        back = found and found[0][0] == tab and read_address(found[0][1].address) == address
        if not (back and self.resume(found[0][1])):
            self.store.set(ways=offers(self.last, [kept for _, kept in found], self.store.state.language))
            self.home.refresh()
            if address and (found or address != self.begun):
                self.route(address)
            if back:
                self.tell(says(self.store.state.language, "address.no-kept"))
        if unread or message.get("broken") is True:
            self.tell(says(self.store.state.language, "address.no-progress"))
        self.greeted = self.shelf.followed = self.learned = True
        self.keep()

    def recall(self, found: list[tuple[str, Kept]], address: dict[str, str], speaks: str) -> None:
        """The settings of the last visit, or those of the browser, and what was done then."""
        kept = found[0][1] if found else None
        languages = (address.get("lang", ""), kept.language if kept else "", speaks.partition("-")[0].lower())
        self.speak(next((each for each in languages if each in offered()), ""))
        themes = (address.get("theme", ""), kept.theme if kept else "")
        self.dress(next((each for each in themes if each in THEMES), ""))
        if kept:
            self.last, self.lab = dict(kept.last), None

    def resume(self, kept: Kept) -> bool:
        """Go on exactly where one was; False if that cannot be opened any more."""
        if kept.place not in (*OPEN, *DOORS, HOME):
            return False
        try:
            place = self.opened(kept.place, kept.last.get(kept.place, {}))
        except Unopened:
            return False
        self.show(place)
        if kept.place in OPEN:
            self.tell(says(self.store.state.language, "bar.resumed"))
        return True
