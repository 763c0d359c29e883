"""A second, plain implementation of the arithmetic of combat and consumption, to check the kernel against."""

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import NamedTuple


class Fighter(NamedTuple):
    """One character as three numbers: attack, defense, and the value left."""

    attack: int
    defense: int
    value: int


class Outcome(NamedTuple):
    """The result of assigning wounds: who's dead, who's wounded with what value left, and how many wounds were lost."""

    killed: list[int]
    wounded: dict[int, int]
    lost: int


class Payment(NamedTuple):
    """A payment: this many deck cards, this many hand cards, and these survivors."""

    deck: int
    hand: int
    survivors: tuple[int, ...]


# --- combat -----------------------------------------------------------------------------------------------------------


def attack_total(group: Iterable[Fighter], extra: Iterable[int] = ()) -> int:
    """Return the attack total of one side in an engagement; `extra` is what cards add to the whole side."""
    return sum(fighter.attack for fighter in group) + sum(extra)


def defense_total(group: Iterable[Fighter], extra: Iterable[int] = ()) -> int:
    """Return the defense total of one side in an engagement; `extra` is what cards add to the whole side."""
    return sum(fighter.defense for fighter in group) + sum(extra)


def casualties(enemy_attack: int, own_defense: int) -> int:
    """Return how many wounds a side takes, never below 0."""
    if enemy_attack > own_defense:
        return enemy_attack - own_defense
    return 0


def choices(values: list[int], chosen: list[int], wounds: int) -> list[int]:
    """Return the indexes of the characters that may take wounds next, after those in `chosen`."""
    left = wounds
    for index in chosen:
        left -= min(left, values[index])
    if left == 0:
        return []
    return [index for index in range(len(values)) if index not in chosen]


def assignments(values: list[int], wounds: int) -> Iterator[list[int]]:
    """Yield every order in which a player may assign these wounds."""
    seen = []
    for order in permutations(range(len(values))):
        chosen: list[int] = []
        for index in order:
            if not choices(values, chosen, wounds):
                break
            chosen.append(index)
        if chosen not in seen:
            seen.append(chosen)
            yield chosen


def outcome(values: list[int], chosen: list[int], wounds: int) -> Outcome:
    """Assign the wounds in the order of `chosen`, each character taking all it can; return the result."""
    killed = []
    wounded = {}
    for index in chosen:
        taken = min(wounds, values[index])
        wounds -= taken
        if taken == values[index]:
            killed.append(index)
        elif taken > 0:
            wounded[index] = values[index] - taken
    return Outcome(killed, wounded, wounds)


def breach(damage: int, attackers: list[int], defenders: list[int]) -> int:
    """Return how much the defender owes, given the numbers of raiders and of blockers at each access point."""
    owed = 0
    for raiders, met in zip(attackers, defenders, strict=True):
        if met == 0:
            for _ in range(raiders):
                owed += damage
    return owed


# --- consumption ------------------------------------------------------------------------------------------------------


def feeding(survivors: int, modifiers: Iterable[int] = ()) -> int:
    """Return how much a player owes at the end of their turn: 1 per survivor, then the modifiers, but at least 1."""
    owed = survivors
    for amount in modifiers:
        owed += amount
    if owed < 1:
        owed = 1
    return owed


def worth(payment: Payment, values: list[int]) -> int:
    """Return the value of a payment."""
    total = payment.deck
    total += payment.hand // 2
    for index in payment.survivors:
        total += values[index]
    return total


def less(payment: Payment) -> Iterator[Payment]:
    """Yield the payments with one part left out: a deck card, a hand card or a pair, or a survivor."""
    if payment.deck >= 1:
        yield Payment(payment.deck - 1, payment.hand, payment.survivors)
    if payment.hand >= 1:
        yield Payment(payment.deck, payment.hand - 1, payment.survivors)
    if payment.hand >= 2:
        yield Payment(payment.deck, payment.hand - 2, payment.survivors)
    for gone in payment.survivors:
        yield Payment(payment.deck, payment.hand, tuple(index for index in payment.survivors if index != gone))


def meets(payment: Payment, values: list[int], owed: int) -> bool:
    """Return True if the payment covers the debt and no part of it could be left out."""
    if worth(payment, values) < owed:
        return False
    return all(worth(smaller, values) < owed for smaller in less(payment))


def can_pay(deck: int, hand: int, values: list[int], owed: int) -> bool:
    """Return True if everything a player has is enough to pay the debt."""
    return worth(Payment(deck, hand, tuple(range(len(values)))), values) >= owed


def payments(deck: int, hand: int, values: list[int], owed: int) -> list[Payment]:
    """Return every possible payment of the debt that has no unnecessary part."""
    found = []
    for mask in range(2 ** len(values)):
        survivors = tuple(index for index in range(len(values)) if mask >> index & 1)
        for cards in range(min(deck, owed) + 1):
            for held in range(min(hand, 2 * owed) + 1):
                payment = Payment(cards, held, survivors)
                if meets(payment, values, owed):
                    found.append(payment)
    return found


def within(part: Payment, whole: Payment) -> bool:
    """Return True if one payment is part of another."""
    if part.deck > whole.deck or part.hand > whole.hand:
        return False
    return all(index in whole.survivors for index in part.survivors)
