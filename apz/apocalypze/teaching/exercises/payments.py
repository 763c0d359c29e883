"""Exercises in paying a debt: what an offer pays, how much of it is lost, which way costs the least."""

from __future__ import annotations

from collections.abc import Iterator

from apz.apocalypze.model import Debt, Position
from apz.apocalypze.moves import Eat
from apz.apocalypze.play import legal_moves, step
from apz.apocalypze.teaching.exercises.random_games import positions
from apz.apocalypze.teaching.questions import payments as asking
from apz.apocalypze.teaching.questions.payments import PAID, Payment, payment
from apz.core.learning.questions import Generator, Question
from apz.core.luck import Chance

TRIES = 8  # payments to try in one position
NOTHING = 15  # in percent, how often a question is about a payment that loses nothing


def debts(luck: int) -> Iterator[Position]:
    """Yield positions where a player must start paying a debt."""
    for position in positions(luck):
        waiting = position.waiting
        if isinstance(waiting, Debt) and not waiting.offered:
            yield position


def any_payment(chance: Chance, position: Position, most: int = 99) -> Payment:
    """Return a random legal payment, or the first `most` cards of one."""
    cards: list[int] = []
    now = position
    while isinstance(now.waiting, Debt) and len(cards) < most:
        side = now.sides[now.waiting.player]
        moves = [move.card for move in legal_moves(now) if isinstance(move, Eat)]
        kinds = [[c for c in moves if c in side.hand], [c for c in moves if c not in side.hand]]
        cards.append(chance.one(chance.one([kind for kind in kinds if kind])))
        after = step(now, Eat(cards[-1]))
        if any(note.key in PAID for note in after.notes):
            break
        now = after.after
    return payment(position, cards)


def offer_level(paid: Payment) -> int:
    """Return an offer's difficulty: 0 if it's too easy, 1 for one kind of part, 2 for two kinds, 3 for harder offers.

    Harder offers have all three kinds, a wounded survivor, or an odd number of cards from hand.
    """
    kinds = sum(map(bool, (paid.deck, paid.hand, paid.eaten)))
    if any(who.wounds for who in paid.eaten) or kinds == 3 or paid.hand % 2:
        return 3
    if kinds == 1:
        return 0 if paid.deck or paid.hand == 1 else 1
    return 2


def pay(luck: int, level: int) -> Question | None:
    """Ask what an offer pays; return None if this seed has no such question."""
    chance = Chance(~luck)
    for position in debts(luck):
        paid = any_payment(chance, position, 2 + chance.below(4))
        if offer_level(paid) == level:
            return asking.worth(position, paid)
    return None


def waste(luck: int, level: int) -> Question | None:
    """Ask how much of a payment is lost; return None if this seed has no such question."""
    chance = Chance(~luck)
    none = chance.often(NOTHING)
    for position in debts(luck):
        paid = any_payment(chance, position)
        if paid.notes[-1].key in PAID and (paid.lost == 0) == none and waste_level(paid) == level:
            return asking.lost(position, paid)
    return None


def waste_level(paid: Payment) -> int:
    """Return how hard the loss is to see: 1 if 1 is owed, 2 if more is, 3 with a wounded survivor or attachments."""
    if any(who.wounds or who.attached for who in paid.eaten):
        return 3
    return 1 if paid.notes[-1].values["owed"] == 1 else 2


def cheapest(luck: int, level: int) -> Question | None:
    """Ask which way to pay costs the least; return None if this seed has no such question."""
    chance = Chance(~luck)
    keep = chance.one(("cards", "table"))
    for position in debts(luck):
        assert isinstance(position.waiting, Debt)
        if position.waiting.amount < level:
            continue
        ways = different(any_payment(chance, position) for _ in range(TRIES))
        chosen = chance.mixed(ways)[: level + 1]
        costs = {way.cost(keep) for way in chosen}
        if len(chosen) > level and len(costs) > 1:
            return asking.least(position, chosen, keep)
    return None


def different(ways: Iterator[Payment]) -> list[Payment]:
    """Return the complete payments that look different from one another."""
    return list({way.option().key + str(way.said()): way for way in ways if way.notes[-1].key in PAID}.values())


EXERCISES: dict[str, Generator] = {"pay": pay, "waste": waste, "cheapest": cheapest}
RULES: dict[str, tuple[str, ...]] = {
    "pay": ("consume.hand", "consume.deck", "consume.survivor", "consume.mix", "consume.wounded"),
    "waste": ("consume.no-change", "consume.survivor", "consume.wounded"),
    "cheapest": (
        "consume.mix", "consume.deck", "consume.hand", "consume.survivor", "consume.attached", "consume.no-waste",
    ),
}  # fmt: skip
