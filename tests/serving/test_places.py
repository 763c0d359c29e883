"""The places of learners, and pages that are opened when some or all of them are taken."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPResponse
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from apz.serving import pages, places
from apz.serving.doors import RETRY, SOON, Page
from apz.serving.places import BURST, CONNECT, OPENING, OWN_SPARE, RATE, SPARE, Place, Register
from apz.serving.settings import Settings

FULL = pages.catalog("en").text("full", "title")


class Rooms:
    """Stands for the kernels of a server: each page gets a new one, and is made as soon as `finished` is set."""

    def __init__(self, register: Register) -> None:
        self.register, self.number, self.finished = register, 0, asyncio.Event()
        self.finished.set()

    async def waited(self, _: str) -> tuple[str, Any]:
        self.number += 1
        return str(self.number), asyncio.create_task(self.render())

    async def render(self) -> tuple[list[str], AsyncIterator[Any]]:
        await self.finished.wait()

        async def rest() -> AsyncIterator[Any]:
            yield "the table", None

        return [], rest()

    async def end(self, kernel_id: str, why: str) -> None:
        self.register.leave(kernel_id, why)
        await asyncio.sleep(0)


class House:
    """A server's page in this process, with those who come to it."""

    def __init__(self, port: int, rooms: Rooms) -> None:
        self.port, self.rooms, self.register = port, rooms, rooms.register

    async def open(self, cookie: str = "") -> HTTPResponse:
        """Open the page."""
        headers = {"Cookie": cookie} if cookie else {}
        return await AsyncHTTPClient().fetch(f"http://127.0.0.1:{self.port}/", headers=headers, raise_error=False)

    async def learn(self) -> tuple[str, Place]:
        """Open the page and connect, as somebody new; his cookie and his place."""
        answer = await self.open()
        assert answer.code == 200
        place = self.register.places[str(self.rooms.number)]
        place.met, place.sockets = True, [Socket()]
        return answer.headers["Set-Cookie"].split(";")[0], place

    def away(self, place: Place, seconds: float) -> None:
        """Somebody has had no connection for so long."""
        place.sockets.clear()
        place.left -= seconds


class Socket:
    """Stands for a connection."""

    def close(self, *_: Any) -> None:
        """It is let go."""


@asynccontextmanager
async def house(cap: int) -> AsyncIterator[House]:
    """A house with so many places."""
    register = Register(Settings(cap=cap))
    rooms = Rooms(register)
    settings: dict[str, Any] = {
        "apz": register.settings, "apz_register": register, "kernel_manager": rooms, "base_url": "/",
        "cookie_secret": "secret", "log_function": lambda _: None,
    }  # fmt: skip
    page = ("/", Page, {"notebook": "", "static": "", "early": ""})
    server = HTTPServer(Application([page], **settings))
    (socket,) = bind_sockets(0, "127.0.0.1")
    server.add_socket(socket)
    yield House(socket.getsockname()[1], rooms)
    server.stop()
    await server.close_all_connections()


async def until(found: Callable[[], Any]) -> None:
    """Let the server work until something is so."""
    async with asyncio.timeout(60):
        while not found():
            await asyncio.sleep(0.01)


def test_there_is_room_until_the_cap_is_reached():
    register = Register(Settings(cap=2))
    register.enter("a", "ann", "1")
    with register.arriving("2"):
        assert register.full()
    assert not register.full()
    assert not register.coming
    register.leave("a", "closed")
    assert register.learners == 0
    register.leave("a", "closed")


def test_one_address_may_not_open_many_pages_at_once():
    register = Register(Settings(cap=100))
    for number in range(OPENING):
        assert not register.crowded("1")
        register.enter(str(number), "ann", "1")
    assert register.crowded("1")
    assert not register.crowded("2")
    register.places["0"].met = True
    assert not register.crowded("1")


def test_a_kernel_is_its_owners_only():
    register = Register(Settings())
    register.enter("a", "ann", "1")
    assert register.theirs("a", "ann")
    assert not register.theirs("a", "ben")
    assert not register.theirs("a", "")
    assert not register.theirs("b", "ann")


def test_a_place_is_ended_when_its_learner_is_gone():
    settings, place = Settings(idle=2, away=1), Place("ann", "1", 0.0, 0.0, 0.0, making=False)
    assert place.over(CONNECT, settings) == ""
    assert place.over(CONNECT + 1, settings) == "never connected"
    place.met = True
    assert place.over(60, settings) == ""
    assert place.over(61, settings) == "away"
    place.sockets = [object()]
    assert place.over(120, settings) == ""
    assert place.over(121, settings) == "idle"


def test_a_page_may_send_so_many_messages_at_once_and_then_so_many_a_second():
    place = Place("ann", "1")
    assert [place.spend(100.0) for _ in range(int(BURST) + 50)] == [True] * int(BURST) + [False] * 50
    assert [place.spend(101.0) for _ in range(int(RATE) + 1)] == [True] * int(RATE) + [False]


