"""ApocalypZe's `VIEW`: its drawing and its gestures in panels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apz.apocalypze.model import Decision, Position
from apz.apocalypze.moves import Draw, Pass
from apz.apocalypze.positions import write_python
from apz.apocalypze.setup import opening
from apz.apocalypze.show.picture import title
from apz.apocalypze.show.text import numbered, short_names
from apz.core.trace import EVERYBODY, Note, Step
from apz.widgets.apocalypze import board, card_sheet, clicks, gestures, lanes, look_up, meal, phases, shortcuts, spoken
from apz.widgets.apocalypze.ending import ENDING
from apz.widgets.apocalypze.examples import EXAMPLES
from apz.widgets.apocalypze.prompt import PROMPT
from apz.widgets.apocalypze.set_up import SET_UP
from apz.widgets.base.tree import h
from apz.widgets.table import small_table
from apz.widgets.table.view import Telling, View


def begun(position: Position) -> Sequence[Note]:
    """Return the notes on the setup if the game has only just started, or else ()."""
    new = position.turn == 1 and position.waiting is not None and position.waiting.kind is Decision.DRAW
    return list(opening(position)) if new else ()


def private(step: Step) -> bool:
    """Return True if the reason for a step might reveal the hand of the player who made it."""
    if isinstance(step.move, Draw):
        return False
    return isinstance(step.move, Pass) or any(note.secret != EVERYBODY for note in step.notes)


def renamed(position: Position, names: tuple[str, ...]) -> Position:
    """Return a position with different player names."""
    first, second = names
    return position._replace(game=position.game._replace(names=(first, second)))


def editor() -> Any:
    """Return the class of the position editor's panel, loaded on first use."""
    from apz.widgets.apocalypze.editor.panel import PositionEditor

    return PositionEditor


VIEW = View(
    table=board.draw,
    close_up=lanes.close_up,
    routes=clicks.ROUTES,
    title=lambda scene: title(scene.visible, scene.language, *scene.you),
    moment=title,
    turn=lambda position: position.turn,
    phases=phases.draw,
    piece=card_sheet.draw,
    sheets={"consumption": meal.draw},
    pieces=lambda position: len(position.game.cards),
    in_sight=gestures.in_sight,
    numbered=numbered,
    touched=gestures.touched,
    spoken_of=spoken.spoken_of,
    shown_first=spoken.shown_first,
    answer_at=lanes.answer_at,
    asked_about=lanes.asked_about,
    coach=lambda: h("span", class_="art pic-patsy-mcnally"),
    options=gestures.options,
    after=gestures.after,
    shortcuts=shortcuts.offered,
    clicks=gestures.clicks,
    prompt=PROMPT,
    telling=Telling(
        opening=begun,
        with_short_names=lambda step: short_names(step, step.before.game.names),
        aside=("window.", "occupy.commits", "combat.wounds-first", "pile.shuffled", "feed."),
        parts=("consume.offered", "consume.taken-back"),
        details=("consume.deck", "consume.hand", "consume.survivor", "occupy.done", "combat.none", "turn.begins"),
        private=private,
    ),
    ending=ENDING,
    set_up=SET_UP,
    look_up=look_up.LOOK_UP,
    house_marks=True,
    examples=EXAMPLES,
    example=small_table.draw,
    renamed=renamed,
    editor=editor,
    forms=lambda position: {"python": write_python(position)},
)
