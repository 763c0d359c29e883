"""The table: both strongholds with everybody at them, hands, decks and discard piles."""

from __future__ import annotations

from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.model import DECK, Position, Searching
from apz.apocalypze.moves import Eat
from apz.apocalypze.rules.consumption import can_pay, resources_sum
from apz.apocalypze.rules.search import pile_of
from apz.apocalypze.rules.sums import feed_sum
from apz.apocalypze.show.picture import HIDDEN_KIND, CardView, Seat, card_view
from apz.widgets.apocalypze import gestures
from apz.widgets.apocalypze.faces import Marks, attachment, face, marks, row, states
from apz.widgets.apocalypze.labels import label
from apz.widgets.apocalypze.lanes import fight
from apz.widgets.apocalypze.meal import price
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table.scene import Scene
from apz.widgets.table.seats import YOU
from apz.widgets.table.unfold import number, terms

MOST_NEWS = 12
MOST_SEARCHED = 30


def draw(scene: Scene) -> Tree:
    """Both sides, the near one below."""
    marked = marks(scene)
    near = scene.bottom
    return h(
        "section",
        seat(scene, 1 - near, marked, far=True),
        news(scene, marked),
        searched(scene, marked),
        seat(scene, near, marked, far=False),
        class_="board",
        data_keys="grid",
        aria_label=scene.ui("table.name"),
    )


def show(scene: Scene, key: str, **values: object) -> str:
    """A text of the views."""
    return view_words(scene.language).text("show", key, values)


def seat(scene: Scene, player: int, marked: Marks, far: bool) -> Tree:
    """A player: stronghold and piles, everybody there, the hand; the far side stands on its head."""
    seen = pictured(scene).seats[player]
    parts = [hand(scene, seen, player, marked), home(scene, seen, player, marked), people(scene, seen, player, marked)]
    title = show(scene, "seat", player=seen.name, place=seen.stronghold.name)
    return h(
        "section",
        h("h3", title, class_="aloud"),
        parts if far else parts[::-1],
        class_=classes("seat", "upper" if far else "lower", seen.decides and "decides", seen.occupied and "occupied"),
        aria_label=title,
        key=f"seat{player}",
    )


def home(scene: Scene, seen: Seat, player: int, marked: Marks) -> Tree:
    """The stronghold with its numbers and attachments, what is to be known of its player, and the piles."""
    whose = pictured(scene).seats[scene.visible.player].name
    notes = [scene.ui("table.occupied", player=whose)] if seen.occupied else []
    notes += [show(scene, key) for key in ("decides", "out") if getattr(seen, key)]
    both = scene.state.seats == (YOU, YOU)  # then it need not be said whose seat is whose
    who = None if both else h("small", scene.ui(f"seats.is-{scene.state.seats[player]}"))
    view = seen.stronghold
    return h(
        "div",
        h(
            "div",
            face(scene, view, marked),
            [attachment(scene, each, marked) for each in view.attached],
            class_=classes("spot", "stronghold", *states(view.id, marked)),
            data_row="1",
        ),
        h(
            "div",
            h("p", seen.name, " ", who, class_="who"),
            h("p", " · ".join(notes), class_="notes"),
            food(scene, player),
            class_="about",
        ),
        piles(scene, seen, player, marked),
        class_="home",
        key="home",
    )


def food(scene: Scene, player: int) -> Tree | None:
    """What this player will have to consume at the end of the turn, and could: told before it happens."""
    position = scene.position
    if position.waiting is None or not scene.state.reckons:
        return None
    owed, have = feed_sum(position, player), resources_sum(position, player)
    name = pictured(scene).seats[player].name
    if not can_pay(position, player, owed.total):
        text = scene.ui("meal.cannot-feed", player=name, have=have.total, owed=owed.total)
        return h("p", text, class_="warn")
    parts: list[Tree | None] = []
    for key, total, short, long in (
        (f"sum.feed.{player}", owed, "meal.to-feed", scene.ui("meal.would-owe", player=name)),
        (f"sum.food.{player}", have, "meal.can-eat", scene.ui("meal.could", player=name)),
    ):
        parts.append(h("p", scene.ui(short), " ", number(scene, key, total, long), class_="soft"))
        parts.append(terms(scene, key, total, long))
    return h("div", parts, class_="food")


