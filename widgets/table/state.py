"""The state of a table: what a person sees and does in a session, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from apz.core.trace import Note, Refusal
from apz.widgets.base.page import PageState
from apz.widgets.table.seats import YOU

if TYPE_CHECKING:  # bots are loaded when one sits down
    from apz.core.bots import Choice
    from apz.core.lab.functions import Coaching

Seats = tuple[str, ...]
MOTIONS = ("normal", "fast", "slow", "off")  # how fast things move on the table


class Look(NamedTuple):
    """The reply to a look: lines of text and their rules."""

    lines: tuple[str, ...]
    rules: tuple[str, ...] = ()


class Seen(NamedTuple):
    """Hidden pieces seen before an undo, and the first moment that was new then."""

    cards: tuple[int, ...]
    since: int


@dataclass(frozen=True)
class TableState(PageState):
    """A table's state: the shown moment, what's chosen and said, and the seats."""

    at: int = 0  # the moment that is shown
    since: int = 0  # the moment before the last gesture
    walked: str = ""  # which way along the history the last gesture led, if it did
    moved: float = 0.0  # when the last move was made, by the machine's clock
    seats: Seats = (YOU, YOU)
    open_hands: bool = True
    eyes: int | None = None  # where people share a table with hidden hands: whose turn it is to look; None is nobody's
    quick: bool = False  # whether bots move on their own
    by_hand: bool = True  # whether a person makes even the moves that leave nothing to decide
    motion: str = "normal"  # how fast things move on the table
    sound: bool = False  # whether they can be heard
    theme: str = ""  # how the page around it looks, where that can be set here
    house_marks: bool = True  # whether pieces with a fact of ours are marked always, or only when enlarged
    forced: tuple[int, ...] = ()  # the moments that such moves led to, made without being asked
    declined: int | None = None  # the moment from which on its player does nothing more in its phase
    watching: bool = False  # whether the table is only looked at
    reckons: bool = True  # whether totals are worked out for the learner
    advises: bool = True  # whether a hint is offered
    chosen: int | None = None  # the card that the next click is about
    picked: tuple[int, ...] = ()  # what it is pointed at so far
    card: int | None = None  # the card that was looked at last
    answer: Refusal | Look | str | None = None
    reviewed: str = ""  # what a look back at the game found, in a sentence
    costly: Mapping[int, str] = field(default_factory=dict)  # moment -> what would have been better there
    refused: int = 0  # how many tries were refused
    refusals: Mapping[int, str] = field(default_factory=dict)  # moment -> the rule that refused the last try there
    which: tuple[Any, ...] = ()  # the moves that a command could mean
    hint: Choice | None = None  # what the adviser would do, while help is shown
    level: int = 0  # how much help is shown: what to look at, what could be done, what to do
    coaching: Coaching | None = None  # the same from somebody who thought longer
    reasons: Mapping[int, Note] = field(default_factory=dict)  # moment -> why the bot moved there
    seen: Mapping[int, Seen] = field(default_factory=dict)  # moment -> what was seen before somebody went back to it
    tab: str = "history"  # the sheet beside the table
