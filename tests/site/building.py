"""The site as `apz site` builds it, for tests; compiled files from before are reused from build/."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from apz import games
from apz.cli.site import PYODIDE
from apz.site.build import CACHE, build
from tests import servers

ROOT = Path(__file__).parents[2]
# waits in a page until its build is stored for offline use
KEPT = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  const change = (done) => active.addEventListener("statechange", done, { once: true });
  while (active.state !== "activated") await new Promise(change);
  return true;
}"""
# waits in a page until its next visit is rehearsed, beginning with where the page is now
REHEARSED = """async () => {
  const address = new URL(`${document.body.dataset.build}/next.json`, location.href).href;
  const desks = () => Object.keys(localStorage).filter((key) => key.startsWith("apz.desk."));
  const texts = () => desks().map((key) => JSON.parse(localStorage[key]).text);
  const fits = async () => {
    const { hello } = await (await caches.match(address))?.json() ?? {};
    return hello?.desks.length && hello.desks.every(({ text }) => texts().includes(text));
  };
  while (!await fits()) await new Promise(requestAnimationFrame);
}"""


def built(
    out: Path, kept: Path | None = ROOT / "build" / "site-cache", beside: Mapping[str, Path] | None = None
) -> str:
    """Build the site in a folder; return a short digest of its files."""
    if not PYODIDE.is_dir():
        pytest.fail(f"Pyodide is not at {PYODIDE}: `make test` fetches it with npm", pytrace=False)
    before = os.environ.pop(CACHE, None)
    try:
        if kept:
            os.environ[CACHE] = str(kept)
        return build(out, PYODIDE, games.DEFAULT, beside)
    finally:
        os.environ.pop(CACHE, None)
        if before is not None:
            os.environ[CACHE] = before


@contextmanager
def filed(folder: Path, home: Path, port: int = 0) -> Iterator[servers.Server]:
    """Serve a folder with Python's own web server, and yield the server."""
    port = port or servers.free_port()
    arguments = ["http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    with servers.running(arguments, home, f"http://127.0.0.1:{port}", ready="/") as server:
        yield server
