"""A visitor of a server, as a plain client: keeps cookies, opens pages and sockets, asks for whatever it likes."""

import http.client
import json
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.sync.client import connect

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
        """One request, sent exactly as it is given."""
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
        """Open the page; the id of its kernel."""
        answer = self.ask(path)
        assert answer.status == 200, answer.text
        return kernel_of(answer)

    @contextmanager
    def channels(self, kernel_id: str, base: str = "/", **options: Any) -> Iterator[Any]:
        """The socket of a kernel."""
        place = f"ws://{self.parts.netloc}{base}api/kernels/{kernel_id}/channels?session_id={uuid.uuid4()}"
        with connect(place, additional_headers=self.headers(), max_size=None, open_timeout=60, **options) as socket:
            yield socket

    def alive(self, kernel_id: str, base: str = "/") -> bool:
        """Whether its kernel answers through a socket."""
        with self.channels(kernel_id, base) as socket:
            socket.send(message("kernel_info_request"))
            return answered(socket, "kernel_info_reply")


def kernel_of(answer: Answer) -> str:
    """The id of the kernel of a page."""
    found = CONFIG.search(answer.text)
    assert found
    return str(json.loads(found[1])["kernelId"])


def message(kind: str, content: dict[str, Any] | None = None, channel: str = "shell") -> str:
    """A message to a kernel."""
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": kind,
        "username": "",
        "session": "s",
        "version": "5.3",
        "date": "",
    }
    return json.dumps({
        "header": header, "parent_header": {}, "metadata": {}, "content": content or {}, "channel": channel,
        "buffers": [],
    })  # fmt: skip


def answered(socket: Any, kind: str) -> bool:
    """Wait until such a message comes."""
    while True:
        if json.loads(socket.recv(timeout=60))["header"]["msg_type"] == kind:
            return True
