"""The editor's gallery: the cards it shows, by kind, deck, faction or typed name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from apz.apocalypze.model import ATTACHMENT, RAIDER, STRONGHOLD, SURVIVOR, TRUMP, WILDCARD
from apz.apocalypze.positions.edits import counted
from apz.widgets.apocalypze.editor.state import EditorState
from apz.widgets.apocalypze.look_up import factions, factions_of

KINDS = (SURVIVOR, RAIDER, ATTACHMENT, WILDCARD, TRUMP, STRONGHOLD)
POSITIONS = "positions"  # instead of a kind of card: the library of positions
MOST, FEW = 24, 8  # cards at once, and where the panes next to them need the room


# the gallery's filters and their values; "" shows all cards
FILTERS: Mapping[str, Callable[[EditorState], Iterable[str]]] = {
    "kind": lambda state: (*KINDS, POSITIONS),
    "deck": lambda state: ["", *state.cards.decks],
    "faction": lambda state: ["", *factions(state.cards)],
}


def shown(state: EditorState) -> list[str]:
    """Return the names of the cards to show: those that match the typed words, or else those of the chosen kind.

    Only cards in the chosen deck and faction are shown.
    """
    if counted(state.search)[1]:
        return typed(state)
    return [name for name in narrowed(state) if state.cards[name].kind == state.kind]


def typed(state: EditorState) -> list[str]:
    """Return the names in the chosen deck and faction that contain every typed word; [] if no words were typed."""
    words = counted(state.search)[1].casefold().split()
    return [name for name in narrowed(state) if all(word in name.casefold() for word in words)] if words else []


def narrowed(state: EditorState) -> list[str]:
    """Return the names of the cards in the chosen deck and faction; without a choice, all cards qualify."""
    deck = state.cards.decks[state.deck].cards if state.deck in state.cards.decks else ()
    return [
        name
        for name, card in state.cards.items()
        if (not state.deck or name in deck) and (not state.faction or state.faction in factions_of(card))
    ]
