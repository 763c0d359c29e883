"""A learner without a browser: opens the app as its page does, clicks, and records times and errors."""

import asyncio
import json
import random
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from tests.serving.choosing import Choice, acts, onward, trouble
from tests.serving.visitor import CONFIG

PATIENCE = 60.0  # seconds that a learner waits for a response
AT_ONCE = 6  # requests that a browser makes at the same time
PROTOCOL = Subprotocol("v1.kernel.websocket.jupyter.org")
CONTROL = "jupyter.widget.control"


class Failed(Exception):
    """The error when a learner's visit fails."""


class Click(NamedTuple):
    """An answered click: its time, and the milliseconds until the new view was there."""

    when: float
    took: float


class Learner:
    """Somebody with their own browser: its cookies, its storage, and the widgets of the open page."""

    def __init__(self, url: str, address: str, seed: int, files: Sequence[str] = (), source: str = "") -> None:
        self.url, self.address, self.files = url, address, files
        self.source = source  # the address of this machine to connect from, if it matters
        self.chance = random.Random(seed)
        self.tab = f"{seed:016x}"
        self.jar: dict[str, str] = {}
        self.browser: dict[str, str] = {}  # what the page keeps
        self.clicks: list[Click] = []
        self.errors: list[str] = []
        self.arrived = 0.0  # seconds until the last page was usable
        self.kernel_id = ""
        self.pings = 0
        self.socket: ClientConnection | None = None
        defaults = {"network_interface": source} if source else {}
        self.client = AsyncHTTPClient(force_instance=True, max_clients=AT_ONCE, defaults=defaults)

    # ---- coming and going

    async def come(self) -> None:
        """Open the app, and wait until it shows what the address asks for."""
        begin = time.perf_counter()
        self.states: dict[str, dict[str, Any]] = {}
        self.waiting: dict[str, asyncio.Future[float]] = {}  # by message: done when the kernel has handled it
        self.viewed: dict[str, float] = {}  # by message: when its first new view came
        config = CONFIG.search(await self.page())
        if config is None:
            raise Failed("the page has no kernel")
        self.kernel_id = json.loads(config[1])["kernelId"]
        await asyncio.gather(self.meet(), *(self.fetch(path) for path in self.files))
        await self.say("comm_msg", custom(self.shelf_id(), self.hello()))
        if not acts(self.view().get("tree"), self.chance):
            raise Failed("the page shows nothing to click on")
        self.arrived = time.perf_counter() - begin

    async def meet(self) -> None:
        """Connect to the kernel, and request all its widgets."""
        place = f"ws://{urlsplit(self.url).netloc}/api/kernels/{self.kernel_id}/channels?session_id={uuid.uuid4()}"
        self.socket = await connect(
            place, additional_headers=self.headers(), subprotocols=[PROTOCOL], max_size=None, ping_interval=None,
            open_timeout=PATIENCE, local_addr=(self.source, 0) if self.source else None,
        )  # fmt: skip
        self.reading = asyncio.create_task(self.read(self.socket))
        control = uuid.uuid4().hex
        await self.say("comm_open", {"comm_id": control, "target_name": CONTROL, "data": {}}, {"version": "1.0.0"})
        await self.say("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})
        await self.say("comm_close", {"comm_id": control, "data": {}})

    async def page(self) -> str:
        """Return the page itself; while the server asks for patience, request it again, as the page does on its own."""
        end = time.monotonic() + PATIENCE
        while True:
            answer = await self.fetch("/" + self.address, again=True)
            if answer.code == 200:
                return answer.body.decode()
            if time.monotonic() > end:
                raise Failed(f"not let in for {PATIENCE:.0f} s")
            await asyncio.sleep(float(answer.headers.get("Retry-After", "3")))

    async def fetch(self, path: str, method: str = "GET", again: bool = False) -> HTTPResponse:
        """Make one request, keep its cookies and return its answer; an error raises Failed, but not 503 if `again`."""
        body = "" if method == "POST" else None
        request = HTTPRequest(
            self.url + path, method, self.headers(), body=body, request_timeout=PATIENCE, connect_timeout=PATIENCE
        )
        answer = await self.client.fetch(request, raise_error=False)
        if answer.code >= 400 and not (again and answer.code == 503):
            raise Failed(f"HTTP {answer.code} for {path}")
        for cookie in answer.headers.get_list("Set-Cookie"):
            name, _, value = cookie.split(";")[0].partition("=")
            self.jar[name] = value
        return answer

    def headers(self) -> dict[str, str]:
        """Return the headers of a request, with this browser's cookies."""
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.jar.items()), "Accept-Encoding": "gzip"}

    def hello(self) -> dict[str, Any]:
        """Return the page's first message, with its address and its saved texts."""
        kept = {name: [{"tab": self.tab, "when": 0, "text": text}] for name, text in self.browser.items() if text}
        return {"hello": {
            "tab": self.tab, "address": self.address, "place": f"{self.url}/", "speaks": "en-US", "keeps": True,
            "desks": kept.get("kept", []), "progress": kept.get("progress", []),
        }}  # fmt: skip

    async def leave(self, closing: bool = True) -> None:
        """Close the page, telling the server unless it should find out on its own."""
        socket, self.socket = self.socket, None
        if socket is not None:
            if closing:
                await self.fetch(f"/voila/api/shutdown/{self.kernel_id}", "POST")
            await socket.close()
            await self.reading

    # ---- messages from the kernel

    async def read(self, socket: ClientConnection) -> None:
        """Handle the kernel's messages until the page is closed."""
        with suppress(WebSocketException):
            async for frame in socket:
                now = time.perf_counter()
                assert isinstance(frame, bytes)
                _, parts = deserialize_msg_from_ws_v1(frame)  # type: ignore[no-untyped-call]
                header, parent, _, content = map(json.loads, parts[:4])
                self.hear(header["msg_type"], parent.get("msg_id", ""), content, now)
        if self.socket is socket:
            self.errors.append(f"the connection was closed: {socket.close_code} {socket.close_reason}")
        for future in [each for each in self.waiting.values() if not each.done()]:
            future.set_exception(Failed("the connection was closed before the answer"))

    def hear(self, kind: str, parent: str, content: dict[str, Any], now: float) -> None:
        """Handle one of the kernel's messages."""
        if kind in ("comm_open", "comm_msg"):
            self.change(parent, content, now)
        elif kind == "comm_close":
            self.states.pop(content["comm_id"], None)
        elif kind == "error" or (kind == "stream" and content["name"] == "stderr"):
            self.errors.append(f"the kernel says: {content.get('text') or content.get('evalue')}"[:2000])
        elif kind == "status" and content["execution_state"] == "idle" and parent in self.waiting:
            future = self.waiting.pop(parent)
            if not future.done():
                future.set_result(now)

    def change(self, parent: str, content: dict[str, Any], now: float) -> None:
        """Handle a new widget, or a change to one."""
        data = content["data"]
        if data.get("method") == "update_states":
            self.states.update({name: each["state"] for name, each in data["states"].items()})
        state = data.get("state", {})
        self.states.setdefault(content["comm_id"], {}).update(state)
        if "view" in state:
            self.viewed.setdefault(parent, now)
        self.browser.update({name: state[name] for name in ("kept", "progress") if name in state})

    def shelf_id(self) -> str:
        """Return the id of the browser store's widget."""
        found = [name for name, state in self.states.items() if "kept" in state]
        if not found:
            raise Failed("the app is not in the page")
        return found[0]

    def shown(self) -> list[str]:
        """Return the ids of the panels shown, the bar first."""
        for state in self.states.values():
            if "app-frame" in state.get("_dom_classes", ()):
                names = [name.removeprefix("IPY_MODEL_") for name in state["children"]]
                return [name for name in names if "view" in self.states.get(name, {})]
        return []

    def view(self, panel: int = -1) -> dict[str, Any]:
        """Return a panel's view, or {} if no panel is shown."""
        names = self.shown()
        return json.loads(self.states[names[panel]]["view"]) if names else {}

    # ---- clicks

    async def click(self, choose: Choice, panel: int = -1) -> None:
        """Make one gesture in a panel, and record how long its new view took."""
        view = self.view(panel)
        self.note(trouble(view["tree"]))
        act = choose(acts(view["tree"], self.chance), self.chance)
        if act is None:
            self.note("there is nothing to click on")
            return
        values = {} if act.values is None else {"values": act.values}
        self.pings += 1
        await self.post("comm_msg", custom(self.shelf_id(), {"ping": self.pings}))  # as the page does at each click
        begin = time.perf_counter()
        seen = await self.say(
            "comm_msg", custom(self.shown()[panel], {"do": act.do, "at": view["at"], **act.where, **values})
        )
        if seen:
            self.clicks.append(Click(begin, (seen - begin) * 1000))
        elif choose is onward:
            self.note(f"nothing came of {act.do}")

    async def keep_clicking(self, choose: Choice, pace: float, bar: float = 0.0) -> None:
        """Click once every `pace` seconds until canceled; `bar` is the share of clicks on the bar."""
        due = time.monotonic()
        while True:
            await self.click(choose, 0 if self.chance.random() < bar else -1)
            due = max(due + pace, time.monotonic())
            await asyncio.sleep(due - time.monotonic())

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Record an error that happens inside the block, and end the block there."""
        try:
            yield
        except (Failed, WebSocketException, OSError) as error:
            self.note(f"{type(error).__name__}: {error}")

    def note(self, error: str) -> None:
        """Remember an error, but each one only once."""
        if error and error not in self.errors:
            self.errors.append(error)

    async def say(self, kind: str, content: dict[str, Any], metadata: dict[str, Any] | None = None) -> float:
        """Send a message and wait until it's been handled; return the time when its first new view came, or 0."""
        done = asyncio.get_running_loop().create_future()
        name = await self.post(kind, content, metadata, done)
        try:
            async with asyncio.timeout(PATIENCE):  # not wait_for, which can swallow a cancellation
                await done
        except TimeoutError:
            raise Failed(f"no answer in {PATIENCE:.0f} s") from None
        return self.viewed.pop(name, 0.0)

    async def post(
        self,
        kind: str,
        content: dict[str, Any],
        metadata: dict[str, Any] | None = None,
        done: asyncio.Future[float] | None = None,
    ) -> str:
        """Send a message; return its id."""
        name = uuid.uuid4().hex
        header = {"msg_id": name, "msg_type": kind, "username": "", "session": self.tab, "version": "5.3", "date": ""}
        message = {"header": header, "parent_header": {}, "metadata": metadata or {}, "content": content}
        if done is not None:
            self.waiting[name] = done
        if self.socket is None:
            raise Failed("the page is closed")
        packed = serialize_msg_to_ws_v1(message, "shell", as_bytes)  # type: ignore[no-untyped-call]
        await self.socket.send(packed)
        return name


def as_bytes(part: dict[str, Any]) -> bytes:
    """Return a part of a message as sent."""
    return json.dumps(part).encode()


def custom(widget: str, content: dict[str, Any]) -> dict[str, Any]:
    """Return a message to a widget."""
    return {"comm_id": widget, "data": {"method": "custom", "content": content}}
