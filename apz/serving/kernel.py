"""A learner's kernel, started instead of the usual ipykernel module: it limits itself, then runs."""

from __future__ import annotations

import logging
import os
import signal
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from apz.serving.internals.kernel import before_end, divert_errors

MEMORY, CPU = "APZ_KERNEL_MEMORY", "APZ_KERNEL_CPU"
MOST_TOLD, MOST_PLACES = 50, 8  # lines that one kernel may write to the log, and places in each of them
NICE = 5  # so that the server answers even while kernels compute


def limit() -> None:
    """Limit this process's memory, processor time and priority, as far as the system can, and ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing here may be interrupted; the server ends it in another way
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    with suppress(ImportError):
        import resource

        for name, kind, unit in ((MEMORY, resource.RLIMIT_AS, 1 << 20), (CPU, resource.RLIMIT_CPU, 1)):
            most = int(os.environ.pop(name, "0")) * unit
            if most:
                with suppress(ValueError, OSError):
                    resource.setrlimit(kind, (most, most))


class Brief(logging.Handler):
    """A log handler that reports errors to the server, each in one short line without anything a visitor sent."""

    def __init__(self, file: int) -> None:
        super().__init__()
        self.file, self.told = file, 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line about an error, unless there have been too many."""
        if (record.levelno < logging.ERROR and not record.exc_info) or self.told >= MOST_TOLD:
            return
        self.told += 1
        with suppress(OSError):
            os.write(self.file, f"error: in a kernel, {brief(record)}\n".encode())


def brief(record: logging.LogRecord) -> str:
    """Return a short description of an error: our own message or the logger's name, then its kind and place."""
    said = str(record.msg) if record.name.startswith("apz.") else record.name
    return f"{said} {where(record)}".strip()


def where(record: logging.LogRecord) -> str:
    """Return the kind of error in a log record and the last places in its traceback, or "" if it has no error."""
    kind, _, trace = record.exc_info or (None, None, None)
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(trace)[-MOST_PLACES:]]
    return " ".join([f"({kind.__name__})", *places]) if kind else ""


def keep_quiet(app: Any, handler: Brief) -> None:
    """Log errors briefly instead of sending them to the page, except while the notebook is running."""
    logging.getLogger().addHandler(handler)
    app.log.handlers[:], app.log.propagate = [handler], False

    def told(kind: Any, error: BaseException) -> None:
        app.log.error("", exc_info=(kind, error, getattr(error, "__traceback__", None)))

    def be_silent() -> None:
        handler.told = MOST_TOLD  # connections that break while the kernel ends aren't errors

    divert_errors(app, told)
    before_end(app, be_silent)


def main() -> None:
    """Limit this process, then run a kernel in it."""
    limit()
    handler = Brief(os.dup(2))  # a copy, since the kernel sends the usual one to the page
    from ipykernel.kernelapp import IPKernelApp
    from traitlets.config import Config

    config: Any = Config()
    config.HistoryManager.enabled = False  # nothing a learner does is written to this machine's disk
    app: Any = IPKernelApp.instance(config=config)
    app.initialize()
    keep_quiet(app, handler)
    app.start()


if __name__ == "__main__":
    main()
