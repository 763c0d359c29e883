"""Frames of the kernel's protocol: those a page sends are read, and all others are refused, whatever they contain."""

import json
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apz.serving.frames import MESSAGES, MOST_BUFFERS, MOST_HEADER, BadFrame, read_frame
from tests.serving.visitor import frame, message

HEADER = json.dumps({"msg_type": "comm_msg"}).encode()
EMPTY = b"{}"


def with_offsets(*offsets: int, rest: bytes = b"x" * 100) -> bytes:
    """Return a frame that claims these offsets for its parts."""
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + rest


@pytest.mark.parametrize("kind", MESSAGES)
def test_what_a_page_sends_is_read(kind):
    found = read_frame(message(kind, {"comm_id": "x", "data": {"text": "ü"}}))
    assert (found.channel, found.kind, found.allowed) == ("shell", kind, True)


@pytest.mark.parametrize("channel", ["iopub", "stdin", "hb", "", "SHELL"])
def test_only_two_channels_may_be_sent_to(channel):
    assert not read_frame(message("comm_msg", {}, channel)).allowed


@pytest.mark.parametrize("kind", ["execute_request", "shutdown_request", "input_reply", "", "comm_msg "])
def test_only_messages_of_widgets_may_be_sent(kind):
    assert not read_frame(message(kind)).allowed


def test_a_page_may_send_some_buffers_but_not_any_number():
    assert read_frame(frame("shell", HEADER, EMPTY, EMPTY, EMPTY, *[b"x"] * MOST_BUFFERS)).allowed
    with pytest.raises(BadFrame):
        read_frame(frame("shell", HEADER, EMPTY, EMPTY, EMPTY, *[b"x"] * (MOST_BUFFERS + 1)))


@pytest.mark.parametrize(
    "bad",
    [
        b"", b"\0", b"\xff" * 100, "text", (2**62).to_bytes(8, "little"), b"\x7f\xff\xff\xff",
        with_offsets(), with_offsets(48, 48, 48, 48, 48), with_offsets(56, 60, 40, 60, 40, 60),
        with_offsets(56, 56, 56, 56, 56, 2**63), with_offsets(0, 0, 0, 0, 0, 156),
        with_offsets(56, 156, 156, 156, 156, 155), message("comm_msg")[:-1], message("comm_msg") + b"x",
        frame("shell", b"[]", EMPTY, EMPTY, EMPTY), frame("shell", b"{}", EMPTY, EMPTY, EMPTY),
        frame("shell", b'{"msg_type": 1}', EMPTY, EMPTY, EMPTY), frame("shell", b"[" * 9000, EMPTY, EMPTY, EMPTY),
        frame("shell", b"\xff", EMPTY, EMPTY, EMPTY), frame("schäl", HEADER, EMPTY, EMPTY, EMPTY),
        frame("shell", HEADER + b" " * MOST_HEADER, EMPTY, EMPTY, EMPTY),
        frame("shell", HEADER, b" " * (MOST_HEADER + 1), EMPTY, EMPTY),
        frame("shell", HEADER, EMPTY, b" " * (MOST_HEADER + 1), EMPTY), frame("shell", HEADER),
    ],
)  # fmt: skip
def test_what_is_no_frame_is_refused(bad):
    with pytest.raises(BadFrame):
        read_frame(bad)


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_noise_is_refused(noise):
    with pytest.raises(BadFrame):
        read_frame(noise)


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**64 - 1), max_size=12), st.binary(max_size=200))
def test_only_offsets_that_follow_one_another_are_believed(offsets, rest):
    made = with_offsets(*offsets, rest=rest)
    try:
        read_frame(made)
    except BadFrame:
        return
    assert offsets == sorted(offsets)
    assert offsets[-1] == len(made)
