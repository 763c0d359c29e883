"""The page's scripts, styles and pictures: found where they're installed, compressed once, and kept by the browser."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Sequence
from contextlib import suppress
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from tornado import web
from tornado.iostream import StreamClosedError

from apz.serving.doors import Plain
from apz.serving.internals.server import SCRIPTS, entry, page_scripts

KINDS = (".js", ".css", ".svg", ".woff", ".woff2", ".ttf", ".png", ".json")
PACKED = (".js", ".css", ".svg", ".json")
YEAR = "public, max-age=31536000, immutable"
PARTS = ("apz", "voila", "ipywidgets", "anywidget", "jupyterlab_widgets")
TOGETHER = "parts.js"
HERE = Path(__file__).parent
PIECE = 65_536  # bytes to send at a time, before the visitor has received them
MAP = re.compile(rb"^//# sourceMappingURL=.*$", re.MULTILINE)


class File(NamedTuple):
    """A file as sent: its content type, and its content, plain and compressed if that helps."""

    kind: str
    plain: bytes
    packed: bytes | None


def tag() -> str:
    """Return the part of the files' addresses that changes with their versions, so that no browser uses old files."""
    own = [*sorted((HERE / "template").iterdir()), SCRIPTS]
    known = [version(part) for part in PARTS] + [str(path.stat().st_mtime_ns) for path in own]
    return hashlib.sha256(" ".join(known).encode()).hexdigest()[:12]


async def load(path: Path) -> File:
    """Return a file, read and compressed once for everyone, without blocking other requests."""
    if path not in LOADED:
        LOADED[path] = asyncio.ensure_future(asyncio.to_thread(lambda: pack(path, path.read_bytes())))
    try:
        return await asyncio.shield(LOADED[path])
    except OSError:
        LOADED.pop(path, None)
        raise


def pack(path: Path, plain: bytes) -> File:
    """Return a File with this content, compressed if its kind and size make that worthwhile."""
    packed = gzip.compress(plain, 6, mtime=0) if path.suffix in PACKED and len(plain) > 500 else None
    return File(mimetypes.guess_type(path.name)[0] or "application/octet-stream", plain, packed)


def together(roots: Sequence[Path]) -> File:
    """Return one file with the parts of Voila's script that every visit needs; pages load missing parts as usual."""
    found = [MAP.sub(b"", path.read_bytes()) for name in page_scripts() if (path := find(roots, name))]
    # each in its own function, so that a "use strict" at its beginning affects nothing else
    return pack(Path(TOGETHER), b"".join(b"(function(){%s\n})();\n" % part for part in found))


def entries(roots: Sequence[Path], names: Sequence[str]) -> list[str]:
    """Return the path of each installed extension's first script, which loads its other scripts."""
    found = []
    for name in names:
        for about in (root / name / "package.json" for root in roots):
            if about.is_file():
                found.append(f"{name}/{entry(json.loads(about.read_text(encoding='utf-8')))}")
                break
    return found


def early(static: str, extensions: Sequence[str]) -> str:
    """Return the tags that let a browser load the page's scripts while the kernel is still starting."""
    links = (f'<link rel="preload" as="script" href="{escape(url)}">' for url in (f"{static}/voila.js", *extensions))
    return f'<script defer src="{static}/{TOGETHER}"></script>{"".join(links)}'


def find(roots: Sequence[Path], name: str) -> Path | None:
    """Return the file in the first folder that has it, or None; only visible files of the kinds we serve count."""
    parts = name.split("/")
    if any(not part or part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    with suppress(OSError):  # the name is too long for a file
        for root in roots:
            path = root.joinpath(*parts)
            if path.suffix in KINDS and path.is_file() and path.resolve().is_relative_to(root.resolve()):
                return path
    return None


async def send(handler: web.RequestHandler, file: File) -> None:
    """Send a file for the browser to cache, compressed if it accepts that, and no faster than it can receive it."""
    handler.set_header("Content-Type", file.kind)
    handler.set_header("Cache-Control", YEAR)
    handler.set_header("Vary", "Accept-Encoding")
    content = file.plain
    if file.packed is not None and "gzip" in handler.request.headers.get("Accept-Encoding", ""):
        handler.set_header("Content-Encoding", "gzip")
        content = file.packed
    handler.set_header("Content-Length", len(content))
    with suppress(StreamClosedError):
        for start in range(0, len(content), PIECE):
            handler.write(content[start : start + PIECE])
            await handler.flush()
            await asyncio.sleep(0)  # let other requests run, even if this piece was received at once


LOADED: dict[Path, asyncio.Future[File]] = {}  # at most one per installed file


class Asset(Plain):
    """The handler for a script, style sheet, font or picture."""

    def initialize(self, roots: Sequence[Path], only: Sequence[str] = ()) -> None:
        """Set the folders to search, and the name prefixes to serve, if not all names are served."""
        self.roots, self.only = roots, only

    async def get(self, name: str) -> None:
        """Send the file with this name, or raise a 404 error."""
        path = find(self.roots, name) if not self.only or name.startswith(tuple(self.only)) else None
        if path is None:
            raise web.HTTPError(404)
        await send(self, await load(path))


class Together(Plain):
    """The handler for the one file with the parts of Voila's script that every visit needs."""

    def initialize(self, file: File) -> None:
        """Set the file to send."""
        self.file = file

    async def get(self) -> None:
        """Send the file."""
        await send(self, self.file)
