"""Reproducible randomness: the same seed gives the same shuffles on every machine and Python version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")

MASK = (1 << 64) - 1


def roll(luck: int) -> tuple[int, int]:
    """Return the next 64 random bits and the next seed (SplitMix64)."""
    luck = (luck + 0x9E3779B97F4A7C15) & MASK
    z = luck
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31), luck


def die(luck: int, sides: int = 6) -> tuple[int, int]:
    """Return a die's face, from 1 up, and the next seed."""
    bits, luck = roll(luck)
    return (bits * sides >> 64) + 1, luck


def shuffled(pile: tuple[int, ...], luck: int) -> tuple[tuple[int, ...], int]:
    """Return the pile in a new order (Fisher-Yates) and the next seed."""
    cards = list(pile)
    for last in range(len(cards) - 1, 0, -1):
        luck = (luck + 0x9E3779B97F4A7C15) & MASK  # what `roll` does, without a call for each card
        z = ((luck ^ (luck >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        other = (z ^ (z >> 31)) * (last + 1) >> 64
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards), luck


class Chance:
    """Dice that fall the same way for the same seed."""

    def __init__(self, luck: int) -> None:
        self.luck = luck

    def below(self, number: int) -> int:
        """Return a number from 0 to one less than `number`."""
        bits, self.luck = roll(self.luck)
        return bits * number >> 64

    def coin(self) -> int:
        """Return 0 or 1."""
        bits, self.luck = roll(self.luck)
        return bits & 1

    def often(self, percent: int) -> bool:
        """Return True with a chance of `percent` in 100."""
        return self.below(100) < percent

    def one(self, things: Sequence[Thing]) -> Thing:
        """Return one of these at random."""
        return things[self.below(len(things))]

    def mixed(self, things: Sequence[Thing]) -> list[Thing]:
        """Return these in random order."""
        order, self.luck = shuffled(tuple(range(len(things))), self.luck)
        return [things[index] for index in order]
