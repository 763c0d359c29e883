"""Firefox for Playwright, with our own reply to the one WebDriver BiDi command that Firefox may not know yet."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application
from tornado.websocket import WebSocketClientConnection, WebSocketHandler, websocket_connect

# Playwright sends it for every page, even if it doesn't change the browser's colors
UNKNOWN = "emulation.setMediaFeaturesOverride"
LISTENS = re.compile(r"(WebDriver BiDi listening on )(ws://\S+)")
MOST = 1 << 28  # bytes in a message, which may be a screenshot


class Between(WebSocketHandler):
    """A connection from Playwright that passes messages on in both directions."""

    firefox: WebSocketClientConnection
    address = ""

    def check_origin(self, origin: str) -> bool:
        """Return True, to accept Playwright's connection."""
        return True

    async def open(self, *args: str, **kwargs: str) -> None:
        """Connect to Firefox when Playwright connects to us."""
        path = self.request.uri or ""
        self.firefox = await websocket_connect(f"{self.address}{path}", max_message_size=MOST)
        self.task = asyncio.ensure_future(self.back())

    async def back(self) -> None:
        """Pass Firefox's messages on until it's gone."""
        while (message := await self.firefox.read_message()) is not None:
            await self.write_message(message)
        self.close()

    async def on_message(self, message: str | bytes) -> None:
        """Pass on Playwright's message, or answer it here."""
        command = json.loads(message)
        if command["method"] == UNKNOWN:
            await self.write_message(json.dumps({"type": "success", "id": command["id"], "result": {}}))
        else:
            await self.firefox.write_message(message)

    def on_close(self) -> None:
        """Close the connection to Firefox."""
        self.firefox.close()


async def listen(firefox: subprocess.Popen[str]) -> None:
    """Print our address for Playwright when Firefox prints its own, and pass messages on until Firefox ends."""
    assert firefox.stderr
    for line in firefox.stderr:
        if found := LISTENS.search(line):
            Between.address = found[2].rstrip("/")
            break
        print(line, end="", file=sys.stderr, flush=True)
    sockets = bind_sockets(0, "127.0.0.1")
    server = HTTPServer(Application([(r"/.*", Between)], websocket_max_message_size=MOST))
    server.add_sockets(sockets)
    print(f"WebDriver BiDi listening on ws://127.0.0.1:{sockets[0].getsockname()[1]}", file=sys.stderr, flush=True)
    drained = threading.Thread(target=firefox.stderr.read, daemon=True)
    drained.start()
    await asyncio.get_running_loop().run_in_executor(None, firefox.wait)


if __name__ == "__main__":
    asyncio.run(listen(subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE, text=True)))
