"""Limits on what a page, or an address with all its pages, may cost the server: credit that refills over time."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

MOST_ADDRESSES = 2000  # addresses whose spending is remembered


class Bucket:
    """Credit that refills at `rate` per second, up to `most`."""

    __slots__ = ("at", "credit", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self.credit, self.at = most, time.monotonic()

    def refill(self) -> float:
        """Add the credit earned since the last call, and return the current credit."""
        now = time.monotonic()
        self.credit = min(self.most, self.credit + (now - self.at) * self.rate)
        self.at = now
        return self.credit

    def take(self, amount: float = 1.0) -> bool:
        """Spend `amount` and return True, or return False if there isn't enough credit."""
        if self.refill() < amount:
            return False
        self.credit -= amount
        return True

    def charge(self, amount: float) -> float:
        """Spend `amount` even without credit; return the seconds until the debt is paid off."""
        self.refill()
        self.credit -= amount
        return max(0.0, -self.credit / self.rate)

    def debt(self) -> float:
        """Return the seconds until the debt is paid off, or 0 if there's none."""
        return max(0.0, -self.refill() / self.rate)


class Account:
    """The limits on how much a number of `pages` may send to kernels, and on how long one page's kernel may work."""

    def __init__(self, pages: float = 1.0) -> None:
        self.messages = Bucket(20 * pages, 200 * pages)
        self.bytes = Bucket(100_000 * pages, 6_000_000 * pages)  # counted uncompressed
        self.frames = Bucket(200 * pages, 2_000 * pages)  # pings and fragments, too
        self.work = Bucket(0.5, 10)  # seconds of processor time

    def overspent(self, size: int) -> str:
        """Spend the credit for one message of `size` bytes; return "", or which limit was exceeded."""
        if not self.messages.take():
            return "too many messages"
        return "" if self.bytes.take(size) else "too many bytes"


class Address(Account):
    """The account of an address: the credit that its pages share, and its limits for HTTP requests."""

    def __init__(self, share: int) -> None:
        super().__init__(max(2.0, share / 4))
        self.work = Bucket(max(0.75, 0.03 * share), max(15.0, share))  # a learner who clicks once a second takes 0.02
        self.requests = Bucket(60, 400)
        self.sockets = Bucket(10, 100)  # connections to kernels
        self.pages = Bucket(1, 40)  # pages opened, each of which starts a kernel
        self.starting = asyncio.Semaphore(1)  # one kernel of an address starts at a time


class Addresses:
    """The accounts of the addresses seen most recently."""

    def __init__(self, share: int) -> None:
        self.share = share
        self.known: OrderedDict[str, Address] = OrderedDict()

    def of(self, origin: str) -> Address:
        """Return the account of an address, or a new one if the address wasn't seen recently."""
        found = self.known.pop(origin, None) or Address(self.share)
        self.known[origin] = found
        if len(self.known) > MOST_ADDRESSES:
            self.known.popitem(last=False)
        return found
