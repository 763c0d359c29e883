"""Runs nginx with one of the recipes, for the tests of both editions; `make recipes` installs it."""

from __future__ import annotations

import getpass
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.resources import files
from pathlib import Path

import pytest

from tests import servers

MAIN = """\
user {user};
daemon off;
pid {home}/nginx.pid;
error_log {home}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {home}/body;
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi;
    scgi_temp_path {home}/scgi;
    include {home}/apz.conf;
}}
"""


@pytest.fixture(scope="module")
def behind_nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, str, str], str]]:
    """Yield a function that runs nginx with an edition's recipe, one part of it replaced, and returns its address."""
    with ExitStack() as until_the_end:

        def run(package: str, written: str, here: str) -> str:
            recipe = (files(package) / "recipes" / "nginx.conf").read_text(encoding="utf-8")
            assert written in recipe
            return until_the_end.enter_context(nginx(tmp_path_factory.mktemp("nginx"), recipe.replace(written, here)))

        yield run


@contextmanager
def nginx(home: Path, recipe: str) -> Iterator[str]:
    """Run nginx with a recipe as written, except for its port, and yield its address."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if not program:
        pytest.fail("nginx is not installed here: `make recipes` installs it where it may", pytrace=False)
    port = servers.free_port()
    (home / "apz.conf").write_text(recipe.replace("listen 80;", f"listen 127.0.0.1:{port};"), encoding="utf-8")
    # as the current user: nginx's own user can't read the tests' folders
    (home / "nginx.conf").write_text(MAIN.format(user=getpass.getuser(), home=home), encoding="utf-8")
    process = subprocess.Popen([program, "-p", str(home), "-c", str(home / "nginx.conf")])
    try:
        servers.wait_for(process, f"http://127.0.0.1:{port}/", home / "error.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()
