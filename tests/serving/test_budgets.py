"""The budgets of a page and of an address: credit that's spent, refilled and overdrawn."""

import pytest

from apz.serving.budgets import MOST_ADDRESSES, Account, Addresses, Bucket
from apz.serving.places import Place


@pytest.fixture
def clock(monkeypatch):
    """Return a clock that stands still until a test sets it."""

    class Clock:
        now = 100.0

    monkeypatch.setattr("time.monotonic", lambda: Clock.now)
    return Clock


def test_credit_is_spent_and_comes_back(clock):
    bucket = Bucket(rate=2, most=10)
    assert [bucket.take() for _ in range(12)] == [True] * 10 + [False] * 2
    clock.now += 1.5
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]
    clock.now += 1000
    assert not bucket.take(11)
    assert bucket.take(10)


def test_what_is_charged_must_be_waited_for(clock):
    bucket = Bucket(rate=2, most=10)
    assert bucket.charge(10) == 0
    assert bucket.charge(3) == 1.5
    clock.now += 1
    assert bucket.debt() == 0.5
    clock.now += 1
    assert bucket.debt() == 0


def test_a_page_may_send_so_many_messages_and_so_many_bytes(clock):
    place = Place("ann", "1", address=Account(100))
    assert place.overspent(5_900_000) == ""
    assert place.overspent(200_000) == "too many bytes"
    few = [place.overspent(1) for _ in range(500)]
    assert few.count("") == 198
    assert set(few[198:]) == {"too many messages"}
    clock.now += 1
    assert [place.overspent(1) for _ in range(30)].count("") == 20


def test_all_pages_of_an_address_share_what_it_may_send(clock):
    address = Account(2)
    ann, ben, cem = (Place(name, "1", address=address) for name in ("ann", "ben", "cem"))
    for place in (ann, ben):
        assert {place.overspent(1) for _ in range(200)} == {""}
    assert cem.overspent(1) == "too many messages"


def test_a_kernel_that_works_too_much_makes_its_page_wait_and_those_of_its_address(clock):
    address = Account()
    ann, ben = Place("ann", "1", address=address), Place("ben", "1", address=address)
    ann.charge(100)  # its earlier work doesn't count
    assert ann.debt() == 0
    for worked in (104, 108, 112):
        ann.charge(worked)
    assert ann.debt() == ben.debt() == 4  # two seconds too many; half a second is paid off per second
    clock.now += 4
    assert ann.debt() == ben.debt() == 0


def test_only_so_many_addresses_are_remembered():
    addresses = Addresses(8)
    for number in range(3 * MOST_ADDRESSES):
        addresses.of(str(number))
    assert len(addresses.known) == MOST_ADDRESSES
    first = addresses.of("again")
    assert addresses.of("again") is first
