"""Long jobs that run alongside the page: start a job, follow its progress, cancel it, and get its result."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any, NamedTuple

# A module-level function that yields what it has so far, and the result last. It can be pickled, like its arguments and
# its results.
Job = Callable[..., Iterator[Any]]
log = logging.getLogger(__name__)
THREADS = sys.platform != "emscripten"  # Python in a browser has none
# a function that runs jobs elsewhere, if there is one: it reports a job's progress to `work`, and returns a function
# that ends the job
elsewhere: Callable[[Job, tuple[Any, ...], Work], Callable[[], object]] | None = None


class Progress(NamedTuple):
    """A report from a job: its result so far, whether it's done, and the error if it failed."""

    result: Any = None  # None: nothing yet, or nothing new
    done: bool = False
    error: Exception | None = None  # the error that ended it early


class Work:
    """A job in progress; it reports to the thread that started it, and never after being canceled."""

    def __init__(self, told: Callable[[Progress], object]) -> None:
        self.told = told
        self.cancelled = False
        self.end: Callable[[], object] = lambda: None  # ends the job wherever it runs

    def cancel(self) -> None:
        """Stop the job, at its next result at the latest, and report nothing further."""
        self.cancelled = True
        self.end()

    def tell(self, progress: Progress) -> None:
        """Report progress, unless the job was canceled."""
        if not self.cancelled:
            self.told(progress)


def start(job: Job, arguments: tuple[Any, ...], told: Callable[[Progress], object]) -> Work:
    """Start a job alongside the page and return it; `told` is called in this thread with the job's progress.

    Without a running event loop, as in a script, nothing can run alongside, so the job runs right away.
    """
    work = Work(told)
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        for progress in progress_of(job, arguments, work):
            work.tell(progress)
        return work

    if not THREADS and elsewhere:
        work.end = elsewhere(job, arguments, work)
        return work
    if not THREADS:
        loop.call_soon(in_turns, loop, progress_of(job, arguments, work), work)
        return work

    def run() -> None:
        for progress in progress_of(job, arguments, work):
            try:
                loop.call_soon_threadsafe(work.tell, progress)
            except RuntimeError:  # the loop is closed, so nobody is listening
                return

    Thread(target=run, name=f"apz {job.__name__}", daemon=True).start()
    return work


def in_turns(loop: asyncio.AbstractEventLoop, steps: Iterator[Progress], work: Work) -> None:
    """Run a job step by step in this thread, so that the page's messages are handled between steps."""
    progress = next(steps, None)
    if progress is not None:
        work.tell(progress)
        loop.call_soon(in_turns, loop, steps, work)


def progress_of(job: Job, arguments: tuple[Any, ...], work: Work) -> Iterator[Progress]:
    """Yield the progress of a job until it's done, fails or is canceled."""
    try:
        for result in job(*arguments):
            if work.cancelled:
                return
            yield Progress(result)
    except Exception as error:
        log.debug("a job failed", exc_info=True)
        yield Progress(error=error, done=True)
    else:
        yield Progress(done=True)
