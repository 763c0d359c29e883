"""The single entry to the rules: why a move isn't legal, what it does, and the legal moves."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from apz.apocalypze import effects as effects  # loaded here, because effects register themselves on the rules' hooks
from apz.apocalypze import moves
from apz.apocalypze.model import LegalMoves, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.rules.engine import ASKED, barred, step
from apz.apocalypze.rules.procedures import PROCEDURES
from apz.apocalypze.rules.remedies import helped
from apz.core.trace import IllegalMove, Refusal, Step

__all__ = ["ASKED", "PROCEDURES", "LegalMoves", "legal_moves", "must_play", "play", "step", "why_not"]

# the types of a move's fields
KINDS: Final[dict[Any, type]] = {
    "bool": bool, "CardId": int, "Player": int, "Point": int, "int": int, "tuple[int, ...]": tuple,
}  # fmt: skip
CARDLESS: Final = (moves.Draw, moves.Occupy, moves.Engage, moves.Done, moves.Pass)  # moves that name no card
AIMED: Final = (moves.Event, moves.Use)  # moves with targets
FIELDS: Final = {move: [(field.name, KINDS[field.type]) for field in fields(move)] for move in moves.MOVES}


# A position given to a public function may be Any: compiled code would refuse it before our own words could.
def why_not(position: Position | Any, move: Move) -> Refusal | None:
    """Return why this move isn't legal here, with a fix if there is one; None if it's legal.

    >>> import apz
    >>> position = apz.named_position("first-turn")
    >>> print(why_not(position, apz.moves.Draw()).rule)
    draw.six
    >>> why_not(position, position.legal_moves[0]) is None
    True
    """
    expect_position(position)
    refusal = refused(position, move)
    return refusal and helped(position, move, refusal)


def refused(position: Position, move: Move) -> Refusal | None:
    """Return why this move isn't legal here, with an untested fix; None if it's legal.

    Raise TypeError if it isn't a move, or one of its fields has a value of the wrong type.
    """
    if type(move) not in FIELDS:
        raise TypeError(f"{move!r} isn't a move; apz.moves has them, and apz.parse(position, text) reads one")
    for name, kind in FIELDS[type(move)]:
        if type(getattr(move, name)) is not kind or (kind is tuple and not _numbers(getattr(move, name))):
            raise TypeError(_malformed(move, name))
    return barred(position, move)


def _numbers(values: tuple[object, ...]) -> bool:
    """Return True if all values are whole numbers."""
    return all([type(value) is int for value in values])


def _malformed(move: Move, field: str) -> str:
    """Return a message about the wrong value in a field of a move."""
    wanted = {"zombie": "True or False", "targets": "a tuple of numbers"}.get(field, "a whole number")
    told = "; apz.parse(position, text) knows cards by name" if isinstance(getattr(move, field), str) else ""
    return f"{move!r}: {field} must be {wanted}{told}"


def play(position: Position | Any, move: Move) -> Step | Refusal:
    """Play a move; return its step, or the refusal. The given position doesn't change.

    >>> import apz
    >>> position = apz.named_position("first-turn")
    >>> result = play(position, position.legal_moves[0])
    >>> isinstance(result, apz.Step), result.before is position
    (True, True)
    >>> isinstance(play(position, apz.moves.Draw()), apz.Refusal)
    True
    """
    refusal = why_not(position, move)
    if refusal is not None:
        return refusal
    return step(position, move)


def must_play(position: Position | Any, move: Move) -> Step:
    """Play a move and return its step; raise IllegalMove, with the refusal inside, if it isn't legal.

    >>> import apz
    >>> position = apz.named_position("first-turn")
    >>> must_play(position, position.legal_moves[0]).after.turn
    1
    >>> try:
    ...     must_play(position, apz.moves.Draw())
    ... except apz.IllegalMove as illegal:
    ...     print(illegal.refusal.rule)
    draw.six
    """
    result = play(position, move)
    if isinstance(result, Refusal):
        raise IllegalMove(result)
    return result


def expect_position(given: object) -> None:
    """Raise a TypeError that says what's expected, unless `given` is a position."""
    if not isinstance(given, Position):
        kind = type(given).__name__
        raise TypeError(f"a position is expected here, not {kind}; apz.new_game() and apz.build(...) give one")


def find_legal(position: Position) -> list[Move]:
    """Find and return all legal moves."""
    agenda = position.agenda
    if not agenda:
        return []
    waiting = agenda[-1]
    found = PROCEDURES[waiting.kind].legal(position, waiting)
    if position.game.cards[-1].kind == "hidden":  # a player's view: hidden cards can't be played
        found = [move for move in found if not hides(position, move) or not barred(position, move)]
    return found


def hides(position: Position, move: Move) -> bool:
    """Return True if a move in a player's view names a hidden card, such as the top card of the deck."""
    if isinstance(move, CARDLESS):
        return False
    cards = position.game.cards
    if cards[move.card].kind == "hidden":
        return True
    return isinstance(move, AIMED) and any([cards[target].kind == "hidden" for target in move.targets])


def legal_moves(position: Position | Any) -> LegalMoves:
    """Return a lazy view of the legal moves, which you can search, count and loop over.

    >>> import apz
    >>> found = legal_moves(apz.named_position("first-turn"))
    >>> found[0] in found, apz.moves.Draw() in found
    (True, False)
    """
    if type(position) is not Position:
        expect_position(position)
    return LegalMoves(position)
