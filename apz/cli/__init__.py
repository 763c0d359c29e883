"""The `apz` command: rules, cards, files and whole games in the terminal, and the tutor as a web page or a site."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TextIO

from apz import games
from apz.cli.options import BAD, FINE, INTERRUPTED, named_game, named_language, parser
from apz.core.reading import BadInput, clean, reason


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; for bad input, print a message instead of a traceback."""
    argv = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _forgiving(stream)
    try:
        return _run(argv)
    except BadInput as bad:
        sys.stdout.flush()
        print("\n".join(f"apz: {line}" for line in bad.text(named_language(argv)).splitlines()), file=sys.stderr)
        return BAD
    except BrokenPipeError:  # the program that reads our output has stopped
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FINE
    except OSError as error:
        place = f"{clean(str(error.filename), 200)}: " if error.filename else ""
        print(f"apz: {place}{reason(error, named_language(argv))}", file=sys.stderr)
        return BAD
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _run(argv: Sequence[str]) -> int:
    """Parse the command line, run its command, and return the exit code."""
    try:
        game = games.game(named_game(argv))
        options = parser(game, named_language(argv))
        arguments = options.parse_args(argv)
    except SystemExit as done:  # argparse has said all there is to say
        return done.code if isinstance(done.code, int) else BAD
    if arguments.version:
        from importlib.metadata import version

        print(f"apz {version('apz')}")
        return FINE
    if not arguments.command:
        options.print_help()
        return FINE
    arguments.game = game
    module, _, name = arguments.run.partition(":")
    code: int = getattr(import_module(module), name)(arguments)
    sys.stdout.flush()
    return code


def _forgiving(stream: TextIO | None) -> None:
    """Make a stream replace characters it can't encode or decode, instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
