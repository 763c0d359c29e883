"""Moves somebody might try in a position, legal or not, for learners to judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from apz.apocalypze import moves
from apz.apocalypze.language.move_text import usable
from apz.apocalypze.model import ATTACHMENT, DECK, Position, Searching, Waiting
from apz.apocalypze.moves import Move
from apz.apocalypze.play import legal_moves
from apz.apocalypze.rules.find import attachments, characters
from apz.apocalypze.rules.move_target import target_of
from apz.apocalypze.rules.search import pile_of
from apz.core.luck import Chance

FEW = 3  # how many targets of one card are considered
UNTIMELY = 15  # percent of the time, some moves that belong to other moments are added


def conceivable(chance: Chance, position: Position) -> list[Move]:
    """Return different moves the deciding player might try, legal or not, in random order."""
    waiting = position.waiting
    if waiting is None:
        return []
    thought = [*legal_moves(position), *THOUGHTS.get(waiting.kind, nothing)(chance, position, waiting)]
    if chance.often(UNTIMELY):
        side = position.sides[waiting.player]
        thought += [moves.Draw(), moves.Occupy(waiting.player), moves.Engage(1)]
        thought += [moves.Eat(DECK), moves.Done(), moves.Pass()]
        thought += [moves.Play(card) for card in side.hand if position.card(card).character][:1]
        thought += [moves.Send(who.id, 1) for who in (*side.survivors, *side.raiders)][:1]
    return chance.mixed(list(dict.fromkeys(thought)))


def some(chance: Chance, things: Sequence[int]) -> list[int]:
    """Return a few of these numbers, chosen at random."""
    return chance.mixed(things)[:FEW]


def people(position: Position) -> list[int]:
    """Return the ids of all characters in play."""
    return [found.who.id for found in characters(position)]


def nothing(chance: Chance, position: Position, waiting: Waiting) -> Iterator[Move]:
    """Return an iterator without moves, for decisions where only legal moves come to mind."""
    return iter(())


def places(chance: Chance, position: Position, waiting: Waiting) -> Iterator[Move]:
    """Yield the moves to occupy either stronghold."""
    yield from (moves.Occupy(0), moves.Occupy(1))


def playing(chance: Chance, position: Position, waiting: Waiting) -> Iterator[Move]:
    """Yield moves that play each card in hand, and moves that use each of the player's cards in play."""
    places = [side.stronghold for side in position.sides]
    for held in position.sides[waiting.player].hand:
        printed = position.card(held)
        if printed.character:
            yield moves.Play(held)
            yield moves.Play(held, zombie=True)
        elif printed.kind == ATTACHMENT:
            hosts = places if printed.target == "your-stronghold" else people(position)
            if printed.target == "their-attachment":
                hosts = [fixed.at.id for fixed in attachments(position)] or hosts
            yield from (moves.Attach(held, host) for host in some(chance, hosts))
    yield from events(chance, position, waiting)


def events(chance: Chance, position: Position, waiting: Waiting) -> Iterator[Move]:
    """Yield moves that play each event in hand and use each of the player's cards in play, with targets if needed."""
    for held in position.sides[waiting.player].hand:
        if position.card(held).event:
            yield from (moves.Event(held, targets) for targets in aims(chance, position, moves.Event(held)))
    for used in usable(position):
        yield from (moves.Use(used, targets) for targets in aims(chance, position, moves.Use(used)))


def aims(chance: Chance, position: Position, move: moves.Event | moves.Use) -> list[tuple[int, ...]]:
    """Return targets that somebody might choose for a card or ability."""
    target = target_of(position, move)
    if target is None:
        return [()]
    if target.key == "open-point":
        return [(1 + chance.below(4),)]
    return [(card,) for card in some(chance, [card for card in people(position) if card != move.card])]


def sending(chance: Chance, position: Position, waiting: Waiting) -> Iterator[Move]:
    """Yield moves that send the player's characters to a few access points, legally or not, and Done."""
    side, points = position.sides[waiting.player], len(position.combat.attack) if position.combat else 0
    row = side.raiders if waiting.kind == "attack" else side.survivors
    for who in row:
        yield from (moves.Send(who.id, point) for point in some(chance, range(1, points + 2)))
    others = side.survivors if waiting.kind == "attack" else side.raiders
    yield from (moves.Send(who.id, 1) for who in others[:1])
    yield moves.Done()


def engaging(chance: Chance, position: Position, waiting: Waiting) -> Iterator[Move]:
    """Yield moves that resolve an engagement at any access point."""
    yield from (moves.Engage(point) for point in range(1, 1 + len(position.combat.attack) if position.combat else 1))


def wounding(chance: Chance, position: Position, waiting: Waiting) -> Iterator[Move]:
    """Yield moves that wound any character on the table."""
    yield from (moves.Wound(card) for card in people(position))


def eating(chance: Chance, position: Position, waiting: Waiting) -> Iterator[Move]:
    """Yield moves that consume from the deck or the hand, or any of the player's characters."""
    side = position.sides[waiting.player]
    yield moves.Eat(DECK)
    yield from (moves.Eat(card) for card in (*side.hand[:FEW], *(who.id for who in (*side.survivors, *side.raiders))))


def taking(chance: Chance, position: Position, waiting: Searching) -> Iterator[Move]:
    """Yield moves that take a few of the pile's cards."""
    yield from (moves.Take(card) for card in some(chance, [card for card in pile_of(position, waiting) if card >= 0]))


THOUGHTS: dict[str, Callable[[Chance, Position, Any], Iterator[Move]]] = {
    "occupy": places,
    "act": playing,
    "attack": sending,
    "defend": sending,
    "order": engaging,
    "wound": wounding,
    "consume": eating,
    "search": taking,
    **dict.fromkeys(("last", "window", "respond", "remove", "arrival"), events),
}
