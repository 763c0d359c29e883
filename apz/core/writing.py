"""Safe file writing, in one piece or not at all, and output to devices and pipes."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from apz.core.reading import stop


def locks() -> Any:
    """Return the module that locks files, or None where there's none (Windows) or it's empty (JupyterLite)."""
    try:
        import fcntl
    except ImportError:
        return None
    return fcntl if hasattr(fcntl, "flock") else None


fcntl = locks()
TRIES, PAUSE = 2000, 0.005  # how often we check whether another writer is done, and the seconds in between
NOT_FOLLOWED = getattr(os, "O_NOFOLLOW", 0)
OPEN_ALREADY = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/")  # streams that a shell opened


def write_whole(path: str | Path, text: str) -> None:
    """Write a file in one piece, or not at all; raise BadInput if it exists and isn't a writable regular file."""
    rewrite(path, lambda: text)


def rewrite(path: str | Path, text: Callable[[], str]) -> None:
    """Write the text that `text` returns, in one piece or not at all; call `text` while no other writer has the file.

    An existing file keeps its mode and, where that's allowed, its owner. Writers lock the draft, and wait for each
    other. The draft's name is always the same, so a writer that's killed leaves one draft at most, and the next writer
    removes it. Where there are no such locks (Windows, JupyterLite, some network folders), each writer has its own
    draft: the file is still written whole, but if two writers come at the same instant, only the later one counts, and
    a killed writer's draft stays.
    """
    replaceable(path)
    target = os.path.realpath(path)
    try:
        with _draft(target) as file:
            try:
                file.write(text().encode("utf-8"))
                file.flush()
                os.fsync(file)
                if fcntl is None:  # Windows can't replace a file while its draft is open
                    file.close()
                os.replace(file.name, target)
            except BaseException:
                if fcntl is None:
                    file.close()
                os.unlink(file.name)
                raise
    except OSError as error:  # it names the draft, which means nothing to the caller
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def write_out(path: str | Path, text: str) -> None:
    """Write to a file in one piece, or stream to a device or pipe such as /dev/stdout."""
    if _streams(path):
        with open(path, "ab") as stream:
            stream.write(text.encode("utf-8"))
    else:
        write_whole(path, text)


def replaceable(path: str | Path) -> None:
    """Raise BadInput if an existing file must not be replaced: it's read-only, or not a regular file."""
    try:
        mode = os.stat(path).st_mode
    except OSError:  # there's no such file, or writing will say what's wrong
        return
    if not stat.S_ISREG(mode):
        stop(str(path), 0, "not-regular-file", "give-file-name")
    if not mode & 0o222 or not os.access(path, os.W_OK):
        stop(str(path), 0, "read-only", "make-writable")


def _streams(path: str | Path) -> bool:
    """Return True if a path must be written as a stream, because it isn't a regular file or it's like /dev/stdout."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode) or os.path.abspath(path).startswith(OPEN_ALREADY)
    except OSError:
        return False


def _draft(target: str) -> IO[bytes]:
    """Return a new, empty draft of the target file, after waiting for any other writer that has one locked."""
    folder, name = os.path.split(target)
    place = os.path.join(folder, f".{name}.apz-draft")
    lock: bool | None = None
    for _ in range(TRIES if fcntl else 0):
        fresh = _opened(place)
        file = fresh or _opened(place, old=True)
        if file is None:
            continue  # another writer has just finished
        lock = _lock(file)
        if lock and fresh:
            return _dressed(file, target)
        if lock or (lock is None and fresh):  # its writer was killed, or it can't be locked
            os.unlink(place)
        file.close()
        if lock is None:
            break
        time.sleep(0 if lock else PAUSE)
    if lock is not None:
        raise OSError(errno.EBUSY, "another program keeps writing this file")
    return _dressed(open(f"{place}-{secrets.token_hex(4)}", "xb"), target)


def _opened(place: str, old: bool = False) -> IO[bytes] | None:
    """Create a draft, or open the existing one if `old`; return None if it's already there or there's none to open."""
    with suppress(FileNotFoundError if old else FileExistsError):
        if old:
            return open(place, "r+b", opener=lambda path, flags: os.open(path, flags | NOT_FOLLOWED))
        return open(place, "xb")
    return None


def _lock(file: IO[bytes]) -> bool | None:
    """Lock a draft; return True on success, False if another writer has it or it's gone, None if locks don't work."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), os.lstat(file.name))
    except (BlockingIOError, FileNotFoundError):
        return False
    except OSError:
        return None


def _dressed(file: IO[bytes], target: str) -> IO[bytes]:
    """Give a draft the mode and owner of the file it will replace, as far as that's allowed, and return the draft."""
    with suppress(OSError):  # there's no such file, or only root could do that
        there = os.stat(target)
        if hasattr(os, "geteuid") and (there.st_uid, there.st_gid) != (os.geteuid(), os.getegid()):
            with suppress(PermissionError):
                os.chown(file.name, there.st_uid, there.st_gid)
        shutil.copymode(target, file.name)
    return file
