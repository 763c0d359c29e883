"""Exercises with wounds: who can take them, how many are left for others, who's killed, and where each card goes."""

from __future__ import annotations

from collections.abc import Iterator

from apz.apocalypze.model import InPlay, Position, Wounds
from apz.apocalypze.rules.sums import value
from apz.apocalypze.teaching.exercises.random_games import FAR, positions
from apz.apocalypze.teaching.questions import wounds as asking
from apz.core.learning.questions import Generator, Question
from apz.core.luck import Chance

NOTHING = 20  # in percent, how often no wound is left over
MANY = 6


def hurt(luck: int, far: int = FAR) -> Iterator[tuple[Position, tuple[InPlay, ...]]]:
    """Yield positions where somebody must assign wounds, each with the characters that can take them."""
    for position in positions(luck, far):
        if position.combat and isinstance(position.waiting, Wounds):
            yield position, asking.burden(position)[1]


def takers(luck: int, level: int) -> Question | None:
    """Ask who can take the wounds; return None if this seed has no such question."""
    for position, row in hurt(luck):
        assert position.waiting
        side = position.sides[position.waiting.player]
        number = len(side.survivors) + len(side.raiders)
        if len(row) < number <= MANY and level == (1 if number == 2 else 2 if number < 5 else 3):
            return asking.takers(position)
    return None


def wounds(luck: int, level: int) -> Question | None:
    """Ask how many wounds are left for another character; return None if this seed has no such question."""
    chance = Chance(~luck)
    none = chance.often(NOTHING)
    for position, row in hurt(luck):
        assert isinstance(position.waiting, Wounds)
        amount = position.waiting.amount
        fitting = [who for who in row if (amount <= value(position, who)) == none]
        level_here = 3 if any(who.wounds or who.attached for who in row) else 2 if len(row) > 1 else 1
        if fitting and amount > 1 and level_here == level:
            return asking.wounds(position, chance.one(fitting).id)
    return None


def fates(luck: int, level: int) -> Question | None:
    """Ask who's killed, wounded or unharmed; return None if this seed has no such question."""
    chance = Chance(~luck)
    for position, row in hurt(luck, 2 * FAR):
        special = any(who.wounds or who.attached for who in row)
        if len(row) < 2 or special != (level == 3) or (level == 1 and len(row) > 2):
            continue
        order = [who.id for who in chance.mixed(row)]
        for what in chance.mixed(asking.FATES):
            question = asking.fates(position, order, what)
            if 0 < len(question.right) < len(row):
                return question
    return None


def ends_up(luck: int, level: int) -> Question | None:
    """Ask where a card is at the end of the combat phase; return None if this seed has no such question."""
    chance = Chance(~luck)
    foreign = chance.often(50)
    for position, row in hurt(luck, 2 * FAR):
        for who in chance.mixed(row):
            worn = [each.id for each in who.attached if (level < 3 or foreign == others_card(position, who, each.id))]
            plain = [] if who.attached or odd(position, who) else [who.id]
            found = {1: plain, 2: worn, 3: worn if foreign or not odd(position, who) else [who.id, *worn]}[level]
            question = placed(position, chance.one(found)) if found and chance.often(60) else None
            if question is not None:
                return question
    return None


def others_card(position: Position, who: InPlay, card: int) -> bool:
    """Return True if an attachment and its character have different owners."""
    return position.game.owners[card] != position.game.owners[who.id]


def odd(position: Position, who: InPlay) -> bool:
    """Return True if a character ends up somewhere surprising: a twofold zombie, or the other player's card."""
    assert position.waiting
    return (who.card.twofold and who.zombie) or position.game.owners[who.id] != position.waiting.player


def placed(position: Position, card: int) -> Question | None:
    """Return the question about where a card ends up; None if it has no clear answer."""
    try:
        return asking.ends_up(position, card)
    except ValueError:
        return None


EXERCISES: dict[str, Generator] = {"takers": takers, "wounds": wounds, "fates": fates, "ends-up": ends_up}
RULES: dict[str, tuple[str, ...]] = {
    "takers": ("combat.wounds", "combat.defend"),
    "wounds": ("combat.wounds", "combat.excess", "character.killed"),
    "fates": ("combat.killed", "combat.wounded", "combat.wounds", "character.killed", "character.wounded"),
    "ends-up": (
        "character.wounded", "character.killed", "combat.wounded", "combat.killed", "pile.remove", "pile.recycle",
        "pile.owner", "twofold.persistent", "twofold.attachments",
    ),
}  # fmt: skip
