"""The learners' places: who has them, how many there are, who gets the next one, and when each ends."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from apz.serving.budgets import Account, Address, Addresses
from apz.serving.settings import Settings

OPENING = 6  # pages that one address may have opened and not yet connected
CONNECT = 45.0  # seconds for a finished page to connect
BACK = 3.0  # seconds for a reloaded page to leave its old place, if all places are taken
SPARE, OWN_SPARE = 60.0, 2.0  # seconds without a connection until the next in line, or the learner, may get it
SOON, RETRY = 3, 15  # seconds until a page that couldn't come in tries again: at the head of the line, or further back
NEXT = 3  # how many count as the head of the line
LAPSE = 2.5  # someone who doesn't ask again loses their place in line after this many times the wait they were told
FILES, OWN_FILES = 48, 128  # open files that a learner with all connections needs, and the server itself
log = logging.getLogger("apz.serving")


@dataclass
class Place:
    """A learner's place on the server: its owner, origin, state, last activity and budget."""

    owner: str
    origin: str
    began: float = field(default_factory=time.monotonic)
    touched: float = field(default_factory=time.monotonic)  # the last click
    left: float = field(default_factory=time.monotonic)  # when its page was finished, or its last connection ended
    making: bool = True  # whether its page is still being made
    sockets: list[Any] = field(default_factory=list)  # the oldest first
    met: bool = False  # whether it was ever connected
    account: Account = field(default_factory=Account)
    address: Account = field(default_factory=Account)  # shared by all places of the same address
    worked: float = -1.0  # processor seconds its kernel had used when it was last looked at
    told: set[str] = field(default_factory=set)  # the reasons for cutting it off that the log has already

    def made(self) -> None:
        """Note that the page is finished or that nobody waits for it; the time limit for connecting starts now."""
        self.making, self.left = False, time.monotonic()

    def overspent(self, size: int) -> str:
        """Spend the page's and its address's credit for a message of `size` bytes; return the exceeded limit, or ""."""
        return self.account.overspent(size) or self.address.overspent(size)

    def charge(self, worked: float) -> None:
        """Charge the processor time that the place's kernel has used since the last call; `worked` is its total."""
        if self.worked >= 0:
            for each in (self.account, self.address):
                each.work.charge(worked - self.worked)
        self.worked = worked

    def debt(self) -> float:
        """Return the seconds the page must wait because its kernel, or its whole address, has worked too much."""
        return max(self.account.work.debt(), self.address.work.debt())

    def over(self, now: float, settings: Settings) -> str:
        """Return why the place should end, or "" if it shouldn't."""
        if self.sockets:
            return "idle" if now - self.touched > settings.idle * 60 else ""
        if self.met:
            return "away" if now - self.left > settings.away * 60 else ""
        return "never connected" if not self.making and now - self.left > CONNECT else ""

    def spare(self, now: float, asking: str) -> bool:
        """Return True if the place's page has been away so long that the visitor who's `asking` can have the place."""
        patience = OWN_SPARE if asking == self.owner else SPARE
        return self.met and not self.sockets and now - self.left > patience


class Hope(NamedTuple):
    """A request for another place by a visitor who has one: a reloaded page asks before its old page is gone."""

    owner: str
    origin: str
    granted: asyncio.Future[None]


class Waiting(NamedTuple):
    """A visitor in line: their origin, when they came, and until when we assume they're still waiting."""

    origin: str
    since: float
    until: float


class Reply(NamedTuple):
    """The reply to a request for a place: "come in", perhaps ending kernel `ends`; or why not, and when to retry."""

    said: Literal["come in", "busy", "full", "share", "second"]
    ends: str = ""  # the kernel of the place that's given up
    number: int = 0  # the place in line
    seconds: int = SOON


