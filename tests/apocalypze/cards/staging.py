"""Positions staged by hand and played move by move, with cards by name: helpers of the card tests."""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.model import InPlay, Position, amount_of
from apz.apocalypze.moves import Attach, Done, Draw, Eat, Event, Move, Occupy, Pass, Play, Take, Use, Wound
from apz.apocalypze.play import legal_moves, play, why_not
from apz.apocalypze.positions import build, seat
from apz.apocalypze.positions.checking import problems
from apz.apocalypze.rules.combat import totals
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.sums import value
from apz.core.trace import Note, Refusal, Step

ANN, BEN = PLAYERS
FILLER = "Combat Ready"  # a card that does nothing unless somebody plays a trump in combat
LISTED = (Play, Attach, Event, Use, Take)  # kinds of moves that the legal moves must list


class Desk:
    """A position being played; a move that's wrongly refused or wrongly accepted fails the test."""

    def __init__(self, position: Position) -> None:
        self.now = position
        self.notes: tuple[Note, ...] = ()
        self.log: list[Note] = []

    # ---- cards by name

    def __getitem__(self, name: str) -> int:
        """Return the id of a card by its name, or by name and number ("Biker 2"), counting cards in play first."""
        name, number = re.fullmatch(r"(.*?)(?: (\d))?", name).groups("1")  # type: ignore[union-attr]
        return self.all(name)[int(number) - 1]

    def all(self, name: str) -> list[int]:
        """Return the ids of all cards with this name."""
        cards = self.now.game.cards
        return [card for card in self.everything() if cards[card].name == name]

    def everything(self) -> Iterator[int]:
        """Yield the ids of all cards, those in play first."""
        for side in self.now.sides:
            yield side.stronghold
            yield from (fixture.id for fixture in side.fixtures)
            for who in side.survivors + side.raiders:
                yield who.id
                yield from (attached.id for attached in who.attached)
        for pile in ("hand", "discard", "deck"):
            for side in self.now.sides:
                yield from getattr(side, pile)

    # ---- moves

    def move(self, kind: type[Move], *names: str | int, **more: Any) -> Move:
        """Return a move, with its cards given by name."""
        ids: list[Any] = [self[name] if isinstance(name, str) else name for name in names]
        return kind(ids[0], tuple(ids[1:]), **more) if kind in (Event, Use) else kind(*ids, **more)

    def do(self, kind: type[Move], *names: str | int, **more: Any) -> Step:
        """Play a move that must be legal, and return its step."""
        move = self.move(kind, *names, **more)
        step = play(self.now, move)
        assert isinstance(step, Step), step
        listed = [(type(each), self.parts(each)) for each in legal_moves(self.now)]
        assert kind not in LISTED or (kind, self.parts(move)) in listed, move
        self.now, self.notes = step.after, step.notes
        assert self.now.winner is not None or faults(self.now) <= faults(step.before), faults(self.now)
        self.log += step.notes
        return step

    def parts(self, move: Move) -> list[Any]:
        """Return the fields of a move as a list, with targets sorted."""
        said = [getattr(move, each.name) for each in fields(move)]
        return [sorted(each) if isinstance(each, tuple) else each for each in said]

    def no(self, kind: type[Move], *names: str | int, **more: Any) -> str:
        """Try a move that must be refused, and return the refusal's key."""
        return self.why(kind, *names, **more).key

    def why(self, kind: type[Move], *names: str | int, **more: Any) -> Refusal:
        """Try a move that must be refused, and return the refusal."""
        move = self.move(kind, *names, **more)
        refusal = why_not(self.now, move)
        assert refusal is not None, move
        assert play(self.now, move) == refusal
        assert move not in legal_moves(self.now).all()
        return refusal

    def hosts(self, kind: type[Attach] | type[Take], name: str) -> set[str]:
        """Return the names of the cards to which a card with this name can legally be attached now."""
        cards = self.now.game.cards
        moves = [move for move in legal_moves(self.now) if isinstance(move, kind)]
        return {cards[move.to].name for move in moves if cards[move.card].name == name}

    def passing(self) -> "Desk":
        """Let everybody pass until another kind of decision comes up; return this desk."""
        while self.kind in ("window", "respond", "last"):
            self.do(Pass)
        return self

    def bleeding(self) -> "Desk":
        """Assign all wounds to the first characters that can take them; return this desk."""
        while self.kind == "wound":
            (first, *_) = legal_moves(self.now).all()
            assert isinstance(first, Wound)
            self.do(Wound, first.card)
        return self

    def paying(self) -> "Desk":
        """Let everybody pay their debts from the deck; return this desk."""
        while self.kind == "consume":
            self.do(Eat)
        return self

    def next_turn(self, place: int) -> "Desk":
        """Go from a consumption phase to the same player's next turn, and occupy `place` there; return this desk.

        On the turn in between, the opponent stays at home, and there must be no combat.
        """
        player = self.now.player
        self.paying()
        while self.now.player != player:
            self.do(Draw)
            self.do(Occupy, self.now.player)
            self.end_of_occupation().paying()
        self.do(Draw)
        self.do(Occupy, place)
        return self

    def end_of_occupation(self) -> "Desk":
        """End the occupation phase, with nothing more played in it; return this desk."""
        self.do(Done)
        return self.passing()

    # ---- looking at the position

    @property
    def kind(self) -> str:
        """The kind of decision the game is waiting for, or `"over"`."""
        return self.now.waiting.kind if self.now.waiting else "over"

    @property
    def asked(self) -> tuple[str, int]:
        """The kind of decision the game is waiting for, and its player, or `("over", -1)`."""
        return self.kind, self.now.waiting.player if self.now.waiting else -1

    @property
    def owed(self) -> int:
        """The amount of the current decision: wounds to assign, or how much to consume."""
        assert self.now.waiting
        return amount_of(self.now.waiting)

    @property
    def keys(self) -> list[str]:
        """The keys of the last move's notes."""
        return [note.key for note in self.notes]

    def note(self, key: str) -> Note:
        """Return the last move's only note with this key."""
        (note,) = (note for note in self.notes if note.key == key)
        return note

    def names(self, ids: Any) -> list[str]:
        """Return the names of some cards."""
        return [self.now.game.cards[card].name for card in ids]

    def hand(self, player: int) -> list[str]:
        """Return the names of the cards in a hand."""
        return self.names(self.now.sides[player].hand)

    def deck(self, player: int) -> list[str]:
        """Return the names of the cards in a deck, top card first."""
        return self.names(self.now.sides[player].deck)

    def discard(self, player: int) -> list[str]:
        """Return the names of the cards in a discard pile, top card first."""
        return self.names(self.now.sides[player].discard)

    def fixtures(self, player: int) -> list[str]:
        """Return the names of a stronghold's attachments."""
        return self.names(fixture.id for fixture in self.now.sides[player].fixtures)

    def survivors(self, player: int) -> list[str]:
        """Return the names of a player's survivors."""
        return [who.card.name for who in self.now.sides[player].survivors]

    def raiders(self, player: int) -> list[str]:
        """Return the names of a player's raiders."""
        return [who.card.name for who in self.now.sides[player].raiders]

    def who(self, name: str | int) -> InPlay:
        """Return a character in play, by name or id."""
        found = find(self.now, self[name] if isinstance(name, str) else name)
        assert found
        return found.who

    def on(self, name: str | int) -> list[str]:
        """Return the names of a character's attachments."""
        return self.names(attached.id for attached in self.who(name).attached)

    def value(self, name: str) -> int:
        """Return a character's current value."""
        return value(self.now, self.who(name))

    def total(self, which: str, point: int = 1) -> int:
        """Return one total at an access point; the survivors' attack and defense are called "counter" and "guard"."""
        return totals(self.now, point)[which].total

    def against(self, name: str, stat: str = "attack") -> int:
        """Return the first total counted for a player's casualties: the opponent's attack or their own defense."""
        return self.counted(name, stat)[0]

    def counted(self, name: str, stat: str = "attack") -> list[int]:
        """Return all totals counted so far for a player's casualties: the opponent's attack or their own defense."""
        keys = ("combat.casualties", "combat.unharmed")
        return [int(note.values[stat]) for note in self.log if note.key in keys and note.values["player"] == name]


