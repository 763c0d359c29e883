"""The options of the `apz` command, with their help."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NoReturn

from apz.core.game import Command, Game
from apz.core.language.messages import NO_VALUES
from apz.core.reading import DEFAULT as ENGLISH
from apz.core.reading import clean, wording
from apz.games import DEFAULT, GAMES

FINE, NO, BAD, INTERRUPTED = 0, 1, 2, 130
EPILOG = """\
exit codes:
  0    all is well
  1    the answer is no: there's no such card or rule, or the position shown breaks a rule
  2    the command or a file couldn't be used; the message says why
  130  stopped with Ctrl-C; a server stopped that way exits with 0

Name a file with corrections to the cards, by its full path, in APZ_CARDS, and every command uses it;
only the app that `apz site` builds knows nothing of it.
`apz COMMAND --help` says more about a command.
"""

LANGUAGELESS = ("bench",)  # commands that speak English only
# name, module:function, what it does, examples
COMMANDS = (
    (
        "rules", "apz.cli.lookup:rules", "List the rules, show one by its id, or search for words.",
        "apz rules\napz rules combat.wounds\napz rules wounds on a character",
    ),
    (
        "check", "apz.cli.files:check",
        "List what's wrong with positions, sessions, lessons, decks, card corrections or progress.",
        "apz check my-deck.yaml my-position.yaml",
    ),
    (
        "show", "apz.cli.files:show", "Show a position, or the current one in a saved session.",
        "apz show game.yaml\napz show game.yaml --html --out game.html",
    ),
    (
        "play", "apz.cli.game:play",
        "Play a whole game in the terminal, with every step explained; ? lists your moves.",
        "apz play\napz play --deck Church --deck2 'Police Station' --seed 7\napz play --from game.yaml --bot none",
    ),
    (
        "replay", "apz.cli.files:replay", "Tell a saved session as a story, each step with its rules.",
        "apz replay game.yaml\napz replay game.yaml --to 20",
    ),
    (
        "serve", "apz.cli.serve:serve", "Serve the tutor as a web page, on this machine or to the network.",
        "apz serve\napz serve --address 0.0.0.0 --password -\napz serve --settings club.yaml",
    ),
    (
        "site", "apz.cli.site:site",
        "Build the tutor as a folder of plain files that any web server can serve; over https it also works offline.",
        "apz site public\napz site public --serve",
    ),
    (
        "bench", "apz.cli.bench:bench",
        "Measure how fast the rules are, how quickly the panels respond, how soon the app is ready, or how fair the "
        "decks are. All but the last work only in a checkout of the project.",
        "apz bench\napz bench --panels\napz bench --start\napz bench --site\napz bench --lab\n"
        "apz bench --balance --games 1000",
    ),
)  # fmt: skip


# argparse's messages about a command line that it can't read, and the keys of our texts for them
USAGE = (
    (r"argument (?P<name>.+?): invalid choice: (?P<value>.*) \(choose from (?P<names>.*)\)", "unknown-choice"),
    (r"argument (?P<name>.+?): expected .*argument", "option-without-value"),
    (r"argument (?P<name>.+?): invalid int value: (?P<value>.*)", "option-not-a-number"),
    (r"argument (?P<name>.+?): (?P<value>.*) isn't a number from 1 to (?P<most>\d+)", "option-not-a-count"),
    (r"the following arguments are required: (?P<names>.*)", "arguments-missing"),
    (r"unrecognized arguments: (?P<names>.*)", "arguments-unknown"),
)


class Help(argparse.RawDescriptionHelpFormatter):
    """A help formatter that keeps the line breaks of descriptions and examples."""


class Parser(argparse.ArgumentParser):
    """A command-line parser that reports its errors in the language that the command line asks for."""

    language = ENGLISH

    def error(self, message: str) -> NoReturn:
        """Print what's wrong with the command line, and exit; a message without a translation stays in English."""
        if self.language == ENGLISH:
            super().error(message)
        found = ((re.fullmatch(pattern, message), key) for pattern, key in USAGE)
        told = [wording("usage", key, match.groupdict(), self.language) for match, key in found if match]
        called = wording("usage", "called", NO_VALUES, self.language)
        usage = self.format_usage().replace("usage:", called, 1)
        self.exit(BAD, f"{usage}{self.prog}: {clean((told or [message])[0], 400)}\n")


