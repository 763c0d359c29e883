"""Checks of a position's timing: its combat, its decisions, the occupied stronghold, and the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from apz.apocalypze.ids import OTHER
from apz.apocalypze.model import (
    COMBAT,
    DECK,
    DRAW,
    OVER,
    Arrival,
    Combat,
    Debt,
    Decision,
    EngagementOrder,
    Position,
    Prompt,
    Removal,
    Resolution,
    Searching,
    Waiting,
    Wounds,
)
from apz.apocalypze.moves import Done
from apz.apocalypze.rules.combat import open_engagements, takers
from apz.apocalypze.rules.common_refusals import refuse, stronghold_name
from apz.apocalypze.rules.consumption import resources
from apz.apocalypze.rules.find import find, find_attachment
from apz.apocalypze.rules.groups import check_done
from apz.apocalypze.rules.hooks import TEXTS
from apz.apocalypze.rules.procedures import PROCEDURES
from apz.apocalypze.rules.sums import access_sum
from apz.core.trace import Refusal

Problems = Iterator[Refusal]


def fighting(position: Position) -> Problems:
    """Yield problems: combat missing or outside its phase, wrong groups or engagements, too many access points."""
    combat, place = position.combat, stronghold_name(position, OTHER[position.player])
    if combat is None:
        if position.phase == COMBAT:
            yield refuse("problem-no-combat", "combat.where", (), "problem-give-groups", place=place)
        return
    if position.phase not in (COMBAT, OVER):
        yield refuse("problem-combat-now", "combat.where", (), "problem-combat-phase", phase=position.phase)
    yield from rows(position, combat)
    started = bool(combat.resolved or combat.now or combat.breached)
    access = access_sum(position, OTHER[position.player]).total
    if started:  # a Gang Mark may have held back a fence when the groups were made
        access = max(access, position.game.cards[position.sides[OTHER[position.player]].stronghold].access)
    if len(combat.attack) > access:
        count = len(combat.attack)
        yield refuse(
            "problem-points", "stronghold.access", (), "problem-fewer-points", place=place, access=access, count=count
        )
    yield from engagements(position, combat, started)


def rows(position: Position, combat: Combat) -> Problems:
    """Yield problems: somebody in a group who isn't one of that side's characters there, or is in two groups."""
    attacker, game = position.player, position.game
    for groups, row, rule in (
        (combat.attack, position.sides[attacker].raiders, "combat.groups"),
        (combat.defense, position.sides[1 - attacker].survivors, "combat.defend"),
    ):
        there = {who.id for who in row}
        sent = Counter(card for group in groups for card in group)
        for card, count in sent.items():
            name = game.cards[card].name if 0 <= card < len(game.cards) else str(card)
            if card not in there:
                yield refuse("problem-not-there", rule, (card,), "problem-regroup", card=name)
            elif count > 1:
                yield refuse("problem-two-groups", rule, (card,), "problem-regroup", card=name)


def engagements(position: Position, combat: Combat, started: bool) -> Problems:
    """Yield problems: a raider in no group, survivors sent too soon or where nobody attacks, a missing engagement.

    An engagement is missing if it's resolved or being resolved, but not among those of this combat.
    """
    forming = any(waiting.kind is Decision.ATTACK for waiting in position.agenda)  # a trump may have come between
    left = check_done(position, Prompt(Decision.ATTACK, position.player), Done())
    if left and not forming and position.phase == COMBAT:
        yield left._replace(key="problem-raiders-left", fix="problem-regroup")
    for point, group in enumerate(combat.defense, 1):
        if group and forming:
            yield refuse("problem-met-too-soon", "combat.defend", group, "problem-meet-later", point=point)
        elif group and not started and not any(combat.attack[point - 1 : point]):
            yield refuse("problem-not-attacked", "combat.defend", group, "problem-regroup", point=point)
    for point in sorted({*combat.resolved, combat.now} - {*combat.met}):
        if point > 0:
            yield refuse("problem-not-met", "combat.order", (), "problem-met", point=point)


def order(position: Position) -> Problems:
    """Yield problems: an impossible turn, occupied stronghold, winner or decision, or a card played twice in a turn."""
    if position.turn < 1:
        yield refuse("problem-turn", "setup.players", (), "problem-count-turns", turn=position.turn)
    yield from occupation(position)
    yield from end(position)
    for waiting in position.agenda:
        yield from awaited(position, waiting)
    for waiting in position.agenda[:-1]:
        if isinstance(waiting, Debt):  # nothing can come between a debt and its payment
            yield refuse("problem-about-nothing", "play.waiting", (), "problem-say-waiting", kind=waiting.kind)
    if position.waiting:
        yield from now(position, position.waiting)
    for (player, name), count in Counter(position.played).items():
        if count > 1:
            values: dict[str, Any] = {"card": name, "player": position.game.names[player]}
            yield refuse("problem-played-twice", "event.one-copy", (), "problem-played-once", **values)


def occupation(position: Position) -> Problems:
    """Yield problems: a stronghold occupied too soon, not at all, or away from home on the first turn."""
    player = position.game.names[position.player]
    choosing = position.phase == DRAW or any(waiting.kind is Decision.OCCUPY for waiting in position.agenda)
    if position.place is None and not choosing and position.phase != OVER:
        yield refuse("problem-not-occupied", "occupy.choose", (), "problem-say-occupied", player=player)
    elif position.place is not None and choosing:
        yield refuse("problem-occupied", "occupy.choose", (), "problem-occupy-later", player=player)
    elif position.turn == 1 and position.place == OTHER[position.player]:
        place = stronghold_name(position, position.player)
        yield refuse("problem-first-turn", "occupy.first", (), "problem-later-turn", player=player, place=place)


def end(position: Position) -> Problems:
    """Yield problems: a missing or wrong winner, an unfinished game without a decision, or a finished one with one."""
    out = [side.out for side in position.sides]
    names = position.game.names
    if position.winner is None:
        if any(out) or position.phase == OVER:
            yield refuse("problem-no-winner", "end.last", (), "problem-say-winner")
        elif not position.agenda:
            yield refuse("problem-nothing-awaited", "play.waiting", (), "problem-say-waiting")
        return
    if out[position.winner] or not out[OTHER[position.winner]] or position.phase != OVER:
        values: dict[str, Any] = {"player": names[position.winner], "other": names[OTHER[position.winner]]}
        yield refuse("problem-winner", "end.last", (), "problem-say-winner", **values)
    if position.agenda:
        yield refuse("problem-over", "play.over", (), "problem-no-waiting", player=names[position.winner])


def awaited(position: Position, waiting: Waiting) -> Problems:
    """Yield problems: a decision in the wrong phase, or by the wrong player."""
    names = position.game.names
    values: dict[str, Any] = {"kind": waiting.kind, "phase": position.phase, "player": names[waiting.player]}
    procedure = PROCEDURES.get(waiting.kind)
    asked = procedure.phases.get(position.phase) if procedure else None
    if asked is None:
        yield refuse("problem-wrong-phase", "play.waiting", (), "problem-say-waiting", **values)
    elif not asked.of(waiting.player, position.player):
        other = names[OTHER[waiting.player]]
        yield refuse("problem-wrong-player", "play.waiting", (), "problem-ask-other", other=other, **values)


def now(position: Position, waiting: Waiting) -> Problems:
    """Yield problems: a current decision about missing cards or with no choices, or a debt that isn't possible."""
    lacking = isinstance(waiting, Resolution)
    if isinstance(waiting, Removal):
        lacking = find(position, waiting.card) is None
    elif isinstance(waiting, Arrival):
        lacking = find_attachment(position, waiting.card) is None
    elif isinstance(waiting, Searching):
        known = 0 <= waiting.card < len(position.game.cards)
        texts = TEXTS.get(position.game.cards[waiting.card].name, ()) if known else ()
        lacking = waiting.text >= len(texts) or texts[waiting.text].search is None
    idle = isinstance(waiting, EngagementOrder) and position.combat and not open_engagements(position)
    idle = idle or (isinstance(waiting, Wounds) and position.combat and not takers(position, waiting))
    if lacking:
        yield refuse("problem-about-nothing", "play.waiting", (), "problem-say-card", kind=waiting.kind)
    elif idle:
        yield refuse("problem-about-nothing", "play.waiting", (), "problem-say-waiting", kind=waiting.kind)
    if isinstance(waiting, Debt):
        yield from debt(position, waiting)


def debt(position: Position, waiting: Debt) -> Problems:
    """Yield problems: a debt that can't be paid, an offer of missing cards, or damage that would be due again."""
    side, game = position.sides[waiting.player], position.game
    if waiting.rule == "combat.breach" and position.combat and not position.combat.breached:
        player = game.names[waiting.player]
        yield refuse("problem-too-soon-to-pay", "combat.breach", (), "problem-breach", player=player)
    have = resources(position, waiting.player)
    if have < waiting.amount and not waiting.offered:
        values: dict[str, Any] = {"player": game.names[waiting.player], "owed": waiting.amount, "have": have}
        yield refuse("problem-cannot-pay", "consume.out", (), "problem-more-food", **values)
    food = Counter([*side.hand, *(who.id for who in side.survivors), *[DECK] * len(side.deck)])
    for card in sorted((Counter(waiting.offered) - food).keys()):
        name = game.cards[card].name if 0 <= card < len(game.cards) else str(card)
        cards = (card,) if card >= 0 else ()
        yield refuse("problem-not-food", "consume.mix", cards, "problem-real-food", card=name)
