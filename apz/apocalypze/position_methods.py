"""The functions behind the methods of positions, cards and steps, each loaded on first use."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apz.apocalypze.model import METHODS, Card, LegalMoves, Position
from apz.core.trace import Refusal, Step, Sum

if TYPE_CHECKING:
    from apz.apocalypze.moves import Move


def find_legal(position: Position) -> list[Move]:
    """Find and return all legal moves, and have METHODS call the rules directly from now on."""
    from apz.apocalypze.play import find_legal

    METHODS.find_legal = find_legal  # used so often that it's called directly from now on
    return find_legal(position)


def is_legal(position: Position, move: object) -> bool:
    """Return True if `move` is a legal move here; raise TypeError if one of its fields has the wrong type."""
    from apz.apocalypze.moves import Move
    from apz.apocalypze.play import refused

    return isinstance(move, Move) and refused(position, move) is None


def why_not(position: Position, move: Move) -> Refusal | None:
    """Return why a move isn't legal, or None if it's legal."""
    from apz.apocalypze.play import why_not

    return why_not(position, move)


def play(position: Position, move: Move) -> Step | Refusal:
    """Play a move; return its step or its refusal."""
    from apz.apocalypze.play import play

    return play(position, move)


def must_play(position: Position, move: Move) -> Step:
    """Play a move and return its step; raise IllegalMove if the move is refused."""
    from apz.apocalypze.play import must_play

    return must_play(position, move)


def find(position: Position, card: int | str) -> int:
    """Return the number of a card."""
    from apz.apocalypze.ask import find_card

    return find_card(position, card)


def name_of(position: Position, card: int | str) -> str:
    """Return a card's name, with its number if it's one of several characters in play with that name."""
    from apz.apocalypze.ask import card_name

    return card_name(position, card)


def current(position: Position, card: int | str, stat: str) -> Sum:
    """Return a character's attack, defense or value right now, as if it were alone in an engagement."""
    from apz.apocalypze.ask import character_sum

    return character_sum(position, card, stat)


def debt(position: Position, player: int | str) -> Sum:
    """Return how much a player will have to consume in their next consumption phase if nothing changes."""
    from apz.apocalypze.ask import debt

    return debt(position, player)


def resources(position: Position, player: int | str) -> Sum:
    """Return how much a player could consume in all."""
    from apz.apocalypze.ask import resources

    return resources(position, player)


def ask(position: Position, language: str) -> Any:
    """Return the questions about a position, as tables."""
    from apz.apocalypze.lab.asking import Asking

    return Asking(position, language)


def solve(position: Position, aim: Any, top: int, seconds: float) -> Any:
    """Return the best decision, proven if time allows."""
    from apz.apocalypze.lab.solve import solve

    return solve(position, aim, top, seconds)


def coach(position: Position, aim: Any, seconds: float, open_cards: bool) -> Any:
    """Return help with the current decision."""
    from apz.apocalypze.lab.coach import coach

    return coach(position, aim, seconds, open_cards)


def diff(position: Position, other: Position) -> Any:
    """Return the changes from this position to another."""
    from apz.apocalypze.lab.facts import difference
    from apz.apocalypze.play import expect_position

    expect_position(other)
    return difference(position, other)


def seen_by(position: Position, player: int | str) -> Position:
    """Return the position as a player sees it."""
    from apz.apocalypze.players import which_player
    from apz.apocalypze.visibility import seen_by

    return seen_by(position, which_player(position.game.names, player))


def problems(position: Position) -> list[Refusal]:
    """Return every way the position breaks the rules."""
    from apz.apocalypze.positions.checking import problems

    return problems(position)


def write(position: Position) -> str:
    """Return the position as YAML text."""
    from apz.apocalypze.positions.writing import write_position

    return write_position(position)


def read(source: Path | str, cards: Mapping[str, Card] | None) -> Position:
    """Read a position from a file or a text."""
    from apz.apocalypze.cards import Library
    from apz.apocalypze.positions import read_position

    if cards is not None and not isinstance(cards, Library):
        raise TypeError(f"cards={cards!r}: apz.library(...) gives the cards of a game")
    return read_position(source, cards)


def summary(position: Position) -> str:
    """Return the position in one line."""
    from apz.apocalypze.show.text import short

    return short(position)


def show(position: Position) -> str:
    """Return the position as text."""
    from apz.apocalypze.show.text import show

    return show(position)


def html(position: Position) -> str:
    """Return the position as HTML."""
    from apz import games

    return games.html(position)


def show_card(card: Card) -> str:
    """Return a printed card as text."""
    from apz.apocalypze.show.text import show_card

    return show_card(card)


def show_moves(moves: LegalMoves) -> str:
    """Return legal moves as text, one per line."""
    from apz.apocalypze.language.words import words

    return "\n".join(words().moves(moves.position, moves))


def show_step(step: Step | Refusal) -> str:
    """Return what happened in a step, or the refusal, as text."""
    from apz.apocalypze.show.text import show_step

    return show_step(step)


METHODS.find_legal, METHODS.is_legal, METHODS.why_not, METHODS.play = find_legal, is_legal, why_not, play
METHODS.must_play, METHODS.find, METHODS.name_of = must_play, find, name_of
METHODS.current, METHODS.debt, METHODS.resources = current, debt, resources
METHODS.ask, METHODS.solve, METHODS.coach, METHODS.diff = ask, solve, coach, diff
METHODS.seen_by, METHODS.problems, METHODS.write, METHODS.read = seen_by, problems, write, read
METHODS.summary, METHODS.show, METHODS.html = summary, show, html
METHODS.show_card, METHODS.show_moves, METHODS.show_step = show_card, show_moves, show_step
