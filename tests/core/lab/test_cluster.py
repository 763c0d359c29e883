"""Runs of many games on a real local Dask cluster: the same games, dead workers, and a cluster that goes away."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from apz.core.lab.simulation import Run, run_games
from tests.core.lab.tasks import deadly, failing, seeded

dask = pytest.importorskip("dask", reason="install apz[cluster] to simulate on a cluster")
distributed = pytest.importorskip("distributed", reason="install apz[cluster] to simulate on a cluster")

# warnings about how a cluster's processes start, wait and end are Dask's own business
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def client() -> Iterator[Any]:
    once = dask.config.set({"distributed.scheduler.allowed-failures": 0})  # fail after one death
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
    )
    with once, cluster, distributed.Client(cluster) as found:
        yield found


def test_a_cluster_plays_the_same_games_and_loses_no_more_than_its_dead(client):
    assert run_games(seeded, 30, 7, client) == run_games(seeded, 30, 7)
    run = run_games(failing, 20, 0, client)
    assert (run.lost, run.errors) == (4, ("ValueError: the dice are gone",))
    run = run_games(deadly, 40, 0, client)
    assert sorted({*range(40)} - {*run.records}) == [12, 13, 14, 15]
    assert run.errors == ("BrokenExecutor: its worker died",)
    assert run_games(seeded, 30, 7, client).done  # the session goes on


def test_a_cluster_that_is_closed_leaves_what_it_brought(client):
    seen: list[Run[Any]] = []

    def close(run: Run[Any]) -> None:
        seen.append(run)
        if len(seen) == 2:
            client.cluster.close()

    run = run_games(seeded, 400, 7, client, close)
    assert 0 < len(run.records) < 400
    assert len(run.records) + run.lost == 400
    assert run.errors
    assert {*run.records} <= {*run_games(seeded, 400, 7).records}
