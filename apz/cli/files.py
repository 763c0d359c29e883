"""`apz check`, `apz show` and `apz replay`: the content of files."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from apz import games
from apz.cli.options import BAD, FINE, NO
from apz.core.files import Own, faults_of, playable, read_any
from apz.core.game import Game
from apz.core.learning.lessons import Lesson
from apz.core.reading import BadInput, clean, match, quoted, stop
from apz.core.session import Session
from apz.core.writing import write_out


def check(arguments: Namespace) -> int:
    """`apz check`: print each file's faults, or a one-line summary if it has none; return the exit code."""
    game, code = arguments.game, FINE
    for file in arguments.files:
        try:
            content = read_any(game, file)
            if isinstance(content, game.kernel().position):
                playable(game, content, file)
        except BadInput as bad:
            print(bad.text(arguments.lang), file=sys.stderr)
            code = BAD
        else:
            print(f"{clean(file, 200)}: {summary(game, content, arguments.lang)}")
    return code


def summary(game: Game[Any], content: Any, language: str) -> str:
    """Return a short description of the content of a valid file."""
    say = game.catalog("views", language).text
    if isinstance(content, Own):
        return say("terminal", content.key, content.values)
    if isinstance(content, game.kernel().position):
        return say("terminal", "good-position")
    if isinstance(content, Session):
        return say("terminal", "good-session", {"count": len(content.nodes) - 1})
    if isinstance(content, Lesson):
        return say("terminal", "good-lesson", {"count": len(content.tasks)})
    return say("terminal", "good-progress", {"count": len(content.records)})


def moment(game: Game[Any], file: str) -> Any:
    """Return the position in a file, or a session's current position; raise BadInput if the file has neither."""
    content = read_any(game, file)
    if isinstance(content, Session):
        return content.position
    if isinstance(content, game.kernel().position):
        return content
    stop(file, 0, "other-kind-of-file", "give-position")


def show(arguments: Namespace) -> int:
    """`apz show`: print a position or write it to a file, and print every rule it breaks; return the exit code."""
    game = arguments.game
    position = moment(game, arguments.file)
    problems = faults_of(game, position, arguments.file)
    seen = game.seen_by(position, viewer(game, position, arguments.seen_by)) if arguments.seen_by else position
    if arguments.html:
        text = games.page(seen, arguments.lang)
    else:
        text = game.show(seen, arguments.lang, arguments.texts) + "\n"
    if arguments.out:
        write_out(arguments.out, text)
    else:
        sys.stdout.write(text)
    for problem in problems:
        print(problem.text(arguments.lang), file=sys.stderr)
    return NO if problems else FINE


def viewer(game: Game[Any], position: Any, text: str) -> int:
    """Return the seat, from 0, of a player given by name or by a number from 1; raise BadInput if there's none."""
    names = list(game.names(position))
    name = match(text, names)
    if name is None and text not in [str(number) for number in range(1, len(names) + 1)]:
        stop("--seen-by", 0, "unknown-player", "one-of", value=quoted(text), names=", ".join(names))
    return names.index(name) if name else int(text) - 1


def replay(arguments: Namespace) -> int:
    """`apz replay`: tell a session as a story, up to its current moment or step `--to`; return the exit code."""
    content = read_any(arguments.game, arguments.file)
    if not isinstance(content, Session):
        stop(arguments.file, 0, "not-a-session", "give-played")
    for line in story(arguments.game, content, arguments.lang, arguments.to):
        print(line)
    return FINE


def story(game: Game[Any], session: Session[Any], language: str = "en", most: int | None = None) -> Iterator[str]:
    """Yield the lines of a session's story up to its current moment, or only its first `most` steps."""
    steps = session.steps if most is None else session.steps[: max(0, most)]
    with_short_names = game.with_short_names
    yield from game.terminal.introduced(with_short_names(session.start), language)
    for step in steps:
        told = [line.strip() for line in game.show_step(step, language).splitlines()[1:]]
        for note, line in zip(step.notes, told, strict=True):
            yield from ("", line) if note.key == "turn.begins" else (f"  {line}",)
    end = with_short_names(steps[-1].after if steps else session.start)
    if game.decides(end) is not None:
        yield from ("", game.words(language).waiting(end))
