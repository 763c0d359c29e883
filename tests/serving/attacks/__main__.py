"""Carries out one attack on one of our servers, and prints the results as JSON: `python -m tests.serving.attacks`."""

import argparse
import asyncio
import ipaddress
import json
import os
import resource
from contextlib import suppress
from urllib.parse import urlsplit

from tests.serving.attacker import Attacker
from tests.serving.attacks import ATTACKS
from tests.serving.attacks.kinds import NICE

GRACE = 20.0  # seconds that an attack may run over its time before we stop it


async def carry(name: str, them: Attacker) -> None:
    """Carry out an attack, and stop it if it runs `GRACE` seconds over its time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(max(0.0, them.left) + GRACE):
            await ATTACKS[name].carry(them)


def main() -> None:
    """Carry out the requested attack, and print its results as JSON."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("name", choices=sorted(ATTACKS))
    asked.add_argument("url", help="a server on this machine")
    asked.add_argument("--seconds", type=float, default=10.0)
    asked.add_argument("--password", default="")
    given = asked.parse_args()
    if not ipaddress.ip_address(urlsplit(given.url).hostname or "").is_loopback:
        asked.error("attacks are made on this machine only")
    os.nice(NICE)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    them = Attacker(given.url, given.seconds, password=given.password)
    asyncio.run(carry(given.name, them))
    note = ", ".join(f"{what} {many}" for what, many in them.later.items())
    print(json.dumps({"seen": them.seen, "wrong": them.wrong, "note": note}))


if __name__ == "__main__":
    main()
