"""The numbers printed on a card: its own, and those in its texts."""

import re

from apz.apocalypze.cards import library
from apz.apocalypze.model import Card, Face


def card(name: str) -> Card:
    """Return a card from the library."""
    return library()[name]


def face(name: str) -> Face:
    """Return a character's numbers, for a twofold those of its human side."""
    found = card(name).human or card(name).zombie
    assert found
    return found


def zombie(name: str) -> Face:
    """Return the numbers of a zombie."""
    found = card(name).zombie
    assert found
    return found


def said(name: str, text: int = 0) -> list[int]:
    """Return the numbers in a card's text, because the code has to do what the card says."""
    return [int(number) for number in re.findall(r"[-+]?\d+", card(name).texts[text])]
