"""Every complete language stays complete; an incomplete one falls back on English, and what it has is right."""

import re
from pathlib import Path

import pytest

from apz.apocalypze.language.rulebook import LANGUAGES as PLAYED
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.teaching import course
from apz.apocalypze.teaching.words import teaching
from apz.core.language import texts
from apz.core.language.texts import LANGUAGES, Texts, forms_of
from tests.languages import FOLDERS, LESSONS, catalogs, missing, read, sibling, wrong

COMPLETE = ("en", "de")
FIRST_SPANISH = ["table", "combat", "occupation"]


@pytest.mark.parametrize("language", COMPLETE)
def test_nothing_is_missing(language):
    assert [str(gap) for gap in missing(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_there_fits(language):
    assert [str(gap) for gap in wrong(language)] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_is_one(language):
    """A text that's the same as in English was copied, not translated, unless it's short or has no words."""
    for path in catalogs():
        english = read(path)
        for section, told in read(sibling(path, language)).items():
            same = [key for key, text in told.items() if text == english.get(section, {}).get(key)]
            assert not [key for key in same if len(re.findall(r"[a-z]{3,}", re.sub(r"\{.*?\}", "", told[key]))) > 3]


def test_languages_are_found_by_their_files():
    assert LANGUAGES[0] == "en"
    assert sorted(LANGUAGES) == sorted(path.name.split(".")[1] for path in FOLDERS[0].glob("forms.*.yaml"))
    assert {"en", "de", "es"} <= {*LANGUAGES} == {*PLAYED}
    assert [forms_of(each).name for each in ("en", "de", "es")] == ["English", "Deutsch", "Español"]


def test_no_code_knows_a_language_by_name():
    named = re.compile(r"""["'](de|es|Deutsch|Español)["']""")
    code = [path for folder in ("apz", "widgets") for path in Path(folder).rglob("*.py")]
    assert [path for path in code if named.search(path.read_text(encoding="utf-8"))] == []


def test_spanish_has_its_first_lessons_and_every_other_text():
    told = [name for name in course.order() if course.lesson(name, "es").language == "es"]
    assert told[:3] == FIRST_SPANISH
    assert [str(gap) for gap in missing("es") if not gap.file.startswith("tutorials/")] == []


def test_what_a_language_lacks_is_told_in_english_as_a_whole(tmp_path, monkeypatch):
    """A new language needs only files: here Polish, which has three plurals and only two texts."""
    (tmp_path / "forms.pl.yaml").write_text('language: {name: "Polski"}\nplurals: {one: "1", few: "(.*[^1])?[2-4]"}\n')
    (tmp_path / "forms.en.yaml").write_text("{}")
    (tmp_path / "messages.en.yaml").write_text(
        'fruits: {red: "the apple"}\nnotes:\n'
        '  eat: "{who|You eat|# eats} {count|no plums|# plum|# plums} and {fruit}."\n'
        '  cry: "{who|You cry|# cries}."\n'
    )
    (tmp_path / "messages.pl.yaml").write_text('fruits: {red: "jabłko"}\nnotes: {cry: "{who|Płaczesz|# płacze}."}\n')
    monkeypatch.setattr(texts, "SHARED", tmp_path)
    monkeypatch.setattr(texts, "LANGUAGES", ("en", "pl"))
    forms_of.cache_clear()
    try:
        polish = Texts(lambda: tmp_path, {"fruit": "fruits"}).catalog("messages", "pl")
        eat = {"who": "Ann", "count": 3, "fruit": "red"}
        assert polish.text("notes", "cry", {"who": "Ann"}) == "Ann płacze."
        assert polish.text("notes", "eat", eat) == "Ann eats 3 plums and the apple."
        assert polish.to("Ann").text("notes", "eat", {**eat, "count": 0}) == "You eat no plums and the apple."
        assert ("notes", "eat") in polish
        assert list(polish.keys("notes")) == ["eat", "cry"]
        assert polish.slots("notes", "eat") == {"who", "count", "fruit"}
        assert polish.raw("fruits", "red") == "jabłko"
    finally:
        forms_of.cache_clear()


def test_spanish_falls_back_where_it_must_and_only_there():
    assert rules("es")["draw.six"].title != rules()["draw.six"].title
    assert teaching("es").catalog.raw("answers", "sees-both") == "Los dos jugadores"
    later = course.order()[-1]
    if not (LESSONS / "es" / course.places()[later]).is_file():
        assert course.lesson(later, "es").title == course.lesson(later).title


def test_spanish_says_tu():
    """Never usted, never vosotros: one voice in every text."""
    formal = re.compile(r"\b(usted|ustedes|vosotros|vuestr\w+|os|vos)\b", re.IGNORECASE)
    for path in [*LESSONS.glob("es/*.yaml"), *(each for folder in FOLDERS for each in folder.glob("*.es.yaml"))]:
        assert not formal.search(path.read_text(encoding="utf-8")), path.name
