"""The learners' places, and pages opened when some or all of them are taken."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from html import unescape
from typing import Any

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPResponse
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from apz.serving import pages, places
from apz.serving.doors import Page
from apz.serving.places import CONNECT, LAPSE, NEXT, OPENING, OWN_SPARE, RETRY, SOON, SPARE, Place, Register
from apz.serving.settings import Settings

SAY = pages.catalog("en")


class Rooms:
    """A stand-in for a server's kernels: each page gets a new one, and is ready as soon as `finished` is set."""

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
    """A server's page in this process, with its visitors."""

    def __init__(self, port: int, rooms: Rooms) -> None:
        self.port, self.rooms, self.register = port, rooms, rooms.register

    async def open(self, cookie: str = "") -> HTTPResponse:
        """Open the page, and return the response."""
        headers = {"Cookie": cookie} if cookie else {}
        return await AsyncHTTPClient().fetch(f"http://127.0.0.1:{self.port}/", headers=headers, raise_error=False)

    async def learn(self) -> tuple[str, Place]:
        """Open the page and connect as somebody new; return their cookie and place."""
        answer = await self.open()
        assert answer.code == 200
        place = self.register.places[str(self.rooms.number)]
        place.met, place.sockets = True, [Socket()]
        return cookie_of(answer), place

    def away(self, place: Place, seconds: float) -> None:
        """Make it look as if a learner had been disconnected for this long."""
        place.sockets.clear()
        place.left -= seconds


def cookie_of(answer: HTTPResponse) -> str:
    """Return the cookie a new browser gets."""
    return answer.headers["Set-Cookie"].split(";")[0]


class Socket:
    """A stand-in for a connection."""

    def close(self, *_: Any) -> None:
        """Do nothing, whatever the arguments."""


@asynccontextmanager
async def house(cap: int) -> AsyncIterator[House]:
    """Yield a house with this many places."""
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
    """Let the server work until a condition holds."""
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
def test_whoever_goes_before_their_page_is_made_leaves_their_place(comes):
    async def visit() -> None:
        async with house(1) as here:
            here.rooms.finished.clear()
            _, writer = await asyncio.open_connection("127.0.0.1", here.port)
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await until(lambda: here.register.places)
            (place,) = here.register.places.values()
            assert place.making
            writer.close()
            await until(lambda: not place.making)  # nobody waits for it anymore, even if it never gets made
            if comes:
                here.rooms.finished.set()
                await until(lambda: not here.register.places)
            else:
                place.left -= CONNECT + 1
                assert here.register.over() == [("1", "never connected")]

    asyncio.run(visit())


def test_whoever_loads_their_page_again_has_their_place_though_all_are_taken():
    async def visit() -> None:
        async with house(2) as here:
            ann, _ = await here.learn()
            await here.learn()
            again = asyncio.create_task(here.open(ann))  # the old page leaves only now
            await until(lambda: here.register.hopes)
            here.register.leave("1", "closed")
            assert here.register.full()  # nobody else can take it
            assert (await here.register.ask("ben", "2")).said == "full"
            assert (await again).code == 200
            assert len(here.register.places) == 2
            assert here.register.hopes == []

    asyncio.run(visit())


def test_a_second_page_of_a_learner_takes_nobodys_place_and_not_their_own(monkeypatch):
    monkeypatch.setattr(places, "BACK", 0.2)

    async def visit() -> None:
        async with house(2) as here:
            (ann, _), (ben, _) = await here.learn(), await here.learn()
            for cookie in (ann, ben):
                answer = await here.open(cookie)
                assert (answer.code, answer.headers["Retry-After"]) == (503, str(SOON))
                assert SAY.text("later", "second") in unescape(answer.body.decode())
            assert list(here.register.places) == ["1", "2"]

    asyncio.run(visit())


def test_one_place_that_is_left_brings_back_one():
    async def visit() -> None:
        register = Register(Settings(cap=2))
        for number in ("a", "b"):
            register.enter(number, "ann", "1")
        asking = [asyncio.create_task(register.ask("ann", "1")) for _ in range(4)]
        await until(lambda: len(register.hopes) == 2)  # as many as the places she has
        assert [(await each).said for each in asking[2:]] == ["second", "second"]
        register.leave("a", "closed")
        with register.arriving("1"):  # somebody from there is just coming in
            register.leave("b", "away")
        assert [each.granted.done() for each in register.hopes] == [True, False]

    asyncio.run(visit())


def test_when_all_are_taken_a_place_without_a_connection_is_given_to_the_next_one():
    async def visit() -> None:
        async with house(2) as here:
            _, first = await here.learn()
            _, second = await here.learn()
            here.away(first, SPARE - 5)
            answer = await here.open()
            assert answer.code == 503
            here.away(first, 10)
            here.away(second, SPARE - 5)
            assert (await here.open()).code == 503  # somebody else is next
            assert (await here.open(cookie_of(answer))).code == 200
            assert list(here.register.places) == ["2", "3"]  # the one left longest ago was ended
            assert (await here.open()).code == 503

    asyncio.run(visit())


def test_while_there_is_room_a_place_without_a_connection_is_kept():
    async def visit() -> None:
        async with house(3) as here:
            here.away((await here.learn())[1], 5 * SPARE)
            assert (await here.open()).code == 200
            assert list(here.register.places) == ["1", "2"]

    asyncio.run(visit())


