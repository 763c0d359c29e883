"""The interface of a bot, and games between two bots."""

from __future__ import annotations

from collections.abc import Iterator

from apz.apocalypze.model import Position
from apz.apocalypze.play import step
from apz.apocalypze.visibility import seen_by
from apz.core import bots as core
from apz.core.bots import Choice
from apz.core.trace import Step

PATIENCE = 1000  # two players who recover what they consume each turn could go on forever


Bot = core.Bot[Position]


def steps_of(first: Bot, second: Bot, position: Position) -> Iterator[tuple[Choice, Step]]:
    """Yield the two bots' choices and the steps they make, until the game ends."""
    bots = (first, second)
    while position.agenda:
        player = position.agenda[-1].player
        choice = bots[player].choose(seen_by(position, player))
        done = step(position, choice.move)
        yield choice, done
        position = done.after


def play_game(first: Bot, second: Bot, position: Position, turns: int = PATIENCE) -> Position:
    """Play a game between two bots until it ends or gets past turn number `turns`, and return the last position."""
    for _, done in steps_of(first, second, position):
        position = done.after
        if position.turn > turns:
            break
    return position
