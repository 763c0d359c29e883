"""The app inside a page's worker: gestures come in, and their results go out in one batch each."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from apz.core import reading
from apz.widgets.base import light

PREPARED = "prepared.bin"  # the YAML files of this package, read when the site was built


def start(post: Callable[[str], object]) -> Callable[[str], None]:
    """Start the app; `post` receives batches of messages for the page. Return a function that takes its messages."""
    found = files("apz.site") / PREPARED
    if found.is_file():
        reading.prepare(pickle.loads(found.read_bytes()))
    from apz.widgets.app.app import App

    batch: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()  # in a browser there's always one

    def say(message: dict[str, Any]) -> None:
        if not batch:  # after what happens now, be it a gesture or a step of some long work
            loop.call_soon(flush)
        batch.append(message)

    def flush() -> None:
        if batch:
            text = json.dumps(batch, ensure_ascii=False, separators=(",", ":"))
            batch.clear()
            post(text)

    def receive(text: str) -> None:
        try:
            light.hear(json.loads(text))
        finally:
            flush()

    light.connect(say)
    say({"type": "root", "id": App("").model_id})
    flush()
    return receive
