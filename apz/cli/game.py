"""`apz play`: a game in the terminal, kept in a file if the player leaves without saving."""

from __future__ import annotations

import errno
import os
import secrets
from argparse import Namespace
from pathlib import Path
from typing import Any

from apz.cli.options import FINE, INTERRUPTED, usual_bot
from apz.cli.terminal import Terminal, save
from apz.core.files import UNNAMED, playable, read_any
from apz.core.game import Game
from apz.core.reading import FOUND, BadInput, clean, reason, stop, wording
from apz.core.session import Session
from apz.core.writing import write_whole

SEEDS = 1_000_000
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # the disk is full, or the user's quota is


def play(arguments: Namespace) -> int:
    """`apz play`: play until the player leaves, then keep an unsaved game; return the exit code."""
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    session = begin(arguments, seed)
    game, bot = arguments.game, getattr(arguments, "bot", "none")
    chosen = game.bots[bot](seed) if bot != "none" else None
    terminal = Terminal(game, session, chosen, arguments.lang)
    terminal.open_hands, terminal.save_to = getattr(arguments, "open", True), arguments.save or ""
    if game.seats > 1:
        terminal.options = (*(() if bot == usual_bot(game) else ("--bot", bot)), *(("--open",) * arguments.open))
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


def begin(arguments: Namespace, seed: int) -> Session[Any]:
    """Return the session to play: a new game, whose seed is printed, or one from a saved position or session."""
    game: Game[Any] = arguments.game
    options = {option.keyword: getattr(arguments, option.keyword) for option in game.terminal.options}
    given = {name: value for name, value in options.items() if value}
    if arguments.source is None:
        position = game.new_game(seed=seed, **given)
        print(game.catalog("views", arguments.lang).text("terminal", "seed", {"seed": seed}))
        return game.new_session(position)
    file = arguments.source or str(kept(game))
    if not arguments.source and not os.path.exists(file):
        stop("--from", 0, "no-kept-game", "give-from")
    content = read_any(game, file)
    if isinstance(content, Session):
        return content
    if isinstance(content, game.kernel().position):
        return game.new_session(game.terminal.adjusted(playable(game, content, file), given))
    stop(file, 0, "other-kind-of-file", "give-position")


def begin_file(terminal: Terminal, path: str) -> None:
    """Write the file before the first move; if the disk is full, only print a message, and raise any other error."""
    try:
        save(terminal.session, path)
    except OSError as error:
        if error.errno not in FULL:
            raise
        terminal.say("not-saved", path=clean(path, 200), reason=reason(error, terminal.language))


def kept(game: Game[Any]) -> Path:
    """Return the path where a game is kept if the player leaves without saving."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(state) / "apz" / ("last-game.yaml" if game.name == UNNAMED else f"last-game.{game.name}.yaml")


def keep(terminal: Terminal) -> None:
    """Keep an unsaved game in a file if it has any moves; print the command that resumes it, or why it wasn't kept."""
    if terminal.saved or len(terminal.session.nodes) == 1:
        return
    path = kept(terminal.game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, terminal.session.text())
    except BadInput as bad:
        fault = bad.faults[0]  # whose remedy, another name, isn't possible here
        terminal.say("not-kept", path=path, reason=wording(FOUND, fault.key, fault.values, terminal.language))
    except OSError as error:
        terminal.say("not-kept", path=path, reason=reason(error, terminal.language))
    else:
        terminal.say("kept", command=terminal.resuming(str(path)))