def people(scene: Scene, seen: Seat, player: int, marked: Marks) -> Tree:
    """The survivors and the raiders at a stronghold; in combat the lanes between them."""
    if seen.lanes:
        return h("div", fight(scene, player, seen, marked), class_="people fighting", key="people")
    room = seen.stronghold.numbers[1].shown
    title = scene.ui("table.survivors", player=seen.name, count=len(seen.survivors), capacity=room)
    rows = [
        row(scene, show(scene, "raiders", player=seen.other), seen.raiders, marked, "raiders"),
        row(scene, title, seen.survivors, marked, "survivors", always=True),
    ]
    if player != scene.bottom:
        rows.reverse()
    return h("div", rows, class_="people", key="people")


def hand(scene: Scene, seen: Seat, player: int, marked: Marks) -> Tree:
    """The hand: its cards, or how many there are."""
    title = show(scene, "hand", player=seen.name, count=len(seen.hand))
    known = tuple(view for view in seen.hand if view.kind != HIDDEN_KIND)
    hidden = len(seen.hand) - len(known)
    if not hidden:
        return row(scene, title, known, marked, "hand", always=True) or ""
    backs = h("span", [h("i") for _ in range(hidden)], class_="backs", aria_hidden="true")
    back = button(backs, f"look:hand.{player}", show(scene, "hidden-cards", count=hidden), class_="pile")
    shown = row(scene, title, known, marked, "known")
    return h("div", h("h4", title), back, shown, class_="zone hand", key="hand")


def piles(scene: Scene, seen: Seat, player: int, marked: Marks) -> Tree:
    """The deck and the discard pile; the discard pile lies open and keeps its order."""
    position = scene.position
    waiting = position.waiting
    use = gestures.on_deck(position) if scene.yours and waiting and waiting.player == player else None
    deck = show(scene, "deck", count=seen.deck)
    doing = ""
    if use in scene.moves and use:
        doing = f" · {price(scene, use.card) if isinstance(use, Eat) else label(scene, use)}"
    key = f"discard.{player}"
    spread = key in scene.state.opened
    text = show(scene, "discard", count=seen.discard)
    top = f" · {show(scene, 'top', card=seen.top)}" if seen.top else ""

    def owned(text: str) -> list[Tree]:
        return [h("span", f"{seen.name}: ", class_="aloud"), text]

    return h(
        "div",
        button(owned(deck + doing), f"deck:{player}", class_=classes("pile", use in scene.moves and "lit")),
        button(
            owned(text + top),
            f"open:{key}",
            class_="pile",
            aria_expanded="true" if key in scene.state.opened else "false",
        )
        if seen.discard
        else button(owned(text), f"look:{key}", class_="pile"),
        pile(scene, scene.visible, player, marked) if spread else None,
        class_="piles",
        data_row="1",
    )


def pile(scene: Scene, position: Position, player: int, marked: Marks) -> Tree:
    """All cards of a discard pile, the newest first."""
    cards = position.sides[player].discard
    items = [h("li", chip(scene, position, card, marked)) for card in cards]
    return h("ol", items, class_="chips", aria_label=scene.ui("table.pile", player=position.game.names[player]))


def chip(scene: Scene, position: Position, card: int, marked: Marks) -> Tree:
    """A card by its name alone."""
    printed = position.game.cards[card]
    kind = "zombie" if printed.human is None and printed.zombie else printed.kind
    return button(printed.name, f"card:{card}", class_=classes("chip", kind, *states(card, marked)))


def searched(scene: Scene, marked: Marks) -> Tree | None:
    """The pile that a player is looking through."""
    position, waiting = scene.position, scene.position.waiting
    if not isinstance(waiting, Searching) or not scene.yours:
        return None
    fitting = gestures.lit(position, scene.moves, None)
    ids = sorted(pile_of(position, waiting), key=lambda card: (card not in fitting, card))
    cards = [view for card in ids[:MOST_SEARCHED] if (view := searched_view(scene, card)) is not None]
    title = scene.ui("table.searched", player=pictured(scene).seats[waiting.player].name)
    return row(scene, title, tuple(cards), marked, "searched", always=True)


def searched_view(scene: Scene, card: int) -> CardView | None:
    """A card of the pile that is looked through, as whoever looks sees it."""
    return card_view(scene.position, card, scene.language) if card > DECK else None


def news(scene: Scene, marked: Marks) -> Tree | None:
    """What just became of cards that left the table, or came into sight: named."""
    cards = scene.visible.game.cards
    told = [(card, key) for card, key in marked.changed.items() if key not in ("sent", "back")][:MOST_NEWS]
    items = [
        h("li", h("b", cards[card].name), " ", scene.ui(f"changes.{key}"), class_=f"to-{key}")
        for card, key in told
        if 0 <= card < len(cards)
    ]
    return h("ul", items, class_="news-list", aria_label=scene.ui("table.changes"), key="news") if items else None
