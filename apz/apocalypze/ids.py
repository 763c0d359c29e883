"""The numbers that stand for cards."""

from __future__ import annotations

DECK = -1  # stands for the top card of a deck, where a card is named
HIDDEN_CARD = -2  # stands for a card that the viewer may not know
