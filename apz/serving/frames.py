"""The frames between a page and its kernel; those from the page are checked strictly before Jupyter reads them."""

from __future__ import annotations

import json
import struct
from itertools import pairwise
from typing import NamedTuple

PROTOCOL = "v1.kernel.websocket.jupyter.org"
CHANNELS = ("shell", "control")
MESSAGES = ("comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request")
WORD = 8  # bytes of a count or an offset
LEAST_OFFSETS = 6  # channel, header, parent header, metadata, content, end
MOST_BUFFERS = 16
MOST_HEADER = 16_000  # bytes of a header, a parent header or the metadata


class BadFrame(ValueError):
    """The error for a frame that doesn't follow the protocol."""


class Message(NamedTuple):
    """The header of a frame: its channel and the type of its message."""

    channel: str
    kind: str

    @property
    def allowed(self) -> bool:
        """True if a page may send this message to its kernel."""
        return self.channel in CHANNELS and self.kind in MESSAGES


def read_frame(frame: str | bytes) -> Message:
    """Return the header of a v1 protocol frame; raise BadFrame if its parts or its header aren't well-formed."""
    if isinstance(frame, str):
        raise BadFrame("text on a binary protocol")
    start = _offsets(frame)
    head, parent, metadata = (frame[start[part] : start[part + 1]] for part in (1, 2, 3))
    if max(len(head), len(parent), len(metadata)) > MOST_HEADER:
        raise BadFrame("a header that is too long")
    try:
        channel = frame[start[0] : start[1]].decode("ascii")
        header = json.loads(head)
    except (ValueError, RecursionError) as error:
        raise BadFrame("a header that can't be read") from error
    kind = header.get("msg_type") if isinstance(header, dict) else None
    if not isinstance(kind, str):
        raise BadFrame("a header without a message type")
    return Message(channel, kind)


def _offsets(frame: bytes) -> tuple[int, ...]:
    """Return the offsets of a frame's parts and of its end; raise BadFrame unless the parts follow one another."""
    count = int.from_bytes(frame[:WORD], "little")
    begin = WORD * (count + 1)
    if not LEAST_OFFSETS <= count <= LEAST_OFFSETS + MOST_BUFFERS or len(frame) < begin:
        raise BadFrame("a wrong number of parts")
    offsets = struct.unpack_from(f"<{count}Q", frame, WORD)
    if offsets[0] != begin or offsets[-1] != len(frame) or any(one > two for one, two in pairwise(offsets)):
        raise BadFrame("parts that don't follow one another")
    return offsets
