"""A server for the site in the folder next to this file, for a USB stick: it needs only Python. Ctrl+C ends it."""

import contextlib
import functools
import http.server
import pathlib
import sys
import webbrowser

PORT = 8899  # always the same, so that the browser finds what it has saved; `start.py 9000` uses another one
FOLDER = pathlib.Path(__file__).resolve().parent / "site"


class Files(http.server.SimpleHTTPRequestHandler):
    """A request handler that sends the content types browsers expect, whatever this machine's own settings are."""

    extensions_map = {
        "": "application/octet-stream",
        ".html": "text/html",
        ".css": "text/css",
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def main() -> None:
    """Serve the folder to this machine only, and open it in a browser."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else PORT
    address = f"http://127.0.0.1:{port}/"
    if not (FOLDER / "index.html").is_file():
        sys.exit(f"There's no site in {FOLDER}: copy it there first.")
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Files, directory=str(FOLDER)))
    except OSError:
        sys.exit(f"Something else is using port {port}. If it's the tutor, open {address}; otherwise end it first.")
    with server:
        print(f"Open {address} in a browser to see the tutor. Ctrl+C stops it.", flush=True)
        webbrowser.open(address)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    main()
