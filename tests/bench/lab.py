"""Measures the lab: the solver against plain enumeration, the coach, and simulations in one process, two, or on Dask.

`apz bench --lab` runs it. The solver's times are processor times. The coach and the simulations are timed by the clock,
so nothing else should be running.
"""

import logging
from collections.abc import Callable
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

import apz
from apz.apocalypze.lab import functions
from apz.apocalypze.lab.aims import read_aim
from apz.apocalypze.lab.problem import Problem
from apz.apocalypze.model import Position
from apz.core.lab.rows import is_there
from tests.apocalypze.lab.plain import Enumeration
from tests.bench import solver

GAMES = 400
SMALL = "hold-the-station"
COACHED = ("police-station-defense", "military-base", "half-time")


def timed(call: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """Return the seconds a call takes."""
    begun = clock()
    call()
    return clock() - begun


def enumerated(position: Position) -> None:
    """Score a position by plain enumeration of both players' moves."""
    assert position.waiting
    aim = read_aim(position, position.waiting.player)
    problem = Problem(position, aim)
    Enumeration(problem.is_over, problem.score, aim.player).score(position)


def coached(position: Position) -> tuple[float, float]:
    """Return the seconds that a learner waits for the coach's first answer, and for the last one."""
    answers = functions.coached(position)
    first = timed(lambda: next(answers), perf_counter)
    return first, first + timed(lambda: [*answers], perf_counter)


def simulated(executor: Any, games: int) -> float:
    """Return the seconds for a run of games between two regular bots."""
    return timed(lambda: apz.simulate("Church", "Police Station", games=games, seed=1, executor=executor), perf_counter)


def on_dask(games: int) -> float | None:
    """Return the seconds for a run on two workers of a local Dask cluster; None if Dask isn't installed."""
    if not is_there("distributed"):
        return None
    distributed: Any = import_module("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
    )
    with cluster, distributed.Client(cluster) as client:
        simulated(client, 16)  # so that the workers have imported the game
        return simulated(client, games)


def run(rounds: int = 3) -> int:
    """Run the lab's measurements and print them, the best of `rounds` for simulations; return the exit code."""
    print("Solver: eight raiders against eight survivors on five access points (plain 0.2 s wanted, others 2 s)")
    solver.run(2.0)
    position = apz.named_position(SMALL)
    ours, theirs = timed(position.solve), timed(lambda: enumerated(position))
    print(f"Solver beside plain enumeration ({SMALL}): {ours:.3f} s, {theirs:.3f} s, {theirs / ours:.1f} times as fast")
    for name in COACHED:
        first, final = coached(apz.named_position(name))
        told = f"first answer {first:.2f} s (0.3 wanted), final answer {final:.2f} s (2 wanted)"
        print(f"Coach, as the app asks it ({name}): {told}")
    alone = min([simulated("serial", GAMES) for _ in range(rounds)])
    print(f"Simulation, {GAMES} games: {GAMES / alone:.1f} games a second in one process")
    two = min([simulated(2, GAMES) for _ in range(rounds)])
    print(f"  two processes: {alone / two:.2f} times as fast (1.8 wanted)")
    dask = [each for each in [on_dask(GAMES) for _ in range(rounds)] if each is not None]
    print(
        f"  Dask, two workers: {alone / min(dask):.2f} times as fast (1.6 wanted)" if dask else "  Dask isn't installed"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(run())
