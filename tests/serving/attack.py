"""The attack run: all attacks, one by one, on real servers, next to a learner in Chromium who keeps clicking."""

import argparse
import asyncio
import json
import logging
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import psutil
import yaml
from playwright.sync_api import Browser
from playwright.sync_api import Error as BrowserError
from tornado.httpclient import HTTPClientError
from websockets.exceptions import WebSocketException

from apz.serving.settings import READERS
from tests import servers
from tests.serving.attacker import Attacker
from tests.serving.attacks import ATTACKS
from tests.serving.attacks.kinds import FILES, HOUSES, USUAL, Attack
from tests.serving.choosing import onward
from tests.serving.learner import Click, Failed, Learner
from tests.serving.load import House, p95
from tests.serving.reader import Hands, Reader

RATIO, FLOOR = 3.0, 60.0  # limit for the p95 of clicks relative to a quiet server's, which counts as at least FLOOR ms
LARGER = 100.0  # megabytes by which the server may grow
LINES, LETTERS = 100, 20_000  # most of the log, per minute
COMING = 30.0  # seconds within which a newcomer must get in
LOST = 20.0  # seconds after which a click is lost
ENDING = 5.0  # seconds that a server may take to stop
TOO_LARGE = 1000.0  # megabytes at which we end a server, so that nothing else on this machine suffers
PACE = 0.5  # seconds between two clicks
NEW = "127.0.0.3"  # the newcomers' address; the bystander's is 127.0.0.1
FAULTS = ("Traceback", "error:")
IN_KERNEL = "error: in a kernel"  # attackers may make their own kernels complain, but at most fifty times
LIMITED = """\
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard} or resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""


class Seen(NamedTuple):
    """The bystander's clicks in a stretch of time, answered and lost."""

    clicks: list[float]  # milliseconds
    lost: list[str]

    @property
    def p95(self) -> float:
        """The 95th percentile of the times."""
        return p95(self.clicks)

    def beside(self, quiet: "Seen") -> float:
        """Return the ratio of this 95th percentile to a quiet server's, or to `FLOOR` if that's larger."""
        return self.p95 / max(quiet.p95, FLOOR)


class Bystander:
    """A learner in Chromium who clicks through a lesson all the time."""

    def __init__(self, hands: Hands, started: Browser, url: str, cookies: Sequence[Any]) -> None:
        self.hands, self.started, self.url, self.cookies = hands, started, url, cookies
        self.clicks: list[Click] = []  # when each one started, and how long it took
        self.lost: list[tuple[float, str]] = []
        self.going = True

    async def come(self) -> None:
        """Open the page, and start clicking."""
        self.reader = await self.hands.do(self.arrive)
        self.task = asyncio.create_task(self.hands.do(self.keep_clicking))

    def arrive(self) -> Reader:
        """Open the page, and return its reader."""
        reader = Reader(self.started, self.url, "?lesson=combat", 0)
        if self.cookies:
            reader.context.add_cookies(self.cookies)
        reader.come()
        return reader

    def keep_clicking(self) -> None:
        """Click about twice per second; when there's nothing left to click, start again."""
        nothing = 0
        while self.going:
            begin, known = time.perf_counter(), len(self.reader.clicks)
            try:
                self.reader.click(onward, patience=LOST)
                if nothing > 5:
                    self.reader.come()
                    nothing = 0
            except BrowserError as error:
                self.reader.errors.append(error.message[:200])
            except IndexError:
                self.reader.errors.append("the page is gone")
            answered = len(self.reader.clicks) > known
            nothing = 0 if answered else nothing + 1
            if answered:
                self.clicks.append(Click(begin, self.reader.clicks[-1].took))
            self.lost += [(begin, each) for each in self.reader.errors]
            self.reader.errors.clear()
            time.sleep(max(0.0, begin + PACE - time.perf_counter()))

    async def answered_after(self, when: float) -> None:
        """Wait until a click begun after `when` is answered or lost; if that takes too long, record a lost click."""
        end = time.monotonic() + 3 * LOST
        while time.monotonic() < end and not self.task.done():
            if (self.clicks and self.clicks[-1].when > when) or (self.lost and self.lost[-1][0] > when):
                return
            await asyncio.sleep(0.1)
        self.lost.append((when, "no click was answered any more"))

    def saw(self, begin: float, end: float) -> Seen:
        """Return how long the clicks under way between `begin` and `end` took, and why any were lost since."""
        clicks = [each for each in self.clicks if begin - LOST < each.when < end]
        inside = [each.took for each in clicks if each.when + each.took / 1000 > begin]
        return Seen(inside, [why for when, why in self.lost if begin - PACE <= when])

    async def leave(self) -> None:
        """Stop, and close the browser's window."""
        self.going = False
        await self.task
        with suppress(BrowserError):
            await self.hands.do(self.reader.context.close)


