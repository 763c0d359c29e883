"""The part of the build that runs on Pyodide: it finds the needed modules and compiles them for that exact Python."""

from __future__ import annotations

import collections
import dataclasses
import importlib._bootstrap_external
import importlib.util
import io
import marshal
import sys
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from types import CodeType
from typing import Any

from apz.site.finder import GENERATED, known_by
from apz.site.modules import IN_PLACE_OF, START, module_of, needed

WHEN = (2026, 1, 1, 0, 0, 0)  # the date of every file in an archive, so that the same content gives the same bytes

FINDER = ("apz/site/finder.py", "apz_finder.py")  # finds our modules: its path, and its name in the archive


def read(archive: bytes) -> dict[str, bytes]:
    """Return the Python files in an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist() if name.endswith(".py")}


def compiled(files: dict[str, bytes], more: dict[str, bytes] | None = None) -> bytes:
    """Return an archive of these modules' bytecode, which Python won't check against sources, and of `more` files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            code = compile(files[name], name, "exec", dont_inherit=True, optimize=2)
            code_to_pyc = importlib._bootstrap_external._code_to_hash_pyc  # type: ignore[attr-defined]
            data = bytes(code_to_pyc(code, importlib.util.source_hash(files[name]), False))
            archive.writestr(zipfile.ZipInfo(f"{name}c", WHEN), data, zipfile.ZIP_DEFLATED, 9)
        for name, data in (more or {}).items():
            archive.writestr(zipfile.ZipInfo(name, WHEN), data)
    return made.getvalue()


def archives(standard: bytes, own: bytes) -> tuple[bytes, bytes]:
    """Return two archives of compiled modules: those needed from the standard library, and those from our packages."""
    theirs, ours = read(standard), read(own)
    for name, text in IN_PLACE_OF.items():
        (theirs if name in theirs else ours)[name] = text.encode()
    wanted = needed({**theirs, **ours}, [START, *sorted(sys.modules)])
    theirs[FINDER[1]] = ours[FINDER[0]]
    wanted.add(FINDER[1])
    kept = [{name: text for name, text in files.items() if name in wanted} for files in (theirs, ours)]
    code = generated(module_of(name) for name in sorted(kept[1]) if name.startswith("apz/"))
    return compiled(kept[0]), compiled(kept[1], {GENERATED: code})


def generated(modules: Iterable[str]) -> bytes:
    """Return the code that Python generates for the classes in these modules, so that pages needn't compile it.

    For a module that can't be imported here, pages compile that code as usual.
    """
    found = dict[tuple[int, int], CodeType]()

    def noting(act: Any, mode: str) -> Any:
        def noted(text: Any, *spaces: Any) -> Any:
            if isinstance(text, str):
                found[known_by(text)] = compile(text, "<string>", mode, dont_inherit=True, optimize=2)
            return act(text, *spaces)

        return noted

    dataclasses.exec, collections.eval = noting(exec, "exec"), noting(eval, "eval")  # type: ignore[attr-defined]
    for name in modules:
        with suppress(Exception):
            importlib.import_module(name)
    del dataclasses.exec, collections.eval  # type: ignore[attr-defined]
    return marshal.dumps(dict(sorted(found.items())))
