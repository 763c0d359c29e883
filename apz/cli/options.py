"""Everything that can be typed after `apz`, with its help."""

from __future__ import annotations

import argparse
from typing import Any

FINE, NO, BAD, INTERRUPTED = 0, 1, 2, 130
EPILOG = """\
exit codes:
  0    all is well
  1    the answer is no: there is no such card or rule, or the position shown breaks a rule
  2    the command or a file could not be used; the message says why
  130  stopped with Ctrl-C

Name a file with corrections to the cards in APZ_CARDS, and every command uses it.
`apz COMMAND --help` says more about a command.
"""

# name, where it is done, what it does, examples
COMMANDS = (
    (
        "cards", "lookup:cards", "List the cards, or say everything about one of them.",
        "apz cards\napz cards lord brawn\napz cards --sources",
    ),
    (
        "rules", "lookup:rules", "List the rules, show one by its id, or find those with some words.",
        "apz rules\napz rules combat.wounds\napz rules wounds on a character",
    ),
    (
        "check", "files:check", "Say all that is wrong with positions, sessions, lessons, decks or card corrections.",
        "apz check my-deck.yaml my-position.yaml",
    ),
    (
        "show", "files:show", "Show a position, or where a saved session stands.",
        "apz show game.yaml\napz show game.yaml --html --out game.html",
    ),
    (
        "play", "game:play", "Play a whole game in the terminal; every step is explained, ? lists what you can do.",
        "apz play\napz play --deck Church --deck2 'Police Station' --seed 7\napz play --from game.yaml --bot none",
    ),
    (
        "replay", "files:replay", "Tell a saved session as a story, each step with its rules.",
        "apz replay game.yaml\napz replay game.yaml --to 20",
    ),
    (
        "sheet", "sheet:sheet", "Write the sheet for the table: turn order, sums, what is often missed; one page.",
        "apz sheet --out sheet.html\napz sheet --lang de --progress my-progress.yaml --out sheet.html",
    ),
    (
        "serve", "serve:serve", "Serve the tutor as a web page, on this machine or to the network.",
        "apz serve\napz serve --address 0.0.0.0 --password -\napz serve --settings club.yaml",
    ),
    (
        "bench", "bench:bench",
        "Measure how fast the rules are; or how prompt the panels, how soon the app is there, how fair the decks. "
        "All but the last work only in a checkout of the project.",
        "apz bench\napz bench --panels\napz bench --start\napz bench --balance --games 1000",
    ),
)  # fmt: skip


class Help(argparse.RawDescriptionHelpFormatter):
    """Help that keeps its lines."""


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    top = argparse.ArgumentParser(
        prog="apz",
        description="Learn and play the card game ApocalypZe; every step is explained, with its rule.",
        epilog=EPILOG,
        formatter_class=Help,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="store_true", help="say which version this is")
    commands = top.add_subparsers(metavar="COMMAND", dest="command")
    for name, run, does, examples in COMMANDS:
        lines = "\n".join(f"  {line}" for line in examples.splitlines())
        made = commands.add_parser(
            name,
            help=does,
            description=does,
            epilog=f"examples:\n{lines}",
            formatter_class=Help,
            allow_abbrev=False,
        )
        made.set_defaults(run=run)
        ADD[name](made)
    return top


def _language(made: argparse.ArgumentParser) -> None:
    made.add_argument("--lang", choices=("en", "de"), default="en", help="English or German; English if not given")


def _cards(made: argparse.ArgumentParser) -> None:
    made.add_argument("name", nargs="*", help="the card's name or the beginning of a word of it")
    made.add_argument("--sources", action="store_true", help="count where the cards' fields come from")
    made.add_argument("--overlay", metavar="FILE", help="a file of corrections to lay over the cards")
    _language(made)


def _rules(made: argparse.ArgumentParser) -> None:
    made.add_argument("words", nargs="*", metavar="ID | WORD", help="the id of a rule, or words to look for")
    _language(made)


def _check(made: argparse.ArgumentParser) -> None:
    made.add_argument("files", nargs="+", metavar="FILE", help="a YAML file; what it is, is told by its content")
    _language(made)


