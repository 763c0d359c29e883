"""A learner's kernel: this module is started in place of the usual one, takes its limits upon itself, then runs."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

MEMORY, CPU = "APZ_KERNEL_MEMORY", "APZ_KERNEL_CPU"
NICE = 5  # so that the server answers even while kernels compute


def limit() -> None:
    """Limit memory and processor time of this process, where the system can."""
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    with suppress(ImportError):
        import resource

        for name, kind, unit in ((MEMORY, resource.RLIMIT_AS, 1 << 20), (CPU, resource.RLIMIT_CPU, 1)):
            most = int(os.environ.pop(name, "0")) * unit
            if most:
                with suppress(ValueError, OSError):
                    resource.setrlimit(kind, (most, most))


def main() -> None:
    """Limit this process, then be a kernel."""
    limit()
    from ipykernel.kernelapp import IPKernelApp
    from traitlets.config import Config

    config: Any = Config()
    config.HistoryManager.enabled = False  # nothing of a learner is written to this machine
    IPKernelApp.launch_instance(config=config)


if __name__ == "__main__":
    main()
