"""The report on an internal error, with the details needed to track it down."""

from __future__ import annotations

import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from apz.core.session import Session

MOST_ERROR, MOST_SESSION = 2000, 20_000  # characters


def report(error: Exception, session: Session[Any] | None = None) -> str:
    """Return a report with the error, its traceback and the session; a long message or session is cut."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    text = ""
    with suppress(Exception):  # the session itself may be broken
        text = session.text()[-MOST_SESSION:] if session else ""
    return "\n".join([f"{type(error).__name__}: {error}"[:MOST_ERROR], *places, "", text])