def _show(made: argparse.ArgumentParser) -> None:
    made.add_argument("file", metavar="FILE", help="a position or a saved session")
    made.add_argument("--html", action="store_true", help="as a web page (without it: as text)")
    made.add_argument("--out", metavar="FILE", help="write it to this file instead of the terminal")
    made.add_argument("--seen-by", metavar="PLAYER", help="only what this player can see: a name, or 1 or 2")
    made.add_argument("--texts", action="store_true", help="with what the cards say")
    _language(made)


def _play(made: argparse.ArgumentParser) -> None:
    made.add_argument("--deck", metavar="DECK", help="your deck: a starter deck's name, or a deck's file")
    made.add_argument("--deck2", metavar="DECK", help="the other player's deck")
    made.add_argument("--seed", type=int, metavar="N", help="the same number gives the same game")
    made.add_argument(
        "--bot", choices=("random", "sensible", "none"), default="sensible",
        help="who plays the other side; none: you play both (sensible if not given)",
    )  # fmt: skip
    made.add_argument("--open", action="store_true", help="show the other player's hand too")
    made.add_argument("--strict", action="store_true", help="ask in every window, even where nobody can play anything")
    made.add_argument(
        "--from", dest="source", nargs="?", const="", metavar="FILE",
        help="go on with a position or a saved session; with no file, with the game you left last",
    )  # fmt: skip
    made.add_argument("--save", metavar="FILE", help="save the game to this file after every move")
    _language(made)


def _replay(made: argparse.ArgumentParser) -> None:
    made.add_argument("file", metavar="FILE", help="a saved session")
    made.add_argument("--to", type=int, metavar="N", help="tell only the first N steps")
    _language(made)


def _sheet(made: argparse.ArgumentParser) -> None:
    made.add_argument("--out", metavar="FILE", help="write the page to this file instead of the terminal")
    made.add_argument("--progress", metavar="FILE", help="a learner's progress: the rules that were missed come first")
    _language(made)


def _many(text: str) -> int:
    """A number from 1 on, with at most nine digits."""
    if text.isdecimal() and len(text) <= 9 and int(text) >= 1:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number from 1 to 999999999")


def _serve(made: argparse.ArgumentParser) -> None:
    made.add_argument("--settings", metavar="FILE", help="a YAML file with these and more: see apz/serving/README.md")
    made.add_argument("--port", type=_many, metavar="N", help="the port (the first free one from 8866 on)")
    made.add_argument("--address", metavar="ADDRESS", help="0.0.0.0 for the network; this machine only if not given")
    made.add_argument("--base", metavar="PATH", help="the path under which it is found (/)")
    made.add_argument("--cap", type=_many, metavar="N", help="so many learners at the same time (24)")
    made.add_argument("--share", type=_many, metavar="N", help="places one address may have (three quarters of them)")
    made.add_argument("--password", metavar="-", help="ask here for the password learners need (or set APZ_PASSWORD)")
    made.add_argument("--hosts", nargs="+", metavar="NAME", help="host names it's served under, besides this machine's")
    made.add_argument("--proxy", action="store_true", default=None, help="a proxy in front says who the visitor is")
    made.add_argument(
        "--languages", nargs="+", metavar="LANG", help="the languages offered, the first is the usual one"
    )
    made.add_argument("--notebook", metavar="FILE", help="serve this notebook in place of the tutor's page")
    made.add_argument("--no-browser", action="store_true", help="open no browser here")


def _bench(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--rounds", type=_many, metavar="N", help="so many slices for each program (15; panels: 30; start: 7)"
    )
    made.add_argument("--panels", action="store_true", help="measure the panels in a browser instead")
    made.add_argument("--start", action="store_true", help="measure how soon the app can be used in a browser instead")
    made.add_argument("--balance", action="store_true", help="let equal bots play each pair of decks instead")
    made.add_argument("--games", type=_many, metavar="N", help="with --balance: so many games for each pair")


ADD: dict[str, Any] = {
    "cards": _cards, "rules": _rules, "check": _check, "show": _show,
    "play": _play, "replay": _replay, "sheet": _sheet, "serve": _serve,
    "bench": _bench,
}  # fmt: skip
