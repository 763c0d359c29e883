"""Binder's steps with `binder/`, in a fresh virtual environment: `make binder` runs them; it takes a few minutes."""

import json
import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from packaging.utils import canonicalize_name

from tests import servers
from tests.audit import locked

ROOT = Path(__file__).parents[2]
PARTS = ("apz", "binder", "cards", "tutorials", "widgets", "README.md", "LICENSE", "pyproject.toml")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Install a copy of the project as Binder would; return its folder, its virtual environment and its variables."""
    home = tmp_path_factory.mktemp("binder")
    copy, venv = home / "project", home / "venv"
    for part in PARTS:
        ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        place = copy / part
        place.parent.mkdir(exist_ok=True)
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, place, ignore=ignored)
        else:
            shutil.copy(ROOT / part, place)
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    environment = {
        **servers.environment(home),
        "PATH": f"{venv / 'bin'}:{os.environ['PATH']}",
        "VIRTUAL_ENV": str(venv),
    }
    install = [
        "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
        "binder/requirements.txt",
    ]
    for step in (install, ["bash", "binder/postBuild"]):
        subprocess.run(step, cwd=copy, env=environment, check=True)
    return copy, venv, environment


@pytest.fixture(scope="module")
def server(built):
    """Run the server that Binder starts, and yield its address and token."""
    copy, venv, environment = built
    port, token, log = servers.free_port(), secrets.token_hex(16), copy.parent / "server.log"
    options = ["--no-browser", "--allow-root", f"--port={port}", "--ServerApp.port_retries=0", "--ip=127.0.0.1"]
    options.append(f"--IdentityProvider.token={token}")
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(venv / "bin" / "python"), "-c", servers.LEASH, "notebook", *options],
            stdin=subprocess.PIPE, stdout=output, stderr=output, env=environment, cwd=copy,
        )  # fmt: skip
        try:
            servers.wait_for(process, f"http://127.0.0.1:{port}/api", log)
            yield f"http://127.0.0.1:{port}", token
        finally:
            servers.stop(process)


def read(server: tuple[str, str], path: str) -> str:
    url, token = server
    with urlopen(Request(f"{url}/{path}", headers={"Authorization": f"token {token}"}), timeout=120) as answer:
        assert answer.status == 200
        text: str = answer.read().decode("utf-8")
        return text


def test_the_course_opens_by_its_address(server):
    assert "jupyter-config-data" in read(server, "lab/tree/tutorials/apocalypze/00-start.ipynb")
    assert json.loads(read(server, "api/contents/tutorials/apocalypze/00-start.ipynb"))["type"] == "notebook"


def test_the_app_opens_by_its_address(server):
    page = read(server, "voila/render/tutorials/app.ipynb")
    assert "application/vnd.jupyter.widget-view+json" in page
    assert "Traceback" not in page
    assert "error when executing" not in page


def test_what_is_installed_is_what_is_locked(built):
    _, venv, environment = built
    found = subprocess.run(
        [str(venv / "bin" / "python"), "-m", "pip", "list", "--format=json"],
        env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    versions = {canonicalize_name(each["name"]): each["version"] for each in json.loads(found.stdout)}
    here = [each for each in locked(ROOT / "binder" / "requirements.txt") if each.needed()]
    assert {each.name: versions.get(each.name) for each in here} == {each.name: each.version for each in here}
