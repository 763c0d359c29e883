"""Attacks with single odd requests: names, addresses, origins and headers that nobody sends by accident."""

import asyncio
from itertools import cycle

from tests.serving.attacker import FORM, GONE, Attacker, Refused
from tests.serving.attacks.kinds import Attacks

attack = Attacks()
SESSIONS = ("x" * 256, "x" * 60_000, "%F0%9F%98%80" * 40, "%00", "%FF%FE", "%0d%0aX-Evil:%201", "../../etc")
NAMES = ("x" * 300, "x" * 300 + ".js", "%2e%2e%2f" * 50, "%00", "%F0%9F%98%80" * 100, "x" * 3000, "a/" * 1000)
PLACES = ("/voila/static/000000000000/", "/voila/labextensions/anywidget/static/", "/api/kernels/", "/")


@attack("origins with another scheme")
async def origins(them: Attacker) -> None:
    """Request websockets from pages with another scheme or port on this host, from a file, or from origin "null"."""
    await them.open()
    host, port = them.parts.hostname, them.parts.port
    others = [f"https://{host}:{port}", f"http://{host}", "null", f"http://{host}:1", "file://", f"ftp://{host}:{port}"]
    for each in others:
        await refused(them, f"a page at {each.replace(str(port), 'PORT')} could connect", Origin=each)


async def refused(them: Attacker, what: str, **headers: str) -> None:
    """Try a connection that must not succeed, and count how it's refused."""
    try:
        async with them.connected(**headers):
            them.seen["connected"] += 1
            them.expect(False, what)
    except Refused as error:
        them.seen[str(error)] += 1


@attack("session ids")
async def sessions(them: Attacker) -> None:
    """Send session ids of 256 characters and more, of emoji, and of bytes that aren't text."""
    await them.open()
    for each in cycle(SESSIONS):
        if not them.lasts(60):
            return
        try:
            async with them.connected(session=each):
                them.seen["connected"] += 1
        except Refused as error:
            them.seen[str(error)] += 1
            them.expect("refused 5" not in str(error), "a session id led to an error of the server")
        await asyncio.sleep(0.02)


@attack("names of 300 characters")
async def names(them: Attacker) -> None:
    """Request files and kernels with names of 300 and more characters, of zero bytes, emoji and dots."""
    for name in cycle(NAMES):
        for place in PLACES:
            if not them.lasts(400):
                return
            answer = await them.ask(place + name)
            them.seen[str(answer.status)] += 1
            them.expect(answer.status < 500, f"a name below {place} led to {answer.status}")
            await asyncio.sleep(0.01)


@attack("addresses of 66,000 characters")
async def addresses(them: Attacker) -> None:
    """Send addresses and headers of 64,000 characters and more; each must get an answer."""
    long = "x" * 66_000
    requests = [them.head("/?lesson=" + long), them.head("/" + long), them.head("/", X_Long=long),
                them.head("/health", Cookie=long), them.head("/health?" + "&a=b" * 16_000)]  # fmt: skip
    for each in cycle(requests):
        if not them.lasts(60):
            return
        try:
            reader, writer = await them.dial()
            async with asyncio.timeout(5):
                writer.write(each)
                line = await reader.readline()
            writer.close()
            status = line.split()[1].decode() if line else "none"
        except (TimeoutError, IndexError, *GONE):
            status = "none"
        them.seen[f"answer {status}"] += 1
        them.expect(status != "none", "a long address or header got no answer")
        them.expect(not status.startswith("5") or status in ("503", "505"), f"a long address led to {status}")


@attack("the log, before the password", house="locked")
async def log_flood(them: Attacker) -> None:
    """Send requests, without the password, that could each add a line to the log: broken, too long, bad cookies."""
    rubbish = [
        b"\0" * 100 + b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET\r\n\r\n", b"x" * 500 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"GET / HTTP/1.1\r\nHost\r\n\r\n",
        b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 999999999\r\n\r\n",
        b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        them.head("/?%ff%fe=%ff"), them.head("/", Cookie='apz-in="\\x"; apz-learner=2|1:0|10:1|3:x|4:eA==|0'),
        them.head(f"/voila/static/000000000000/{'x' * 300}.js"), them.head("/login?lang=" + "x" * 5000),
        them.head("/api/kernels/a-b-c-d-e/channels?session_id=" + "x" * 300, Upgrade="websocket", Connection="Upgrade"),
        them.head("/api/kernels/a-b-c-d-e"), them.head("/login", "BREW"), them.head("/", "GET", Host="evil.example"),
        them.head("/login", "POST", **{"Content-Type": "multipart/form-data", "Content-Length": "4"}) + b"----",
        them.head("/login", "POST", **FORM, **{"Content-Encoding": "gzip", "Content-Length": "4"}) + b"abcd",
        them.head("/login", "POST", **FORM, **{"Content-Length": "13"}) + b"password=%ff%",
    ]  # fmt: skip

    async def one(number: int) -> None:
        for each in cycle(rubbish[number:] + rubbish[:number]):
            if not them.lasts(3000):
                return
            try:
                reader, writer = await them.dial()
                async with asyncio.timeout(2):
                    writer.write(each)
                    line = await reader.readline()
                writer.close()
                status = line.split()[1].decode()
            except (TimeoutError, IndexError, *GONE):
                status = "none"
            them.seen[status] += 1
            them.expect(status not in ("500", "200 OK"), f"{each[:60]!r} led to {status}")
            await asyncio.sleep(0.02)

    await asyncio.gather(*(one(number) for number in range(4)))


@attack("what refused connections tell")
async def refusals(them: Attacker) -> None:
    """Request websockets to kernels that don't exist; the response must not name the server."""
    for path in ("/api/kernels/a-b-c-d-e/channels", "/api/kernels/00000000-0000-0000-0000-000000000000/channels"):
        for headers in ({}, {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                             "Sec-WebSocket-Key": "x" * 22 + "=="}):  # fmt: skip
            answer = await them.ask(path, **headers)
            them.seen[str(answer.status)] += 1
            them.expect("server" not in answer.headers, "a refused connection names the server")
            them.expect("content-security-policy" in answer.headers, "a refused connection has no policy")
            them.expect(400 <= answer.status < 500, f"a connection to no kernel got {answer.status}")


@attack("nothing")
async def nothing(them: Attacker) -> None:
    """Do nothing, to measure a quiet server."""
    await asyncio.sleep(max(0.0, them.left))
