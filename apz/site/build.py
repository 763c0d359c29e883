"""The build of the site: a folder of plain files, with the same bytes for the same input."""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from apz.core.reading import prepared, stand_in, stop
from apz.games import game as game_of
from apz.site import pages
from apz.site.articles import BESIDE
from apz.site.finder import MODULES
from apz.site.inside import WHEN
from apz.site.sheets import classes, needed
from apz.site.worker import PREPARED
from apz.widgets.base.scripts import script
from apz.widgets.base.styles import FONTS, compact, drawing, font, font_file

HERE = Path(__file__).parent
HOME = "/app"  # where our packages are in the worker's file system; settings.js tells worker.js
ARCHIVES = ("stdlib.zip", "apz.zip")
OURS = ("apz", "apz.cards", "apz.tutorials", "apz.widgets")
OTHERS = ("yaml", "fsrs", "lunr", "snowballstemmer")
NOT_OURS = ("apz/serving/", "apz/cli/", "apz/site/text/")  # what no page of the site uses
DATA = (".yaml", ".css", ".svg")
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
SCRIPTS = ("panel.js", "via_renderer.js", "browser_store.js")  # the widgets' own
PAGE = ("early.js", "host.js", "rehearsal.js", "worker.js", "start.js")
MARK = "sw.js"  # the file that marks a folder as a site
BUILD, FILES = "@BUILD@", '"@FILES@"'  # placeholders: in pages and the service worker's text
CACHE = "APZ_SITE_CACHE"  # the folder with compiled modules for next time


def build(out: Path, pyodide: Path, game: str, beside: Mapping[str, Path] | None = None) -> str:
    """Build a game's site in a folder that's missing, empty or has an older build; return a short digest of its files.

    An older build is deleted. The app's files go into a folder named after a digest of their own. The folders in
    `beside`, by their names in `articles.BESIDE`, are copied too, and the pages link to them.
    """
    beside = beside or {}
    for name, folder in beside.items():
        if not (folder / Path(BESIDE[name]).name).is_file():
            stop(str(folder), 0, "nothing-beside", "build-beside", name=Path(BESIDE[name]).name)
    if not (pyodide / RUNTIME[0]).is_file():
        stop(str(pyodide), 0, "no-pyodide", "get-pyodide")
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / MARK).is_file())):
        stop(str(out), 0, "folder-not-empty", "name-empty-folder")
    around = pages.around(game, BUILD, beside)  # its style depends on it, and the build's name on its style
    parts = assets(pyodide, game) | styles(around)
    name = digest(parts)[:12]
    made = {path: data.replace(BUILD.encode(), name.encode()) for path, data in around.items()}
    made |= {f"{name}/{path}": data for path, data in parts.items()}
    shown = sorted(made)
    worker = (HERE / "page" / MARK).read_text(encoding="utf-8")
    listed = json.dumps({path: hashlib.sha256(made[path]).hexdigest() for path in shown})
    whole = digest(made)[:12]
    made[MARK] = worker.replace(BUILD, whole).replace(FILES, listed).encode()
    if out.exists():
        shutil.rmtree(out)
    for path, data in made.items():
        place = out / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    for name, folder in beside.items():
        shutil.copytree(folder, out / name)
    return whole


def digest(parts: Mapping[str, bytes]) -> str:
    """Return a SHA-256 digest of these files' paths and contents."""
    found = hashlib.sha256()
    for path in sorted(parts):
        found.update(f"{path}\0{len(parts[path])}\0".encode() + parts[path])
    return found.hexdigest()


def assets(pyodide: Path, game: str) -> dict[str, bytes]:
    """Return the files in the build's folder, by path: everything that the app loads, except styles and fonts."""
    sources, data = own_files()
    standard, own = compiled(pyodide, {**sources, **data})
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    settings = {"lock": {**lock, "packages": {}}, "home": HOME, "game": game}
    made = {name: (pyodide / name).read_bytes() for name in RUNTIME}
    made |= {name: script(name).encode() for name in SCRIPTS}
    made |= {name: (HERE / "page" / name).read_bytes() for name in PAGE}
    made["settings.js"] = f"export const SETTINGS = {json.dumps(settings, sort_keys=True)};\n".encode()
    made["stdlib.zip"], made["apz.bin"] = standard, packed(own, data)
    made |= {f"first.{name}.bin": zlib.compress(text, 9) for name, text in first_visits(game).items()}
    return made