def test_a_learner_who_lost_the_connection_comes_back_to_their_own_place_at_once():
    async def visit() -> None:
        async with house(1) as here:
            ann, place = await here.learn()
            here.away(place, OWN_SPARE + 1)
            assert (await here.open()).code == 503
            assert (await here.open(ann)).code == 200
            assert list(here.register.places) == ["2"]

    asyncio.run(visit())


def asks(register: Register, owner: str, origin: str) -> tuple[str, int]:
    """Return what the register says to a visitor, and their number in line; a visitor who's let in takes the place."""
    reply = asyncio.run(register.ask(owner, origin))
    if reply.said == "come in":
        if reply.ends:
            register.leave(reply.ends, "given to somebody else")
        sit(register, owner, origin)
    return reply.said, reply.number


def sit(register: Register, owner: str, origin: str) -> Place:
    """Return a new place whose owner is connected."""
    place = register.enter(f"{owner} {len(register.places)}", owner, origin)
    place.met, place.sockets = True, [Socket()]
    return place


def test_whoever_comes_first_is_next_and_knows_it():
    register = Register(Settings(cap=1))
    first = sit(register, "ann", "1")
    assert [asks(register, name, name) for name in ("ben", "cem", "dan")] == [("full", 1), ("full", 2), ("full", 3)]
    assert asks(register, "cem", "cem") == ("full", 2)
    register.leave("ann 0", "closed")
    assert first not in register.places.values()
    assert asks(register, "dan", "dan") == ("full", 3)  # the free place is ben's
    assert asks(register, "eve", "eve") == ("full", 4)
    assert asks(register, "ben", "ben") == ("come in", 0)
    assert asks(register, "cem", "cem") == ("full", 1)


def test_whoever_does_not_ask_again_is_in_line_no_more(monkeypatch):
    register, now = Register(Settings(cap=1)), 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    sit(register, "ann", "1")
    for number in range(NEXT + 1):
        asks(register, f"waits {number}", f"of {number}")
    now += SOON * LAPSE - 1
    assert asks(register, "ben", "ben")[1] == NEXT + 2
    now += 2
    assert asks(register, "ben", "ben")[1] == 2  # the last one of the others has to ask less often
    now += RETRY * LAPSE
    assert asks(register, "cem", "cem")[1] == 1


def test_an_address_with_fewer_places_comes_first():
    register = Register(Settings(cap=4, address="0.0.0.0", share=4))
    for name in ("ann", "ben", "cem", "dan"):
        sit(register, name, "school")
    assert asks(register, "eve", "school") == ("full", 1)
    assert asks(register, "fay", "school") == ("full", 2)
    assert asks(register, "gus", "home") == ("full", 1)
    assert asks(register, "hal", "home") == ("full", 2)
    assert asks(register, "eve", "school") == ("full", 3)


def test_one_address_may_have_its_share_and_somebody_else_comes_in():
    register = Register(Settings(cap=4, address="0.0.0.0"))
    for number in range(3):
        assert asks(register, f"one {number}", "school") == ("come in", 0)
    assert asks(register, "one more", "school") == ("share", 1)
    assert asks(register, "two more", "school") == ("share", 2)
    assert asks(register, "ann", "home") == ("come in", 0)
    assert asks(register, "ben", "home") == ("full", 1)
    register.leave("one 0 0", "closed")
    assert asks(register, "ben", "home") == ("come in", 0)  # home has one, the school still two


def test_a_school_behind_one_address_may_have_all_places_if_the_settings_say_so():
    register = Register(Settings(cap=4, proxy=True, share=4))
    assert [asks(register, str(number), "school")[0] for number in range(4)] == ["come in"] * 4
    assert Settings(cap=4).places_of_one == 4  # on this machine only, everybody has the same address
    assert Settings(cap=4, share=9).places_of_one == 4


def test_a_second_page_of_a_browser_is_given_up_for_somebody_who_has_none():
    register = Register(Settings(cap=2))
    old, new = sit(register, "ann", "1"), sit(register, "ann", "1")
    old.touched += 5  # the one opened first is in use
    assert asks(register, "ben", "2") == ("come in", 0)
    assert old in register.places.values()
    assert new not in register.places.values()
    assert asks(register, "cem", "3") == ("full", 1)


def test_only_the_next_in_line_gets_a_place_that_is_given_up():
    register = Register(Settings(cap=1))
    place = sit(register, "ann", "1")
    assert [asks(register, name, name)[1] for name in ("ben", "cem")] == [1, 2]
    place.sockets.clear()
    place.left -= SPARE + 1
    assert asks(register, "cem", "cem") == ("full", 2)
    assert asks(register, "ben", "ben") == ("come in", 0)


def test_a_line_has_no_more_of_one_address_than_its_share():
    register = Register(Settings(cap=4, address="0.0.0.0"))
    for number in range(4):
        sit(register, str(number), str(number))
    for number in range(20):
        asks(register, f"flood {number}", "flood")
    assert len(register.line) == 3
    assert asks(register, "ann", "home") == ("full", 2)  # only the first of them is ahead of her
