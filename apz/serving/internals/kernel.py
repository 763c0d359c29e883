"""The private parts of ipykernel that a learner's kernel relies on; this module imports nothing from the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def divert_errors(app: Any, tell: Callable[[Any, BaseException], None]) -> None:
    """Send a kernel's errors to `tell` instead of its page, except while the notebook is running."""
    shell, show = app.shell, app.shell._showtraceback

    def told(kind: Any, error: Any, lines: Any) -> None:
        if app.kernel.get_parent().get("header", {}).get("msg_type") == "execute_request":
            show(kind, error, lines)  # the server must know
        else:
            tell(kind, error)

    shell._showtraceback = told


def before_end(app: Any, do: Callable[[], None]) -> None:
    """Call `do` before a kernel shuts down."""
    end = app.kernel.do_shutdown

    def ended(restart: bool) -> Any:
        do()
        return end(restart)

    app.kernel.do_shutdown = ended
