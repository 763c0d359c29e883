"""Reproducible chance: the same seed gives the same shuffles on every machine and Python version."""

from __future__ import annotations

MASK = (1 << 64) - 1


def roll(luck: int) -> tuple[int, int]:
    """The next 64 random bits and the luck that follows (SplitMix64)."""
    luck = (luck + 0x9E3779B97F4A7C15) & MASK
    z = luck
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31), luck


def die(luck: int, sides: int = 6) -> tuple[int, int]:
    """The face of a die, from 1 on, and the luck that follows."""
    bits, luck = roll(luck)
    return (bits * sides >> 64) + 1, luck


def shuffled(pile: tuple[int, ...], luck: int) -> tuple[tuple[int, ...], int]:
    """The pile in a new order (Fisher-Yates) and the luck that follows."""
    cards = list(pile)
    for last in range(len(cards) - 1, 0, -1):
        bits, luck = roll(luck)
        other = bits * (last + 1) >> 64
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards), luck
