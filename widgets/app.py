"""The app: one page for all there is; an address leads to the exact place, and nothing is lost for who comes back."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import ipywidgets

from apz.apocalypze.kernel import KERNEL, new_session
from apz.apocalypze.positions import named_position
from apz.apocalypze.rules import rules
from apz.core.mastery import Mastery
from apz.core.progress import progress_text, read_progress
from apz.core.reading import BadInput, clean
from apz.widgets.app_bar import Bar
from apz.widgets.app_given import (
    THEMES,
    WHERE,
    Given,
    Kept,
    read_address,
    read_kept,
    text_of,
    write_address,
    write_kept,
)
from apz.widgets.app_look import LookPlace, LookUp
from apz.widgets.app_pages import DOORS, HOME, LEARN, LOOK, SETUP, Home, PagePlace, Setup
from apz.widgets.app_places import LESSON, OPEN, PLAY, Hall, Place, Unopened, offer
from apz.widgets.course import Map
from apz.widgets.desk import Desk
from apz.widgets.shelf import MOST_JOINED, BrowserKeeper, Shelf, texts
from apz.widgets.wording import offered, says

MOST_OFFERS = 4  # one of each kind
# where the words of an address lead
LEADS = {"lesson": "lesson", "practise": "practise", "position": "play", "game": "play", "lab": "lab", "rule": LOOK,
         "card": LOOK}  # fmt: skip
PAGES = {HOME: HOME, LEARN: LEARN, "play": SETUP, SETUP: SETUP, "practise": "practise", "lab": "lab", LOOK: LOOK}


class App(ipywidgets.VBox):  # type: ignore[misc, unused-ignore]
    """The whole tutor as one page; `address` is what stands after the question mark."""

    def __init__(self, address: str | None = None, *, language: str = "") -> None:
        self.met = False  # whether the page has come
        self.greeted = False  # whether it has said what it keeps
        self.learned = False  # whether the learner's record has changed since it was given to the browser
        self.base = ""  # the address of the page itself
        self.last: dict[str, Given] = {}  # what was done last in each kind of place
        self.keeper = BrowserKeeper(self.keep_progress)
        self.desk = Desk.of(new_session(named_position("first-turn")))
        self.desk.language = language if language in offered() else offered()[0]
        self.shelf = Shelf(self.hello, self.join, lambda: (self.bar, self.place.panel, self))
        self.home = Home(self.desk, self.keeper, self.go, self.forget)
        self.place: Place = PagePlace(HOME, self.home)
        self.bar = Bar(self.desk, self.keeper, self.go, self)
        super().__init__([self.shelf])  # the rest when the page has said where it is: home is no stop on the way
        self.add_class("app-frame")
        self.home.observe(self.changed, "view")
        self.begun = read_address(os.environ.get("QUERY_STRING", "") if address is None else address)
        self.route(self.begun)

    # ---- where one goes

    def route(self, parts: dict[str, str]) -> None:
        """Go where an address leads; a bad one leads home, with a sentence about it."""
        if parts.get("lang") in offered():
            self.speak(parts["lang"])
        if parts.get("theme") in THEMES:
            self.dress(parts["theme"])
        word = next((each for each in WHERE if each in parts), "")
        if word in LEADS:
            self.go(LEADS[word], parts)
        elif word:
            kind = PAGES.get(parts["page"])
            self.go(kind or HOME, {})
            if kind is None:
                self.tell(says(self.desk.language, "address.no-page", name=clean(parts["page"])))

    def go(self, kind: str, given: Given) -> None:
        """Go to a place or a page; where that cannot be opened, home."""
        language = self.desk.language
        try:
            place = self.opened(kind, self.remembered(kind, given))
        except Unopened as bad:
            place = self.opened(LOOK if kind == LOOK else HOME, {})
            self.show(place)
            self.tell(says(language, bad.key, name=bad.name))
            return
        self.show(place)

    def remembered(self, kind: str, given: Given) -> Given:
        """What is given, with what was done there before if it is the same lesson or nothing else was asked for."""
        before = self.last.get(kind, {})
        if kind == LESSON:
            same = before.get("lesson") == given.get("lesson") and "walk" not in given
            return {**before, **given} if same and offer(kind, before, self.desk.language) else given
        return given or before

    def opened(self, kind: str, given: Given) -> Place:
        """A place, made."""
        hall = Hall(self.desk.language, self.keeper, self.go)
        if kind in OPEN:
            return OPEN[kind](hall, given)
        if kind == LOOK:
            return self.looked_up(given)
        if kind == LEARN:
            panel = Map(self.desk.language, self.keeper, lambda kind, name="": self.go(kind, {kind: name}))
            return PagePlace(LEARN, panel)
        if kind == SETUP:
            setup = Setup(self.desk, self.keeper, self.go)
            setup.running = self.last.get(PLAY, {})
            setup.refresh()
            return PagePlace(SETUP, setup)
        self.home.offers = self.offers()
        self.home.asking = False
        self.home.refresh()
        return PagePlace(HOME, self.home)

    def looked_up(self, given: Given) -> Place:
        """The rules and cards, with one of them open."""
        panel = LookUp(self.desk, self.keeper, self.go)
        desk, rule, card = panel.desk, text_of(given, "rule"), text_of(given, "card")
        if given.get("rule"):
            if rule not in desk.words.rules:
                raise Unopened("address.no-rule", str(given["rule"]))
            desk.query, desk.opened = rule, {f"index/{rule}": None}
        elif given.get("card") and not panel.choose(card):
            raise Unopened("address.no-card", str(given["card"]))
        panel.refresh()
        return LookPlace(panel)

    def show(self, place: Place) -> None:
        """Show a place instead of the one before."""
        old = self.place.panel
        self.place = place
        self.bar.notice, self.bar.sharing = "", False
        if place.panel is not old:
            place.panel.observe(self.changed, "view")
            self.lay()
            if old is not self.home:
                old.unobserve(self.changed, "view")
                old.close()
        self.bar.refresh()
        self.changed()

    def lay(self) -> None:
        """Put on the page what is to be seen."""
        if self.met:
            self.children = [self.shelf, self.bar, self.place.panel]

    def tell(self, sentence: str) -> None:
        """Say something about where one is."""
        self.bar.notice = sentence
        self.bar.refresh()

    # ---- how it looks

    def speak(self, language: str) -> None:
        """Speak another language from now on, everywhere."""
        if language not in offered():
            return
        self.desk.language = language
        if self.place.panel.desk.language != language:
            self.place.panel.desk.language = language
            self.place.panel.desk.tell()
        self.desk.tell()
        self.changed()

    def dress(self, theme: str) -> None:
        """Light, dark, or as the learner's device has it."""
        if theme in THEMES:
            self.shelf.theme = theme
            self.bar.refresh()
            self.changed()

    # ---- what is kept

    def changed(self, _: Any = None) -> None:
        """Something is seen otherwise: keep it, let the address follow, and what can be shared."""
        spoken = self.place.panel.desk.language
        if spoken != self.desk.language:
            self.speak(spoken)
            return
        language = self.desk.words.language
        self.shelf.lang, self.shelf.heading = language, says(language, "bar.name")
        names = ("lost", "resting", "again", "copied", "select")
        self.shelf.words = {name: says(language, f"notice.{name}") for name in names}
        if self.bar.sharing:
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
            self.shelf.address = write_address({**self.place.address(), **self.settings()})
            kept = Kept(self.place.kind, self.shelf.address, self.desk.language, self.shelf.theme, self.last)
            self.shelf.kept = write_kept(kept)
            if self.learned:
                self.shelf.progress, self.learned = progress_text(self.keeper.mastery), False

    def settings(self) -> dict[str, str]:
        """The language and the look, as far as they are chosen."""
        theme = {"theme": self.shelf.theme} if self.shelf.theme != THEMES[0] else {}
        return {"lang": self.desk.words.language, **theme}

    def keep_progress(self) -> None:
        """Give the browser the learner's record; what is just being done is kept with it, once it is seen."""
        self.learned = True
        if not self.place.panel.desk.busy:
            self.keep()

    def join(self, tab: str, text: str) -> None:
        """What was learned in another tab is learned here too."""
        both = self.read(text)
        if both is None:
            return
        self.shelf.joined = [*(each for each in self.shelf.joined if each != tab), tab][-MOST_JOINED:]
        before = progress_text(self.keeper.mastery)
        self.keeper.join(both)
        if progress_text(self.keeper.mastery) != before and self.place.kind in (HOME, LEARN):
            self.place.panel.refresh()

    def read(self, text: str) -> Mastery | None:
        """A record from the browser; None if it cannot be read."""
        try:
            return read_progress(text, tuple(rules()), KERNEL.name)
        except BadInput:
            return None

    def forget(self) -> None:
        """Forget all that the browser keeps, and begin anew."""
        self.shelf.forget()
        fresh = Mastery(self.keeper.mastery.rules, self.keeper.mastery.game)
        self.keeper.mastery.__dict__.update(fresh.__dict__)
        self.last, self.shelf.progress, self.shelf.kept, self.learned = {}, "", "", False
        self.go(HOME, {})

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
            self.home.keeps = message.get("keeps") is not False
        for tab, text in texts(message.get("progress"), MOST_JOINED):
            self.join(tab, text)
        if self.greeted:
            return
        tab, address = text_of(message, "tab"), read_address(message.get("address"))
        found = [(of, kept) for of, text in texts(message.get("desks")) if (kept := read_kept(text))]
        self.recall(found, address, text_of(message, "speaks"))
        back = found and found[0][0] == tab and read_address(found[0][1].address) == address
        if not (back and self.resume(found[0][1])):
            self.home.offers = self.offers(found)
            self.home.refresh()
            if address and (found or address != self.begun):
                self.route(address)
            if back:
                self.tell(says(self.desk.language, "address.no-kept"))
        self.greeted = self.shelf.followed = self.learned = True
        self.keep()

    def recall(self, found: list[tuple[str, Kept]], address: dict[str, str], speaks: str) -> None:
        """The settings of the last visit, or those of the browser, and what was done then."""
        kept = found[0][1] if found else None
        if "lang" not in address:
            wanted = kept.language if kept and kept.language else speaks.partition("-")[0].lower()
            self.speak(wanted)
        if "theme" not in address and kept and kept.theme:
            self.dress(kept.theme)
        if kept:
            self.last = dict(kept.last)

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
            self.tell(says(self.desk.language, "bar.resumed"))
        return True

    def offers(self, found: Sequence[tuple[str, Kept]] = ()) -> tuple[tuple[str, Given, str], ...]:
        """Where one may go on: what was done last, here and in other tabs, without saying anything twice."""
        first = [kept.place for _, kept in found[:1]]
        kinds = [*first, *(kind for kind in reversed(self.last) if kind not in first)]
        wanted = [(kind, self.last[kind]) for kind in kinds if kind in self.last]
        wanted += [(kept.place, kept.last[kept.place]) for _, kept in found[1:] if kept.place in kept.last]
        ways: dict[str, tuple[str, Given, str]] = {}
        for kind, given in wanted:
            if told := offer(kind, given, self.desk.language):
                title = says(self.desk.language, told[0], **told[1])
                ways.setdefault(title, (kind, given, title))
        return tuple(ways.values())[:MOST_OFFERS]
