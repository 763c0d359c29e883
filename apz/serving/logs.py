"""The server's log: one line per event, a limit on the number of lines, and nothing that visitors wrote."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import Counter
from contextlib import suppress

from nbclient.exceptions import CellExecutionError

from apz.core.reading import clean
from apz.serving.kernel import where

LINES, MINUTE = 20, 60.0  # how many lines of a kind may be written in a minute
LONGEST = 300  # characters of a line
log = logging.getLogger("apz.serving")


class Lines(logging.Formatter):
    """A formatter that puts each record on one line; for an error it gives the kind and place, never code or data."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for a record."""
        failed = record.exc_info[1] if record.exc_info else None
        if isinstance(failed, CellExecutionError):
            said = f"error: a cell of the notebook failed ({failed.ename})"
        elif failed and not record.name.startswith("apz."):
            said = f"error: in {record.name} {where(record)}"
        else:
            said = f"{record.getMessage()} {where(record)}"
        return f"{self.formatTime(record)} {clean(' '.join(said.split()), LONGEST)}"


class LineLimit(logging.Filter):
    """A filter that passes a few lines of each kind per minute, and reports how many it left out."""

    def __init__(self) -> None:
        super().__init__()
        self.began, self.written = -MINUTE, Counter[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if a line may be written; the first line of a new minute also says how many were left out."""
        now = time.monotonic()
        if now - self.began > MINUTE:
            left_out = sum(max(0, count - LINES) for count in self.written.values())
            if left_out:
                record.msg, record.args = f"{record.getMessage()} ({left_out} lines before this one were left out)", ()
            self.began, self.written = now, Counter()
        kind = f"{record.name} {record.msg}" if record.args or record.name.startswith("apz.") else record.name
        self.written[kind] += 1
        return self.written[kind] <= LINES


LIMIT = LineLimit()  # for everything this process logs


class KernelErrors:
    """The error stream that all kernels share, logged line by line."""

    def __init__(self) -> None:
        self.read, self.write = os.pipe()
        self.rest = b""
        for end in (self.read, self.write):
            os.set_blocking(end, False)  # a kernel never waits for the log

    def start(self) -> None:
        """Start reading from the stream."""
        asyncio.get_running_loop().add_reader(self.read, self.take)

    def take(self) -> None:
        """Log the complete lines that have arrived."""
        with suppress(BlockingIOError):
            *lines, self.rest = (self.rest + os.read(self.read, 65_536)).split(b"\n")
            self.rest = self.rest[-LONGEST:]
            for line in filter(None, lines):
                log.error("%s", line[:LONGEST].decode("utf-8", "replace"))
