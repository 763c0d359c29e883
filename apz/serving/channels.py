"""The connections of a page to its own kernel: nobody else's, not too many, and not too much through them."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from typing import Any

from tornado import web
from tornado.websocket import WebSocketClosedError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from apz.serving.access import owner
from apz.serving.doors import Plain
from apz.serving.kernels import MOST_SOCKETS, MOST_WAITING
from apz.serving.places import Place

log = logging.getLogger("apz.serving")


class Channels(VoilaKernelWebsocketHandler):  # type: ignore[misc]
    """One connection of a page."""

    place: Place
    waiting = 0  # bytes that the page has not yet taken

    async def get(self, kernel_id: str) -> Any:
        """Connect the owner only, and let go of the oldest of too many connections; returns when it has ended."""
        found = self.settings["apz_register"].theirs(kernel_id, owner(self))
        if found is None or kernel_id not in self.kernel_manager:
            raise web.HTTPError(404)
        self.place = found
        if len(found.sockets) >= 2 * MOST_SOCKETS:  # it takes a moment until one that was let go has ended
            raise web.HTTPError(503)
        found.sockets.append(self)
        found.touched = time.monotonic()
        for old in found.sockets[:-MOST_SOCKETS]:
            old.cut(1008, "too many connections")
        try:
            return await super().get(kernel_id=kernel_id)
        finally:
            found.sockets.remove(self)
            found.left = time.monotonic()

    async def open(self, kernel_id: str) -> None:
        """Note that the learner is here."""
        self.place.met = True
        await super().open(kernel_id)

    def on_message(self, message: str | bytes) -> None:
        """Pass a message on; whoever sends far too many is cut off."""
        self.place.touched = time.monotonic()
        if not self.place.spend(self.place.touched):
            self.cut(1008, "too many messages")
            return
        try:
            super().on_message(message)
        except Exception:  # whatever is wrong with what a visitor sends is no fault of the server
            self.cut(1007, "a message that cannot be read")

    def write_message(self, message: Any, binary: bool = False) -> None:
        """Send a message; a page that does not take what it is sent is cut off."""
        if self.waiting > MOST_WAITING:
            self.cut(1013, "too much that it did not take")
            return
        with suppress(WebSocketClosedError):  # it has gone meanwhile
            sending = super().write_message(message, binary)
            if sending is not None:
                self.waiting += len(message)
                sending.add_done_callback(partial(self.taken, len(message)))

    def taken(self, size: int, sending: asyncio.Future[None]) -> None:
        """Note that the page has taken a message, or that it has gone."""
        self.waiting -= size
        if not sending.cancelled():
            sending.exception()

    def cut(self, code: int, why: str) -> None:
        """End this connection at once; the log has a line for each reason of a place, not for each time."""
        if why not in self.place.told:
            self.place.told.add(why)
            log.warning("a page was cut off: %s", why)
        connection = self.ws_connection
        self.close(code, why)
        if connection is not None and connection.stream is not None:
            connection.stream.close()

    def on_close(self) -> None:
        """Let go of the kernel's side, if it came so far."""
        if getattr(self, "connection", None) is not None:
            super().on_close()

    def write_error(self, status_code: int, **_: Any) -> None:
        """Say nothing more than the number."""
        self.finish()

    log_exception = Plain.log_exception
