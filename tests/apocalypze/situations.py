"""Shortcuts for setting up a situation, playing on from it, and reading what the kernel reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apz.apocalypze.cards import Library, library, overlay
from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import InPlay, Position, Side
from apz.apocalypze.moves import Done, Engage, Event, Move, Pass, Send
from apz.apocalypze.play import legal_moves, play, why_not
from apz.apocalypze.positions import build, seat
from apz.core.reading import read_yaml
from apz.core.trace import Note, Refusal, Step, Sum

__all__ = ["ANN", "BEN", "Situation", "assert_ruling", "cited", "engagement", "seat"]

ANN, BEN = PLAYERS

# House numbers may be tuned for balance. They're fixed here, so that these tests' arithmetic stays the same.
PINNED = """
Roadside Diner: {access: 2, capacity: 6, damage: 3}
Church: {access: 3, capacity: 8, damage: 3}
Police Station: {capacity: 7}
Military Base: {access: 6, capacity: 8, damage: 1}
Civilian: {attack: 1, defense: 2, value: 2, zombie: {attack: 1, defense: 1, value: 1}}
Biker: {attack: 2, defense: 2, value: 2, zombie: {attack: 1, defense: 1, value: 1}}
Police Officer: {zombie: {attack: 1, defense: 1, value: 1}}
Soldier: {attack: 3, defense: 1, value: 2, zombie: {attack: 1, defense: 1, value: 1}}
Gang Warrior: {value: 2, zombie: {attack: 1, defense: 1, value: 1}}
Cult Fanatic: {defense: 1, value: 2, zombie: {attack: 1, defense: 1, value: 1}}
Lord Brawn: {value: 4}
Gang Bully: {attack: 2, defense: 3, value: 3}
Trudy: {attack: 2, defense: 2, value: 3}
Fast Zombie: {attack: 2, defense: 1, value: 1}
The Juggernaut: {unique: true, attack: 6, defense: 2, value: 3}
Antonio Jones: {attack: 2, defense: 2, value: 4}
Moose Tucker: {attack: 3, defense: 3, value: 4}
Wilfred Python: {attack: 2, defense: 3, value: 4}
Alex Bloom: {attack: 1, defense: 3, value: 4}
John Misarti: {attack: 2, defense: 2, value: 3}
Bishop Land: {attack: 2, defense: 2, value: 4}
Handgun: {bonus: {attack: 1}}
Baseball Bat: {bonus: {attack: 2}}
The Finest: {bonus: {value: 2}}
"""
CARDS: Library = overlay(read_yaml(PINNED), library())


class Situation:
    """A position being played, with the notes of the last moves."""

    def __init__(self, first: dict[str, Any], second: dict[str, Any], cards: Library = CARDS, **state: Any) -> None:
        self.position: Position = build(first, second, cards=cards, **state)
        self.notes: tuple[Note, ...] = ()

    def card(self, name: str, nth: int = 0) -> int:
        """Return the id of the `nth` card with a name, counting from 0 in the order the position was written."""
        return [number for number, card in enumerate(self.position.game.cards) if card.name == name][nth]

    def names(self, cards: tuple[int, ...]) -> list[str]:
        """Return the names of some cards."""
        return [self.position.game.cards[card].name for card in cards]

    def side(self, player: int) -> Side:
        """Return a player's side in the current position."""
        return self.position.sides[player]

    def who(self, card: int) -> InPlay:
        """Return a character in play, by its card's id."""
        (found,) = [w for side in self.position.sides for w in (*side.survivors, *side.raiders) if w.id == card]
        return found

    def do(self, *moves: Move) -> Situation:
        """Play some moves, all of which must be legal; return this situation, with their results in `notes`."""
        notes: list[Note] = []
        for move in moves:
            step = play(self.position, move)
            assert isinstance(step, Step), f"{move} was refused: {step}"
            assert step.before is self.position
            assert step.move is move
            notes += step.notes
            self.position = step.after
        self.notes = tuple(notes)
        return self

    def refusal(self, move: Move) -> Refusal:
        """Return the refusal of a move, checking that `why_not`, `play` and `legal_moves` agree on it."""
        refusal = why_not(self.position, move)
        assert refusal is not None, f"{move} is legal"
        assert play(self.position, move) == refusal
        assert move not in legal_moves(self.position)
        assert move not in list(legal_moves(self.position))
        assert refusal.rule in rules("en")
        return refusal

    def legal(self, move: Move) -> bool:
        """Return True if a move is legal."""
        return move in legal_moves(self.position)

    def options(self, kind: type[Move]) -> list[Move]:
        """Return the legal moves of a kind."""
        return [move for move in legal_moves(self.position) if isinstance(move, kind)]

    def note(self, key: str) -> Note:
        """Return the one note with this key."""
        (note,) = [note for note in self.notes if note.key == key]
        return note

    def all(self, key: str) -> list[Note]:
        """Return all notes with this key."""
        return [note for note in self.notes if note.key == key]

    def waits(self) -> tuple[str, int]:
        """Return the kind of the current decision, and its player."""
        waiting = self.position.waiting
        assert waiting
        return waiting.kind, waiting.player


