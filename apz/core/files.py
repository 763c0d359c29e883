"""The kinds of files, recognized by content: position, session, lesson or its translation, progress, the game's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from apz.core.game import Game
from apz.core.learning.lessons import Lesson, read_lesson
from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import read_progress
from apz.core.learning.proof import prove
from apz.core.reading import BadInput, Fault, Item, check_game, hint, quoted, read_file, refuse, refused, stop
from apz.core.session import Session

POSITION, SESSION, LESSON, LESSON_WORDS, PROGRESS = "position", "session", "lesson", "lesson-words", "progress"
KINDS = (POSITION, SESSION, LESSON, LESSON_WORDS, PROGRESS)
UNNAMED = "apocalypze"  # the game of a file that names none
P = TypeVar("P")


class Own(NamedTuple):
    """The content of a file that only its game can read, and the key and values of a text that sums it up."""

    content: Any
    key: str
    values: Mapping[str, Any]


def kind_of(item: Item) -> str:
    """Return the kind of a file, or "" if only its game can tell."""
    fields = item.value if isinstance(item.value, dict) else {}
    marker = fields["apz"].value if "apz" in fields else ""
    word = marker.partition(" ")[0] if isinstance(marker, str) else ""
    if word in KINDS:
        return word
    return SESSION if {"tree", "start"} <= fields.keys() else ""


def of_game(game: Game[P], item: Item) -> None:
    """Raise BadInput if a file belongs to another game, or names no game when it has to."""
    fields = item.value if isinstance(item.value, dict) else {}
    faults: list[Fault] = []
    if "game" not in fields and game.name != UNNAMED and kind_of(item) != LESSON_WORDS:
        stop(item.file, item.line, "no-game-named", "this-game", unnamed=UNNAMED, game=game.name)
    check_game(fields, game.name, faults)
    refuse(faults)


def read_any(game: Game[P], path: str | Path) -> P | Session[P] | Lesson[P] | Mastery | Own:
    """Return the content of a file; raise BadInput with its faults if it can't be used."""
    item = read_file(path)
    of_game(game, item)
    kind = kind_of(item)
    if kind in (LESSON, LESSON_WORDS):
        return read_proved(game, Path(path), item if kind == LESSON else None)
    if kind == PROGRESS:
        return read_progress(Path(path), game.rules("en"), game.name)
    if kind == SESSION:
        return read_session(game, item)
    if kind == POSITION:
        return game.kernel().read(item)
    own: P | Own = game.own_file(item)
    return own


def unknown(item: Item, key: str) -> Any:
    """Raise BadInput for a file of an unknown kind.

    A kind that the file names is quoted. If it names none, the text of `key` lists the kinds that the game knows.
    """
    fields = item.value if isinstance(item.value, dict) else {}
    if "apz" in fields and isinstance(marker := fields["apz"].value, str) and marker:
        near = hint(marker.partition(" ")[0], KINDS)
        stop(item.file, fields["apz"].line, "unknown-format", value=quoted(marker), **near)
    stop(item.file, item.line, key, "position-begins")


def read_proved(game: Game[P], path: Path, item: Item | None) -> Lesson[P]:
    """Read a lesson and prove that it works; without `item`, `path` is a translation of a lesson one folder up."""
    subject = game.course().subject
    words = None if item else read_file(path)
    lesson = read_lesson(path.stem, item or read_file(path.parent.parent / path.name), subject, words, path.parent.name)
    refuse(prove(lesson, subject))
    return lesson


def read_session(game: Game[P], item: Item) -> Session[P]:
    """Replay a session and return it; raise BadInput if its start breaks a rule or it can't be replayed."""
    start = item.value["start"] if isinstance(item.value, dict) and "start" in item.value else None
    if start and isinstance(start.value, str):
        try:
            begun = game.kernel().read(start.value)
        except BadInput:  # reported below, with its line in the whole file
            pass
        else:
            refuse(faults_of(game, begun, item.file, start.line))
    return Session.from_item(item, game.kernel())


def load_session(game: Game[P], path: str | Path) -> Session[P]:
    """Read a saved session and replay it; raise BadInput if it can't be read or replayed."""
    item = read_file(path)
    if (kind := kind_of(item)) != SESSION:
        if not kind:
            stop(item.file, 0, "not-a-saved-session", "give-saved-session")
        stop(item.file, 0, "kind-not-session", "give-saved-session", kind=kind)
    return read_session(game, item)


def faults_of(game: Game[P], position: P, file: str, line: int = 0) -> list[Fault]:
    """Return a fault in `file` for each rule that a position breaks."""
    return [refused(game.words, problem, file, line) for problem in game.problems(position)]


def playable(game: Game[P], position: P, file: str) -> P:
    """Return `position` unchanged; raise BadInput if it breaks a rule."""
    refuse(faults_of(game, position, file))
    return position
