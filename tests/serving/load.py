"""Many learners at once, one in Chromium: how long a click takes and what it costs, compared with one learner."""

import argparse
import asyncio
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil
from playwright.sync_api import Browser

from tests import servers
from tests.serving.choosing import onward
from tests.serving.learner import Learner
from tests.serving.reader import Hands, Reader

MOST = 4.0  # the most that p95 of a click may be, relative to a single learner's
FAULT = re.compile(r"\berror\b|Traceback|too many messages|could not be read", re.I)


class House:
    """A server's processes: all those started with its folders."""

    def __init__(self, home: Path) -> None:
        self.mark = str(home / "config")

    def processes(self) -> list[psutil.Process]:
        """Return the running processes."""
        found = []
        for each in psutil.process_iter():
            with suppress(psutil.Error):
                if each.environ().get("JUPYTER_CONFIG_DIR") == self.mark:
                    found.append(each)
        return found

    def memory(self, kind: str = "pss") -> tuple[float, dict[str, float]]:
        """Return the megabytes of the server, and of each kernel by command line; `uss` leaves out shared memory."""
        server, kernels = 0.0, dict[str, float]()
        for each in self.processes():
            with suppress(psutil.Error):
                line, size = " ".join(each.cmdline()), getattr(each.memory_full_info(), kind) / 2**20
                if "apz.serving.kernel" in line:
                    kernels[line] = size
                else:
                    server += size
        return server, kernels

    def used(self) -> dict[int, float]:
        """Return the processor time of each process, in seconds."""
        return seconds_of(self.processes())

    def stopped(self) -> list[str]:
        """Stop the server and wait; kill the processes that are still there, and return their descriptions."""
        family = self.processes()
        with suppress(psutil.Error):
            min(family, key=psutil.Process.create_time).terminate()
        psutil.wait_procs(family, timeout=30)
        left = self.processes()
        told = [f"{each.pid} {' '.join(each.cmdline())[:200]}" for each in left]
        for each in left:
            each.kill()
        return told


def seconds_of(processes: Sequence[psutil.Process]) -> dict[int, float]:
    """Return the processor time of these processes, in seconds."""
    found = {}
    for each in processes:
        with suppress(psutil.Error):
            times = each.cpu_times()
            found[each.pid] = times.user + times.system
    return found


@contextmanager
def served(cap: int) -> Iterator[tuple[servers.Server, House]]:
    """Serve the tutor as `apz serve` does, with this cap on learners; yield the server and its processes."""
    with TemporaryDirectory() as place:
        home, port = Path(place), servers.free_port()
        options = ["apz.cli", "serve", f"--cap={cap}", f"--port={port}", "--no-browser"]
        with servers.running(options, home, f"http://127.0.0.1:{port}", ready="/health") as server:
            try:
                yield server, House(home)
            except Exception:
                print(server.log.read_text(errors="replace")[-3000:], file=sys.stderr)
                raise


def faults(server: servers.Server) -> list[str]:
    """Return the faults in the server's log."""
    return [line for line in server.log.read_text(errors="replace").splitlines() if FAULT.search(line)]


# ---- the measurement


class Row(NamedTuple):
    """The measurements with this many learners at once."""

    learners: int
    drawn: list[float]  # milliseconds from each click to its repaint, in Chromium
    viewed: list[float]  # milliseconds from each message of the other learners to its new view
    errors: int
    kernel: float  # megabytes
    server: float
    cores: float  # processors in use by the server and all kernels
    chromium: float
    driver: float

    @property
    def p95(self) -> float:
        """The 95th percentile of the times from click to repaint."""
        return p95(self.drawn)


class Crowd:
    """All learners on one server."""

    def __init__(self, url: str, house: House, options: argparse.Namespace) -> None:
        self.url, self.house, self.options = url, house, options
        self.address = f"?lesson={options.lesson}"
        self.learners: list[Learner] = []
        self.readers: list[Reader] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.files: list[str] = []
        self.hands = Hands()

    def errors(self) -> list[str]:
        """Return all errors so far."""
        everybody: list[Learner | Reader] = [*self.learners, *self.readers]
        return [error for each in everybody for error in each.errors]

    async def grow(self, count: int) -> None:
        """Add learners one by one until there are `count`, all clicking; wait until each has arrived or failed."""
        while len(self.learners) < count:
            learner = Learner(self.url, self.address, len(self.learners), self.files)
            self.learners.append(learner)
            self.tasks.append(asyncio.create_task(learn(learner)))
            await asyncio.sleep(self.options.apart)
        while any(not each.arrived and not each.errors for each in self.learners):
            await asyncio.sleep(0.1)

    async def phase(self, started: Browser, count: int, seconds: float) -> Row:
        """Run this many learners for this long, one of them in a new page in Chromium; return the measurements."""
        await self.grow(count - 1)
        known = len(self.errors())
        reader = await self.hands.do(Reader, started, self.url, self.address, len(self.readers))
        self.readers.append(reader)
        self.files = await self.hands.do(reader.come)
        begin, before = time.perf_counter(), self.spent()
        await self.hands.do(reader.keep_clicking, onward, seconds)
        end, after = time.perf_counter(), self.spent()
        server, kernels = self.house.memory()
        await self.hands.do(reader.leave)
        viewed = [click.took for each in self.learners for click in each.clicks if begin <= click.when < end]
        shares = [(new - old) / (end - begin) for new, old in zip(after, before, strict=True)]
        return Row(
            count, [click.took for click in reader.clicks], viewed, len(self.errors()) - known,
            sum(sorted(kernels.values())[-count:]) / count, server, *shares,  # without kernels that wait for a learner
        )  # fmt: skip

    def spent(self) -> tuple[float, float, float]:
        """Return the processor time used so far by server and kernels, by Chromium, and by this process."""
        served = self.house.used()
        own = seconds_of(psutil.Process().children(recursive=True))
        chromium = sum(spent for pid, spent in own.items() if pid not in served)
        return sum(served.values()), chromium, time.process_time()


