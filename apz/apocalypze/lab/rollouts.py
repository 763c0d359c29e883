"""Decisions weighed by rollouts: bots play on from each over the same deals, and the results are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import repeat
from time import monotonic

from apz.apocalypze.bots import SensibleBot, steps_of
from apz.apocalypze.hidden import deals, is_view
from apz.apocalypze.ids import OTHER, Player
from apz.apocalypze.lab.aims import LEAST, Aim, holdings
from apz.apocalypze.lab.choices import singles
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Move, TakeBack
from apz.apocalypze.play import step
from apz.core.lab.statistics import mean

TURNS = 3  # turns that are played on
OVER = 40  # the worth of winning or losing, in cards
FEWEST, MOST = 4, 256  # deals for each decision
DEALT = 8  # deals in the first round, doubled each time half of the decisions is dropped


@dataclass
class Weighed:
    """A decision, and the player's lead over the opponent after bots played on, for each deal."""

    move: Move
    margins: list[int] = field(default_factory=list)

    @property
    def margin(self) -> float:
        """The player's average lead over the opponent."""
        return mean(self.margins)


def weighed(position: Position, player: Player, seconds: float, seed: int = 0) -> list[Weighed]:
    """Return a player's decisions, best first; each round of deals leaves the weaker half out of the next."""
    until = monotonic() + seconds
    moves = [move for move in singles(position, Aim(LEAST, player)) if not isinstance(move, TakeBack)]
    field_of = [Weighed(move) for move in moves]
    dropped: list[Weighed] = []
    more = deals(position, MOST, seed) if is_view(position) else repeat(position)
    dealt: list[Position] = []
    goal = DEALT
    while len(field_of) > 1 and goal <= MOST:
        for number in range(goal):
            if len(dealt) == number:
                dealt.append(next(more))
            for each in field_of:
                if len(each.margins) > number:
                    continue
                each.margins.append(played_on(dealt[number], each.move, player, seed + number))
            if monotonic() > until and number + 1 >= FEWEST:
                return ranked(field_of, dropped)
        field_of.sort(key=lambda each: -each.margin)
        half = max(2, (len(field_of) + 1) // 2)
        field_of, dropped = field_of[:half], field_of[half:] + dropped
        goal *= 2
        if monotonic() > until:
            break
    return ranked(field_of, dropped)


def ranked(best: Sequence[Weighed], dropped: Sequence[Weighed]) -> list[Weighed]:
    """Return the decisions weighed to the end, followed by those dropped along the way."""
    return sorted(best, key=lambda each: -each.margin) + sorted(dropped, key=lambda each: -each.margin)


def played_on(position: Position, move: Move, player: Player, seed: int) -> int:
    """Return a player's lead over the opponent a few turns after a move; plus or minus `OVER` if somebody has won."""
    after: Position = step(position, move).after
    last = position.turn + TURNS
    for _, done in steps_of(SensibleBot(2 * seed), SensibleBot(2 * seed + 1), after):
        after = done.after
        if after.turn >= last:
            break
    if after.winner is not None:
        return OVER if after.winner == player else -OVER
    return holdings(after, player) - holdings(after, OTHER[player])
