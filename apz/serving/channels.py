"""A page's connections to its own kernel, with limits on their number and on the data they carry."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import Any

from tornado import web
from tornado.websocket import WebSocketClosedError, WebSocketProtocol

from apz.serving.access import owner
from apz.serving.doors import Plain, account, admit
from apz.serving.frames import PROTOCOL, BadFrame, read_frame
from apz.serving.hosts import is_same_origin
from apz.serving.internals.server import WebsocketHandler, stream_of, watch_frames
from apz.serving.kernels import MOST_SOCKETS, MOST_WAITING
from apz.serving.places import Place

SESSION = re.compile(r"[A-Za-z0-9-]{1,64}")
CODE = "execute_input"  # the type of a message with a cell's code
PAUSE = 1.0  # the most seconds a message waits if its kernel has worked too much
log = logging.getLogger("apz.serving")


class Channels(WebsocketHandler):  # type: ignore[misc]
    """The handler of one connection between a page and its kernel.

    This isn't Voila's handler, whose reader of outgoing frames can be made to loop. Like Voila's, it leaves out the
    code of the notebook's cells.
    """

    place: Place
    waiting = 0  # bytes that the page hasn't received yet

    set_default_headers = Plain.set_default_headers
    log_exception = Plain.log_exception

    async def prepare(self) -> None:
        """Admit the request, or refuse it with an HTTP error."""
        await admit(self)
        await super().prepare()

    async def get(self, kernel_id: str) -> Any:
        """Connect the kernel's owner and nobody else; if there are too many connections, close the oldest."""
        found = self.settings["apz_register"].theirs(kernel_id, owner(self))
        if found is None or kernel_id not in self.kernel_manager:
            raise web.HTTPError(404)
        if not is_same_origin(self):
            raise web.HTTPError(403)
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        session = self.get_query_argument("session_id", "")
        if PROTOCOL not in map(str.strip, offered.split(",")) or not SESSION.fullmatch(session):
            raise web.HTTPError(400)
        self.place = found
        # a connection that was released takes a moment to end
        if len(found.sockets) >= 2 * MOST_SOCKETS or not account(self).sockets.take():
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

    def select_subprotocol(self, _: list[str]) -> str:
        """Return the one protocol whose frames are checked."""
        return PROTOCOL

    def get_websocket_protocol(self) -> WebSocketProtocol | None:
        """Return tornado's protocol, changed to count every frame, including pings and empty fragments."""
        return watch_frames(super().get_websocket_protocol())

    def admit_frame(self) -> bool:
        """Return True if the page may send one more frame; if it has sent too many, disconnect it and return False."""
        if self.place.account.frames.take() and self.place.address.frames.take():
            return True
        self.cut(1008, "too many frames")
        return False

    def refuse_frame(self) -> None:
        """Disconnect a page that sends an unreadable frame."""
        self.cut(1007, "a message that cannot be read")

    async def open(self, kernel_id: str) -> None:
        """Note that the learner's page has connected, and connect it to the kernel."""
        self.place.met = True
        if stream := stream_of(self):
            self.settings["apz_listener"].settled.add(stream)
        await super().open(kernel_id)

    def on_message(self, message: str | bytes) -> Awaitable[None] | None:
        """Pass on a message that a page may send; disconnect a page that sends too much or an unreadable message.

        If the page's kernel or its whole address has worked too much, return a pause that the next message has to wait
        for; otherwise None.
        """
        if self.ws_connection is None:  # tornado still delivers what it read before this connection was cut
            return None
        self.place.touched = time.monotonic()
        if why := self.place.overspent(len(message)):
            self.cut(1008, why)
            return None
        try:
            if read_frame(message).allowed:
                super().on_message(message)
        except BadFrame:
            self.cut(1007, "a message that cannot be read")
        except Exception:  # no fault in a visitor's message may become the server's
            self.cut(1007, "a message that cannot be passed on")
        debt = self.place.debt()
        return asyncio.sleep(min(debt, PAUSE)) if debt else None

    def write_message(self, message: Any, binary: bool = False) -> None:
        """Send a message unless it has a cell's code; disconnect a page that's too far behind."""
        if self.waiting > MOST_WAITING:
            self.cut(1013, "too much that it did not take")
            return
        with suppress(BadFrame):  # it may have many buffers, for example
            if read_frame(message).kind == CODE:
                return
        with suppress(WebSocketClosedError):  # the page has gone meanwhile
            sending = super().write_message(message, binary)
            if sending is not None:
                self.waiting += len(message)
                sending.add_done_callback(partial(self.taken, len(message)))

    def taken(self, size: int, sending: asyncio.Future[None]) -> None:
        """Note that the page has received a message or disconnected."""
        self.waiting -= size
        if not sending.cancelled():
            sending.exception()

    def cut(self, code: int, why: str) -> None:
        """End this connection right away, and log the reason, but each reason only once per learner's place."""
        if why not in self.place.told:
            self.place.told.add(why)
            log.warning("a page was cut off: %s", why)
        stream = stream_of(self)
        self.close(code, why)
        if stream:
            stream.close()

    def on_close(self) -> None:
        """Close the connection to the kernel, if there is one."""
        if getattr(self, "connection", None) is not None:
            super().on_close()

    def write_error(self, status_code: int, **_: Any) -> None:
        """Send nothing but the status code."""
        self.finish()
