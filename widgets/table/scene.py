"""The scene of a table: a session and a state, and all that is seen of them; views are functions of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from apz import games
from apz.core.game import Game
from apz.core.session import Session
from apz.core.trace import Note, Refusal, Step
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect, Memo, PageScene
from apz.widgets.table.seats import YOU
from apz.widgets.table.state import TableState

DOUBLE_CLICK = 0.7  # seconds
MOST_FORCED = 200  # a safety net: no more moves than this make themselves at one gesture
BOTS = "bots"  # the effect that lets bots move


class Scene(PageScene[TableState]):
    """A session at the moment that the state shows."""

    def __init__(
        self, session: Session[Any], state: TableState, memo: Memo | None = None, effects: tuple[Effect, ...] = ()
    ) -> None:
        super().__init__(state, memo, effects)
        self.session = session

    def of(self, state: TableState, effects: tuple[Effect, ...]) -> Scene:
        """Return the scene of another state of the same table."""
        return Scene(self.session, state, self.memo, effects)

    @cached_property
    def game(self) -> Game[Any]:
        """The game that the session is of."""
        return games.game(self.session.kernel.name)

    # ---- when it is

    @property
    def at(self) -> int:
        """The moment that is shown."""
        return self.state.at

    @cached_property
    def position(self) -> Any:
        """The position at that moment, with all that is hidden."""
        return self.session.position_at(self.state.at)

    @cached_property
    def line(self) -> list[int]:
        """The moments from the start to this one."""
        return self.session.line(self.state.at)

    @property
    def steps(self) -> list[Step]:
        """The steps from the start to this moment."""
        return [step for number in self.line if (step := self.session.nodes[number].step) is not None]

    @cached_property
    def whole_line(self) -> list[int]:
        """The moments from the start to this one, and on along what was tried last."""
        line = [*self.line]
        while tries := self.session.nodes[line[-1]].tries:
            line.append(tries[-1])
        return line

    @cached_property
    def recent(self) -> list[tuple[int, Step]]:
        """The steps since the last gesture, or the last one, with their moments."""
        line, since = self.line, self.state.since
        first = line.index(since) + 1 if since in line[:-1] else max(1, len(line) - 1)
        found = [(number, self.session.nodes[number].step) for number in line[first:]]
        return [(number, step) for number, step in found if step is not None]

    # ---- who looks

    @cached_property
    def people(self) -> list[int]:
        """The seats where a person sits."""
        return [seat for seat in range(self.game.seats) if self.state.seats[seat] == YOU]

    @cached_property
    def bottom(self) -> int:
        """Whose side of the table is near: the person's, where there is one; it never turns round."""
        return self.people[0] if self.people else 0

    @cached_property
    def viewer(self) -> int:
        """Through whose eyes hidden cards are seen: the person's, or whoever must decide."""
        if len(self.people) == 1 or self.deciding is None:
            return self.bottom
        return self.deciding

    @cached_property
    def deciding(self) -> int | None:
        """The seat that must decide now; None when the game is over."""
        return self.game.decides(self.position)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.deciding is None

    @cached_property
    def bot(self) -> bool:
        """Whether a bot must decide now."""
        return self.deciding is not None and self.state.seats[self.deciding] != YOU

    @cached_property
    def yours(self) -> bool:  # type: ignore[override]
        """Whether a person must decide now."""
        return not self.over and not self.bot and not self.state.watching

    # ---- what is seen

    @cached_property
    def visible(self) -> Any:
        """The position as it is shown: with short names, and without what the viewer may not know."""
        key = (self.position, -1 if self.state.open_hands else self.viewer)
        found: Any = self.memo.once("visible", key, lambda: self.shown(self.position))
        return found

    def shown(self, position: Any) -> Any:
        """Return any position of this session as it may be shown."""
        game = self.game
        return game.tamed(position if self.state.open_hands else game.seen_by(position, self.viewer))

    # ---- what can be done

    @cached_property
    def moves(self) -> list[Any]:
        """The legal moves of a person who must decide now."""
        if not self.yours:
            return []
        found: list[Any] = self.memo.once("moves", self.position, lambda: list(self.game.legal_moves(self.position)))
        return found

    @cached_property
    def options(self) -> list[Any]:
        """What can be done with the chosen piece, as far as it is pointed already."""
        return [] if self.state.chosen is None else self.view.options(self)

    # ---- what comes of it

    def cleared(self) -> Scene:
        """Return the scene with nothing chosen, asked or answered."""
        return self.but(chosen=None, picked=(), answer=None, hint=None, which=(), walked="")

    def current(self, gesture: Gesture) -> Scene | None:
        """Return None if a gesture was made at what is shown; else what it says to one that comes too late."""
        if gesture.at in (None, self.at):
            return None
        late = gesture.when - self.state.moved > DOUBLE_CLICK
        return self.cleared().but(answer=self.ui("answers.stale")) if late else self

    def played(self, move: Any, when: float = 0.0) -> Scene:
        """Return what comes of a person's move; a refusal is the answer."""
        return self.played_all((move,), when)

    def played_all(self, moves: Sequence[Any], when: float = 0.0) -> Scene:
        """Return what comes of moves that go together, made by one gesture; a refusal ends it and is the answer."""
        scene = self
        for move in moves:
            result = scene.session.kernel.play(scene.position, move)
            if isinstance(result, Refusal):
                return scene.but(answer=result)
            after = scene.cleared().but(at=scene.session.remember(scene.at, result), since=self.at, moved=when)
            scene = self.view.after(after, move)
        return scene.settled().hurried()

    @cached_property
    def forced(self) -> Any:
        """The move that leaves nothing to decide for the person who must make it, if there is one."""
        return self.game.forced(self.position) if self.yours else None

    def settled(self) -> Scene:
        """Return the scene after the moves that leave nothing to decide, unless every step is made by hand."""
        scene = self
        for _ in range(0 if self.state.by_hand else MOST_FORCED):
            if scene.forced is None:
                break
            result = scene.session.kernel.play(scene.position, scene.forced)
            assert isinstance(result, Step), result
            number = scene.session.remember(scene.at, result)
            scene = scene.but(at=number, forced=(*dict.fromkeys((*scene.state.forced, number)),))
        return scene

    def hurried(self) -> Scene:
        """Return the scene in which, where the pace is quick, the bots move at once."""
        asked = self.state.quick and self.people and BOTS not in [effect.do for effect in self.effects]
        return self.but(Effect(BOTS)) if asked else self

    def moved(self, move: Any, why: Note, when: float) -> Scene:
        """Return what comes of a bot's move, and keep why it was made."""
        result = self.session.kernel.play(self.position, move)
        if isinstance(result, Refusal):
            raise RuntimeError(f"the bot's move was refused: {move} {result}")
        number = self.session.remember(self.at, result)
        return self.but(at=number, moved=when, reasons={**self.state.reasons, number: why})
