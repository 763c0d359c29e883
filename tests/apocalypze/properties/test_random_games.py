"""Checks that hold in every position of every game, no matter who plays it and how badly."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from apz.apocalypze.model import Position
from apz.apocalypze.play import legal_moves
from apz.apocalypze.setup import new_game
from apz.core.trace import Step
from tests.apocalypze.properties.games import CIRCLES, STARTERS, a_game, choose, fingerprint, own_deck, step_of
from tests.apocalypze.properties.legality import check_one_legality, conceivable
from tests.apocalypze.properties.positions import KINDS, check_position
from tests.apocalypze.properties.steps import check_step
from tests.shares import SHARES, in_shares

GAMES = 2400


def play_out(position: Position, rng: Random, limit: int = 20_000) -> Iterator[Step]:
    """Play random moves until the game is over, checking every position and every step; yield the steps."""
    used: set[tuple[Any, ...]] = set()
    daring = rng.random() < 0.6
    check_position(position)
    for _ in range(limit):
        if position.waiting is None:
            return
        moves = list(legal_moves(position))
        assert moves, f"nothing legal while the game waits for {position.waiting}"
        step = step_of(position, choose(moves, rng, daring))
        check_step(step, used)
        position = step.after
        check_position(position)
        yield step
    raise AssertionError("the game does not end")


@in_shares
def test_in_thousands_of_random_games_every_position_obeys_the_rules(share: int):
    seen: Counter[str] = Counter()
    for number in range(GAMES // SHARES):
        rng = Random(f"games/{share}/{number}")
        for step in play_out(a_game(rng), rng):
            seen[step.before.waiting.kind] += 1
        assert step.after.winner in (0, 1)
    assert min(seen[kind] for kind in KINDS) > 0, "a kind of decision that never came up"


@in_shares
def test_a_move_is_refused_exactly_when_it_is_not_among_the_legal_ones(share: int):
    seen: Counter[str] = Counter()
    tried = 0
    for circle, strict, number in product(CIRCLES, (False, True), range(2)):
        rng = Random(f"refusals/{share}/{circle}/{strict}/{number}")
        decks = own_deck(rng, [*circle, *rng.choice(CIRCLES)]), own_deck(rng, circle)
        for step in play_out(new_game(*decks, seed=share, strict=strict), rng):
            kind = step.after.waiting.kind if step.after.waiting else "over"
            if seen[kind] < 6 and (seen[kind] < 2 or rng.random() < 0.1):
                seen[kind] += 1
                tried += check_one_legality(step.after, conceivable(step.after, rng), rng)
    assert tried > 100_000
    assert min(seen[kind] for kind in (*KINDS, "over")) > 0, "a kind of decision that never came up"


def test_every_starter_deck_against_every_other_comes_to_an_end():
    for number, (first, second) in enumerate((first, second) for first in STARTERS for second in STARTERS):
        for strict in (False, True):
            rng = Random(f"starters/{number}/{strict}")
            for step in play_out(new_game(first, second, seed=number, strict=strict), rng):
                last = step
            assert last.after.waiting is None


def test_the_moves_of_a_game_played_again_give_the_same_positions_and_notes():
    for number in range(40):
        rng = Random(f"again/{number}")
        start = a_game(rng)
        steps = list(play_out(start, rng))
        position = start
        for step in steps:
            again = step_of(position, step.move)
            assert again == step
            position = again.after
        assert fingerprint(position) == fingerprint(steps[-1].after)
