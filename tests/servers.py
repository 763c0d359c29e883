"""Notebook servers for tests and measurements, which end with the process that started them."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

import psutil

# When somebody leaves Voila's page, it asks to end its kernel, but without the token that Voila then requires: each
# reload would leave a kernel behind. The check protects nothing else, since Voila's other requests only read. And Voila
# writes the theme named in an address into its page unescaped, so a link could bring a script with it.
VOILA = (
    "--Voila.tornado_settings=disable_check_xsrf=True",
    "--VoilaConfiguration.allow_theme_override=NOTEBOOK", "--VoilaConfiguration.allow_template_override=NOTEBOOK",
)  # fmt: skip
# not TCP: two servers could find the same port free at the same moment
IPC = "--KernelManager.transport=ipc"
PATIENCE = 180.0  # seconds that a server may take to start or to stop
# A server reads its standard input only to notice that the process that started it is gone, for whatever reason; its
# children get another one, since a child may change how it's read.
LEASH = """\
import os, runpy, signal, sys, threading
leash = os.dup(0)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
def watch():
    os.read(leash, 1)
    os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=watch, daemon=True).start()
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""


class Server(NamedTuple):
    """A running server: where it is, its token, and its log file."""

    url: str
    token: str
    log: Path


def prompt(application: str) -> str:
    """Return the option that gives an application our websocket, which responds right away."""
    return f"--{application}.kernel_websocket_connection_class=apz.serving.kernels.PromptWebsocket"


def write_notebook(path: Path, *sources: str, theme: str = "light") -> Path:
    """Write a notebook with these code cells, and the theme Voila shows it in; return its path."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "execution_count": None, "id": f"c{n}", "metadata": {}, "outputs": [], "source": source}
        for n, source in enumerate(sources)
    ]
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": spec, "voila": {"theme": theme}}
    content = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


@contextmanager
def voila(folder: Path, home: Path, *options: str) -> Iterator[Server]:
    """Run Voila over a folder of notebooks, on a free local port, with its own files in `home`; yield it."""
    port = free_port()
    arguments = [
        "voila", str(folder), f"--port={port}", "--Voila.ip=127.0.0.1", "--Voila.port_retries=0", "--no-browser",
        "--Voila.log_level=WARN", IPC, *VOILA, *options,
    ]  # fmt: skip
    with running(arguments, home, f"http://127.0.0.1:{port}") as server:
        yield server


@contextmanager
def lab(folder: Path, home: Path, *options: str) -> Iterator[Server]:
    """Run JupyterLab over a folder of notebooks, on a free local port, with its own files in `home`; yield it."""
    port, token = free_port(), secrets.token_hex(16)
    arguments = [
        "jupyterlab", f"--ServerApp.root_dir={folder}", f"--port={port}", "--ip=127.0.0.1", "--no-browser",
        "--ServerApp.port_retries=0", "--allow-root", f"--IdentityProvider.token={token}", IPC, *options,
    ]  # fmt: skip
    with running(arguments, home, f"http://127.0.0.1:{port}", token, "/api") as server:
        yield server


def free_port() -> int:
    """Return a free local port."""
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port: int = place.getsockname()[1]
        return port


@contextmanager
def running(
    arguments: Sequence[str],
    home: Path,
    url: str,
    token: str = "",
    ready: str = "/static/",
    python: str = sys.executable,
) -> Iterator[Server]:
    """Run a server as its own process, with its own folders, and yield it; at the end, stop it with all its kernels."""
    home.mkdir(parents=True, exist_ok=True)
    log = home / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [python, "-c", LEASH, *arguments],
            stdin=subprocess.PIPE, stdout=output, stderr=output, env=environment(home), cwd=home,
        )  # fmt: skip
        try:
            wait_for(process, url + ready, log)
            yield Server(url, token, log)
        finally:
            stop(process)


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a server that shares no file with another one."""
    own = {f"JUPYTER_{name}_DIR": str(home / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    places = {"IPYTHONDIR": str(home / "ipython"), "JUPYTERLAB_SETTINGS_DIR": str(home / "settings")}
    return {**os.environ, **own, **places, "JUPYTER_PREFER_ENV_PATH": "1"}


def wait_for(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Wait until a server responds, even with an error; raise RuntimeError if it ends or takes too long."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        try:
            with urlopen(url, timeout=5):
                return
        except URLError as error:
            if hasattr(error, "code"):
                error.close()  # type: ignore[attr-defined]
                return
        except OSError:
            pass
        time.sleep(0.1)
    ended = f"still starting after {PATIENCE:.0f} s" if process.poll() is None else f"exit code {process.returncode}"
    raise RuntimeError(f"the server did not come up ({ended}):\n{log.read_text(errors='replace')[-3000:]}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a server by closing its input, and kill the processes still running after a while."""
    family = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    assert process.stdin
    process.stdin.close()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for child in psutil.wait_procs(family, timeout=5)[1]:
        child.kill()
