"""A moment set by hand: the current decision and its player, the groups, and the progress of combat."""

from __future__ import annotations

from typing import cast, get_args

from apz.apocalypze.ids import NOWHERE, OTHER, PLAYERS, CardId, Point
from apz.apocalypze.model import (
    COMBAT,
    CONSUMPTION,
    DRAW,
    OCCUPATION,
    Combat,
    Debt,
    Decision,
    EngagementOrder,
    Position,
    Prompt,
    Prompted,
    Waiting,
    Window,
    Wounds,
)
from apz.apocalypze.positions.read_moment import usual_met, usual_rule
from apz.apocalypze.rules import combat as fighting
from apz.apocalypze.rules import consumption
from apz.apocalypze.rules.procedures import PROCEDURES, Asked
from apz.apocalypze.rules.table import Table, without

FORMING = (Decision.ATTACK, Decision.DEFEND)
COUNTED = (Decision.WOUND, Decision.CONSUME)  # decisions whose amount comes from the totals or the unblocked raiders


def askable(position: Position) -> list[Decision]:
    """Return the phase's decisions in order, except those about a certain card; none in combat without groups."""
    if position.phase == COMBAT and position.combat is None:
        return []
    fitting = [kind for kind, asked in PROCEDURES.items() if position.phase in asked.phases and not asked.of_a_card]
    return [kind for kind in fitting if kind is not Decision.CONSUME or position.phase != OCCUPATION]


def asked(position: Position, decision: str) -> Position:
    """Return the position at the moment of this decision, with the player and the amount it would have in a game."""
    kind = Decision(decision)
    if position.phase in (DRAW, OCCUPATION):
        place = None if kind in (Decision.DRAW, Decision.OCCUPY) else position.place
        place = position.player if place is None and kind in (Decision.ACT, Decision.LAST) else place
        position = position._replace(place=place)
    if position.combat:
        position = position._replace(combat=_course(position, position.combat, kind))
    return _recounted(position._replace(agenda=_agenda(position, kind)))


def asked_of(position: Position, player: int) -> Position:
    """Return the position with the current decision asked only of this player."""
    *others, now = position.agenda
    kept = [each for each in others if each.kind != now.kind]
    return position._replace(agenda=(*kept, now._replace(player=PLAYERS[player])))


def owing(position: Position, amount: int) -> Position:
    """Return the position with `amount` as the current decision's wounds, debt or engagements."""
    *others, now = position.agenda
    if isinstance(now, Wounds | Debt):
        now = now._replace(amount=amount)
    elif isinstance(now, EngagementOrder):
        now = now._replace(left=amount)
    return position._replace(agenda=(*others, now))


def group_of(position: Position, card: int) -> int | None:
    """Return the access point of a card's group, `0` if it's in no group, or `None` if it can't be in a group."""
    combat, attacker = position.combat, position.player
    if combat is None:
        return None
    for groups in (combat.attack, combat.defense):
        for point, group in enumerate(groups, 1):
            if card in group:
                return point
    rows = position.sides[attacker].raiders + position.sides[OTHER[attacker]].survivors
    return 0 if any(who.id == card for who in rows) else None


def grouped(position: Position, number: int, point: int) -> Position:
    """Return the position with a raider or survivor in the group at this access point; 0 takes it out."""
    combat, card = position.combat, CardId(number)
    if combat is None or not 0 <= point <= len(combat.attack):
        return position
    attack, defense = without(combat.attack, card), without(combat.defense, card)
    attacks = any(who.id == card for who in position.sides[position.player].raiders)
    groups = list(attack if attacks else defense)
    if point:
        groups[point - 1] = (*groups[point - 1], card)
    attack, defense = (tuple(groups), defense) if attacks else (attack, tuple(groups))
    return _recounted(position._replace(combat=combat._replace(attack=attack, defense=defense)))


