"""Consumption: what is owed and why, what is offered, what more can be offered, what would be wasted."""

from __future__ import annotations

from apz.apocalypze.model import DECK, Debt
from apz.apocalypze.moves import Eat, Move, TakeBack
from apz.apocalypze.play import play
from apz.apocalypze.rules.consumption import can_pay, offer, resources, resources_sum
from apz.apocalypze.rules.sums import feed_sum
from apz.core.trace import Step
from apz.widgets.apocalypze import gestures
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.tree import Tree, button, h, named
from apz.widgets.table.scene import Scene
from apz.widgets.table.spelling import spelled
from apz.widgets.table.unfold import chip, number, terms, unfolded

MOST_PARTS = 40


def draw(scene: Scene) -> Tree:
    """The meter while something is owed; else what each player will owe, and could pay."""
    position = scene.position
    if isinstance(position.waiting, Debt):
        return h("div", meter(scene), means(scene, position.waiting))
    return h("div", [outlook(scene, player) for player in (position.player, 1 - position.player)])


def asked(scene: Scene) -> Tree:
    """The meter, and every way to pay for whoever wants to see them all."""
    waiting = scene.position.waiting
    assert isinstance(waiting, Debt)
    ways = h("details", h("summary", scene.ui("meal.ways")), means(scene, waiting)) if scene.yours else None
    return h("div", meter(scene), ways, key="asked")


def outlook(scene: Scene, player: int) -> Tree:
    """What a player would have to consume if the turn ended now, and all that could be consumed."""
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
    """What is offered of what is owed, each part to be taken back."""
    position = scene.position
    waiting = position.waiting
    assert isinstance(waiting, Debt)
    so_far = offer(position, waiting.player, waiting.offered)
    text = scene.ui("meal.paid", paid=so_far.paid, owed=waiting.amount)
    pair = chip(scene, "sum.half", "consume.hand")
    half = h("p", scene.ui("meal.half"), " ", pair, class_="warn") if gestures.halved(position) else None
    parts = [part(scene, card) for card in dict.fromkeys(waiting.offered[:MOST_PARTS])]
    return h(
        "div",
        h("p", h("b", text), " ", scene.ui("meal.has", have=resources(position, waiting.player))),
        h("p", scene.ui("meal.offered"), " ", parts) if parts else None,
        bar(so_far.paid, waiting.amount, text, so_far.single),
        half,
        unfolded(scene, "sum.half", "consume.hand") if half else None,
        class_="meal",
        key="meal",
    )


def bar(paid: int, owed: int, text: str, single: bool) -> Tree:
    """The meter itself, a box for each that is owed; a single card of the hand fills half of one."""
    boxes = [
        h("i", class_="full" if number < paid else "half" if single and number == paid else None)
        for number in range(min(owed, MOST_PARTS))
    ]
    return h("div", boxes, class_="meter", role="img", aria_label=text)


def part(scene: Scene, card: int) -> Tree:
    """A part of the offer, to be taken back."""
    hidden = not scene.state.open_hands and not scene.yours
    name = scene.words.name(scene.visible if hidden else scene.position, card)
    waiting = scene.position.waiting
    count = waiting.offered.count(card) if isinstance(waiting, Debt) else 1
    text = f"{count} × {name}" if count > 1 else name
    if not scene.yours:
        return h("span", text, class_="chip")
    label = scene.ui("meal.take-back", card=name)
    return button(named(label, f"{text} ↶"), f"move:{spelled(TakeBack(card))}", class_="chip")


def means(scene: Scene, waiting: Debt) -> Tree:
    """Each thing that could be offered, with what it would pay or why it may not be."""
    side = scene.position.sides[waiting.player]
    cards = [DECK, *side.hand, *(who.id for who in side.survivors)] if scene.yours else []
    left = [card for card in cards if card == DECK or card not in waiting.offered]
    return h("ul", [way(scene, card) for card in left[:MOST_PARTS]], class_="means")


def price(scene: Scene, card: int) -> str:
    """What a part would add to what is offered."""
    position, waiting = scene.position, scene.position.waiting
    if not isinstance(waiting, Debt):
        return ""
    before = offer(position, waiting.player, waiting.offered)
    after = offer(position, waiting.player, (*waiting.offered, card))
    pair = after.hand != before.hand
    return scene.ui("meal.pair") if pair else scene.ui("meal.pays", amount=after.paid - before.paid)


def way(scene: Scene, card: int) -> Tree:
    """One thing that could be offered; what is wasted with it is found by trying it."""
    position, move = scene.position, Eat(card)
    result = play(position, move)
    if not isinstance(result, Step):
        words = scene.words.refusal(result)
        return h("li", offering(scene, move), " ", h("small", words), class_="no")
    lost = [note.values["lost"] for note in result.notes if note.key == "consume.paid-over"]
    text = scene.ui("meal.lost", lost=lost[0]) if lost else ""
    return h("li", offering(scene, move), " ", h("small", text, class_="warn") if text else None)


def offering(scene: Scene, move: Move) -> Tree:
    """The button that offers a part; one that is refused answers why."""
    text = scene.words.move(scene.position, move)
    if isinstance(move, Eat):
        text = f"{text} ({price(scene, move.card)})"
    return button(text[:1].upper() + text[1:], f"move:{spelled(move)}", class_="ghost")
