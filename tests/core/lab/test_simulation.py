"""Runs of many games: the same results on every executor, and what's kept if one is canceled, dies or fails."""

from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from apz.core.lab.simulation import CHUNK, Run, run_games, seed_of
from apz.core.lab.statistics import Share, mean, quantile
from tests.core.lab.tasks import deadly, failing, seeded


class Broken(Executor):
    """An executor that breaks after some chunks, like a cluster that goes away."""

    def __init__(self, chunks: int) -> None:
        self.left = chunks

    def submit(self, task: Any, /, *given: Any, **options: Any) -> Future[Any]:
        if not self.left:
            raise BrokenExecutor("the cluster is gone")
        self.left -= 1
        future: Future[Any] = Future()
        future.set_result(task(*given))
        return future


class Shaky(Executor):
    """An executor that fails its third chunk once, like a cluster whose dying worker takes others along."""

    def __init__(self) -> None:
        self.count = 0

    def submit(self, task: Any, /, *given: Any, **options: Any) -> Future[Any]:
        self.count += 1
        future: Future[Any] = Future()
        if self.count != 3:
            future.set_result(task(*given))
        else:
            future.set_exception(OSError("the worker that had its records is gone"))
        return future


class Client:
    """A stand-in for a cluster's client, which provides an executor."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor

    def get_executor(self, pure: bool = True) -> Executor:
        return self.executor


def test_the_same_seed_gives_the_same_games_on_every_executor():
    serial = run_games(seeded, 30, 7)
    assert len({seed for _, seed in serial.records}) == 30
    with ThreadPoolExecutor(2) as threads:
        for executor in ("serial", 2, threads, Client(threads)):
            assert run_games(seeded, 30, 7, executor) == serial
    assert run_games(seeded, 30, 8) != serial


def test_a_longer_run_begins_with_the_games_of_a_shorter_one():
    assert run_games(seeded, 30, 7).records[:10] == run_games(seeded, 10, 7).records
    assert seed_of(7, 3) == run_games(seeded, 10, 7).records[3][1]


def test_progress_is_told_with_what_there_is():
    seen: list[Run[Any]] = []
    run_games(seeded, 10, progress=seen.append)
    assert [len(run.records) for run in seen] == [CHUNK, 2 * CHUNK, 10]
    assert [run.done for run in seen] == [False, False, True]


@pytest.mark.parametrize("executor", ["serial", 2])
def test_a_cancelled_run_keeps_what_is_done(executor):
    seen: list[Run[Any]] = []
    run = run_games(seeded, 1000, 0, executor, seen.append, lambda: len(seen) >= 2)
    assert run.cancelled
    assert 2 * CHUNK <= len(run.records) < 1000
    assert {*run.records} <= {*run_games(seeded, 1000).records}


def test_an_interrupted_run_keeps_what_is_done():
    def interrupt(run: Run[Any]) -> None:
        if len(run.records) >= 2 * CHUNK:
            raise KeyboardInterrupt

    run = run_games(seeded, 100, progress=interrupt)
    assert (run.cancelled, len(run.records)) == (True, 2 * CHUNK)


def test_a_dead_worker_costs_its_chunk_alone():
    run = run_games(deadly, 40, 0, 2)
    assert run.lost == CHUNK
    assert sorted(set(range(40)) - set(run.records)) == [12, 13, 14, 15]
    assert run.errors == ("BrokenExecutor: its worker died",)


@pytest.mark.parametrize("executor", ["serial", 2])
def test_a_game_that_fails_costs_its_chunk_and_says_why(executor):
    run = run_games(failing, 20, 0, executor)
    assert sorted(set(range(20)) - set(run.records)) == [4, 5, 6, 7]
    assert (run.lost, run.errors) == (4, ("ValueError: the dice are gone",))


def test_a_cluster_that_goes_away_leaves_what_it_brought():
    run = run_games(seeded, 100, 0, Broken(3))
    assert 0 < len(run.records) < 100
    assert len(run.records) + run.lost == 100
    assert any("the cluster is gone" in error for error in run.errors)


def test_a_chunk_that_fails_along_with_others_is_played_again():
    executor = Shaky()
    assert run_games(seeded, 5 * CHUNK, 3, executor) == run_games(seeded, 5 * CHUNK, 3)
    assert executor.count == 6


def test_wilsons_interval_is_the_known_one():
    share = Share.of(15, 20)
    assert (round(share.low, 4), round(share.high, 4)) == (0.5313, 0.8881)
    assert Share.of(0, 10).low == 0.0
    assert Share.of(10, 10).high == 1.0
    assert (Share.of(0, 0).low, Share.of(0, 0).high) == (0.0, 1.0)


def test_means_and_quantiles_of_nothing_are_nothing():
    assert (mean([]), quantile([], 0.5)) == (0.0, 0.0)
    assert (mean([1, 2]), quantile([4, 1, 2, 3], 0.5)) == (1.5, 3)
