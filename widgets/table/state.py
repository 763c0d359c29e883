"""The state of a table: what a person sees and chooses in a session, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from apz.core.trace import Note, Refusal
from apz.widgets.base.page import PageState
from apz.widgets.table.seats import YOU

if TYPE_CHECKING:  # a bot is loaded when it takes a seat
    from apz.core.bots import Choice
    from apz.core.lab.functions import Coaching

Seats = tuple[str, ...]
MOTIONS = ("off", "slow", "normal", "fast")  # how fast things move on the table


class Look(NamedTuple):
    """The reply when a person looks at a card, pile, hand or phase: lines of text, and the rules they're based on."""

    lines: tuple[str, ...]
    rules: tuple[str, ...] = ()


class Seen(NamedTuple):
    """Hidden pieces seen before an undo, and the number of the first moment added after it."""

    cards: tuple[int, ...]
    since: int


@dataclass(frozen=True)
class TableState(PageState):
    """A table's state: the number of the moment being shown, the choice and the answer, and the seats."""

    at: int = 0  # the shown moment
    since: int = 0  # the moment before the last gesture
    walked: str = ""  # the direction of the last gesture, if it went through the history
    moved: float = 0.0  # when the last move was made, in seconds
    seats: Seats = (YOU, YOU)
    open_hands: bool = True
    eyes: int | None = None  # if two people share a screen with hidden hands: the seat that may look now, or None
    quick: bool = False  # whether bots move on their own
    by_hand: bool = True  # whether a person makes even the moves that leave nothing to decide
    motion: str = "normal"  # how fast things move on the table
    sound: bool = False  # whether the table makes sounds
    theme: str = ""  # the page's theme, if it can be set here
    house_marks: bool = True  # whether pieces with house facts are always marked, or only when enlarged
    forced: tuple[int, ...] = ()  # the moments after moves that made themselves
    declined: int | None = None  # the moment at which its player declined a kind of question for the rest of its phase
    watching: bool = False  # whether the table is only to look at
    reckons: bool = True  # whether the table shows totals, or leaves the math to the learner
    advises: bool = True  # whether a hint is offered
    chosen: int | None = None  # the card that the next click continues with
    picked: tuple[int, ...] = ()  # its targets so far
    card: int | None = None  # the last card looked at
    answer: Refusal | Look | str | None = None
    reviewed: str = ""  # the result of a review of the game, in a sentence
    costly: Mapping[int, str] = field(default_factory=dict)  # moment -> what would have been better there
    refused: int = 0  # how many tries were refused
    refusals: Mapping[int, str] = field(default_factory=dict)  # moment -> the rule that refused the last try there
    which: tuple[Any, ...] = ()  # the moves that a command could mean
    hint: Choice | None = None  # the adviser's choice, while help is shown
    level: int = 0  # the level of help on view: what to look at, what's possible, what to do
    coaching: Coaching | None = None  # the coach's choice, which took longer to work out
    reasons: Mapping[int, Note] = field(default_factory=dict)  # moment -> why the bot moved there
    seen: Mapping[int, Seen] = field(default_factory=dict)  # moment -> hidden pieces seen before a return to it
    tab: str = "history"  # the sheet next to the table
