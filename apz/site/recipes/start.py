"""Opens the site in the folder next to this file, with nothing but Python: for a USB stick. Ctrl+C ends it."""

import contextlib
import functools
import http.server
import pathlib
import webbrowser

PORT = 8899  # always the same, or the browser would not find again what it has kept
FOLDER = pathlib.Path(__file__).resolve().parent / "site"


def main() -> None:
    """Serve the folder to this machine only, and open it."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(FOLDER))
    with http.server.ThreadingHTTPServer(("127.0.0.1", PORT), handler) as server:
        print(f"The tutor is at http://127.0.0.1:{PORT}/ : open it in a browser. Ctrl+C ends it.", flush=True)
        webbrowser.open(f"http://127.0.0.1:{PORT}/")
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    main()
