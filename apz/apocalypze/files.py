"""The readers of ApocalypZe files, which recognize them by their content, and the checks of their positions."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from apz.apocalypze.game import GAME
from apz.apocalypze.model import Position
from apz.core import files
from apz.core.session import Session

read_any = partial(files.read_any, GAME)
faults_of, playable = partial(files.faults_of, GAME), partial(files.playable, GAME)


def load_session(path: str | Path) -> Session[Position]:
    """Read a saved session and replay it; raise BadInput if that fails or its start breaks a rule.

    >>> import apz, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "game.yaml"
    >>> apz.new_session(apz.named_position("first-turn")).save(file)
    >>> load_session(file).at
    0
    """
    if not isinstance(path, str | Path):
        raise TypeError(f"{path!r}: give the path of a file that session.save(...) has written")
    return files.load_session(GAME, path)
