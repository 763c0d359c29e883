"""The shared texts: complete in each language, and a game's own laid over them."""

from importlib.resources import files
from pathlib import Path

import pytest

from apz.core.language.messages import Catalog
from apz.core.language.texts import LANGUAGES, Texts

SHARED = files("apz.core") / "text"
NAMES = sorted({each.name.partition(".")[0] for each in SHARED.iterdir()} - {"forms"})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_shared_text_is_told_in_each_language_with_the_same_values(name: str, language: str) -> None:
    english, other = (Catalog.load(SHARED / f"{name}.{each}.yaml", each) for each in ("en", language))
    assert sorted(english.sections()) == sorted(other.sections())
    for section in english.sections():
        assert sorted(english.keys(section)) == sorted(other.keys(section))
        for key in english.keys(section):
            assert english.slots(section, key) == other.slots(section, key), key


def test_a_game_lays_its_own_texts_over_the_shared_ones(tmp_path: Path) -> None:
    (tmp_path / "messages.en.yaml").write_text('labels: {house: "our own", hen: "a hen"}\nnotes: {cluck: "Cluck."}\n')
    said = Texts(lambda: tmp_path, ("en",)).catalog("messages", "de")
    assert said.text("labels", "house") == "our own"
    assert said.text("labels", "hen") == "a hen"
    assert said.text("labels", "ruling") == "ruling"
    assert said.text("notes", "cluck") == "Cluck."


def test_a_game_that_adds_nothing_has_the_shared_texts(tmp_path: Path) -> None:
    assert Texts(lambda: tmp_path).catalog("learning", "de").text("course", "done") == "geschafft"
