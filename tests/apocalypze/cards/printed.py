"""Helpers that read the numbers printed on a card: its own stats, and the numbers in its texts."""

import re

from apz.apocalypze.cards import library
from apz.apocalypze.model import Card, Face


def card(name: str) -> Card:
    """Return a card from the library."""
    return library()[name]


def face(name: str) -> Face:
    """Return a character's face: the human one if there is one, otherwise the zombie one."""
    found = card(name).human or card(name).zombie
    assert found
    return found


def zombie(name: str) -> Face:
    """Return a character's zombie face."""
    found = card(name).zombie
    assert found
    return found


def said(name: str, text: int = 0) -> list[int]:
    """Return the numbers in one of a card's texts, so that tests can compare the code with the card."""
    return [int(number) for number in re.findall(r"[-+]?\d+", card(name).texts[text])]