class Site:
    """A real `apz serve`, watched from outside."""

    def __init__(self, server: servers.Server, house: House, password: str) -> None:
        self.server, self.house, self.password = server, house, password
        self.process = min(house.processes(), key=psutil.Process.create_time)

    def memory(self) -> float:
        """Return the server's memory in megabytes; 0 if it's gone."""
        try:
            return float(self.process.memory_info().rss) / 2**20
        except psutil.Error:
            return 0.0

    def used(self) -> float:
        """Return the server's processor time in seconds; 0 if it's gone."""
        try:
            times = self.process.cpu_times()
            return float(times.user + times.system)
        except psutil.Error:
            return 0.0

    def log(self) -> str:
        """Return the server's log."""
        return self.server.log.read_text(errors="replace")

    async def peak(self, found: list[float]) -> None:
        """Record the server's memory at regular intervals, and kill a server that takes far too much."""
        begin = self.memory()
        while True:
            found.append(self.memory())
            if found[-1] > begin + TOO_LARGE:
                self.kill()
            await asyncio.sleep(0.25)

    def kill(self) -> None:
        """End the server with all its kernels right away."""
        for each in self.house.processes():
            with suppress(psutil.Error):
                each.kill()

    async def newcomer(self) -> float | None:
        """Visit as a newcomer from another address; return the seconds until they can click, or None if they can't."""
        learner = Learner(self.server.url, "", 7, source=NEW)
        begin = time.perf_counter()
        try:
            async with asyncio.timeout(COMING):
                guest = Attacker(self.server.url, source=NEW, password=self.password)
                await guest.login()
                learner.jar.update(guest.jar)
                await learner.come()
                took = time.perf_counter() - begin
                await learner.leave()
                return took
        except (TimeoutError, Failed, WebSocketException, HTTPClientError, OSError):
            return None
        finally:
            if learner.socket is not None:
                await learner.socket.close()


@contextmanager
def site(name: str) -> Iterator[Site]:
    """Serve the tutor with the settings that `HOUSES` has under `name`, yield it, and end it afterward."""
    settings = {key: value for key, value in HOUSES[name].items() if key in READERS}
    with TemporaryDirectory() as place:
        home, port = Path(place), servers.free_port()
        file = home / "settings.yaml"
        file.write_text(yaml.safe_dump({"port": port, **settings}), encoding="utf-8")
        files = {"soft": FILES, "hard": FILES} if name == "narrow" else {"soft": USUAL, "hard": 0}
        (home / "limited.py").write_text(LIMITED.format(**files), encoding="utf-8")
        arguments = ["limited", "apz.cli", "serve", f"--settings={file}", "--no-browser"]
        with servers.running(arguments, home, f"http://127.0.0.1:{port}", ready="/health") as server:
            found = Site(server, House(home), settings.get("password", ""))
            try:
                yield found
            finally:
                found.kill()


# ---- one attack


class Row(NamedTuple):
    """The results of one attack."""

    name: str
    tries: int
    came: str  # the tries by their result
    seen: Seen
    ratio: float
    grown: float  # megabytes
    cores: float
    lines: int
    letters: int
    newcomer: float | None
    wrong: list[str]


async def face(here: Site, bystander: Bystander, name: str, command: Sequence[str], seconds: float, quiet: "Row | None",
               during: bool = True) -> Row:  # fmt: skip
    """Have a separate process attack; return the measurements of the server and the bystander meanwhile."""
    before, used, logged = here.memory(), here.used(), len(here.log())
    sizes: list[float] = []
    watching = asyncio.create_task(here.peak(sizes))
    begin = time.perf_counter()
    attacking = asyncio.create_task(carry(command, seconds))
    newcomer: float | None = None
    if during:
        await asyncio.sleep(seconds / 2)
        newcomer = await here.newcomer()
    tries, came, wrong = await attacking
    await asyncio.sleep(max(0.0, begin + seconds - time.perf_counter()))  # its consequences may come later
    end = time.perf_counter()
    spent = here.used() - used
    if not during:
        newcomer = await here.newcomer()
    await bystander.answered_after(end)
    watching.cancel()
    seen, new = bystander.saw(begin, end), here.log()[logged:]
    row = Row(name, tries, came, seen, 1.0, max(sizes) - before, spent / (end - begin), new.count("\n"), len(new),
              newcomer, wrong)  # fmt: skip
    if quiet is not None:
        row = row._replace(ratio=seen.beside(quiet.seen))
    return row._replace(wrong=[*limits(row, (end - begin) / 60), *faults(new), *wrong])


