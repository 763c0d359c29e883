"""Positions set up by hand and played move by move, the cards called by their names: what the card tests share."""

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
LISTED = (Play, Attach, Event, Use, Take)  # moves that the list of legal moves has to offer


class Desk:
    """A position that is played on; a move that is refused where it should not be, or the other way, fails."""

    def __init__(self, position: Position) -> None:
        self.now = position
        self.notes: tuple[Note, ...] = ()
        self.log: list[Note] = []

    # ---- what the cards are called

    def __getitem__(self, name: str) -> int:
        """The id of a card: in play before in a hand, a discard pile, a deck; "Biker 2" is the second of them."""
        name, number = re.fullmatch(r"(.*?)(?: (\d))?", name).groups("1")  # type: ignore[union-attr]
        return self.all(name)[int(number) - 1]

    def all(self, name: str) -> list[int]:
        """The ids of all cards of this name."""
        cards = self.now.game.cards
        return [card for card in self.everything() if cards[card].name == name]

    def everything(self) -> Iterator[int]:
        """All cards, those in play first."""
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
        """A move, its cards said by name."""
        ids: list[Any] = [self[name] if isinstance(name, str) else name for name in names]
        return kind(ids[0], tuple(ids[1:]), **more) if kind in (Event, Use) else kind(*ids, **more)

    def do(self, kind: type[Move], *names: str | int, **more: Any) -> Step:
        """Play a move that must be legal, and must be listed as legal."""
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
        """What a move says; in which order it names two targets makes no difference."""
        said = [getattr(move, each.name) for each in fields(move)]
        return [sorted(each) if isinstance(each, tuple) else each for each in said]

    def no(self, kind: type[Move], *names: str | int, **more: Any) -> str:
        """Try a move that must be refused; the refusal's key."""
        return self.why(kind, *names, **more).key

    def why(self, kind: type[Move], *names: str | int, **more: Any) -> Refusal:
        """Try a move that must be refused; the refusal."""
        move = self.move(kind, *names, **more)
        refusal = why_not(self.now, move)
        assert refusal is not None, move
        assert play(self.now, move) == refusal
        assert move not in legal_moves(self.now).all()
        return refusal

    def hosts(self, kind: type[Attach] | type[Take], name: str) -> set[str]:
        """What the cards of this name can be attached to now, by the list of legal moves."""
        cards = self.now.game.cards
        moves = [move for move in legal_moves(self.now) if isinstance(move, kind)]
        return {cards[move.to].name for move in moves if cards[move.card].name == name}

    def passing(self) -> "Desk":
        """Let everybody pass until something else is waited for."""
        while self.kind in ("window", "respond", "last"):
            self.do(Pass)
        return self

    def bleeding(self) -> "Desk":
        """Put all wounds on the first who can take them."""
        while self.kind == "wound":
            (first, *_) = legal_moves(self.now).all()
            assert isinstance(first, Wound)
            self.do(Wound, first.card)
        return self

    def paying(self) -> "Desk":
        """Let everybody pay from the deck what there is to consume."""
        while self.kind == "consume":
            self.do(Eat)
        return self

    def next_turn(self, place: int) -> "Desk":
        """The same player's next turn, once the consumption phase is reached and nobody has raiders left to fight."""
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
        """End the occupation phase; nobody plays anything more in it."""
        self.do(Done)
        return self.passing()

    # ---- what is to be seen

    @property
    def kind(self) -> str:
        """What the game waits for."""
        return self.now.waiting.kind if self.now.waiting else "over"

    @property
    def asked(self) -> tuple[str, int]:
        """What the game waits for, and from whom."""
        return self.kind, self.now.waiting.player if self.now.waiting else -1

    @property
    def owed(self) -> int:
        """How much it waits for."""
        assert self.now.waiting
        return amount_of(self.now.waiting)

    @property
    def keys(self) -> list[str]:
        """What the last move noted."""
        return [note.key for note in self.notes]

    def note(self, key: str) -> Note:
        """The one note of the last move with this key."""
        (note,) = (note for note in self.notes if note.key == key)
        return note

    def names(self, ids: Any) -> list[str]:
        """The names of some cards."""
        return [self.now.game.cards[card].name for card in ids]

    def hand(self, player: int) -> list[str]:
        """A hand."""
        return self.names(self.now.sides[player].hand)

    def deck(self, player: int) -> list[str]:
        """A deck, its top card first."""
        return self.names(self.now.sides[player].deck)

    def discard(self, player: int) -> list[str]:
        """A discard pile, its top card first."""
        return self.names(self.now.sides[player].discard)

    def fixtures(self, player: int) -> list[str]:
        """What is attached to a stronghold."""
        return self.names(fixture.id for fixture in self.now.sides[player].fixtures)

    def survivors(self, player: int) -> list[str]:
        """A player's survivors."""
        return [who.card.name for who in self.now.sides[player].survivors]

    def raiders(self, player: int) -> list[str]:
        """A player's raiders."""
        return [who.card.name for who in self.now.sides[player].raiders]

    def who(self, name: str | int) -> InPlay:
        """A character in play."""
        found = find(self.now, self[name] if isinstance(name, str) else name)
        assert found
        return found.who

    def on(self, name: str | int) -> list[str]:
        """What a character bears."""
        return self.names(attached.id for attached in self.who(name).attached)

    def value(self, name: str) -> int:
        """A character's value now."""
        return value(self.now, self.who(name))

    def total(self, which: str, point: int = 1) -> int:
        """A total at an access point: attack and defense of the raiders, counter and guard of the survivors."""
        return totals(self.now, point)[which].total

    def against(self, name: str, stat: str = "attack") -> int:
        """The total that was counted in the first engagement for a player's casualties."""
        return self.counted(name, stat)[0]

    def counted(self, name: str, stat: str = "attack") -> list[int]:
        """The totals that were counted so far for a player's casualties: the enemy's attack, or his own defense."""
        keys = ("combat.casualties", "combat.unharmed")
        return [int(note.values[stat]) for note in self.log if note.key in keys and note.values["player"] == name]


