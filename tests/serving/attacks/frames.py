"""Attacks through the websocket of an attacker's own kernel: frames that lie, are too big, or come too often."""

import asyncio
import json
import random
import struct
import time
from itertools import cycle

from tests.serving.attacker import (
    BINARY,
    CLOSE,
    GONE,
    LEGACY,
    PING,
    PONG,
    TEXT,
    V1,
    Attacker,
    Refused,
    deflated,
    frame,
    header,
    joined,
    legacy,
    v1,
)  # fmt: skip
from tests.serving.attacks.kinds import Attacks
from tests.serving.choosing import anything
from tests.serving.learner import Learner

attack = Attacks()
SIZES = (1_900_000, 400_000, 90_000, 20_000)  # whatever the limit is, one of these is just below it
NOTHING = {"comm_id": "none", "data": {}}
IMAGE = {
    "_model_module": "@jupyter-widgets/controls", "_model_module_version": "2.0.0", "_model_name": "ImageModel",
    "_view_module": "@jupyter-widgets/controls", "_view_module_version": "2.0.0", "_view_name": "ImageView",
}  # fmt: skip


@attack("count of parts", ended=True)
async def count_of_parts(them: Attacker) -> None:
    """Send a v1 frame that claims to have 2**62 parts, then other false counts."""
    for count in cycle([2**62, 2**63, 2**64 - 1, 2**32, 2**24, 0, 1]):
        if not them.lasts(40):
            return
        await them.say([frame(BINARY, count.to_bytes(8, "little"))])
        await them.say([frame(BINARY, count.to_bytes(8, "little") + bytes(64))])


@attack("count of parts, old protocol")
async def count_of_old_parts(them: Attacker) -> None:
    """Send a frame in the old protocol that claims to have 2**31 - 1 parts, then other false counts."""
    for count in cycle([0x7FFFFFFF, 0xFFFFFFFF, 0x00FFFFFF, 0]):
        if not them.lasts(40):
            return
        for protocol in (LEGACY, V1):
            await them.say([frame(BINARY, count.to_bytes(4, "big"))], protocol)


@attack("picture that is asked for")
async def picture(them: Attacker) -> None:
    """Make a widget with a picture and request its state, so that the kernel answers with buffers."""
    made = {"target_name": "jupyter.widget", "data": {"state": IMAGE, "buffer_paths": []}}
    for number in range(8):
        if not them.lasts(40):
            return
        comm = f"{number:032x}"
        opened, asked = {"comm_id": comm, **made}, {"comm_id": comm, "data": {"method": "request_state"}}
        version = {"version": "2.1.0"}
        for protocol, kind, message in ((LEGACY, TEXT, legacy), (V1, BINARY, v1)):
            frames = [frame(kind, message("comm_open", opened, "shell", version))]
            frames.append(frame(kind, message("comm_msg", asked)))
            frames.append(frame(kind, message("kernel_info_request", {})))
            await them.say(frames, protocol, stays=1.0)


