"""The sensible bot's math for engagements: what a group loses, who blocks whom, how to split raiders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from apz.apocalypze.bots.worth import Fighter, Taste
from apz.apocalypze.ids import Player
from apz.apocalypze.model import Position
from apz.apocalypze.rules.hooks import BREACH, Scene

Group = Sequence[Fighter]
MANY: Final = 4
DOOM: Final = 100.0
MOST_WEIGHED: Final = 100_000  # the most terms to add up for one plan; games between bots need a tenth of that


class Meeting:
    """A plan of who blocks which attack group, with the defender's total gain and the damage that still gets in."""

    __slots__ = ("breach", "groups", "score")

    def __init__(self, groups: list[list[Fighter]], score: float, breach: int) -> None:
        self.groups, self.score, self.breach = groups, score, breach


def loss(wounds: int, group: Group) -> float:
    """Return the least a player can lose by assigning this many wounds to their group; large groups are estimated."""
    if wounds <= 0 or not group:
        return 0.0
    if len(group) > MANY:
        return crowd_loss(wounds, group)
    best = DOOM
    for index, who in enumerate(group):
        if who.value > wounds:
            cost = who.recycled
        else:
            rest = wounds - who.value
            cost = who.killed + (loss(rest, [*group[:index], *group[index + 1 :]]) if rest else 0.0)
        if cost < best:
            best = cost
    return best


def crowd_loss(wounds: int, group: Group) -> float:
    """Return the loss of a large group, assuming characters with the least worth per point of value are lost first."""
    cost = 0.0
    for who in sorted(group, key=lambda one: one.killed / max(one.value, 1)):
        cost += who.recycled if who.value > wounds else who.killed
        wounds -= who.value
        if wounds <= 0:
            break
    return cost


def clash(state: Position, place: Player, attackers: Group, defenders: Group) -> tuple[int, int]:
    """Return the wounds the attackers and the defenders take."""
    hurt = wounds = 0
    given = False
    for one in attackers:
        wounds += one.attack
        hurt -= one.defense
        given = given or bool(one.gives)
    for one in defenders:
        hurt += one.attack
        wounds -= one.defense
        given = given or bool(one.gives)
    if given:
        givers = [(gives, who.who) for who in (*attackers, *defenders) for gives in who.gives]
        scene = Scene(state, place, tuple([w.who for w in attackers]), tuple([w.who for w in defenders]))
        for gives, bearer in givers:
            for who in scene.attackers:
                wounds += gives(scene, bearer, who, "attack")
                hurt -= gives(scene, bearer, who, "defense")
            for who in scene.defenders:
                hurt += gives(scene, bearer, who, "attack")
                wounds -= gives(scene, bearer, who, "defense")
    return max(0, hurt), max(0, wounds)


def outcome(state: Position, place: Player, attackers: Group, defenders: Group, taste: Taste) -> float:
    """Return the defender's gain from an engagement."""
    hurt, wounds = clash(state, place, attackers, defenders)
    return taste.spite * loss(hurt, attackers) - loss(wounds, defenders)


def breach(state: Position, place: Player, group: Group) -> int:
    """Return how much the defender must consume for a group if nobody blocks it."""
    number = len(group) * state.game.cards[state.sides[place].stronghold].damage
    for who in group:
        number += BREACH.get(who.who.card.name, 0)
    return number


Known = dict[tuple[tuple[int, ...], tuple[int, ...]], float]  # outcomes found so far, by the characters on each side


def meet(
    state: Position,
    place: Player,
    groups: Sequence[Group],
    survivors: Group,
    taste: Taste,
    life: int,
    known: Known | None = None,
) -> Meeting:
    """Return a plan of who blocks whom, made by sending one survivor at a time where it helps most."""
    known = {} if known is None else known
    costs = [breach(state, place, group) for group in groups]
    scores = [-taste.alarm * cost for cost in costs]
    plan = add_one_by_one(state, place, groups, survivors, taste, scores, known)
    left = sum([cost for index, cost in enumerate(costs) if not plan[index]])
    if left >= life - taste.margin:
        scores = [-DOOM * cost for cost in costs]
        plan = add_one_by_one(state, place, groups, survivors, taste, scores, known)
        left = sum([cost for index, cost in enumerate(costs) if not plan[index]])
    return Meeting(plan, sum(scores), left)