def limits(row: Row, minutes: float) -> list[str]:
    """Return the limits that an attack exceeded, as texts."""
    minutes = max(1.0, minutes)
    missed = [
        (bool(row.seen.lost), f"{len(row.seen.lost)} clicks lost ({brief(row.seen.lost)})"),
        (not row.seen.clicks, "no click was answered"),
        (row.ratio > RATIO, f"p95 {row.ratio:.1f} times as long (at most {RATIO:g})"),
        (row.grown > LARGER, f"{row.grown:.0f} MB larger (at most {LARGER:g})"),
        (row.lines > LINES * minutes, f"{row.lines} lines logged (at most {LINES} a minute)"),
        (row.letters > LETTERS * minutes, f"{row.letters} characters logged (at most {LETTERS} a minute)"),
        (row.newcomer is None, f"nobody new came in within {COMING:.0f} s"),
    ]
    return [what for so, what in missed if so]


def brief(lost: Sequence[str]) -> str:
    """Return why clicks were lost: up to three different reasons, each in a few words."""
    return "; ".join(sorted({" ".join(each.split())[:70] for each in lost})[:3])


def faults(logged: str) -> list[str]:
    """Return a text with the number of logged faults of ours and the first of them, in a list; [] if there are none."""
    found = [line for line in logged.splitlines() if any(each in line for each in FAULTS) and IN_KERNEL not in line]
    return [f"{len(found)} faults logged: {found[0][:160]}"] if found else []


async def carry(command: Sequence[str], seconds: float) -> tuple[int, str, list[str]]:
    """Run an attacker; return how many tries it made, their results, and those that must not happen."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        said, complained = await asyncio.wait_for(process.communicate(), seconds + 60)
        found = json.loads(said.decode().splitlines()[-1])
    except TimeoutError:
        process.kill()
        return 0, "", ["the attack did not end by itself"]
    except (ValueError, IndexError):
        return 0, "", [f"the attack failed: {complained.decode()[-300:]}"]
    came = ", ".join(filter(None, [*(f"{what} {many}" for what, many in found["seen"].items()), found.get("note")]))
    return sum(found["seen"].values()), came, found["wrong"]


def command(attack: Attack, here: Site, seconds: float) -> list[str]:
    """Return the command that carries out an attack."""
    return [
        "tests.serving.attacks",
        attack.name,
        here.server.url,
        f"--seconds={seconds}",
        f"--password={here.password}",
    ]


# ---- all of them


class Run:
    """A run of all attacks, in which a server that has suffered is replaced."""

    def __init__(self, asked: argparse.Namespace, hands: Hands, started: Browser) -> None:
        self.asked, self.hands, self.started = asked, hands, started
        self.quiet: Row | None = None
        self.bad: list[str] = []
        self.house = ""

    async def __aenter__(self) -> "Run":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, house: str) -> None:
        """Serve this house, with the bystander in it, unless it's already being served."""
        if self.house == house:
            return
        await self.close()
        self.stack, self.house = ExitStack(), house
        self.site = self.stack.enter_context(site(house))
        guest = Attacker(self.site.server.url, source="127.0.0.1", password=self.site.password)
        await guest.login()
        cookies = [{"name": name, "value": value, "url": guest.url} for name, value in guest.jar.items()]
        self.bystander = Bystander(self.hands, self.started, self.site.server.url, cookies)
        await self.bystander.come()

    async def close(self) -> None:
        """End the current server."""
        if self.house:
            self.house = ""
            if not self.site.memory():
                self.site.kill()
            leaving = asyncio.create_task(self.bystander.leave())
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(leaving), 2 * PACE)
            self.site.kill()
            await leaving
            self.stack.close()

    async def measure_quiet(self) -> None:
        """Measure a fresh server that nobody attacks, while a newcomer arrives."""
        await self.close()
        self.quiet = None
        self.quiet = await self.once(Attack("nothing", ATTACKS["nothing"].carry))
        self.tell(self.quiet)

    async def make(self, attack: Attack) -> None:
        """Make one attack, and report it."""
        row = await self.once(attack)
        if row.ratio > RATIO and len(row.wrong) == 1:  # maybe this machine is just busier than before
            await self.measure_quiet()
            row = await self.once(attack)
        self.tell(row)
        if row.wrong:
            await self.close()

    async def once(self, attack: Attack) -> Row:
        """Make one attack; return its results."""
        await self.open(attack.house)
        seconds = self.asked.quiet if attack.name == "nothing" else self.asked.seconds * attack.longer
        doing = command(attack, self.site, seconds)
        return await face(self.site, self.bystander, attack.name, doing, seconds, self.quiet, attack.during)

    async def end_under(self, attack: Attack) -> None:
        """Tell a fresh server to stop while it's attacked, and report whether it ended in time."""
        with site(attack.house) as here:
            attacking = asyncio.create_task(carry(command(attack, here, 6.0), 6.0))
            await asyncio.sleep(4.0)
            begin = time.monotonic()
            here.process.send_signal(signal.SIGTERM)
            gone = await asyncio.to_thread(ended, here.process)
            took = time.monotonic() - begin
            here.kill()
            tries, _, _ = await attacking
        verdict = "ok" if gone else f"NOT OK: it did not end within {ENDING:.0f} s"
        if not gone:
            self.bad.append(f"end during {attack.name}")
        print(f"{'end during ' + attack.name:40} {tries:7} {'':55} {took:5.1f} s  {verdict}", flush=True)

    async def fuzz(self) -> None:
        """Run the fuzzer for as long as was asked, and report how the server did."""
        await self.open("open")
        seconds = self.asked.minutes * 60
        fuzzing = ["tests.serving.fuzz", f"--url={self.site.server.url}", f"--minutes={self.asked.minutes}",
                   f"--seed={self.asked.seed}"]  # fmt: skip
        row = await face(self.site, self.bystander, "fuzzed frames", fuzzing, seconds, self.quiet, during=False)
        self.tell(row)

    def tell(self, row: Row) -> None:
        """Print a line of the table and the results of the tries, and record an attack that wasn't withstood."""
        if row.wrong:
            self.bad.append(row.name)
        clicks = row.seen.clicks or [0.0]
        new = "none" if row.newcomer is None else f"{row.newcomer:.1f}"
        base = self.quiet.newcomer if self.quiet else row.newcomer
        times = f"{row.newcomer / base:.1f}" if row.newcomer and base else "-"
        print(
            f"{row.name:40} {row.tries:7} {len(row.seen.clicks):6} {median(clicks):6.0f} {row.seen.p95:6.0f} "
            f"{row.ratio:5.1f} {len(row.seen.lost):4} {row.grown:+6.0f} {row.cores:5.2f} {row.lines:5} "
            f"{row.letters / 1000:6.1f} {new:>5} {times:>5}  {'NOT OK' if row.wrong else 'ok'}",
            *(f"\n    - {each}" for each in row.wrong),
            f"\n    {row.came}" if row.came else "",
            sep="",
            flush=True,
        )