def styles(around: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the style files by name: the whole style, the parts that the first paint and pages need, and the fonts."""
    whole = drawing() + compact((HERE / "page" / "site.css").read_text(encoding="utf-8"))
    # the script of the first paint may add any class that it names
    known = {"first.css": set(re.findall(r"[\w-]+", (HERE / "page" / "start.js").read_text(encoding="utf-8")))}
    for path, data in around.items():
        if path.endswith(".html"):
            markup = data.decode()
            (name,) = {"first.css", "read.css", "pieces.css"} & set(re.findall(r"[\w-]+\.css", markup))
            known[name] = known.get(name, set()) | classes(markup)
    fonts = "".join(font(*each, embedded=False) for each in FONTS)
    made = {"site.css": whole} | {name: fonts + needed(whole, found) for name, found in known.items()}
    files = {f"{name}.woff2": font_file(name) for *_, name in FONTS}
    return files | {name: text.encode() for name, text in made.items()}


def first_visits(game: str) -> dict[str, bytes]:
    """Return the rehearsal of a first visit in each language, made in a process with the page's small widget base."""
    languages = game_of(game).languages
    command = [sys.executable, "-m", "apz.site.rehearsal", game, *languages]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env={**os.environ, "APZ_WIDGETS": "light"})
    return {name: json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
            for name, found in json.loads(done.stdout).items()}  # fmt: skip


def own_files() -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the sources of our packages and their dependencies, and our data files, by path; leave out `NOT_OURS`."""
    sources, data = dict[str, bytes](), dict[str, bytes]()
    for package in OURS:
        root, start = Path(str(files(package))), package.replace(".", "/")
        for path in sorted(root.rglob("*")):
            name = f"{start}/{path.relative_to(root).as_posix()}"
            if path.suffix == ".py" and not name.startswith(NOT_OURS[:2]):
                sources[name] = path.read_bytes()
            elif path.suffix in DATA and not name.startswith(NOT_OURS):
                data[name] = path.read_bytes()
    for package in OTHERS:
        spec = find_spec(package)
        assert spec
        assert spec.origin
        root = Path(spec.origin).parent
        sources |= {f"{package}/{path.relative_to(root).as_posix()}": path.read_bytes() for path in root.rglob("*.py")}
    return sources, data


def packed(archive: bytes, data: Mapping[str, bytes]) -> bytes:
    """Return our modules, our data and our parsed YAML files, compressed together.

    The data begins with a line of the files' names and sizes; their contents follow, and worker.js splits them.
    """
    texts = {name: text.decode() for name, text in sorted(data.items()) if name.endswith(".yaml")}
    read = prepared({f"{HOME}/{name}": text for name, text in texts.items()})
    data = {**data, **{name: stand_in(text).encode() for name, text in texts.items()}}
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        modules = joined({name: opened.read(name) for name in opened.namelist()})
    return zlib.compress(joined({MODULES: modules, **data, f"apz/site/{PREPARED}": pickle.dumps(read, 5)}), 9)


def joined(files: Mapping[str, bytes]) -> bytes:
    """Return files joined into one: a line with their names and sizes, then their contents."""
    names = sorted(files)
    sizes = json.dumps([(name, len(files[name])) for name in names], separators=(",", ":"))
    return b"".join((sizes.encode(), b"\n", *(files[name] for name in names)))


def compiled(pyodide: Path, sources: Mapping[str, bytes]) -> tuple[bytes, bytes]:
    """Return archives of the standard library and our modules, compiled by Pyodide under Node or from the cache."""
    kept = os.environ.get(CACHE)
    own = io.BytesIO()
    with zipfile.ZipFile(own, "w") as archive:
        for name in sorted(sources):
            archive.writestr(zipfile.ZipInfo(name, WHEN), sources[name])
    made_by = {name: (pyodide / name).read_bytes() for name in ("package.json", "python_stdlib.zip")}
    known = digest({**made_by, "own": own.getvalue(), "compile": (HERE / "compile.mjs").read_bytes()})
    place = Path(kept) / known if kept else None
    if place and all((place / name).is_file() for name in ARCHIVES):
        return (place / ARCHIVES[0]).read_bytes(), (place / ARCHIVES[1]).read_bytes()
    own_node = Path(sys.prefix) / "bin" / "node"  # where `make` puts the version it has locked
    node = os.environ.get("NODE") or (str(own_node) if own_node.exists() else shutil.which("node"))
    if not node:
        stop("node", 0, "no-node", "install-node")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "own.zip").write_bytes(own.getvalue())
        subprocess.run([node, str(HERE / "compile.mjs"), str(pyodide.resolve()), folder], check=True)
        found = [(Path(folder) / name).read_bytes() for name in ARCHIVES]
    if place:
        place.mkdir(parents=True, exist_ok=True)
        for name, content in zip(ARCHIVES, found, strict=True):
            (place / name).write_bytes(content)
    return found[0], found[1]
