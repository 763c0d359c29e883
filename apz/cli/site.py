"""`apz site`: the tutor as a folder of plain files for any web server."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from apz.cli.options import BAD, FINE

PYODIDE = Path(sys.prefix) / "pyodide" / "node_modules" / "pyodide"  # where `make site` puts it
FIRST, LAST = 8900, 8999


class Files(SimpleHTTPRequestHandler):
    """A request handler that serves a folder, logs nothing, and makes browsers check whether a file has changed."""

    def end_headers(self) -> None:
        """Add headers that make the browser check for changes and keep it from guessing content types."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def site(arguments: Namespace) -> int:
    """`apz site`: build the site, print where it is, and serve it on this machine if asked to; return the exit code."""
    from apz.site.articles import BESIDE
    from apz.site.build import build
    from apz.site.writing import catalog

    out = Path(arguments.out)
    pyodide = Path(arguments.pyodide or os.environ.get("PYODIDE") or PYODIDE)
    beside = {name: Path(given) for name in BESIDE if (given := getattr(arguments, name))}
    name = build(out, pyodide, arguments.game.name, beside)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    say = catalog(arguments.lang).text
    print(say("command", "built", {"folder": out, "name": name, "size": f"{size / 1e6:.1f}"}), flush=True)
    return serve(out, arguments.port, arguments.lang) if arguments.serve else FINE


def serve(folder: Path, wanted: int | None, language: str = "en") -> int:
    """Serve a folder to this machine until stopped, on port `wanted` or, if None, a free one; return the exit code."""
    from apz.site.writing import catalog

    say = catalog(language).text
    handler = partial(Files, directory=str(folder))
    for port in [wanted] if wanted else range(FIRST, LAST + 1):
        try:
            server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        except OSError:
            continue  # somebody else has the port
        with server, suppress(KeyboardInterrupt):
            print(say("command", "open", {"url": f"http://127.0.0.1:{port}/"}), flush=True)
            server.serve_forever()
        return FINE
    print(f"apz: {say('command', 'no-port', {'port': wanted or FIRST})}", file=sys.stderr)
    return BAD
