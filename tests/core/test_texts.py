"""The shared texts, with a game's own on top."""

from pathlib import Path

from apz.core.language.texts import Texts


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
