"""What one visitor may take of a real server: connections, messages, and what he is sent and does not read."""

import json
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from apz.serving.kernels import MOST_SOCKETS
from apz.serving.places import BURST, FILES
from tests.serving.test_pool import learning, process, until
from tests.serving.test_server import leave, read_on
from tests.serving.visitor import Visitor, answered, message

TAKEN = "a page was cut off: too much that it did not take"
FLOOD = "a page was cut off: too many messages"


def test_of_many_connections_to_a_kernel_only_the_newest_stay(visitor, club):
    someone = visitor()
    kernel_id = someone.open()
    before = process(club).num_fds()
    with ExitStack() as stack:
        sockets = [stack.enter_context(learning(someone, kernel_id)) for _ in range(4 * MOST_SOCKETS)]
        for each in sockets[:-MOST_SOCKETS]:
            with pytest.raises(ConnectionClosed) as closed:
                read_on(each)
            assert closed.value.rcvd
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "too many connections")
        for each in sockets[-MOST_SOCKETS:]:
            each.send(message("kernel_info_request"))
            assert answered(each, "kernel_info_reply")
        until(lambda: process(club).num_fds() <= before + FILES)
    leave(someone, kernel_id)


def flood(socket: Any, many: int) -> None:
    """Send so many messages, then read until the connection is gone."""
    for _ in range(many):
        socket.send(message("comm_msg", {"comm_id": "none", "data": {}}))
    read_on(socket)


def heard(someone: Visitor, kernel_id: str) -> bool:
    """Whether somebody who was cut off is heard again."""
    with suppress(ConnectionClosed):
        return someone.alive(kernel_id)
    return False


def test_all_connections_of_a_page_share_what_it_may_send(visitor, club):
    someone = visitor()
    kernel_id = someone.open()
    told = club.log.read_text().count(FLOOD)
    with learning(someone, kernel_id) as first, learning(someone, kernel_id) as second:
        for _ in range(int(BURST) - 10):
            first.send(message("comm_msg", {"comm_id": "none", "data": {}}))
        with pytest.raises(ConnectionClosed):
            flood(second, int(BURST) - 10)
    with pytest.raises(ConnectionClosed), learning(someone, kernel_id) as again:  # it may not be heard yet at all
        flood(again, 5 * int(BURST))
    assert club.log.read_text().count(FLOOD) == told + 1
    until(lambda: heard(someone, kernel_id))
    leave(someone, kernel_id)


def test_a_page_that_does_not_read_what_it_is_sent_is_cut_off(visitor, club):
    someone = visitor()
    kernel_id = someone.open()
    assert TAKEN not in club.log.read_text()
    opened = json.loads(message("comm_open", {"comm_id": "all", "target_name": "jupyter.widget.control", "data": {}}))
    with someone.channels(kernel_id, compression=None, max_queue=1, ping_interval=None) as socket:
        socket.send(json.dumps({**opened, "metadata": {"version": "1.0.0"}}))
        for _ in range(int(BURST) - 20):
            socket.send(message("comm_msg", {"comm_id": "all", "data": {"method": "request_states"}}))
        until(lambda: TAKEN in club.log.read_text())
    assert someone.alive(kernel_id)
    leave(someone, kernel_id)
