"""The attack run's own judgment: which results count as withstood, and which don't."""

import pytest

from tests.serving.attack import COMING, FLOOR, LARGER, LETTERS, LINES, RATIO, Row, Seen, faults, limits
from tests.serving.attacker import BINARY, PING, TEXT, deflated, frame, joined, split
from tests.serving.attacks import ATTACKS
from tests.serving.attacks.kinds import HOUSES

QUIET = Seen([20.0] * 40, [])
FINE = Row("one", 10, "", Seen([40.0] * 20, []), 1.0, 1.0, 0.1, 2, 200, 0.5, [])


def test_an_attack_that_nobody_notices_is_withstood():
    assert limits(FINE, 0.2) == []
    assert faults("12:00 session started; 1 of 24 places taken\n12:00 error: in a kernel, (TraitError)\n") == []


@pytest.mark.parametrize(
    "change",
    [
        {"seen": Seen([40.0] * 20, ["nothing came of it"])},
        {"seen": Seen([], [])},
        {"ratio": RATIO + 0.1},
        {"grown": LARGER + 1},
        {"lines": LINES + 1},
        {"letters": LETTERS + 1},
        {"newcomer": None},
    ],
    ids=["a lost click", "no click", "slow clicks", "memory", "lines", "a long line", "nobody new"],
)
def test_an_attack_that_somebody_notices_is_not(change):
    assert len(limits(FINE._replace(**change), 0.2)) == 1


def test_a_log_may_grow_with_the_minutes():
    assert limits(FINE._replace(lines=LINES * 3, letters=LETTERS * 3), 3.0) == []


@pytest.mark.parametrize("line", ["Traceback (most recent call last):", "12:00 error: in Page (ValueError) doors.py:1"])
def test_a_fault_in_the_log_is_told(line):
    assert line in faults(f"12:00 session started\n{line}\n")[0]


def test_clicks_are_compared_with_those_on_a_quiet_server_but_never_with_less_than_a_floor():
    assert Seen([2 * FLOOR] * 20, []).beside(QUIET) == pytest.approx(2.0)
    assert Seen([600.0] * 20, []).beside(Seen([200.0] * 20, [])) == pytest.approx(3.0)


def test_every_attack_says_what_it_sends_and_where_it_is_made():
    assert all(each.about and each.house in HOUSES for each in ATTACKS.values())
    assert COMING > 0


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_frames_tell_their_size_in_the_way_their_size_asks_for(size):
    made = frame(BINARY, b"x" * size)
    head = 6 if size < 126 else 8 if size < 65_536 else 14
    assert len(made) == head + size
    assert made[0] == 0x80 | BINARY
    assert made[1] & 0x80


def test_fragments_and_compressed_frames_are_marked_as_such():
    assert frame(TEXT, b"x", last=False)[0] == TEXT
    assert deflated(TEXT, b"x" * 1000)[0] == 0xC0 | TEXT
    assert len(deflated(BINARY, b"x" * 100_000)) < 1000
    assert frame(PING)[0] == 0x80 | PING


def test_parts_that_were_joined_can_be_split():
    assert split(joined([b"shell", b"{}", b"", b"abc"])) == [b"shell", b"{}", b"", b"abc"]
