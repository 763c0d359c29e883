"""Simulation of many games in chunks: in this process, in several, or on any `concurrent.futures` executor.

Each game has a number and a seed of its own, so the records are the same wherever they're made. If a chunk can't be
finished, because its worker died or one of its games failed, only that chunk is missing from the result.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic, TypeVar

from apz.core.luck import roll

R = TypeVar("R")
Chunk = tuple[int, int]  # the first number of some games, and how many there are
Records = list[tuple[int, R]]  # by number
CHUNK, MOST_CHUNK = 4, 50  # games that are handed out at once: at least, at most
IN_FLIGHT = 3  # chunks for each worker: one at work, the next ones ready
WAIT = 0.1  # seconds between checks whether the run was canceled
PATIENCE = 30  # seconds to wait for a new worker to replace a dead one
SERIAL, PROCESSES = "serial", "processes"
KILLED = ("KilledWorker",)  # what Dask says of a task whose workers died again and again
CLOSED = ("closed", "closing")  # what a Dask client says of itself when its cluster is gone
WORKER_DIED = BrokenExecutor("its worker died")


@dataclass(frozen=True)
class Run(Generic[R]):
    """A run's result: the records of the games played, in order, and how many couldn't be finished, and why."""

    asked: int
    records: tuple[R, ...]
    lost: int = 0  # games in chunks that couldn't be finished
    cancelled: bool = False
    errors: tuple[str, ...] = ()  # why chunks were lost, each reason once

    @property
    def done(self) -> bool:
        """True if every game was played."""
        return len(self.records) == self.asked


Progress = Callable[[Run[R]], Any]
Task = Callable[[int, int], R]  # (number, seed) of a game: its record


def seed_of(seed: int, number: int) -> int:
    """Return the seed of one game in a run; it depends only on the run's seed and the game's number."""
    bits, _ = roll(roll(seed & (1 << 64) - 1)[0] + number)
    return bits >> 1


def play_chunk(task: Task[R], seed: int, begin: int, count: int) -> Records[R]:
    """Play `count` games in a row, and return each game's number with its record."""
    return [(number, task(number, seed_of(seed, number))) for number in range(begin, begin + count)]


@dataclass
class Runner(Generic[R]):
    """A run in progress: the records so far, the games lost, and whether to stop."""

    task: Task[R]
    games: int
    seed: int = 0
    progress: Progress[R] | None = None
    cancel: Callable[[], bool] | None = None
    found: dict[int, R] = field(default_factory=dict)
    lost: int = 0
    errors: list[str] = field(default_factory=list)
    cancelled: bool = False
    gone: Callable[[], bool] = lambda: False  # whether the executor is gone, with everything handed out
    patient: bool = False  # whether chunks that fail are tried again, alone
    failed: dict[Chunk, Exception] = field(default_factory=dict)  # chunks to try again: one failure can cause others

    def result(self) -> Run[R]:
        """Return the result so far."""
        records = tuple([self.found[number] for number in sorted(self.found)])
        return Run(self.games, records, self.lost, self.cancelled, tuple(dict.fromkeys(self.errors)))

    def chunks(self, size: int) -> list[Chunk]:
        """Return all games in chunks; each chunk is its first game's number and its count."""
        return [(begin, min(size, self.games - begin)) for begin in range(0, self.games, size)]

    def stop(self) -> bool:
        """Return True if the run has been canceled, after asking `cancel`."""
        self.cancelled = self.cancelled or (self.cancel is not None and bool(self.cancel()))
        return self.cancelled

    def add(self, records: Records[R]) -> None:
        """Add a chunk's records, and report the progress."""
        self.found.update(records)
        if self.progress is not None:
            self.progress(self.result())

    def lose(self, chunk: Chunk, error: BaseException) -> None:
        """Give up on a chunk: count its games as lost, and keep the reason."""
        self.lost += chunk[1]
        self.errors.append(f"{type(error).__name__}: {error}".rstrip(": "))

    # the ways to run

    def serially(self) -> None:
        """Play all chunks in this process, one by one, until the run is canceled."""
        for _ in self.each_chunk():
            if self.stop():
                return

    def each_chunk(self) -> Iterator[int]:
        """Play one chunk per iteration in this process, and yield how many games have been played."""
        if self.stop():
            return
        for chunk in self.chunks(CHUNK):
            try:
                records = play_chunk(self.task, self.seed, *chunk)
            except Exception as error:
                self.lose(chunk, error)
            else:
                self.add(records)
            yield len(self.found)

    def hand_out(self, executor: Any, chunks: Iterator[Chunk], most: int) -> list[Chunk]:
        """Submit chunks, at most `most` at a time, and handle their results until all are done or the run is canceled.

        Return [], or, if the executor breaks, the chunks that it didn't accept or didn't finish.
        """
        flying: dict[Future[Records[R]], Chunk] = {}
        broken: list[Chunk] = []
        while not broken:
            for chunk in islice(chunks, most - len(flying)):
                try:
                    flying[executor.submit(play_chunk, self.task, self.seed, *chunk)] = chunk
                except Exception as error:  # clusters raise different errors when they're gone
                    self.errors.append(f"{type(error).__name__}: {error}")
                    broken.append(chunk)
                    break
            if not flying:
                break
            done, _ = wait(flying, WAIT, FIRST_COMPLETED)
            if not done and self.gone():
                broken += flying.values()
                return broken
            for future in done:
                self.finish(future, flying.pop(future), broken)
            if self.stop():
                break
        for future, chunk in flying.items():
            future.cancel()
            if broken:
                broken.append(chunk)
        return broken

    def finish(self, future: Future[Records[R]], chunk: Chunk, broken: list[Chunk]) -> None:
        """Handle a finished future: add its records, or note that its chunk was lost or has to be retried."""
        try:
            records = future.result()
        except (BrokenExecutor, CancelledError):
            broken.append(chunk)
        except Exception as error:
            self.failed[chunk] = error
            if not self.patient:
                self.give_up()
        else:
            self.add(records)

    def give_up(self) -> None:
        """Lose every chunk that failed, with its reason."""
        for chunk, error in self.failed.items():
            self.lose(chunk, WORKER_DIED if type(error).__name__ in KILLED else error)
        self.failed = {}


