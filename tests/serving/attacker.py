"""A hostile client: plain sockets from their own address, which send exactly what they're told to."""

import asyncio
import base64
import json
import os
import random
import struct
import time
import uuid
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.serving.visitor import CONFIG

V1 = "v1.kernel.websocket.jupyter.org"
LEGACY = ""
PATIENCE = 15.0  # seconds that an attacker waits for a response
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
GONE = (OSError, EOFError, asyncio.LimitOverrunError, ValueError)  # the errors at the end of a connection
Where = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Refused(Exception):
    """The error when the server refuses a connection or a page; its message has the response's status, if any."""

    def __init__(self, status: int) -> None:
        super().__init__(f"refused {status}" if status else "no answer")


class Answer(NamedTuple):
    """An answer to a request; status 0 means there was none."""

    status: int
    headers: dict[str, str]
    text: str


class Attacker:
    """Somebody at one address with one browser's cookies, who counts the results of their tries."""

    def __init__(self, url: str, seconds: float = 10.0, source: str = "127.0.0.2", password: str = "") -> None:
        self.url, self.parts, self.source, self.password = url, urlsplit(url), source, password
        self.ends = time.monotonic() + seconds
        self.jar: dict[str, str] = {}
        self.kernel_id = ""
        self.seen: Counter[str] = Counter()  # the tries by their result
        self.wrong: list[str] = []  # the results that must not happen
        self.later: Counter[str] = Counter()  # later results of some tries

    def other(self, source: str = "") -> "Attacker":
        """Return a new browser at this address or another one, whose tries are counted together with this one's."""
        found = Attacker(self.url, 0, source or self.source, self.password)
        found.ends, found.seen, found.wrong, found.later = self.ends, self.seen, self.wrong, self.later
        return found

    @property
    def left(self) -> float:
        """The number of seconds left for the attack."""
        return self.ends - time.monotonic()

    def lasts(self, most: int) -> bool:
        """Return True if there's time left, and fewer than `most` tries were made."""
        return self.left > 0 and self.seen.total() < most

    def expect(self, fine: bool, what: str) -> None:
        """Unless `fine`, record `what` as a result that must not happen."""
        if not fine and what not in self.wrong:
            self.wrong.append(what)

    # ---- requests

    async def dial(self) -> Where:
        """Open a connection, and return it."""
        host, port = self.parts.hostname, self.parts.port
        async with asyncio.timeout(PATIENCE):
            return await asyncio.open_connection(host, port, local_addr=(self.source, 0), limit=1 << 22)

    def head(self, path: str, method: str = "GET", **headers: str) -> bytes:
        """Return the head of a request, with this browser's cookies."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        known = {"Host": self.parts.netloc, **({"Cookie": cookies} if cookies else {}), **headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in known.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    async def ask(self, path: str = "/", method: str = "GET", body: str = "", **headers: str) -> Answer:
        """Send one request, keep the cookies it sets, and return its answer, with status 0 if there was none."""
        if body:
            headers = {"Content-Length": str(len(body)), **headers}
        try:
            reader, writer = await self.dial()
        except (TimeoutError, OSError):
            return Answer(0, {}, "")
        try:
            async with asyncio.timeout(PATIENCE):
                writer.write(self.head(path, method, **{"Connection": "close", **headers}) + body.encode())
                status, found = await read_head(reader)
                rest = await read_body(reader, found) if method != "HEAD" else b""
        except (TimeoutError, *GONE):
            return Answer(0, {}, "")
        finally:
            writer.close()
        for cookie in found.get("set-cookie", "").split("\n"):
            name, _, value = cookie.split(";")[0].partition("=")
            if name:
                self.jar[name] = value
        return Answer(status, found, rest.decode("utf-8", "replace"))

    async def login(self) -> int:
        """Send the password and return the status, or return 200 if there's no password."""
        body = urlencode({"password": self.password})
        return (await self.ask("/login", "POST", body, **FORM)).status if self.password else 200

    async def open(self, path: str = "/", **headers: str) -> str:
        """Open the page and return the id of its kernel; raise Refused if the server doesn't send the page."""
        answer = await self.ask(path, **headers)
        found = CONFIG.search(answer.text)
        if answer.status != 200 or not found:
            raise Refused(answer.status)
        self.kernel_id = str(json.loads(found[1])["kernelId"])
        return self.kernel_id

    async def health(self) -> dict[str, Any]:
        """Return the server's health report; {} if it doesn't send one."""
        answer = await self.ask("/health")
        return dict(json.loads(answer.text)) if answer.status == 200 else {}

    # ---- websockets

    async def connect(
        self,
        protocol: str = V1,
        packed: bool = False,
        session: str | None = None,
        **headers: str,
    ) -> "Socket":
        """Connect to this browser's kernel, opening one if there's none; return the socket, or raise Refused."""
        if not self.kernel_id:
            await self.login()
            await self.open()
        session = uuid.uuid4().hex if session is None else session
        path = f"/api/kernels/{self.kernel_id}/channels?session_id={session}"
        asked = {
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Origin": self.url,
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            **({"Sec-WebSocket-Protocol": protocol} if protocol else {}),
            **({"Sec-WebSocket-Extensions": "permessage-deflate"} if packed else {}), **headers,
        }  # fmt: skip
        try:
            reader, writer = await self.dial()
        except (TimeoutError, OSError):
            raise Refused(0) from None
        try:
            async with asyncio.timeout(PATIENCE):
                writer.write(self.head(path, **asked))
                status, found = await read_head(reader)
        except (TimeoutError, *GONE):
            writer.close()
            raise Refused(0) from None
        if status != 101:
            writer.close()
            if status == 404:
                self.kernel_id = ""  # it has ended, so open another one next time
            raise Refused(status)
        return Socket(reader, writer, "sec-websocket-extensions" in found)

    @asynccontextmanager
    async def connected(self, *given: Any, **named: Any) -> AsyncIterator["Socket"]:
        """Connect, yield the socket, and close the connection at the end."""
        socket = await self.connect(*given, **named)
        try:
            yield socket
        finally:
            socket.writer.close()

    async def say(self, frames: Sequence[bytes], protocol: str = V1, packed: bool = False, stays: float = 0.0) -> str:
        """Send frames on a new connection, then wait for a ping's reply or the end; return the result.

        With `stays`, the connection is kept for that many seconds before the ping, so that the kernel can answer.
        """
        try:
            async with self.connected(protocol, packed) as socket:
                await socket.send(*frames)
                await asyncio.sleep(stays)
                came = await socket.ping()
        except Refused as error:
            came = str(error)
        except TimeoutError:
            came = "no answer"
        except GONE:
            came = "cut"
        self.seen[came] += 1
        return came

    async def pour(
        self, frame: bytes, rate: float, protocol: str = V1, packed: bool = False, reads: bool = True, most: int = 10**6
    ) -> str:
        """Send a frame `rate` times per second until cut off or out of time or tries (`most`); return the result."""
        came = "taken"
        try:
            async with self.connected(protocol, packed) as socket:
                reading = asyncio.create_task(socket.drain() if reads else asyncio.sleep(3600))
                due = time.monotonic()
                while self.lasts(most) and not reading.done():
                    await socket.send(frame)
                    self.seen["sent"] += 1
                    due += 1 / rate
                    await asyncio.sleep(max(0.0, due - time.monotonic()))
                if reading.done():
                    came = f"cut {reading.result()}"
                reading.cancel()
        except Refused as error:
            came = str(error)
            await asyncio.sleep(0.5)
        except TimeoutError:
            came = "not taken"
        except GONE:
            came = "cut"
        self.seen[came] += 1
        return came


