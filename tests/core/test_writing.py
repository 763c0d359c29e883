"""Tests for writing files: all or nothing, one writer at a time, replacing only regular files."""

import errno
import fcntl
import os
import resource
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from apz.core import writing
from apz.core.reading import BadInput
from apz.core.writing import rewrite, write_out, write_whole

ROOT = Path(__file__).parents[2]
# a writer that saves without end
SAVING = """
import sys
from apz.core.writing import write_whole
while True:
    write_whole(sys.argv[1], sys.argv[2] * 50_000)
    print("saved", flush=True)
"""
# a writer that adds lines to a file, reading it before each
ADDING = """
import sys
import tempfile
from pathlib import Path
from apz.core.writing import rewrite
file = Path(sys.argv[1])
for number in range(int(sys.argv[3])):
    rewrite(file, lambda: (file.read_text() if file.exists() else "") + f"{sys.argv[2]} {number}\\n")
"""


def start(code: str, *arguments: str, **settings: Any) -> subprocess.Popen[bytes]:
    """Start another writer in its own process, and return the process."""
    return subprocess.Popen([sys.executable, "-c", code, *arguments], cwd=ROOT, **settings)


def mode(path: Path) -> int:
    """Return a file's permissions."""
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_written_whole(tmp_path):
    path = tmp_path / "save.yaml"
    write_whole(path, "ä: 1\n")
    assert path.read_bytes() == "ä: 1\n".encode()
    write_whole(str(path), "b: 2\n")
    assert path.read_text() == "b: 2\n"
    assert os.listdir(tmp_path) == ["save.yaml"]


def test_a_new_file_has_ordinary_rights(tmp_path):
    (tmp_path / "plain").write_text("")
    write_whole(tmp_path / "new", "")
    assert mode(tmp_path / "new") == mode(tmp_path / "plain")


@pytest.mark.parametrize("rights", [0o600, 0o640, 0o664, 0o755])
def test_a_file_keeps_its_rights_and_its_owner(tmp_path, rights):
    path = tmp_path / "save.yaml"
    path.write_text("old")
    path.chmod(rights)
    if os.geteuid() == 0:
        os.chown(path, 1234, 2345)
    before = path.stat()
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert mode(path) == rights
    assert (path.stat().st_uid, path.stat().st_gid) == (before.st_uid, before.st_gid)


def test_a_private_file_is_private_from_its_first_letter(tmp_path):
    path = tmp_path / "save.yaml"
    path.write_text("old")
    path.chmod(0o600)
    found = []

    def text() -> str:
        (draft,) = [each for each in tmp_path.iterdir() if each != path]
        found.append((mode(draft), draft.read_text()))
        return "new"

    rewrite(path, text)
    assert found == [(0o600, "")]


def test_a_read_only_file_is_refused(tmp_path):
    path = tmp_path / "save.yaml"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(BadInput, match=r"save\.yaml: this file is read-only; make it writable, or choose another name"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["save.yaml"]


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/null", path)])
def test_what_is_no_regular_file_is_refused_and_stays(tmp_path, make):
    path = tmp_path / "save.yaml"
    make(path)
    before = path.lstat()
    with pytest.raises(BadInput, match=r"save\.yaml: this isn't a regular file"):
        write_whole(path, "new")
    assert os.path.samestat(path.lstat(), before)
    assert os.listdir(tmp_path) == ["save.yaml"]


def test_when_writing_fails_the_old_file_stays_and_nothing_else_is_left(tmp_path, monkeypatch):
    path = tmp_path / "save.yaml"
    path.write_text("old")

    def full(*_):
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, "new")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["save.yaml"]