async def learn(learner: Learner) -> None:
    """Open the app and click through lessons once per second, until canceled."""
    with learner.noting():
        await learner.come()
        await learner.keep_clicking(onward, 1.0)


async def measure(options: argparse.Namespace) -> tuple[list[Row], Crowd, list[str]]:
    """Run all phases on one server; return the rows, the crowd, and all errors, faults and leftover processes."""
    steps = sorted({1, options.learners, *options.steps})
    with served(max(steps) + 5) as (server, house):
        crowd, rows = Crowd(server.url, house, options), []
        started = await crowd.hands.start()
        try:
            for count in steps:
                long = count in (1, options.learners)
                rows.append(await crowd.phase(started, count, options.minutes * 60 if long else options.seconds))
                print(told(rows[-1], rows[0]), flush=True)
        finally:
            for task in crowd.tasks:
                task.cancel()
            await crowd.hands.stop()
        left = [f"left over: {each}" for each in house.stopped()]
        return rows, crowd, [*crowd.errors(), *faults(server), *left]


# ---- the report

HEAD = (
    "            click to repaint, ms   message to view, ms   ratio          MB, share of       processors used by\n"
    "learners    clicks median    p95   clicks median    p95   p95  errors  kernel  server   served Chromium driver"
)


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile of these values; 0 if there are too few."""
    return quantiles(values, n=20)[-1] if len(values) > 1 else 0.0


def told(row: Row, first: Row) -> str:
    """Return a line of the table."""
    times = [f"{len(each):9} {median(each or [0]):6.1f} {p95(each):6.1f}" for each in (row.drawn, row.viewed)]
    ratio = row.p95 / first.p95 if first.p95 else 0.0
    memory, used = f"{row.kernel:7.1f} {row.server:7.1f}", f"{row.cores:8.2f} {row.chromium:8.2f} {row.driver:6.2f}"
    return f"{row.learners:8} {times[0]}{times[1]} {ratio:5.2f} {row.errors:7} {memory} {used}"


def arrivals(crowd: Crowd, apart: float) -> list[str]:
    """Return lines of text about how long newcomers waited for a usable page."""
    light = [each.arrived for each in crowd.learners if each.arrived]
    lines = [f"{reader.arrived:5.1f} s to a usable page in Chromium, on the first visit" for reader in crowd.readers]
    if light:
        took = f"median {median(light):.1f} s, slowest {max(light):.1f} s"
        lines.append(f"{len(light)} others, one every {apart:g} s, while those before them learn: {took}")
        lines.append("  each: " + " ".join(f"{each:.1f}" for each in light))
    return lines


def options() -> argparse.Namespace:
    """Return the command-line options."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--learners", type=int, default=20, help="how many are compared with a single one")
    asked.add_argument("--minutes", type=float, default=5.0, help="how long, for these and for the single one")
    asked.add_argument("--steps", type=int, nargs="*", default=[1, 5, 10, 20, 40], help="how many for a shorter time")
    asked.add_argument("--seconds", type=float, default=60.0, help="how long that is")
    asked.add_argument("--apart", type=float, default=2.0, help="seconds between two who come")
    asked.add_argument("--lesson", default="combat", help="the lesson in which all begin")
    return asked.parse_args()


def main() -> int:
    """Measure and report; return 1 if there was an error, a process was left, or the clicks of many took too long."""
    asked = options()
    print(f"Learners who click once a second, beginning with the lesson {asked.lesson!r}\n{HEAD}", flush=True)
    rows, crowd, errors = asyncio.run(measure(asked))
    print(*arrivals(crowd, asked.apart), sep="\n")
    many = next(row for row in rows if row.learners == asked.learners)
    ratio = many.p95 / rows[0].p95
    print(f"p95 of {asked.learners} beside that of one: {ratio:.2f} x   (at most {MOST:g} x is wanted)")
    print(f"errors and processes left over: {len(errors)}", *errors, sep="\n  ")
    return int(bool(errors) or ratio > MOST)


if __name__ == "__main__":
    sys.exit(main())
