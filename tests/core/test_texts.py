"""The shared texts, with a game's own on top."""

import re
from pathlib import Path

import pytest

from apz.core.language.texts import SHARED, Texts

# what only ApocalypZe speaks of
ITS_OWN = re.compile(r"surviv|raider|combat|consum|stronghold|wound|zombie|occup|trump|wildcard", re.IGNORECASE)


def test_a_game_lays_its_own_texts_over_the_shared_ones(tmp_path: Path) -> None:
    (tmp_path / "messages.en.yaml").write_text('labels: {house: "our own", hen: "a hen"}\nnotes: {cluck: "Cluck."}\n')
    said = Texts(lambda: tmp_path).catalog("messages", "de")
    assert said.text("labels", "house") == "our own"
    assert said.text("labels", "hen") == "a hen"
    assert said.text("labels", "ruling") == "ruling"
    assert said.text("notes", "cluck") == "Cluck."


def test_a_game_has_the_shared_texts_in_the_languages_of_its_own(tmp_path: Path) -> None:
    assert Texts(lambda: tmp_path).catalog("learning", "de").text("course", "done") == "done"
    (tmp_path / "messages.de.yaml").write_text("{}")
    assert Texts(lambda: tmp_path).catalog("learning", "de").text("course", "done") == "geschafft"


@pytest.mark.parametrize("name", sorted(each.name for each in SHARED.iterdir() if ".en." in each.name))
def test_the_shared_texts_have_no_words_of_a_game(name: str) -> None:
    text = (SHARED / name).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if ITS_OWN.search(line)] == []
