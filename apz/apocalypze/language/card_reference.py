"""References to cards: a name, part of one, a number, or several at once, and the cards they stand for."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import permutations

from apz.apocalypze.language.command_grammar import GRAMMAR
from apz.apocalypze.language.move_text import mover
from apz.apocalypze.model import Position
from apz.apocalypze.rules.find import attachments, characters, find
from apz.core.language.commands import named

NUMBERED = re.compile(r"(.*?)\s*(?:#\s*(\d{1,4})|\((\d{1,4})\))")


def called(position: Position, card: int | None, text: str) -> int:
    """Return how well `text` names a card by its name, its number ("#12") or both; 0 means not at all."""
    if card is None or card < 0:
        return 0
    numbered = NUMBERED.fullmatch(text)
    name = position.game.cards[card].name
    if not numbered:
        return named(name, text)
    right = int(numbered[2] or numbered[3]) == card
    return 2 if right and (not numbered[1] or named(name, numbered[1])) else 0


def called_among(position: Position, cards: Collection[int | None], text: str) -> dict[int | None, int]:
    """Return how well `text` names each card, alone or as one of several visible cards."""
    texts = GRAMMAR.listed(text)
    several = len(texts) > 1 and all(resolved(position, each) is not None for each in texts)
    return {
        card: called(position, card, text) or int(several and any(called(position, card, each) for each in texts))
        for card in cards
    }


def called_all(position: Position, cards: tuple[int, ...], text: str) -> int:
    """Return how well `text` names several cards, in any order."""
    best = 0
    for texts in {(text,), GRAMMAR.listed(text)}:
        if texts and len(texts) == len(cards):
            for order in permutations(texts):
                best = max(best, min(called(position, card, each) for card, each in zip(cards, order, strict=True)))
    return best


def in_sight(position: Position, hand_first: bool) -> list[int]:
    """Return the cards that the mover may mean, likeliest first; hidden ones are left out."""
    player = mover(position)
    side, other = position.sides[player], position.sides[1 - player]
    there = [found.who.id for found in characters(position)] + [fixed.at.id for fixed in attachments(position)]
    table = [side.stronghold, *sorted(there, key=lambda card: position.game.owners[card] != player), other.stronghold]
    zones = [side.hand, table] if hand_first else [table, side.hand]
    return [card for zone in (*zones, side.discard, side.deck, other.discard, other.hand) for card in zone if card >= 0]


def names_in_sight(position: Position) -> list[str]:
    """Return the names of the cards that the mover may mean, likeliest first, each once."""
    return list(dict.fromkeys(position.game.cards[card].name for card in in_sight(position, True)))


def alike_as(position: Position, card: int) -> tuple[object, ...]:
    """Return a key shared by equivalent cards: the name and, for a character in play, how it stands on the table.

    That's the player, the place, the face, the wounds, the attachments and, in combat, the access point.
    """
    found, name = find(position, card), position.game.cards[card].name
    if found is None:
        return (name,)
    combat, who = position.combat, found.who
    groups = combat.attack + combat.defense if combat else ()
    point = next((number for number, group in enumerate(groups) if card in group), None)
    things = sorted(position.game.cards[each.id].name for each in who.attached)
    return (name, found.player, found.place, who.face, who.wounds, *things, point)


def resolved(position: Position, text: str, hand_first: bool = False, first: tuple[int, ...] = ()) -> int | None:
    """Return the card that `text` most likely names, or None; it needn't be legal to use, and `first` wins ties."""
    cards = [*(card for card in first if card >= 0), *in_sight(position, hand_first)]
    best = max(cards, key=lambda card: called(position, card, text), default=None)
    return best if best is not None and called(position, best, text) else None
