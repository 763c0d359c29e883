"""The limits for one visitor to a real server: connections, messages, and data they're sent but don't read."""

import struct
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from apz.serving import pages
from apz.serving.budgets import Account
from apz.serving.channels import Channels
from apz.serving.doors import HEADERS
from apz.serving.frames import WORD
from apz.serving.kernels import MOST_SOCKETS, Connection
from apz.serving.places import FILES
from tests.serving.test_pool import learning, process, until
from tests.serving.test_server import leave, read_on, sends
from tests.serving.visitor import PROTOCOL, Visitor, answered, frame, kernel_of, message

BURST = int(Account().messages.most)
MEGABYTES = 60 << 20
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
    """Send this many messages, then read until the connection is gone, which raises ConnectionClosed."""
    for _ in range(many):
        socket.send(message("comm_msg", {"comm_id": "none", "data": {}}))
    read_on(socket)


def heard(someone: Visitor, kernel_id: str) -> bool:
    """Return True if the server listens again to a visitor who was cut off."""
    with suppress(ConnectionClosed):
        return someone.alive(kernel_id)
    return False


def test_all_connections_of_a_page_share_what_it_may_send(visitor, club):
    someone = visitor()
    kernel_id = someone.open()
    told = club.log.read_text().count(FLOOD)
    with learning(someone, kernel_id) as first, learning(someone, kernel_id) as second:
        for _ in range(BURST - 10):
            first.send(message("comm_msg", {"comm_id": "none", "data": {}}))
        with pytest.raises(ConnectionClosed):
            flood(second, BURST - 10)
    with pytest.raises(ConnectionClosed), learning(someone, kernel_id) as again:  # the server may not listen yet
        flood(again, 5 * BURST)
    assert club.log.read_text().count(FLOOD) == told + 1
    until(lambda: heard(someone, kernel_id))
    leave(someone, kernel_id)


def test_a_page_that_does_not_read_what_it_is_sent_is_cut_off(visitor, club):
    someone = visitor()
    kernel_id = someone.open()
    assert TAKEN not in club.log.read_text()
    control = {"comm_id": "all", "target_name": "jupyter.widget.control", "data": {}}
    with someone.channels(kernel_id, compression=None, max_queue=1, ping_interval=None) as socket:
        socket.send(message("comm_open", control, metadata={"version": "1.0.0"}))
        for _ in range(BURST - 20):
            socket.send(message("comm_msg", {"comm_id": "all", "data": {"method": "request_states"}}))
        until(lambda: TAKEN in club.log.read_text())
    assert someone.alive(kernel_id)
    leave(someone, kernel_id)


def back_and_forth(size: int) -> bytes:
    """Return a frame of about this many bytes whose offsets go back and forth: every other part is most of it."""
    count = size // WORD
    offsets = [size if number % 2 else 0 for number in range(count)]
    return struct.pack(f"<{count + 1}Q", count, *offsets)


@pytest.mark.parametrize(
    "sent",
    [
        (2**62).to_bytes(8, "little"), back_and_forth(160_000), b"\x7f\xff\xff\xff", "x", '{"channel": "shell"}',
        frame("shell", b"[" * 500_000, b"{}", b"{}", b"{}"), frame("shell", b"{}", b"{}", b"{}", b"{}"),
    ],
    ids=["countless parts", "back and forth", "legacy binary", "text", "legacy text", "deep header", "no type"],
)  # fmt: skip
def test_a_frame_that_is_none_cuts_off_whoever_sends_it_and_costs_nobody_else_anything(visitor, club, sent):
    bad, good = visitor("192.0.2.66"), visitor()
    of_bad, of_good = bad.open(), good.open()
    before = process(club).memory_info().rss
    with learning(good, of_good) as other:
        with pytest.raises(ConnectionClosed) as closed:
            sends(bad, of_bad, [sent])
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1007
        other.send(message("kernel_info_request"))
        assert answered(other, "kernel_info_reply")
    assert process(club).memory_info().rss < before + MEGABYTES
    leave(bad, of_bad)
    leave(good, of_good)


@pytest.mark.parametrize("channel", ["iopub", "stdin", "hb"])
def test_what_is_sent_to_another_channel_is_kept_nowhere(visitor, club, channel):
    someone = visitor(f"192.0.2.{100 + len(channel)}")  # each has its own budget of bytes
    kernel_id = someone.open()
    before = process(club).memory_info().rss
    with learning(someone, kernel_id) as socket:
        for _ in range(3):
            socket.send(message("comm_msg", {"comm_id": "none", "data": {"x": "x" * 1_900_000}}, channel))
        socket.send(message("kernel_info_request"))
        assert answered(socket, "kernel_info_reply")
    assert process(club).memory_info().rss < before + MEGABYTES
    leave(someone, kernel_id)


