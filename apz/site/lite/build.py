"""The tutorials in JupyterLite: a folder of plain files in which the notebooks run without a server."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[3]
TUTORIALS = ROOT / "tutorials" / "apocalypze"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LIST = "all.json"
ICONS = "static/favicons"
FIRST = "notebooks/index.html?path=00-start.ipynb"
REDIRECT = re.compile(r"""<script type="module">\s*await import\(['"]./config-utils.js['"]\);\s*</script>""")
APPS = ("lab", "notebooks", "tree")
KERNEL = "extensions/@jupyterlite/pyodide-kernel-extension/static/pypi"  # in the folder: the kernel's own wheels
PLUGIN = "@jupyterlite/pyodide-kernel-extension:kernel"
STARTED = ("micropip", "ipython", "jedi", "anywidget")  # and their dependencies; the rest are apz's
# dependencies of no use in a browser: terminals, processes, and parts that the page has itself
LEFT_OUT = {"jupyterlab-widgets", "pexpect", "psutil", "widgetsnbextension"}
BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "extra": ""}
NATIVE = {".so", ".pyd", ".dylib", ".pyc"}
WHEN = (2020, 1, 1, 0, 0, 0)  # so that the same input gives the same bytes


def build(out: Path, pyodide: Path, wheel: Path) -> None:
    """Build the folder from the notebooks, Pyodide and apz's wheel; delete its old content first."""
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory() as made:
        jupyterlite(out, Path(made))
    add_notebooks(out)
    (out / ICONS).mkdir(parents=True)
    for name in ("notebook", "busy-1", "busy-2", "busy-3"):  # a page asks for them while a cell runs
        shutil.copyfile(out / "lab" / "favicon.ico", out / ICONS / f"favicon-{name}.ico")
    place = out / "static" / "pyodide"
    place.mkdir()
    for name in RUNTIME:
        shutil.copyfile(pyodide / name, place / name)
    packages = {each["name"]: each for each in [*wheels(place, wheel), *kernel_wheels(place, out / KERNEL)]}
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    (place / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": packages}, sort_keys=True), "utf-8")
    settings = {
        "pyodideUrl": f"./static/pyodide/{RUNTIME[0]}",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": sorted(packages)},
    }
    configure(out / "jupyter-lite.json", settings)
    lead_on(out / "index.html")


def jupyterlite(out: Path, folder: Path) -> None:
    """Run JupyterLite to write its pages and the extensions installed with it; raise SystemExit if that fails."""
    program = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(folder), "--output-dir", str(out)]
    apps = [part for app in APPS for part in ("--apps", app)]
    options = ["--no-sourcemaps", "--no-unused-shared-packages", "--source-date-epoch", "1577836800"]
    run = subprocess.run([*program, *apps, *options], cwd=folder, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"JupyterLite wasn't built:\n{run.stdout[-3000:]}{run.stderr[-3000:]}")


def add_notebooks(out: Path) -> None:
    """Copy the notebooks unchanged, and write the listing of them that a Jupyter server would send."""
    listed, (files, lists) = list[dict[str, Any]](), (out / "files", out / "api" / "contents")
    for folder in (files, lists):
        folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(TUTORIALS.glob("*.ipynb")):
        shutil.copyfile(path, files / path.name)
        listed.append(told(path.name, "notebook", None, path.stat().st_size))
    (lists / LIST).write_text(json.dumps(told("", "directory", listed, None), indent=1), "utf-8")


def told(name: str, kind: str, content: object, size: int | None) -> dict[str, Any]:
    """Return the description of a file or folder that a Jupyter server would send."""
    times = dict.fromkeys(("created", "last_modified"), "2020-01-01T00:00:00Z")
    form = "json" if content is not None else None
    known = {"name": name, "path": name, "type": kind, "content": content, "size": size, "format": form}
    return {**known, **times, "mimetype": None, "writable": True}


