"""The parts of a server on their own: its texts, its waiting times, its files, a kernel's limits."""

import asyncio
import logging
import os
import re
import subprocess
import sys
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
import zmq
from tornado.web import Application
from voila.app import Voila

from apz.apocalypze.teaching import course
from apz.cli.serve import free
from apz.core.language.texts import LANGUAGES
from apz.serving import assets, pages
from apz.serving.access import FREE, Guesses, origin
from apz.serving.app import TutorServer
from apz.serving.budgets import Address
from apz.serving.doors import REFUSALS
from apz.serving.internals import server
from apz.serving.kernel import NICE
from apz.serving.kernels import MOST_SOCKETS, MOST_WAITING, Kept, Kernels
from apz.serving.logs import Lines
from apz.serving.places import FILES, OWN_FILES, Register, Reply
from apz.serving.settings import Settings
from tests.servers import free_port

REPLIES = get_args(get_type_hints(Reply)["said"])
SOURCE = Path(pages.__file__).parent
EVIL = '"><script>alert(1)</script>'


def test_every_text_is_used():
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    reference = pages.catalog("en")
    unused = [
        (section, key) for section in reference.sections() for key in reference.keys(section)
        if f'"{section}", "{key}"' not in code and f"'{section}', '{key}'" not in code
        and not (section == "progress" and key in pages.STEPS) and not (section == "later" and key in REPLIES)
        and section not in ("refused", *REFUSALS.values())
    ]  # fmt: skip
    assert unused == []


@pytest.mark.parametrize(
    ("asked", "accepted", "language"),
    [("de", "en", "de"), ("", "fr, de-AT;q=0.8, en", "de"), (EVIL, EVIL, "en"), ("", "", "en"), ("DE", "", "de")],
)
def test_the_language_is_the_one_asked_for_if_there_is_one(asked, accepted, language):
    assert pages.wished_language(asked, accepted, LANGUAGES) == language


def test_a_theme_is_dark_unless_light_or_the_systems_is_asked_for():
    wishes = {"light": "light", "dark": "dark", "auto": "", "": "dark", EVIL: "dark", "Dark": "dark"}
    assert {wish: pages.wished_theme(wish) for wish in wishes} == wishes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_paint_says_what_this_is_and_how_the_first_lesson_begins(language):
    text = pages.opening(language, "dark", "/static")
    say = pages.catalog(language)
    assert say.text("page", "about") in text
    assert course.lesson("table", language).intro.split(".")[0] in unescape(text)
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text) == []


