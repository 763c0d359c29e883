"""ApocalypZe's additions to the terminal: options for a new game, its cards and its printed sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from apz.core.game import Command, Option, Terminal

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from apz.apocalypze.model import Position

OPTIONS = (
    Option("--deck", "first", "DECK", "your deck: a starter deck's name, or a deck's file"),
    Option("--deck2", "second", "DECK", "the other player's deck"),
    Option("--strict", "strict", "", "ask in every window, even if nobody can play anything"),
    Option("--mulligan", "mulligan", "", "draw an opening hand again if it has no survivor (our house rule)"),
)


def _adjusted(position: Position, options: Mapping[str, Any]) -> Position:
    strict = position.game.strict or bool(options.get("strict"))
    return position._replace(game=position.game._replace(strict=strict))


def _look_up(name: str, language: str) -> str:
    from apz.apocalypze.cards import library
    from apz.apocalypze.show.card_text import card_text

    return card_text(library().find(name), library(), language)


def _introduced(position: Position, language: str) -> list[str]:
    from apz.apocalypze.language.catalogs import view_words
    from apz.apocalypze.show.picture import title

    names, places = position.game.names, [position.card(side.stronghold).name for side in position.sides]
    values = {"first": names[0], "second": names[1], "one": places[0], "two": places[1]}
    return [view_words(language).text("terminal", "players", values), "", title(position, language)]


def _cards(made: ArgumentParser) -> None:
    made.add_argument("name", nargs="*", help="a card's name, or the start of a word in it")
    made.add_argument("--sources", action="store_true", help="count where the cards' fields come from")
    made.add_argument("--overlay", metavar="FILE", help="a file with corrections to the cards")


def _sheet(made: ArgumentParser) -> None:
    made.add_argument("--out", metavar="FILE", help="write the page to this file instead of the terminal")
    made.add_argument("--progress", metavar="FILE", help="a learner's progress: rules they've missed come first")


def _commands() -> tuple[Command, ...]:
    cards, sheet = "apz.apocalypze.show.card_text:cards", "apz.apocalypze.show.sheet:sheet"
    return (
        Command(
            "cards", cards, "List the cards, or show everything about one of them.",
            "apz cards\napz cards lord brawn\napz cards --sources", _cards,
        ),
        Command(
            "sheet", sheet, "Write the one-page sheet for the table: turn order, sums, and what people often miss.",
            "apz sheet --out sheet.html\napz sheet --lang de --progress my-progress.yaml --out sheet.html", _sheet,
        ),
    )  # fmt: skip


TERMINAL: Terminal[Position] = Terminal(
    options=OPTIONS,
    adjusted=_adjusted,
    commands=_commands,
    look_up=_look_up,
    introduced=_introduced,
    balance="apz.apocalypze.bots.balance",
)