class Register:
    """The register of who has which kernel, who's coming in and who's waiting, and whether there's room."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.places: dict[str, Place] = {}
        self.coming: Counter[str] = Counter()  # by the address they come from
        self.hopes: list[Hope] = []
        self.line: dict[str, Waiting] = {}  # by owner
        self.addresses = Addresses(settings.places_of_one)

    # ---- how full it is

    @property
    def learners(self) -> int:
        """The number of places taken, including those of visitors who are coming in."""
        return len(self.places) + self.coming.total() + sum(1 for hope in self.hopes if hope.granted.done())

    def full(self) -> bool:
        """Return True if every place is taken."""
        return self.learners >= self.settings.cap

    def held(self, origin: str) -> int:
        """Return the number of places an address has, including those of visitors who are coming in."""
        own = sum(1 for place in self.places.values() if place.origin == origin)
        granted = sum(1 for hope in self.hopes if hope.origin == origin and hope.granted.done())
        return own + granted + self.coming[origin]

    def at_share(self, origin: str) -> bool:
        """Return True if an address has all the places one address may have."""
        return self.held(origin) >= self.settings.places_of_one

    def crowded(self, origin: str) -> bool:
        """Return True if an address already has as many pages opening at once as it may."""
        waiting = sum(1 for place in self.places.values() if place.origin == origin and not place.met)
        hoping = sum(1 for hope in self.hopes if hope.origin == origin)
        return waiting + hoping + self.coming[origin] >= OPENING

    def has(self, owner: str) -> int:
        """Return the number of places that a browser has."""
        return sum(1 for place in self.places.values() if place.owner == owner)

    # ---- asking for a place

    async def ask(self, owner: str, origin: str) -> Reply:
        """Return the reply to a visitor who wants to come in; "come in" is valid only right now.

        If there's no room, a visitor who already has a place waits up to `BACK` seconds for its release, and one who's
        told "full" or "share" is put in line.
        """
        if self.crowded(origin) or self.addresses.of(origin).pages.refill() < 1:
            return Reply("busy")
        if self.can_enter(owner, origin):
            return self.come_in(owner, origin)
        if ends := self.spare(owner, origin):
            return self.come_in(owner, origin, ends)
        if await self.comes_back(owner, origin):
            return self.come_in(owner, origin)
        if self.has(owner):
            return Reply("second")  # their own old place may be free by the time they read this
        number = self.ahead(owner, origin) + 1
        seconds = SOON if number <= NEXT else RETRY
        self.stand_in_line(owner, origin, seconds)
        said: Literal["full", "share"] = "share" if self.at_share(origin) and not self.full() else "full"
        return Reply(said, "", number, seconds)

    def come_in(self, owner: str, origin: str, ends: str = "") -> Reply:
        """Take a visitor out of the line, charge their address for a page, and return the reply that lets them in."""
        self.line.pop(owner, None)
        self.addresses.of(origin).pages.take()
        return Reply("come in", ends)

    def can_enter(self, owner: str, origin: str) -> bool:
        """Return True if there's a free place for this visitor after those ahead, within their address's share."""
        free = self.settings.cap - self.learners
        return free > 0 and not self.at_share(origin) and self.ahead(owner, origin) < free

    def spare(self, owner: str, origin: str) -> str:
        """Return the id of the kernel whose place this visitor can take over when none is free, or "".

        It's a place nobody is connected to: the visitor's own or, for one who's next in line, the one left longest ago.
        Failing that, a visitor without a place who's next in line can take over a browser's second place. A visitor
        whose address has its full share can only take over a place of the same address.
        """
        now, at_share = time.monotonic(), self.at_share(origin)
        if not at_share and not self.full():
            return ""
        found = {id: place for id, place in self.places.items() if place.origin == origin or not at_share}
        own = [(place.left, id) for id, place in found.items() if place.owner == owner and place.spare(now, owner)]
        if own:
            return min(own)[1]
        if self.ahead(owner, origin):
            return ""
        left = [(place.left, id) for id, place in found.items() if place.spare(now, owner)]
        second = (
            [] if self.has(owner) else [(place.touched, id) for id, place in found.items() if self.is_second(place)]
        )
        return min(left or second, default=(0.0, ""))[1]

    def is_second(self, place: Place) -> bool:
        """Return True if the place's browser has another one that was used more recently."""
        return any(each.owner == place.owner and each.touched > place.touched for each in self.places.values())

    async def comes_back(self, owner: str, origin: str) -> bool:
        """Wait a moment for a visitor's old place to be released; return True if there's room for them then."""
        if sum(1 for hope in self.hopes if hope.owner == owner) >= self.has(owner):
            return False
        hope = Hope(owner, origin, asyncio.get_running_loop().create_future())
        self.hopes.append(hope)
        await asyncio.wait([hope.granted], timeout=BACK)
        self.hopes.remove(hope)
        return (hope.granted.done() and not self.full()) or self.can_enter(owner, origin)

    # ---- the line

    def ahead(self, owner: str, origin: str) -> int:
        """Return how many in line are ahead: those whose address has fewer places, then those who came earlier.

        Visitors whose address has its full share can't come in even if a place is free, so they aren't ahead of anyone
        from another address.
        """
        now = time.monotonic()
        self.line = {name: each for name, each in self.line.items() if each.until > now}
        line = {owner: Waiting(origin, now, now), **self.line}
        turns: list[tuple[int, float, str]] = []
        behind: Counter[str] = Counter()  # how many of the same address came earlier
        for name, each in sorted(line.items(), key=lambda item: item[1].since):
            if each.origin == origin or not self.at_share(each.origin):
                turns.append((self.held(each.origin) + behind[each.origin], each.since, name))
                behind[each.origin] += 1
        return [name for *_, name in sorted(turns)].index(owner)

    def stand_in_line(self, owner: str, origin: str, seconds: int) -> None:
        """Keep a visitor's spot in line long enough to ask again; an address can't have more spots than its share."""
        now, known = time.monotonic(), self.line.get(owner)
        if known or sum(1 for each in self.line.values() if each.origin == origin) < self.settings.places_of_one:
            self.line[owner] = Waiting(origin, known.since if known else now, now + seconds * LAPSE)

    # ---- coming and going

    @contextmanager
    def arriving(self, origin: str) -> Iterator[None]:
        """Count a visitor as coming in while the block runs."""
        self.coming[origin] += 1
        try:
            yield
        finally:
            self.coming -= Counter([origin])  # subtracting counters drops an address that nobody comes from anymore

    def enter(self, kernel_id: str, owner: str, origin: str) -> Place:
        """Register a kernel as a browser's, and return the new place."""
        address: Address = self.addresses.of(origin)
        place = self.places[kernel_id] = Place(owner, origin, address=address)
        log.info("session started; %d of %d places taken", len(self.places), self.settings.cap)
        return place

    def leave(self, kernel_id: str, why: str) -> None:
        """Release a kernel's place and close its connections; if its browser awaits one and there's room, grant it."""
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
        """Return a kernel's place if `owner` owns it, or None."""
        place = self.places.get(kernel_id)
        return place if place and owner and place.owner == owner else None

    def over(self) -> list[tuple[str, str]]:
        """Return the ids of the kernels to end, each with the reason."""
        now = time.monotonic()
        found = ((kernel_id, place.over(now, self.settings)) for kernel_id, place in self.places.items())
        return [(kernel_id, why) for kernel_id, why in found if why]


def make_room(cap: int) -> int:
    """Raise the limit on open files to what `cap` learners need, if possible; return how many learners it allows."""
    try:
        import resource
    except ImportError:  # there's no such limit
        return cap
    needed = OWN_FILES + cap * FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (needed, min(needed, 10_240)):  # macOS may allow no more than that, whatever its limit says
        most = min(wanted, hard) if hard >= 0 else wanted  # a negative number stands for no limit
        if 0 <= soft < most:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                soft = most
    return cap if soft < 0 else max(0, min(cap, (soft - OWN_FILES) // FILES))
