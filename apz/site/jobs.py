"""Long work in separate workers, so that the page stays responsive: sending jobs to workers, and running them there."""

from __future__ import annotations

import pickle
from asyncio import get_running_loop
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any, Protocol

from apz.widgets.base.work import Job, Progress, Work, in_turns, progress_of

LOST = ""  # the message for a worker that ended or never started


class Worker(Protocol):
    """A browser's web worker."""

    def postMessage(self, text: str) -> None:
        """Send a job to the worker."""

    def terminate(self) -> None:
        """End the worker at once, whatever it's doing."""


class Helper:
    """A worker for long work; `heard` is called with each message from the worker."""

    def __init__(self, spawn: Callable[[Callable[[str], None]], Worker]) -> None:
        self.heard: Callable[[str], None] = lambda _: None
        self.worker = spawn(lambda text: self.heard(text))


class Helpers:
    """The workers for long work: one for each job under way, and at most one idle worker, kept for the next job."""

    def __init__(self, spawn: Callable[[Callable[[str], None]], Worker]) -> None:
        self.spawn = spawn
        self.idle: Helper | None = None

    def send(self, job: Job, arguments: tuple[Any, ...], work: Work) -> Callable[[], None]:
        """Run a job in a worker that reports its progress to `work`; return a function that ends the job."""
        helper, self.idle = self.idle or Helper(self.spawn), None
        under_way = True

        def heard(text: str) -> None:
            nonlocal under_way
            if work.cancelled or not under_way:
                return
            if text == LOST:  # so it's run here instead: the page has to wait at times, but gets its answer
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
        """Keep a helper for the next job, or end it if another helper is already idle."""
        if self.idle:
            helper.worker.terminate()
            return
        self.idle = helper
        helper.heard = self.forget

    def forget(self, _: str) -> None:
        """Forget the idle helper, because its worker has ended."""
        self.idle = None


def serve(post: Callable[[str], object]) -> Callable[[str], None]:
    """Return a function that runs a job in this worker; `post` sends its progress back."""

    def receive(text: str) -> None:
        job, arguments = pickle.loads(b64decode(text))
        work = Work(lambda progress: post(packed(progress)))
        try:
            for progress in progress_of(job, arguments, work):
                work.tell(progress)
        except Exception as error:  # the result can't be sent
            work.tell(Progress(error=RuntimeError(str(error)), done=True))

    return receive


def packed(value: object) -> str:
    """Return a value as text that another worker of the same build can unpack."""
    return b64encode(pickle.dumps(value, 5)).decode()
