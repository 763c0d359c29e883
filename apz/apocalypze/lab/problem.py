"""One question to the solver: its position, its aim, how far to look, and its deadline."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from apz.apocalypze.ids import OTHER, PLAYERS, Player
from apz.apocalypze.lab.aims import Aim, Number
from apz.apocalypze.model import COMBAT, CONSUMPTION, OCCUPATION, Decision, Position, Window, Wounds
from apz.apocalypze.rules.abilities import no_use_this_turn, usable
from apz.apocalypze.rules.actions import legal_options, used_up
from apz.apocalypze.rules.consumption import can_pay
from apz.apocalypze.rules.hooks import ANY_TIME, IN_ENGAGEMENT, ON_REMOVAL, TEXTS
from apz.apocalypze.rules.sums import feed_sum

IN_COMBAT = (IN_ENGAGEMENT, ANY_TIME, ON_REMOVAL)  # the moments of combat when a player can act


class OutOfTimeError(Exception):
    """The error when the solver runs out of time, or has too many ways to look at to begin with."""


@dataclass(frozen=True, eq=False)
class Problem:
    """A question to the solver: its start, the aim that compares its outcomes, and the deadline."""

    start: Position
    aim: Aim
    until: float = float("inf")  # by the monotonic clock
    memory: dict[Hashable, Any] = field(default_factory=dict)  # results found along the way

    def is_over(self, position: Position) -> bool:
        """Return True if the question is settled: its combat or payment is finished, or the game is over."""
        if position.winner is not None or not position.agenda:
            return True
        if (position.turn, position.phase) != (self.start.turn, self.start.phase):
            return True
        return self.start.phase not in (COMBAT, CONSUMPTION) and len(position.agenda) <= 1

    def score(self, after: Position) -> Number:
        """Return the score of an outcome for the aim's player."""
        return self.aim.score(self.start, after)

    def better(self, player: Player) -> bool:
        """Return True if this player wants a high score."""
        return player == self.aim.player

    def check_time(self) -> None:
        """Raise OutOfTimeError when time is up."""
        if monotonic() > self.until:
            raise OutOfTimeError


def is_quiet(position: Position) -> bool:
    """Return True if nobody can play a card or use an ability until combat ends, and no card affects another group.

    The attacker must also be able to pay what they'll owe after combat. Then engagements don't affect each other, and
    each one is plain arithmetic.
    """
    attacker, place = position.player, OTHER[position.player]
    moments = {when for player in PLAYERS for when in at_hand(position, player)} & {*moments_left(position)}
    if moments and (moments != {IN_ENGAGEMENT} or playable(position)):
        return False
    rows = (*position.sides[place].survivors, *position.sides[attacker].raiders)
    if not all([each.to == who.id for who in rows for each in who.attached]):
        return False  # a Gang Mark's effect depends on a raider who may be in any group
    # otherwise, who is recycled may decide whether the attacker can pay in the end
    return can_pay(position, attacker, feed_sum(position, attacker).total)


def moments_left(position: Position) -> tuple[str, ...]:
    """Return the moments of this combat that are still to come."""
    fight = position.combat
    if fight is None or fight.breached:
        return ()
    left = [point for point in fight.met if point not in fight.resolved and point != fight.now]
    last = isinstance(position.waiting, Wounds) and not left
    return (ON_REMOVAL,) if last else IN_COMBAT


def at_hand(position: Position, player: Player) -> Iterator[str]:
    """Yield the moments for which a player still has an event, or an ability at the attacked stronghold."""
    cards, place = position.game.cards, OTHER[position.player]
    for held in position.sides[player].hand:
        name = cards[held].name
        if cards[held].event and (player, name) not in position.played:  # a second copy is refused (event.one-copy)
            yield TEXTS[name][0].when
    for used in usable(position, player):
        if used.place != place or no_use_this_turn(position, used.id):
            continue
        card = cards[used.id]
        for index, text in enumerate(TEXTS[card.name]):
            if used_up(position, card, used.id, index) is None:
                yield text.when


def playable(position: Position) -> bool:
    """Return True if a card or ability can be used in a remaining engagement, or if groups are still being formed."""
    fight = position.combat
    assert fight
    if position.waiting is None or position.waiting.kind in (Decision.ATTACK, Decision.DEFEND):
        return True  # not all groups are formed yet
    for point in fight.met:
        if point not in fight.resolved and (point != fight.now or isinstance(position.waiting, Window)):
            there = position._replace(combat=fight._replace(now=point))
            for player in PLAYERS:
                if legal_options(there, Window(player)):
                    return True
    return False


def in_question(position: Position) -> bool:
    """Return True if the solver can answer the current decision.

    That's any in combat or consumption, and payments, responses and removals in occupation.
    """
    waiting = position.waiting
    if waiting is None:
        return False
    if position.phase == OCCUPATION:
        return waiting.kind in ("consume", "respond", "remove")
    return position.phase in (COMBAT, CONSUMPTION)


def hushed(position: Position, players: tuple[Player, ...] = PLAYERS) -> Position:
    """Return the position as if these players had already played and used everything they could this turn."""
    cards = position.game.cards
    played = [(player, cards[held].name) for player in players for held in position.sides[player].hand]
    used = [
        (each.id, index)
        for player in players
        for each in usable(position, player)
        for index in range(len(TEXTS[cards[each.id].name]))
    ]
    return position._replace(played=(*position.played, *played), used=(*position.used, *used))
