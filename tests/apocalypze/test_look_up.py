"""The search: questions as players type them find their rule among the first three results, in each language."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from apz.apocalypze.language.rulebook import LANGUAGES, TEXTS, rules

FOLDER = Path(__file__).parent / "look_up"
ASKED: dict[str, dict[str, Any]] = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.yaml"))
}
FIRST = 3


def rules_of(wanted: str | list[str]) -> set[str]:
    return {wanted} if isinstance(wanted, str) else {*wanted}


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, asked in ASKED.items() for text in asked]
)
def test_what_players_type_finds_its_rule(language: str, text: str) -> None:
    found = [each.id for each in rules(language).find(text)[:FIRST]]
    assert {*found} & rules_of(ASKED[language][text]), found


def test_there_are_questions_enough_and_only_about_rules_that_exist() -> None:
    assert len(ASKED["en"]) >= 60
    assert len(ASKED["de"]) >= 25
    assert {*ASKED} <= {*LANGUAGES}
    for asked in ASKED.values():
        for each in asked.values():
            assert rules_of(each) <= {*rules()}


def test_the_words_of_the_search_are_about_rules_that_exist_in_every_language() -> None:
    words = {language: TEXTS.catalog("search", language) for language in LANGUAGES}
    for said in words.values():
        assert {*said.keys("asked")} <= {*rules()}
        assert [*said.keys("same")] == [*words["en"].keys("same")]
        assert {*said.keys("asked")} == {*words["en"].keys("asked")}
