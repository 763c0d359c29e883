"""A fuzzer of the websocket protocols: holds conversations no page would hold, and counts the results.

`python -m tests.serving.fuzz` serves the tutor for it; with `--seed` and `--number`, one conversation is repeated.
"""

import argparse
import asyncio
import json
import os
import pickle
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count

from tests.serving.attacker import Attacker
from tests.serving.attacks.kinds import NICE
from tests.serving.conversations import BAR, PLACE, SHELF, Conversation
from tests.serving.learner import Failed, Learner
from tests.serving.load import served


def made(seed: int) -> tuple[Conversation, ...]:
    """Return the conversations of a seed, always the same ones."""
    command = [sys.executable, "-m", "tests.serving.conversations", str(seed)]
    found: tuple[Conversation, ...] = pickle.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return found


async def numbered(first: int) -> AsyncIterator[tuple[int, int, Conversation]]:
    """Yield endless conversations, each with its seed and number; the next ones are made meanwhile."""
    making = asyncio.create_task(asyncio.to_thread(made, first))
    for seed in count(first):
        some, making = await making, asyncio.create_task(asyncio.to_thread(made, seed + 1))
        for number, each in enumerate(some):
            yield seed, number, each


# ---- talking

OFTEN = 40  # conversations from one address
Found = tuple[Mapping[str, int], list[str], str]  # results, forbidden results, and what was tried


class Fuzzer:
    """An attacker with their own page, who sends all kinds of messages to its kernel."""

    def __init__(self, url: str) -> None:
        self.them = Attacker(url, 0)
        self.names: dict[bytes, bytes] = {}
        self.moves = 0

    async def move(self) -> None:
        """Leave, and continue from another address, because one that's been cut off often has used up its budget."""
        await self.leave()
        self.moves += 1
        self.them = self.them.other(f"127.0.{1 + self.moves // 200}.{1 + self.moves % 200}")

    async def leave(self) -> None:
        """Shut down the page's kernel, if there is one."""
        if self.them.kernel_id:
            await self.them.ask(f"/voila/api/shutdown/{self.them.kernel_id}", "POST")
        self.them.kernel_id = ""

    async def meet(self) -> None:
        """Open the app as a learner does, and record the names of its widgets."""
        learner = Learner(self.them.url, "?lesson=combat", 3, source=self.them.source)
        await learner.come()
        known = [learner.shelf_id(), learner.shown()[-1], learner.shown()[0]]
        pairs = zip((SHELF, PLACE, BAR), known, strict=True)
        self.names = {name.encode(): each.encode() for name, each in pairs if len(each) == len(name)}
        await learner.leave(closing=False)
        self.them.jar, self.them.kernel_id = dict(learner.jar), learner.kernel_id

    async def hold(self, conversation: Conversation) -> str:
        """Hold a conversation; return its result, or "no answer" if the server no longer responds at all."""
        if not self.them.kernel_id:
            await self.meet()
        frames = [step.frames(self.names) for step in conversation.steps]
        came = await self.them.say(frames, conversation.protocol, conversation.packed)
        if came == "no answer" and await self.them.health():  # only this kernel is busy, so take another one
            await self.leave()
            came = "own kernel busy"
        return came


async def fuzz(url: str, seconds: float, begin: int, tell: Callable[[str], None]) -> Found:
    """Hold conversations for this long, or until three have failed; return the results, the failures and the seeds."""
    fuzzer, wrong, number = Fuzzer(url), list[str](), begin
    ends = time.monotonic() + seconds
    async for number, at, conversation in numbered(begin):
        if time.monotonic() > ends or len(wrong) >= 3:
            break
        if not at:
            tell(f"seed {number}")
        if at % OFTEN == 0:
            await fuzzer.move()
        what = f"seed {number}, number {at}: {conversation.told()}"
        try:
            if await fuzzer.hold(conversation) == "no answer":
                wrong.append(f"no answer to {what}")
        except (Failed, OSError) as error:
            wrong.append(f"{error}, before {what}")
    return fuzzer.them.seen, wrong, f"seeds {begin} to {number}"


async def again(url: str, number: int, at: int) -> Found:
    """Repeat one conversation, and return its result."""
    fuzzer, conversation = Fuzzer(url), made(number)[at]
    came = await fuzzer.hold(conversation)
    return fuzzer.them.seen, ["no answer"] if came == "no answer" else [], conversation.told()


def options(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the command-line options."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--url", help="a server on this machine; one is started if none is given")
    asked.add_argument("--minutes", type=float, default=1.0)
    asked.add_argument("--seed", type=int, default=1, help="which conversations to begin with")
    asked.add_argument("--number", type=int, help="only this one of the seed's conversations")
    return asked.parse_args(given)


def main() -> None:
    """Fuzz, and print the results as JSON."""
    asked = options()

    def work(url: str) -> None:
        if asked.number is None:
            doing = fuzz(url, asked.minutes * 60, asked.seed, lambda line: print(line, file=sys.stderr, flush=True))
        else:
            doing = again(url, asked.seed, asked.number)
        seen, wrong, note = asyncio.run(doing)
        print(json.dumps({"seen": seen, "wrong": wrong, "note": note}))

    if asked.url:
        os.nice(NICE)
        work(asked.url)
        return
    with served(8) as (server, house):
        try:
            work(server.url)
        finally:
            with suppress(OSError):
                print(server.log.read_text(errors="replace")[-2000:], file=sys.stderr)
            for each in house.processes():
                each.kill()


if __name__ == "__main__":
    main()
