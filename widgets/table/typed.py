"""Typed commands and questions: another way to move, to get advice, and to look up rules and pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apz.core.language.commands import Misread
from apz.core.reading import clean
from apz.widgets.base.gesture import Gesture
from apz.widgets.table import history_nav
from apz.widgets.table.advice import recommend
from apz.widgets.table.rule_index import telling
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import TableState

LONGEST = 300
MOST_COMPLETIONS, MOST_MEANT = 24, 12


def command(scene: Scene, gesture: Gesture) -> Scene:
    """Handle typed text: a move, a question, undo or redo, a hint, a rule, a piece, or a command in `TOLD`."""
    if late := scene.current(gesture):
        return late
    text = " ".join(gesture.text("text", LONGEST).split())
    before, scene = scene.state, scene.cleared()
    texts = scene.game.texts
    whole = texts.saying(text, scene.language)
    first, _, rest = ("", "", "") if whole else texts.polite(text, scene.language).partition(" ")
    verb = whole or texts.verbs(scene.language).get(first.casefold().rstrip("!."), "")
    if verb in history_nav.WAYS and not rest:
        moved = history_nav.go(scene, verb)
        return moved if moved.at != scene.at else moved.but(answer=scene.ui(f"answers.no-{verb}"))
    if rest and (verb == "why" or whether(scene, first)):
        return why_not(scene, wanted(scene, rest), text)
    if verb == "rule":
        return scene.but(tab="rules", query=rest)
    if verb in ("cards", "table") and rest and (name := piece_named(scene, rest)):
        return look_up(scene, name)
    if verb == "hint":
        return recommend(scene)
    if verb in TOLD:
        return scene.but(answer=TOLD[verb](scene))
    if text.endswith("?"):
        return why_not(scene, text, text)
    return play(scene, text, gesture.when, before)


def play(scene: Scene, text: str, when: float, before: TableState) -> Scene:
    """Play the typed move, ask which move is meant, say what's unclear, or warn once before playing it."""
    if not scene.yours:
        return scene.but(answer=scene.ui("answers.not-yours"))
    number = text.rstrip("!. ")  # the answer to "which one?" is a number
    by_number = number.isdecimal() and 0 < int(number) <= len(before.which)
    meant = before.which[int(number) - 1] if by_number else parsed(scene, text)
    if isinstance(meant, str):
        return misread(scene, meant, text)
    if isinstance(meant, list):
        return scene.but(answer=scene.ui("answers.which"), which=tuple(meant[:MOST_MEANT]))
    piece = getattr(meant, "card", None)
    if (piece is None or piece != before.chosen) and (note := scene.game.warning(scene.position, meant)):
        return scene.but(chosen=piece, answer=scene.ui("answers.warned", why=scene.words.note(note)))
    return scene.played(meant, when)


def parsed(scene: Scene, text: str) -> Any:
    """Return the typed move, a list of possible moves, or a message about what's unclear."""
    position = scene.position if scene.state.open_hands else scene.game.seen_by(scene.position, scene.viewer)
    meant = scene.game.parse(position, text, scene.language)
    return clean(meant.message, 600) if isinstance(meant, Misread) else meant


def misread(scene: Scene, message: str, asked: str) -> Scene:
    """Show the rules or the piece that a text asks about, and say what's unclear unless that answers a question."""
    found, name = about(scene, asked), piece_named(scene, telling(scene, asked))
    rules = scene.ui("answers.rules", words=found) if found else ""
    if found:
        scene = scene.but(tab="rules", query=found, answer=rules)
    elif name and asks(scene, asked):
        scene = look_up(scene, name)
    if asks(scene, asked) and (found or name):
        return scene
    return scene.but(answer="\n".join(filter(None, (rules, message))))


def asks(scene: Scene, text: str) -> bool:
    """Return True if typed text ends with a question mark or starts with a filler word such as "how"."""
    return text.endswith("?") or not telling(scene, text.partition(" ")[0])


def whether(scene: Scene, word: str) -> bool:
    """Return True for a word such as "can" or "may" that asks whether a move is possible."""
    return scene.game.texts.asides(scene.language, "whether").fullmatch(word) is not None


def wanted(scene: Scene, text: str) -> str:
    """Return the part of a "why can't I" question that describes the move."""
    known = scene.game.texts.verbs(scene.language)
    words = [word for word in text.rstrip("? ").split() if known.get(word.casefold()) != "not"]
    while len(words) > 1 and (whether(scene, words[0]) or not telling(scene, words[0])):
        del words[0]
    return " ".join(words)


def about(scene: Scene, text: str) -> str:
    """Return a question's words if they match rules together, or else its longest word that does, or else ""."""
    whole = telling(scene, text)
    tries = [words for words in (whole, *sorted(whole.split(), key=len, reverse=True)) if len(words) > 2]
    return next((words for words in tries if scene.words.rules.search(words)), "")


def why_not(scene: Scene, text: str, asked: str) -> Scene:
    """Say whether a move is legal and, if it isn't, why not, without playing it."""
    meant = parsed(scene, text)
    if isinstance(meant, str):
        return misread(scene, meant, asked)
    if isinstance(meant, list):
        return scene.but(answer=scene.ui("answers.legal-several"), which=tuple(meant[:MOST_MEANT]))
    refusal = scene.game.why_not(scene.position, meant)
    return scene.but(answer=refusal or scene.ui("answers.legal", move=scene.words.move(scene.position, meant)))


def piece_named(scene: Scene, name: str) -> str | None:
    """Return the full name of the piece that `name` stands for, or None if there's none."""
    known = scene.view.look_up
    return known.named(name) if known else None


def look_up(scene: Scene, name: str) -> Scene:
    """Show the piece with this name, if the game has pieces to look up."""
    known = scene.view.look_up
    return known.shown(scene, name) if known else scene


def moves_told(scene: Scene) -> str:
    """Return the first legal moves in one line, and how many more there are."""
    position, more = scene.visible, len(scene.moves) - MOST_COMPLETIONS
    told = [scene.words.move(position, move) for move in scene.moves[:MOST_COMPLETIONS]]
    return "; ".join([*told, *([scene.ui("answers.more", count=more)] if more > 0 else [])])


TOLD: Mapping[str, Callable[[Scene], str]] = {
    "moves": moves_told,
    "turn": lambda scene: scene.words.waiting(scene.visible),
    "help": lambda scene: scene.ui("answers.help"),
    "table": lambda scene: scene.game.show(scene.visible, scene.language, False),
    "sum": lambda scene: "\n".join(scene.game.sums(scene.visible, scene.language)) or scene.ui("answers.no-sum"),
}


def completions(scene: Scene) -> list[str]:
    """Return the completions for the current moment, without duplicates."""
    position, say = scene.position, scene.words
    found = dict.fromkeys(say.move(position, move) for move in scene.moves[: 2 * MOST_COMPLETIONS])
    return list(found)[:MOST_COMPLETIONS]
