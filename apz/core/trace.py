"""The trace of a move, as data: notes, refusals, sums and steps; the words come later, from a catalog."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

Values = Mapping[str, Any]
EVERYBODY: Final = -1
NOBODY: Final = -2


class Term(NamedTuple):
    """One term of a sum: its amount, name, rule and card, and whether it's a house number."""

    amount: int
    name: str
    rule: str
    card: int = -1
    house: bool = False
    form: str = ""  # the key of a text that words the name: by the kind of card, or by the piece it counts for
    host: str = ""  # the name of the piece it counts for


class Sum(NamedTuple):
    """A total that knows its terms."""

    terms: tuple[Term, ...] = ()
    least: int | None = None

    @property
    def raw(self) -> int:
        """The terms added up, before any minimum."""
        return total(self.terms)

    @property
    def total(self) -> int:
        """The terms added up, raised to the minimum if there is one."""
        raw = total(self.terms)
        return raw if self.least is None or raw >= self.least else self.least

    @property
    def house(self) -> bool:
        """True if it includes a house number."""
        house = False
        for term in self.terms:
            house = house or term.house
        return house

    def __int__(self) -> int:
        return self.total

    def __str__(self) -> str:
        if not self.terms:
            return str(self.total)
        first, *rest = self.terms
        parts = [f"{first.amount} ({first.name})"]
        parts += [f"{'-' if t.amount < 0 else '+'} {abs(t.amount)} ({t.name})" for t in rest]
        raised = f", ≥ {self.least}" if self.total != self.raw else ""
        return f"{self.total} = {' '.join(parts)}{raised}"


class Note(NamedTuple):
    """One thing that happened: a message key with its values, the rule it follows and the cards it's about."""

    key: str
    rule: str
    values: Values = {}
    cards: tuple[int, ...] = ()
    house: bool = False
    secret: int = EVERYBODY

    def seen_by(self, player: int) -> Note:
        """Return the note without the cards this player may not know."""
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
    """One move played: the position before, the move, the position after, and what happened in between.

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


def total(terms: Iterable[Term]) -> int:
    """Return the sum of these terms as a plain number."""
    number = 0
    for term in terms:  # there are few terms, and a loop takes half as long as sum() over a list
        number += term[0]
    return number
