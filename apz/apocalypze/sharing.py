"""Positions and games of ApocalypZe as links."""

from __future__ import annotations

from functools import partial

from apz.apocalypze.game import GAME
from apz.core import sharing
from apz.core.sharing import MOST_STEPS, openable, session_link

__all__ = ["MOST_STEPS", "openable", "position_link", "read_link", "read_shared", "session_link"]

position_link = partial(sharing.position_link, GAME)
read_link, read_shared = partial(sharing.read_link, GAME), partial(sharing.read_shared, GAME)
