"""Games in which Hypothesis makes every choice, looking for failures."""

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from apz.apocalypze import moves
from apz.apocalypze.moves import Move
from apz.apocalypze.play import legal_moves, play, why_not
from apz.apocalypze.setup import new_game
from apz.core.trace import Step
from tests.apocalypze.properties.games import STARTERS, fingerprint, own_deck, step_of
from tests.apocalypze.properties.legality import in_order
from tests.apocalypze.properties.positions import check_position
from tests.apocalypze.properties.steps import check_said, check_step


class AnyGame(RuleBasedStateMachine):
    """A game in which Hypothesis makes every choice, looking for failures."""

    @initialize(
        decks=st.tuples(st.randoms(use_true_random=False), st.booleans()),
        seed=st.integers(0, 2**64 - 1),
        starts=st.sampled_from((0, 1, None)),
        strict=st.booleans(),
    )
    def begin(self, decks: tuple[Random, bool], seed: int, starts: int | None, strict: bool) -> None:
        rng, own = decks
        first, second = (own_deck(rng) if own else rng.choice(STARTERS) for _ in (0, 1))
        self.start = self.position = new_game(first, second, seed=seed, starts=starts, strict=strict)
        self.used: set[tuple[Any, ...]] = set()
        self.steps: list[Step] = []

    @precondition(lambda self: self.position.waiting)
    @rule(indices=st.lists(st.integers(0, 255), min_size=5, max_size=60))
    def play_legal_moves(self, indices: list[int]) -> None:
        for index in indices:
            if self.position.waiting is None:
                return
            legal = list(legal_moves(self.position))
            assert legal, "the player who is awaited has nothing legal"
            step = step_of(self.position, legal[index % len(legal)])
            check_step(step, self.used)
            self.steps.append(step)
            self.position = step.after
            check_position(self.position)

    @rule(
        kind=st.sampled_from((moves.Occupy, moves.Wound, moves.Engage, moves.Eat, moves.TakeBack)),
        number=st.integers(-9, 70) | st.integers(),
    )
    def try_a_move_with_one_number(self, kind: Any, number: int) -> None:
        self.attempt(kind(number))

    @rule(
        kind=st.sampled_from((moves.Attach, moves.Send, moves.Take)),
        card=st.integers(-3, 62),
        other=st.integers(-3, 62),
    )
    def try_a_move_with_two_numbers(self, kind: Any, card: int, other: int) -> None:
        self.attempt(kind(card, other))

    @rule(
        card=st.integers(-3, 62),
        aims=st.lists(st.integers(-3, 62), max_size=3).map(tuple),
        text=st.none() | st.integers(-2, 3),
    )
    def try_an_event_or_a_text(self, card: int, aims: tuple[int, ...], text: int | None) -> None:
        self.attempt(moves.Event(card, aims) if text is None else moves.Use(card, aims, text))

    @rule(
        card=st.integers(-3, 62),
        zombie=st.booleans(),
        move=st.sampled_from((None, moves.Draw(), moves.Done(), moves.Pass())),
    )
    def try_to_play_or_to_pass(self, card: int, zombie: bool, move: Move | None) -> None:
        self.attempt(move or moves.Play(card, zombie))

    def attempt(self, move: Move) -> None:
        """Try a move, and check that it's legal or refused consistently, without changing the position itself."""
        before = fingerprint(self.position)
        refusal = why_not(self.position, move)
        assert (refusal is None) == (in_order(move) in list(legal_moves(self.position)))
        result = play(self.position, move)
        assert fingerprint(self.position) == before
        if refusal is None:
            assert isinstance(result, Step)
            check_position(result.after)
        else:
            assert result == refusal
            check_said(refusal)

    @invariant()
    def all_is_well(self) -> None:
        if hasattr(self, "position"):
            check_position(self.position)
            assert bool(legal_moves(self.position)) == (self.position.waiting is not None)

    def teardown(self) -> None:
        """Check that the same moves from the start lead to the same position."""
        if hasattr(self, "start"):
            position = self.start
            for step in self.steps:
                position = step_of(position, step.move).after
            assert position == self.position


AnyGame.TestCase.settings = settings(
    max_examples=200,
    stateful_step_count=30,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestNobodyFindsAWayAroundTheRules = AnyGame.TestCase