def faults(position: Position) -> set[str]:
    """What is wrong with a position; that its decks are no decks of 30 is not counted."""
    return {problem.key for problem in problems(position) if problem.rule != "setup.deck"}


def side(stronghold: str = "Church", **zones: Any) -> dict[str, Any]:
    """One player, with something in the deck to live on."""
    return seat(stronghold, **{"deck": [f"9 {FILLER}"], **zones})


def bearing(name: str, *attached: str, **more: Any) -> dict[str, Any]:
    """A character with attachments."""
    return {"card": name, "attached": list(attached), **more}


def undead(name: str, *attached: str) -> dict[str, Any]:
    """A twofold as a zombie."""
    return bearing(name, *attached, zombie=True)


def named(row: Any) -> list[str]:
    """The names of the characters of a row, for the groups of a combat."""
    return [who["card"] if isinstance(who, dict) else who for who in row]


def occupation(ann: dict[str, Any], ben: dict[str, Any], at: str = "Ben", **state: Any) -> Desk:
    """Ann's occupation phase, at Ben's stronghold or her own."""
    return Desk(build(ann, ben, whose="Ann", occupied=at, **state))


def attack(ann: dict[str, Any], ben: dict[str, Any], groups: Any, met: Any, **state: Any) -> Desk:
    """Ann attacks: her groups and Ben's; the first engagement waits for Ann's card or text, unless it is said."""
    asked = state.pop("asked", "Ann")
    combat = {"attack": groups, "defense": met, "now": state.pop("now", 1)}
    return Desk(build(ann, ben, whose="Ann", combat=combat, waiting={"window": asked}, **state))


def feeding(ann: dict[str, Any], ben: dict[str, Any]) -> Desk:
    """Ann's consumption phase."""
    return Desk(build(ann, ben, whose="Ann", phase="consumption"))
