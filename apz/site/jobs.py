"""Long work in workers of its own, so that the page is heard meanwhile: sending a job there, and doing it there."""

from __future__ import annotations

import pickle
from asyncio import get_running_loop
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any, Protocol

from apz.widgets.base.work import Job, Progress, Work, in_turns, progress_of

LOST = ""  # what is heard of a worker that ended, or never came up


class Worker(Protocol):
    """A worker of the browser."""

    def postMessage(self, text: str) -> None:
        """Give it a job."""

    def terminate(self) -> None:
        """End it at once, whatever it's doing."""


class Helper:
    """A worker for long work; `heard` takes what it says about its job."""

    def __init__(self, spawn: Callable[[Callable[[str], None]], Worker]) -> None:
        self.heard: Callable[[str], None] = lambda _: None
        self.worker = spawn(lambda text: self.heard(text))


class Helpers:
    """The workers for long work: one for each job under way, and one that is done and waits for the next."""

    def __init__(self, spawn: Callable[[Callable[[str], None]], Worker]) -> None:
        self.spawn = spawn
        self.idle: Helper | None = None

    def send(self, job: Job, arguments: tuple[Any, ...], work: Work) -> Callable[[], None]:
        """Have a job done in a worker, which tells of its progress; return what ends it."""
        helper, self.idle = self.idle or Helper(self.spawn), None
        under_way = True

        def heard(text: str) -> None:
            nonlocal under_way
            if work.cancelled or not under_way:
                return
            if text == LOST:  # then it's done here: the page waits now and then, but it gets its answer
                end()
                loop = get_running_loop()
                loop.call_soon(in_turns, loop, progress_of(job, arguments, work), work)
                return
            progress: Progress = pickle.loads(b64decode(text))
            if progress.done:
                under_way = False
                self.rest(helper)
            work.tell(progress)

        def end() -> None:
            nonlocal under_way
            if under_way:
                under_way = False
                helper.worker.terminate()

        helper.heard = heard
        helper.worker.postMessage(packed((job, arguments)))
        return end

    def rest(self, helper: Helper) -> None:
        """Keep a helper for the next job, unless there's one already."""
        if self.idle:
            helper.worker.terminate()
            return
        self.idle = helper
        helper.heard = self.forget

    def forget(self, _: str) -> None:
        """Keep the helper no more: it ended while it had nothing to do."""
        self.idle = None


def serve(post: Callable[[str], object]) -> Callable[[str], None]:
    """Return what does a job in this worker; `post` takes its progress for whoever sent it."""

    def receive(text: str) -> None:
        job, arguments = pickle.loads(b64decode(text))
        work = Work(lambda progress: post(packed(progress)))
        try:
            for progress in progress_of(job, arguments, work):
                work.tell(progress)
        except Exception as error:  # a result that can't be sent
            work.tell(Progress(error=RuntimeError(str(error)), done=True))

    return receive


def packed(value: object) -> str:
    """Return a value as a text from which another worker of the same build makes it again."""
    return b64encode(pickle.dumps(value, 5)).decode()
