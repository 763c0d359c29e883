"""Measures our kernel against those of other games in one interleaved run, and prints speeds and their ratios."""

from __future__ import annotations

import os
import random
import sys
from atexit import register
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree
from statistics import median
from subprocess import PIPE, Popen
from tempfile import mkdtemp
from time import perf_counter, process_time
from typing import Any

from apz.apocalypze.bots import SensibleBot, play_game
from apz.apocalypze.cards import library
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.moves import TakeBack
from apz.apocalypze.play import legal_moves, step
from apz.apocalypze.setup import new_game
from apz.core.trace import Step

Decisions = Iterator[None]  # one decision per iteration
Slice = Callable[[int], float]  # runs this many iterations, and returns how many per second that is
ROOT = Path(__file__).parents[2]
COMPILED = ROOT / ".venv-compiled" / "bin" / "python"  # `make compiled` installs the compiled wheel there


def our_games(rng: random.Random, take_back: bool = False) -> Decisions:
    """Play random games of apz: list the legal moves, make one step with its notes, and yield after each decision."""
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
    """Play random games of apz with every legal move equally likely, take-backs included; yield after each decision."""
    return our_games(rng, True)


def chess_games(rng: random.Random, to_the_end: bool = True) -> Decisions:
    """Play random games of python-chess: list the moves, push one, check for the end; yield after each decision."""
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
    """Play random games of python-chess without asking it whether the game is over; yield after each decision."""
    return chess_games(rng, False)


def uno_games(rng: random.Random) -> Decisions:
    """Play random legal games of RLCard's uno, without its training wrapper; yield after each decision."""
    from rlcard.games.uno import Game

    while True:
        game = Game()
        game.init_game()
        while not game.is_over():
            moves = game.get_legal_actions()
            game.step(moves[int(rng.random() * len(moves))])
            yield


def bot_games(rng: random.Random) -> Iterator[None]:
    """Play whole games between two sensible bots; yield after each game."""
    decks = [*library().decks]
    while True:
        seed = rng.getrandbits(32)
        play_game(SensibleBot(seed), SensibleBot(seed + 1), new_game(rng.choice(decks), rng.choice(decks), seed=seed))
        yield


PLAYERS: dict[str, Callable[[random.Random], Decisions]] = {
    "apz": our_games,
    "apz, taking back at random too": our_games_taking_back,
    "python-chess": chess_games,
    "python-chess, end not asked for": chess_games_unasked,
    "RLCard uno": uno_games,
}


def timed(running: Iterator[None], number: int) -> float:
    """Run this many iterations, and return the number of iterations per second."""
    begin = process_time()  # this process only, not others on the same machine
    for _ in range(number):
        next(running)
    return number / (process_time() - begin)


def here(name: str, games: Callable[[random.Random], Iterator[None]]) -> Slice | None:
    """Return a runner for some games in this process; if they aren't installed, print a message and return None."""
    try:
        running = games(random.Random(1))
        next(running)
    except ImportError:
        print(f"{name} is not installed here and stays out of the race (make bench installs it)", file=sys.stderr)
        return None
    return lambda number: timed(running, number)


def compiled(games: str) -> Slice | None:
    """Return a runner for our games on the compiled wheel; if it isn't installed, print a message and return None."""
    if not COMPILED.exists():
        print("the compiled wheel isn't installed here and stays out of the race (make compiled)", file=sys.stderr)
        return None
    return elsewhere(COMPILED, games)


def other_checkout(checkout: Path, games: str) -> Slice:
    """Return a runner for the games of another checkout, with its own cards, in plain Python."""
    laid_out = Path(mkdtemp(prefix="apz-beside-"))
    register(rmtree, laid_out)
    package = laid_out / "apz"
    package.mkdir()
    parts = [*(checkout / "apz").iterdir(), *(checkout / name for name in ("cards", "tutorials", "widgets"))]
    for part in parts:  # under their installed names: cards/ is apz.cards
        (package / part.name).symlink_to(part.resolve())
    return elsewhere(Path(sys.executable), games, {"PYTHONPATH": str(laid_out)})


