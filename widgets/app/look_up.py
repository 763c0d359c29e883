"""Rules and cards to look up, side by side, each searchable."""

from __future__ import annotations

from apz.apocalypze.cards import library
from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import KINDS
from apz.apocalypze.positions import named_position
from apz.core.plain_data import Given, text_of
from apz.core.reading import clean, fold
from apz.widgets.apocalypze import card_sheet
from apz.widgets.app.pages import LOOK, Page
from apz.widgets.app.place import Place, Unopened
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.base.trouble import trouble
from apz.widgets.learn.learning import Values
from apz.widgets.learn.progress_store import ProgressStore
from apz.widgets.learn.state import Go
from apz.widgets.table import rule_index
from apz.widgets.table.store import TableStore

MOST_QUERY = 100


class LookUp(Page):
    """The rules and the cards, to be searched."""

    def __init__(self, store: TableStore, keeper: ProgressStore, go: Go) -> None:
        start = named_position("first-turn")
        box = [library()[name] for name in library()]
        self.first = len(start.game.cards)  # the number of the box's first card
        cards = (*start.game.cards, *box)
        game = start.game._replace(cards=cards, owners=(*start.game.owners, *(PLAYERS[0] for _ in box)))
        self.box, self.words_typed = box, ""
        own = TableStore(new_session(start._replace(game=game)))
        own.set(language=store.state.language)
        super().__init__(own, keeper, go)

    def draw(self) -> Tree:
        """Both, side by side where there is room."""
        title = self.says("look.cards")
        rules = h("section", h("h2", self.desk.ui("panels.rules")), rule_index.draw(self.desk), class_="pane")
        cards = h("section", h("h2", title), self.search(), self.sheet(), self.found(), class_="pane", aria_label=title)
        name = h("h1", self.says("door.look"), tabindex="-1", data_home="1")
        return h("main", trouble(self.desk), name, rules, cards, class_="app-look")

    def search(self) -> Tree:
        """Where the words are typed."""
        field = h("input", name="text", type="text", value=self.words_typed, autocomplete="off", maxlength="100")
        find = h("button", self.desk.ui("rules.find"), type="submit", class_="ghost")
        return h("form", h("label", self.says("look.search"), field), find, data_do=self.spelled("find"))

    def sheet(self) -> Tree | None:
        """The card that was chosen."""
        return h("div", card_sheet.draw(self.desk), class_="app-sheet", key="sheet") if self.desk.state.card else None

    def found(self) -> list[Tree]:
        """The cards that fit, by their kinds."""
        wanted = fold(self.words_typed)
        text = self.desk.words.catalog.text
        parts: list[Tree] = []
        for kind in KINDS:
            fit = [number for number, card in enumerate(self.box, self.first) if card.kind == kind and
                   (wanted in fold(" ".join((card.name, *library().texts(card, self.desk.language)))))]  # fmt: skip
            chips = [self.chip(number) for number in fit]
            if chips:
                parts.append(
                    h(
                        "div",
                        h("h3", text("kinds", kind)),
                        h("p", chips, class_="app-chips", data_keys="grid", data_row="1"),
                        key=kind,
                    )
                )
        none = self.says("look.none", words=clean(self.words_typed))
        return parts or [h("p", none, class_="none", role="status")]

    def chip(self, number: int) -> Tree:
        """One card by its name."""
        card, shown = self.box[number - self.first], self.desk.state.card == number
        return button(
            card.name,
            self.spelled("card", card.name),
            class_=classes("chip", card.kind),
            aria_pressed="true" if shown else "false",
        )

    def choose(self, name: str) -> bool:
        """Show a card; False if there is none of this name."""
        found = library().named(name)
        if found is None:
            return False
        self.store.set(card=self.first + [card.name for card in self.box].index(found))
        return True


def find(page: LookUp, rest: str, values: Values) -> None:
    """Search the cards."""
    page.words_typed = str(values.get("text", ""))[:MOST_QUERY]


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
        if state.card:
            return {"card": self.panel.box[state.card - self.panel.first].name}
        return {"page": LOOK}


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