HEAD = (
    f"{'':55} bystander's clicks, ms       server        log     newcomer\n"
    f"{'what':40}   tries      n median    p95 ratio lost    +MB cores lines     kB     s ratio"
)


def ended(process: psutil.Process) -> bool:
    """Wait for a server to end, for at most `ENDING` seconds; return True if it ended."""
    try:
        process.wait(ENDING)
    except psutil.TimeoutExpired:
        return False
    return True


async def run(asked: argparse.Namespace) -> list[str]:
    """Make all requested attacks; return those that weren't withstood."""
    wanted = [each for name, each in ATTACKS.items() if name != "nothing" and chosen(name, asked.only)]
    hands = Hands()
    started = await hands.start()
    try:
        async with Run(asked, hands, started) as all_of_it:
            print(HEAD, flush=True)
            await all_of_it.measure_quiet()
            for attack in wanted:
                await all_of_it.make(attack)
            if asked.minutes > 0 and chosen("fuzzed frames", asked.only):
                await all_of_it.fuzz()
        for attack in wanted:
            if attack.ended:
                await all_of_it.end_under(attack)
        return all_of_it.bad
    finally:
        await hands.stop()


def chosen(name: str, only: Sequence[str]) -> bool:
    """Return True if an attack is requested, by its name or part of it; an empty `only` requests all."""
    return not only or any(each in name for each in only)


def options() -> argparse.Namespace:
    """Return the command-line options."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--only", nargs="*", default=[], metavar="NAME", help="attacks with this in their names")
    asked.add_argument("--seconds", type=float, default=10.0, help="how long each attack lasts")
    asked.add_argument("--quiet", type=float, default=20.0, help="how long a quiet server is looked at first")
    asked.add_argument("--minutes", type=float, default=30.0, help="how long frames are fuzzed; 0: not at all")
    asked.add_argument("--seed", type=int, default=1, help="which frames the fuzzer begins with")
    asked.add_argument("--list", action="store_true", help="only tell which attacks there are, and what they send")
    return asked.parse_args()


def main() -> int:
    """Make the attacks and report, or only list them; return 1 if one wasn't withstood, otherwise 0."""
    asked = options()
    logging.getLogger("tornado").setLevel(logging.CRITICAL)  # errors of connections to a server that was killed
    if asked.list:
        print(*(f"{name}: {each.about}" for name, each in ATTACKS.items()), sep="\n")
        return 0
    bad = asyncio.run(run(asked))
    print(f"not withstood: {len(bad)}", *bad, sep="\n  ")
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