def faults(position: Position) -> set[str]:
    """Return the keys of a position's problems, except those under the rule `setup.deck`."""
    return {problem.key for problem in problems(position) if problem.rule != "setup.deck"}


def side(stronghold: str = "Church", **zones: Any) -> dict[str, Any]:
    """Return one player's part of a position, by default with nine filler cards in the deck."""
    return seat(stronghold, **{"deck": [f"9 {FILLER}"], **zones})


def bearing(name: str, *attached: str, **more: Any) -> dict[str, Any]:
    """Return a character with attachments."""
    return {"card": name, "attached": list(attached), **more}


def undead(name: str, *attached: str) -> dict[str, Any]:
    """Return a twofold as a zombie."""
    return bearing(name, *attached, zombie=True)


def named(row: Any) -> list[str]:
    """Return the names of the characters in a row, for the groups in combat."""
    return [who["card"] if isinstance(who, dict) else who for who in row]


def occupation(ann: dict[str, Any], ben: dict[str, Any], at: str = "Ben", **state: Any) -> Desk:
    """Stage Ann's occupation phase, at Ben's stronghold or her own."""
    return Desk(build(ann, ben, whose="Ann", occupied=at, **state))


def attack(ann: dict[str, Any], ben: dict[str, Any], groups: Any, met: Any, **state: Any) -> Desk:
    """Stage Ann's attack with her groups and Ben's; by default, the first engagement waits for Ann to play."""
    asked = state.pop("asked", "Ann")
    combat = {"attack": groups, "defense": met, "now": state.pop("now", 1)}
    return Desk(build(ann, ben, whose="Ann", combat=combat, waiting={"window": asked}, **state))


def feeding(ann: dict[str, Any], ben: dict[str, Any]) -> Desk:
    """Stage Ann's consumption phase."""
    return Desk(build(ann, ben, whose="Ann", phase="consumption"))
