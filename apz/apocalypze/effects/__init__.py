"""The effects of cards beyond their numbers: small functions and values, registered on a closed list of hooks."""

from apz.apocalypze.effects import always, events, texts

__all__ = ["always", "events", "texts"]
