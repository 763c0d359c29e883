"""The trace of a move as data: notes, refusals and steps; the words come later, from a catalog."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from apz.core.sums import Sum as Sum
from apz.core.sums import Term as Term
from apz.core.sums import total as total

Values = Mapping[str, Any]
EVERYBODY: Final = -1
NOBODY: Final = -2


class Note(NamedTuple):
    """One event in a move: a message key with its values, the rule it follows, and the cards it's about."""

    key: str
    rule: str
    values: Values = {}
    cards: tuple[int, ...] = ()
    house: bool = False
    secret: int = EVERYBODY

    def seen_by(self, player: int) -> Note:
        """Return the note, without its cards if this player may not know them."""
        return self if self.secret in (EVERYBODY, player) else self._replace(cards=())


class Refusal(NamedTuple):
    """A refusal of a move: the rule, the values that matter, the cards, and the nearest change that helps.

    >>> import apz
    >>> apz.named_position("first-turn").play(apz.moves.Draw()).rule
    'draw.six'
    """

    key: str
    rule: str
    values: Values = {}
    cards: tuple[int, ...] = ()
    fix: str = ""  # the key of a text that says what helps, or that nothing does
    house: bool = False
    ways: tuple[tuple[Any, ...], ...] = ()  # moves that can be played now, one after the other; each way helps
    later: Values = {}  # if no move helps now: what must change for the refused one to become legal


class IllegalMove(ValueError):
    """The error for a refused move where a legal one was required; `refusal` is the reason as data.

    >>> IllegalMove(Refusal("not-now", "draw.six")).refusal.rule
    'draw.six'
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Step(NamedTuple):
    """One move played: the position before it, the move, the position after it, and notes on what happened.

    >>> import apz
    >>> position = apz.named_position("first-turn")
    >>> step = position.play(position.legal_moves[0])
    >>> step.before == position, step.move == position.legal_moves[0]
    (True, True)
    """

    before: Any
    move: Any
    after: Any
    notes: tuple[Note, ...]

    def seen_by(self, player: int) -> Step:
        """Return the step as this player may see it."""
        notes = tuple(note.seen_by(player) for note in self.notes)
        hidden = {card for note, seen in zip(self.notes, notes, strict=True) if not seen.cards for card in note.cards}
        move = None if getattr(self.move, "card", None) in hidden else self.move
        before, after = self.before.seen_by(player), self.after.seen_by(player)
        return self._replace(before=before, move=move, after=after, notes=notes)
