"""What is printed on a card: its numbers, and the numbers in its texts."""

import re

from apz.apocalypze.cards import library
from apz.apocalypze.model import Card, Face


def card(name: str) -> Card:
    """A card of the library."""
    return library()[name]


def face(name: str) -> Face:
    """The numbers of a character that is not played as the zombie of a twofold."""
    found = card(name).human or card(name).zombie
    assert found
    return found


def zombie(name: str) -> Face:
    """The numbers of a zombie."""
    found = card(name).zombie
    assert found
    return found


def said(name: str, text: int = 0) -> list[int]:
    """The numbers in a card's text: what the code does has to be what the card says."""
    return [int(number) for number in re.findall(r"[-+]?\d+", card(name).texts[text])]
