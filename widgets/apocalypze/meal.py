"""The consumption view: the debt and its reasons, the offer, further payments and waste."""

from __future__ import annotations

from collections.abc import Sequence

from apz.apocalypze.model import DECK, Debt
from apz.apocalypze.moves import Eat, TakeBack
from apz.apocalypze.play import play
from apz.apocalypze.rules.consumption import can_pay, offer, resources, resources_sum
from apz.apocalypze.rules.sums import feed_sum
from apz.apocalypze.show.picture import card_view
from apz.core.trace import Step
from apz.widgets.apocalypze import gestures
from apz.widgets.apocalypze.drops import drops
from apz.widgets.apocalypze.faces import art, kind_of
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.table.prompt import move_button
from apz.widgets.table.scene import Scene
from apz.widgets.table.spelling import spelled
from apz.widgets.table.unfold import chip, number, terms, unfolded

MOST_PARTS = 40


def draw(scene: Scene) -> Tree:
    """Draw the meter and the ways to pay while a debt is open, or else how much each player would owe and could pay."""
    position = scene.position
    if isinstance(position.waiting, Debt):
        return h("div", meter(scene), means(scene, position.waiting))
    return h("div", [outlook(scene, player) for player in (position.player, 1 - position.player)])


def asked(scene: Scene) -> Tree:
    """Draw the meter and, if a person at this table decides, the ways to pay, folded."""
    waiting = scene.position.waiting
    assert isinstance(waiting, Debt)
    ways = h("details", h("summary", scene.ui("meal.ways")), means(scene, waiting)) if scene.yours else None
    return h("div", meter(scene), ways, key="asked")


def outlook(scene: Scene, player: int) -> Tree:
    """Draw how much a player would owe if their turn ended now, and how much they could consume."""
    position, name = scene.position, pictured(scene).seats[player].name
    owed, have = feed_sum(position, player), resources_sum(position, player)
    key, label = f"feed.{player}", scene.ui("meal.would-owe", player=name)
    could, has = f"food.{player}", scene.ui("meal.could", player=name)
    short = scene.ui("meal.cannot-feed", player=name, have=have.total, owed=owed.total)
    return h(
        "div",
        h("p", label, " ", number(scene, key, owed, label)),
        terms(scene, key, owed, label),
        h("p", has, " ", number(scene, could, have, has)),
        terms(scene, could, have, has),
        None if can_pay(position, player, owed.total) else h("p", short, class_="warn"),
        key=key,
    )


def meter(scene: Scene) -> Tree:
    """Draw the offer and the debt as coins, with each part of the offer to take back."""
    position = scene.position
    waiting = position.waiting
    assert isinstance(waiting, Debt)
    so_far = offer(position, waiting.player, waiting.offered)
    text = scene.ui("meal.paid", paid=so_far.paid, owed=waiting.amount)
    pair = chip(scene, "sum.half", "consume.hand")
    half = h("p", scene.ui("meal.half"), " ", pair, class_="half") if gestures.halved(position) else None
    parts = [part(scene, card) for card in dict.fromkeys(waiting.offered[:MOST_PARTS])]
    takes = drops(scene).takes.get("pay", ())
    return h(
        "div",
        h("p", h("b", text), " ", scene.ui("meal.has", have=resources(position, waiting.player)), class_="owed"),
        bar(so_far.paid, waiting.amount, text, so_far.single),
        h("p", h("span", scene.ui("meal.offered"), class_="aloud"), parts, class_="parts") if parts else None,
        half,
        unfolded(scene, "sum.half", "consume.hand") if half else None,
        class_="meal",
        key="meal",
        data_drop="pay" if takes else None,
        data_name=text,
        data_takes=" ".join(takes) or None,
    )


def bar(paid: int, owed: int, text: str, single: bool) -> Tree:
    """Draw the coins, one for each 1 owed (up to MOST_PARTS); a single hand card fills half a coin."""
    boxes = [
        h("i", class_="full" if number < paid else "half" if single and number == paid else None)
        for number in range(min(owed, MOST_PARTS))
    ]
    return h("div", boxes, class_="meter", role="img", aria_label=text)


def part(scene: Scene, card: int) -> Tree:
    """Draw one part of the offer, as a button that takes it back if a person at this table decides."""
    hidden = not scene.state.open_hands and not scene.yours
    seen = scene.visible if hidden else scene.position
    name, waiting = scene.words.name(seen, card), scene.position.waiting
    assert isinstance(waiting, Debt)
    count = waiting.offered.count(card)
    text = f"{count} × {name}" if count > 1 else name
    if not scene.yours:
        return h("span", text, class_="chip")
    view = card_view(seen, card, scene.language) if card != DECK else None
    picture = h("span", art(view), class_=classes("disc", kind_of(view))) if view else None
    own = offer(scene.position, waiting.player, (card,) * count)
    pays = "" if own.single else scene.ui("meal.pays", amount=own.paid)
    lines = h("span", h("b", text), h("small", pays) if pays else None)
    label = scene.ui("meal.take-back", card=name)
    return button(named(label, picture, lines, icon("cross")), f"move:{spelled(TakeBack(card))}", class_="part")


def means(scene: Scene, waiting: Debt) -> Tree:
    """Draw what the player could still offer: what's possible first, and each warning or reason once."""
    side = scene.position.sides[waiting.player]
    cards = [DECK, *side.hand, *(who.id for who in side.survivors)] if scene.yours else []
    left = [card for card in cards if card == DECK or card not in waiting.offered]
    ways: dict[tuple[bool, str], list[int]] = {}
    for card in left[:MOST_PARTS]:
        ways.setdefault(judged(scene, card), []).append(card)
    return h("ul", [way(scene, *said, same) for said, same in sorted(ways.items())], class_="means")


def way(scene: Scene, refused: bool, told: str, cards: Sequence[int]) -> Tree:
    """Draw possible parts of a payment of which the same is told: how much would be wasted, or why they're refused."""
    buttons = [part for card in cards for part in (move_button(scene, Eat(card)), " ")]
    if refused:
        return h("li", h("small", told), " ", buttons, class_="no")
    return h("li", buttons, h("small", told, class_="warn") if told else None)


def judged(scene: Scene, card: int) -> tuple[bool, str]:
    """Return whether a part of a payment is refused, and why, or else how much of it would be wasted, if anything."""
    result = play(scene.position, Eat(card))
    if not isinstance(result, Step):
        return True, scene.words.refusal(result)
    lost = [note.values["lost"] for note in result.notes if note.key == "consume.paid-over"]
    return False, scene.ui("meal.lost", lost=lost[0]) if lost else ""
