"""The app as a page's worker runs it: one batch for each gesture, and long work elsewhere or step by step."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

import apz
from apz import games
from apz.core.lab.functions import Coaching
from apz.site.jobs import LOST, Helpers, serve
from apz.widgets.base import work
from apz.widgets.base.work import Progress
from apz.widgets.lab import jobs
from apz.widgets.table import advice

SCRIPT = """
import asyncio, json
from apz.site.worker import start
from apz.widgets.base import work
work.THREADS = False
said = []

def counted(most):
    yield from range(most)

async def main():
    receive = start(said.append)
    first = json.loads(said.pop())
    kinds = [each["type"] for each in first]
    assert kinds[-1] == "root" and {*kinds[:-1]} <= {"open", "update"}, kinds
    store = next(each["id"] for each in first if each["state"].get("_esm") == "./browser_store.js")
    receive(json.dumps({"id": store, "content": {"hello": {"address": "?lesson=table", "keeps": True}}}))
    assert len(said) == 1, "one batch for a gesture"
    said.clear()
    receive(json.dumps({"id": store, "content": {"ping": 7}}))
    (answer,) = json.loads(said.pop())
    assert answer == {"type": "custom", "id": store, "content": {"pong": 7}}
    told = []
    job = work.start(counted, (3,), told.append)
    assert told == []
    other = work.start(counted, (10**9,), lambda progress: other.cancel())
    while not any(each.done for each in told):
        await asyncio.sleep(0)
    print([each.result for each in told], other.cancelled)

asyncio.run(main())
"""


REHEARSE = """
import asyncio, json
from apz.site import rehearsal
from apz.site.worker import start
from apz.widgets.base import light
said = []
HELLO = {**rehearsal.FIRST_VISIT, "tab": "a", "place": "", "speaks": "de"}

def heard():
    found = [each for batch in said for each in json.loads(batch)]
    said.clear()
    return rehearsal.folded(found)

async def main():
    receive = start(said.append)
    tell = lambda to, content: receive(json.dumps({"id": to, "content": content}))
    first, before = heard(), {*light.widgets}
    receive(json.dumps({"rehearse": HELLO}))
    await asyncio.sleep(0)
    assert not said, "it takes several steps"
    tell("w1", {"ping": 1})  # the page isn't idle
    heard()
    for _ in range(200):
        await asyncio.sleep(0)
    assert not said, "and each can be the last"
    receive(json.dumps({"rehearse": HELLO}))
    while not said:
        await asyncio.sleep(0)
    ((done,),) = (json.loads(each) for each in said)
    said.clear()
    visit = done["visit"]
    assert {*light.widgets} == before, "the app isn't touched"
    assert visit["said"] == first
    tell("w1", {"hello": HELLO})
    scene = visit["scenes"][0]
    assert scene["said"] == heard()
    ways = {json.loads(key)[1]: (json.loads(key), number) for key, number in scene["next"].items()}
    (to, do, at), number = ways["learn:lesson::table"]
    tell(to, {"do": do, "at": at})
    assert visit["scenes"][number]["said"] == heard()
    print(done["type"], len(ways) > 5, [each for each in ways if "practise" in each or "card" in each])

asyncio.run(main())
"""


def test_a_rehearsal_leaves_the_app_alone_and_is_what_the_app_then_says():
    environment = {**os.environ, "APZ_WIDGETS": "light"}
    ran = subprocess.run([sys.executable, "-c", REHEARSE], capture_output=True, text=True, env=environment)
    assert (ran.stdout, ran.stderr) == ("rehearsed True []\n", "")


def test_each_gesture_is_one_batch_and_long_work_needs_no_thread():
    environment = {**os.environ, "APZ_WIDGETS": "light"}
    ran = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment)
    assert (ran.stdout, ran.stderr) == ("[0, 1, 2, None] True\n", "")


# ---- long work in workers of its own


class Worker:
    """A stand-in for a worker, whose messages reach the app only when the test passes them on."""

    def __init__(self, told: Callable[[str], None]) -> None:
        self.told, self.ended = told, False
        self.said: list[str] = []
        self.receive = serve(self.said.append)

    def postMessage(self, text: str) -> None:
        self.receive(text)

    def terminate(self) -> None:
        self.ended = True

    def speak(self, *texts: str) -> None:
        """Pass the worker's messages, or these instead, to the app."""
        for text in texts or self.said:
            self.told(text)
        self.said.clear()