class Socket:
    """A websocket whose frames are made by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, packed: bool) -> None:
        self.reader, self.writer, self.packed = reader, writer, packed
        self.inflate = zlib.decompressobj(-15)

    async def send(self, *frames: bytes) -> None:
        """Send frames as they are; raise TimeoutError if the server doesn't take them."""
        for each in frames:
            self.writer.write(each)
            async with asyncio.timeout(PATIENCE):
                await self.writer.drain()

    async def read(self) -> tuple[int, bytes]:
        """Return the next frame: its opcode and its payload."""
        first, size = await self.reader.readexactly(2)
        if size >= 126:
            wide = await self.reader.readexactly(2 if size == 126 else 8)
            size = int.from_bytes(wide, "big")
        said = await self.reader.readexactly(size)
        if first & 0x40:
            said = self.inflate.decompress(said + b"\0\0\xff\xff")
        return first & 0xF, said

    async def drain(self) -> str:
        """Read until the connection ends; return the server's close code, or "off" if the server gave none."""
        try:
            while True:
                opcode, said = await self.read()
                if opcode == CLOSE:
                    return str(int.from_bytes(said[:2], "big"))
        except (*GONE, zlib.error):
            return "off"

    async def ping(self) -> str:
        """Send a ping; return "answered", or "cut ..." if the connection ends; raise TimeoutError otherwise."""
        mark = os.urandom(8)
        with suppress(OSError):
            self.writer.write(frame(PING, mark))
        async with asyncio.timeout(PATIENCE):
            with suppress(*GONE):
                while True:
                    opcode, said = await self.read()
                    if opcode == PONG and said == mark:
                        return "answered"
                    if opcode == CLOSE:
                        return f"cut {int.from_bytes(said[:2], 'big')}"
        return "cut off"

    async def until(self, kind: str) -> dict[str, Any]:
        """Read until the kernel sends this kind of v1 message; return its content, or raise EOFError if cut off."""
        async with asyncio.timeout(PATIENCE):
            while True:
                opcode, said = await self.read()
                if opcode == BINARY:
                    parts = split(said)
                    if json.loads(parts[1])["msg_type"] == kind:
                        return dict(json.loads(parts[4]))
                elif opcode == CLOSE:
                    raise EOFError


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Return a response's status and headers; several headers with the same name are joined by line breaks."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    found: dict[str, str] = {}
    for line in filter(None, lines[1:]):
        name, _, value = line.partition(":")
        name = name.strip().lower()
        found[name] = "\n".join(filter(None, [found.get(name, ""), value.strip()]))
    return int(lines[0].split()[1]), found


