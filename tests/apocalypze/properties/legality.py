"""Moves of every type, sensible or not: each is legal, or refused with a reason, consistently."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

from apz.apocalypze import moves
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import legal_moves, play, why_not
from apz.core.trace import Step
from tests.apocalypze.properties.games import fingerprint, step_of
from tests.apocalypze.properties.positions import ALL
from tests.apocalypze.properties.steps import check_said, standing

WRONG = (-7, -2, -1, 60, 999)


def conceivable(position: Position, rng: Random) -> Iterator[Move]:
    """Yield moves of all types, sensible or not, with existing and wrong card ids."""
    yield from (moves.Draw(), moves.Done(), moves.Pass())
    ids = (*ALL, *WRONG)
    near = sorted({*standing(position), *near_cards(position)})
    for place in (-1, 0, 1, 2):
        yield moves.Occupy(place)
    for point in range(8):
        yield moves.Engage(point)
        yield from (moves.Send(card, point) for card in ids)
    for card in ids:
        yield from (
            moves.Play(card),
            moves.Play(card, True),
            moves.Wound(card),
            moves.Eat(card),
            moves.TakeBack(card),
            moves.Event(card),
            moves.Take(card),
        )
        yield from (moves.Use(card, (), text) for text in (-1, 0, 1, 2))
    for card in (*near, *rng.sample(ids, 5)):
        others = (*near, *range(5), *rng.sample(ids, 5))
        yield from (moves.Attach(card, to) for to in others)
        yield from (moves.Take(card, to) for to in others)
        yield from (moves.Event(card, (to,)) for to in others)
        yield from (moves.Use(card, (to,), text) for to in others for text in (0, 1))
    crowd = sorted(standing(position))
    for card in (*near, *rng.sample(ids, 2)):
        if not 0 <= card < 60 or position.game.cards[card].name == "Shotgun" or rng.random() < 0.05:
            yield from (moves.Use(card, pair) for pair in permutations(crowd, 2))
            yield from (moves.Event(card, pair) for pair in permutations(crowd[:4], 2))
            yield from (moves.Use(card, (to, to)) for to in crowd)


def near_cards(position: Position) -> Iterator[int]:
    """Yield the ids of strongholds and attachments, and of the first few cards in each hand and pile."""
    for side in position.sides:
        yield side.stronghold
        yield from (fixture.id for fixture in side.fixtures)
        yield from (attached.id for who in side.survivors + side.raiders for attached in who.attached)
        yield from (*side.hand[:8], *side.deck[:1], *side.discard[:3])


def check_one_legality(position: Position, tried: Iterator[Move], rng: Random) -> int:
    """Check that every tried move is either listed as legal or refused with a reason; return the number of tries."""
    legal = legal_moves(position)
    listed = list(legal)
    allowed = set(listed)
    print_of_before = fingerprint(position)
    assert len(listed) == len(allowed) == len(legal)
    assert bool(legal) == bool(listed)
    for move in listed:
        assert why_not(position, move) is None
        assert isinstance(play(position, move), Step)
    number = 0
    for move in tried:
        number += 1
        refusal = why_not(position, move)
        assert (refusal is None) == (in_order(move) in allowed), (move, refusal, position.waiting)
        if refusal is not None:
            check_said(refusal)
            assert type(refusal.fix) is str
            if rng.random() < 0.05:
                assert play(position, move) == refusal
                assert move not in legal
        elif rng.random() < 0.05 or move not in allowed:
            assert move in legal
            assert step_of(position, move).after.sides == step_of(position, in_order(move)).after.sides
    assert fingerprint(position) == print_of_before
    return number


def in_order(move: Move) -> Move:
    """Return the move with its targets sorted, as in the list of legal moves."""
    return replace(move, targets=tuple(sorted(move.targets))) if isinstance(move, moves.Event | moves.Use) else move
