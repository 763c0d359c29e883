"""The schedule for refreshing rules: the FSRS scheduler, in whole days."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fsrs import Card

SHORTEST, LONGEST = 0.01, 365.0  # days
EASIEST, HARDEST = 1.0, 10.0
DIGITS = 2
RIGHT, HELPED, WRONG = RESULTS = ("right", "helped", "wrong")  # of an answer
RATINGS = {RIGHT: "Good", HELPED: "Hard", WRONG: "Again"}  # what FSRS calls them


class Memory(NamedTuple):
    """A learner's memory of a rule: days until the chance of recall drops to 90%, and difficulty from 1 to 10."""

    stability: float
    difficulty: float

    @property
    def gap(self) -> int:
        """The days, at least 1, until the rule should be refreshed because the chance of recall drops to 90%."""
        return max(1, round(self.stability))


def _moment(day: date) -> datetime:
    """Return midnight at the start of a day, in UTC."""
    return datetime.combine(day, time(), UTC)


def _card(memory: Memory | None, day: date) -> Card:
    """Return the FSRS card for a rule last reviewed on a day, or a new card if there's no memory of it."""
    from fsrs import Card, State

    if memory is None:
        return Card(1, due=_moment(day))
    return Card(1, State.Review, None, *memory, due=_moment(day), last_review=_moment(day))


def reviewed(memory: Memory | None, last: date, result: str, day: date) -> Memory:
    """Return the memory after an answer on `day`; `memory` is None at first, `last` is when the rule was last used."""
    from fsrs import Rating, Scheduler  # only here: most visits begin without an answer

    # Reviews are a matter of days here: no steps of minutes, and no dice, so that two tabs agree on a day.
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False, maximum_interval=int(LONGEST))
    card, _ = scheduler.review_card(_card(memory, last), Rating[RATINGS[result]], _moment(max(last, day)))
    assert card.stability is not None
    assert card.difficulty is not None
    return Memory(
        min(LONGEST, max(SHORTEST, round(card.stability, DIGITS))),
        min(HARDEST, max(EASIEST, round(card.difficulty, DIGITS))),
    )