async def read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    """Read and return the body of a response."""
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    if headers.get("transfer-encoding") != "chunked":
        return await reader.read(-1)
    found = b""
    while size := int(await reader.readline() or b"0", 16):
        found += await reader.readexactly(size)
        await reader.readline()
    return found


# ---- frames and messages


def frame(opcode: int, said: bytes = b"", last: bool = True, bits: int = 0) -> bytes:
    """Return a client's websocket frame; its mask is zero, which is allowed and costs nothing."""
    size = len(said)
    wide = bytes([0x80 | size]) if size < 126 else b"\xff" + struct.pack("!Q", size)
    if 126 <= size <= 0xFFFF:
        wide = b"\xfe" + struct.pack("!H", size)
    return bytes([(0x80 if last else 0) | bits | opcode]) + wide + bytes(4) + said


def deflated(opcode: int, said: bytes, level: int = 9) -> bytes:
    """Return a frame with compressed content."""
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    body = packer.compress(said) + packer.flush(zlib.Z_SYNC_FLUSH)
    return frame(opcode, body.removesuffix(b"\0\0\xff\xff"), bits=0x40)


def joined(parts: Sequence[bytes]) -> bytes:
    """Return the parts of a message as the v1 protocol joins them: the number of offsets, the offsets, the parts."""
    offsets = [8 * (len(parts) + 2)]
    for each in parts:
        offsets.append(offsets[-1] + len(each))
    return b"".join([struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets), *parts])


def split(said: bytes) -> list[bytes]:
    """Return the parts of a v1 protocol message."""
    (count,) = struct.unpack_from("<Q", said)
    offsets = struct.unpack_from(f"<{count}Q", said, 8)
    return [said[start:end] for start, end in pairwise(offsets)]


def header(kind: str) -> dict[str, str]:
    """Return the header of a message."""
    name = f"{random.getrandbits(128):032x}"
    return {"msg_id": name, "msg_type": kind, "username": "", "session": "s", "version": "5.3", "date": ""}


def v1(kind: str, content: Any, channel: str = "shell", metadata: Any = None, buffers: Sequence[bytes] = ()) -> bytes:
    """Return a v1 protocol message."""
    parts = [json.dumps(each).encode() for each in (header(kind), {}, metadata or {}, content)]
    return joined([channel.encode(), *parts, *buffers])


def legacy(kind: str, content: Any, channel: str = "shell", metadata: Any = None) -> bytes:
    """Return a message in the old protocol."""
    said = {"header": header(kind), "parent_header": {}, "metadata": metadata or {}, "content": content}
    return json.dumps({**said, "channel": channel, "buffers": []}).encode()
