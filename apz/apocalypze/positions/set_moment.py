"""A moment set by hand: what a position waits for and from whom, who is in which group, how far a combat is."""

from __future__ import annotations

from apz.apocalypze.model import COMBAT, CONSUMPTION, DRAW, OCCUPATION, Combat, Position, Waiting
from apz.apocalypze.positions.read_moment import usual_met
from apz.apocalypze.positions.timing_problems import OUT_OF_TURN, PHASES_OF
from apz.apocalypze.rules import combat as fighting
from apz.apocalypze.rules import consumption
from apz.apocalypze.rules.table import Table, without

OF_CARDS = ("respond", "resolve", "remove", "arrival", "search")  # these come of a card that was played or used
FORMING = ("attack", "defend")
FIGHTING = ("window", "wound")
COUNTED = ("wound", "consume")  # these have an amount


def askable(position: Position) -> list[str]:
    """What can be waited for in the phase, in its order, apart from what comes of a card that was just played."""
    if position.phase == COMBAT and position.combat is None:
        return []
    of_cards = (*OF_CARDS, "consume") if position.phase == OCCUPATION else OF_CARDS
    return [kind for kind, phases in PHASES_OF.items() if position.phase in phases and kind not in of_cards]


def asked(position: Position, kind: str) -> Position:
    """The position when it waits for this; who is asked, and for how much, is what it would be in a game."""
    if position.phase in (DRAW, OCCUPATION):
        place = None if kind in ("draw", "occupy") else position.place
        place = position.player if place is None and kind in ("act", "last") else place
        position = position._replace(place=place)
    if position.combat:
        position = position._replace(combat=_course(position, position.combat, kind))
    return _recounted(position._replace(agenda=_agenda(position, kind)))


def asked_of(position: Position, player: int) -> Position:
    """The same asked of this player, and nothing else of the kind of anybody."""
    *others, now = position.agenda
    kept = [each for each in others if each.kind != now.kind]
    return position._replace(agenda=(*kept, now._replace(player=player)))


def owing(position: Position, amount: int) -> Position:
    """So much of what is asked."""
    *others, now = position.agenda
    return position._replace(agenda=(*others, now._replace(amount=amount)))


def group_of(position: Position, card: int) -> int | None:
    """The access point where a card is in a group, 0 for none; None where it cannot be in any."""
    combat, attacker = position.combat, position.player
    if combat is None:
        return None
    for groups in (combat.attack, combat.defense):
        for point, group in enumerate(groups, 1):
            if card in group:
                return point
    rows = position.sides[attacker].raiders + position.sides[1 - attacker].survivors
    return 0 if any(who.id == card for who in rows) else None


def grouped(position: Position, card: int, point: int) -> Position:
    """A raider in the attack group, or a survivor in the defense group, at this access point; 0 for none."""
    combat = position.combat
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
    """An engagement that is resolved already, or is not; one that was being resolved is over with that."""
    combat = position.combat
    if combat is None or not 1 <= point <= len(combat.attack):
        return position
    others = tuple(each for each in combat.resolved if each != point)
    position = position._replace(combat=combat._replace(resolved=(*others, point) if done else others))
    waiting = position.waiting
    if (done and combat.now == point) or (waiting and waiting.kind in FORMING):
        return asked(position, "order")
    return _recounted(position)


def engaged(position: Position, point: int) -> Position:
    """The engagement that is being resolved; with 0 there is none, and one is to be chosen."""
    combat, waiting = position.combat, position.waiting
    if combat is None or not 0 <= point <= len(combat.attack):
        return position
    if not point:
        return asked(position, "order")
    resolved = tuple(each for each in combat.resolved if each != point)
    position = position._replace(combat=combat._replace(now=point, resolved=resolved, boosts=()))
    return asked(position, waiting.kind if waiting and waiting.kind in FIGHTING else "window")


def _course(position: Position, combat: Combat, kind: str) -> Combat:
    """How far the combat is when this is waited for."""
    if kind in FORMING:
        return Combat(combat.attack, combat.defense if kind == "defend" else ((),) * len(combat.defense))
    if kind in FIGHTING and combat.now <= 0:
        met = [point for point in _met(position, combat) if point not in combat.resolved]
        return combat._replace(now=(*met, 1)[0], boosts=())
    if kind == "order":
        return combat._replace(now=0, boosts=())
    if kind == "consume":
        met = [point for point in _met(position, combat) if point not in combat.resolved]
        return combat._replace(now=fighting.BREACH_DONE, resolved=(*combat.resolved, *met), boosts=())
    return combat


def _agenda(position: Position, kind: str) -> tuple[Waiting, ...]:
    """What the kernel would ask, and if it had nothing of the kind to ask, the least of it."""
    table = Table(position._replace(agenda=()))
    player = 1 - position.player if kind in OUT_OF_TURN else position.player
    least = Waiting(kind, player)
    if position.combat and kind in COUNTED:
        table.combat = position.combat._replace(met=_met(position, position.combat))
        if kind == "wound":
            fighting.count(table)
        else:
            fighting.breach(table)
        rule = "combat.breach" if kind == "consume" else ""
        least = Waiting(kind, 1 - position.player, 1, rule=rule)
    elif kind == "consume" and position.phase == CONSUMPTION:
        consumption.feed(table)
    return tuple(table.agenda) or (least,)


def _met(position: Position, combat: Combat) -> tuple[int, ...]:
    """The access points with an engagement; where one is resolved or on, it may be that nobody is left there."""
    begun = {*combat.resolved, combat.now} & {*combat.met}
    return tuple(sorted({*usual_met(position), *begun}))


def _recounted(position: Position) -> Position:
    """The position with the engagements that its groups make, and as many of them to choose from as are open."""
    combat, waiting = position.combat, position.waiting
    if combat is None or waiting is None:
        return position
    met = () if waiting.kind in FORMING else _met(position, combat)
    position = position._replace(combat=combat._replace(met=met))
    if waiting.kind == "order":
        return owing(position, len([point for point in met if point not in combat.resolved]))
    return position
