"""Games for tests of simulations: each a function of its number and seed that any process can find."""

import os


def seeded(number: int, seed: int) -> tuple[int, int]:
    """Return a game whose record is its seed."""
    return number, seed


def deadly(number: int, seed: int) -> int:
    """Play a game that kills its worker."""
    if number == 13:
        os._exit(1)
    return number


def failing(number: int, seed: int) -> int:
    """Play a game that fails."""
    if number == 6:
        raise ValueError("the dice are gone")
    return number
