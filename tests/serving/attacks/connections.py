"""Attacks with connections: too many, too slow, opened and left, or never read from."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress

from tests.serving.attacker import FORM, GONE, Attacker, Where
from tests.serving.attacks.kinds import FILES, Attacks

attack = Attacks()
SCRIPT = re.compile(r'src="([^"]+\.js)"')


async def hold(them: Attacker, count: int, said: Sequence[bytes], drip: float = 0.0) -> None:
    """Open this many connections, send one of `said` on each, and hold them until time is up.

    With `drip`, send one byte every `drip` seconds instead.
    """
    held: list[tuple[Where, bytes]] = []

    async def one(number: int) -> None:
        words = said[number % len(said)]
        try:
            where = await them.dial()
            if not drip:
                where[1].write(words)
            held.append((where, words))
            them.seen["opened"] += 1
        except (TimeoutError, OSError):
            them.seen["refused"] += 1

    for begin in range(0, count, 50):
        if them.left > 0:
            await asyncio.gather(*(one(number) for number in range(begin, min(count, begin + 50))))
    at = 0
    while them.left > 0:
        for (_, writer), words in held if drip else []:
            if not writer.is_closing():
                writer.write(words[at : at + 1] or b"x")
        at += 1
        await asyncio.sleep(min(drip or 0.5, max(0.0, them.left)))
    gone = [1 for (reader, writer), _ in held if reader.at_eof() or writer.is_closing()]
    them.later["ended by the server"] += len(gone)
    for (_, writer), _ in held:
        writer.close()


@attack("half-open connections", ended=True)
async def half_open(them: Attacker) -> None:
    """Open 1,100 connections from one address that send nothing, half a header or the start of TLS, and stay."""
    await hold(them, 1100, [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A", b"\x16\x03\x01"])


@attack("slow headers")
async def slow_headers(them: Attacker) -> None:
    """Send two hundred requests whose headers come one byte every half second."""
    await hold(them, 200, [them.head("/health", X_Slow="x" * 5000)], drip=0.5)


@attack("slow bodies")
async def slow_bodies(them: Attacker) -> None:
    """Send two hundred requests with a 90 kB or chunked body, of which almost nothing arrives."""
    heads = [
        them.head("/login", "POST", **FORM, **{"Content-Length": "90000"}) + b"password=",
        them.head("/voila/api/shutdown/a-b-c-d-e", "POST", **{"Content-Length": "90000"}) + b"x",
        them.head("/", "POST", **{"Transfer-Encoding": "chunked"}) + b"1\r\nx\r\n",
    ]
    await hold(them, 200, heads)


@attack("connections")
async def many_connections(them: Attacker) -> None:
    """Open connections and close them right away, twenty at a time, as fast as the server takes them."""

    async def one() -> None:
        while them.lasts(10_000):
            try:
                _, writer = await them.dial()
                writer.transport.abort()
                them.seen["opened"] += 1
            except (TimeoutError, OSError):
                them.seen["refused"] += 1

    await asyncio.gather(*(one() for _ in range(20)))


@attack("idle connections that were used")
async def kept_alive(them: Attacker) -> None:
    """Open six hundred connections, make one request on each, and keep them open."""
    await hold(them, 600, [them.head("/health")])


@attack("downloads that are not read")
async def unread(them: Attacker) -> None:
    """Open a hundred connections, request the biggest script fifty times at once on each, and read nothing."""
    page = await them.ask("/")
    paths = SCRIPT.findall(page.text)
    sizes = {path: len((await them.ask(path)).text) for path in paths}
    if not sizes:
        them.seen["no page"] += 1
        return
    biggest = max(sizes, key=lambda path: sizes[path])
    await hold(them, 100, [them.head(biggest) * 50])


@attack("files of a server that may open few", house="narrow", ended=True)
async def files(them: Attacker) -> None:
    """Open 600 connections from one address, on a server that may open only 300 files."""
    await hold(them, 2 * FILES, [b"", b"GET / HTTP/1.1\r\n"])


@attack("files, from many addresses", house="narrow", during=False)
async def files_from_many(them: Attacker) -> None:
    """Open 600 connections from thirty addresses, on a server that may open only 300 files."""
    others = [them.other(f"127.0.1.{number + 1}") for number in range(30)]
    await asyncio.gather(*(hold(each, 2 * FILES // 30, [b"", b"GET / HTTP/1.1\r\n"]) for each in others))


@attack("requests")
async def many_requests(them: Attacker) -> None:
    """Request pages that don't exist, many on each of ten connections, as fast as they're answered."""
    one_hundred = them.head("/nothing/here") * 100

    async def one() -> None:
        while them.lasts(20_000):
            try:
                reader, writer = await them.dial()
            except (TimeoutError, OSError):
                them.seen["refused"] += 1
                await asyncio.sleep(0.1)
                continue
            with suppress(TimeoutError, *GONE):
                async with asyncio.timeout(max(0.1, them.left)):
                    writer.write(one_hundred)
                    for _ in range(100):
                        await reader.readuntil(b"HTTP/1.1 ")
                        them.seen["answered"] += 1
            writer.close()

    await asyncio.gather(*(one() for _ in range(10)))