def elsewhere(python: Path, games: str, settings: dict[str, str] | None = None) -> Slice:
    """Return a runner for our games in a process of another Python, or of this one with other settings."""
    other = Popen(
        [python, Path(__file__), games], stdin=PIPE, stdout=PIPE, text=True, cwd=ROOT / "tests",
        env={**os.environ, **(settings or {})},
    )  # fmt: skip

    def run(number: int) -> float:
        assert other.stdin
        assert other.stdout
        print(number, file=other.stdin, flush=True)
        return float(other.stdout.readline())

    return run


def serve(games: str) -> None:
    """Run as the other process: for each number read, run that many iterations and print the speed."""
    running = {"our_games": our_games, "bot_games": bot_games}[games](random.Random(1))
    next(running)
    for line in sys.stdin:
        print(timed(running, int(line)), flush=True)


def race(racers: dict[str, Slice | None], rounds: int, slice_size: int) -> dict[str, list[float]]:
    """Return each racer's speeds per second, one per round, alternating so that a slow moment affects all equally."""
    speeds: dict[str, list[float]] = {name: [] for name, racer in racers.items() if racer}
    for _ in range(rounds):
        for name, racer in racers.items():
            if racer:
                speeds[name].append(racer(slice_size))
    return speeds


def print_race(title: str, speeds: dict[str, list[float]]) -> None:
    """Print each racer's speed, and how many times as fast our own kernels are."""
    print(title)
    firsts = [name for name in speeds if name in ("apz", "apz, compiled")]
    for name, values in speeds.items():
        ratios = [median(a / b for a, b in zip(speeds[first], values, strict=True)) for first in firsts]
        told = ", ".join(f"{first} is {ratio:5.2f} x that" for first, ratio in zip(firsts, ratios, strict=True))
        print(f"  {name:32} {median(values):10,.0f}   {told}")


def sample(games: int = 40) -> list[Step]:
    """Return the steps of some random games."""
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
    """Return the microseconds per call in the fastest of `repeat` rounds, each with one call per thing."""
    best = float("inf")
    for _ in range(repeat):
        begin = perf_counter()
        for thing in things:
            call(thing)
        best = min(best, (perf_counter() - begin) / len(things))
    return best * 1e6


def decide(position: Position) -> object:
    """Make one decision by listing the legal moves and playing the first; return the step."""
    return step(position, legal_moves(position).all()[0])


def in_play(position: Position) -> int:
    """Return how many characters are on the table."""
    return sum(len(side.survivors) + len(side.raiders) for side in position.sides)


def grouped(
    steps: list[Step], size: Callable[[Position], int], edges: list[int]
) -> Iterator[tuple[str, list[Position]]]:
    """Sort the positions before these steps into classes by size; yield each nonempty class's label and positions."""
    for low, high in zip(edges, [*edges[1:], 10**6], strict=True):
        chosen = [s.before for s in steps if low <= size(s.before) < high]
        if chosen:
            yield (f"{low}-{high - 1}" if high < 10**6 else f"{low} and more"), chosen


def run(rounds: int = 15, beside: Path | None = None) -> int:
    """Measure and print everything; return the exit code. With another checkout, its kernel runs in the same race."""
    racers = {"apz": here("apz", PLAYERS["apz"]), "apz, compiled": compiled("our_games")}
    racers |= {f"apz of {beside.name}": other_checkout(beside, "our_games")} if beside else {}
    racers |= {name: here(name, games) for name, games in PLAYERS.items() if name != "apz"}
    title = f"Random legal play, decisions a second (median of {rounds} interleaved slices)"
    print_race(title, race(racers, rounds, 4000))
    bots = {"apz": here("apz", bot_games), "apz, compiled": compiled("bot_games")}
    bots |= {f"apz of {beside.name}": other_checkout(beside, "bot_games")} if beside else {}
    print_race("Whole games between two sensible bots, games a second", race(bots, rounds, 20))
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


if __name__ == "__main__":
    serve(sys.argv[1])
