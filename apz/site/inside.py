"""Runs on Pyodide while the site is built: finds the needed modules and compiles them for that exact Python."""

from __future__ import annotations

import importlib._bootstrap_external
import importlib.util
import io
import sys
import zipfile

from apz.site.modules import IN_PLACE_OF, START, needed

WHEN = (2026, 1, 1, 0, 0, 0)  # of every file in an archive, so that the same content gives the same bytes

FINDER = ("apz/site/finder.py", "apz_finder.py")  # what finds our modules, and its name where Python finds it by itself


def read(archive: bytes) -> dict[str, bytes]:
    """Return the Python files in an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist() if name.endswith(".py")}


def compiled(files: dict[str, bytes]) -> bytes:
    """Return an archive with these modules' bytecode; nothing checks it against a source."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            code = compile(files[name], name, "exec", dont_inherit=True, optimize=2)
            code_to_pyc = importlib._bootstrap_external._code_to_hash_pyc  # type: ignore[attr-defined]
            data = bytes(code_to_pyc(code, importlib.util.source_hash(files[name]), False))
            archive.writestr(zipfile.ZipInfo(f"{name}c", WHEN), data, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def archives(standard: bytes, own: bytes) -> tuple[bytes, bytes]:
    """Return the standard library and our packages, compiled, each with only what's needed."""
    theirs, ours = read(standard), read(own)
    for name, text in IN_PLACE_OF.items():
        (theirs if name in theirs else ours)[name] = text.encode()
    wanted = needed({**theirs, **ours}, [START, *sorted(sys.modules)])
    theirs[FINDER[1]] = ours[FINDER[0]]
    wanted.add(FINDER[1])
    kept = [{name: text for name, text in files.items() if name in wanted} for files in (theirs, ours)]
    return compiled(kept[0]), compiled(kept[1])
