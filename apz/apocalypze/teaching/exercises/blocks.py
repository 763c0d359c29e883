"""The exercise on the best block: several defenses against an attack from a random game."""

from __future__ import annotations

from apz.apocalypze.model import Position
from apz.apocalypze.teaching.exercises.random_games import positions
from apz.apocalypze.teaching.questions import blocks as asking
from apz.apocalypze.teaching.questions.blocks import Formation
from apz.core.learning.questions import Generator, Question
from apz.core.luck import Chance

TRIES = 10  # defenses to try in one position


def block(luck: int, level: int) -> Question | None:
    """Ask which defense costs the least; return None if this seed has no such question."""
    chance = Chance(~luck)
    for position in positions(luck):
        waiting, combat = position.waiting, position.combat
        if waiting is None or combat is None or waiting.kind != "defend" or any(combat.defense):
            continue
        points = [number for number, ids in enumerate(combat.attack, 1) if ids]
        if len(points) < min(level, 2) or len(position.sides[waiting.player].survivors) < min(level, 2):
            continue
        formations = different(chance, position, points)[: level + 1]
        if len(formations) > level:
            question = asking.best(position, formations)
            if len(question.right) < len(formations):
                return question
    return None


def different(chance: Chance, position: Position, points: list[int]) -> list[Formation]:
    """Return a few defenses that look different from one another."""
    assert position.waiting
    found: dict[str, Formation] = {}
    for _ in range(TRIES):
        formation: dict[int, list[int]] = {}
        for who in position.sides[position.waiting.player].survivors:
            if chance.often(75):
                formation.setdefault(chance.one(points), []).append(who.id)
        found.setdefault(str(asking.shown(position, formation)), formation)
    return list(found.values())


EXERCISES: dict[str, Generator] = {"block": block}
RULES: dict[str, tuple[str, ...]] = {
    "block": ("combat.defend", "combat.blocked", "combat.breach", "combat.casualties", "combat.wounds"),
}
