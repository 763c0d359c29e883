"""The `apz` command as its own process: exit codes, strange bytes, Ctrl-C, pipes."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from apz.apocalypze.kernel import KERNEL
from apz.core.session import Session


def shell(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as its own process, and return the finished process."""
    return subprocess.run(
        [sys.executable, "-m", "apz.cli", *arguments],
        input=typed, capture_output=True, text=True, timeout=60, encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )  # fmt: skip


def test_it_runs_as_a_program_and_its_exit_codes_reach_the_shell(tmp_path: Path) -> None:
    assert shell("rules", "combat.wounds").returncode == 0
    assert shell("rules", "xyzzy").returncode == 1
    missing = shell("check", "missing.yaml")
    assert missing.returncode == 2
    assert missing.stderr == "missing.yaml: can't be read: there's no such file or folder; check the path\n"
    game = shell("play", "--seed", "3", "--bot", "none", typed="draw\n")
    assert game.returncode == 0
    assert "To pick it up again: apz play --from" in game.stdout


def test_a_terminal_that_lacks_characters_gets_others() -> None:
    done = shell("play", "--seed", "3", "--lang", "de", typed="\udcff\x00?\n".encode("utf-8", "ignore").decode(),
                 PYTHONIOENCODING="ascii")  # fmt: skip
    assert done.returncode == 0
    assert "?berlebende" in done.stdout


def test_bytes_that_are_no_text_can_be_typed_and_do_no_harm() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "apz.cli", "play", "--seed", "3", "--bot", "none"],
        input=b"\xff\xfe\x00\x1b[2J" + b"x" * 100_000 + b"\ndraw\n", capture_output=True, timeout=60, check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stdout
    assert b"has 6 cards" in done.stdout


def test_ctrl_c_leaves_politely_and_loses_nothing(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "apz.cli", "play", "--seed", "3", "--bot", "none"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # a background process ignores Ctrl-C, and its children would inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as game:  # fmt: skip
        # if the game prints something else and waits, end it, so that its output ends too
        guard = threading.Timer(60, game.kill)
        guard.start()
        try:
            assert game.stdin
            assert game.stdout
            game.stdin.write("draw\n")
            game.stdin.flush()
            assert any("there's no choice on the first turn of the game" in line for line in game.stdout)
            game.send_signal(signal.SIGINT)
            out, err = game.communicate(timeout=30)
        finally:
            guard.cancel()
            game.kill()
    assert game.returncode == 130
    assert "Your game is saved." in out
    assert err == ""
    assert len(Session.load(tmp_path / "state" / "apz" / "last-game.yaml", KERNEL).nodes) == 2


def test_a_reader_that_has_read_enough_is_no_error() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m apz.cli cards | head -1', shell=True, capture_output=True, text=True, check=False
    )
    assert "STRONGHOLD" in done.stdout
    assert done.stderr == ""


def test_looking_up_a_rule_does_not_load_the_game() -> None:
    code = (
        "import sys; from apz.cli import main; main(['rules', 'feed']); sys.exit('apz.apocalypze.play' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0
