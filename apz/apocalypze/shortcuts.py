"""Shortcuts: forced moves, and moves that go together, each legal once those before it are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from apz.apocalypze.ids import CardId
from apz.apocalypze.model import DECK, Debt, Decision, Position
from apz.apocalypze.move_preview import warning
from apz.apocalypze.moves import Attach, Done, Eat, Move, Occupy, Pass, Play, Send, Take, TakeBack, Wound
from apz.apocalypze.play import legal_moves, play
from apz.apocalypze.rules.consumption import edible
from apz.apocalypze.rules.find import find
from apz.core.trace import Step

GROUPING = (Decision.ATTACK, Decision.DEFEND)
MOST_TRIED = 2_000  # legal moves times access points; a real game has a tenth of that
MOST_BLOCKED = 2  # attacked access points: with more, hardly anybody blocks one with everyone


class Shortcut(NamedTuple):
    """Moves that go together: their name, the number of an access point or stronghold (0 for none), and the moves."""

    name: str
    number: int
    moves: tuple[Move, ...]

    @property
    def key(self) -> str:
        """The name, followed by a hyphen and the number if there is one."""
        return f"{self.name}-{self.number}" if self.number else self.name


def forced(position: Position) -> Move | None:
    """Return the move to make if there's nothing to decide: the only legal one, or one of several with the same result.

    Several have the same result if everybody must go to the only access point, or if equal characters take wounds.
    Otherwise return None.

    >>> import apz
    >>> forced(apz.new_game(seed=1))
    Draw()
    >>> forced(apz.named_position("police-station-groups")) is None
    True
    """
    if position.waiting is None:
        return None
    found = legal_moves(position).all()
    if len(found) == 1 or (position.waiting.kind is Decision.WOUND and alike(position, found)):
        return found[0]
    if position.waiting.kind is not Decision.ATTACK or position.combat is None or len(position.combat.attack) > 1:
        return None
    if not all(isinstance(move, Send | TakeBack | Done) for move in found):
        return None
    return next((move for kind in (Send, Done) for move in found if isinstance(move, kind)), None)


def alike(position: Position, moves: Sequence[Move]) -> bool:
    """Return True if moves wound, attach a card or take one, and differ only in which of equal characters they name.

    In combat only wounds count, since all who could take them are in the same group.
    """
    wounds = all(isinstance(move, Wound) for move in moves)
    if not wounds and (position.combat is not None or not all(isinstance(move, Attach | Take) for move in moves)):
        return False
    found = [find(position, card_id(move) if wounds else getattr(move, "to", DECK)) for move in moves]
    used = {card for card, _ in (*position.used, *position.spent)}  # of two equal abilities, one may be used up
    looks = {(each.player, each.raider, each.who._replace(id=CardId(0))) if each else None for each in found}
    if len(looks) > 1 or None in looks or any(each and each.who.id in used for each in found):
        return False
    return wounds or len({card_id(move) for move in moves}) == 1


def declines(position: Position) -> Move | None:
    """Return a pass in an engagement's window, or None for any other decision."""
    return Pass() if position.waiting and position.waiting.kind is Decision.WINDOW else None


def shortcuts(position: Position, steps: Sequence[Step] = ()) -> list[Shortcut]:
    """Return the shortcuts possible here: play all characters, send everyone to one access point, and so on.

    Those called "attack-..." or "block-..." also commit the groups; "send-all" and "as-last-turn" don't.
    """
    waiting = position.waiting
    if waiting is None:
        return []
    if isinstance(waiting, Debt):
        moves = cheapest(position)
        return [Shortcut("pay-cheapest", 0, moves)] if moves and moves != (Eat(DECK),) else []
    if waiting.kind is Decision.OCCUPY:
        everyone = [Shortcut("play-all-at", at.place + 1, (at, *all_played(after))) for at, after in occupied(position)]
        return [each for each in everyone if each.moves[2:]]
    if waiting.kind is Decision.ACT:
        moves = all_played(position)
        return [Shortcut("play-all", 0, moves)] if len(moves) > 1 else []
    if waiting.kind not in GROUPING or position.combat is None:
        return []
    points = range(1, len(position.combat.attack) + 1)
    if len(points) * len(legal_moves(position)) > MOST_TRIED:
        return []
    found = [Shortcut("send-all", point, all_to(position, point)) for point in points]
    found.append(Shortcut("as-last-turn", 0, as_last_turn(position, steps)))
    attacks = waiting.kind is Decision.ATTACK
    verb, groups = ("attack", position.combat.attack) if attacks else ("block", position.combat.defense)
    few = attacks or sum(map(bool, position.combat.attack)) <= MOST_BLOCKED
    for point in points if few else ():
        elsewhere = any(group for number, group in enumerate(groups, 1) if number != point)
        found.append(Shortcut(f"{verb}-{'rest' if elsewhere else 'all'}", point, all_at_once(position, point)))
    return [each for each in found if len(each.moves) > 1]


def occupied(position: Position) -> list[tuple[Occupy, Position]]:
    """Return the moves that can occupy a stronghold now, each with the position after it."""
    asked = position.waiting is not None and position.waiting.kind is Decision.OCCUPY
    moves = [move for move in legal_moves(position) if isinstance(move, Occupy)] if asked else []
    return [(move, step.after) for move in moves if isinstance(step := play(position, move), Step)]


def placed(position: Position) -> dict[int, Occupy]:
    """Return, for each character or attachment in hand that fits only one stronghold, the move that occupies it."""
    found: dict[int, list[Occupy]] = {}
    for occupy, after in occupied(position):
        for card in {card_id(move) for move in legal_moves(after) if isinstance(move, Play | Attach)}:
            found.setdefault(card, []).append(occupy)
    return {card: places[0] for card, places in found.items() if len(places) == 1}


def all_played(position: Position) -> tuple[Move, ...]:
    """Return the moves that play each character in hand with only one legal move, unless it would be lost at once."""
    own: dict[int, list[Move]] = {}
    for move in legal_moves(position):
        own.setdefault(card_id(move), []).append(move)
    made: list[Move] = []
    for moves in own.values():
        step = play(position, moves[0]) if len(moves) == 1 and isinstance(moves[0], Play) else None
        if isinstance(step, Step) and warning(position, moves[0]) is None:
            position = step.after
            made.append(moves[0])
    return tuple(made)


def all_to(position: Position, point: int) -> tuple[Move, ...]:
    """Return the moves that send everybody who can be sent to this access point."""
    return together(
        position, [move for move in legal_moves(position) if isinstance(move, Send) and move.point == point]
    )


def all_at_once(position: Position, point: int) -> tuple[Move, ...]:
    """Return the moves that send everyone left to one access point and commit the groups; () if that's impossible."""
    sent = all_to(position, point)
    left = {move.card for move in legal_moves(position) if isinstance(move, Send)} - {card_id(move) for move in sent}
    moves = () if left or not sent else together(position, [*sent, Done()])
    return moves if moves[-1:] == (Done(),) else ()


def as_last_turn(position: Position, steps: Sequence[Step]) -> tuple[Move, ...]:
    """Return the moves that repeat the player's last groups with the characters still in play."""
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

    The result is () if a card is already offered, there's no debt, or it can't be paid.
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


def card_id(move: Move) -> int:
    """Return the card that a move is made with, or DECK if the move names none."""
    found: int = getattr(move, "card", DECK)
    return found


def together(position: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves that are legal when played in this order, skipping the others."""
    made: list[Move] = []
    for move in moves:
        step = play(position, move)
        if isinstance(step, Step):
            position = step.after
            made.append(move)
    return tuple(made)
