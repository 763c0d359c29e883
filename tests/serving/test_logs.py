"""The log: its limit on lines, and the reports of kernels."""

import asyncio
import logging
import os

import pytest

from apz.serving.logs import LINES, LONGEST, KernelErrors, LineLimit, Lines


def record(text: str, *given: object, name: str = "apz.serving") -> logging.LogRecord:
    return logging.getLogger(name).makeRecord(name, logging.ERROR, __file__, 1, text, given, None)


def test_so_many_lines_of_a_kind_are_written_and_the_rest_is_counted(monkeypatch):
    limit, now = LineLimit(), 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    written = [limit.filter(record("session %d", number)) for number in range(LINES + 40)]
    assert written == [True] * LINES + [False] * 40
    assert limit.filter(record("a kernel died"))
    now += 61
    next_one = record("session %d", 7)
    assert limit.filter(next_one)
    assert next_one.getMessage() == "session 7 (40 lines before this one were left out)"


def test_lines_of_others_are_of_one_kind_whatever_they_say():
    limit = LineLimit()
    written = [limit.filter(record(f"somebody said {number}", name="tornado.general")) for number in range(2 * LINES)]
    assert written.count(True) == LINES


def test_a_line_is_no_longer_than_one_can_read():
    line = Lines().format(record("said %s", "x" * 10_000 + "\nforged"))
    assert "\n" not in line
    assert len(line) < LONGEST + 40


@pytest.mark.skipif(os.name != "posix", reason="kernels have another error stream there")
def test_what_a_kernel_writes_goes_to_the_log_line_by_line(caplog):
    async def listen() -> None:
        errors = KernelErrors()
        errors.start()
        os.write(errors.write, b"error: in a ker")
        await asyncio.sleep(0)
        os.write(errors.write, b"nel, (KeyError)\n\nsecond\nthird without its end")
        async with asyncio.timeout(30):
            while len(caplog.records) < 2:
                await asyncio.sleep(0.01)
        asyncio.get_running_loop().remove_reader(errors.read)
        for end in (errors.read, errors.write):
            os.close(end)

    asyncio.run(listen())
    assert [each.getMessage() for each in caplog.records] == ["error: in a kernel, (KeyError)", "second"]
