"""Two real servers for all tests here: one as a club would have it behind a proxy, one with a password under a path."""

import json
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import yaml

from apz import serve
from tests.serving.visitor import Visitor

NOTEBOOK = "from apz.widgets import Lesson\nLesson('table')"


def served(home: Path, **settings: Any) -> AbstractContextManager[serve.Server]:
    """`apz serve` with these settings, as a process of its own; whatever it writes for itself is kept in `home`."""
    settings = {"port": serve.free_port(), **settings}
    file = home / "settings.yaml"
    file.write_text(yaml.safe_dump(settings), encoding="utf-8")
    url = f"http://127.0.0.1:{settings['port']}"
    ready = settings.get("base", "/") + "health"
    return serve.running(["apz.cli", "serve", f"--settings={file}", "--no-browser"], home, url, ready=ready)


def started(
    tmp_path_factory: pytest.TempPathFactory, name: str, **settings: Any
) -> AbstractContextManager[serve.Server]:
    """A server with these settings and a small notebook, in a folder of its own."""
    home = tmp_path_factory.mktemp(name)
    return served(home, **{"notebook": str(serve.write_notebook(home / "lesson.ipynb", NOTEBOOK)), **settings})


@pytest.fixture(scope="session")
def club(tmp_path_factory):
    """Room for nine, behind a proxy that says who comes."""
    with started(tmp_path_factory, "club", cap=9, proxy=True, preheat=1) as server:
        yield server


@pytest.fixture(scope="session")
def locked(tmp_path_factory):
    """Room for one, with a password, under a path, in German."""
    with started(tmp_path_factory, "locked", cap=1, proxy=True, preheat=0, password="open sesame", base="/apz/",
                 languages=["de"]) as server:  # fmt: skip
        yield server


@pytest.fixture
def visitor(club):
    """Makes visitors of the club."""
    return partial(Visitor, club.url)


@pytest.fixture
def health(club):
    """What the club says of itself."""

    def ask():
        with urlopen(f"{club.url}/health", timeout=60) as answer:
            return json.load(answer)

    return ask
