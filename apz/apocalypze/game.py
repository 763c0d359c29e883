"""GAME: ApocalypZe as the shared code sees it; each part is imported when it's first asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from apz.core.game import Game

if TYPE_CHECKING:
    from apz.apocalypze.model import Position
    from apz.apocalypze.moves import Move
    from apz.apocalypze.teaching.words import Teaching
    from apz.core.bots import Bot
    from apz.core.language.messages import Catalog
    from apz.core.language.rulebook import Rulebook
    from apz.core.learning.course import Course
    from apz.core.named_positions import NamedPositions
    from apz.core.session import Kernel
    from apz.core.trace import Refusal


def _kernel() -> Kernel[Position]:
    from apz.apocalypze.kernel import KERNEL

    return KERNEL


def _new_game(*decks: Any, **options: Any) -> Position:
    from apz.apocalypze.setup import new_game

    return new_game(*decks, **options)


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


def _names(position: Position) -> Sequence[str]:
    return position.game.names


def _seen_by(position: Position, seat: int) -> Position:
    from apz.apocalypze.visibility import seen_by

    return seen_by(position, seat)


def _rules(language: str = "en") -> Rulebook:
    from apz.apocalypze.language.rulebook import rules

    return rules(language)


def _words(language: str = "en") -> Any:
    from apz.apocalypze.language.words import words

    return words(language)


def _teaching(language: str = "en") -> Teaching:
    from apz.apocalypze.teaching.words import teaching

    return teaching(language)


def _catalog(name: str, language: str = "en") -> Catalog:
    from apz.apocalypze.language.catalogs import catalog

    return catalog(name, language)


def _parse(position: Position, text: str, language: str = "en") -> Any:
    from apz.apocalypze.language.commands import parse

    return parse(position, text, language)


def _show(position: Position, language: str = "en") -> str:
    from apz.apocalypze.show.text import show

    return show(position, language)


def _course() -> Course[Position]:
    from apz.apocalypze.teaching.course import COURSE

    return COURSE


def _positions() -> NamedPositions:
    from apz.apocalypze.positions.named import POSITIONS

    return POSITIONS


def _practises() -> Mapping[str, Sequence[str]]:
    from apz.apocalypze.teaching.exercises import PRACTISES

    return PRACTISES


def _random(seed: int) -> Bot[Position]:
    from apz.apocalypze.bots import RandomBot

    return RandomBot(seed)


def _sensible(seed: int) -> Bot[Position]:
    from apz.apocalypze.bots import SensibleBot

    return SensibleBot()


GAME: Game[Position] = Game(
    name="apocalypze",
    title="ApocalypZe",
    seats=2,
    languages=("en", "de"),
    kernel=_kernel,
    new_game=_new_game,
    legal_moves=_legal_moves,
    why_not=_why_not,
    problems=_problems,
    decides=_decides,
    names=_names,
    seen_by=_seen_by,
    rules=_rules,
    words=_words,
    teaching=_teaching,
    catalog=_catalog,
    parse=_parse,
    show=_show,
    course=_course,
    positions=_positions,
    practises=_practises,
    bots={"sensible": _sensible, "random": _random},
    view="apz.widgets.apocalypze",
)
