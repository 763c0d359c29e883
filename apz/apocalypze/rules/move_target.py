"""The kind of target that a move's card can have."""

from __future__ import annotations

from apz.apocalypze import moves
from apz.apocalypze.model import ATTACHMENT, Position, Searching
from apz.apocalypze.moves import Move
from apz.apocalypze.rules.hooks import TEXTS, Target
from apz.apocalypze.rules.search import search_of
from apz.apocalypze.rules.targets import ATTACH


def target_of(position: Position, move: Move) -> Target | None:
    """Return the kind of target that a move's card can have; None for a move without targets."""
    waiting = position.waiting
    if isinstance(move, moves.Take):
        return search_of(position, waiting).to if isinstance(waiting, Searching) else None
    if isinstance(move, moves.Attach):
        card = position.game.cards[move.card]
        return ATTACH[card.target] if card.kind == ATTACHMENT else None
    if isinstance(move, moves.Event | moves.Use):
        texts = TEXTS.get(position.game.cards[move.card].name, ())
        index = move.text if isinstance(move, moves.Use) else 0
        return texts[index].target if 0 <= index < len(texts) else None
    return None
