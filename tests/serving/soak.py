"""A soak test: learners click at random for half an hour, some staying, others coming and going; does memory grow?"""

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from statistics import linear_regression, mean

from playwright.sync_api import Browser
from playwright.sync_api import Error as BrowserError

from tests import servers
from tests.serving.choosing import anything
from tests.serving.learner import Learner
from tests.serving.load import House, faults, served
from tests.serving.reader import Hands, Reader

MOST = 0.1  # growth from the second third of the time to the last one
PACE = 1.0  # seconds between two clicks
BAR = 0.1  # share of clicks on the bar: home, another place, language, look, share
VISIT = (20.0, 90.0)  # seconds that those who come and go stay
READ = 150.0  # seconds until the page in Chromium is reopened
ABRUPT = 0.1  # share of learners who leave without their page telling the server
QUIET = 1.5  # seconds after which a click in Chromium counts as one without a result


class Soak:
    """The whole run: its learners, and the samples of memory taken meanwhile."""

    def __init__(self, server: servers.Server, house: House, asked: argparse.Namespace) -> None:
        self.server, self.house, self.asked = server, house, asked
        self.ends: float = time.monotonic() + asked.minutes * 60
        self.learners: list[Learner] = []
        self.readers: list[Reader] = []
        self.visits = 0
        self.samples: dict[str, list[tuple[float, float]]] = {}  # minutes and megabytes, for the server and each kernel

    @property
    def left(self) -> float:
        """The number of seconds left in the run."""
        return self.ends - time.monotonic()

    async def last(self, started: Browser, hands: Hands) -> None:
        """Run all learners at the same time until the end."""
        reader = await hands.do(Reader, started, self.server.url, "", 0)
        self.readers.append(reader)
        files = await hands.do(reader.come)
        learners = [Learner(self.server.url, "", number + 1, files) for number in range(self.asked.learners)]
        self.learners += learners
        staying = learners[: self.asked.learners // 2]
        ways = [self.stay(each) for each in staying] + [self.visit(each) for each in learners[len(staying) :]]
        await asyncio.gather(hands.do(self.read, reader), self.watch(staying), *ways)
        for each in staying:
            await each.leave(closing=False)

    async def stay(self, learner: Learner) -> None:
        """Use one page and one kernel the whole time."""
        await self.click(learner, self.left)

    async def visit(self, learner: Learner) -> None:
        """Until the end, repeatedly open the page, click for a while, and leave."""
        while self.left > VISIT[0] / 2:
            await self.click(learner, min(self.left, learner.chance.uniform(*VISIT)))
            with learner.noting():
                await learner.leave(closing=learner.chance.random() >= ABRUPT)
            self.visits += 1

    async def click(self, learner: Learner, seconds: float) -> None:
        """Open the page, and click at random for this long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                with learner.noting():
                    await learner.come()
                    await learner.keep_clicking(anything, PACE, BAR)

    def read(self, reader: Reader) -> None:
        """Click at random in Chromium; sometimes the page is reopened, and the learner continues where they were."""
        while self.left > 0:
            try:
                reader.keep_clicking(anything, min(READ, self.left), BAR, QUIET)
                if self.left > 0:
                    reader.come()
            except BrowserError as error:
                reader.errors.append(f"in Chromium: {error.message[:500]}")
        reader.leave()

    async def watch(self, staying: Sequence[Learner]) -> None:
        """Record memory use at regular intervals."""
        while self.left > self.asked.every / 2:
            await asyncio.sleep(self.asked.every)
            # not a share of the shared memory: that would change with the number of learners who come and go
            server, kernels = await asyncio.to_thread(self.house.memory, "uss")
            minute = self.asked.minutes - self.left / 60
            found = {"server": server}
            for number, each in enumerate(staying):
                found |= {f"kernel {number + 1}": size for line, size in kernels.items() if each.kernel_id in line}
            for name, size in found.items():
                self.samples.setdefault(name, []).append((minute, size))
            sizes = "  ".join(f"{name} {size:.1f}" for name, size in found.items())
            print(f"{minute:5.1f} min   {sizes} MB   {len(kernels)} kernels in all", flush=True)

    def errors(self) -> list[str]:
        """Return the errors of all learners and of the server."""
        everybody: list[Learner | Reader] = [*self.learners, *self.readers]
        idle = ["nobody clicked in Chromium" for each in self.readers if not each.clicks]
        return [*(error for each in everybody for error in each.errors), *idle, *faults(self.server)]


def grown(name: str, samples: Sequence[tuple[float, float]]) -> tuple[float, str]:
    """Return the share by which a process grew from the second third of its samples to the last, and a line on it."""
    third = len(samples) // 3
    if not third:
        return 0.0, f"{name}: too few samples"
    late = samples[third:]
    slope = linear_regression([when for when, _ in late], [size for _, size in late]).slope * 60
    middle, last = (mean(size for _, size in part) for part in (samples[third : 2 * third], samples[2 * third :]))
    growth = last / middle - 1
    told = f"{middle:.1f} MB, then {last:.1f} MB: {growth:+.1%}, {slope:+.1f} MB an hour"
    return growth, f"{name:9} second third {told}   (at most {MOST:+.0%} is wanted)"


async def soak(asked: argparse.Namespace) -> tuple[Soak, list[str]]:
    """Run the soak test; return the run, and its errors and leftover processes."""
    with served(asked.learners * 5 + 5) as (server, house):
        hands = Hands()
        started = await hands.start()
        found = Soak(server, house, asked)
        try:
            await found.last(started, hands)
        finally:
            await hands.stop()
        left = [f"left over: {each}" for each in house.stopped()]
        return found, [*found.errors(), *left]


def options() -> argparse.Namespace:
    """Return the command-line options."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=30.0, help="how long")
    asked.add_argument("--learners", type=int, default=6, help="how many beside Chromium; half of them stay")
    asked.add_argument("--every", type=float, default=30.0, help="seconds between two looks at the memory")
    return asked.parse_args()


def main() -> int:
    """Run the soak test and report; return 1 if there was an error, a process was left over, or one grew too much."""
    asked = options()
    print(
        f"{asked.learners} learners and a page in Chromium click on anything for {asked.minutes:g} minutes", flush=True
    )
    found, errors = asyncio.run(soak(asked))
    growths = [grown(name, samples) for name, samples in found.samples.items()]
    clicks = [sum(len(each.clicks) for each in some) for some in (found.learners, found.readers)]
    print(f"{clicks[0]} clicks and {clicks[1]} in Chromium that led to something new; {found.visits} came and went")
    print(*(line for _, line in growths), sep="\n")
    print(f"errors and processes left over: {len(errors)}", *errors, sep="\n  ")
    return int(bool(errors) or any(growth > MOST for growth, _ in growths))


if __name__ == "__main__":
    sys.exit(main())
