"""Fixtures for the `apz` command's tests: a home of their own, the command, and good files."""

import io
import sys
from pathlib import Path

import pytest

from apz.apocalypze.bots import SensibleBot, steps_of
from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from apz.cli import main
from tests.cli.given import DECK, OVERLAY, POSITION, Run


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep reads and writes inside the test's own folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("APZ_CARDS", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def apz(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command in this process and returns its exit code, output and errors."""

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(list(arguments))
        said = capsys.readouterr()
        assert "Traceback" not in said.err + said.out
        return code, said.out, said.err

    return run


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with one good file of each kind."""
    session = new_session(new_game("Church", "Police Station", seed=7))
    for _, step in steps_of(SensibleBot(), SensibleBot(), session.start):
        session.add(step)
    session.save(tmp_path / "session.yaml")
    for name, text in (("deck", DECK), ("position", POSITION), ("overlay", OVERLAY)):
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path
