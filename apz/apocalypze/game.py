"""GAME: ApocalypZe as the shared code sees it; most of its parts are imported on first use."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from apz.apocalypze.language.rulebook import TEXTS
from apz.apocalypze.terminal import TERMINAL
from apz.core.game import Game

if TYPE_CHECKING:
    from apz.apocalypze.model import Position
    from apz.apocalypze.moves import Move
    from apz.core.bots import Bot
    from apz.core.lab.puzzles import Puzzle
    from apz.core.lab.review import Review
    from apz.core.language.words import Words
    from apz.core.learning.course import Course
    from apz.core.learning.teaching import Teaching
    from apz.core.named_positions import NamedPositions
    from apz.core.reading import Item
    from apz.core.session import Kernel, Session
    from apz.core.trace import Note, Refusal, Step


def _kernel() -> Kernel[Position]:
    from apz.apocalypze.kernel import KERNEL

    return KERNEL


def _new_game(*decks: Any, starts: int | str | None = None, **options: Any) -> Position:
    from apz.apocalypze.setup import new_game

    return new_game(*decks, starts=starts, **options)


def _legal_moves(position: Position) -> Collection[Move]:
    from apz.apocalypze.play import legal_moves

    return legal_moves(position)


def _why_not(position: Position, move: Move) -> Refusal | None:
    from apz.apocalypze.play import why_not

    return why_not(position, move)


def _problems(position: Position) -> list[Refusal]:
    from apz.apocalypze.positions.checking import problems

    return problems(position)


def _decides(position: Position) -> int | None:
    return position.waiting.player if position.waiting else None


def _moment(position: Position) -> tuple[object, ...]:
    return position.turn, position.phase


def _names(position: Position) -> Sequence[str]:
    return position.game.names


def _seen_by(position: Position, seat: int) -> Position:
    from apz.apocalypze.visibility import seen_by

    return seen_by(position, seat)


def _words(language: str = "en") -> Words[Position]:
    from apz.apocalypze.language.words import words

    return words(language)


def _teaching(language: str = "en") -> Teaching[Position]:
    from apz.apocalypze.teaching.words import teaching

    return teaching(language)


def _parse(position: Position, text: str, language: str = "en") -> Any:
    from apz.apocalypze.language.commands import parse

    return parse(position, text, language)


def _show(position: Position, language: str = "en", texts: bool = False) -> str:
    from apz.apocalypze.show.text import show

    return show(position, language, texts)


def _show_step(step: Step | Refusal, language: str = "en") -> str:
    from apz.apocalypze.show.text import show_step

    return show_step(step, language)


def _with_short_names(position: Position) -> Position:
    from apz.apocalypze.show.picture import with_short_names

    return with_short_names(position)


def _sums(position: Position, language: str) -> list[str]:
    from apz.apocalypze.show.text import sums_of

    return sums_of(position, language)


def _warning(position: Position, move: Move) -> Note | None:
    from apz.apocalypze.move_preview import warning

    return warning(position, move)


def _course() -> Course[Position]:
    from apz.apocalypze.teaching.course import COURSE

    return COURSE


def _positions() -> NamedPositions:
    from apz.apocalypze.positions.named import POSITIONS

    return POSITIONS


def _practises() -> Mapping[str, Sequence[str]]:
    from apz.apocalypze.teaching.exercises import PRACTISES

    return PRACTISES


def _puzzles() -> Sequence[Puzzle[Position]]:
    from apz.apocalypze.lab.puzzles import puzzles

    return puzzles()


def _review(session: Session[Position], tried: Sequence[tuple[int, Move]] = (), **options: Any) -> Review[Position]:
    from apz.apocalypze.lab.review import review

    return review(session, tried, **options)


def _rookie(seed: int) -> Bot[Position]:
    from apz.apocalypze.bots import RookieBot

    return RookieBot(seed)


def _regular(seed: int) -> Bot[Position]:
    from apz.apocalypze.bots import RegularBot

    return RegularBot(seed)


def _veteran(seed: int) -> Bot[Position]:
    from apz.apocalypze.bots import VeteranBot

    return VeteranBot(seed)


def _forced(position: Position) -> Move | None:
    from apz.apocalypze.shortcuts import forced

    return forced(position)


def _declines(position: Position) -> Move | None:
    from apz.apocalypze.shortcuts import declines

    return declines(position)


def _own_file(item: Item) -> Any:
    from apz.apocalypze.own_files import own_file

    return own_file(item)


GAME: Game[Position] = Game(
    name="apocalypze",
    title="ApocalypZe",
    seats=2,
    kernel=_kernel,
    new_game=_new_game,
    legal_moves=_legal_moves,
    why_not=_why_not,
    problems=_problems,
    decides=_decides,
    moment=_moment,
    names=_names,
    seen_by=_seen_by,
    texts=TEXTS,
    words=_words,
    teaching=_teaching,
    parse=_parse,
    show=_show,
    show_step=_show_step,
    with_short_names=_with_short_names,
    sums=_sums,
    warning=_warning,
    course=_course,
    positions=_positions,
    practises=_practises,
    puzzles=_puzzles,
    review=_review,
    bots={"rookie": _rookie, "regular": _regular, "veteran": _veteran},
    adviser="regular",
    forced=_forced,
    declines=_declines,
    lab_functions="apz.apocalypze.lab.functions:LAB",
    terminal=TERMINAL,
    own_file=_own_file,
)
