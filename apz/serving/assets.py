"""The files of the page's script: found in the folders they are installed in, compressed once, kept by the browser."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from tornado import web

from apz.serving.doors import Plain

KINDS = (".js", ".css", ".svg", ".woff", ".woff2", ".ttf", ".png", ".json")
PACKED = (".js", ".css", ".svg", ".json")
YEAR = "public, max-age=31536000, immutable"
PARTS = ("apz", "voila", "ipywidgets", "anywidget", "jupyterlab_widgets")


class File(NamedTuple):
    """A file as it is sent: plain, and compressed where that helps."""

    kind: str
    plain: bytes
    packed: bytes | None


def tag() -> str:
    """Part of the address of every file: another one as soon as something else is installed, so none grows stale."""
    own = sorted((Path(__file__).parent / "template").iterdir())
    known = [version(part) for part in PARTS] + [str(path.stat().st_mtime_ns) for path in own]
    return hashlib.sha256(" ".join(known).encode()).hexdigest()[:12]


@lru_cache(500)
def load(path: Path) -> File:
    """A file, read and compressed once."""
    plain, packed = path.read_bytes(), None
    if path.suffix in PACKED and len(plain) > 500:
        packed = gzip.compress(plain, 6, mtime=0)
    return File(mimetypes.guess_type(path.name)[0] or "application/octet-stream", plain, packed)


def find(roots: Sequence[Path], name: str) -> Path | None:
    """The file of this name in the first folder that has it; never one outside of them or a hidden one."""
    parts = name.split("/")
    if any(not part or part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    for root in roots:
        path = root.joinpath(*parts)
        if path.suffix in KINDS and path.is_file() and path.resolve().is_relative_to(root.resolve()):
            return path
    return None


class Asset(Plain):
    """One of these files."""

    def initialize(self, roots: Sequence[Path], only: Sequence[str] = ()) -> None:
        """Where they are, and the beginnings of those names that are served, if not all are."""
        self.roots, self.only = roots, only

    def get(self, name: str) -> None:
        """The file, compressed for those who can read that."""
        path = find(self.roots, name) if not self.only or name.startswith(tuple(self.only)) else None
        if path is None:
            raise web.HTTPError(404)
        file = load(path)
        self.set_header("Content-Type", file.kind)
        self.set_header("Cache-Control", YEAR)
        self.set_header("Vary", "Accept-Encoding")
        if file.packed is not None and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.write(file.packed)
        else:
            self.write(file.plain)