def wheels(place: Path, own: Path) -> Iterable[dict[str, Any]]:
    """Write a wheel for apz and for each package it needs in the browser; yield their entries for the lock file."""
    needed = [Requirement(each) for each in wheel_requires(own)]
    todo, met = [*(Requirement(each) for each in STARTED), *needed], dict[str, Distribution]()
    while todo:
        name = canonicalize_name(todo.pop().name)
        if name in met or name in LEFT_OUT:
            continue
        met[name] = distribution(name)
        wanted = map(Requirement, met[name].requires or ())
        todo += [each for each in wanted if not each.marker or each.marker.evaluate(BROWSER)]
    shutil.copyfile(own, place / own.name)
    yield entry(place / own.name)
    for each, found in sorted(met.items()):
        yield entry(pure(place / f"{each.replace('-', '_')}-{found.version}-py3-none-any.whl", found))


def wheel_requires(wheel: Path) -> list[str]:
    """Return the requirements of a wheel, without those of its extras."""
    with zipfile.ZipFile(wheel) as opened:
        (name,) = [each for each in opened.namelist() if each.endswith(".dist-info/METADATA")]
        text = opened.read(name).decode()
    return [each for each in re.findall(r"^Requires-Dist: (.*)$", text, re.M) if "extra ==" not in each]


def pure(path: Path, found: Distribution) -> Path:
    """Write an installed package as a wheel and return its path; leave out compiled parts, which we don't need."""
    listed = [each for each in found.files or () if each.suffix not in NATIVE and ".." not in each.parts]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in sorted(listed, key=str):
            if each.name not in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json"):
                content = Path(str(each.locate())).read_bytes()
                archive.writestr(zipfile.ZipInfo(str(each), WHEN), content, zipfile.ZIP_DEFLATED)
    return path


def kernel_wheels(place: Path, folder: Path) -> Iterable[dict[str, Any]]:
    """Copy the kernel's own wheels; yield their entries for the lock file."""
    for path in sorted(folder.glob("*.whl")):
        yield entry(Path(shutil.copyfile(path, place / path.name)))


def entry(wheel: Path) -> dict[str, Any]:
    """Return a wheel's entry for Pyodide's lock file; every wheel listed is loaded, so none lists dependencies."""
    name, version = wheel.name.split("-")[:2]
    with zipfile.ZipFile(wheel) as opened:
        tops = {each.split("/")[0].removesuffix(".py") for each in opened.namelist() if each.endswith(".py")}
    return {
        "name": canonicalize_name(name),
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(each for each in tops if each.isidentifier()),
        "depends": [],
    }


def configure(path: Path, kernel: Mapping[str, Any]) -> None:
    """Configure the pages: their name, their list of notebooks, and Python from this folder and nowhere else."""
    content = json.loads(path.read_text("utf-8"))
    config = content["jupyter-config-data"]
    config["appName"] = "apz"
    config["contentsAllJsonFile"] = LIST
    config.setdefault("litePluginSettings", {})[PLUGIN] = kernel
    path.write_text(json.dumps(content, indent=2, sort_keys=True), "utf-8")


def lead_on(path: Path) -> None:
    """Make the folder's page redirect to the first notebook, because its own script can only redirect to a folder."""
    page, found = REDIRECT.subn(f'<meta http-equiv="refresh" content="0; url={FIRST}">', path.read_text("utf-8"))
    if not found:
        raise SystemExit(f"JupyterLite's {path.name} leads on in another way than before.")
    path.write_text(page, "utf-8")


def main() -> None:
    """Build the folder as the command line says, and print its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pyodide", type=Path, required=True, help="the folder of the npm package")
    parser.add_argument("--wheel", type=Path, required=True, help="apz itself")
    given = parser.parse_args()
    build(given.out.resolve(), given.pyodide, given.wheel)
    files = [each for each in given.out.rglob("*") if each.is_file()]
    print(f"{given.out}: {len(files)} files, {sum(os.path.getsize(each) for each in files) / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
