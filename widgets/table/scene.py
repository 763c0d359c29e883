"""The scene of a table: a session, a state, and everything that views draw from them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from apz import games
from apz.core.game import Game
from apz.core.language.words import Words
from apz.core.session import Session
from apz.core.trace import Note, Refusal, Step
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect, Memo, PageScene
from apz.widgets.base.tree import Tree
from apz.widgets.table.seats import YOU
from apz.widgets.table.state import TableState

DOUBLE_CLICK = 0.7  # seconds
MOST_FORCED = 200  # a safety net: the most forced moves after one gesture
MOST_HELP = 3  # the level of help that names a move
BOTS = "bots"  # the effect that lets bots move
BLIND = -3  # instead of a seat: somebody who may not see any hand


class Scene(PageScene[TableState]):
    """A session at the moment that its state shows."""

    def __init__(
        self, session: Session[Any], state: TableState, memo: Memo | None = None, effects: tuple[Effect, ...] = ()
    ) -> None:
        super().__init__(state, memo, effects)
        self.session = session

    def of(self, state: TableState, effects: tuple[Effect, ...]) -> Scene:
        """Return the scene for another state of the same table."""
        return Scene(self.session, state, self.memo, effects)

    @cached_property
    def game(self) -> Game[Any]:
        """The session's game."""
        return games.game(self.session.kernel.name)

    # ---- the moment

    @property
    def at(self) -> int:
        """The number of the moment being shown."""
        return self.state.at

    @cached_property
    def position(self) -> Any:
        """The position at the moment being shown, including hidden information."""
        return self.session.position_at(self.state.at)

    @cached_property
    def line(self) -> list[int]:
        """The numbers of the moments from the start to the one being shown."""
        return self.session.line(self.state.at)

    @property
    def steps(self) -> list[Step]:
        """The steps from the start to the moment being shown."""
        return [step for number in self.line if (step := self.session.nodes[number].step) is not None]

    @cached_property
    def whole_line(self) -> list[int]:
        """The numbers of the moments from the start through the one being shown, and on along the last line tried."""
        line = [*self.line]
        while tries := self.session.nodes[line[-1]].tries:
            line.append(tries[-1])
        return line

    @cached_property
    def recent(self) -> list[tuple[int, Step]]:
        """The steps since the last gesture (or else only the last step), each with the number of its moment."""
        line, since = self.line, self.state.since
        first = line.index(since) + 1 if since in line[:-1] else max(1, len(line) - 1)
        found = [(number, self.session.nodes[number].step) for number in line[first:]]
        return [(number, step) for number, step in found if step is not None]

    # ---- the people at the table

    @cached_property
    def words(self) -> Words[Any]:
        """The game's texts, which call the only person at the table "you" and everybody else by name."""
        return super().words.to(*self.you)

    @cached_property
    def you(self) -> tuple[str, ...]:  # type: ignore[override]
        """The only person's full name and shown name; () if two people or none sit at the table."""
        if len(self.people) != 1:
            return ()
        return tuple(self.game.names(position)[self.people[0]] for position in (self.position, self.visible))

    @cached_property
    def people(self) -> list[int]:
        """The numbers of the seats where a person sits."""
        return [seat for seat in range(self.game.seats) if self.state.seats[seat] == YOU]

    @cached_property
    def bottom(self) -> int:
        """The number of the seat at the bottom of the table: the first person's, or 0 if there are no people."""
        return self.people[0] if self.people else 0

    @cached_property
    def viewer(self) -> int:
        """The number of the seat whose hidden pieces are visible, or BLIND while the curtain hides the table."""
        if self.curtain:
            return BLIND
        if len(self.people) == 1 or self.deciding is None:
            return self.bottom
        return self.deciding

    @cached_property
    def curtain(self) -> bool:
        """True if the table is hidden until the deciding person confirms that they're alone."""
        hidden = len(self.people) > 1 and not self.state.open_hands
        return hidden and self.deciding not in (None, self.state.eyes)

    @cached_property
    def deciding(self) -> int | None:
        """The number of the seat that must decide now; None when the game is over."""
        return self.game.decides(self.position)

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.deciding is None

    @cached_property
    def bot(self) -> bool:
        """True if a bot must decide now."""
        return self.deciding is not None and self.state.seats[self.deciding] != YOU

    def by_bot(self, step: Step) -> bool:
        """Return True if a bot made this step."""
        decided = self.game.decides(step.before)
        return decided is not None and self.state.seats[decided] != YOU

    @cached_property
    def yours(self) -> bool:  # type: ignore[override]
        """True if a person at this table must decide now, can see the table, and doesn't just watch."""
        return not self.over and not self.bot and not self.state.watching and not self.curtain

    # ---- what's visible

    @cached_property
    def visible(self) -> Any:
        """The position as shown, with short names and without what the viewer isn't allowed to know."""
        key = (self.position, -1 if self.state.open_hands else self.viewer)
        return self.memo.once("visible", key, lambda: self.shown(self.position))

    def shown(self, position: Any) -> Any:
        """Return any position of this session in the form in which the viewer is allowed to see it."""
        game, seats = self.game, range(self.game.seats) if self.viewer == BLIND else (self.viewer,)
        for seat in () if self.state.open_hands else seats:
            position = game.seen_by(position, seat)
        return game.with_short_names(position)

    # ---- what's possible

    @cached_property
    def moves(self) -> list[Any]:
        """The legal moves of the person who must decide now; [] unless the scene is `yours`."""
        if not self.yours:
            return []
        return self.memo.once("moves", self.position, lambda: list(self.game.legal_moves(self.position)))

    @cached_property
    def options(self) -> list[Any]:
        """The moves for the chosen piece and the targets picked so far; [] if no piece is chosen."""
        return [] if self.state.chosen is None else self.view.options(self)

    @cached_property
    def hinted(self) -> frozenset[int]:
        """The ids of the pieces that a recommendation names."""
        hint, coaching = self.state.hint, self.state.coaching
        if hint is None or self.state.level < MOST_HELP:
            return frozenset()
        moves = coaching.moves if coaching else (hint.move,)
        return frozenset(piece for move in moves for piece in self.view.touched(self.position, move))

    @property
    def field_at(self) -> str:
        """The place on the table for typing the number that a coach asks for; "" if there's no such number."""
        return ""

    def number_field(self) -> list[Tree | None]:
        """Draw the field for the number that a coach asks for; [] without a coach."""
        return []

    @property
    def open_question(self) -> str:
        """The key of the question that's open next to the table, whose answer the table keeps to itself; or ""."""
        return ""

    @property
    def spoken(self) -> frozenset[int]:
        """The ids of the pieces that the coach next to the table mentions."""
        return frozenset()

    # ---- new scenes

    def cleared(self) -> Scene:
        """Return the scene without a chosen piece, an answer or a hint."""
        return self.but(chosen=None, picked=(), answer=None, hint=None, level=0, coaching=None, which=(), walked="")

    def covered(self) -> Scene:
        """Return the scene without anything that a person looked at, chose or asked, before another one looks."""
        return self.cleared().but(card=None, opened=(), query="", example=None, tab="history", eyes=None)

    def uncovered(self) -> Scene:
        """Return the scene for the deciding person, showing what has happened since their last decision."""
        if not self.curtain:
            return self
        own = [
            number for number in self.line[:-1] if self.game.decides(self.session.position_at(number)) == self.deciding
        ]
        return self.but(eyes=self.deciding, since=own[-1] if own else 0).settled()

    def current(self, gesture: Gesture) -> Scene | None:
        """Return None if a gesture is for the moment being shown, or else the scene to show for a late gesture."""
        if gesture.at in (None, self.at):
            return None
        late = gesture.when - self.state.moved > DOUBLE_CLICK
        return self.cleared().but(answer=self.ui("answers.stale")) if late else self

    def played(self, move: Any, when: float = 0.0) -> Scene:
        """Return the scene after a person's move, adding its step to the session, or with the move's refusal."""
        return self.played_all((move,), when)

    def played_all(self, moves: Sequence[Any], when: float = 0.0) -> Scene:
        """Return the scene after several moves made by one gesture, up to the first refusal.

        The steps are added to the session.
        """
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
        """The move to make automatically: one that leaves nothing to decide, or declining again; None without one."""
        if not self.yours:
            return None
        return self.game.forced(self.position) or (self.game.declines(self.position) if self.declined else None)

    @property
    def declined(self) -> bool:
        """True if the deciding player has declined a kind of question for the rest of this phase."""
        if self.state.declined not in self.line:
            return False
        before = self.session.position_at(self.state.declined)
        return (self.game.moment(before), self.game.decides(before)) == (
            self.game.moment(self.position),
            self.deciding,
        )

    def settled(self) -> Scene:
        """Return the scene after all forced moves, unless the person makes every move by hand.

        The steps are added to the session.
        """
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
        """Return the scene with the effect that lets bots move, if they play quickly against a person."""
        asked = self.state.quick and self.people and BOTS not in [effect.do for effect in self.effects]
        return self.but(Effect(BOTS)) if asked else self

    def moved(self, move: Any, why: Note, when: float) -> Scene:
        """Return the scene after a bot's move, with the bot's reason; raise RuntimeError if the move is illegal.

        The step is added to the session.
        """
        result = self.session.kernel.play(self.position, move)
        if isinstance(result, Refusal):
            raise RuntimeError(f"the bot's move was refused: {move} {result}")
        number = self.session.remember(self.at, result)
        return self.but(at=number, moved=when, reasons={**self.state.reasons, number: why})
