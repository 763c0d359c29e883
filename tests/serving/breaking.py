"""The things that a fault run breaks: the network between a browser and a server, the server, and its kernels."""

import asyncio
import re
import signal
import socket
import struct
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import psutil
import yaml

from tests import servers

RESET = struct.pack("ii", 1, 0)  # closing a connection with this option resets it
KERNEL_FILE = re.compile(r"kernel-([0-9a-f-]{36})\.json")


class Wire:
    """The network between the browser and the server, which can be cut and restored."""

    def __init__(self, far: int) -> None:
        self.near, self.far = servers.free_port(), far
        self.ends: set[asyncio.StreamWriter] = set()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.mend()

    def mend(self) -> None:
        """Let connections through."""
        self.door = self.do(asyncio.start_server(self.carry, "127.0.0.1", self.near))

    def cut(self) -> None:
        """Reset all connections, and refuse new ones."""
        self.do(self.reset())

    def do(self, what: Any) -> Any:
        """Run a coroutine in the wire's thread, and return its result."""
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(30)

    async def reset(self) -> None:
        """Close the listening socket, then every connection."""
        self.door.close()
        for each in list(self.ends):
            with suppress(OSError):
                each.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            each.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection in both directions until one end closes it."""
        pair = [writer]
        self.ends.add(writer)
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.far)
            pair.append(far_writer)
            self.ends.add(far_writer)
            await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))
        for each in pair:
            self.ends.discard(each)
            each.close()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy everything from `reader` to `writer`, then close `writer`."""
    with suppress(OSError):
        while piece := await reader.read(1 << 16):
            writer.write(piece)
            await writer.drain()
    writer.close()


class House:
    """A real `apz serve` that can be killed and comes back on the same port."""

    def __init__(self, home: Path, stack: ExitStack) -> None:
        self.home, self.stack, self.port, self.times = home, stack, servers.free_port(), 0
        self.orphans: list[str] = []

    def open(self) -> None:
        """Start the server."""
        self.times += 1
        home = self.home / str(self.times)
        home.mkdir()
        settings = home / "settings.yaml"
        settings.write_text(yaml.safe_dump({"port": self.port, "preheat": 1}), encoding="utf-8")
        arguments = ["apz.cli", "serve", f"--settings={settings}", "--no-browser"]
        self.stack.enter_context(servers.running(arguments, home, f"http://127.0.0.1:{self.port}", ready="/health"))
        (self.process,) = [each for each in psutil.Process().children() if f"--settings={settings}" in each.cmdline()]

    def kernels(self) -> dict[str, psutil.Process]:
        """Return the running kernels by id, oldest first."""
        found = {}
        for each in sorted(self.process.children(recursive=True), key=lambda child: child.create_time()):
            with suppress(psutil.Error):
                if each.status() != psutil.STATUS_ZOMBIE and (match := KERNEL_FILE.search(" ".join(each.cmdline()))):
                    found[match[1]] = each
        return found

    def state(self) -> str:
        """Return a text that says whether the server is running, with the end of its log."""
        log = (self.home / str(self.times) / "server.log").read_text(errors="replace")
        runs = self.process.is_running() and self.process.status() != psutil.STATUS_ZOMBIE
        return f"the server {'runs' if runs else 'is gone'}:\n{log[-3000:]}"

    def restart(self, how: signal.Signals, away: float) -> None:
        """End the server with a signal, wait until it and its kernels are gone, and restart it `away` seconds later."""
        family = self.process.children(recursive=True)
        self.process.send_signal(how)
        self.process.wait(servers.PATIENCE)
        for each in psutil.wait_procs(family, timeout=60)[1]:
            self.orphans.append(f"{each.pid} outlived its server ({how.name})")
            each.kill()
        time.sleep(away)
        self.open()
