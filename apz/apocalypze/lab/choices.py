"""A player's possible choices as whole decisions, such as all groups or a full payment; equivalent ones appear once."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations
from typing import NamedTuple

from apz.apocalypze.ids import CardId, Player
from apz.apocalypze.lab.aims import Aim
from apz.apocalypze.lab.fates import kind_of
from apz.apocalypze.lab.grouping import Supply, splits
from apz.apocalypze.model import DECK, Debt, Decision, InPlay, Position, Prompt, Wounds
from apz.apocalypze.moves import Done, Eat, Event, Move, Send, TakeBack, Use
from apz.apocalypze.play import find_legal, refused, step
from apz.apocalypze.rules.actions import points_at_lane
from apz.apocalypze.rules.consumption import edible
from apz.apocalypze.rules.find import find

DONE = Done()
Groups = tuple[tuple[CardId, ...], ...]


class Way(NamedTuple):
    """One decision: the moves that make it, and the position they lead to."""

    moves: tuple[Move, ...]
    after: Position


def ways(position: Position, aim: Aim) -> Iterator[Way]:
    """Yield the possible whole decisions, one from each set of equivalent ones."""
    waiting = position.waiting
    if isinstance(waiting, Debt):
        for offered in payments(position, waiting, aim):
            yield played(position, taken_back(waiting) + tuple([Eat(card) for card in offered]))
        return
    grouping = isinstance(waiting, Prompt) and waiting.kind in (Decision.ATTACK, Decision.DEFEND)
    if grouping and isinstance(waiting, Prompt):
        for groups in all_groups(position, waiting, aim):
            yield grouped(position, waiting.player, groups)
    for move in singles(position, aim):
        if not (grouping and isinstance(move, Send | TakeBack | Done)):
            yield Way((move,), step(position, move).after)


def played(position: Position, moves: tuple[Move, ...]) -> Way:
    """Return a decision made of these moves, with the position after them."""
    after = position
    for move in moves:
        after = step(after, move).after
    return Way(moves, after)


def singles(position: Position, aim: Aim) -> Iterator[Move]:
    """Yield the legal moves, one from each set of equivalent ones."""
    seen: set[Hashable] = set()
    for move in find_legal(position):
        looks = looks_of(position, move, aim)
        if looks not in seen:
            seen.add(looks)
            yield move


def looks_of(position: Position, move: Move, aim: Aim) -> Hashable:
    """Return a key shared by equivalent moves: their targets look alike and are in the same group."""
    if isinstance(position.waiting, Wounds):
        return standing(position, getattr(move, "card", -1), aim)
    if isinstance(move, Event | Use) and not points_at_lane(position.game.cards[move.card], move):
        aimed = tuple(sorted([repr(standing(position, target, aim)) for target in move.targets]))
        if isinstance(move, Event):
            return Event, position.game.cards[move.card].name, aimed
        return Use, move.card, move.text, aimed
    return move


def standing(position: Position, card: int, aim: Aim) -> Hashable:
    """Return a key for a character's kind, side and group, or its number if it isn't in play."""
    found, fight = find(position, card), position.combat
    if found is None:
        return card
    points = (
        [n for groups in (fight.attack, fight.defense) for n, ids in enumerate(groups) if card in ids] if fight else []
    )
    return kind_of(position, found.who, aim), found.player, found.raider, tuple(points)


# groups


def row_of(position: Position, waiting: Prompt) -> tuple[InPlay, ...]:
    """Return the characters that can be put into groups."""
    side = position.sides[waiting.player]
    return side.raiders if waiting.kind is Decision.ATTACK else side.survivors


def all_groups(position: Position, waiting: Prompt, aim: Aim) -> Iterator[Groups]:
    """Yield every way to form groups, skipping equivalent ones."""
    row, fight = row_of(position, waiting), position.combat
    assert fight
    first: dict[Hashable, CardId] = {}
    kinds = {who.id: first.setdefault(kind_of(position, who, aim), who.id) for who in row}
    supply = Supply(tuple(sorted(kinds.values())))
    alike = {kind: [card for card in kinds if kinds[card] == kind] for kind in first.values()}
    points = len(fight.attack)
    if waiting.kind is Decision.ATTACK:
        for parts in splits(supply, points):
            yield dealt(supply, alike, (*parts, *[0] * (points - len(parts))))
        return
    looks = [tuple(sorted([repr(standing_alone(position, card, aim)) for card in ids])) for ids in fight.attack]
    yield from (dealt(supply, alike, parts) for parts in assigned(supply, looks))


def standing_alone(position: Position, card: int, aim: Aim) -> Hashable:
    """Return a key for a character's kind, wherever it is, or its number if it isn't in play."""
    found = find(position, card)
    return card if found is None else kind_of(position, found.who, aim)


def assigned(supply: Supply, looks: list[tuple[str, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield every way to send some of a supply to the groups (none to an empty one); equal groups count once."""

    def assign(index: int, left: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if index == len(looks):
            yield chosen
            return
        before = [chosen[other] for other in range(index) if looks[other] == looks[index]]
        for part in supply.parts(left) if looks[index] else [0]:
            if not before or part <= before[-1]:
                yield from assign(index + 1, left - part, (*chosen, part))

    yield from assign(0, supply.full, ())


def dealt(supply: Supply, alike: dict[CardId, list[CardId]], parts: tuple[int, ...]) -> Groups:
    """Return groups of real characters for these groups of kinds."""
    left = {kind: iter(cards) for kind, cards in alike.items()}
    return tuple([tuple([next(left[CardId(kind)]) for kind in supply.kinds(part)]) for part in parts])


def group_moves(position: Position, player: Player, groups: Groups) -> tuple[Move, ...]:
    """Return the moves that turn the current groups into `groups` and commit them."""
    fight = position.combat
    assert fight
    now = fight.attack if player == position.player else fight.defense
    back = [card for ids, wanted in zip(now, groups, strict=True) for card in ids if card not in wanted]
    sends = [
        Send(card, point)
        for point, (ids, wanted) in enumerate(zip(now, groups, strict=True), 1)
        for card in wanted
        if card not in ids
    ]
    return (*map(TakeBack, back), *sends, DONE)


def grouped(position: Position, player: Player, groups: Groups) -> Way:
    """Return the decision to form these groups."""
    fight = position.combat
    assert fight
    formed = fight._replace(attack=groups) if player == position.player else fight._replace(defense=groups)
    return Way(group_moves(position, player, groups), step(position._replace(combat=formed), DONE).after)


# payment


def taken_back(waiting: Debt) -> tuple[Move, ...]:
    """Return the moves that take back every card offered so far."""
    return tuple([TakeBack(card) for card in waiting.offered])


def payments(position: Position, waiting: Debt, aim: Aim) -> Iterator[tuple[CardId, ...]]:
    """Yield the ways to pay a debt, skipping equivalent ones.

    Survivors of one kind are equivalent, and unless the aim is a custom function, cards in hand are too. The kernel
    says whether each part can still be needed.
    """
    player, side = waiting.player, position.sides[waiting.player]
    empty = position._replace(agenda=(*position.agenda[:-1], waiting._replace(offered=())))
    alike: dict[Hashable, list[CardId]] = {}
    for card, _ in edible(position, player):
        found = find(position, card)
        assert found
        alike.setdefault(kind_of(position, found.who, aim), []).append(card)
    hand = side.hand if aim.additive else ()
    sorts: list[list[CardId]] = [[DECK] * len(side.deck), [*hand], *alike.values()]
    if not aim.additive:
        yield from with_hands(empty, waiting, [sorts[0], *sorts[2:]], side.hand)
        return
    yield from fill(empty, sorts, 0, ())


def fill(
    position: Position, sorts: list[list[CardId]], index: int, offered: tuple[CardId, ...]
) -> Iterator[tuple[CardId, ...]]:
    """Yield the payments that start with the offered cards and continue with `sorts` from `index` on."""
    waiting = position.agenda[-1]
    assert isinstance(waiting, Debt)
    for number in range(index, len(sorts)):
        free = sorts[number][sum([card in sorts[number] for card in offered]) :]
        if not free:
            continue
        move = Eat(free[0])
        if refused(position, move) is not None:
            continue
        after = step(position, move).after
        if (
            len(after.agenda) >= len(position.agenda)
            and isinstance(after.agenda[-1], Debt)
            and after.agenda[-1].offered
        ):
            yield from fill(after, sorts, number, (*offered, free[0]))
        else:
            yield (*offered, free[0])


def with_hands(
    position: Position, waiting: Debt, sorts: list[list[CardId]], hand: tuple[CardId, ...]
) -> Iterator[tuple[CardId, ...]]:
    """Yield the payments with every possible choice of hand cards, for aims to which that choice matters."""
    for number in range(0, len(hand) + 1, 2):
        for chosen in combinations(hand, number):
            yield from fill_all(position, waiting, chosen, sorts)


def fill_all(
    position: Position, waiting: Debt, chosen: tuple[CardId, ...], sorts: list[list[CardId]]
) -> Iterator[tuple[CardId, ...]]:
    """Yield the payments with exactly these cards from the hand."""
    after = position
    for index, card in enumerate(chosen):
        if refused(after, Eat(card)) is not None:
            return
        after = step(after, Eat(card)).after
        debt = after.agenda[-1] if after.agenda else None
        if not (isinstance(debt, Debt) and debt.offered):
            if index == len(chosen) - 1:
                yield chosen
            return
    yield from ((*chosen, *rest) for rest in fill(after, sorts, 0, ()))
