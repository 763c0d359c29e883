"""A visitor to a server, as a plain client: keeps cookies, opens pages and sockets, and makes any request."""

import http.client
import json
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from websockets.sync.client import connect
from websockets.typing import Subprotocol

PROTOCOL = Subprotocol("v1.kernel.websocket.jupyter.org")
CONFIG = re.compile(r'<script id="jupyter-config-data" type="application/json">(.*?)</script>', re.S)


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    cookies: list[str]
    text: str


class Visitor:
    """Somebody at one address, with one browser's cookies."""

    def __init__(self, url: str, address: str = "192.0.2.1") -> None:
        self.parts, self.address = urlsplit(url), address
        self.jar: dict[str, str] = {}

    def ask(self, path: str = "/", method: str = "GET", body: str | None = None, **headers: str) -> Answer:
        """Make one request with this browser's cookies, keep those it sets, and return its answer."""
        connection = http.client.HTTPConnection(self.parts.hostname or "", self.parts.port, timeout=60)
        try:
            connection.request(method, path, body, {**self.headers(), **headers})
            found = connection.getresponse()
            text = found.read().decode("utf-8", "replace")
        finally:
            connection.close()
        given = found.headers.get_all("Set-Cookie") or []
        for cookie in given:
            name, _, value = cookie.split(";")[0].partition("=")
            self.jar[name] = value
        return Answer(found.status, {name.lower(): value for name, value in found.getheaders()}, given, text)

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        return {"X-Forwarded-For": self.address, **({"Cookie": cookies} if cookies else {})}

    def open(self, path: str = "/") -> str:
        """Open the page; return the id of its kernel."""
        answer = self.ask(path)
        assert answer.status == 200, answer.text
        return kernel_of(answer)

    @contextmanager
    def channels(self, kernel_id: str, base: str = "/", **options: Any) -> Iterator[Any]:
        """Yield a websocket connection to a kernel."""
        place = f"ws://{self.parts.netloc}{base}api/kernels/{kernel_id}/channels?session_id={uuid.uuid4()}"
        options = {"additional_headers": self.headers(), "subprotocols": [PROTOCOL], **options}
        with connect(place, max_size=None, open_timeout=60, **options) as socket:
            yield socket

    @property
    def browser(self) -> str:
        """The name of the cookie that identifies the browser."""
        return next(name for name in self.jar if name.startswith("apz-learner"))

    def alive(self, kernel_id: str, base: str = "/") -> bool:
        """Return True once the kernel has answered through a socket."""
        with self.channels(kernel_id, base) as socket:
            socket.send(message("kernel_info_request"))
            return answered(socket, "kernel_info_reply")


def kernel_of(answer: Answer) -> str:
    """Return the id of a page's kernel."""
    found = CONFIG.search(answer.text)
    assert found
    return str(json.loads(found[1])["kernelId"])


def message(
    kind: str, content: dict[str, Any] | None = None, channel: str = "shell", metadata: dict[str, Any] | None = None
) -> bytes:
    """Return a message to a kernel."""
    header = {
        "msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "", "session": "s", "version": "5.3", "date": "",
    }  # fmt: skip
    return frame(channel, *(json.dumps(part).encode() for part in (header, {}, metadata or {}, content or {})))


def frame(channel: str, *parts: bytes) -> bytes:
    """Return a frame with these parts."""
    found: bytes = serialize_msg_to_ws_v1(list(parts), channel)  # type: ignore[no-untyped-call]
    return found


def heard(socket: Any, patience: float = 60.0) -> dict[str, Any]:
    """Return a kernel's next message."""
    _, parts = deserialize_msg_from_ws_v1(socket.recv(timeout=patience))  # type: ignore[no-untyped-call]
    names = ("header", "parent_header", "metadata", "content")
    return dict(zip(names, map(json.loads, parts[:4]), strict=True))


def answered(socket: Any, kind: str) -> bool:
    """Read messages until one of this kind comes, then return True."""
    while heard(socket)["header"]["msg_type"] != kind:
        pass
    return True