def test_what_a_kernel_says_while_its_page_is_away_is_kept_up_to_a_limit():
    kept = Kept()
    for _ in range(10):
        kept.append(("iopub", [b"head", b"x" * (MOST_WAITING // 4)]))
    assert len(kept) == 3


def test_there_are_connections_for_as_many_learners_as_may_come():
    async def allowed() -> int:
        kernels: Any = Kernels()  # type: ignore[no-untyped-call]
        kernels.begin(Register(Settings(cap=1000)))
        kernels.sweeping.stop()
        return int(kernels.context.get(zmq.MAX_SOCKETS))

    assert asyncio.run(allowed()) > 1000 * 4 * MOST_SOCKETS


@pytest.mark.parametrize("order", [("page", "server"), ("server", "page"), ("page", "page", "server")])
def test_a_server_may_stop_while_a_page_that_was_closed_still_ends_its_kernel(order, caplog, tmp_path):
    async def stop() -> list[str]:
        kernels: Any = Kernels(connection_dir=str(tmp_path))  # type: ignore[no-untyped-call]
        kernels.begin(Register(Settings()))
        first, second = [await kernels.start_kernel() for _ in range(2)]
        started = asyncio.create_task(kernels.start_kernel())  # one that's just starting, as for the next learner
        await asyncio.sleep(0)
        kernels.register.enter(first, "me", "here")
        ways = {"page": lambda: kernels.end(first, "closed"), "server": lambda: kernels.shutdown_all(now=True)}
        tasks = []
        for way in order:
            tasks.append(asyncio.create_task(ways[way]()))
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        assert first not in kernels
        assert second not in kernels
        await kernels.end(await started, "")
        kernels.sweeping.stop()
        return list(kernels.list_kernel_ids())

    with caplog.at_level(logging.WARNING):
        assert asyncio.run(stop()) == []
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def test_few_kernels_start_at_a_time_and_only_one_of_an_address():
    async def start() -> list[str]:
        kernels: Any = Kernels()  # type: ignore[no-untyped-call]
        kernels.begin(Register(Settings()))
        kernels.sweeping.stop()
        kernels.looking.stop()
        kernels.starting = asyncio.Semaphore(2)
        begun, finish = [], asyncio.Event()

        async def initialize(name: str, *_: Any, **__: Any) -> dict[str, Any]:
            begun.append(name)
            return {"kernel_id": name, "task": asyncio.create_task(finish.wait())}

        kernels._initialize = initialize
        school, home, cafe = Address(1), Address(1), Address(1)
        wanted = [("ann", school), ("ben", school), ("cem", school), ("dan", home), ("eve", cafe)]
        asking = [asyncio.create_task(kernels.fresh(*each)) for each in wanted]
        await asyncio.sleep(0.05)
        first = list(begun)
        finish.set()
        await asyncio.gather(*asking)
        assert sorted(begun) == ["ann", "ben", "cem", "dan", "eve"]
        return first

    assert asyncio.run(start()) == ["ann", "dan"]  # ben waits for ann, and nobody waits for ben


def test_a_port_is_free_before_a_server_says_that_it_has_stopped(monkeypatch):
    async def stop() -> list[bool]:
        port, seen = free_port(), []
        monkeypatch.setattr(Voila, "listen", lambda self: self.app.listen(port, "127.0.0.1"))
        monkeypatch.setattr(Voila, "stop", lambda self: seen.append(free("127.0.0.1", port)))
        server = TutorServer()
        server.app, server.settings = Application(), Settings()
        server.listen()
        seen.append(free("127.0.0.1", port))
        server.stop()
        return seen

    assert asyncio.run(stop()) == [False, True]


def test_whoever_guesses_waits_longer_and_longer():
    guesses = Guesses()
    for _ in range(FREE - 1):
        guesses.failed("1")
    assert guesses.wait("1") == 0
    waits = []
    for _ in range(12):
        guesses.failed("1")
        waits.append(guesses.wait("1"))
    assert waits == sorted(waits)
    assert 250 < waits[-1] <= 300
    for _ in range(2000):
        guesses.failed("1")
    assert 250 < guesses.wait("1") <= 300
    assert guesses.wait("2") == 0
    guesses.forgive("1")
    assert guesses.wait("1") == 0


def test_only_so_many_guessers_are_remembered():
    guesses = Guesses()
    for number in range(5000):
        guesses.failed(str(number))
    assert len(guesses.wrong) <= 2000


def test_an_address_counts_with_its_network_where_networks_are_given_out():
    found = Counter(origin(each) for each in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "x"))
    assert sorted(found.values()) == [1, 1, 1, 2]


def test_an_address_of_the_short_kind_counts_alone_however_it_is_written():
    assert [origin(each) for each in ("::ffff:10.0.0.7", "::ffff:192.168.3.9")] == ["10.0.0.7", "192.168.3.9"]


@pytest.mark.parametrize(
    "name",
    ["../secret.js", "a/../../secret.js", "/etc/passwd", ".hidden.js", "a//b.js", "inside.py", "\\secret.js", ""],
)
def test_no_file_outside_its_folder_is_found(tmp_path, name):
    (tmp_path / "secret.js").write_text("x")
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    for each in ("inside.js", "inside.py", ".hidden.js", "a/b.js"):
        (root / each).write_text("x")
    (root / "linked.js").symlink_to(tmp_path / "secret.js")
    assert assets.find([root], name) is None
    assert assets.find([root], "linked.js") is None
    assert assets.find([root], "a/b.js") == root / "a" / "b.js"


def test_the_parts_of_the_script_keep_to_themselves_in_one_file(tmp_path, monkeypatch):
    (tmp_path / "scripts.yaml").write_text("[1.js, 2.js, missing.js]")
    (tmp_path / "1.js").write_text('"use strict";one()\n//# sourceMappingURL=data:long')
    (tmp_path / "2.js").write_text("two() // the end")
    monkeypatch.setattr(server, "SCRIPTS", tmp_path / "scripts.yaml")
    file = assets.together([tmp_path])
    assert file.plain.decode() == '(function(){"use strict";one()\n\n})();\n(function(){two() // the end\n})();\n'
    assert file.kind == "text/javascript"


def test_a_file_is_compressed_once_though_many_ask_for_it_at_the_same_time(tmp_path, monkeypatch):
    packed: list[Path] = []

    def pack(path: Path, plain: bytes) -> assets.File:
        packed.append(path)
        return assets.File("text/plain", plain, None)

    monkeypatch.setattr(assets, "pack", pack)

    async def ask() -> list[bytes]:
        return [each.plain for each in await asyncio.gather(*(assets.load(tmp_path / "big.js") for _ in range(50)))]

    with pytest.raises(FileNotFoundError):
        asyncio.run(ask())
    (tmp_path / "big.js").write_bytes(b"x")
    assert asyncio.run(ask()) == [b"x"] * 50  # a file that wasn't there at first is found later
    assert packed == [tmp_path / "big.js"]


def test_an_extension_that_is_not_installed_is_not_asked_for(tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "package.json").write_text('{"jupyterlab": {"_build": {"load": "./static/entry.js"}}}')
    assert assets.entries([tmp_path / "no", tmp_path], ["here", "away"]) == ["here/static/entry.js"]


def limited(code: str, **limits: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process that limits itself as a kernel does; return the finished process."""
    program = f"from apz.serving.kernel import limit\nlimit()\n{code}"
    return subprocess.run([sys.executable, "-c", program], env=limits, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps both limits")
def test_a_kernel_cannot_take_more_memory_or_time_than_it_may():
    assert "MemoryError" in limited("bytearray(400 << 20)", APZ_KERNEL_MEMORY="300").stderr
    assert limited("print(len(bytearray(400 << 20)))", APZ_KERNEL_MEMORY="0").stdout
    assert limited("while True: pass", APZ_KERNEL_CPU="1").returncode < 0


def test_a_kernel_lets_the_server_go_first():
    assert limited("import os; print(os.nice(0))").stdout.strip() == str(min(19, os.nice(0) + NICE))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
@pytest.mark.parametrize(
    ("soft", "hard", "cap", "told"),
    [
        (128, 512, 4, [4, OWN_FILES + 4 * FILES]),
        (128, 300, 24, [(300 - OWN_FILES) // FILES, 300]),
        (400, 400, 4, [4, 400]),
        (32, 32, 4, [0, 32]),
        (128, 12_000, 1000, [(12_000 - OWN_FILES) // FILES, 12_000]),
    ],
    ids=["raised", "as far as it may", "enough", "for nobody", "never lowered"],
)
def test_as_many_files_may_be_opened_as_the_learners_need(soft, hard, cap, told):
    program = (
        "import resource\nfrom apz.serving.places import make_room\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))\n"
        f"print([make_room({cap}), resource.getrlimit(resource.RLIMIT_NOFILE)[0]])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == str(told)


@pytest.mark.parametrize("name", ["apz.serving", "tornado.application"])
def test_an_error_of_the_server_is_told_in_one_line_without_what_it_happened_with(name):
    try:
        raise KeyError("zzsecret")
    except KeyError:
        record = logging.getLogger(name).makeRecord(
            name, logging.ERROR, __file__, 1, "error: in %s", ("Page",), sys.exc_info()
        )
    line = Lines().format(record)
    assert "(KeyError) test_parts.py:" in line
    assert "\n" not in line
    assert "zzsecret" not in line