def run_games(
    task: Task[R],
    games: int,
    seed: int = 0,
    executor: Any = None,
    progress: Progress[R] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Run[R]:
    """Play this many games and return a Run with their records, in the order of their numbers.

    `executor` is "serial" (or None), "processes", a number of processes, a `concurrent.futures` executor, or a Dask
    client. `progress` is called with the run so far after each chunk that's finished. When `cancel` returns True, or
    the run is interrupted, the records so far are returned.

    >>> run_games(lambda number, seed: number * number, 5).records
    (0, 1, 4, 9, 16)
    """
    runner = Runner(task, games, seed, progress, cancel)
    try:
        if executor is None or executor == SERIAL:
            runner.serially()
        elif executor == PROCESSES or type(executor) is int:
            in_processes(runner, executor if type(executor) is int else os.cpu_count() or 1)
        else:
            # not pure: a chunk that's handed out again is played again, not remembered as failed
            given = executor.get_executor(pure=False) if hasattr(executor, "get_executor") else executor
            runner.gone = lambda: getattr(executor, "status", "") in CLOSED
            on_given(runner, given, workers_of(executor), lambda: await_worker(executor))
    except KeyboardInterrupt:
        runner.cancelled = True
    return runner.result()


def in_processes(runner: Runner[R], workers: int) -> None:
    """Play in processes of our own; if one dies, retry the unfinished chunks one by one."""
    left = iter(runner.chunks(chunk_size(runner.games, workers)))
    while True:
        with ProcessPoolExecutor(workers) as pool:
            suspects = runner.hand_out(pool, left, IN_FLIGHT * workers)
            if runner.cancelled:
                pool.shutdown(wait=True, cancel_futures=True)
        if not suspects or runner.cancelled:
            return
        for chunk in suspects:
            if runner.stop():
                return
            with ProcessPoolExecutor(1) as alone:
                for lost in runner.hand_out(alone, iter([chunk]), 1):
                    runner.lose(lost, WORKER_DIED)


def on_given(runner: Runner[R], executor: Any, workers: int, ready: Callable[[], object] = lambda: None) -> None:
    """Play on an executor that somebody else made; chunks that fail or break are handed out again, one by one.

    On a cluster, a dying worker also takes down chunks that were only waiting for it, or whose records it still held.
    `ready` waits until there's a worker again.
    """
    chunks = iter(runner.chunks(chunk_size(runner.games, workers)))
    runner.patient = True
    while suspects := runner.hand_out(executor, chunks, IN_FLIGHT * workers):
        for chunk in suspects:
            if runner.stop():
                return
            for lost in runner.hand_out(executor, iter([chunk]), 1):
                runner.lose(lost, BrokenExecutor("the executor is broken"))
    again, runner.failed, runner.patient = list(runner.failed), {}, False
    for chunk in again:
        if runner.stop():
            return
        ready()
        # handed out alone, so that we know which chunk kills its worker
        for lost in runner.hand_out(executor, iter([chunk]), 1):
            runner.lose(lost, WORKER_DIED)


def chunk_size(games: int, workers: int) -> int:
    """Return how many games a chunk should have, so that all workers finish at about the same time."""
    return max(CHUNK, min(MOST_CHUNK, games // (16 * workers)))


def await_worker(executor: Any) -> None:
    """Wait up to `PATIENCE` seconds for a Dask client to have a worker again; with another executor, do nothing."""
    if callable(wait_for := getattr(executor, "wait_for_workers", None)):
        with suppress(Exception):  # if none comes, the chunk is lost
            wait_for(1, timeout=PATIENCE)


def workers_of(executor: Any) -> int:
    """Return a Dask client's number of cores or an executor's number of workers, or else this machine's CPU count."""
    if callable(ncores := getattr(executor, "ncores", None)):
        return sum(ncores().values()) or 1
    count = getattr(executor, "_max_workers", None)
    return count if isinstance(count, int) and count > 0 else os.cpu_count() or 1