@attack("offsets back and forth", ended=True)
async def offsets(them: Attacker) -> None:
    """Send v1 frames of 40 to 240 kB whose offsets go back and forth, so that over a thousand parts are the same."""
    for size in cycle([160_000, 40_000]):
        if not them.lasts(20):
            return
        count = size // 16
        there_and_back = [8, size] * (count // 2)
        said = struct.pack(f"<{len(there_and_back) + 1}Q", len(there_and_back), *there_and_back)
        parts = [json.dumps(each).encode() for each in (header("comm_msg"), {}, {}, NOTHING)]
        whole = joined([b"shell", *parts])
        await them.say([frame(BINARY, said + bytes(max(0, size - len(said))))])
        # the same after the start of a well-formed message
        begin = struct.unpack_from("<7Q", whole)[1:]
        shift = 8 * len(there_and_back)
        known = [each + shift for each in begin]
        lying = [*known, *[known[0], known[-1]] * (len(there_and_back) // 2)]
        body = whole[8 * 7 :] + b"x" * size
        await them.say([frame(BINARY, struct.pack(f"<{len(lying) + 1}Q", len(lying), *lying) + body)])


@attack("messages on other channels")
async def other_channels(them: Attacker) -> None:
    """Send messages of up to 1.9 MB on channels other than shell and control, forty per second."""
    for size in SIZES:
        for channel in ("iopub", "stdin", "hb", "control\0", "x" * 300):
            said = v1("comm_msg", {"comm_id": "none", "data": "x" * size}, channel)
            ends, them.ends = them.ends, min(them.ends, time.monotonic() + 3)
            await them.pour(frame(BINARY, said), 40)
            them.ends = ends
            if them.left <= 0:
                return


@attack("compressed lists")
async def bombs(them: Attacker) -> None:
    """Send 1.9 MB of empty lists in about 2 kB, forty times per second; when cut off, go on with other sizes."""
    for size in cycle(SIZES):
        if not them.lasts(5000):
            return
        content = b'{"comm_id": "none", "data": [' + b"[]," * (size // 3) + b"0]}"
        parts = [json.dumps(header("comm_msg")).encode(), b"{}", b"{}", content]
        bomb = deflated(BINARY, joined([b"shell", *parts]))
        heavy = deflated(BINARY, joined([b"shell", content, b"{}", b"{}", b"{}"]))  # read before it's understood
        for each in (bomb, heavy):
            await them.pour(each, 40, packed=True, most=5000)


@attack("bytes", ended=True)
async def many_bytes(them: Attacker) -> None:
    """Send well-formed messages as big as allowed, 55 per second, or smaller ones, up to 1,000 per second."""
    for size in cycle(SIZES):
        if not them.lasts(20_000):
            return
        said = v1("comm_msg", {"comm_id": "none", "data": {"x": "x" * size}})
        await them.pour(frame(BINARY, said), 55 if size > 50_000 else 1000, most=20_000)


@attack("messages")
async def many_messages(them: Attacker) -> None:
    """Send small well-formed messages as fast as the server takes them, reconnecting when cut off."""
    said = frame(BINARY, v1("comm_msg", NOTHING))
    while them.lasts(100_000):
        await them.pour(said * 20, 10_000, most=100_000)


@attack("messages just allowed")
async def patient(them: Attacker) -> None:
    """Request all states from six pages, about fifty times per second in all, and read every answer."""
    asked = frame(BINARY, v1("comm_msg", {"comm_id": "all", "data": {"method": "request_states"}}))
    opened = {"comm_id": "all", "target_name": "jupyter.widget.control", "data": {}}
    made = frame(BINARY, v1("comm_open", opened, metadata={"version": "1.0.0"}))

    async def one(page: Attacker) -> None:
        if "answered" not in await page.say([made]):
            return
        while page.lasts(20_000) and page.kernel_id:
            await page.pour(asked, 8, most=20_000)

    await asyncio.gather(*(guarded(them, one(them.other())) for _ in range(6)))


@attack("pings and empty fragments")
async def control(them: Attacker) -> None:
    """Send pings, pongs and empty fragments as fast as the server takes them, reconnecting when cut off."""
    floods = [
        frame(PING, b"x" * 125) * 200,
        frame(PONG) * 400,
        frame(BINARY, last=False) + frame(0, last=False) * 400 + frame(0),
        frame(BINARY, b"x", last=False) + frame(0, b"x", last=False) * 400 + frame(0),
        frame(PING) * 400,
    ]
    for each in cycle(floods):
        if not them.lasts(20_000):
            return
        ends, them.ends = them.ends, min(them.ends, time.monotonic() + 2)
        await them.pour(each, 500, most=20_000)
        them.ends = ends


@attack("frames out of order")
async def disorder(them: Attacker) -> None:
    """Send reserved bits and opcodes, overlong or fragmented control frames, false sizes, no mask, bad text."""
    good = v1("comm_msg", NOTHING)
    strange = [
        frame(BINARY, good, bits=0x70), frame(BINARY, good, bits=0x10), frame(3, good), frame(15), frame(0, good),
        frame(PING, b"x" * 126), frame(PING, last=False), frame(CLOSE, b"x"), frame(CLOSE, b"\x00\x00"),
        frame(CLOSE, b"\x03\xe8" + b"\xff" * 100), b"\x82\xff" + b"\xff" * 8 + bytes(4),
        b"\x82\xff" + struct.pack("!Q", 2**40) + bytes(4), b"\x82\x05hello", frame(TEXT, b"\xff\xfe"), frame(TEXT),
        frame(BINARY), frame(BINARY, good, last=False) + frame(BINARY, good), frame(BINARY, good, bits=0x40),
        deflated(BINARY, good)[:-3] + b"\xff\xff\xff", random.Random(1).randbytes(2000),
        frame(TEXT, b"[" * 100_000), frame(TEXT, b'{"a":' * 50_000), frame(BINARY, joined([b"[" * 9000] * 6)),
    ]  # fmt: skip
    for packed in cycle([False, True]):
        for each in strange:
            if not them.lasts(300):
                return
            await them.say([each, frame(BINARY, good)], V1, packed)
            await them.say([each, frame(TEXT, legacy("comm_msg", NOTHING))], LEGACY, packed)


@attack("messages behind a bad one")
async def behind(them: Attacker) -> None:
    """Send a frame that must end the connection, and right after it good frames, which must not be read."""
    good = [v1("comm_msg", NOTHING), v1("kernel_info_request", {}), v1("comm_info_request", {})]
    for bad in cycle([b"", b"x" * 100, bytes(8), good[0][:-1], good[0] + b"x", b"\6" + bytes(60)]):
        for pack in (frame, deflated):
            if not them.lasts(200):
                return
            frames = [pack(BINARY, bad), *(pack(BINARY, each) for each in good * 5)]
            await them.say([b"".join(frames)], V1, pack is deflated)


@attack("deep nesting")
async def nesting(them: Attacker) -> None:
    """Send well-formed frames whose headers, metadata or content is 500 to 90,000 nested brackets."""
    deep = [b"[" * n + b"]" * n for n in (500, 5_000, 90_000)]
    good = [json.dumps(each).encode() for each in (header("comm_msg"), {}, {}, NOTHING)]
    for nested in cycle(deep):
        for place in range(4):
            if not them.lasts(300):
                return
            await them.say([frame(BINARY, joined([b"shell", *good[:place], nested, *good[place + 1 :]]))])


@attack("pages that do not read", ended=True)
async def deaf(them: Attacker) -> None:
    """Request all states repeatedly from six pages, without reading the answers."""
    opened = {"comm_id": "all", "target_name": "jupyter.widget.control", "data": {}}
    made = frame(BINARY, v1("comm_open", opened, metadata={"version": "1.0.0"}))
    asked = frame(BINARY, v1("comm_msg", {"comm_id": "all", "data": {"method": "request_states"}}))

    async def one(page: Attacker) -> None:
        await page.say([made])
        while page.lasts(20_000) and page.kernel_id:
            await page.pour(asked, 50, reads=False, most=20_000)

    await asyncio.gather(*(guarded(them, one(them.other())) for _ in range(6)))


@attack("reconnecting")
async def reconnecting(them: Attacker) -> None:
    """Connect to a kernel and disconnect repeatedly, ten at a time, as fast as the server allows."""
    await them.say([])

    async def one() -> None:
        while them.lasts(3000):
            try:
                socket = await them.connect()
                socket.writer.close()
                them.seen["connected"] += 1
            except Refused as error:
                them.seen[str(error)] += 1
            except GONE:
                them.seen["cut"] += 1

    await asyncio.gather(*(one() for _ in range(10)))


@attack("busy kernels")
async def busy(them: Attacker) -> None:
    """Click at random as six learners at one address, fifteen times per second each, which is all allowed."""
    learners = [Learner(them.url, "", seed, source=them.source) for seed in range(6)]

    async def one(learner: Learner) -> None:
        with learner.noting():
            await learner.come()
            while them.left > 0:  # don't rely on cancellation: asyncio may lose it when much is going on
                await learner.click(anything)
                await asyncio.sleep(1 / 15)

    await asyncio.gather(*(one(each) for each in learners))
    them.seen["clicks"] += sum(len(each.clicks) for each in learners)
    for each in learners:
        with each.noting():
            await each.leave()


async def guarded(them: Attacker, doing: object) -> None:
    """Await a coroutine, and count a refusal by the server."""
    try:
        await doing  # type: ignore[misc]
    except Refused as error:
        them.seen[str(error)] += 1
