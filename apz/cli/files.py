"""`apz check`, `apz show` and `apz replay`: what files hold."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator

from apz.apocalypze.cards import Deck
from apz.apocalypze.files import Content, faults_of, playable, read_any
from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.show.html import page
from apz.apocalypze.show.picture import tamed, title
from apz.apocalypze.show.text import show as shown
from apz.apocalypze.show.text import told
from apz.cli.options import BAD, FINE, NO
from apz.core.learning.lessons import Lesson
from apz.core.learning.mastery import Mastery
from apz.core.reading import BadInput, clean, match, stop
from apz.core.session import Session
from apz.core.writing import write_out


def check(arguments: Namespace) -> int:
    """`apz check`: all faults of all files."""
    code = FINE
    for file in arguments.files:
        try:
            content = read_any(file)
            if isinstance(content, Position):
                playable(content, file)
        except BadInput as bad:
            print(bad, file=sys.stderr)
            code = BAD
        else:
            print(f"{clean(file, 200)}: {summary(content, arguments.lang)}")
    return code


def summary(content: Content, language: str) -> str:
    """What a good file holds, in a sentence."""
    say = view_words(language).text
    if isinstance(content, Position):
        return say("terminal", "good-position")
    if isinstance(content, Session):
        return say("terminal", "good-session", {"count": len(content.nodes) - 1})
    if isinstance(content, Lesson):
        return say("terminal", "good-lesson", {"count": len(content.tasks)})
    if isinstance(content, Mastery):
        return say("terminal", "good-progress", {"count": len(content.records)})
    if isinstance(content, Deck):
        return say("terminal", "good-deck", {"count": len(content.cards), "place": content.stronghold})
    changed = sum("owner" in card.sources.values() for card in content.values())
    return say("terminal", "good-overlay", {"count": changed})


def moment(file: str) -> Position:
    """The position in a file, or the one where its session stands."""
    content = read_any(file)
    if isinstance(content, Session):
        return content.position
    if isinstance(content, Position):
        return content
    stop(file, 0, "there is no position in this file", "give a position or a saved session")


def show(arguments: Namespace) -> int:
    """`apz show`: a position as text or as a page; one that breaks a rule is shown too, and says so."""
    position = moment(arguments.file)
    problems = faults_of(position, arguments.file, language=arguments.lang)
    seen = position.seen_by(viewer(position, arguments.seen_by)) if arguments.seen_by else position
    text = page(seen, arguments.lang) if arguments.html else shown(seen, arguments.lang, arguments.texts) + "\n"
    if arguments.out:
        write_out(arguments.out, text)
    else:
        sys.stdout.write(text)
    for problem in problems:
        print(problem, file=sys.stderr)
    return NO if problems else FINE


def viewer(position: Position, text: str) -> int:
    """Which player is meant: by name, or as 1 or 2."""
    names = position.game.names
    name = match(text, names)
    if name is None and text not in ("1", "2"):
        stop("--seen-by", 0, f'"{clean(text)}" does not play here', f"it is one of: {', '.join(names)}")
    return names.index(name) if name else int(text) - 1


def replay(arguments: Namespace) -> int:
    """`apz replay`: the story of a session, from its start to where it stands."""
    content = read_any(arguments.file)
    if not isinstance(content, Session):
        stop(arguments.file, 0, "this is not a session", "give a game that `apz play` saved")
    for line in story(content, arguments.lang, arguments.to):
        print(line)
    return FINE


def story(session: Session[Position], language: str = "en", most: int | None = None) -> Iterator[str]:
    """The steps to where a session stands, told turn by turn."""
    steps = session.steps if most is None else session.steps[: max(0, most)]
    start = tamed(session.start)
    names, places = start.game.names, [start.card(side.stronghold).name for side in start.sides]
    values = {"first": names[0], "second": names[1], "one": places[0], "two": places[1]}
    yield view_words(language).text("terminal", "players", values)
    yield from ("", title(start, language))
    for step in steps:
        for note, line in zip(step.notes, told(step, language), strict=True):
            yield from ("", line) if note.key == "turn.begins" else (f"  {line}",)
    end = tamed(steps[-1].after if steps else start)
    if end.waiting is not None:
        yield from ("", words(language).waiting(end))
