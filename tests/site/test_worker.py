"""The app as a page's worker runs it: one batch per gesture, and long work step by step without a thread."""

import os
import subprocess
import sys

SCRIPT = """
import asyncio, json
from apz.site.worker import start
from apz.widgets.base import work
work.THREADS = False
said = []

def counted(most):
    yield from range(most)

async def main():
    receive = start(said.append)
    first = json.loads(said.pop())
    kinds = [each["type"] for each in first]
    assert kinds[-1] == "root" and {*kinds[:-1]} <= {"open", "update"}, kinds
    store = next(each["id"] for each in first if each["state"].get("_esm") == "./browser_store.js")
    receive(json.dumps({"id": store, "content": {"hello": {"address": "?lesson=table", "keeps": True}}}))
    assert len(said) == 1, "one batch for a gesture"
    said.clear()
    receive(json.dumps({"id": store, "content": {"ping": 7}}))
    (answer,) = json.loads(said.pop())
    assert answer == {"type": "custom", "id": store, "content": {"pong": 7}}
    told = []
    job = work.start(counted, (3,), told.append)
    assert told == []
    other = work.start(counted, (10**9,), lambda progress: other.cancel())
    while not any(each.done for each in told):
        await asyncio.sleep(0)
    print([each.result for each in told], other.cancelled)

asyncio.run(main())
"""


def test_each_gesture_is_one_batch_and_long_work_needs_no_thread():
    environment = {**os.environ, "APZ_WIDGETS": "light"}
    ran = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment)
    assert (ran.stdout, ran.stderr) == ("[0, 1, 2, None] True\n", "")
