"""The state of a table: what somebody sees of a session and does with it, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from apz.core.trace import Note, Refusal
from apz.widgets.base.page import PageState
from apz.widgets.table.seats import YOU

if TYPE_CHECKING:  # bots are loaded when one sits down
    from apz.core.bots import Choice

Seats = tuple[str, ...]


class Look(NamedTuple):
    """What is said to somebody who only looked: lines of text, and the rules they come from."""

    lines: tuple[str, ...]
    rules: tuple[str, ...] = ()


class Seen(NamedTuple):
    """Hidden cards that were seen before somebody went back, and the first moment that was new then."""

    cards: tuple[int, ...]
    since: int


@dataclass(frozen=True)
class TableState(PageState):
    """Which moment of a session is shown and how, what is chosen and said, and who sits there."""

    at: int = 0  # the moment that is shown
    since: int = 0  # the moment before the last gesture
    walked: str = ""  # which way along the history the last gesture led, if it did
    moved: float = 0.0  # when the last move was made, by the machine's clock
    seats: Seats = (YOU, YOU)
    open_hands: bool = True
    quick: bool = False  # whether bots move by themselves
    by_hand: bool = True  # whether a person makes even the moves that leave nothing to decide
    forced: tuple[int, ...] = ()  # the moments that such moves led to, made without being asked
    watching: bool = False  # whether the table is only looked at
    reckons: bool = True  # whether totals are worked out for the learner
    advises: bool = True  # whether a hint is offered
    chosen: int | None = None  # the card that the next click is about
    picked: tuple[int, ...] = ()  # what it is pointed at so far
    card: int | None = None  # the card that was looked at last
    answer: Refusal | Look | str | None = None
    which: tuple[Any, ...] = ()  # the moves that a command could mean
    hint: Choice | None = None
    reasons: Mapping[int, Note] = field(default_factory=dict)  # moment -> why the bot moved there
    seen: Mapping[int, Seen] = field(default_factory=dict)  # moment -> what was seen before somebody went back to it
    tab: str = "history"  # the sheet beside the table
