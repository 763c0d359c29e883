"""A real server's kernels over time: those waiting, those unused, and a restart."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import product
from typing import Any
from urllib.request import urlopen

import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from apz.serving.kernel import MOST_TOLD
from tests import servers
from tests.serving.conftest import NOTEBOOK, served, started
from tests.serving.test_server import read_on
from tests.serving.visitor import Visitor, answered, heard, message

FAULTY = """\
from apz.widgets import Lesson
lesson = Lesson("table")
def update(*given):
    raise KeyError(given)
lesson.store.update = update
lesson
"""
BAD: tuple[dict[str, Any], ...] = (
    {"method": "custom", "content": {"do": "learn:zzverb::zzrest", "at": 0, "values": {"text": "zztyped"}}},
    {"method": "update", "state": {"view": "zzview", "layout": "zzlayout"}},
    {"method": "zzmethod\n2026-01-01 zzforged"},
)
MOST_SENT = 150  # messages at once: opening the page used up some of the 200 it may send
AWAY = "session ended (away)"
SOON = 0.02  # minutes
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PATIENCE = 120.0


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    """Run a server with one waiting kernel, no patience with absent learners, and a lesson whose gestures all fail."""
    notebook = servers.write_notebook(tmp_path_factory.mktemp("faulty") / "lesson.ipynb", FAULTY)
    settings = {"cap": 4, "preheat": 1, "away": SOON, "notebook": str(notebook)}
    with started(tmp_path_factory, "pool", **settings) as server:
        yield server


def health(server: servers.Server) -> dict[str, Any]:
    """Return a server's health report."""
    with urlopen(f"{server.url}/health", timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def process(server: servers.Server) -> psutil.Process:
    """Return a server's process: the oldest with its settings, which a kernel has too while it's starting."""
    own = f"--settings={server.log.parent / 'settings.yaml'}"
    found = [each for each in psutil.process_iter(["cmdline"]) if own in (each.info["cmdline"] or ())]
    return min(found, key=psutil.Process.create_time)


def kernels(server: servers.Server) -> dict[str, psutil.Process]:
    """Return a server's running kernels by id."""
    found = {}
    for each in process(server).children():
        with suppress(psutil.NoSuchProcess):  # it has just ended
            line = " ".join(each.cmdline())
            if "apz.serving.kernel" in line:
                found[line.rpartition("kernel-")[2].removesuffix(".json")] = each
    return found


def ended(victim: psutil.Process) -> bool:
    """Return True if the last thread of a process has ended; only then is its parent told."""
    with suppress(psutil.NoSuchProcess):
        return bool(victim.status() == psutil.STATUS_ZOMBIE and victim.num_threads() <= 1)
    return True


def until(found: Any) -> Any:
    """Wait until a function returns a true value, and return that value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := found():
            return value
        time.sleep(0.1)
    raise AssertionError("it never came to be so")


def waiting(server: servers.Server) -> str:
    """Return the id of the one waiting kernel, once it's ready and nobody else is here."""

    def alone() -> str:
        found, told = kernels(server), health(server)
        return next(iter(found)) if len(found) == 1 and (told["learners"], told["preheated"]) == (0, 1) else ""

    return str(until(alone))


@contextmanager
def learning(visitor: Visitor, kernel_id: str) -> Iterator[Any]:
    """Yield a connection to a kernel, after the kernel has answered."""
    with visitor.channels(kernel_id) as socket:
        socket.send(message("kernel_info_request"))
        answered(socket, "kernel_info_reply")
        yield socket


def test_a_kernel_that_waits_is_given_to_one_and_a_new_one_is_started(pool):
    waited = waiting(pool)
    ann, ben = Visitor(pool.url), Visitor(pool.url)
    of_ann = ann.open()
    with learning(ann, of_ann):
        of_ben = ben.open()
        with learning(ben, of_ben):
            assert of_ann == waited
            assert of_ben != of_ann
            until(lambda: len(kernels(pool)) == 3)
            assert health(pool)["learners"] == 2
            assert set(kernels(pool)) > {of_ann, of_ben}
    for each, kernel_id in ((ann, of_ann), (ben, of_ben)):
        each.ask(f"/voila/api/shutdown/{kernel_id}", "POST")
    assert waiting(pool) not in (of_ann, of_ben, waited)


@pytest.mark.slow
def test_whoever_comes_and_goes_leaves_no_open_file_behind(pool):
    counts = []
    for _ in range(5):
        waiting(pool)
        counts.append(process(pool).num_fds())
        someone = Visitor(pool.url)
        kernel_id = someone.open()
        with learning(someone, kernel_id):
            someone.ask(f"/voila/api/shutdown/{kernel_id}", "POST")
    # the first visit loads what all visits share
    assert max(counts[2:]) <= counts[1] + 2, counts


def test_a_kernel_that_died_while_it_waited_is_not_given_to_anybody(pool):
    dead = waiting(pool)
    victim = kernels(pool)[dead]
    victim.kill()
    until(lambda: ended(victim))
    someone = Visitor(pool.url)
    kernel_id = someone.open()  # right away, before the server can notice that it's gone
    assert kernel_id != dead
    with learning(someone, kernel_id):
        pass
    someone.ask(f"/voila/api/shutdown/{kernel_id}", "POST")
    assert waiting(pool) not in (dead, kernel_id)


def test_a_kernel_that_dies_while_it_waits_is_replaced(pool):
    dead = waiting(pool)
    kernels(pool)[dead].kill()
    until(lambda: set(kernels(pool)) - {dead})
    assert waiting(pool) != dead


def test_a_kernel_without_a_connection_is_ended_and_one_with_a_connection_is_not(pool):
    here, gone, told = Visitor(pool.url), Visitor(pool.url), pool.log.read_text().count(AWAY)
    of_here, of_gone = here.open(), gone.open()
    with learning(gone, of_gone):
        pass
    with learning(here, of_here) as socket:
        while of_gone in kernels(pool):
            socket.send(message("kernel_info_request"))
            answered(socket, "kernel_info_reply")
            time.sleep(0.1)
        assert of_here in kernels(pool)
    assert pool.log.read_text().count(AWAY) == told + 1
    assert gone.ask(f"/api/kernels/{of_gone}").status == 404


def test_a_kernel_that_nobody_uses_is_ended_though_its_page_is_open(tmp_path_factory):
    with started(tmp_path_factory, "idle", preheat=0, idle=SOON) as server:
        someone = Visitor(server.url)
        kernel_id = someone.open()
        with someone.channels(kernel_id) as socket, pytest.raises(ConnectionClosed) as closed:
            read_on(socket)
        assert closed.value.rcvd
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "ended")
        assert "session ended (idle)" in server.log.read_text()
        until(lambda: kernel_id not in kernels(server))


