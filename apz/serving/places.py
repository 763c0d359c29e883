"""The places of learners: whose each one is, how many there are, who gets the next one, and when one is over."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from apz.serving.settings import Settings

OPENING = 6  # pages that one address may have opened and not yet connected
CONNECT = 45.0  # seconds until a page that was made must have connected
RATE, BURST = 60.0, 400.0  # messages a second that a page may send, and how many at once
BACK = 3.0  # seconds that somebody who has a place may take to leave it, when he asks for one and all are taken
SPARE, OWN_SPARE = 60.0, 2.0  # seconds without a connection until the next one, or its own learner, gets it then
FILES, OWN_FILES = 40, 64  # files that may be open for a learner with all his connections, and for the server itself
log = logging.getLogger("apz.serving")


@dataclass
class Place:
    """A learner's place: whose it is, from where it was opened, and since when it is used how."""

    owner: str
    origin: str
    began: float = field(default_factory=time.monotonic)
    touched: float = field(default_factory=time.monotonic)  # the last click
    left: float = field(default_factory=time.monotonic)  # when its page was made, or the last connection went
    making: bool = True  # whether its page is still being made
    sockets: list[Any] = field(default_factory=list)  # the oldest first
    met: bool = False  # whether it was ever connected
    budget: float = BURST  # messages that its page may send at once
    counted: float = 0.0  # when that was so
    told: set[str] = field(default_factory=set)  # why it was cut off, as far as the log has it

    def made(self) -> None:
        """Note that its page is made, or not waited for any more: from now on it should connect."""
        self.making, self.left = False, time.monotonic()

    def spend(self, now: float) -> bool:
        """Whether its page may send one more message, through whichever connection."""
        self.budget = min(BURST, self.budget + (now - self.counted) * RATE)
        self.counted = now
        if self.budget < 1:
            return False
        self.budget -= 1
        return True

    def over(self, now: float, settings: Settings) -> str:
        """Why it is to be ended, or nothing."""
        if self.sockets:
            return "idle" if now - self.touched > settings.idle * 60 else ""
        if self.met:
            return "away" if now - self.left > settings.away * 60 else ""
        return "never connected" if not self.making and now - self.left > CONNECT else ""

    def spare(self, now: float, asking: str) -> bool:
        """Whether it can be given to the one who asks, since all are taken and nobody is here."""
        patience = OWN_SPARE if asking == self.owner else SPARE
        return self.met and not self.sockets and now - self.left > patience


class Hope(NamedTuple):
    """Somebody who has a place and asks for one: a page that is loaded again asks before it has left."""

    owner: str
    origin: str
    granted: asyncio.Future[None]


class Register:
    """Who has which kernel, who is just coming in, and whether there is room."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.places: dict[str, Place] = {}
        self.coming: Counter[str] = Counter()  # by the address they come from
        self.hopes: list[Hope] = []

    @property
    def learners(self) -> int:
        """How many places are taken."""
        return len(self.places) + self.coming.total() + sum(1 for hope in self.hopes if hope.granted.done())

    def full(self) -> bool:
        """Whether every place is taken."""
        return self.learners >= self.settings.cap

    def crowded(self, origin: str) -> bool:
        """Whether one address has opened as many pages at once as it may."""
        waiting = sum(1 for place in self.places.values() if place.origin == origin and not place.met)
        hoping = sum(1 for hope in self.hopes if hope.origin == origin)
        return waiting + hoping + self.coming[origin] >= OPENING

    def has(self, owner: str) -> int:
        """How many places somebody has."""
        return sum(1 for place in self.places.values() if place.owner == owner)

    async def room(self, owner: str, origin: str) -> bool:
        """Whether there is room for one who comes in at once; whoever has a place is given time to leave it."""
        if self.full() and sum(1 for hope in self.hopes if hope.owner == owner) < self.has(owner):
            hope = Hope(owner, origin, asyncio.get_running_loop().create_future())
            self.hopes.append(hope)
            await asyncio.wait([hope.granted], timeout=BACK)
            self.hopes.remove(hope)
        return not self.full()

    def spare(self, owner: str) -> str:
        """The kernel of a place that somebody can be given when all are taken, the longest left first; or nothing."""
        now = time.monotonic()
        found = [(place.left, kernel_id) for kernel_id, place in self.places.items() if place.spare(now, owner)]
        return min(found)[1] if found and self.full() else ""

    @contextmanager
    def arriving(self, origin: str) -> Iterator[None]:
        """Somebody comes in from there, until his kernel is entered or it came to nothing."""
        self.coming[origin] += 1
        try:
            yield
        finally:
            self.coming -= Counter([origin])  # an address that nobody comes from any more is forgotten

    def enter(self, kernel_id: str, owner: str, origin: str) -> Place:
        """Give somebody a kernel."""
        place = self.places[kernel_id] = Place(owner, origin)
        log.info("session started; %d of %d places taken", len(self.places), self.settings.cap)
        return place

    def leave(self, kernel_id: str, why: str) -> None:
        """Let go of a kernel and its connections; its place is kept for its learner if he is just coming back."""
        place = self.places.pop(kernel_id, None)
        if place is None:
            return
        seconds = time.monotonic() - place.began
        log.info("session ended (%s) after %d s; %d of %d places taken",
                 why, seconds, len(self.places), self.settings.cap)  # fmt: skip
        for socket in list(place.sockets):
            socket.close(1001, "ended")
        hope = next((each for each in self.hopes if each.owner == place.owner and not each.granted.done()), None)
        if hope and not self.full():
            hope.granted.set_result(None)

    def theirs(self, kernel_id: str, owner: str) -> Place | None:
        """The place of a kernel, for its owner only."""
        place = self.places.get(kernel_id)
        return place if place and owner and place.owner == owner else None

    def over(self) -> list[tuple[str, str]]:
        """The kernels that are to be ended, each with the reason."""
        now = time.monotonic()
        found = ((kernel_id, place.over(now, self.settings)) for kernel_id, place in self.places.items())
        return [(kernel_id, why) for kernel_id, why in found if why]


def make_room(cap: int) -> int:
    """Let this process open as many files as so many learners need, where the system can; for how many it can."""
    try:
        import resource
    except ImportError:  # there is no such limit
        return cap
    needed = OWN_FILES + cap * FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (needed, min(needed, 10_240)):  # macOS may give no more than that, whatever its limit says
        most = min(wanted, hard) if hard >= 0 else wanted  # a negative number stands for no limit
        if 0 <= soft < most:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                soft = most
    return cap if soft < 0 else max(0, min(cap, (soft - OWN_FILES) // FILES))
