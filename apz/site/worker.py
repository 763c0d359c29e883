"""The app inside a page's worker: gestures come in, and each gesture's results go out in batches."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from apz.core import reading
from apz.site.jobs import Helpers, serve
from apz.widgets.base import light, work

if TYPE_CHECKING:
    from apz.site.rehearsal import Visit

PREPARED = "prepared.bin"  # the YAML files of this package, read when the site was built


def prepare() -> None:
    """Use the YAML files that were parsed when the site was built, if there are any."""
    found = files("apz.site") / PREPARED
    if found.is_file():
        reading.prepare(pickle.loads(found.read_bytes()))


def help_out(post: Callable[[str], object]) -> Callable[[str], None]:
    """Return a function that runs a job for another worker; `post` sends the job's progress to that worker."""
    prepare()
    return serve(post)


def start(post: Callable[[str], object], spawn: Any = None) -> Callable[[str], None]:
    """Start the app, and return a function that handles a message from the page.

    `post` sends batches of messages to the page. `spawn` starts another worker like this one, for long work; it takes
    a function that is called with that worker's messages.
    """
    prepare()
    if spawn:
        work.elsewhere = Helpers(spawn).send
    from apz.widgets.app.app import App

    batch: list[dict[str, Any]] = []
    next_visit: Iterator[Visit | None] | None = None  # the rehearsal under way
    loop = asyncio.get_running_loop()  # in a browser there's always one

    def say(message: dict[str, Any]) -> None:
        if not batch:  # send them after the current callback, whether it's a gesture or a step of long work
            loop.call_soon(flush)
        batch.append(message)

    def flush() -> None:
        if batch:
            text = json.dumps(batch, ensure_ascii=False, separators=(",", ":"))
            batch.clear()
            post(text)

    def receive(text: str) -> None:
        nonlocal next_visit
        message = json.loads(text)
        next_visit = None  # a page that says something isn't idle anymore
        if "rehearse" in message:
            from apz.site.rehearsal import rehearsed  # nobody waits for it now
            from apz.widgets.app.address import usual

            next_visit = rehearsed(usual(), message["rehearse"], deep=False)
            loop.call_soon(rehearse, next_visit)
            return
        try:
            light.hear(message)
        finally:
            flush()

    def rehearse(visit: Iterator[Visit | None]) -> None:
        if visit is next_visit:
            if found := next(visit):
                say({"type": "rehearsed", "visit": found})
            else:
                loop.call_later(0, rehearse, visit)  # whatever the page says meanwhile comes first

    light.connect(say)
    say({"type": "root", "id": App("").model_id})
    flush()
    return receive
