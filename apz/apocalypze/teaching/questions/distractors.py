"""The rules for wrong answers to rule questions: which are plausible, never offered together, or also true."""

from __future__ import annotations

from apz.apocalypze.language.move_text import mover
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Attach, Draw, Eat, Event, Move, Occupy, Play, Use
from apz.apocalypze.rules.find import in_play
from apz.core.trace import Note

# Rules that can both be behind the same thing: they're never offered together.
CLOSE: tuple[frozenset[str], ...] = tuple(
    frozenset(names.split())
    for names in (
        "character.killed combat.killed pile.remove pile.owner twofold.attachments consume.attached consume.survivor",
        "character.wounded combat.wounded pile.recycle pile.owner attach.displace",
        "pile.remove pile.recycle pile.recover setup.discard pile.many",
        "stronghold.capacity stronghold.newest pile.remove",
        "twofold.persistent twofold.removed twofold.bitten pile.recycle character.killed combat.killed pile.remove",
        "twofold.turned twofold.controller twofold.bitten twofold.sides character.factions character.raider",
        "occupy.play-there character.survivor character.raider attach.location event.wildcard occupy.any-number",
        "occupy.choose occupy.first combat.where occupy.play-there occupy.text-there",
        "event.trump event.wildcard event.moments timing.engagement event.order event.priority timing.attacker-first",
        "occupy.any-number event.moments timing.engagement text.here event.resolve event.trump event.wildcard",
        "timing.direct event.resolve event.respond event.cancelled event.one-answer",
        "combat.breach combat.breach-once stronghold.damage combat.blocked combat.emptied combat.defend",
        "combat.attack-total combat.defense-total character.stats combat.casualties combat.wounds",
        "combat.groups combat.all-attack stronghold.access combat.where combat.defend",
        "consume.deck consume.hand consume.survivor consume.mix consume.wounded character.stats",
        "consume.no-change consume.no-waste consume.survivor",
        "consume.out end.last",
        "feed.survivors feed.modifiers feed.minimum stronghold.text",
        "setup.deck setup.table setup.players setup.first setup.mulligan draw.six",
        "draw.six draw.bonus draw.empty setup.table stronghold.text",
        "text.once event.one-copy stronghold.once-game stronghold.text",
        "text.here occupy.text-there stronghold.text event.resolve text.whose",
        "text.kept character.killed combat.killed combat.wounds combat.excess event.resolve",
        "attach.target attach.attributes attach.location attach.unfit attach.one-copy character.zombie-not-human",
        "pile.recover pile.recover-named pile.shuffle event.search",
        "character.zombie-not-human twofold.sides twofold.turned event.trump",
        "combat.killed combat.wounded combat.wounds combat.excess combat.simultaneous",
    )
)
# The rules that can refuse a move, apart from those of the tutor itself.
REFUSING = (
    "attach.attributes", "attach.location", "attach.one-copy", "attach.target", "character.factions",
    "character.raider", "character.survivor", "character.unique", "character.zombie-not-human", "combat.all-attack",
    "combat.defend", "combat.groups", "combat.order", "combat.wounds", "consume.deck", "consume.hand", "consume.mix",
    "consume.no-waste", "consume.survivor", "draw.six", "event.moments", "event.one-copy", "event.respond",
    "event.search", "event.trump", "event.wildcard", "occupy.any-number", "occupy.choose", "occupy.first",
    "occupy.text-there", "stronghold.access", "stronghold.once-game", "stronghold.text", "text.here", "text.once",
    "text.whose", "timing.engagement", "twofold.sides", "twofold.turned",
)  # fmt: skip
# Notes in passing: too little happens for a rule to be behind them.
PASSING = (
    "turn.begins", "window.let", "window.passed", "consume.offered", "consume.offered-deck",
    "consume.offered-hand", "consume.paid", "combat.spent-itself", "event.lasts", "search.took-nothing",
    "search.kept-drawn", "search.kept-unfit",
)  # fmt: skip
# Effects of a card or a stronghold: more than one rule is behind them.
BY_A_CARD = (
    ("character.wounded", "character.wounded"), ("character.kept", "event.resolve"),
    ("searchlight.drew", "event.resolve"), ("character.removed", "stronghold.capacity"),
)  # fmt: skip
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
# the rules that refuse moves of a kind, or seem to
NEAR: tuple[tuple[tuple[type, ...], tuple[str, ...]], ...] = (
    ((Play,), (*PLAYED, "event.one-copy")),
    ((Attach,), (*(rule for rule in REFUSING if rule.startswith("attach.")), *PLAYED, "event.one-copy")),
    ((Event, Use), ACTED),
    ((Eat,), tuple(rule for rule in REFUSING if rule.startswith("consume."))),
    ((Occupy, Draw), ("occupy.first", "occupy.choose", "occupy.any-number", "draw.six")),
)


def near(move: Move) -> tuple[str, ...]:
    """Return the rules that refuse moves of this kind, or might seem to."""
    return next((rules for sorts, rules in NEAR if isinstance(move, sorts)), FOUGHT)


def holding(position: Position, move: Move) -> set[str]:
    """Return rules that playing a character breaks or seems to break, which can't be offered as wrong answers."""
    if not isinstance(move, Play):
        return set()
    card = position.card(move.card)
    face = card.zombie if move.zombie and card.zombie else card.human or card.zombie
    broken = {"character.unique"} if card.unique and in_play(position, card.name) is not None else set()
    if any(face and who.face.faction != face.faction for who in position.sides[mover(position)].raiders):
        broken.add("character.factions")
    return broken | ({"character.survivor", "character.raider"} if move.zombie and not card.twofold else set())


def telling(note: Note) -> bool:
    """Return True if a note follows from one rule alone."""
    if note.key in PASSING or note.rule.startswith("event.search"):
        return note.key == "search.found-nothing"
    return (note.key, note.rule) not in BY_A_CARD and note.rule != "text.once"
