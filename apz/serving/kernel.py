"""A learner's kernel: started in place of the usual module, it limits itself, then runs."""

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
    """Limit this process's memory and processor time, if the system can."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing here may be interrupted; it's told to end in another way
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
    """Tells the server's log what went wrong, in a few short lines and without anything a visitor sent."""

    def __init__(self, file: int) -> None:
        super().__init__()
        self.file, self.told = file, 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write an error's line, as long as there aren't too many."""
        if (record.levelno < logging.ERROR and not record.exc_info) or self.told >= MOST_TOLD:
            return
        self.told += 1
        with suppress(OSError):
            os.write(self.file, f"error: in a kernel, {brief(record)}\n".encode())


def brief(record: logging.LogRecord) -> str:
    """Return what went wrong: our own sentence or the logger's name, then the kind of error and where it happened."""
    said = str(record.msg) if record.name.startswith("apz.") else record.name
    return f"{said} {where(record)}".strip()


def where(record: logging.LogRecord) -> str:
    """Return the kind of error in a log record, and where it happened."""
    kind, _, trace = record.exc_info or (None, None, None)
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(trace)[-MOST_PLACES:]]
    return " ".join([f"({kind.__name__})", *places]) if kind else ""


def keep_quiet(app: Any, handler: Brief) -> None:
    """Send errors to the log, and not in full to the page."""
    logging.getLogger().addHandler(handler)
    app.log.handlers[:], app.log.propagate = [handler], False

    def told(kind: Any, error: BaseException) -> None:
        app.log.error("", exc_info=(kind, error, getattr(error, "__traceback__", None)))

    def be_silent() -> None:
        handler.told = MOST_TOLD  # connections that break while it ends are no fault

    divert_errors(app, told)
    before_end(app, be_silent)


def main() -> None:
    """Limit this process, then run as a kernel."""
    limit()
    handler = Brief(os.dup(2))  # the kernel sends to the page what's written to the usual one
    from ipykernel.kernelapp import IPKernelApp
    from traitlets.config import Config

    config: Any = Config()
    config.HistoryManager.enabled = False  # nothing of a learner is written to this machine
    app: Any = IPKernelApp.instance(config=config)
    app.initialize()
    keep_quiet(app, handler)
    app.start()


if __name__ == "__main__":
    main()