def test_what_goes_wrong_in_a_kernel_is_told_in_few_words_and_none_of_them_is_the_visitors(pool):
    someone, before = Visitor(pool.url), len(pool.log.read_text())
    kernel_id = someone.open()
    with learning(someone, kernel_id) as socket:
        socket.send(message("comm_info_request"))
        (widgets,) = [each["content"]["comms"] for each in until_answer(socket, "comm_info_reply")[-1:]]
        assert widgets
        told, bad = [], [*product(widgets, BAD)]
        for _ in range(MOST_SENT // (len(bad) + 1)):
            for each, data in bad:
                socket.send(message("comm_msg", {"comm_id": each, "data": data}))
            socket.send(message("comm_info_request"))
            told += until_answer(socket, "comm_info_reply")
        for content in ({"comm_id": "zzcomm", "data": {}}, {"comm_id": ["zzlist"]}, {"zznothing": 1}):
            socket.send(message("comm_msg", content))
        socket.send(message("comm_open", {"comm_id": "zzopen", "target_name": "zztarget", "data": {"zz": 1}}))
        socket.send(message("kernel_info_request"))
        told += until_answer(socket, "kernel_info_reply")
    until(lambda: "error: in a kernel, a gesture failed (KeyError) store.py:" in pool.log.read_text()[before:])
    log = pool.log.read_text()[before:]
    assert "zz" not in log
    assert log.count("error: in a kernel") <= MOST_TOLD
    assert not [each for each in told if each["header"]["msg_type"] in ("error", "stream")]
    assert "Traceback" not in json.dumps(told)


def until_answer(socket: Any, kind: str) -> list[Any]:
    """Return all messages up to and including the first of this kind."""
    found: list[Any] = []
    while not found or found[-1]["header"]["msg_type"] != kind:
        found.append(heard(socket, PATIENCE))
    return found


@pytest.mark.slow
def test_whoever_was_let_in_comes_in_after_a_restart_without_the_password(tmp_path):
    notebook = servers.write_notebook(tmp_path / "lesson.ipynb", NOTEBOOK)
    settings = {"notebook": str(notebook), "password": "open sesame", "preheat": 0, "port": servers.free_port()}
    someone = Visitor(f"http://127.0.0.1:{settings['port']}")
    with served(tmp_path, **settings):
        someone.ask("/login", "POST", "password=open+sesame", **FORM)
        old, cookies = someone.open(), dict(someone.jar)
        assert someone.alive(old)
    with served(tmp_path, **settings):
        assert someone.ask(f"/api/kernels/{old}").status == 404
        new = someone.open("/?lesson=combat")
        assert someone.jar == cookies
        assert someone.alive(new)
        someone.ask(f"/voila/api/shutdown/{new}", "POST")
    (tmp_path / "data" / "apz-cookie-secret").unlink()
    with served(tmp_path, **settings):
        answer = someone.ask("/?lesson=combat")
        assert (answer.status, answer.headers["location"]) == (302, "/login?lesson=combat")
        someone.ask("/login", "POST", "password=open+sesame", **FORM)
        newest = someone.open()
        assert someone.jar[someone.browser] != cookies[someone.browser]
        assert someone.alive(newest)
        someone.ask(f"/voila/api/shutdown/{newest}", "POST")


@pytest.mark.slow
def test_a_page_whose_kernel_dies_while_it_is_made_says_so(tmp_path):
    notebook = servers.write_notebook(tmp_path / "bad.ipynb", "import os\nos._exit(1)")
    with served(tmp_path, notebook=str(notebook), preheat=0) as server:
        answer = Visitor(server.url).ask("/")
        until(lambda: health(server)["learners"] == 0)
    assert answer.status == 200
    assert 'id="failed"' in answer.text
