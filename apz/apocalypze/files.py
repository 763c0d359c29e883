"""What a file holds, told by its content: a position, session, lesson, deck, progress or card corrections."""

from __future__ import annotations

from pathlib import Path

from apz.apocalypze.cards import Deck, Library, library, overlay, read_deck
from apz.apocalypze.kernel import KERNEL
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.positions import read_position
from apz.core.learning.lessons import Lesson, read_lesson
from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import read_progress
from apz.core.learning.proof import prove
from apz.core.reading import BadInput, Fault, Item, quoted, read_file, refuse, stop
from apz.core.session import Session

POSITION, SESSION, DECK_LIST, OVERLAY = "position", "session", "deck", "overlay"
LESSON, LESSON_WORDS, PROGRESS = "lesson", "lesson-words", "progress"
Content = Position | Session[Position] | Deck | Library | Lesson[Position] | Mastery


def kind_of(item: Item, cards: Library | None = None) -> str:
    """Which kind of file this is."""
    fields = item.value if isinstance(item.value, dict) else {}
    marker = fields["apz"].value if "apz" in fields else ""
    word = marker.partition(" ")[0] if isinstance(marker, str) else ""
    if word in (LESSON, LESSON_WORDS, PROGRESS):
        return word
    if word == SESSION or {"tree", "start"} <= fields.keys():
        return SESSION
    if word == POSITION or "players" in fields:
        return POSITION
    if "cards" in fields or "deck" in fields:
        return DECK_LIST
    if word:
        stop(
            item.file,
            fields["apz"].line,
            f"{quoted(marker)} is nothing that this apz reads",
            "is it of another version?",
        )
    box = library() if cards is None else cards
    if any(isinstance(each.value, dict) or box.named(name) for name, each in fields.items()):
        return OVERLAY
    said = "this is no position, session, lesson, deck or correction of cards"
    stop(item.file, item.line, said, 'a position begins with "apz: position 1", a deck has "cards:"')


def read_any(path: str | Path, cards: Library | None = None) -> Content:
    """What a file holds; BadInput with every fault if it cannot be used."""
    item = read_file(path)
    kind = kind_of(item, cards)
    if kind == DECK_LIST:
        return read_deck(item, cards or library())
    if kind == OVERLAY:
        return overlay(item, cards or library())
    if kind in (LESSON, LESSON_WORDS):
        return read_proved(Path(path), item if kind == LESSON else None)
    if kind == PROGRESS:
        return read_progress(Path(path), rules(), KERNEL.name)
    return read_session(item) if kind == SESSION else read_position(item, cards)


def read_proved(path: Path, item: Item | None) -> Lesson[Position]:
    """A lesson that can be taken; of a translation, which lies in a folder beneath, together with its lesson."""
    from apz.apocalypze.teaching.course import SUBJECT  # loads every question there is

    words = None if item else read_file(path)
    lesson = read_lesson(path.stem, item or read_file(path.parent.parent / path.name), SUBJECT, words, path.parent.name)
    refuse(prove(lesson, SUBJECT))
    return lesson


def read_session(item: Item) -> Session[Position]:
    """A session whose beginning breaks no rule."""
    start = item.value["start"] if isinstance(item.value, dict) and "start" in item.value else None
    if start and isinstance(start.value, str):
        try:
            begun = read_position(start.value)
        except BadInput:  # said below, with its line in the whole file
            pass
        else:
            refuse(faults_of(begun, item.file, start.line))
    return Session.from_item(item, KERNEL)


def load_session(path: str | Path) -> Session[Position]:
    """Return the session that was saved to a file, played again; BadInput with every fault if it can't be.

    >>> import apz, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "game.yaml"
    >>> apz.new_session(apz.named_position("first-turn")).save(file)
    >>> load_session(file).at
    0
    """
    if not isinstance(path, str | Path):
        raise TypeError(f"{path!r}: give the path of a file that session.save(...) has written")
    item = read_file(path)
    if (kind := kind_of(item)) != SESSION:
        stop(item.file, 0, f"this is no saved session but a {kind}", "give what session.save(...) has written")
    return read_session(item)


def faults_of(position: Position, file: str, line: int = 0, language: str = "en") -> list[Fault]:
    """The rules that a position breaks, as faults of its file."""
    say = words(language)
    return [Fault(file, line, "", say.refusal(problem), "", problem.rule) for problem in position.problems()]


def playable(position: Position, file: str) -> Position:
    """The same position; BadInput if it breaks a rule."""
    refuse(faults_of(position, file))
    return position
