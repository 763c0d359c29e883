"""`apz play`: setting up a game, and keeping it when somebody leaves."""

from __future__ import annotations

import errno
import os
import secrets
from argparse import Namespace
from pathlib import Path

from apz.apocalypze.bots import Bot, RandomBot, SensibleBot
from apz.apocalypze.files import playable, read_any
from apz.apocalypze.kernel import new_session
from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.model import Position
from apz.apocalypze.setup import new_game
from apz.cli.options import FINE, INTERRUPTED
from apz.cli.terminal import Terminal, save
from apz.core.reading import BadInput, clean, stop
from apz.core.session import Session
from apz.core.writing import write_whole

DECKS = ("Police Station", "Roadside Diner")
SEEDS = 1_000_000
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # the disk is full, or what one may have of it


def play(arguments: Namespace) -> int:
    """`apz play`: a game until it is over or somebody leaves; nothing is lost then."""
    session = begin(arguments)
    bots: dict[str, Bot | None] = {"random": RandomBot(arguments.seed or 0), "sensible": SensibleBot(), "none": None}
    terminal = Terminal(session, bots[arguments.bot], arguments.lang)
    terminal.open_hands, terminal.save_to = arguments.open, arguments.save or ""
    if arguments.save:
        begin_file(terminal, arguments.save)
    try:
        terminal.run()
    except KeyboardInterrupt:
        print()
        keep(terminal)
        return INTERRUPTED
    keep(terminal)
    return FINE


def begin(arguments: Namespace) -> Session[Position]:
    """The session to be played: a new game, or one that is gone on with."""
    if arguments.source is None:
        seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
        decks = [given or usual for given, usual in zip((arguments.deck, arguments.deck2), DECKS, strict=True)]
        position = new_game(*decks, seed=seed, starts=None, strict=arguments.strict)
        print(view_words(arguments.lang).text("terminal", "seed", {"seed": seed}))
        return new_session(position)
    file = arguments.source or str(kept())
    content = read_any(file)
    if isinstance(content, Session):
        return content
    if isinstance(content, Position):
        game = content.game._replace(strict=content.game.strict or arguments.strict)
        return new_session(playable(content, file)._replace(game=game))
    stop(file, 0, "there is no game in this file", "give a position or a saved session")


def begin_file(terminal: Terminal, path: str) -> None:
    """Write the file before the first move; on a full disk say so and play on, for any other trouble don't begin."""
    try:
        save(terminal.session, path)
    except OSError as error:
        if error.errno not in FULL:
            raise
        terminal.say("not-saved", path=clean(path, 200), reason=error.strerror or error)


def kept() -> Path:
    """Where a game is kept that was left without being saved."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(state) / "apz" / "last-game.yaml"


def keep(terminal: Terminal) -> None:
    """Keep a game that was left, and say where it is."""
    if terminal.saved or len(terminal.session.nodes) == 1:
        return
    path = kept()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, terminal.session.text())
    except (OSError, BadInput) as error:
        terminal.say("not-kept", path=path, reason=getattr(error, "strerror", None) or error)
    else:
        terminal.say("kept", path=path)
