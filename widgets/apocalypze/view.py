"""VIEW: how ApocalypZe is drawn and touched in panels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apz.apocalypze.model import Decision, Position
from apz.apocalypze.positions import write_python
from apz.apocalypze.setup import opening
from apz.apocalypze.show.html import html
from apz.apocalypze.show.picture import title
from apz.apocalypze.show.text import numbered, short_names
from apz.core.trace import Note
from apz.widgets.apocalypze import board, card_sheet, clicks, gestures, look_up, meal, phases, shortcuts
from apz.widgets.apocalypze.ending import ENDING
from apz.widgets.apocalypze.prompt import PROMPT
from apz.widgets.apocalypze.set_up import SET_UP
from apz.widgets.table import small_table
from apz.widgets.table.view import Telling, View

# the position that shows a rule best: by the rule's id, or by the part before its dot
EXAMPLES = {
    "combat": "police-station",
    "combat.where": "police-station-groups",
    "combat.groups": "police-station-groups",
    "combat.all-attack": "police-station-groups",
    "combat.defend": "police-station-groups",
    "combat.wounds": "wounded",
    "combat.wounded": "wounded",
    "combat.killed": "hansons",
    "combat.excess": "hansons",
    "character.wounded": "wounded",
    "character.killed": "hansons",
    "character.factions": "faction-clash",
    "character.raider": "faction-clash",
    "character.survivor": "first-turn",
    "character.unique": "full-house",
    "character.stats": "police-station",
    "character.zombie-not-human": "much-attached",
    "stronghold.capacity": "full-house",
    "stronghold.newest": "full-house",
    "stronghold.access": "police-station-groups",
    "stronghold.damage": "police-station",
    "stronghold.text": "church-table",
    "attach": "much-attached",
    "twofold": "much-attached",
    "draw": "much-attached",
    "occupy": "second-turn",
    "occupy.first": "first-turn",
    "occupy.any-number": "first-turn",
    "event": "molotov-answered",
    "timing": "molotov-answered",
    "timing.engagement": "pop-after-molotov",
    "event.one-copy": "pop-after-molotov",
    "consume": "starving",
    "consume.deck": "church-table",
    "feed": "church-table",
    "setup": "first-turn",
    "play": "first-turn",
}


def begun(position: Position) -> Sequence[Note]:
    """Return how a game began, if it's only just begun."""
    new = position.turn == 1 and position.waiting is not None and position.waiting.kind is Decision.DRAW
    return list(opening(position)) if new else ()


def renamed(position: Position, names: tuple[str, ...]) -> Position:
    """Return a position between players of other names."""
    first, second = names
    return position._replace(game=position.game._replace(names=(first, second)))


def editor() -> Any:
    """Return the panel in which positions are edited; it's loaded when somebody first wants it."""
    from apz.widgets.apocalypze.editor.panel import PositionEditor

    return PositionEditor


VIEW = View(
    table=board.draw,
    routes=clicks.ROUTES,
    title=lambda scene: title(scene.visible, scene.language),
    moment=title,
    turn=lambda position: position.turn,
    phases=phases.draw,
    piece=card_sheet.draw,
    sheets={"consumption": meal.draw},
    pieces=lambda position: len(position.game.cards),
    in_sight=gestures.in_sight,
    numbered=numbered,
    options=gestures.options,
    after=gestures.after,
    shortcuts=shortcuts.offered,
    clicks=gestures.clicks,
    prompt=PROMPT,
    telling=Telling(
        opening=begun,
        tamed=lambda step: short_names(step, step.before.game.names),
        aside=("window.", "occupy.commits", "combat.wounds-first", "pile.shuffled"),
        parts=("consume.offered", "consume.taken-back"),
    ),
    ending=ENDING,
    set_up=SET_UP,
    look_up=look_up.LOOK_UP,
    examples=EXAMPLES,
    example=small_table.draw,
    renamed=renamed,
    editor=editor,
    forms=lambda position: {"python": write_python(position)},
    picture=html,
)
