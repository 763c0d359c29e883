"""Shortcuts: forced moves, and sets of moves that go together, each legal on its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from apz.apocalypze.model import DECK, Debt, Decision, Position
from apz.apocalypze.moves import Done, Eat, Move, Send, TakeBack
from apz.apocalypze.play import legal_moves, play
from apz.apocalypze.rules.consumption import edible
from apz.core.trace import Step

GROUPING = (Decision.ATTACK, Decision.DEFEND)
MOST_TRIED = 2_000  # of legal moves times access points; a game has a tenth of that


class Shortcut(NamedTuple):
    """Moves that go together: a name, the access point in that name if there is one, and the moves."""

    name: str
    number: int
    moves: tuple[Move, ...]

    @property
    def key(self) -> str:
        """The name and number as one word."""
        return f"{self.name}-{self.number}" if self.number else self.name


def forced(position: Position) -> Move | None:
    """Return the move that leaves nothing to decide: the only legal one, or the next in a group with one option.

    >>> import apz
    >>> forced(apz.new_game(seed=1))
    Draw()
    >>> forced(apz.named_position("police-station-groups")) is None
    True
    """
    if position.waiting is None:
        return None
    found = legal_moves(position).all()
    if len(found) == 1:
        return found[0]
    if position.waiting.kind is not Decision.ATTACK or position.combat is None or len(position.combat.attack) > 1:
        return None
    if not all(isinstance(move, Send | TakeBack | Done) for move in found):
        return None
    return next((move for kind in (Send, Done) for move in found if isinstance(move, kind)), None)


def shortcuts(position: Position, steps: Sequence[Step] = ()) -> list[Shortcut]:
    """Return the shortcuts here: everyone to one access point, as last turn, or the cheapest payment.

    If everyone goes to one access point, the attack can start right away.
    """
    waiting = position.waiting
    if waiting is None:
        return []
    if isinstance(waiting, Debt):
        moves = cheapest(position)
        return [Shortcut("pay-cheapest", 0, moves)] if len(moves) > 1 else []
    if waiting.kind not in GROUPING or position.combat is None:
        return []
    points = range(1, len(position.combat.attack) + 1)
    if len(points) * len(legal_moves(position)) > MOST_TRIED:
        return []
    found = [Shortcut("send-all", point, all_to(position, point)) for point in points]
    found.append(Shortcut("as-last-turn", 0, as_last_turn(position, steps)))
    if waiting.kind is Decision.ATTACK:
        found += [Shortcut("attack-all", point, attack_by_all(position, point)) for point in points]
    return [each for each in found if len(each.moves) > 1]


def all_to(position: Position, point: int) -> tuple[Move, ...]:
    """Return the moves that send everybody who can go there to one access point."""
    return together(
        position, [move for move in legal_moves(position) if isinstance(move, Send) and move.point == point]
    )


def attack_by_all(position: Position, point: int) -> tuple[Move, ...]:
    """Return the moves that send everybody to one access point and attack; () if not all can go there."""
    moves = together(position, [*all_to(position, point), Done()])
    elsewhere = position.combat and any(
        each for number, each in enumerate(position.combat.attack, 1) if number != point
    )
    return moves if moves[-1:] == (Done(),) and not elsewhere else ()


def as_last_turn(position: Position, steps: Sequence[Step]) -> tuple[Move, ...]:
    """Return the moves that form this player's last groups again, with the characters still here."""
    assert position.waiting
    player, kind = position.waiting.player, position.waiting.kind
    last: dict[int, int] = {}
    turn = 0
    for step in steps:
        before: Position = step.before
        asked = before.waiting
        if asked is None or (asked.player, asked.kind) != (player, kind) or before.turn == position.turn:
            continue
        if before.turn != turn:
            turn, last = before.turn, {}
        if isinstance(step.move, Send):
            last[step.move.card] = step.move.point
        elif isinstance(step.move, TakeBack):
            last.pop(step.move.card, None)
    sends = [move for move in legal_moves(position) if isinstance(move, Send)]
    return together(position, [move for move in sends if last.get(move.card) == move.point])


def cheapest(position: Position) -> tuple[Move, ...]:
    """Return the payment that wastes the least, then costs the fewest survivors: deck first, then pairs from hand.

    It's () if something is already offered or nothing is owed.
    """
    waiting = position.waiting
    if not isinstance(waiting, Debt) or waiting.offered:
        return ()
    side, owed = position.sides[waiting.player], waiting.amount
    units = len(side.deck) + len(side.hand) // 2
    ways: dict[int, tuple[tuple[int, int], ...]] = {0: ()}  # total -> the fewest survivors that make it
    for who, worth in edible(position, waiting.player):
        if worth > 0:
            for total, eaten in sorted(ways.items(), reverse=True):
                known = ways.get(total + worth)
                if known is None or len(eaten) + 1 < len(known):
                    ways[total + worth] = (*eaten, (who, worth))
    fits = [
        (max(total - owed, 0), len(eaten), eaten)
        for total, eaten in ways.items()
        if owed - total <= units and all(total - worth < owed for _, worth in eaten)
    ]
    for _, _, eaten in sorted(fits):
        rest = max(0, owed - sum(worth for _, worth in eaten))
        deck = min(rest, len(side.deck))
        cards = [*(who for who, _ in eaten), *[DECK] * deck, *side.hand[: 2 * (rest - deck)]]
        moves = together(position, [Eat(card) for card in cards])
        if len(moves) == len(cards):
            return moves
    return ()


def together(position: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return those moves that are legal one after the other."""
    made: list[Move] = []
    for move in moves:
        step = play(position, move)
        if isinstance(step, Step):
            position = step.after
            made.append(move)
    return tuple(made)
