"""Games for tests of simulations: module-level functions of a number and a seed, which any process can import."""

import os


def seeded(number: int, seed: int) -> tuple[int, int]:
    """Return a game's number and seed as its record."""
    return number, seed


def deadly(number: int, seed: int) -> int:
    """Return a game's number as its record; game 13 kills its worker."""
    if number == 13:
        os._exit(1)
    return number


def failing(number: int, seed: int) -> int:
    """Return a game's number as its record; game 6 fails."""
    if number == 6:
        raise ValueError("the dice are gone")
    return number