def named_game(argv: Sequence[str]) -> str:
    """Return the name of the game that the command line gives before its command, or the default game's name."""
    early = argparse.ArgumentParser(prog="apz", add_help=False, allow_abbrev=False)
    early.add_argument("--game", default=DEFAULT)
    early.add_argument("rest", nargs=argparse.REMAINDER)
    name: str = early.parse_known_args(argv)[0].game
    return name


def named_language(argv: Sequence[str]) -> str:
    """Return the language that the command line asks for, or English; error messages use it too."""
    given = [after for each, after in pairwise(("", *argv, "")) if each == "--lang"]
    joined = [each.removeprefix("--lang=") for each in argv if each.startswith("--lang=")]
    return next(iter((*given, *joined)), ENGLISH)


def parser(game: Game[Any], language: str = ENGLISH) -> argparse.ArgumentParser:
    """Return the parser of the command line, with the game's own commands; `language` is for its error messages."""
    top = Parser(
        prog="apz",
        description=f"Learn and play {game.title}; every step is explained, with its rule.",
        epilog=EPILOG,
        formatter_class=Help,
        allow_abbrev=False,
    )
    top.language = language
    top.add_argument("--version", action="store_true", help="show the version")
    top.add_argument("--game", metavar="NAME", help=f"which game: {', '.join(GAMES)} ({DEFAULT} if not given)")
    commands = top.add_subparsers(metavar="COMMAND", dest="command")
    shared = [Command(*command, ADD[command[0]]) for command in COMMANDS]
    for name, run, does, examples, add in sorted((*shared, *game.terminal.commands()), key=_place):
        lines = "\n".join(f"  {line}" for line in examples.splitlines())
        made = commands.add_parser(
            name,
            help=does,
            description=does,
            epilog=f"examples:\n{lines}",
            formatter_class=Help,
            allow_abbrev=False,
        )
        made.language = language
        made.set_defaults(run=run)
        add(made)
        if name == "play":
            _new_game(made, game)
        if name not in LANGUAGELESS:
            usual = game.languages[0]
            made.add_argument("--lang", choices=game.languages, default=usual, help=f"the language ({usual})")
    return top


def _place(command: Command) -> int:
    """Return a command's rank in the help; commands without a fixed place come last."""
    order = ("cards", "rules", "check", "show", "play", "replay", "sheet")
    return order.index(command.name) if command.name in order else len(order)


def usual_bot(game: Game[Any]) -> str:
    """Return the name of the bot that plays the opponent unless another is asked for."""
    return game.adviser or next(iter(game.bots), "none")


def _new_game(made: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the options of a new game to a parser."""
    for option in game.terminal.options:
        if option.metavar:
            made.add_argument(option.flag, dest=option.keyword, metavar=option.metavar, help=option.help)
        else:
            made.add_argument(option.flag, dest=option.keyword, action="store_true", help=option.help)
    if game.seats > 1:
        usual = usual_bot(game)
        said = f"who plays your opponent; none: you play both ({usual} if not given)"
        made.add_argument("--bot", choices=(*game.bots, "none"), default=usual, help=said)
        made.add_argument("--open", action="store_true", help="show your opponent's hand too")


def _rules(made: argparse.ArgumentParser) -> None:
    made.add_argument("words", nargs="*", metavar="ID | WORD", help="the id of a rule, or words to look for")


def _check(made: argparse.ArgumentParser) -> None:
    made.add_argument("files", nargs="+", metavar="FILE", help="a YAML file; its content says what it is")


def _show(made: argparse.ArgumentParser) -> None:
    made.add_argument("file", metavar="FILE", help="a position or a saved session")
    made.add_argument("--html", action="store_true", help="as a web page (without it: as text)")
    made.add_argument("--out", metavar="FILE", help="write it to this file instead of the terminal")
    made.add_argument("--seen-by", metavar="PLAYER", help="only what this player can see: a name, or 1 or 2")
    made.add_argument("--texts", action="store_true", help="as text: include the cards' texts")


def _play(made: argparse.ArgumentParser) -> None:
    made.add_argument("--seed", type=int, metavar="N", help="the same number gives the same luck")
    made.add_argument(
        "--from", dest="source", nargs="?", const="", metavar="FILE",
        help="continue a position or a saved session; without a file, the last game you left unsaved",
    )  # fmt: skip
    made.add_argument("--save", metavar="FILE", help="save the game to this file after every move")


def _replay(made: argparse.ArgumentParser) -> None:
    made.add_argument("file", metavar="FILE", help="a saved session")
    made.add_argument("--to", type=int, metavar="N", help="tell only the first N steps")


def _number(most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from 1 to `most`."""

    def read(text: str) -> int:
        if text.isdecimal() and len(text) <= 9 and 1 <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text[:20]!r} isn't a number from 1 to {most}")

    return read


