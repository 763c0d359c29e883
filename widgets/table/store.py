"""The store of a session: the state that its panels share, kept in sync with the session, and its bots."""

from __future__ import annotations

import time
from typing import Any, ClassVar

from apz import games
from apz.core.session import Session
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.base.store import Store
from apz.widgets.base.trouble import report
from apz.widgets.base.work import Job, Progress, Work, start
from apz.widgets.table.advice import COACH, REVIEW, coach, look_back
from apz.widgets.table.scene import BOTS, Scene
from apz.widgets.table.seats import OWN, YOU, seated
from apz.widgets.table.state import TableState
from apz.widgets.table.update import sit, update

MOST_BOT_MOVES = 400  # a safety net: the most bot moves after one gesture


class TableStore(Store[TableState]):
    """The store that the panels of one session share; the session refers to it as `store`."""

    update_of = update
    # the settings that carry over to the next game
    stays: ClassVar[tuple[str, ...]] = (
        "seats", "open_hands", "quick", "by_hand", "motion", "sound", "house_marks", "theme", "offers",
        "language", "base",
    )  # fmt: skip

    def __init__(self, session: Session[Any], state: TableState | None = None) -> None:
        seats = (YOU,) * games.game(session.kernel.name).seats
        super().__init__(state or TableState(at=session.at, since=session.at, seats=seats))
        self.session = session
        self.bots: dict[int, tuple[str, Any]] = {}  # seat -> its player's name and the bot itself
        self.work: Work | None = None  # the job that's running, if any
        self.acts[BOTS] = self.let_bots_move
        self.acts[COACH] = lambda about: self.work_out("coached", coach, about)
        self.acts[REVIEW] = lambda about: self.work_out("looked-back", look_back, about)
        self.following = True  # whether to follow changes of the session: not while they're our own
        session.store = self
        session.listen(self.follow)

    @classmethod
    def of(cls, session: Session[Any]) -> TableStore:
        """Return the store of a session, and create it if there's none."""
        return session.store if isinstance(session.store, cls) else cls(session)

    @property
    def scene(self) -> Scene:
        """The scene of the session at the moment being shown."""
        found = super().scene
        assert isinstance(found, Scene)
        return found

    def look(self, state: TableState) -> Scene:
        """Return the scene for a state."""
        return Scene(self.session, state, self.memo)

    def take(self, state: TableState, effects: tuple[Effect, ...] = ()) -> None:
        """Make this the current state, move the session to its moment, and carry out its effects."""
        self.state = state
        if self.session.at != state.at:
            self.following = False
            try:
                self.session.go_to(state.at)
            finally:
                self.following = True
        super().take(state, effects)

    def follow(self, session: Session[Any]) -> None:
        """Show the session's current moment if it wasn't a gesture that led there."""
        if self.following and session.at != self.state.at:
            self.send(Gesture("follow", str(session.at)))
        elif self.following:
            self.tell()

    def report(self, error: Exception) -> str:
        """Return the report on an error, with the session."""
        return report(error, self.session)

    # ---- who sits where

    def seat(self, *seats: Any, open_hands: bool | None = None) -> None:
        """Fill each seat with "you", a bot by name, or a custom bot."""
        given = seated(self.scene.game, seats)
        names = tuple(who if isinstance(who, str) else OWN for who in given)
        self.bots = {player: (OWN, who) for player, who in enumerate(given) if not isinstance(who, str)}
        with self.change():
            after = sit(self.scene, names, open_hands)
            self.take(after.state, after.effects)

    def settle(self) -> None:
        """Make forced moves and the moves of quick bots, without telling the panels."""
        after = self.scene.settled().hurried()
        self.take(after.state, after.effects)

    def bot(self, player: int) -> Any:
        """Return the bot in a seat."""
        name = self.state.seats[player]
        kept = self.bots.get(player)
        if kept is None or kept[0] != name:
            kept = self.bots[player] = (name, self.scene.game.bots[name](0))
        return kept[1]

    def work_out(self, verb: str, job: Job, about: tuple[Any, ...]) -> None:
        """Run a job about the moment being shown, and cancel the last job; its progress arrives as gestures."""
        at = self.state.at

        def told(progress: Progress) -> None:
            self.send(Gesture(verb, "", {"progress": progress}, at))

        if self.work is not None:
            self.work.cancel()
        self.work = start(job, about, told)

    def let_bots_move(self, times: Any) -> None:
        """Let bots make this many moves, or move until a person decides or, without people, the phase ends."""
        begun = self.scene.position
        for _ in range(times or MOST_BOT_MOVES):
            scene = self.scene
            game, seat = scene.game, scene.deciding
            if not scene.bot or seat is None:
                settled = scene.settled()
                if settled.at == scene.at:
                    return
                self.take(settled.state)
                continue
            choice = self.bot(seat).choose(game.seen_by(scene.position, seat))
            self.take(scene.moved(choice.move, choice.why, time.monotonic()).state)
            if not scene.people and game.moment(begun) != game.moment(self.scene.position):
                return
        self.take(self.scene.settled().state)