def test_a_page_that_is_still_being_made_is_waited_for_however_long_it_takes():
    place = Place("ann", "1", 0.0, 0.0, 0.0)
    assert place.over(100 * CONNECT, Settings()) == ""
    place.made()
    assert place.over(place.left + CONNECT, Settings()) == ""
    assert place.over(place.left + CONNECT + 1, Settings()) == "never connected"


def test_from_the_end_of_its_page_on_a_place_is_waited_for():
    async def visit() -> None:
        async with house(1) as here:
            here.rooms.finished.clear()
            asked = asyncio.create_task(here.open())
            await until(lambda: here.register.places)
            (place,) = here.register.places.values()
            place.left -= 10 * CONNECT
            assert here.register.over() == []
            here.rooms.finished.set()
            assert "the table" in (await asked).body.decode()
            await until(lambda: not place.making)
            assert here.register.over() == []
            place.left -= 10 * CONNECT
            assert here.register.over() == [("1", "never connected")]

    asyncio.run(visit())


@pytest.mark.parametrize("comes", [False, True])
def test_whoever_goes_before_his_page_is_made_leaves_his_place(comes):
    async def visit() -> None:
        async with house(1) as here:
            here.rooms.finished.clear()
            _, writer = await asyncio.open_connection("127.0.0.1", here.port)
            writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            await until(lambda: here.register.places)
            (place,) = here.register.places.values()
            assert place.making
            writer.close()
            await until(lambda: not place.making)  # it is not waited for any more, even if it is never made
            if comes:
                here.rooms.finished.set()
                await until(lambda: not here.register.places)
            else:
                place.left -= CONNECT + 1
                assert here.register.over() == [("1", "never connected")]

    asyncio.run(visit())


def test_whoever_loads_his_page_again_has_his_place_though_all_are_taken():
    async def visit() -> None:
        async with house(2) as here:
            ann, _ = await here.learn()
            await here.learn()
            again = asyncio.create_task(here.open(ann))  # his old page leaves only now
            await until(lambda: here.register.hopes)
            here.register.leave("1", "closed")
            assert here.register.full()  # nobody else can take it
            assert not await here.register.room("ben", "2")
            assert (await again).code == 200
            assert len(here.register.places) == 2
            assert here.register.hopes == []

    asyncio.run(visit())


def test_a_second_page_of_a_learner_takes_nobodys_place_and_not_his_own(monkeypatch):
    monkeypatch.setattr(places, "BACK", 0.2)

    async def visit() -> None:
        async with house(2) as here:
            (ann, _), (ben, _) = await here.learn(), await here.learn()
            for cookie in (ann, ben):
                answer = await here.open(cookie)
                assert (answer.code, answer.headers["Retry-After"]) == (503, str(SOON))
                assert FULL in answer.body.decode()
            assert list(here.register.places) == ["1", "2"]
            answer = await here.open()
            assert (answer.code, answer.headers["Retry-After"]) == (503, str(RETRY))

    asyncio.run(visit())


def test_one_place_that_is_left_brings_back_one():
    async def visit() -> None:
        register = Register(Settings(cap=2))
        for number in ("a", "b"):
            register.enter(number, "ann", "1")
        asking = [asyncio.create_task(register.room("ann", "1")) for _ in range(4)]
        await until(lambda: len(register.hopes) == 2)  # as many as she has places
        assert [await each for each in asking[2:]] == [False, False]
        register.leave("a", "closed")
        with register.arriving("1"):  # somebody came in through one that was given away
            register.leave("b", "away")
        assert [each.granted.done() for each in register.hopes] == [True, False]

    asyncio.run(visit())


def test_when_all_are_taken_a_place_without_a_connection_is_given_to_the_next_one():
    async def visit() -> None:
        async with house(2) as here:
            _, first = await here.learn()
            _, second = await here.learn()
            here.away(first, SPARE - 5)
            assert (await here.open()).code == 503
            here.away(first, 10)
            here.away(second, SPARE - 5)
            assert (await here.open()).code == 200
            assert list(here.register.places) == ["2", "3"]  # the longest left was ended
            assert (await here.open()).code == 503

    asyncio.run(visit())


def test_while_there_is_room_a_place_without_a_connection_is_kept():
    async def visit() -> None:
        async with house(3) as here:
            here.away((await here.learn())[1], 5 * SPARE)
            assert (await here.open()).code == 200
            assert list(here.register.places) == ["1", "2"]

    asyncio.run(visit())


def test_a_learner_who_lost_his_connection_comes_back_to_his_own_place_at_once():
    async def visit() -> None:
        async with house(1) as here:
            ann, place = await here.learn()
            here.away(place, OWN_SPARE + 1)
            assert (await here.open()).code == 503
            assert (await here.open(ann)).code == 200
            assert list(here.register.places) == ["2"]

    asyncio.run(visit())
