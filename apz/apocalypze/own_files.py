"""The reader of the game's own files, a deck or corrections to cards; a position without its `apz` line is refused."""

from __future__ import annotations

from apz.apocalypze.cards import library, overlay, read_deck
from apz.apocalypze.model import Position
from apz.apocalypze.positions import read_position
from apz.core.files import Own, unknown
from apz.core.reading import Item


def own_file(item: Item) -> Position | Own:
    """Return the content of one of the game's own files; raise BadInput with its faults if it can't be used."""
    fields, box = item.value if isinstance(item.value, dict) else {}, library()
    if "players" in fields:
        return read_position(item)
    if "cards" in fields or "deck" in fields:
        deck = read_deck(item, box)
        return Own(deck, "good-deck", {"count": len(deck.cards), "place": deck.stronghold})
    if "apz" not in fields and any(isinstance(each.value, dict) or box.named(name) for name, each in fields.items()):
        cards = overlay(item, box)
        changed = sum(card is not box[name] for name, card in cards.items())
        return Own(cards, "good-overlay", {"count": changed})
    never: Own = unknown(item, "unknown-file")
    return never