def kind_of(who: Fighter) -> tuple[int, ...]:
    """Return a key shared by fighters with equal numbers; one with abilities that change numbers has its own."""
    return who.attack, who.defense, who.value, who.id if who.gives else -1


def add_one_by_one(
    state: Position,
    place: Player,
    groups: Sequence[Group],
    survivors: Group,
    taste: Taste,
    scores: list[float],
    known: Known,
) -> list[list[Fighter]]:
    """Keep sending a survivor to the group where it helps most, until no survivor helps; return the plan.

    `scores` has the defender's gain from each group if nobody blocks it, and is updated to the gain as planned.
    """
    plan: list[list[Fighter]] = [[] for _ in groups]
    sent: list[tuple[int, ...]] = [()] * len(groups)
    ids = [tuple([who.id for who in group]) for group in groups]
    left = [(who, kind_of(who)) for who in survivors]
    while left:
        best, pick, at, better = 0.001, -1, 0, 0.0
        tried = set()
        for number, (who, kind) in enumerate(left):
            if kind in tried:
                continue
            tried.add(kind)
            for index, group in enumerate(groups):
                sides = ids[index], (*sent[index], who.id)
                score = known.get(sides)
                if score is None:
                    score = known[sides] = outcome(state, place, group, [*plan[index], who], taste)
                if score - scores[index] > best:
                    best, pick, at, better = score - scores[index], number, index, score
        if pick < 0:
            break
        who, _ = left.pop(pick)
        plan[at].append(who)
        sent[at] = (*sent[at], who.id)
        scores[at] = better
    return plan


def splits(raiders: Group, access: int) -> list[list[list[Fighter]]]:
    """Return a few ways to split raiders into groups: even groups, and one strong group plus single raiders."""
    ranked = sorted(raiders, key=lambda who: (-who.attack - who.defense, who.id))
    most = min(access, len(ranked))
    ways = [[ranked[first::number] for first in range(number)] for number in range(1, most + 1)]
    for number in range(2, most):
        strong = ranked[: len(ranked) - number + 1]
        ways.append([strong, *([who] for who in ranked[len(strong) :])])
    return ways


def crowded(raiders: Group, survivors: Group, ways: int = 1) -> bool:
    """Return True if there are too many characters to weigh who should go where."""
    kinds = {kind_of(who) for who in survivors}
    fighters = [*raiders, *survivors]
    texts = sum([len(who.gives) for who in fighters])
    return ways * len(survivors) * len(kinds) * len(fighters) * (1 + texts) > MOST_WEIGHED


def spread(fighters: Group, points: Sequence[int]) -> dict[int, int]:
    """Return an access point for each fighter, by id: they're spread as evenly as possible, the strongest first."""
    ranked = sorted(fighters, key=lambda who: (-who.attack - who.defense, who.id))
    return {who.id: points[number % len(points)] for number, who in enumerate(ranked)}


class Attack(NamedTuple):
    """A way to split the raiders, and its expected result."""

    groups: list[list[Fighter]]
    breach: int
    score: float


def best_attack(
    state: Position, place: Player, raiders: Group, survivors: Group, access: int, taste: Taste, life: int
) -> Attack:
    """Return the split of raiders, among a few, after which the defender's planned reply gains least."""
    if not survivors:
        return Attack([list(raiders)], breach(state, place, raiders), float(breach(state, place, raiders)))
    best: Attack | None = None
    known: Known = {}
    for groups in splits(raiders, access):
        meeting = meet(state, place, groups, survivors, taste, life, known)
        if best is None or -meeting.score > best.score:
            best = Attack(groups, meeting.breach, -meeting.score)
    assert best
    return best
