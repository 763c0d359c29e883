"""Measures the kernel beside others in the same interleaved run, and prints ratios: times vary, ratios hold."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.moves import TakeBack
from apz.apocalypze.play import legal_moves, step
from apz.apocalypze.setup import new_game
from apz.core.trace import Step

Decisions = Iterator[None]  # one decision for each turn of the crank


def our_games(rng: random.Random, take_back: bool = False) -> Decisions:
    """Random legal games of ours: legal moves enumerated, every step with its notes."""
    decks = [*library().decks]
    while True:
        position = new_game(rng.choice(decks), rng.choice(decks), seed=rng.getrandbits(32))
        while position.agenda:
            moves = legal_moves(position).all()
            if not take_back:
                moves = [move for move in moves if type(move) is not TakeBack] or moves
            position = step(position, moves[int(rng.random() * len(moves))]).after
            yield


def our_games_taking_back(rng: random.Random) -> Decisions:
    """The same with every legal move alike, those that only take something back too."""
    return our_games(rng, True)


def chess_games(rng: random.Random, to_the_end: bool = True) -> Decisions:
    """Random legal games of python-chess: legal moves enumerated, moves pushed, the end noticed by its rules."""
    import chess

    while True:
        board = chess.Board()
        while not (board.is_game_over() if to_the_end else board.halfmove_clock >= 150):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(rng.random() * len(moves))])
            yield


def chess_games_unasked(rng: random.Random) -> Decisions:
    """The same without asking python-chess whether the game is over."""
    return chess_games(rng, False)


def uno_games(rng: random.Random) -> Decisions:
    """Random legal games of RLCard's uno, without its training wrapper."""
    from rlcard.games.uno import Game

    while True:
        game = Game()
        game.init_game()
        while not game.is_over():
            moves = game.get_legal_actions()
            game.step(moves[int(rng.random() * len(moves))])
            yield


PLAYERS: dict[str, Callable[[random.Random], Decisions]] = {
    "apz": our_games,
    "apz, taking back at random too": our_games_taking_back,
    "python-chess": chess_games,
    "python-chess, end not asked for": chess_games_unasked,
    "RLCard uno": uno_games,
}


def race(rounds: int = 15, slice_size: int = 4000) -> dict[str, list[float]]:
    """Decisions a second of each, measured in turns so that a slow moment of the machine meets all alike."""
    running: dict[str, Decisions] = {}
    for name, games in PLAYERS.items():
        try:
            running[name] = games(random.Random(1))
            next(running[name])
        except ImportError:
            del running[name]
            print(f"{name} is not installed here and stays out of the race (make bench installs it)", file=sys.stderr)
    speeds: dict[str, list[float]] = {name: [] for name in running}
    for _ in range(rounds):
        for name, decisions in running.items():
            begin = perf_counter()
            for _ in range(slice_size):
                next(decisions)
            speeds[name].append(slice_size / (perf_counter() - begin))
    return speeds


def sample(games: int = 40) -> list[Step]:
    """The steps of some random games."""
    rng = random.Random(2)
    steps: list[Step] = []
    for seed in range(games):
        position = new_game(*rng.sample([*library().decks], 2), seed=seed)
        while position.agenda:
            moves = legal_moves(position).all()
            onward = [move for move in moves if type(move) is not TakeBack] or moves
            steps.append(step(position, rng.choice(onward)))
            position = steps[-1].after
    return steps


def micro(call: Callable[[Any], object], things: list[Any], repeat: int = 5) -> float:
    """Microseconds for a call on one of the things, the best of some rounds."""
    best = float("inf")
    for _ in range(repeat):
        begin = perf_counter()
        for thing in things:
            call(thing)
        best = min(best, (perf_counter() - begin) / len(things))
    return best * 1e6


def decide(position: Position) -> object:
    """One decision: the legal moves, and the first of them played."""
    return step(position, legal_moves(position).all()[0])


def in_play(position: Position) -> int:
    """How many characters stand on the table."""
    return sum(len(side.survivors) + len(side.raiders) for side in position.sides)


def grouped(
    steps: list[Step], size: Callable[[Position], int], edges: list[int]
) -> Iterator[tuple[str, list[Position]]]:
    """The positions before the steps, sorted into classes of size."""
    for low, high in zip(edges, [*edges[1:], 10**6], strict=True):
        chosen = [s.before for s in steps if low <= size(s.before) < high]
        if chosen:
            yield (f"{low}-{high - 1}" if high < 10**6 else f"{low} and more"), chosen


def run(rounds: int = 15) -> int:
    """Measure, and print everything."""
    speeds = race(rounds)
    ours = speeds["apz"]
    print(f"Random legal play, decisions a second (median of {rounds} interleaved slices)")
    for name, values in speeds.items():
        ratio = median(a / b for a, b in zip(ours, values, strict=True))
        print(f"  {name:32} {median(values):10,.0f}   apz is {ratio:5.2f} x that")
    steps = sample()
    text = words("en")
    legal = micro(lambda s: legal_moves(s.before).all(), steps)
    played = micro(lambda s: step(s.before, s.move), steps)
    print(f"One decision, over {len(steps)} decisions of random games")
    moves = sum(len(legal_moves(s.before)) for s in steps) / len(steps)
    print(f"  legal moves      {legal:7.1f} us for {moves:.1f} moves")
    print(f"  the step         {played:7.1f} us with {sum(len(s.notes) for s in steps) / len(steps):.1f} notes")
    print(f"  text of a step   {micro(text.step, steps):7.1f} us, only when somebody looks")
    print(f"  a snapshot       {micro(lambda s: s.before, steps):7.2f} us: a position is a value, keeping it is enough")
    print("How a decision's cost grows")
    for label, chosen in grouped(steps, in_play, [0, 3, 6, 9]):
        print(f"  {label:10} characters in play  {micro(decide, chosen):7.1f} us")
    for label, chosen in grouped(steps, lambda p: p.turn, [1, 5, 9, 13]):
        print(f"  {label:10} turns played        {micro(decide, chosen):7.1f} us")
    return 0
