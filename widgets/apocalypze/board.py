"""The table view: both strongholds with everyone at them, hands, decks and discard piles."""

from __future__ import annotations

from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.model import DECK, Position, Resolution, Searching
from apz.apocalypze.moves import Eat, Event
from apz.apocalypze.rules.consumption import can_pay, resources_sum
from apz.apocalypze.rules.search import pile_of
from apz.apocalypze.rules.sums import feed_sum
from apz.apocalypze.show.picture import HIDDEN_KIND, CardView, Seat, card_view
from apz.widgets.apocalypze import beats, choices, gestures
from apz.widgets.apocalypze.drops import TOP
from apz.widgets.apocalypze.faces import (
    LONG,
    Marks,
    art,
    attachment,
    card,
    face,
    kind_of,
    marks,
    row,
    states,
    target,
)
from apz.widgets.apocalypze.labels import label
from apz.widgets.apocalypze.lanes import attached, crowd, fight, held
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.apocalypze.prices import price
from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.base.wording import drag_words
from apz.widgets.table.scene import Scene
from apz.widgets.table.seats import YOU
from apz.widgets.table.unfold import number, terms

MOST_SEARCHED = 30
ASKS_DECK = "fact-left"  # the question about how many cards are in a deck


def draw(scene: Scene) -> Tree:
    """Draw the table: the far player on top, both strongholds side by side, the near player's hand at the bottom."""
    marked, near = marks(scene), scene.bottom
    fought = next((player for player in (0, 1) if pictured(scene).seats[player].lanes), None)
    away = fought is not None and fought != near
    aside = [seat for seat in pictured(scene).seats if not seat.lanes and fought is not None]
    both = any(seat.raiders or seat.survivors for seat in aside)
    sole = any("deserted" in crowd(seat, marked) for seat in aside)
    # both strongholds have cards of one size
    atts = f"atts-{max(map(attached, pictured(scene).seats))}" if fought is None else None
    places = [place(scene, player, marked) for player in (near, 1 - near)]
    return h(
        "section",
        seat(scene, 1 - near, marked),
        h(
            "div",
            places,
            in_the_air(scene, marked),
            class_=classes("field", away and "fight-far", both and "both", sole and "sole", atts),
            key="field",
            data_place="board",
            data_name=scene.ui("table.name"),
            **target(marked, "board"),
        ),
        searched(scene, marked),
        seat(scene, near, marked),
        class_="board",
        data_keys="grid",
        data_beats=beats.script(scene),
        data_motion=scene.state.motion,
        data_sound="on" if scene.state.sound else None,
        data_marks=None if scene.state.house_marks else "zoom",
        aria_label=scene.ui("table.name"),
        **drag_words(scene),
    )


def show(scene: Scene, key: str, **values: object) -> str:
    """Return a text from the views' catalog, by its key."""
    return view_words(scene.language).to(*scene.you).text("show", key, values)


def seat(scene: Scene, player: int, marked: Marks) -> Tree:
    """Draw a player: name, hand and piles."""
    seen, far = pictured(scene).seats[player], player != scene.bottom
    fighting = any(each.lanes for each in pictured(scene).seats)
    title = show(scene, "seat", player=seen.name, place=seen.stronghold.name)
    about, held, stacks = (
        who(scene, seen, player),
        hand(scene, seen, player, marked),
        piles(scene, seen, player, marked),
    )
    return h(
        "section",
        h("h3", title, class_="aloud"),
        [h("div", about, stacks, class_="strip"), held] if far else [about, held, stacks],
        class_=classes(
            "seat",
            "upper" if far else "lower",
            seen.decides and "decides",
            seen.occupied and "occupied",
            not known(seen) and "no-hand",
            fighting and bool(choices.options(scene)) and "offered",
            fighting and not any(states(view.id, marked) for view in known(seen)) and "resting",
        ),
        aria_label=title,
        key=f"seat{player}",
    )


