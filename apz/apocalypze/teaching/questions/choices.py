"""What word questions share: the move that is asked about, and wrong answers that are plausible but surely wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar
from zlib import crc32

from apz.apocalypze.language.commands import one_move
from apz.apocalypze.language.move_text import mover
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import DECK, Position
from apz.apocalypze.moves import Attach, Event, Move, Take, Use
from apz.apocalypze.rules.move_target import target_of
from apz.core.learning.questions import Option, Reason, Said
from apz.core.luck import Chance, roll

Thing = TypeVar("Thing")

EASY, HARD = 1, 3
OPTIONS = {EASY: 3, 2: 4, HARD: 4}  # how many rules are offered at which level

# Rules of which two can be behind one and the same thing: they are never offered beside each other.
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
        "setup.deck setup.table setup.players setup.first draw.six",
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
# What can refuse a move, apart from how this program plays.
REFUSING = (
    "attach.attributes", "attach.location", "attach.one-copy", "attach.target", "character.factions",
    "character.raider", "character.survivor", "character.unique", "character.zombie-not-human", "combat.all-attack",
    "combat.defend", "combat.groups", "combat.order", "combat.wounds", "consume.deck", "consume.hand", "consume.mix",
    "consume.no-waste", "consume.survivor", "draw.six", "event.moments", "event.one-copy", "event.respond",
    "event.search", "event.trump", "event.wildcard", "occupy.any-number", "occupy.choose", "occupy.first",
    "occupy.text-there", "stronghold.access", "stronghold.once-game", "stronghold.text", "text.here", "text.once",
    "text.whose", "timing.engagement", "twofold.sides", "twofold.turned",
)  # fmt: skip


def move_of(position: Position, move: Move | str) -> Move:
    """The move that is asked about, which a lesson says as a command."""
    return one_move(position, move) if isinstance(move, str) else move


def name_of_mover(position: Position) -> str:
    """Who decides now, by name."""
    return position.game.names[mover(position)]


def cards_of(position: Position, move: Move) -> tuple[int, ...]:
    """The cards that a move names."""
    lane = isinstance(move, Use | Event) and getattr(target_of(position, move), "key", "") == "open-point"
    named = [getattr(move, "card", DECK)]
    named += [] if lane else [*getattr(move, "targets", ())]
    named += [move.to] if isinstance(move, Attach | Take) else []
    return tuple(card for card in dict.fromkeys(named) if 0 <= card < len(position.game.cards))


def look_at(position: Position, *groups: Iterable[int]) -> tuple[int, ...]:
    """The cards to look at: the first of these groups that has any, else the mover's stronghold."""
    for group in groups:
        cards = tuple(dict.fromkeys(card for card in group if card >= 0))
        if cards:
            return cards[:4]
    return (position.sides[mover(position)].stronghold,)


def lucky(*things: object) -> int:
    """A luck that depends on these things alone, so that a question always comes out the same."""
    return roll(crc32(repr(things).encode()))[0]


def mixed(things: Sequence[Thing], luck: int) -> list[Thing]:
    """The things in a random order."""
    return Chance(luck).mixed(things)


def chapter(rule: str) -> str:
    """The chapter of the index in which a rule stands."""
    return rule.partition(".")[0]


def surely_wrong(rule: str, pool: Iterable[str]) -> list[str]:
    """The rules of a pool that could not be meant where this one is."""
    near = {rule, *(other.id for other in rules().related(rule))}.union(*(each for each in CLOSE if rule in each))
    return [other for other in pool if other not in near and chapter(other) != "play"]


def rule_options(
    rule: str, level: int, luck: int, pool: Iterable[str] = (), near: Collection[str] = ()
) -> tuple[Option, ...]:
    """The right rule among others, rather near ones; at a higher level more of them are out of its own chapter."""
    wrong = mixed(surely_wrong(rule, pool or rules()), luck)
    wrong.sort(key=lambda other: (chapter(other) != chapter(rule)) == (level > EASY))
    if near:
        wrong.sort(key=lambda other: other not in near)
    chosen = wrong[: OPTIONS.get(level, OPTIONS[HARD]) - 1]
    return tuple(Option(each, each) for each in mixed([rule, *chosen], luck + 1))


def rule_outcomes(options: Iterable[Option], right: str) -> dict[str, tuple[Reason, ...]]:
    """What each of the wrong rules is about."""
    return {
        option.answer: (Said("other-rule", {"rule": option.answer}),) for option in options if option.answer != right
    }