def settled(position: Position, point: int, done: bool) -> Position:
    """Return the position with an engagement marked as resolved or not.

    The next engagement must be chosen if the current one is resolved, or if groups were still being formed.
    """
    combat = position.combat
    if combat is None or not 1 <= point <= len(combat.attack):
        return position
    others = tuple(each for each in combat.resolved if each != point)
    position = position._replace(combat=combat._replace(resolved=(*others, Point(point)) if done else others))
    waiting = position.waiting
    if (done and combat.now == point) or (waiting and waiting.kind in FORMING):
        return asked(position, Decision.ORDER)
    return _recounted(position)


def engaged(position: Position, point: int) -> Position:
    """Return the position in which this engagement is being resolved or, with 0, the next one must be chosen."""
    combat, waiting = position.combat, position.waiting
    if combat is None or not 0 <= point <= len(combat.attack):
        return position
    if not point:
        return asked(position, Decision.ORDER)
    resolved = tuple(each for each in combat.resolved if each != point)
    position = position._replace(combat=combat._replace(now=Point(point), resolved=resolved, boosts=(), breached=False))
    goes_on = waiting is not None and PROCEDURES[waiting.kind].in_engagement
    return asked(position, waiting.kind if waiting and goes_on else Decision.WINDOW)


def _course(position: Position, combat: Combat, kind: Decision) -> Combat:
    """Return the combat at the stage where this decision comes up."""
    if kind in FORMING:
        return Combat(combat.attack, combat.defense if kind is Decision.DEFEND else ((),) * len(combat.defense))
    if PROCEDURES[kind].in_engagement and combat.now <= 0:
        met = [point for point in _met(position, combat) if point not in combat.resolved]
        return combat._replace(now=(*met, Point(1))[0], boosts=(), breached=False)
    if kind is Decision.ORDER:
        return combat._replace(now=NOWHERE, boosts=(), breached=False)
    if kind is Decision.CONSUME:
        met = [point for point in _met(position, combat) if point not in combat.resolved]
        return combat._replace(now=NOWHERE, resolved=(*combat.resolved, *met), boosts=(), breached=True)
    return combat


def _agenda(position: Position, kind: Decision) -> tuple[Waiting, ...]:
    """Return the decisions the kernel would ask for, or a minimal one of this kind if the kernel asks for none."""
    table = Table(position._replace(agenda=()))
    if position.combat and kind in COUNTED:
        table.combat = position.combat._replace(met=_met(position, position.combat))
        if kind is Decision.WOUND:
            fighting.count(table)
        else:
            fighting.breach(table)
    elif kind is Decision.CONSUME and position.phase == CONSUMPTION:
        consumption.feed(table)
    return tuple(table.agenda) or (_least(position, kind),)


def _least(position: Position, kind: Decision) -> Waiting:
    """Return a minimal decision of a kind, such as a debt of 1; raise ValueError for a kind that only cards cause."""
    out_of_turn = PROCEDURES[kind].phases.get(position.phase) is Asked.OUT_OF_TURN
    player = OTHER[position.player] if out_of_turn else position.player
    if kind is Decision.WOUND:
        return Wounds(OTHER[position.player], 1)
    if kind is Decision.CONSUME:
        return Debt(player, 1, usual_rule(kind, position.phase))
    if kind is Decision.ORDER:
        return EngagementOrder(player, 0)
    if kind is Decision.WINDOW:
        return Window(player)
    if kind in get_args(Prompted):
        return Prompt(cast(Prompted, kind), player)
    raise ValueError(f"{kind} comes from a card: it can't be asked for by itself")


def _met(position: Position, combat: Combat) -> tuple[Point, ...]:
    """Return the access points with an engagement, including resolved or current ones with nobody left."""
    begun = {*combat.resolved, combat.now} & {*combat.met}
    return tuple(sorted({*usual_met(position), *begun}))


def _recounted(position: Position) -> Position:
    """Return the position with its engagements recounted from its groups."""
    combat, waiting = position.combat, position.waiting
    if combat is None or waiting is None:
        return position
    met = () if waiting.kind in FORMING else _met(position, combat)
    position = position._replace(combat=combat._replace(met=met))
    if isinstance(waiting, EngagementOrder):
        return owing(position, len([point for point in met if point not in combat.resolved]))
    return position
