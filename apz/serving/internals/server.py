"""The private and undocumented parts of Voila, Jupyter's server and tornado that serving relies on."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from weakref import ref

import yaml
import zmq
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.iostream import IOStream, StreamClosedError
from tornado.websocket import WebSocketHandler, WebSocketProtocol, WebSocketProtocol13
from voila.app import Voila

__all__ = [
    "SCRIPTS", "KernelPools", "Started", "Voila", "WatchedFrames", "WebsocketConnection", "WebsocketHandler", "entry",
    "listen_with", "note_writes", "page_scripts", "put_template_first", "stream_of", "watch_frames",
]  # fmt: skip

WebsocketHandler: Any = KernelWebsocketHandler  # it has no types
WebsocketConnection = ZMQChannelsWebsocketConnection
SCRIPTS = Path(__file__).parent / "scripts.yaml"


# ---- tornado


class WatchedFrames(WebSocketProtocol13):
    """A websocket protocol that tells its handler about every frame, even one that never becomes a message."""

    async def _receive_frame(self) -> None:
        """Receive a frame if the handler's `admit_frame` allows it; call `refuse_frame` if it can't be read."""
        handler: Any = self.handler
        if not handler.admit_frame():
            raise StreamClosedError  # otherwise it would keep reading from the stream that was just closed
        try:
            await super()._receive_frame()
        except StreamClosedError:
            raise
        except Exception as error:  # it can't be decompressed, for example
            handler.refuse_frame()
            raise StreamClosedError from error


def watch_frames(protocol: WebSocketProtocol | None) -> WebSocketProtocol | None:
    """Change tornado's protocol to tell its handler about every frame, and return it."""
    if protocol is not None:
        changed: Any = protocol
        changed.__class__ = WatchedFrames  # a wrapper would keep it in memory, with 300 kB, long after its end
    return protocol


def stream_of(handler: WebSocketHandler) -> IOStream | None:
    """Return the stream of a websocket, or None if the websocket is closed."""
    connection: Any = handler.ws_connection
    found: IOStream | None = None if connection is None else connection.stream
    return found


def note_writes(stream: IOStream, noted: Callable[[IOStream], None]) -> None:
    """Call `noted` whenever some data has been written to a stream's socket."""
    known = ref(stream)  # so that a closed stream is freed at once, with its buffers

    def write(data: memoryview) -> int:
        found = known()
        assert found is not None
        sent = IOStream.write_to_fd(found, data)
        if sent:
            noted(found)
        return sent

    stream.write_to_fd = write  # type: ignore[method-assign]


# ---- Jupyter's server and Voila's pools


class Started(NamedTuple):
    """A started kernel's id, and the task that renders the notebook in that kernel."""

    kernel_id: str
    rendering: asyncio.Task[Any]


class KernelPools(AsyncMappingKernelManager):  # type: ignore[misc, unused-ignore]
    """Jupyter's kernel manager, with Voila's addition to it: pools of kernels that wait for a page."""

    @property
    def pools(self) -> Mapping[str, list[asyncio.Task[Any]]]:
        """The tasks that start waiting kernels, by notebook, the oldest first."""
        found: Mapping[str, list[asyncio.Task[Any]]] = getattr(self, "_pools", {})
        return found

    def waiting_kernels(self) -> Iterator[Started]:
        """Yield the waiting kernels that have finished starting."""
        for pool in self.pools.values():
            yield from (found for task in pool if (found := self.started(task)))

    @staticmethod
    def started(task: asyncio.Task[Any]) -> Started | None:
        """Return the kernel that a task started, or None if the task failed or isn't finished."""
        if not task.done() or task.cancelled() or task.exception() is not None:
            return None
        made = task.result()
        return Started(made["kernel_id"], made["task"])

    def fill(self, notebook: str) -> None:
        """Schedule waiting kernels until there are as many as configured; they start after Voila's `fill_delay`."""
        manager: Any = self
        manager.fill_if_needed(notebook_name=notebook)

    async def take_waiting(self, notebook: str) -> Started:
        """Take the kernel that has waited longest out of a notebook's pool, and return it; Voila replaces it."""
        manager: Any = self
        rendering, _, kernel_id = await manager.get_rendered_notebook(notebook)
        return Started(kernel_id, rendering)

    async def start_for(self, notebook: str) -> Started:
        """Start a kernel outside the pools, and return it."""
        manager: Any = self
        made = await manager._initialize(notebook, None, path="", env=dict(os.environ))
        return Started(made["kernel_id"], made["task"])

    def buffer(self, kernel_id: str, session_key: str, channels: Mapping[str, Any], kept: list[Any]) -> None:
        """Collect a kernel's messages in `kept` while its page is away."""
        super().start_buffering(kernel_id, session_key, channels)  # type: ignore[no-untyped-call]
        self._kernel_buffers[kernel_id]["buffer"] = kept

    def forget(self, kernel_id: str) -> None:
        """Forget a kernel that died, with all its buffered messages."""
        if kernel_id in self:
            self.stop_buffering(kernel_id)  # type: ignore[no-untyped-call]
            self.remove_kernel(kernel_id)

    def _handle_kernel_died(self, kernel_id: str) -> None:
        """Call `kernel_died` when Jupyter reports a kernel's death."""
        self.kernel_died(kernel_id)

    def kernel_died(self, kernel_id: str) -> None:
        """Forget a kernel that died; subclasses can do more."""
        self.forget(kernel_id)

    def allow_sockets(self, most: int) -> None:
        """Allow all kernels together `most` sockets, instead of ZeroMQ's default of 1023."""
        self.context.set(zmq.MAX_SOCKETS, most)

    def process_of(self, kernel_id: str) -> int:
        """Return the process id of a kernel; raise AttributeError if it isn't a process on this machine."""
        found: int = self.get_kernel(kernel_id).provisioner.pid  # type: ignore[union-attr]
        return found


# ---- Voila's app and scripts


def put_template_first(server: Voila, folder: Path, hook: Callable[..., dict[str, Any]]) -> None:
    """Make Voila look for its page's template in `folder` first, and ask `hook` for its script's configuration."""
    server.template_paths.insert(0, str(folder))
    server.voila_configuration.page_config_hook = hook


def listen_with(server: Voila, listen: Callable[[int, str], None]) -> None:
    """Make the server listen with `listen`, a function of a port and an address, instead of tornado's default."""
    server.app.listen = listen


def page_scripts() -> list[str]:
    """Return the names of the script files that every visit loads: chunks that webpack numbered at build time."""
    found: list[str] = yaml.safe_load(SCRIPTS.read_text(encoding="utf-8"))
    return found


def entry(package: Mapping[str, Any]) -> str:
    """Return the path of a lab extension's first script, from the content of its package.json."""
    build: Mapping[str, str] = package["jupyterlab"]["_build"]
    return build["load"].removeprefix("./")
