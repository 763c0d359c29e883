"""Exercises in counting: the amount to consume, the cards to draw, a character's value, and access points."""

from __future__ import annotations

from apz.apocalypze.model import InPlay, Position
from apz.apocalypze.rules.find import characters
from apz.apocalypze.rules.sums import HAND_SIZE, access_sum, draw_sum, feed_sum, value_sum
from apz.apocalypze.teaching.exercises.random_games import FAR, positions, steps
from apz.apocalypze.teaching.questions import counts as asking
from apz.core.learning.questions import Generator, Question
from apz.core.luck import Chance

# the draws at each level: with some cards in hand, with none to draw, with a bonus, or from a deck that's too small
DRAWS: dict[int, tuple[str | int, ...]] = {1: (5, 4, 3), 2: (3, 2, 1, "full"), 3: ("bonus", "short")}


def owed(luck: int, level: int) -> Question | None:
    """Ask how much to consume in the consumption phase; return None if this seed has no such question."""
    for done in steps(luck):
        position, player = done.before, done.before.player
        fed = [note for note in done.notes if note.key == "feed.owed"]
        if fed and fed[0].values["owed"] == feed_sum(position, player) and feeding_level(position) == level:
            return asking.owed(position)
    return None


def feeding_level(position: Position) -> int:
    """Return how hard feeding is: 1 for survivors only, 2 with raiders too or nobody to feed, 3 with modifiers."""
    side = position.sides[position.player]
    if feed_sum(position, position.player).raw != len(side.survivors):
        return 3
    return 2 if side.raiders or not side.survivors else 1


def draws(luck: int, level: int) -> Question | None:
    """Ask how many cards a player draws in the draw phase; return None if this seed has no such question."""
    wanted = Chance(~luck).one(DRAWS[level])
    best: Question | None = None
    for position in positions(luck):
        if position.waiting and position.waiting.kind == "draw" and draw_level(position) in DRAWS[level]:
            question = asking.draws(position) if best is None or draw_level(position) == wanted else None
            if question and question.mistakes:
                best = question
                if draw_level(position) == wanted:
                    break
    return best


def draw_level(position: Position) -> str | int:
    """Return what makes a draw hard ("bonus", "short", "none" or "full"), or else the number of cards in hand."""
    side, total = position.sides[position.player], draw_sum(position, position.player)
    if len(total.terms) > 1:
        return "bonus"
    if len(side.deck) < total.total:
        return "short" if side.deck else "none"
    return "full" if len(side.hand) >= HAND_SIZE else len(side.hand)


def value(luck: int, level: int) -> Question | None:
    """Ask for a character's value; return None if this seed has no such question."""
    chance = Chance(~luck)
    for position in positions(luck):
        found = [each.who.id for each in characters(position) if value_level(position, each.who) == level]
        if found and chance.often(25 if level == 1 else 60):
            return asking.value(position, chance.one(found))
    return None


def value_level(position: Position, who: InPlay) -> int:
    """Return the difficulty: 1 for a printed value, 2 if wounded, 3 with attachments, 0 if there's nothing to learn."""
    if not who.wounds and not who.attached:
        return 0 if who.face.value in (who.face.attack, who.face.defense) else 1
    total = value_sum(position, who)
    if total.total < 1 or len(total.terms) == 1:
        return 0
    return 3 if who.attached else 2


def access(luck: int, level: int) -> Question | None:
    """Ask for the number of a stronghold's access points; return None if this seed has no such question."""
    chance = Chance(~luck)
    for position in positions(luck, 2 * FAR):
        if not chance.often(10 if level == 1 else 50):
            continue
        for player in chance.mixed((0, 1)):
            total = access_sum(position, player)
            if level == 1 if len(total.terms) == 1 else level > 1:
                return asking.access(position, position.game.names[player])
    return None


EXERCISES: dict[str, Generator] = {"owed": owed, "draws": draws, "value": value, "access": access}
RULES: dict[str, tuple[str, ...]] = {
    "owed": ("feed.survivors", "feed.modifiers", "feed.minimum"),
    "draws": ("draw.six", "draw.bonus", "draw.empty"),
    "value": ("character.stats", "character.wounded", "attach.target"),
    "access": ("stronghold.access", "combat.groups"),
}
