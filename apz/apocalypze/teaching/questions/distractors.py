"""Rules that somebody could hold against a move: the near ones among the wrong answers, and those that hold as well."""

from __future__ import annotations

from apz.apocalypze.language.move_text import mover
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Attach, Draw, Eat, Event, Move, Occupy, Play, Use
from apz.apocalypze.rules.find import in_play
from apz.apocalypze.teaching.questions.choices import REFUSING

PLAYED = (
    "character.factions", "character.raider", "character.survivor", "character.unique", "character.zombie-not-human",
    "twofold.sides",
)  # fmt: skip
ACTED = (
    "event.moments", "event.one-copy", "event.respond", "event.search", "event.trump", "event.wildcard",
    "occupy.text-there", "stronghold.once-game", "text.here", "text.once", "text.whose", "timing.engagement",
    "twofold.turned",
)  # fmt: skip
FOUGHT = (*(rule for rule in REFUSING if rule.startswith("combat.")), "stronghold.access", "character.factions")
# which rules could refuse a move of a sort, or could be thought to
NEAR: tuple[tuple[tuple[type, ...], tuple[str, ...]], ...] = (
    ((Play,), (*PLAYED, "event.one-copy")),
    ((Attach,), (*(rule for rule in REFUSING if rule.startswith("attach.")), *PLAYED, "event.one-copy")),
    ((Event, Use), ACTED),
    ((Eat,), tuple(rule for rule in REFUSING if rule.startswith("consume."))),
    ((Occupy, Draw), ("occupy.first", "occupy.choose", "occupy.any-number", "draw.six")),
)


def near(move: Move) -> tuple[str, ...]:
    """The rules that could refuse a move of this sort, or could be thought to."""
    return next((rules for sorts, rules in NEAR if isinstance(move, sorts)), FOUGHT)


def holding(position: Position, move: Move) -> set[str]:
    """The rules that a character breaks besides the one that is named; none of them would be a wrong answer."""
    if not isinstance(move, Play):
        return set()
    card = position.card(move.card)
    face = card.zombie if move.zombie and card.zombie else card.human or card.zombie
    broken = {"character.unique"} if card.unique and in_play(position, card.name) is not None else set()
    if any(face and who.face.faction != face.faction for who in position.sides[mover(position)].raiders):
        broken.add("character.factions")
    return broken | ({"character.survivor", "character.raider"} if move.zombie and not card.twofold else set())