_many, _port = _number(999_999_999), _number(65_535)


def _serve(made: argparse.ArgumentParser) -> None:
    made.add_argument("--settings", metavar="FILE", help="a YAML file with these and more: see apz/serving/README.md")
    made.add_argument("--port", type=_port, metavar="N", help="the port (the first free one from 8866 on)")
    made.add_argument("--address", metavar="ADDRESS", help="0.0.0.0 for the network; this machine only if not given")
    made.add_argument("--base", metavar="PATH", help="the path it's served under (/)")
    made.add_argument("--cap", type=_number(1000), metavar="N", help="how many can learn at the same time (24)")
    usual = "three quarters, or all if it's only for this machine and has no proxy"
    made.add_argument("--share", type=_number(1000), metavar="N", help=f"places one address may have ({usual})")
    made.add_argument("--password", metavar="-", help="ask here for the password learners need (or set APZ_PASSWORD)")
    made.add_argument("--hosts", nargs="+", metavar="NAME", help="host names it's served under, besides this machine's")
    made.add_argument(
        "--proxy", action="store_true", default=None, help="trust the proxy in front to say who's visiting"
    )
    made.add_argument("--languages", nargs="+", metavar="LANG", help="the languages offered, the default first")
    made.add_argument("--notebook", metavar="FILE", help="serve this notebook in place of the tutor's page")
    made.add_argument("--no-browser", action="store_true", help="don't open a browser")


def _site(made: argparse.ArgumentParser) -> None:
    made.add_argument("out", metavar="FOLDER", help="a folder that's new or empty, or an older build to replace")
    made.add_argument("--serve", action="store_true", help="then serve it to this machine")
    made.add_argument(
        "--port", type=_port, metavar="N", help="with --serve: the port (the first free one from 8900 on)"
    )
    made.add_argument("--pyodide", metavar="FOLDER", help="where npm put Pyodide (where `make site` has it)")
    made.add_argument("--api", metavar="FOLDER", help="take the library's reference along, as `make docs` builds it")
    made.add_argument("--lite", metavar="FOLDER", help="take the notebooks along, as `make lite` builds them")


def _bench(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--rounds",
        type=_many,
        metavar="N",
        help="how many slices for each program (15; panels: 30; site: 5; start and lab: 3)",
    )
    made.add_argument("--panels", action="store_true", help="measure the panels in a browser instead")
    made.add_argument("--start", action="store_true", help="measure how soon the app can be used in a browser instead")
    made.add_argument(
        "--site", action="store_true", help="measure how soon the site can be used, compared with the served app"
    )
    made.add_argument("--lab", action="store_true", help="measure the solver, the coach and simulations instead")
    made.add_argument("--beside", metavar="FOLDER", help="race another checkout: its kernel or, with --start, its app")
    made.add_argument("--balance", action="store_true", help="let equal bots play each pair of decks instead")
    made.add_argument("--games", type=_many, metavar="N", help="with --balance: how many games for each pair")


ADD: dict[str, Any] = {
    "rules": _rules, "check": _check, "show": _show,
    "play": _play, "replay": _replay, "serve": _serve, "site": _site,
    "bench": _bench,
}  # fmt: skip
