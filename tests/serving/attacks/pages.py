"""Attacks with pages: taking every place, starting kernels from elsewhere, guessing the password."""

import asyncio

from tests.serving.attacker import FORM, GONE, Attacker, Refused, Socket
from tests.serving.attacks.kinds import Attacks

attack = Attacks()
IMAGE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
FRAME = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@attack("names of other hosts")
async def hosts(them: Attacker) -> None:
    """Request the page and the websocket under names that aren't this server's, as after DNS rebinding."""
    port = them.parts.port
    for name in (
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.example.",
        "xn--9ca.example",
    ):
        answer = await them.other().ask("/", Host=f"{name}:{port}")
        them.seen[f"page {answer.status}"] += 1
        them.expect(answer.status >= 400, f"a page was served by the name {name}")
        answer = await them.other().ask("/health", Host=f"{name}:{port}")
        them.expect(answer.status >= 400, f"health was told by the name {name}")
    for name in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"):
        answer = await them.ask("/health", Host=name)
        them.seen[f"own name {answer.status}"] += 1
        them.expect(answer.status == 200, f"nothing was served by the name {name}")
    own = them.other()
    await own.open()
    evil = f"evil.example:{port}"
    await reach(own, "a websocket by the name evil.example", Host=evil, Origin=f"http://{evil}")


async def reach(them: Attacker, what: str, **headers: str) -> None:
    """Try a connection that must not succeed."""
    try:
        async with them.connected(**headers):
            them.seen["connected"] += 1
            them.expect(False, what)
    except Refused as error:
        them.seen[f"socket {error}"] += 1


@attack("pictures on another site")
async def cross_site(them: Attacker) -> None:
    """Request the page as a picture or frame on another site's page; a link from there must work."""
    before = (await them.health()).get("learners", 0)
    for what, headers in (("picture", IMAGE), ("frame", FRAME)):
        for _ in range(5):
            answer = await them.other().ask("/", **headers)
            them.seen[f"{what} {answer.status}"] += 1
            them.expect(answer.status in (403, 421), f"the {what} of another site got the page")
    after = (await them.health()).get("learners", 0)
    # meanwhile, the harness may have sent somebody else
    them.expect(after <= before + 1, "another site started kernels")
    answer = await them.other().ask("/", **LINK)
    them.seen[f"link {answer.status}"] += 1
    them.expect(answer.status in (200, 503), "a link of another site was refused")


async def take_all(them: Attacker, cookies: bool) -> None:
    """Open as many pages as possible, three at a time, and connect to each; with `cookies`, each as a new browser."""
    held: list[Socket] = []
    first = them.other()

    async def one() -> None:
        while them.lasts(100):
            page = them.other()
            page.jar = {} if cookies else first.jar
            try:
                held.append(await page.connect())
                them.seen["places taken"] += 1
            except Refused as error:
                them.seen[str(error)] += 1
                await asyncio.sleep(1)
            except GONE:
                them.seen["cut"] += 1

    await first.say([])
    await asyncio.gather(*(one() for _ in range(3)))
    for each in held:
        each.writer.close()


@attack("places, by one browser", house="small", longer=2.5)
async def one_browser(them: Attacker) -> None:
    """Open page after page with one browser, and connect to them all."""
    await take_all(them, cookies=False)


@attack("places, by one address", house="small", longer=2.5)
async def one_address(them: Attacker) -> None:
    """Open page after page from one address, each as a new browser, and connect to them all."""
    await take_all(them, cookies=True)


@attack("pages", ended=True)
async def many_pages(them: Attacker) -> None:
    """Open pages, twenty at a time, and leave them right away or as soon as they start."""

    async def one(number: int) -> None:
        while them.lasts(2000):
            page = them.other()
            try:
                reader, writer = await page.dial()
                writer.write(page.head("/"))
                if number % 2:
                    async with asyncio.timeout(3):
                        line = await reader.readline()
                        them.seen[f"page {line.split()[1].decode()}"] += 1
                else:
                    them.seen["left"] += 1
                writer.transport.abort()
            except (TimeoutError, IndexError, *GONE):
                them.seen["no answer"] += 1
            await asyncio.sleep(0.05)

    await asyncio.gather(*(one(number) for number in range(20)))


@attack("pages that are never connected", during=False)
async def never_connected(them: Attacker) -> None:
    """Load pages completely from thirty addresses, and never connect."""

    async def one(number: int) -> None:
        while them.lasts(200):
            answer = await them.other(f"127.0.2.{number + 1}").ask("/")
            them.seen[f"page {answer.status}"] += 1
            await asyncio.sleep(1)

    await asyncio.gather(*(one(number) for number in range(30)))


@attack("wrong passwords", house="locked")
async def guessing(them: Attacker) -> None:
    """Send wrong passwords from twenty addresses, five at a time from each, then the right one, which must wait too."""

    async def one(number: int) -> None:
        guest = them.other(f"127.0.3.{number // 5 + 1}")
        while them.lasts(3000):
            answer = await guest.ask("/login", "POST", f"password=guess{them.seen.total()}", **FORM)
            them.seen[str(answer.status)] += 1
            them.expect(answer.status in (0, 403, 429, 503), f"a wrong password got {answer.status}")
            await asyncio.sleep(0.05)

    await asyncio.gather(*(one(number) for number in range(100)))
    late = them.other("127.0.3.1")
    late.password = them.password
    status = await late.login()
    them.expect(status not in (200, 302, 303), "somebody who guessed for long may go on at once")
