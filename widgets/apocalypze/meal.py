"""Consumption: what is owed and why, what is offered, what more can be offered, what would be wasted."""

from __future__ import annotations

from apz.apocalypze.model import DECK, Waiting
from apz.apocalypze.moves import Eat, Move, TakeBack
from apz.apocalypze.play import play
from apz.apocalypze.rules.consumption import offer, resources, resources_sum
from apz.apocalypze.rules.sums import feed_sum
from apz.core.trace import Step
from apz.widgets.apocalypze import gestures
from apz.widgets.base.tree import Tree, button, h, named
from apz.widgets.table.desk import Desk
from apz.widgets.table.unfold import chip, number, terms, unfolded

MOST_PARTS = 40


def draw(desk: Desk) -> Tree:
    """The meter while something is owed; else what each player will owe, and could pay."""
    position = desk.session.position
    if position.waiting and position.waiting.kind == "consume":
        return h("div", meter(desk), means(desk, position.waiting))
    return h("div", [outlook(desk, player) for player in (position.player, 1 - position.player)])


def asked(desk: Desk) -> Tree:
    """The meter, and every way to pay for whoever wants to see them all."""
    waiting = desk.session.position.waiting
    assert waiting
    ways = h("details", h("summary", desk.ui("meal.ways")), means(desk, waiting)) if desk.yours else None
    return h("div", meter(desk), ways, key="asked")


def outlook(desk: Desk, player: int) -> Tree:
    """What a player would have to consume if the turn ended now, and all that could be consumed."""
    position, name = desk.session.position, desk.picture.seats[player].name
    owed, have = feed_sum(position, player), resources_sum(position, player)
    key, label = f"feed.{player}", desk.ui("meal.would-owe", player=name)
    could, has = f"food.{player}", desk.ui("meal.could", player=name)
    short = desk.ui("meal.cannot-feed", player=name, have=have.total, owed=owed.total)
    return h(
        "div",
        h("p", label, " ", number(desk, key, owed, label)),
        terms(desk, key, owed, label),
        h("p", has, " ", number(desk, could, have, has)),
        terms(desk, could, have, has),
        h("p", short, class_="warn") if have.total < owed.total else None,
        key=key,
    )


def meter(desk: Desk) -> Tree:
    """What is offered of what is owed, each part to be taken back."""
    position = desk.session.position
    waiting = position.waiting
    assert waiting
    so_far = offer(position, waiting.player, waiting.cards)
    text = desk.ui("meal.paid", paid=so_far.paid, owed=waiting.amount)
    pair = chip(desk, "sum.half", "consume.hand")
    half = h("p", desk.ui("meal.half"), " ", pair, class_="warn") if gestures.halved(position) else None
    parts = [part(desk, card) for card in dict.fromkeys(waiting.cards[:MOST_PARTS])]
    return h(
        "div",
        h("p", h("b", text), " ", desk.ui("meal.has", have=resources(position, waiting.player))),
        h("p", desk.ui("meal.offered"), " ", parts) if parts else None,
        bar(so_far.paid, waiting.amount, text, so_far.single),
        half,
        unfolded(desk, "sum.half", "consume.hand") if half else None,
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


def part(desk: Desk, card: int) -> Tree:
    """A part of the offer, to be taken back."""
    hidden = not desk.open_hands and not desk.yours
    name = desk.words.name(desk.position if hidden else desk.session.position, card)
    waiting = desk.session.position.waiting
    count = waiting.cards.count(card) if waiting else 1
    text = f"{count} × {name}" if count > 1 else name
    if not desk.yours:
        return h("span", text, class_="chip")
    label = desk.ui("meal.take-back", card=name)
    return button(named(label, f"{text} ↶"), f"move:{gestures.spelled(TakeBack(card))}", class_="chip")


def means(desk: Desk, waiting: Waiting) -> Tree:
    """Each thing that could be offered, with what it would pay or why it may not be."""
    side = desk.session.position.sides[waiting.player]
    cards = [DECK, *side.hand, *(who.id for who in side.survivors)] if desk.yours else []
    left = [card for card in cards if card == DECK or card not in waiting.cards]
    return h("ul", [way(desk, card) for card in left[:MOST_PARTS]], class_="means")


def price(desk: Desk, card: int) -> str:
    """What a part would add to what is offered."""
    position, waiting = desk.session.position, desk.session.position.waiting
    if waiting is None:
        return ""
    before = offer(position, waiting.player, waiting.cards)
    after = offer(position, waiting.player, (*waiting.cards, card))
    pair = after.hand != before.hand
    return desk.ui("meal.pair") if pair else desk.ui("meal.pays", amount=after.paid - before.paid)


def way(desk: Desk, card: int) -> Tree:
    """One thing that could be offered; what is wasted with it is found by trying it."""
    position, move = desk.session.position, Eat(card)
    result = play(position, move)
    if not isinstance(result, Step):
        words = desk.words.refusal(result)
        return h("li", offering(desk, move), " ", h("small", words), class_="no")
    lost = [note.values["lost"] for note in result.notes if note.key == "consume.paid-over"]
    text = desk.ui("meal.lost", lost=lost[0]) if lost else ""
    return h("li", offering(desk, move), " ", h("small", text, class_="warn") if text else None)


def offering(desk: Desk, move: Move) -> Tree:
    """The button that offers a part; one that is refused answers why."""
    text = desk.words.move(desk.session.position, move)
    if isinstance(move, Eat):
        text = f"{text} ({price(desk, move.card)})"
    return button(text[:1].upper() + text[1:], f"move:{gestures.spelled(move)}", class_="ghost")
