"""Positions and sessions as links to share, read back without trust."""

from __future__ import annotations

from typing import TypeVar

from apz.core.files import POSITION, SESSION, kind_of, of_game, read_session
from apz.core.game import Game
from apz.core.link import NAME, from_link, to_link
from apz.core.reading import Item, read_text, stop
from apz.core.session import Session

MOST_STEPS = 2500  # of a game that's played again from an address: a few seconds at most
P = TypeVar("P")


def position_link(game: Game[P], position: P) -> str:
    """Return a position as a part of an address."""
    return to_link(game.kernel().write(position))


def session_link(session: Session[P]) -> str:
    """Return a session, with everything that was tried in it, as a part of an address."""
    return to_link(session.text())


def openable(session: Session[P], most: int) -> str:
    """Return a session at its current moment as a text of at most `most` characters that can be opened again.

    With everything tried in it; if that is too much, the line to now; if that is too much too, its last steps.
    """
    text = session.text()
    if len(session.nodes) - 1 <= MOST_STEPS and len(text) <= most:
        return text
    left = min(len(session.steps), MOST_STEPS)
    while len(text := _last(session, left)) > most and left:
        left //= 2
    return text


def _last(session: Session[P], count: int) -> str:
    """Return the last steps of the current line, as a separate session."""
    line = session.steps
    kept = line[len(line) - count :]
    short = Session(kept[0].before if kept else session.position, session.kernel)
    for step in kept:
        short.add(step)
    return short.text()


def read_link(game: Game[P], link: str) -> P | Session[P]:
    """Return the position or the session of a link; BadInput says why it can't be used."""
    return read_shared(game, from_link(link))


def read_shared(game: Game[P], text: str) -> P | Session[P]:
    """Return a position or a session from a text of unknown origin, of a size that can be played again at once."""
    item = read_text(text, NAME)
    kind = kind_of(item)
    if kind not in (POSITION, SESSION):
        stop(NAME, item.line, "this is neither a position nor a game", "make a new link")
    of_game(game, item)
    if kind == POSITION:
        return game.kernel().read(item)
    _short(item)
    return read_session(game, item)


def _short(item: Item) -> None:
    """Raise BadInput if a session is longer than what's played again at once."""
    tree = item.value.get("tree") if isinstance(item.value, dict) else None
    if tree is not None and isinstance(tree.value, list) and len(tree.value) > MOST_STEPS:
        stop(NAME, tree.line, f"{len(tree.value):,} steps are too many", f"at most {MOST_STEPS:,}")