def place(scene: Scene, player: int, marked: Marks) -> Tree:
    """Draw a stronghold with raiders outside, survivors inside and, in combat, access points between them."""
    seen, far = pictured(scene).seats[player], player != scene.bottom
    view = seen.stronghold
    home = h(
        "div",
        face(scene, view, marked),
        [attachment(scene, each, marked) for each in view.attached],
        class_=classes("spot", "stronghold", not view.attached and "bare", *states(view.id, marked)),
        data_row="1",
        key="home",
    )
    drawn = people(scene, seen, player, marked)
    whose = pictured(scene).seats[scene.visible.player].name
    flag = h("p", icon("occupy"), scene.ui("table.occupied", player=whose), class_="flag") if seen.occupied else None
    return h(
        "section",
        h("h3", view.name, class_="aloud"),
        home,
        flag,
        drawn,
        class_=classes(
            "site",
            far and "far",
            seen.occupied and "flagged",
            not seen.lanes and any(each.lanes for each in pictured(scene).seats) and "aside",
            *crowd(seen, marked),
            *(held(scene, seen, drawn) if seen.lanes else ()),
        ),
        aria_label=view.name,
        key=f"place{player}",
    )


def who(scene: Scene, seen: Seat, player: int) -> Tree:
    """Draw a player's name, state and food."""
    notes = [show(scene, key, player=seen.name) for key in ("decides", "out") if getattr(seen, key)]
    bot = scene.state.seats[player] != YOU
    kind = h("small", scene.ui(f"seats.is-{scene.state.seats[player]}")) if bot else None
    name = scene.ui("table.you", player=seen.name)
    long = len(name) > LONG
    return h(
        "div",
        h("span", art(seen.stronghold), class_="avatar stronghold"),
        h(
            "div",
            h("p", name, " ", kind, class_=classes("who", long and "long")),
            h("p", " · ".join(notes), class_="notes"),
        ),
        food(scene, player),
        class_=classes("about", long and "long-name", bot and "bot"),
        key="about",
    )


def food(scene: Scene, player: int) -> Tree | None:
    """Draw what a player could consume, and would owe now; None if totals are hidden or there's nothing to decide."""
    position = scene.position
    if position.waiting is None or not scene.state.reckons:
        return None
    owed, have = feed_sum(position, player), resources_sum(position, player)
    name = pictured(scene).seats[player].name
    text = scene.ui("meal.cannot-feed", player=name, have=have.total, owed=owed.total)
    warned = None if can_pay(position, player, owed.total) else h("p", text, class_="warn")
    parts: list[Tree | None] = []
    for key, total, sign, short, long in (
        (f"sum.food.{player}", have, "supplies", "meal.can-eat", scene.ui("meal.could", player=name)),
        (f"sum.feed.{player}", owed, "consume", "meal.to-feed", scene.ui("meal.would-owe", player=name)),
    ):
        label = h("span", scene.ui(short), class_="label")
        parts.append(h("p", icon(sign), number(scene, key, total, long), label))
        parts.append(terms(scene, key, total, long))
    return h("div", parts, warned, class_=classes("food", warned is not None and "short"))


def people(scene: Scene, seen: Seat, player: int, marked: Marks) -> list[Tree | None]:
    """Draw the survivors and the raiders at a stronghold, with the lanes between them in combat."""
    if seen.lanes:
        return fight(scene, player, seen, marked)
    room = seen.stronghold.numbers[1].shown
    title = scene.ui("table.survivors", player=seen.name, count=len(seen.survivors), capacity=room)
    return [
        row(scene, show(scene, "raiders", player=seen.other), seen.raiders, marked, "raiders", at=f"raiders:{player}"),
        row(scene, title, seen.survivors, marked, "survivors", always=True, at=f"survivors:{player}"),
    ]


def hand(scene: Scene, seen: Seat, player: int, marked: Marks) -> Tree:
    """Draw the visible cards in a hand, and the number of hidden ones."""
    title = show(scene, "hand", player=seen.name, count=len(seen.hand))
    open_cards = known(seen)
    hidden = len(seen.hand) - len(open_cards)
    if not hidden:
        decides = scene.position.waiting is not None and scene.position.waiting.player == player
        place = next((each for each in ("hand", "back") if decides and each in marked.drops.takes), "")
        combat = scene.position.combat is not None and place == "back" and not marked.prices
        drop = "" if combat else place
        return row(scene, title, open_cards, marked, "hand", always=True, place=drop, at=f"hand:{player}") or ""
    back = button(
        named(show(scene, "hidden-cards", count=hidden), icon("hand"), h("b", hidden)),
        f"look:hand.{player}",
        class_="pile",
        data_place=f"hand:{player}",
    )
    shown = row(scene, title, open_cards, marked, "known")
    return h("div", h("h4", title), back, shown, class_="zone hand hidden", key="hand")


def known(seen: Seat) -> tuple[CardView, ...]:
    """Return the visible cards in a hand."""
    return tuple(view for view in seen.hand if view.kind != HIDDEN_KIND)


