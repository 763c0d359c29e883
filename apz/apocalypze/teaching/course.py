"""The course: the lessons of the basic game, in their order, in each language they are told in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.cards import DECK_SIZE
from apz.apocalypze.kernel import KERNEL
from apz.apocalypze.language.commands import one_move
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import PHASES, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.positions import named_position, named_positions, read_position
from apz.apocalypze.teaching.exercises import EXERCISES
from apz.apocalypze.teaching.exercises.by_rule import tried
from apz.apocalypze.teaching.questions import MAKERS
from apz.apocalypze.visibility import seen_by
from apz.core.learning.lessons import Lesson, Subject, read_lesson
from apz.core.reading import Item, read_text, stop

DEFAULT = "en"
FIRST = ("table", "combat")  # what one needs for a first game; neither speaks of what stands between them


def folder() -> Traversable:
    """Where the lessons are."""
    return files("apz.tutorials") / "lessons"


def read(file: Traversable) -> Item:
    """A file of the course."""
    return read_text(file.read_text(encoding="utf-8"), file.name)


def position(item: Item) -> Position:
    """A position in a lesson: by its name, or written out."""
    if not isinstance(item.value, str):
        found = read_position(item)
        if len(found.game.cards) > 2 * DECK_SIZE:
            stop(item.file, item.line, f"{len(found.game.cards)} cards are too many", "two decks have 60 cards")
        return found
    if item.value not in named_positions():
        stop(item.file, item.line, f'"{item.value}" is no named position', f"there are: {', '.join(named_positions())}")
    return named_position(item.value)


def facts(at: Position) -> Mapping[str, Any]:
    """What a goal can ask of a position."""
    waiting = at.waiting
    return {
        "phase": at.phase,
        "turn": at.turn,
        "whose": at.game.names[at.player],
        "waiting": waiting.kind if waiting else "",
        "decides": at.game.names[waiting.player] if waiting else "",
        "over": waiting is None,
        "winner": "" if at.winner is None else at.game.names[at.winner],
    }


def when(at: Position) -> tuple[int, ...]:
    """How far a game is: its turn, its phase, and in combat how far that is."""
    combat, step = at.combat, 0
    if combat is not None and not any(each.kind == "attack" for each in at.agenda):
        step = 1 + (1 + 2 * len(combat.resolved) + bool(combat.now) if combat.met else 0)
    return at.turn, (*PHASES, at.phase).index(at.phase), step


def sensible(at: Position) -> Move:
    """What a sensible player would do."""
    assert at.waiting is not None
    return SensibleBot().choose(seen_by(at, at.waiting.player)).move


SUBJECT: Subject[Position] = Subject(
    KERNEL, tuple(rules(DEFAULT)), position, one_move, facts, when, MAKERS, EXERCISES, tried, {"sensible": sensible}
)


@cache
def places() -> dict[str, str]:
    """The id of each lesson and the name of its file, in their order: 06-combat.yaml has the lesson combat."""
    names = sorted(each.name for each in folder().iterdir() if each.name.endswith(".yaml"))
    return {name.removesuffix(".yaml").partition("-")[2]: name for name in names}


def order() -> list[str]:
    """The ids of the lessons, in their order."""
    return list(places())


@cache
def lesson(name: str, language: str = DEFAULT) -> Lesson[Position]:
    """A lesson by its id; in English where it is not told in the language."""
    if name not in places():
        raise KeyError(f"There is no lesson {name!r}; there are: {', '.join(places())}")
    item = read(folder() / places()[name])
    words = folder() / language / places()[name]
    if language == DEFAULT or not words.is_file():
        return read_lesson(name, item, SUBJECT)
    return read_lesson(name, item, SUBJECT, read(words), language)


def minutes() -> int:
    """How long all lessons take together."""
    return sum(each.minutes for each in course())


def course(language: str = DEFAULT) -> list[Lesson[Position]]:
    """All lessons."""
    return [lesson(name, language) for name in order()]
