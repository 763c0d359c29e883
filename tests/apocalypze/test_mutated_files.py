"""Mutated files: reading any damaged deck, overlay or position gives a result or says what's wrong."""

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from apz.apocalypze.cards import library, overlay, read_deck
from apz.apocalypze.positions import read_position
from apz.core import reading
from apz.core.language.texts import LANGUAGES
from apz.core.reading import BadInput, read_file, read_text
from tests.apocalypze.valid_files import DECK, OVERLAY, POSITION


def read_and_look(text: str) -> object:
    """Read a position, list its problems and legal moves, check that it can be written and read back, and return it."""
    position = read_position(text)
    position.problems()
    list(position.legal_moves)
    assert read_position(position.to_yaml()) == position
    return position


# name -> (a valid file, the function that reads its text); a loader added here is fuzzed like the others
LOADERS: dict[str, tuple[str, Callable[[str], object]]] = {
    "deck": (DECK, lambda text: read_deck(read_text(text, "deck.yaml"), library())),
    "overlay": (OVERLAY, lambda text: overlay(read_text(text, "mine.yaml"), library())),
    "position": (POSITION, read_and_look),
}
loaders = pytest.mark.parametrize(("valid", "load"), LOADERS.values(), ids=LOADERS)
SHARDS = [
    *"\n\t:-[]{},&*!|>'\"%@`#?~\\ \x00\x07\x85\ud800\ufeff0",
    "- ",
    ": ",
    "\n---\n",
    "&a [*a]",
    "!!python/name:os.system ",
]
SHARDS += [
    "[" * 50,
    "{a: " * 50,
    "999999999999999999999",
    "-1",
    "1.5",
    "null",
    "true",
    "[]",
    "{}",
    "<<: ",
    "\n  ",
    "é",
]
SHARDS += [
    "Pop!",
    "Church",
    "value",
    "cards",
    "stronghold",
    "zombie",
    "text",
    "house",
    "because",
    "x" * 500,
    "\\ud800",
]


def mutated(text: str, rng: random.Random) -> str:
    """Return a text damaged 1 to 4 times: a piece cut out, doubled or replaced, lines shuffled, or its end cut off."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20, 100)))
        way = rng.randrange(5)
        if way == 0:
            text = text[:start] + text[end:]
        elif way == 1:
            text = text[:end] + text[start:]
        elif way == 2:
            text = text[:start] + rng.choice(SHARDS) + text[end:]
        elif way == 3:
            words = re.findall(r"\w+", text) or [""]
            text = text.replace(rng.choice(words), rng.choice(SHARDS), 1)
        else:
            lines = text.split("\n")
            rng.shuffle(lines)
            text = "\n".join(lines) if rng.random() < 0.3 else text[:start]
    return text


def survives(valid: str, load: Callable[[str], object], count: int, seed: int) -> Counter[str]:
    """Load this many mutations, and count those taken and those refused with a message; other errors aren't caught."""
    rng, seen = random.Random(seed), Counter[str]()
    for _ in range(count):
        text = mutated(valid, rng)
        try:
            load(text)
            seen["taken"] += 1
        except BadInput as error:
            assert error.faults  # noqa: PT017
            told = [line for language in LANGUAGES for line in error.text(language).split("\n")]
            assert all(line.isprintable() for line in told)
            seen["refused"] += 1
    return seen


@loaders
def test_the_file_that_is_mutated_is_valid(valid, load):
    assert load(valid)


@loaders
def test_mutated_files_give_bad_input_or_a_result(valid, load):
    seen = survives(valid, load, 2000, 1)
    assert min(seen["taken"], seen["refused"]) > 20


@loaders
def test_mutated_files_with_the_plain_parser(valid, load, monkeypatch):
    monkeypatch.setattr(reading, "LOADER", yaml.SafeLoader)
    assert survives(valid, load, 300, 2)["refused"]


@pytest.mark.slow
@loaders
def test_many_more_mutated_files(valid, load):
    assert survives(valid, load, 5_000, 3)["refused"]


@loaders
def test_mutated_bytes_in_a_file(valid, load, tmp_path):
    rng, path = random.Random(4), Path(tmp_path / "bytes.yaml")
    for _ in range(300):
        data = bytearray(valid.encode())
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data)
        try:
            read_file(path)
            load(data.decode())
        except BadInput as error:
            assert str(path) in str(error) or "line" in str(error)  # noqa: PT017