def piles(scene: Scene, seen: Seat, player: int, marked: Marks) -> Tree:
    """Draw the deck and the discard pile, and all the discarded cards in order if that pile is open."""
    position, called = scene.position, scene.ui("table.you", player=seen.name)
    waiting = position.waiting
    use = gestures.on_deck(position) if scene.yours and waiting and waiting.player == player else None
    asked = scene.open_question == ASKS_DECK
    deck = show(scene, "deck", count=seen.deck)
    deck = f"{deck.partition(':')[0]}: ?" if asked else deck
    price_tag = ""
    if use in scene.moves and use:
        price_tag = price(scene, use.card) if isinstance(use, Eat) else label(scene, use)
    key = f"discard.{player}"
    spread = key in scene.state.opened
    text = show(scene, "discard", count=seen.discard)
    top = f" · {show(scene, 'top', card=seen.top)}" if seen.top else ""
    over = scene.visible.sides[player].discard[:1]
    upper = card_view(scene.visible, over[0], scene.language) if over else None

    def stack(text: str, sign: str, count: int | str, tag: str = "", view: CardView | None = None) -> list[Tree]:
        picture = art(view) if view else icon("logo")
        stacked = h("span", picture, h("b", count), class_=classes("stack", view and kind_of(view)), data_top="1")
        below = h("small", text.partition(":")[0])
        return named(f"{called}: {text}", h("em", tag, class_="tag") if tag else None, stacked, icon(sign), below)

    return h(
        "div",
        button(
            stack(deck + (f" · {price_tag}" if price_tag else ""), "deck", "?" if asked else seen.deck, price_tag),
            f"deck:{player}",
            class_=classes("pile", use in scene.moves and "lit", price_tag and "tagged"),
            data_place=f"deck:{player}",
            data_drag=TOP if use in scene.moves and TOP in marked.drops.drags else None,
        ),
        button(
            stack(text + top, "discard", seen.discard, view=upper),
            f"open:{key}" if seen.discard else f"look:{key}",
            class_="pile",
            data_place=f"discard:{player}",
            aria_expanded=spread if seen.discard else None,
        ),
        pile(scene, scene.visible, player, marked) if spread else None,
        class_="piles",
        data_row="1",
        key="piles",
    )


def pile(scene: Scene, position: Position, player: int, marked: Marks) -> Tree:
    """Draw all cards in a discard pile, top card first."""
    cards = position.sides[player].discard
    items = [h("li", chip(scene, position, card, marked)) for card in cards]
    return h("ol", items, class_="chips", aria_label=scene.ui("table.pile", player=position.game.names[player]))


def chip(scene: Scene, position: Position, card: int, marked: Marks) -> Tree:
    """Draw a card as just its name."""
    printed = position.game.cards[card]
    kind = "zombie" if printed.human is None and printed.zombie else printed.kind
    return button(printed.name, f"card:{card}", class_=classes("chip", kind, *states(card, marked)))


def searched(scene: Scene, marked: Marks) -> Tree | None:
    """Draw the pile being searched; None if no person is searching, and while they choose a target for a card."""
    position, waiting = scene.position, scene.position.waiting
    pointing = any(gestures.objects(position, move) for move in scene.options)
    if not isinstance(waiting, Searching) or not scene.yours or pointing:
        return None
    fitting = gestures.lit(position, scene.moves, None)
    pile, side = pile_of(position, waiting), position.sides[waiting.player]
    ids = sorted(pile, key=lambda card: (card not in fitting, card))
    cards = [view for card in ids[:MOST_SEARCHED] if (view := searched_view(scene, card)) is not None]
    name = "deck" if pile == side.deck else "discard" if pile == side.discard else "hand"
    title = scene.ui(f"table.searched-{name}", player=pictured(scene).seats[waiting.player].name)
    return row(scene, title, tuple(cards), marked, "searched", always=True)


def searched_view(scene: Scene, card: int) -> CardView | None:
    """Return a card in the searched pile as the searching player sees it, or None if the card is hidden."""
    return card_view(scene.position, card, scene.language) if card > DECK else None


def in_the_air(scene: Scene, marked: Marks) -> Tree | None:
    """Draw the played events that haven't taken effect yet, newest last; None if there are none."""
    waiting = [each.move for each in scene.position.agenda if isinstance(each, Resolution)]
    events = [move.card for move in waiting if isinstance(move, Event)]
    cards = [card(scene, card_view(scene.visible, each, scene.language), marked) for each in events]
    return h("ul", cards, class_="air", key="air") if cards else None
