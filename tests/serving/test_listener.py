"""The listener, in this process with real connections: how many it allows, and none that stays idle."""

import asyncio
import errno
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

import pytest
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from apz.serving import listener
from apz.serving.listener import CalmSocket, Listener
from apz.serving.settings import Settings

HELLO = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Hello(RequestHandler):
    def get(self) -> None:
        self.write("x" * int(self.get_argument("size", "5")))


@asynccontextmanager
async def listening(**settings: object) -> AsyncIterator[tuple[Listener, int]]:
    """Yield a listener with these settings, and its port."""
    server = Listener(Application([("/", Hello)]), settings=Settings(**settings))  # type: ignore[arg-type]
    (bound,) = bind_sockets(0, "127.0.0.1")
    port = bound.getsockname()[1]
    server.listen_on([bound])
    yield server, port
    server.stop()
    await server.close_all_connections()


async def connect(port: int, come_from: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(come_from, 0))


async def is_served(port: int, come_from: str) -> bool:
    """Return True if somebody from this address gets an answer with status 200."""
    reader, writer = await connect(port, come_from)
    try:
        writer.write(HELLO)
        return (await reader.read(12)) == b"HTTP/1.1 200"
    except ConnectionError:
        return False
    finally:
        writer.close()


def test_an_address_has_so_many_connections_and_others_come_in():
    async def visit() -> None:
        async with listening(cap=4, address="0.0.0.0") as (server, port):
            held = [await connect(port, "127.0.0.2") for _ in range(server.most_of_one)]
            assert await is_served(port, "127.0.0.3")
            assert not await is_served(port, "127.0.0.2")
            held.pop()[1].close()
            async with asyncio.timeout(30):
                while not await is_served(port, "127.0.0.2"):
                    await asyncio.sleep(0.05)
            for _, writer in held:
                writer.close()

    asyncio.run(visit())


def test_where_all_connections_are_used_the_greediest_address_gives_up_its_oldest_one():
    async def visit() -> None:
        async with listening(cap=4, proxy=True) as (server, port):
            held = [await connect(port, "127.0.0.2") for _ in range(server.most)]
            async with asyncio.timeout(30):
                while len(server.open("127.0.0.2")) < server.most:
                    await asyncio.sleep(0.01)
            server.settled.add(server.open("127.0.0.2")[0])  # a learner's connection, which stays
            assert await is_served(port, "127.0.0.3")
            async with asyncio.timeout(30):
                assert await held[1][0].read() == b""  # the next oldest one has been closed
            for _, writer in held:
                writer.close()

    asyncio.run(visit())


def test_whoever_never_finishes_a_request_is_let_go(monkeypatch):
    monkeypatch.setattr(listener, "HEADERS_WITHIN", 0.2)

    async def visit() -> None:
        async with listening() as (_, port):
            reader, writer = await connect(port)
            writer.write(HELLO[:20])
            async with asyncio.timeout(30):
                assert await reader.read() == b""
            writer.close()

    asyncio.run(visit())


def test_whoever_takes_nothing_of_what_is_sent_is_let_go(monkeypatch):
    monkeypatch.setattr(listener, "STALLED", 0.3)
    monkeypatch.setattr(listener, "SWEEP", 0.05)

    async def visit() -> None:
        async with listening() as (server, port):
            reader, writer = await connect(port)
            writer.write(HELLO.replace(b"/ ", b"/?size=50000000 "))
            async with asyncio.timeout(30):
                while not server.moved:
                    await asyncio.sleep(0.01)
                (stream,) = server.moved
                while not stream.closed():  # the answer is never read
                    await asyncio.sleep(0.01)
                while server.moved or server.streams:  # and nothing is left of it
                    await asyncio.sleep(0.01)
            writer.close()
            assert await is_served(port, "127.0.0.1")
            del reader

    asyncio.run(visit())


def test_when_no_file_can_be_opened_visitors_are_turned_away_and_the_log_has_one_line(monkeypatch, caplog):
    with closing(CalmSocket()) as calm, socket.socket() as first, socket.socket() as second:
        calm.bind(("127.0.0.1", 0))
        calm.listen()
        accept, full = socket.socket.accept, True

        def accept_or_fail(self: socket.socket) -> tuple[socket.socket, object]:
            if full and getattr(self, "spare", 0) >= 0:
                raise OSError(errno.EMFILE, "Too many open files")
            return accept(self)

        monkeypatch.setattr(socket.socket, "accept", accept_or_fail)
        for visitor in (first, second):
            visitor.connect(calm.getsockname())
            with pytest.raises(BlockingIOError):
                calm.accept()
            assert visitor.recv(1) == b""  # it doesn't have to wait
        assert len(caplog.records) == 1
        full = False
        with socket.socket() as third:
            third.connect(calm.getsockname())
            connection, _ = calm.accept()
            connection.close()