def test_bytes_are_counted_after_they_are_inflated(visitor, club):
    someone = visitor("192.0.2.110")
    kernel_id = someone.open()
    flat = message("comm_msg", {"comm_id": "none", "data": [[]] * 470_000})  # only a few kilobytes when compressed
    with pytest.raises(ConnectionClosed) as closed:
        sends(someone, kernel_id, [flat] * 10)
    assert closed.value.rcvd is None or closed.value.rcvd.reason == "too many bytes"
    until(lambda: "a page was cut off: too many bytes" in club.log.read_text())
    leave(someone, kernel_id)


def send_pings(socket: Any, many: int) -> None:
    for _ in range(many):
        socket.ping()
    read_on(socket)


def send_fragments(socket: Any, many: int) -> None:
    socket.send(b"" for _ in range(many))
    read_on(socket)


@pytest.mark.parametrize("send", [send_pings, send_fragments])
def test_frames_that_are_no_messages_are_counted_too(visitor, club, send):
    someone = visitor("192.0.2.111")
    kernel_id = someone.open()
    with learning(someone, kernel_id) as socket, pytest.raises(ConnectionClosed):
        send(socket, int(Account(9).frames.most) + 100)
    until(lambda: "a page was cut off: too many frames" in club.log.read_text())
    leave(someone, kernel_id)


@pytest.mark.parametrize(
    ("options", "session", "status"),
    [
        ({"subprotocols": None}, "s", 400),
        ({"subprotocols": ["another"]}, "s", 400),
        ({}, "x" * 300, 400),
        ({}, "%F0%9F%A7%9F", 400),
        ({}, "", 400),
        ({"origin": "https://127.0.0.1"}, "s", 403),
        ({"origin": "null"}, "s", 403),
    ],
    ids=["legacy", "unknown", "long session", "emoji session", "no session", "scheme", "null"],
)
def test_a_connection_that_is_not_one_of_ours_is_refused_without_a_line_in_the_log(
    visitor, club, options, session, status
):
    someone = visitor()
    kernel_id = someone.open()
    before = club.log.read_text()
    if origin := options.get("origin"):
        options = {"origin": origin.replace("127.0.0.1", someone.parts.netloc)}
    place = f"ws://{someone.parts.netloc}/api/kernels/{kernel_id}/channels?session_id={session}"
    options = {"additional_headers": someone.headers(), "subprotocols": [PROTOCOL], **options}
    with pytest.raises(InvalidStatus) as refused, connect(place, **options):
        pass
    response = refused.value.response
    assert response.status_code == status
    assert "Server" not in response.headers
    for name in HEADERS:
        assert response.headers[name] == HEADERS[name]
    assert club.log.read_text() == before
    leave(someone, kernel_id)


@pytest.mark.parametrize(
    ("host", "status"),
    [("evil.example", 421), ("localhost", 200), ("192.0.2.9:80", 200), ("127.0.0.1.nip.example", 421)],
)
def test_only_under_its_own_names_is_it_served(visitor, health, host, status):
    someone, before = visitor(), health()["learners"]
    answer = someone.ask("/", Host=host)
    assert answer.status == status
    if status == 200:
        leave(someone, kernel_of(answer))
    else:
        assert pages.catalog("en").text("name", "title") in answer.text
        assert host not in answer.text
    assert health()["learners"] == before


def test_a_page_of_another_site_starts_no_kernel(visitor, health):
    before = health()["learners"]
    elsewhere = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    assert visitor().ask("/", **elsewhere).status == 403
    assert visitor().ask("/", Accept="image/*").status == 403
    assert health()["learners"] == before


def test_a_page_of_another_site_cannot_guess_passwords_with_its_visitors(locked):
    guest = Visitor(locked.url, "192.0.2.55")
    form = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "cross-site"}
    assert {guest.ask("/apz/login", "POST", "password=guess", **form).status for _ in range(8)} == {403}
    del form["Sec-Fetch-Site"]
    assert guest.ask("/apz/login", "POST", "password=open+sesame", **form).status == 303


def test_strange_names_and_long_addresses_are_refused_without_a_line_in_the_log(visitor, club):
    someone, before = visitor(), club.log.read_text()
    assert someone.ask(f"/voila/static/000000000000/{'x' * 300}.js").status == 404
    assert someone.ask(f"/{'x' * 60_000}").status == 404
    answer = someone.ask(f"/?session={'x' * 80_000}")
    assert answer.status == 414
    assert pages.catalog("en").text("long", "title") in answer.text
    assert club.log.read_text() == before


def test_a_server_on_another_port_has_cookies_of_its_own(visitor, locked):
    someone = visitor()
    leave(someone, someone.open())
    guest = Visitor(locked.url, "192.0.2.56")
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    guest.ask("/apz/login", "POST", "password=open+sesame", **form)
    assert len({*someone.jar, *guest.jar}) == len(someone.jar) + len(guest.jar)


def test_what_was_read_before_a_connection_was_cut_goes_nowhere():
    cut = Channels.__new__(Channels)
    cut.ws_connection = None
    assert cut.on_message(message("comm_msg")) is None
    assert Connection.subprotocol == PROTOCOL  # no matter what happened to the page
