"""Rules and cards to look up, side by side, each searchable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.model import KINDS, Card
from apz.core.plain_data import Given, text_of
from apz.core.reading import clean, fold
from apz.widgets.apocalypze import card_sheet
from apz.widgets.app.pages import LOOK, Page, Values
from apz.widgets.app.place import Place, Unopened
from apz.widgets.base.page import PageState
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.base.trouble import trouble
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.state import Go
from apz.widgets.table import rule_index
from apz.widgets.table.store import PageStore

MOST_QUERY = 100


@dataclass(frozen=True)
class LookState(PageState):
    """What is looked up beside the rules: the words that cards are searched by, and the card that is shown."""

    words: str = ""
    card: str = ""


class LookUp(Page):
    """The rules and the cards, to be searched."""

    def __init__(self, store: PageStore[Any], keeper: ProgressStore, go: Go) -> None:
        super().__init__(PageStore(LookState(store.state.language)), keeper, go)

    def draw(self) -> Tree:
        """Both, side by side where there is room."""
        title = self.says("look.cards")
        rules = h("section", h("h2", self.scene.ui("panels.rules")), rule_index.draw(self.scene), class_="pane")
        cards = h("section", h("h2", title), self.search(), self.sheet(), self.found(), class_="pane", aria_label=title)
        name = h("h1", self.says("door.look"), tabindex="-1", data_home="1")
        return h("main", trouble(self.scene), name, rules, cards, class_="app-look")

    def search(self) -> Tree:
        """Where the words are typed."""
        field = h("input", name="text", type="text", value=self.store.state.words, autocomplete="off", maxlength="100")
        find = h("button", self.scene.ui("rules.find"), type="submit", class_="ghost")
        return h("form", h("label", self.says("look.search"), field), find, data_do=self.spelled("find"))

    def sheet(self) -> Tree | None:
        """The card that was chosen."""
        name = self.store.state.card
        return (
            h("div", card_sheet.printed(self.scene, library()[name]), class_="app-sheet", key="sheet") if name else None
        )

    def found(self) -> list[Tree]:
        """The cards that fit, by their kinds."""
        wanted, say = fold(self.store.state.words), self.scene.words.catalog.text
        parts: list[Tree] = []
        for kind in KINDS:
            fit = [card for name in library() if (card := library()[name]).kind == kind and
                   (wanted in fold(" ".join((card.name, *library().texts(card, self.scene.language)))))]  # fmt: skip
            chips = [self.chip(card) for card in fit]
            listed = h("p", chips, class_="app-chips", data_keys="grid", data_row="1")
            parts += [h("div", h("h3", say("kinds", kind)), listed, key=kind)] if chips else []
        none = self.says("look.none", words=clean(self.store.state.words))
        return parts or [h("p", none, class_="none", role="status")]

    def chip(self, card: Card) -> Tree:
        """One card by its name."""
        return button(
            card.name,
            self.spelled("card", card.name),
            class_=classes("chip", card.kind),
            aria_pressed="true" if self.store.state.card == card.name else "false",
        )

    def choose(self, name: str) -> bool:
        """Show a card; False if there is none of this name."""
        found = library().named(name)
        self.store.set(card=found or self.store.state.card)
        return found is not None


def find(page: LookUp, rest: str, values: Values) -> None:
    """Search the cards."""
    page.store.set(words=str(values.get("text", ""))[:MOST_QUERY])


LookUp.gestures = {
    "find": find,
    "card": lambda page, rest, values: page.choose(rest),
}


class LookPlace(Place):
    """What is looked up."""

    kind = LOOK
    panel: LookUp

    def given(self) -> Given:
        """The card and the words that were searched for."""
        return self.address()

    def address(self) -> dict[str, str]:
        """The rule or the card that is seen."""
        state = self.panel.store.state
        if state.query in self.panel.scene.words.rules:
            return {"rule": state.query}
        return {"card": state.card} if state.card else {"page": LOOK}


def open_look(panel: LookUp, given: Given) -> Place:
    """The rules and cards, with one of them open."""
    desk, rule, card = panel.scene, text_of(given, "rule"), text_of(given, "card")
    if given.get("rule"):
        if rule not in desk.words.rules:
            raise Unopened("address.no-rule", str(given["rule"]))
        panel.store.set(query=rule, opened=(f"index/{rule}",))
    elif given.get("card") and not panel.choose(card):
        raise Unopened("address.no-card", str(given["card"]))
    panel.refresh()
    return LookPlace(panel)
