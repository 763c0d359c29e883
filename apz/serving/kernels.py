"""A server's kernels, both in use and waiting: how they start, connect to their pages and end."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from typing import Any

import psutil
from ipykernel.kernelspec import get_kernel_dict
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_core.utils import ensure_async
from tornado.ioloop import PeriodicCallback

from apz.serving.budgets import Address
from apz.serving.frames import MESSAGES, PROTOCOL
from apz.serving.internals.server import KernelPools, Started, WebsocketConnection
from apz.serving.logs import KernelErrors
from apz.serving.places import FILES, OWN_FILES, Register

NAME = "python3"
SWEEP = 5.0  # seconds between checks for learners who have left
REFILL = 4.0  # seconds until a kernel that was taken is replaced, because at first its page needs the processor
MOST_SOCKETS = 3  # connections of a page: it has one, and for a moment two when it connects again
MOST_WAITING = 8_000_000  # bytes that may wait for a page, connected or away
LOOK = 2.0  # seconds between checks of the kernels' processor time
PATIENCE = 3.0  # seconds for a kernel to introduce itself, before its page is connected anyway
log = logging.getLogger("apz.serving")


class Kept(list[Any]):
    """The messages a kernel sends while its page is away, up to a limit."""

    size = 0

    def append(self, said: Any) -> None:
        """Keep a message and its channel's name; drop the first that exceeds the limit, and all later ones."""
        self.size += sum(len(part) for part in said[1])
        if self.size <= MOST_WAITING:
            super().append(said)