def test_an_error_names_the_file_and_not_its_draft(tmp_path):
    missing = tmp_path / "no" / "folder" / "save.yaml"
    with pytest.raises(FileNotFoundError) as absent:
        write_whole(missing, "new")
    assert absent.value.filename == str(missing)
    path = tmp_path / "save.yaml"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))  # this process really has no room
    try:
        with pytest.raises(OSError, match="File too large") as found:
            write_whole(path, "x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handled)
    assert found.value.filename == str(path)
    assert os.listdir(tmp_path) == []


def test_a_link_is_written_through(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "real").read_text() == "new"
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("folder", [None, "/dev/shm"])
def test_a_file_is_replaced_by_what_is_written_out(folder):
    if folder and not os.access(folder, os.W_OK):
        pytest.skip("there is no such folder here")
    with tempfile.TemporaryDirectory(dir=folder) as home:
        path = Path(home) / "page.html"
        for text in ("one", "two"):
            write_out(path, text)
        assert path.read_text() == "two"


def test_a_stream_is_written_and_a_folder_is_not(tmp_path):
    write_out("/dev/null", "three")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(IsADirectoryError):
        write_out(tmp_path, "four")


# ---- several writers


def test_whoever_is_killed_leaves_a_whole_file_and_no_heap_of_drafts(tmp_path):
    path = tmp_path / "save.yaml"
    for turn in range(12):
        with start(SAVING, str(path), "ab"[turn % 2], stdout=subprocess.PIPE) as saving:
            assert saving.stdout
            for _ in range(turn + 1):
                saving.stdout.readline()
            saving.kill()
        assert path.read_text() in ("a" * 50_000, "b" * 50_000)
        assert len(os.listdir(tmp_path)) <= 2
    write_whole(path, "c")
    assert path.read_text() == "c"
    assert os.listdir(tmp_path) == ["save.yaml"]


def test_a_draft_that_was_left_is_removed_and_never_written_into(tmp_path):
    path, other = tmp_path / "save.yaml", tmp_path / "other"
    other.write_text("mine")
    os.link(other, tmp_path / ".save.yaml.apz-draft")
    write_whole(path, "new")
    assert (path.read_text(), other.read_text()) == ("new", "mine")
    assert sorted(os.listdir(tmp_path)) == ["other", "save.yaml"]
    (tmp_path / ".save.yaml.apz-draft").symlink_to(other)
    with pytest.raises(OSError, match=r"save\.yaml"):
        write_whole(path, "newer")
    assert (path.read_text(), other.read_text()) == ("new", "mine")


def test_eight_writers_of_one_file_lose_nothing(tmp_path):
    path, count = tmp_path / "lines", 20
    writers = [start(ADDING, str(path), str(each), str(count)) for each in range(8)]
    assert [each.wait() for each in writers] == [0] * 8
    lines = path.read_text().splitlines()
    assert sorted(lines) == sorted(f"{each} {number}" for each in range(8) for number in range(count))
    assert os.listdir(tmp_path) == ["lines"]


def test_whoever_waits_too_long_for_another_writer_is_told(tmp_path, monkeypatch):
    path = tmp_path / "save.yaml"
    path.write_text("old")
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)

    def text() -> str:
        with pytest.raises(OSError, match="another program keeps writing this file"):
            write_whole(path, "in between")
        return "new"

    rewrite(path, text)
    assert path.read_text() == "new"
    assert len(slept) == writing.TRIES


@pytest.mark.parametrize("why", ["no locks at all", "not in this folder"])
def test_without_locks_files_are_written_whole_too(tmp_path, monkeypatch, why):
    path = tmp_path / "save.yaml"
    if why == "no locks at all":
        monkeypatch.setattr(writing, "fcntl", None)
    else:
        monkeypatch.setattr(writing.fcntl, "flock", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOLCK, "none")))
    path.write_text("old")
    path.chmod(0o600)

    def text() -> str:
        write_whole(path, "in between")
        assert path.read_text() == "in between"
        return "new"

    rewrite(path, text)
    assert path.read_text() == "new"
    assert mode(path) == 0o600
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert os.listdir(tmp_path) == ["save.yaml"]


def test_a_system_whose_module_cannot_lock_is_one_without_locks(monkeypatch):
    assert writing.locks() is fcntl
    monkeypatch.delattr(fcntl, "flock")  # as in JupyterLite
    assert writing.locks() is None


def test_where_nobody_owns_files_they_are_replaced_too(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "geteuid")  # as in Pyodide
    path = tmp_path / "save.yaml"
    path.write_text("old")
    write_whole(path, "new")
    assert path.read_text() == "new"
