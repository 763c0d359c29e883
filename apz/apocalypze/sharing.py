"""Positions and games to give away: as a link, and read from one without trust."""

from __future__ import annotations

from apz.apocalypze.files import POSITION, SESSION, kind_of, read_session
from apz.apocalypze.model import Position
from apz.apocalypze.positions import read_position, write_position
from apz.core.link import NAME, from_link, to_link
from apz.core.reading import Item, read_text, stop
from apz.core.session import Session

MOST_STEPS = 2500  # of a game that is played again from an address: a few seconds at most


def position_link(position: Position) -> str:
    """A position as a part of an address."""
    return to_link(write_position(position))


def session_link(session: Session[Position]) -> str:
    """A game, with all that was tried in it, as a part of an address."""
    return to_link(session.text())


def openable(session: Session[Position], most: int) -> str:
    """A game as a text of at most so many characters that can be opened again, and stands where it stands.

    With all that was tried in it; where that is too much, the line to now; where that is too much, its last steps.
    """
    text = session.text()
    if len(session.nodes) - 1 <= MOST_STEPS and len(text) <= most:
        return text
    left = min(len(session.steps), MOST_STEPS)
    while len(text := _last(session, left)) > most and left:
        left //= 2
    return text


def _last(session: Session[Position], count: int) -> str:
    """The last steps of the line to now, as a game of its own."""
    line = session.steps
    kept = line[len(line) - count :]
    short = Session(kept[0].before if kept else session.position, session.kernel)
    for step in kept:
        short.add(step)
    return short.text()


def read_link(link: str) -> Position | Session[Position]:
    """The position or the game of a link; BadInput says why it cannot be used."""
    return read_shared(from_link(link))


def read_shared(text: str) -> Position | Session[Position]:
    """A position or a game as text from somewhere else, of a size that can be played again at once."""
    item = read_text(text, NAME)
    kind = kind_of(item)
    if kind == POSITION:
        return read_position(item)
    if kind != SESSION:
        stop(NAME, item.line, "this is neither a position nor a game", "make the link anew")
    _short(item)
    return read_session(item)


def _short(item: Item) -> None:
    """See that a game is not longer than what is played again at once."""
    tree = item.value.get("tree") if isinstance(item.value, dict) else None
    if tree is not None and isinstance(tree.value, list) and len(tree.value) > MOST_STEPS:
        stop(NAME, tree.line, f"{len(tree.value):,} steps are too many", f"at most {MOST_STEPS:,}")
