"""The desk: what the panels of one session share beside it: seats, what is chosen, what was said last, what is open."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from apz.apocalypze.language.words import Words, words
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Move, TakeBack
from apz.apocalypze.play import legal_moves
from apz.apocalypze.show.picture import Picture, picture, tamed
from apz.apocalypze.visibility import seen_by
from apz.core.session import Session
from apz.core.trace import Note, Refusal, Step
from apz.widgets.apocalypze import gestures
from apz.widgets.base.reports import report
from apz.widgets.base.tree import Tree
from apz.widgets.table.seats import OWN, YOU, bot_named, seated
from apz.widgets.table.wording import ui

if TYPE_CHECKING:  # bots are loaded when one is given a seat or asked for a hint
    from apz.apocalypze.bots import Bot, Choice

MOST_BOT_MOVES = 400  # a safety net: bots never move more often than this at one gesture
DOUBLE_CLICK = 0.7  # seconds
MOST_OPEN = 8
log = logging.getLogger(__name__)


class Look(NamedTuple):
    """What is said to somebody who only looked: lines of text, and the rules they come from."""

    lines: tuple[str, ...]
    rules: tuple[str, ...] = ()


class Seen(NamedTuple):
    """Hidden cards that were seen before somebody went back, and the first moment that was new then."""

    cards: tuple[int, ...]
    since: int


class Desk:
    """One session on one desk; every panel of the session has the same one (`Desk.of`)."""

    def __init__(self, session: Session[Position]) -> None:
        self.session = session
        self.language = "en"
        self.bots: list[Bot | None] = [None, None]
        self.seat_names, self.quick = [YOU, YOU], False
        self.open_hands = True
        self.watching = False  # whether the table is only looked at
        self.reckons = self.advises = True  # whether totals are worked out for the learner; whether a hint is offered
        self.chosen: int | None = None  # the card that the next click is about
        self.picked: tuple[int, ...] = ()  # what it is pointed at so far
        self.card: int | None = None  # the card that was looked at last
        self.answer: Refusal | Look | str | None = None
        self.which: list[Move] = []  # what a command could mean
        self.hint: Choice | None = None
        self.reasons: dict[int, Note] = {}  # moment -> why the bot moved there
        self.opened: dict[str, None] = {}  # what is unfolded, the newest last
        self.asked = self.asking()
        self.seen: dict[int, Seen] = {}  # moment -> the cards that were seen before somebody went back to it
        self.tab, self.query, self.trouble = "history", "", ""
        self.example: tuple[str, Desk] | None = None
        self.edit: Callable[[Position], object] | None = None  # opens a moment in an editor, where there is one
        self.renew: Callable[[], object] | None = None  # begins a new game, where that is offered
        self.since = session.at  # the moment before the last gesture
        self.walked = ""  # which way along the history the last gesture led, if it did
        self.moved, self.busy = 0.0, 0
        self.inside = False  # whether this desk lies on another one, as an example
        self.speakers: list[object] = []  # the panels that show answers; the newest one announces results
        self.listeners: list[Callable[[], None]] = []
        self.drawn: dict[object, Any] | None = None  # while all are told: what panels of one kind show, drawn once
        self.faces: dict[int, tuple[object, Tree]] = {}  # card -> all that is seen of it, and how that was drawn
        self._moves: tuple[Position, list[Move]] | None = None
        self._seen: tuple[Position, int, str, Position, Picture] | None = None
        session.listen(self.changed)  # which is also how `of` finds the desk again

    @classmethod
    def of(cls, session: Session[Position]) -> Desk:
        """The desk of a session."""
        owners = (getattr(listener, "__self__", None) for listener in session.listeners)
        return next((owner for owner in owners if isinstance(owner, cls)), None) or cls(session)

    # ---- what is seen

    @property
    def words(self) -> Words:
        """The words of the learner's language."""
        return words(self.language)

    def ui(self, place: str, **values: Any) -> str:
        """A text of the panels."""
        return ui(self.language, place, **values)

    @property
    def people(self) -> list[int]:
        """The seats where a person sits."""
        return [player for player in (0, 1) if self.bots[player] is None]

    @property
    def bottom(self) -> int:
        """Whose side of the table is near: the person's, where there is one; it never turns round."""
        return self.people[0] if self.people else 0

    @property
    def viewer(self) -> int:
        """Through whose eyes hidden cards are seen: the person's, or whoever must decide."""
        waiting = self.session.position.waiting
        return self.people[0] if len(self.people) == 1 else waiting.player if waiting else self.bottom

    @property
    def yours(self) -> bool:
        """Whether a person must decide now."""
        return self.session.position.waiting is not None and self.bot is None and not self.watching

    @property
    def bot(self) -> Bot | None:
        """The bot that must decide now, if one must."""
        waiting = self.session.position.waiting
        return self.bots[waiting.player] if waiting else None

    @property
    def moves(self) -> list[Move]:
        """The legal moves of a person who must decide now, found once a moment."""
        position = self.session.position
        if self._moves is None or self._moves[0] is not position:
            self._moves = (position, legal_moves(position).all())
        return self._moves[1] if self.yours else []

    @property
    def options(self) -> list[Move]:
        """What can be done with the chosen card, as far as it is pointed already."""
        if self.chosen is None:
            return []
        position = self.session.position
        return gestures.narrowed(position, gestures.of_card(position, self.moves, self.chosen), self.picked)

    @property
    def position(self) -> Position:
        """The position as it is shown: with short names, and without what the viewer may not know."""
        return self._look()[3]

    @property
    def picture(self) -> Picture:
        """All there is to see of it."""
        return self._look()[4]

    def shown(self, position: Position) -> Position:
        """Any position of this session as it may be shown."""
        return tamed(position if self.open_hands else seen_by(position, self.viewer))

    def _look(self) -> tuple[Position, int, str, Position, Picture]:
        """What is shown of the position now, gathered once for all panels."""
        position, eyes = self.session.position, -1 if self.open_hands else self.viewer
        kept = self._seen
        if kept is None or kept[0] is not position or kept[1:3] != (eyes, self.language):
            shown = self.shown(position)
            kept = self._seen = (position, eyes, self.language, shown, picture(shown, self.language))
        return kept

    def recent(self) -> list[tuple[int, Step]]:
        """The steps since the last gesture, or the last one, with their moments."""
        line = self.session.line()
        first = line.index(self.since) + 1 if self.since in line[:-1] else max(1, len(line) - 1)
        found = [(number, self.session.nodes[number].step) for number in line[first:]]
        return [(number, step) for number, step in found if step is not None]

    # ---- who sits where

    def seat(self, first: str | Bot = YOU, second: str | Bot = YOU, open_hands: bool | None = None) -> None:
        """Who sits where: "you", "sensible", "random", or a bot; hands are open unless exactly one person plays."""
        given = seated((first, second))
        with self.change():
            self.bots = [bot_named(who) if isinstance(who, str) else who for who in given]
            self.seat_names = [who if isinstance(who, str) else OWN for who in given]
            self.open_hands = len(self.people) != 1 if open_hands is None else open_hands
            self.let_go()
            self.after()

    # ---- what is done

    def do(self, move: Move, at: int | None = None) -> Step | Refusal:
        """Play a move of a person's; a refusal is the answer."""
        with self.change():
            before = self.session.at
            result = self.session.do(move, at)
            if isinstance(result, Refusal):
                self.answer = result
                return result
            self.let_go()
            self.since, self.moved = before, time.monotonic()
            if isinstance(move, TakeBack) and any(gestures.sends(each, move.card) for each in self.moves):
                self.chosen = move.card
            self.after()
            return result

    def after(self) -> None:
        """After a gesture of a person's: where the pace is quick, the bots have their moves at once."""
        if self.quick and self.people:
            self.onward(keep=True)

    def step(self) -> bool:
        """One move of a bot's; False when a person must decide or the game is over."""
        position, bot = self.session.position, self.bot
        if position.waiting is None or bot is None:
            return False
        choice = bot.choose(seen_by(position, position.waiting.player))
        result = self.session.do(choice.move)
        if isinstance(result, Refusal):
            raise RuntimeError(f"the bot's move was refused: {choice.move} {result}")
        self.reasons[self.session.at] = choice.why
        self.moved = time.monotonic()
        return True

    def next(self) -> None:
        """Let a bot move once."""
        with self.change():
            self.let_go()
            self.since = self.session.at
            self.step()

    def onward(self, keep: bool = False) -> None:
        """Let the bots move until a person must decide; where no person sits, to the end of the phase."""
        with self.change():
            self.let_go()
            self.since = self.since if keep else self.session.at
            phase = (self.session.position.turn, self.session.position.phase)
            for _ in range(MOST_BOT_MOVES):
                if not self.step():
                    return
                if not self.people and phase != (self.session.position.turn, self.session.position.phase):
                    return

    def current(self, at: int | None) -> bool:
        """Whether a gesture was made at what is on the table now; one that comes too late does nothing."""
        if at is None or at == self.session.at:
            return True
        if time.monotonic() - self.moved > DOUBLE_CLICK:
            self.let_go()
            self.answer = self.ui("answers.stale")
        return False

    def let_go(self) -> None:
        """Nothing is chosen, asked or answered any more."""
        self.chosen, self.picked, self.answer, self.hint, self.which, self.walked = None, (), None, None, [], ""

    def toggle(self, key: str) -> None:
        """Unfold something in place, or fold it again; what was unfolded long ago folds by itself."""
        with self.change():
            if key in self.opened:
                del self.opened[key]
                return
            self.opened[key] = None
            for old in list(self.opened)[:-MOST_OPEN]:
                del self.opened[old]

    # ---- change and trouble

    @contextmanager
    def change(self) -> Iterator[None]:
        """Whatever happens inside is told once, at its end."""
        self.busy += 1
        try:
            yield
        finally:
            self.busy -= 1
        if not self.busy:
            self.tell()

    def changed(self, _: Session[Position] | None = None) -> None:
        """The session was changed; if not by the desk itself, what was chosen is out of date."""
        if not self.busy:
            self.let_go()
            self.since = self.session.nodes[self.session.at].parent if self.session.at else 0
            self.tell()

    def changed_inside(self) -> None:
        """Something changed on a desk that lies on this one."""
        if not self.busy:
            self.tell()

    def guarded(self, gesture: Callable[[], Any]) -> None:
        """Run a gesture; a fault of ours becomes a plain message with a report, and the game goes on as it was."""
        try:
            gesture()
        except Exception as error:
            log.exception("a gesture failed")
            self.let_go()
            self.trouble = report(error, self.session)
            self.tell()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told of every change on the desk; returns how to stop that."""
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener) if listener in self.listeners else None

    def asking(self) -> tuple[int, str, str]:
        """The turn, the phase and the question for which things are unfolded."""
        position = self.session.position
        return position.turn, position.phase, position.waiting.kind if position.waiting else ""

    def tell(self) -> None:
        """Tell every panel to draw itself anew; what was unfolded about another question is folded first."""
        old, self.asked = self.asked, self.asking()
        gone = [("answer/", self.answer is None), ("chosen/", self.chosen is None), ("ask/", self.asked != old)]
        gone.append(("sum.", self.asked[:2] != old[:2]))
        self.opened = {key: None for key in self.opened if not any(on and key.startswith(place) for place, on in gone)}
        self.drawn = {}
        try:
            for listener in tuple(self.listeners):
                listener()
        finally:
            self.drawn = None
