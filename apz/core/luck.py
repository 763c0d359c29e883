"""Reproducible randomness: the same seed gives the same shuffles on every machine and Python version."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from struct import unpack
from typing import Final, TypeVar

Thing = TypeVar("Thing")

MASK: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15
FIRST: Final = 0xBF58476D1CE4E5B9
SECOND: Final = 0x94D049BB133111EB


def roll(luck: int) -> tuple[int, int]:
    """Return the next 64 random bits and the next seed (SplitMix64)."""
    luck = (luck + STEP) & MASK
    z = ((luck ^ (luck >> 30)) * FIRST) & MASK
    z = ((z ^ (z >> 27)) * SECOND) & MASK
    return z ^ (z >> 31), luck


def rolls(luck: int, number: int) -> tuple[tuple[int, ...], int]:
    """Return the results of `number` rolls in a row, and the next seed.

    Rolls don't depend on each other, so all are made at once, side by side in one wide number, which is several times
    as fast. Each roll has 128 bits of that number; the upper 64 are for its products.
    """
    ones, low, steps = lanes(number)
    z = (luck & MASK) * ones + steps & low
    z = (z ^ z >> 30 & low) * FIRST & low
    z = (z ^ z >> 27 & low) * SECOND & low
    z ^= z >> 31 & low
    return unpack(f"<{2 * number}Q", z.to_bytes(16 * number, "little"))[::2], luck + number * STEP & MASK


@cache
def lanes(number: int) -> tuple[int, int, int]:
    """Return three wide numbers with `number` lanes each: of ones, of 64-bit masks, and of the seeds' offsets."""
    starts = [1 << 128 * lane for lane in range(number)]
    return sum(starts), MASK * sum(starts), sum([(n * STEP & MASK) * start for n, start in enumerate(starts, 1)])


def die(luck: int, sides: int = 6) -> tuple[int, int]:
    """Return a die's face, from 1 to `sides`, and the next seed."""
    bits, luck = roll(luck)
    return (bits * sides >> 64) + 1, luck


def shuffled(pile: tuple[Thing, ...], luck: int) -> tuple[tuple[Thing, ...], int]:
    """Return the pile in random order (Fisher-Yates) and the next seed."""
    cards = list(pile)
    last = len(cards) - 1
    if last < 1:
        return pile, luck
    each, luck = rolls(luck, last)
    for bits in each:
        other = bits * (last + 1) >> 64
        cards[last], cards[other] = cards[other], cards[last]
        last -= 1
    return tuple(cards), luck


class Chance:
    """Random choices that are the same for the same seed."""

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
        """Return one of the things at random."""
        return things[self.below(len(things))]

    def mixed(self, things: Sequence[Thing]) -> list[Thing]:
        """Return the things in random order."""
        order, self.luck = shuffled(tuple(range(len(things))), self.luck)
        return [things[index] for index in order]
