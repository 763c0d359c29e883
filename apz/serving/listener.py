"""The listening server: a limited number of connections, per address and overall, and no stalled ones."""

from __future__ import annotations

import errno
import logging
import os
import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, ClassVar
from weakref import WeakSet

from tornado.httpserver import HTTPServer
from tornado.ioloop import PeriodicCallback
from tornado.iostream import IOStream
from tornado.web import Application

from apz.serving.access import origin
from apz.serving.internals.server import note_writes
from apz.serving.settings import Settings

HEADERS_WITHIN = 15.0  # seconds for the headers of a request, and between two requests
BODY_WITHIN = 10.0
STALLED = 30.0  # seconds without receiving anything we send
SWEEP = 5.0
OF_A_LEARNER, OF_STRANGERS = 8, 64  # connections: a browser opens six, and one to its kernel
MOST_HEADERS = 160_000  # bytes; more is cut off without an answer
MOST_BODY = 100_000
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
log = logging.getLogger("apz.serving")


class CalmSocket(socket.socket):
    """A listening socket that turns visitors away, one by one, while no more files can be opened."""

    TOLD: ClassVar[float] = 60.0  # seconds between two log lines about this
    spare: int = -1  # an open file, closed just long enough to turn a visitor away
    told: float = -TOLD

    def accept(self) -> tuple[socket.socket, Any]:
        """Return a visitor's connection; raise BlockingIOError if there's none, or if the visitor was turned away."""
        if self.spare < 0:
            with suppress(OSError):
                self.spare = os.open(os.devnull, os.O_RDONLY)
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in EXHAUSTED:
                raise
        if time.monotonic() - self.told > self.TOLD:
            self.told = time.monotonic()
            log.warning("no more files can be opened: visitors are turned away for now")
        self.turn_away()
        raise BlockingIOError

    def turn_away(self) -> None:
        """Close the next visitor's connection; without a spare file, wait a moment to avoid a busy loop."""
        if self.spare < 0:
            time.sleep(0.01)
            return
        os.close(self.spare)
        self.spare = -1
        with suppress(OSError):
            super().accept()[0].close()


class Listener(HTTPServer):
    """Tornado's server with limits on connections and waiting times."""

    most: int
    most_of_one: int

    def initialize(self, application: Application, settings: Settings) -> None:  # type: ignore[override]
        """Initialize the server with the limits from the settings."""
        super().initialize(
            application, xheaders=settings.proxy, max_header_size=MOST_HEADERS, max_body_size=MOST_BODY,
            idle_connection_timeout=HEADERS_WITHIN, body_timeout=BODY_WITHIN,
        )  # fmt: skip
        self.most = settings.cap * OF_A_LEARNER + OF_STRANGERS
        # behind a proxy, everybody comes from the proxy's address
        self.most_of_one = self.most if settings.proxy else settings.places_of_one * OF_A_LEARNER + OF_STRANGERS // 4
        self.streams: dict[str, list[IOStream]] = {}
        self.settled: WeakSet[IOStream] = WeakSet()  # connections between a learner's page and its kernel
        self.moved: dict[IOStream, float] = {}  # when each last received something, or had nothing to receive
        self.sweeping = PeriodicCallback(self.sweep, SWEEP * 1000)

    def listen_on(self, sockets: Iterable[socket.socket]) -> None:
        """Start listening on these sockets."""
        self.add_sockets([CalmSocket(each.family, each.type, each.proto, each.detach()) for each in sockets])
        self.sweeping.start()

    def stop(self) -> None:
        """Stop listening."""
        self.sweeping.stop()
        super().stop()

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Serve a connection, or close it right away if there are too many connections."""
        here = origin(address[0] if address else "")
        if not self.has_room(here):
            stream.close()
            return
        self.streams.setdefault(here, []).append(stream)
        self.note_progress(stream)
        super().handle_stream(stream, address)

    def has_room(self, here: str) -> bool:
        """Return True if an address may open one more connection; to make room, close one of the greediest address."""
        own = len(self.open(here))
        if own >= self.most_of_one:
            return False
        if sum(map(len, self.streams.values())) < self.most:
            return True
        greediest = max(self.streams, key=lambda each: len(self.open(each)))
        given_up = next((each for each in self.open(greediest) if each not in self.settled), None)
        if greediest == here or given_up is None:
            return sum(map(len, self.streams.values())) < self.most
        given_up.close()
        return True

    def open(self, here: str) -> list[IOStream]:
        """Return an address's open connections, oldest first."""
        found = [each for each in self.streams.get(here, ()) if not each.closed()]
        if here in self.streams:
            self.streams[here] = found
        return found

    def note_progress(self, stream: IOStream) -> None:
        """Record the time whenever data is written to a connection."""

        def noted(found: IOStream) -> None:
            self.moved[found] = time.monotonic()

        noted(stream)
        note_writes(stream, noted)

    def sweep(self) -> None:
        """Forget connections that have ended, and close those that have left data unreceived for too long."""
        now = time.monotonic()
        for stream in list(self.moved):
            if stream.closed():
                del self.moved[stream]
            elif not stream.writing():
                self.moved[stream] = now
            elif now - self.moved[stream] > STALLED:
                stream.close()
        for here in list(self.streams):
            if not self.open(here):
                del self.streams[here]