class Kernels(KernelPools):
    """The manager of all kernels, which ends unused ones and forgets dead ones."""

    register: Register
    errors: KernelErrors | None = None

    def begin(self, register: Register) -> None:
        """Start the regular checks on the kernels, and set their limits."""
        self.register = register
        self.allowed_message_types = list(MESSAGES)
        self.allow_sockets(register.settings.cap * FILES + OWN_FILES)
        self.sweeping = PeriodicCallback(self.sweep, SWEEP * 1000)
        self.sweeping.start()
        self.looking = PeriodicCallback(self.charge, LOOK * 1000)
        self.looking.start()
        self.starting = asyncio.Semaphore(max(1, (os.cpu_count() or 1) // 2))

    async def start_kernel(self, *given: Any, **options: Any) -> str:  # type: ignore[override]
        """Start a kernel whose errors go to the log (on POSIX systems), and return its id."""
        if os.name == "posix":
            if self.errors is None:
                self.errors = KernelErrors()
                self.errors.start()
            options.setdefault("stderr", self.errors.write)
        started: str = await super().start_kernel(*given, **options)
        return started

    def charge(self) -> None:
        """Charge each kernel's processor time to its place and address, once a page has connected to it."""
        for kernel_id, place in self.register.places.items():
            if place.met and kernel_id in self:
                with suppress(psutil.Error, AttributeError):  # it has just ended, or isn't a process on this machine
                    times = psutil.Process(self.process_of(kernel_id)).cpu_times()
                    place.charge(times.user + times.system)

    async def sweep(self) -> None:
        """Replace waiting kernels that failed; end those whose learners left, were idle too long or never connected."""
        self.replace()
        for kernel_id, why in self.register.over():
            await self.end(kernel_id, why)

    async def shutdown_all(self, now: bool = False) -> None:  # type: ignore[override]
        """End all kernels; one that's still starting ends on its own when its server is gone."""
        await asyncio.gather(*(self.shut(kernel_id) for kernel_id in self.list_kernel_ids()))

    async def end(self, kernel_id: str, why: str) -> None:
        """End a learner's kernel and release its place."""
        self.register.leave(kernel_id, why)
        self.replace()
        await self.shut(kernel_id)

    async def shut(self, kernel_id: str) -> None:
        """End a kernel if it's still running; if it's already being ended, wait until it has ended."""
        if kernel_id in self:
            await ensure_async(self.shutdown_kernel(kernel_id, now=True))  # type: ignore[no-untyped-call]

    def start_buffering(self, kernel_id: str, session_key: str, channels: Mapping[str, Any]) -> None:
        """Buffer a kernel's messages while its page is away; if the kernel is ending, close its channels instead."""
        if kernel_id in self.register.places:
            self.buffer(kernel_id, session_key, channels, Kept())
            return
        for stream in channels.values():
            stream.close()

    def kernel_died(self, kernel_id: str) -> None:
        """Forget a kernel that died, release its place, and replace it if it was waiting."""
        if kernel_id in self.register.places:
            log.error("error: a kernel died")
        self.register.leave(kernel_id, "kernel died")
        self.forget(kernel_id)
        self.replace(kernel_id)

    def replace(self, dead: str = "") -> None:
        """Start new kernels for waiting ones that died or couldn't be started."""
        for name, pool in self.pools.items():
            gone = [each for each in pool if each.done() and _kernel_id(self.started(each)) in ("", dead)]
            for each in gone:
                pool.remove(each)
                if not dead:
                    log.error("error: a kernel that was to wait could not be started")
            if len(pool) < self.register.settings.preheat:
                self.fill(name)

    def begun(self, notebook: str) -> bool:
        """Return True if the next waiting kernel has finished starting or failed; until then, a new one is as quick."""
        pool = self.pools.get(notebook, [])
        return bool(pool) and pool[0].done()

    def waiting(self) -> int:
        """Return how many waiting kernels have run the notebook and are ready for a learner."""
        return sum(1 for kernel in self.waiting_kernels() if kernel.rendering.done())

    async def waited(self, notebook: str) -> tuple[str, Any] | None:
        """Take a waiting kernel, and return its id and the task that rendered its page, or None if none can be used."""
        if not self.begun(notebook):
            return None
        kernel_id = ""
        try:
            kernel_id, task = await self.take_waiting(notebook)
            await task
            if kernel_id in self and await ensure_async(self.is_alive(kernel_id)):
                return kernel_id, task
        except Exception as error:
            log.warning("a kernel that waited did not come up (%s)", type(error).__name__)
        await self.end(kernel_id, "")
        return None

    async def fresh(self, notebook: str, address: Address) -> Started:
        """Start a kernel, and return it with the task that renders the notebook in it.

        Only a few kernels start at a time, so that others can keep learning, and only one per address, so that no
        address holds up the others.
        """
        async with AsyncExitStack() as turns:
            for turn in (address.starting, self.starting):
                await turns.enter_async_context(turn)
            made = await self.start_for(notebook)
            ends = turns.pop_all()
        made.rendering.add_done_callback(lambda _: asyncio.create_task(ends.aclose()))
        return made


def _kernel_id(kernel: Started | None) -> str:
    return kernel.kernel_id if kernel else ""


class PromptWebsocket(WebsocketConnection):  # type: ignore[misc, unused-ignore]
    """A kernel's websocket that sends each message without delay, which makes a click ten times as fast."""

    def connect(self) -> Any:
        """Connect, after setting TCP_NODELAY."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


class Connection(PromptWebsocket):
    """A page's connection to its kernel, which speaks the one protocol whose frames are checked."""

    subprotocol = PROTOCOL  # Jupyter's own becomes "legacy" once the page has gone, and would misread the last messages

    async def prepare(self) -> None:
        """Wait for the kernel's reply, but only briefly: a longer timer would keep a closed page in memory."""
        patience, self.kernel_info_timeout = self.kernel_info_timeout, PATIENCE
        await super().prepare()  # type: ignore[no-untyped-call]
        self.kernel_info_timeout = patience

    def on_restart_failed(self) -> None:
        """Do nothing about a dead kernel: it's already logged, and the page notices when the connection ends."""


class Specs(KernelSpecManager):
    """The kernel specs that Jupyter knows: only ours, whose kernel limits itself as it starts."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Return our kernel's spec, whatever name is asked for."""
        spec = get_kernel_dict()
        argv = [sys.executable, "-m", "apz.serving.kernel", "-f", "{connection_file}"]
        # a signal would cause errors in a kernel that's just starting when its server ends
        return KernelSpec(resource_dir="", **{**spec, "argv": argv, "interrupt_mode": "message"})

    def find_kernel_specs(self) -> dict[str, str]:
        """Return our kernel's name with an empty folder."""
        return {NAME: ""}

    def get_all_specs(self) -> dict[str, Any]:
        """Return our kernel's name with its spec."""
        return {NAME: {"resource_dir": "", "spec": self.get_kernel_spec(NAME).to_dict()}}
