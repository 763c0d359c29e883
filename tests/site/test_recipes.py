"""The recipes for the site: the start script of a USB stick, run as it is, and the workflow for GitHub Pages."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml

from apz.site.pages import HERE
from tests import servers
from tests.site.building import ROOT

TYPES = {
    "index.html": "text/html",
    "host.js": "text/javascript",
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "apz.bin": "application/octet-stream",
}


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """Return the folder of a USB stick with the start script and a small site."""
    shutil.copy(HERE / "recipes" / "start.py", tmp_path)
    (tmp_path / "site").mkdir()
    for name in TYPES:
        (tmp_path / "site" / name).write_text(name)
    return tmp_path


def run(stick: Path, port: int) -> subprocess.Popen[str]:
    """Run the start script, with a stand-in for the browser that only records the address; return the process."""
    opened = f"{sys.executable} -c \"import sys; open('{stick}/opened', 'w').write(sys.argv[1])\" %s"
    return subprocess.Popen(
        [sys.executable, str(stick / "start.py"), str(port)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "BROWSER": opened},
    )  # fmt: skip


def test_the_start_script_serves_the_site_next_to_it_and_opens_it(stick):
    port = servers.free_port()
    process = run(stick, port)
    try:
        assert process.stdout
        assert f"http://127.0.0.1:{port}/" in process.stdout.readline()
        for name, kind in TYPES.items():
            with urlopen(f"http://127.0.0.1:{port}/{name}") as reply:
                assert (reply.headers["Content-Type"], reply.read().decode()) == (kind, name)
        second = run(stick, port)
        assert "Something else is using port" in second.communicate()[1]
    finally:
        process.terminate()
        process.communicate()
    assert (stick / "opened").read_text() == f"http://127.0.0.1:{port}/"


def test_the_start_script_says_what_is_missing(stick):
    shutil.rmtree(stick / "site")
    assert "copy it there first" in run(stick, servers.free_port()).communicate()[1]


def test_the_workflow_for_pages_builds_what_it_publishes():
    workflow = yaml.safe_load((HERE / "recipes" / "pages.yaml").read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    assert workflow["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    (built,) = (step["run"] for step in job["steps"] if "run" in step)
    (published,) = (step["with"]["path"] for step in job["steps"] if "pages-artifact" in step.get("uses", ""))
    planned = subprocess.run([*built.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert f"apz site {published} " in planned.stdout
