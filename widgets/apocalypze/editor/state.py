"""The editor's state: the position, its undo steps, and the learner's current choices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from apz.apocalypze.cards import Library
from apz.apocalypze.model import SURVIVOR, Card, Position
from apz.apocalypze.positions import build, seat, structure
from apz.apocalypze.positions.edits import counted
from apz.core.reading import Fault, clean
from apz.widgets.apocalypze.editor.places import AWAY, HOST, Place, Thing
from apz.widgets.lab.state import LabScene, LabState
from apz.widgets.table.scene import Scene

MOST_STEPS = 200  # of undo


def empty(cards: Library | None = None) -> Position:
    """Return a position to start editing from: two strongholds, and no other cards."""
    return build(seat("Police Station", name="Ann"), seat("Roadside Diner", name="Ben"), cards=cards)


@dataclass(frozen=True, kw_only=True)
class EditorState(LabState):
    """The editor's state: the position being built, its undo steps, and the learner's current choices."""

    cards: Library  # all cards there are
    position: Position
    past: tuple[Position, ...] = ()  # for undo, the most recent one last
    future: tuple[Position, ...] = ()  # for redo, the next one first
    version: int = -1  # of the position, counting down: no moment of a game has a negative number
    tries: int = 0  # how many edits were tried: after each, fields show the current value again
    chosen: int | None = None  # the chosen card in the position
    lifted: bool = False  # whether it's also held, to go to the next chosen place
    taken: str = ""  # the new card that's held
    many: int = 1  # how many of it
    kind: str = SURVIVOR  # the gallery's filters: a kind of card, a deck, a faction, or typed words
    deck: str = ""
    faction: str = ""
    search: str = ""
    pile: tuple[str, int] = ("hand", 0)  # the open pile, and whose it is
    faults: tuple[Fault, ...] = ()  # why the last edit failed
    where: str = ""  # the place that it was about
    in_text: bool = False  # whether it was in the YAML
    draft: str = ""  # YAML that couldn't be read
    said: str = ""  # the message about the last gesture


class EditorScene(LabScene):
    """The editor's scene."""

    state: EditorState

    @property
    def bare(self) -> bool:
        """True if there are no cards yet except the strongholds."""
        return len(self.position.game.cards) == len(self.position.sides)

    @property
    def at(self) -> int:
        """The version number of the position that gestures apply to."""
        return self.state.version

    @property
    def position(self) -> Position:
        """The position being edited."""
        found: Position = self.state.position
        return found

    @cached_property
    def table(self) -> Scene:
        """The position as a table scene to look at, with the cards in its problems marked."""
        cards = tuple(card for problem in self.problems for card in problem.cards)
        answer = self.problems[0]._replace(cards=cards) if self.problems else None
        return super().table.but(chosen=self.state.chosen, answer=answer)

    @property
    def visible(self) -> Position:
        """The position with names short enough to show."""
        found: Position = self.table.visible
        return found

    @property
    def midway(self) -> bool:
        """True if the position is past the start of its phase."""
        return not {"combat", "waiting"}.isdisjoint(structure(self.position))

    @property
    def holding(self) -> bool:
        """True if there's anything to clear: a held or chosen card, a fault or a message."""
        state = self.state
        return bool(self.held or state.chosen is not None or state.faults or state.said)

    @property
    def held(self) -> Thing | None:
        """The thing to lay at the next chosen place; None if no card was taken or lifted."""
        if self.state.taken:
            return Thing(name=self.state.taken)
        return Thing(card=self.state.chosen) if self.state.chosen is not None and self.state.lifted else None

    def printed(self, thing: Thing) -> Card:
        """Return the printed card that a thing stands for."""
        return self.state.cards[thing.name] if thing.name else self.position.game.cards[thing.card]

    def count(self, thing: Thing) -> int:
        """Return how many copies of a thing to lay; only new cards can have more than one."""
        if thing.name and thing.name == self.state.taken:
            return self.state.many
        return counted(self.state.search)[0] if thing.name else 1

    def called(self, place: Place) -> str:
        """Return a place's name in words: a player's zone, or a card."""
        if place.zone == HOST:
            return self.words.name(self.visible, place.number)
        if place.zone == AWAY:
            return self.ui("editor.away")
        names, point = self.visible.game.names, place.point
        whose = self.ui(f"editor.whose-{place.zone}", player=names[place.number], other=names[1 - place.number])
        return f"{whose}, {self.words.label('access-point', point=point)}" if point else whose

    def name_of(self, thing: Thing) -> str:
        """Return a thing's name, after its count if there's more than one."""
        if not thing.name:
            return self.words.name(self.visible, thing.card)
        many = self.count(thing)
        return clean(thing.name) if many == 1 else f"{many} {clean(thing.name)}"

    def fits(self, place: Place) -> bool:
        """Return True if the card to be laid can go to a place."""
        held = self.held
        return held is not None and place.accepts(self.printed(held), laid=not held.name)

    # ---- new scenes

    def cleared(self) -> EditorScene:
        """Return the scene without a chosen card, faults or a message."""
        return self.but(chosen=None, lifted=False, taken="", many=1, faults=(), where="", draft="", said="", refused="")

    def moved_on(self, chosen: int | None = None) -> EditorScene:
        """Return the scene at a new version, without messages about the previous one."""
        return self.cleared().but(version=self.state.version - 1, chosen=chosen)

    def replaced(self, position: Position, chosen: int | None = None) -> EditorScene:
        """Return the scene with another position; undo brings back the previous one."""
        past = (*self.state.past, self.position)[-MOST_STEPS:]
        return self.but(position=position, past=past, future=()).moved_on(chosen)
