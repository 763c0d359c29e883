"""The end of a server: by any signal, even if it hangs, and with nothing left behind."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

from tests import servers
from tests.serving.conftest import NOTEBOOK
from tests.serving.test_pool import until

PATIENCE = 60.0
# a server that hangs when it's asked for its health
HANGS = """\
import sys
from apz.cli import main
from apz.serving.doors import Health
def hang(self):
    self.finish("now")
    self.request.connection.stream._handle_write()
    while True:
        pass
Health.post = hang
sys.exit(main())
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")


@contextmanager
def server(home: Path, *program: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Run a server that keeps its temporary files in `home`, and yield its process and its address."""
    port = servers.free_port()
    notebook = servers.write_notebook(home / "lesson.ipynb", NOTEBOOK)
    command = [sys.executable, *program, "serve", f"--port={port}", f"--notebook={notebook}", "--no-browser"]
    log, url = home / "server.log", f"http://127.0.0.1:{port}"
    (home / "tmp").mkdir(exist_ok=True)
    with log.open("ab") as output:
        environment = {**servers.environment(home), "TMPDIR": str(home / "tmp")}
        process = subprocess.Popen(command, stdout=output, stderr=output, env=environment, cwd=home)
    try:
        servers.wait_for(process, f"{url}/health", log)
        yield process, url
    finally:
        for each in family(process):
            each.kill()
        process.kill()
        process.wait()


def family(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the processes a server has started."""
    with suppress(psutil.NoSuchProcess):
        found: list[psutil.Process] = psutil.Process(process.pid).children(recursive=True)
        return found
    return []


def folders(home: Path) -> list[str]:
    """Return the folders that servers have left behind."""
    return [each.name for each in (home / "tmp").glob("apz-serve-*")]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"])
def test_each_signal_to_stop_ends_a_server_and_its_kernels_and_leaves_no_folder(tmp_path, name):
    with server(tmp_path, "-m", "apz.cli") as (process, _):
        kernels = until(lambda: family(process))
        assert len(folders(tmp_path)) == 1
        process.send_signal(getattr(signal, name))
        assert process.wait(PATIENCE) == 0
        assert psutil.wait_procs(kernels, PATIENCE)[1] == []
    assert folders(tmp_path) == []


def test_a_server_that_hangs_ends_all_the_same(tmp_path):
    with server(tmp_path, "-c", HANGS) as (process, url):
        kernels = until(lambda: family(process))
        with urlopen(f"{url}/health", b"", timeout=PATIENCE):
            pass
        process.terminate()
        assert process.wait(PATIENCE) == 0
        assert psutil.wait_procs(kernels, PATIENCE)[1] == []
    assert folders(tmp_path) == []


def test_the_next_server_removes_what_a_killed_one_left(tmp_path):
    with server(tmp_path, "-m", "apz.cli") as (process, _):
        process.kill()
        process.wait()
    (left,) = folders(tmp_path)
    with server(tmp_path, "-m", "apz.cli") as (process, _):
        assert left not in folders(tmp_path)
        of_another = tempfile.TemporaryDirectory(prefix=f"apz-serve-{os.getpid()}-", dir=tmp_path / "tmp")
        with of_another as alive, server(tmp_path, "-m", "apz.cli"):
            assert Path(alive).is_dir()  # its process is still running