@pytest.fixture
def workers(monkeypatch) -> list[Worker]:
    """Pretend that Python has no threads, and return the list of workers that the app starts."""
    found: list[Worker] = []

    def spawn(told: Callable[[str], None]) -> Worker:
        found.append(Worker(told))
        return found[-1]

    monkeypatch.setattr(work, "THREADS", False)
    monkeypatch.setattr(work, "elsewhere", Helpers(spawn).send)
    return found


def counted(most: int) -> Iterator[int]:
    yield from range(most)


def failing(why: str) -> Iterator[int]:
    yield 1
    raise ValueError(why)


def unsendable() -> Iterator[object]:
    yield lambda: 1


def beside(visit: Callable[[list[Progress]], None]) -> list[Progress]:
    """Run a function inside an event loop, give what it starts a few turns, and return the progress it reported."""
    told: list[Progress] = []

    async def main() -> None:
        visit(told)
        for _ in range(20):
            await asyncio.sleep(0)

    asyncio.run(main())
    return told


def test_a_job_is_done_by_a_worker_which_then_waits_for_the_next(workers):
    def visit(told: list[Progress]) -> None:
        for most in (2, 1):
            work.start(counted, (most,), told.append)
            workers[0].speak()

    assert [(each.result, each.done) for each in beside(visit)] == [
        (0, False), (1, False), (None, True), (0, False), (None, True),
    ]  # fmt: skip
    assert [each.ended for each in workers] == [False]


def test_cancelling_ends_the_worker_and_nothing_more_is_heard_of_it(workers):
    def visit(told: list[Progress]) -> None:
        job = work.start(counted, (2,), told.append)
        job.cancel()
        workers[0].speak()
        work.start(counted, (1,), told.append)
        workers[1].speak()
        job.cancel()

    assert [each.result for each in beside(visit)] == [0, None]
    assert [each.ended for each in workers] == [True, False]


def test_two_jobs_have_two_workers_and_one_is_kept(workers):
    def visit(told: list[Progress]) -> None:
        done = [work.start(counted, (most,), told.append) for most in (1, 1)]
        workers[0].speak()
        workers[1].speak()
        done[0].cancel()  # it's already done, so its worker isn't ended

    beside(visit)
    assert [each.ended for each in workers] == [False, True]


def test_the_job_of_a_worker_that_is_lost_is_done_in_the_app(workers):
    def visit(told: list[Progress]) -> None:
        work.start(counted, (2,), told.append)
        workers[0].speak(workers[0].said[0], LOST)

    assert [each.result for each in beside(visit)] == [0, 0, 1, None]
    assert [each.ended for each in workers] == [True]


def test_a_worker_that_is_lost_while_it_waits_is_not_given_a_job(workers):
    def visit(told: list[Progress]) -> None:
        work.start(counted, (0,), told.append)
        workers[0].speak()
        workers[0].speak(LOST)
        work.start(counted, (0,), told.append)
        workers[1].speak()

    assert [each.done for each in beside(visit)] == [True, True]


def test_a_job_that_fails_or_has_a_result_that_cannot_be_sent_says_so(workers):
    def visit(told: list[Progress]) -> None:
        work.start(failing, ("no more",), told.append)
        workers[0].speak()
        work.start(unsendable, (), told.append)
        workers[0].speak()

    first, failed, unsent = beside(visit)
    assert (first.result, str(failed.error), failed.done) == (1, "no more", True)
    assert unsent.error is not None
    assert unsent.done


def test_what_the_lab_and_the_coach_find_elsewhere_reads_the_same(workers):
    position, game = apz.named_position("church-doors"), games.game().name
    lab = jobs.lab_of(game)
    asked = (
        (jobs.solve, (game, position, next(iter(lab.aims(position, "en"))))),
        (jobs.simulate, (game, position, None, 3, ("rookie", "rookie"))),
        (advice.coach, (game, position, "en", False)),
    )
    for job, arguments in asked:

        def visit(told: list[Progress], job: work.Job = job, arguments: tuple[object, ...] = arguments) -> None:
            work.start(job, arguments, told.append)
            workers[-1].speak()

        found, here = [each.result for each in beside(visit)][-2], [*job(*arguments)][-1]
        assert read(found) == read(here)


def read(result: object) -> object:
    """Return the content of a result, to compare it."""
    if isinstance(result, Coaching):
        return result
    if answers := getattr(result, "answers", ()):
        return [(each.summary(), each.value_text(), each.reckoning()) for each in answers]
    return result.to_csv()  # type: ignore[attr-defined]