def cited(notes: tuple[Note, ...]) -> set[str]:
    """Return every rule that some notes cite, themselves or in the terms of their sums."""
    sums = [value for note in notes for value in note.values.values() if isinstance(value, Sum)]
    return {note.rule for note in notes} | {term.rule for total in sums for term in total.terms}


def assert_ruling(rule: str) -> None:
    """Check that a rule is shown as a ruling with its reason, never as a rule from the book."""
    for language in ("en", "de"):
        assert rules(language)[rule].kind == "ruling"
        assert rules(language)[rule].reason


def engagement(raiders: list[Any], survivors: list[Any], **more: Any) -> Situation:
    """Return an engagement of Ann's raiders and Ben's survivors at his Police Station, at its first decision."""
    ann = seat("Roadside Diner", raiders=raiders, deck=["6 Biker"], **more.pop("ann", {}))
    ben = seat("Police Station", survivors=survivors, deck=["6 Police Officer"], **more.pop("ben", {}))
    begun = Situation(ann, ben, phase="combat", **more)
    at_point_one = [Send(who.id, 1) for who in begun.side(ANN).raiders]
    begun.do(*at_point_one, Done())
    begun.do(*[Send(who.id, 1) for who in begun.side(BEN).survivors], Done())
    return begun.do(Engage(1)) if begun.waits()[0] == "order" else begun


def pass_all(situation: Situation) -> Situation:
    """Pass at each window, response, removal and last chance to play; return the situation with all notes so far."""
    notes: list[Note] = list(situation.notes)
    while situation.waits()[0] in ("window", "respond", "remove", "last"):
        notes += situation.do(Pass()).notes
    situation.notes = tuple(notes)
    return situation


def answered(situation: Situation, card: int, *targets: int) -> Situation:
    """Play an event without a response to it, and return the situation afterward."""
    situation.do(Event(card, tuple(targets)))
    if situation.waits()[0] == "respond":
        notes = situation.notes
        situation.do(Pass())
        situation.notes = notes + situation.notes
    return situation


def groups(attack: Sequence[Sequence[int]], defense: Sequence[Sequence[int]] | None = None) -> list[Move]:
    """Return the moves that send everybody to their groups, attackers first."""
    moves: list[Move] = [Send(card, point) for point, cards in enumerate(attack, 1) for card in cards]
    moves.append(Done())
    if defense is not None:
        moves += [Send(card, point) for point, cards in enumerate(defense, 1) for card in cards]
        moves.append(Done())
    return moves


def engage(*points: int) -> list[Move]:
    """Return the moves by which the defender chooses the order of engagements."""
    return [Engage(point) for point in points]
