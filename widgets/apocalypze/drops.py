"""Drops: which pieces can be dragged, which places take them, and the moves they stand for.

A piece is a card by its number, or "deck" for the top card of the deck. The places:

- "board": play the card, or take it from the pile being searched
- "card:7": point a card at card 7, or send a character to the access point where card 7 fights
- "point:2": send a character to access point 2, or use an ability there
- "back": take back a character that was sent, or a card that was offered
- "pay": offer a card as payment for a debt
- "hand": draw
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from apz.apocalypze import moves
from apz.apocalypze.model import DECK, Decision, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import legal_moves
from apz.apocalypze.shortcuts import occupied
from apz.widgets.apocalypze import gestures
from apz.widgets.table.scene import Scene

TOP = "deck"  # the piece that is the top card of the deck
PLAIN, NUMBERED = ("board", "back", "pay", "hand"), ("card", "point")  # the kinds of places


class Drops(NamedTuple):
    """The possible drags: the pieces, which of them each place takes, and the places that refuse with a reason."""

    drags: frozenset[str]
    takes: Mapping[str, tuple[str, ...]]
    refuses: frozenset[str] = frozenset()


class Place(NamedTuple):
    """A drop target: its kind, and its number if it has one."""

    kind: str
    number: int = 0


def drops(scene: Scene) -> Drops:
    """Return the drags and drops that the scene allows; none unless a person must decide."""
    if not scene.yours:
        return Drops(frozenset(), {})
    occupying = gestures.occupying(scene)
    key = (scene.position, bool(occupying))
    return scene.memo.once("drops", key, lambda: all_drops(scene.position, scene.moves, occupying))


def all_drops(position: Position, legal: Sequence[Move], occupying: Mapping[int, moves.Occupy]) -> Drops:
    """Return the drags and drops for legal moves, cards that imply a stronghold to occupy, and illegal tries."""
    takes: dict[str, set[str]] = {}
    for occupy, after in occupied(position) if occupying else ():
        for move in legal_moves(after):
            for place in places(after, move) if occupying.get(gestures.card_of(after, move)) == occupy else ():
                takes.setdefault(place, set()).add(piece_of(move))
    for move in legal:
        moved = gestures.elsewhere(position, move.card) if isinstance(move, moves.TakeBack) else []
        for place in (place for each in (move, *moved) for place in places(position, each)):
            takes.setdefault(place, set()).add(piece_of(move))
    tried = {str(card) for card in gestures.in_reach(position) if gestures.tried(position, card)}
    drags = frozenset(tried.union(*takes.values()))
    taking = {place: tuple(sorted(takes[place])) for place in sorted(takes)}
    return Drops(drags, taking, frozenset(everywhere(position)) if drags else frozenset())


def everywhere(position: Position) -> list[str]:
    """Return the places where a learner may try an illegal drop: the board, characters, strongholds, access points."""
    cards = [who.id for side in position.sides for who in (*side.survivors, *side.raiders)]
    cards += [side.stronghold for side in position.sides]
    points = len(position.combat.attack) if position.combat else 0
    return ["board", *(f"card:{card}" for card in cards), *(f"point:{point}" for point in range(1, points + 1))]


def piece_of(move: Move) -> str:
    """Return the name of the piece to drag for a move."""
    card: int = getattr(move, "card", DECK)
    return TOP if card == DECK else str(card)


def card_of(piece: str) -> int:
    """Return the number of the card that a piece stands for."""
    return DECK if piece == TOP else int(piece)


def read_place(text: str) -> Place | None:
    """Return the place that a text names, or None if it names none."""
    kind, _, number = text.partition(":")
    if text in PLAIN:
        return Place(text)
    known = kind in NUMBERED and number.isascii() and number.isdecimal() and len(number) < 7
    return Place(kind, int(number)) if known else None


def places(position: Position, move: Move) -> list[str]:
    """Return the names of the places where a piece can be dropped to make a move; [] if no drop makes it."""
    if isinstance(move, moves.Engage):
        return []
    if (point := gestures.point_of(position, move)) is not None:
        return [f"point:{point}", *(f"card:{card}" for card in attackers(position, point))]
    if found := gestures.pointed_at(move):
        return [f"card:{card}" for card in found]
    if isinstance(move, moves.Play | moves.Event | moves.Take):
        return ["board"]
    named: dict[type[Move], str] = {moves.Eat: "pay", moves.Draw: "hand", moves.TakeBack: "back"}
    return [named[type(move)]] if type(move) in named else []


def attackers(position: Position, point: int) -> tuple[int, ...]:
    """Return the attackers at an access point while the defender chooses blockers; () at any other time."""
    waiting, combat = position.waiting, position.combat
    if combat is None or waiting is None or waiting.kind is not Decision.DEFEND or point > len(combat.attack):
        return ()
    return combat.attack[point - 1]


def fitting(position: Position, legal: Iterable[Move], piece: str, place: str) -> list[Move]:
    """Return the legal moves that dropping a piece on a place can stand for."""
    return [move for move in legal if piece_of(move) == piece and place in places(position, move)]


def wanted(position: Position, card: int, place: Place) -> Move | None:
    """Return the move that an illegal drop most likely means, so that the kernel can refuse it; None if unclear."""
    if place.kind == "card":
        return gestures.pointed(position, card, place.number)
    known: dict[str, Move] = {"pay": moves.Eat(card), "back": moves.TakeBack(card), "hand": moves.Draw()}
    return known.get(place.kind) or gestures.attempt(position, card)
