"""Fuzzed frames on a real server: the learners there don't notice them."""

import asyncio
from contextlib import suppress
from urllib.request import urlopen

import psutil
import pytest
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1

from tests.servers import Server
from tests.serving import fuzz
from tests.serving.attack import LARGER, NEW, faults
from tests.serving.attacker import BINARY, LEGACY, TEXT, V1, v1
from tests.serving.choosing import onward
from tests.serving.conftest import served
from tests.serving.learner import Learner
from tests.serving.test_pool import process

SEEDS = (1, 2, 3)
BATCH = 25  # conversations between two clicks of the learner there


@pytest.fixture(scope="module")
def tutor(tmp_path_factory):
    """Serve the tutor on this machine only; if the server hangs at the end, don't wait for it."""
    with served(tmp_path_factory.mktemp("fuzzed"), cap=6, preheat=1) as server:
        yield server
        try:
            with urlopen(f"{server.url}/health", timeout=30):
                pass
        except OSError:
            hung = process(server)
            for each in (hung, *hung.children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    each.kill()


@pytest.fixture(scope="module")
def talks():
    """Return all conversations, each with its seed and number."""
    return [(seed, at, each) for seed in SEEDS for at, each in enumerate(fuzz.made(seed))]


def megabytes(server: Server) -> float:
    """Return a server's memory in megabytes."""
    return float(process(server).memory_info().rss) / 2**20


def test_whatever_is_sent_to_a_kernel_others_learn_on_and_come_in(tutor, talks):
    async def meanwhile() -> None:
        bystander, fuzzer = Learner(tutor.url, "?lesson=combat", 1), fuzz.Fuzzer(tutor.url)
        await bystander.come()
        before = megabytes(tutor)
        for number, (seed, at, conversation) in enumerate(talks):
            if number % fuzz.OFTEN == 0:
                await fuzzer.move()
            told = f"seed {seed}, number {at} or one of the {BATCH} before it: {conversation.told()}"
            assert await fuzzer.hold(conversation) != "no answer", told
            if number % BATCH == 0:
                answered = len(bystander.clicks)
                await bystander.click(onward)
                assert (len(bystander.clicks), bystander.errors) == (answered + 1, []), told
                assert megabytes(tutor) < before + LARGER, told
                assert faults(tutor.log.read_text(errors="replace")) == [], told
        print(fuzzer.them.seen)
        newcomer = Learner(tutor.url, "", 2, source=NEW)
        await newcomer.come()
        await newcomer.leave()
        await bystander.leave()
        assert faults(tutor.log.read_text(errors="replace")) == []

    asyncio.run(meanwhile())


def test_conversations_are_the_same_each_time_so_that_one_can_be_held_again(talks):
    first = [each for seed, _, each in talks if seed == SEEDS[0]]
    assert list(fuzz.made(SEEDS[0])) == first
    assert list(fuzz.made(SEEDS[1])) != first


def test_conversations_are_of_both_protocols_good_and_broken(talks):
    steps = [(talk.protocol, step) for _, _, talk in talks for step in talk.steps]
    assert {V1, LEGACY} < {protocol for protocol, _ in steps}
    assert {TEXT, BINARY} == {step.opcode for _, step in steps}
    assert {True, False} == {step.packed for _, step in steps} == {step.pieces > 1 for _, step in steps}
    read = [is_good(step.said) for protocol, step in steps if protocol == V1 and step.opcode == BINARY]
    assert read.count(True) > len(read) / 10
    assert read.count(False) > len(read) / 10


def is_good(said: bytes) -> bool:
    """Return True if a v1 protocol frame has at least six offsets, ascending up to its end."""
    count = int.from_bytes(said[:8], "little")
    offsets = [int.from_bytes(said[at : at + 8], "little") for at in range(8, min(8 * count + 8, len(said)), 8)]
    return 6 <= count == len(offsets) and offsets == sorted(offsets) and offsets[-1] == len(said)


def test_a_good_message_is_read_by_the_server_as_it_was_meant():
    said = v1("comm_msg", {"a": 1}, "control", {"b": 2}, [b"x"])
    channel, parts = deserialize_msg_from_ws_v1(said)  # type: ignore[no-untyped-call]
    assert (channel, parts[1:]) == ("control", [b"{}", b'{"b": 2}', b'{"a": 1}', b"x"])
    assert b'"msg_type": "comm_msg"' in parts[0]
