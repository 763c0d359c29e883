"""The course: the lessons of the basic game in order, in each language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from typing import Any

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.cards import DECK_SIZE
from apz.apocalypze.kernel import KERNEL
from apz.apocalypze.language.commands import one_move
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import PHASES, Decision, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.positions import read_position
from apz.apocalypze.positions.named import POSITIONS
from apz.apocalypze.teaching.exercises import EXERCISES
from apz.apocalypze.teaching.exercises.by_rule import tried
from apz.apocalypze.teaching.first_times import first_times
from apz.apocalypze.teaching.questions import MAKERS
from apz.apocalypze.visibility import seen_by
from apz.core.learning.course import Course, Puzzle
from apz.core.learning.lessons import Subject
from apz.core.reading import Item, stop

DEFAULT = "en"
PATSY, OFFICER = "Patsy McNally", "Police Officer"
# every way to send the two: each to one of the two access points under attack, or nowhere
WAYS = [
    {point: [name for name, at in zip((PATSY, OFFICER), sent, strict=True) if at == point] for point in (1, 2)}
    for sent in product((1, 2, 0), repeat=2)
]
FIRST = ("table", "combat", "occupation", "consumption")  # the first chapter: all it takes for a first game


def folder() -> Traversable:
    """Return the folder of the lessons."""
    return files("apz.tutorials") / "apocalypze" / "lessons"


def position(item: Item) -> Position:
    """Return a position in a lesson, given by name or written out; raise BadInput if it has too many cards."""
    found = read_position(POSITIONS.given(item))
    if len(found.game.cards) > 2 * DECK_SIZE:
        stop(item.file, item.line, "too-many-cards", "two-decks", count=len(found.game.cards))
    return found


def facts(at: Position) -> Mapping[str, Any]:
    """Return the facts of a position that a goal can check."""
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
    """Return a game's progress as a tuple of the turn, the phase's index and the stage of combat."""
    combat, step = at.combat, 0
    if combat is not None and not any(each.kind is Decision.ATTACK for each in at.agenda):
        step = 1 + (1 + 2 * len(combat.resolved) + bool(combat.now or combat.breached) if combat.met else 0)
    return at.turn, (*PHASES, at.phase).index(at.phase), step


def sensible(at: Position) -> Move:
    """Return the sensible bot's move."""
    assert at.waiting is not None
    move: Move = SensibleBot().choose(seen_by(at, at.waiting.player)).move
    return move


SUBJECT: Subject[Position] = Subject(
    KERNEL, tuple(rules(DEFAULT)), position, one_move, facts, when, MAKERS, EXERCISES, tried, {"sensible": sensible}
)


@cache
def opening() -> Position:
    """Return the start of a first game, with a playable hand and without wildcards or trumps."""
    return read_position(POSITIONS.item("first-game"))


@cache
def puzzle() -> Puzzle:
    """Return the puzzle on the home page: hold the station with two survivors against two raiders."""
    question = MAKERS["block"](read_position(POSITIONS.item("hold-the-station")), ways=WAYS)

    def answer(at: Position) -> str:
        """Return the answer that matches the survivors' groups, or "" if none does."""
        groups = at.combat.defense if at.combat else ()
        sent = {point: [at.game.cards[card].name for card in ids] for point, ids in enumerate(groups, 1) if ids}
        for way, option in zip(WAYS, question.options, strict=True):
            if {point: sorted(names) for point, names in sent.items()} == {
                point: sorted(names) for point, names in way.items() if names
            }:
                return option.answer
        return ""

    return Puzzle(question, answer)


COURSE: Course[Position] = Course(folder, SUBJECT, FIRST, puzzle, opening, first_times)
places, order, lesson, minutes, course = (
    COURSE.places,
    COURSE.order,
    COURSE.lesson,
    COURSE.minutes,
    COURSE.lessons,
)
