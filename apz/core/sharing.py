"""Positions and sessions as links to share, treated as untrusted when read back."""

from __future__ import annotations

from typing import TypeVar

from apz.core.files import POSITION, SESSION, kind_of, of_game, read_session
from apz.core.game import Game
from apz.core.link import NAME, from_link, to_link
from apz.core.reading import Item, read_text, stop
from apz.core.session import Session

MOST_STEPS = 2500  # of a session replayed from an address, which takes a few seconds at most
P = TypeVar("P")


def position_link(game: Game[P], position: P) -> str:
    """Return a position packed for a link."""
    return to_link(game.kernel().write(position))


def session_link(session: Session[P]) -> str:
    """Return a session, with every move tried in it, packed for a link."""
    return to_link(session.text())


def openable(session: Session[P], most: int) -> str:
    """Return a session at its current moment as text that can be opened again, if possible within `most` characters.

    The text has every move tried. If that's too long, it has only the line up to now, and if that's still too long,
    only the last steps of that line.
    """
    text = session.text()
    if len(session.nodes) - 1 <= MOST_STEPS and len(text) <= most:
        return text
    left = min(len(session.steps), MOST_STEPS)
    while len(text := _last(session, left)) > most and left:
        left //= 2
    return text


def _last(session: Session[P], count: int) -> str:
    """Return the text of a shorter session, with only the last `count` steps of the current line."""
    line = session.steps
    kept = line[len(line) - count :]
    short = Session(kept[0].before if kept else session.position, session.kernel)
    for step in kept:
        short.add(step)
    return short.text()


def read_link(game: Game[P], link: str) -> P | Session[P]:
    """Return the position or session in a link; raise BadInput if it can't be used."""
    return read_shared(game, from_link(link))


def read_shared(game: Game[P], text: str) -> P | Session[P]:
    """Return a position or session from an untrusted text; raise BadInput if it's invalid or too long to replay."""
    item = read_text(text, NAME)
    kind = kind_of(item)
    if kind not in (POSITION, SESSION):
        stop(NAME, item.line, "not-shared", "give-shared")
    of_game(game, item)
    if kind == POSITION:
        return game.kernel().read(item)
    _short(item)
    return read_session(game, item)


def _short(item: Item) -> None:
    """Raise BadInput if a session is too long to replay right away."""
    tree = item.value.get("tree") if isinstance(item.value, dict) else None
    if tree is not None and isinstance(tree.value, list) and len(tree.value) > MOST_STEPS:
        stop(NAME, tree.line, "too-many-steps", "at-most", count=len(tree.value), most=MOST_STEPS)
