"""The state of the editor: the position that's built, the steps around it, and what somebody is doing there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from apz.apocalypze.cards import Library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.positions import build, problems, seat, structure
from apz.core.reading import Fault
from apz.core.trace import Refusal
from apz.widgets.base.page import PageScene, PageState
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import TableState

MOST_STEPS = 200  # of undo
USUAL = "usual"  # the zone that a card's kind belongs to
PLAY = "play"  # the effect that begins a game with the position


def empty(cards: Library | None = None) -> Position:
    """Return a position to begin with: two strongholds, and nobody there."""
    return build(seat("Police Station", name="Ann"), seat("Roadside Diner", name="Ben"), cards=cards)


@dataclass(frozen=True, kw_only=True)
class EditorState(PageState):
    """A position being built."""

    cards: Library  # all that can be put
    position: Position
    past: tuple[Position, ...] = ()  # what undo brings back, the last one last
    future: tuple[Position, ...] = ()  # what redo brings back, the next one first
    version: int = -1  # of the position, downwards: no moment of a game has such a number
    tries: int = 0  # so that a field shows again what is, after a try that couldn't be
    chosen: int | None = None
    player: int = 0  # where the next card goes
    zone: str = USUAL
    pile: tuple[str, int] = ("hand", 0)  # which pile is looked at, and whose
    search: str = ""
    meant: tuple[str, ...] = ()  # the cards that the search could mean
    many: int = 1  # how many of them
    faults: tuple[Fault, ...] = ()  # why the last try couldn't be
    in_text: bool = False  # whether that was in the YAML
    draft: str = ""  # YAML that couldn't be read
    said: str = ""  # what came of the last gesture


class EditorScene(PageScene[EditorState]):
    """The editor to look at."""

    @property
    def at(self) -> int:
        """The moment that a gesture is made at: the version of the position."""
        return self.state.version

    @property
    def position(self) -> Position:
        """The position as it is now."""
        return self.state.position

    @cached_property
    def problems(self) -> list[Refusal]:
        """Every way in which the position breaks the rules."""
        found: list[Refusal] = self.memo.once("problems", self.position, lambda: problems(self.position))
        return found

    @cached_property
    def table(self) -> Scene:
        """The position on a table where nobody plays, with the cards marked that its problems speak of."""
        session = self.memo.once("session", self.position, lambda: new_session(self.position))
        cards = tuple(card for problem in self.problems for card in problem.cards)
        answer = self.problems[0]._replace(cards=cards) if self.problems else None
        fields = {name: getattr(self.state, name) for name in ("language", "opened", "chosen")}
        return Scene(session, TableState(watching=True, answer=answer, **fields), self.memo)

    @property
    def visible(self) -> Position:
        """The position with names that can be shown."""
        found: Position = self.table.visible
        return found

    @property
    def midway(self) -> bool:
        """Whether the position says more of what's going on than that its phase begins."""
        return not {"combat", "waiting"}.isdisjoint(structure(self.position))

    @property
    def holding(self) -> bool:
        """Whether there's something to let go."""
        state = self.state
        return state.chosen is not None or bool(state.meant or state.faults or state.said)

    # ---- what comes of a gesture

    def cleared(self) -> EditorScene:
        """Return the scene with nothing chosen, offered or said."""
        return self.but(chosen=None, meant=(), faults=(), draft="", said="")

    def moved_on(self, chosen: int | None = None) -> EditorScene:
        """Return the scene in which nothing holds that was said of the position before."""
        return self.cleared().but(version=self.state.version - 1, chosen=chosen, search="")

    def replaced(self, position: Position, chosen: int | None = None) -> EditorScene:
        """Return the scene with another position; undo brings back the one before."""
        past = (*self.state.past, self.position)[-MOST_STEPS:]
        return self.but(position=position, past=past, future=()).moved_on(chosen)
