"""Exercises on engagements: attack and defense totals, casualties, and the cost of unblocked groups."""

from __future__ import annotations

from collections.abc import Iterator

from apz.apocalypze.model import Position
from apz.apocalypze.moves import Done
from apz.apocalypze.play import step
from apz.apocalypze.rules.combat import totals, wounds_of
from apz.apocalypze.teaching.exercises.random_games import steps
from apz.apocalypze.teaching.questions import totals as asking
from apz.core.learning.questions import Generator, Question
from apz.core.luck import Chance
from apz.core.trace import Step, Sum

NOTHING = 20  # in percent, how often the answer is 0; half as often for a breach
PLAIN = ("combat.attack-total", "combat.defense-total")


def formed(luck: int) -> Iterator[tuple[Position, int]]:
    """Yield positions with all groups formed, each with an access point whose engagement isn't resolved yet."""
    for done in steps(luck):
        if isinstance(done.move, Done) and done.before.combat and waits_for(done.before, "defend"):
            position = stopped(done)
            for point in position.combat.met if position.combat else ():
                yield position, point
        elif done.after.combat and done.after.combat.boosts and waits_for(done.after, "window"):
            yield done.after, done.after.combat.now


def waits_for(position: Position, kind: str) -> bool:
    """Return True if the position waits for this kind of decision."""
    return position.waiting is not None and position.waiting.kind == kind


def stopped(done: Step) -> Position:
    """Return the position once the defender is done, before any automatic step; if nobody blocks, `done.before`."""
    before: Position = done.before
    paused: Position = step(before._replace(game=before.game._replace(strict=True)), Done()).after
    return paused._replace(game=before.game) if waits_for(paused, "order") else before


def level_of(*sums: Sum) -> int:
    """Return the difficulty of these sums, by their length and by terms not printed on a character."""
    terms = [term for total in sums for term in total.terms]
    special = sum(term.rule not in PLAIN for term in terms)
    if special:
        return 3 if special > 1 or len(terms) > 2 * len(sums) else 2
    return 1 if len(terms) <= 2 * len(sums) else 2


def side_total(stat: str, luck: int, level: int) -> Question | None:
    """Ask for a side's attack or defense total; return None if this seed has no such question."""
    chance = Chance(~luck)
    for position, point in formed(luck):
        sums = totals(position, point)
        attacking = chance.often(50)
        keys = {("attack", True): "attack", ("defense", True): "defense", ("attack", False): "counter"}
        total = sums[keys.get((stat, attacking), "guard")]
        player = position.player if attacking else 1 - position.player
        if level_of(total) == level and len(total.terms) > 1:
            maker = asking.attack_total if stat == "attack" else asking.defense_total
            question = maker(position, point, position.game.names[player])
            if question.mistakes:
                return question
    return None


def attack_total(luck: int, level: int) -> Question | None:
    """Ask for a side's attack total; return None if this seed has no such question."""
    return side_total("attack", luck, level)


def defense_total(luck: int, level: int) -> Question | None:
    """Ask for a side's defense total; return None if this seed has no such question."""
    return side_total("defense", luck, level)


def casualties(luck: int, level: int) -> Question | None:
    """Ask for a side's wounds; return None if this seed has no such question."""
    chance = Chance(~luck)
    empty = chance.often(NOTHING)
    for position, point in formed(luck):
        sums = totals(position, point)
        defending = chance.often(60)
        attack, defense = (sums["attack"], sums["guard"]) if defending else (sums["counter"], sums["defense"])
        if level_of(attack, defense) == level and (wounds_of(attack, defense) == 0) == empty:
            player = 1 - position.player if defending else position.player
            return asking.casualties(position, point, position.game.names[player])
    return None


def breach(luck: int, level: int) -> Question | None:
    """Ask what unblocked groups cost; return None if this seed has no such question."""
    empty = Chance(~luck).often(NOTHING // 2)
    for done in steps(luck):
        combat = done.before.combat
        if not isinstance(done.move, Done) or combat is None or not waits_for(done.before, "defend"):
            continue
        inside = [ids for ids, meeting in zip(combat.attack, combat.defense, strict=True) if ids and not meeting]
        if bool(inside) != empty and (empty or open_level(done.before, inside) == level):
            question = asking.breach(stopped(done))
            if question.mistakes:
                return question
    return None


def open_level(position: Position, inside: list[tuple[int, ...]]) -> int:
    """Return a breach's difficulty: 1 for single raiders, 2 if a group has several, 3 with a Gang Bully.

    If somebody is blocking elsewhere, the difficulty is 2 for any two raiders, and 3 for more.
    """
    assert position.combat
    raiders = [position.game.cards[card].name for ids in inside for card in ids]
    met = any(position.combat.defense)
    if "Gang Bully" in raiders or (met and len(raiders) > 2):
        return 3
    return 2 if len(raiders) > 1 and (met or len(inside) < len(raiders)) else 1


EXERCISES: dict[str, Generator] = {
    "attack-total": attack_total,
    "defense-total": defense_total,
    "casualties": casualties,
    "breach": breach,
}
RULES: dict[str, tuple[str, ...]] = {
    "attack-total": ("combat.attack-total", "attach.target", "timing.engagement"),
    "defense-total": ("combat.defense-total", "attach.target", "stronghold.text"),
    "casualties": ("combat.casualties", "combat.attack-total", "combat.defense-total", "combat.simultaneous"),
    "breach": ("combat.breach", "combat.blocked", "stronghold.damage", "combat.breach-once", "combat.groups"),
}
