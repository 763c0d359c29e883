"""The rule index without any game: lookups, related rules, search, translations and their faults."""

from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from apz.core.language.rulebook import Rule, Rulebook, RulebookError

Entries = dict[str, dict[str, Any]]

BASE: Entries = {
    "walk.slow": {
        "title": "Walking",
        "kind": "rule",
        "where": "Paths",
        "text": "One field a turn.",
        "related": ["walk.fast"],
    },
    "walk.fast": {"title": "Running", "kind": "rule", "where": "Paths", "text": "Two fields, never uphill."},
    "hill.top": {
        "title": "At the top",
        "kind": "ruling",
        "where": "Hills",
        "text": "A walker rests there.",
        "reason": "The book is silent.",
        "related": ["walk.slow", "walk.fast"],
    },
    "game.over": {"title": "The end", "kind": "tutor", "where": "", "text": "Nothing follows."},
}
GERMAN: Entries = {
    "walk.slow": {"title": "Gehen", "text": "Ein Feld pro Zug."},
    "walk.fast": {"title": "Rennen", "text": "Zwei Felder, nie bergauf."},
    "hill.top": {"title": "Oben", "text": "Wer ankommt, ruht.", "reason": "Das Heft schweigt."},
    "game.over": {"title": "Ende", "text": "Nichts folgt."},
}


def without(entries: Entries, id: str, field: str) -> Entries:
    return entries | {id: {name: value for name, value in entries[id].items() if name != field}}


def with_x(**fields: Any) -> Entries:
    return BASE | {"x": BASE["walk.fast"] | fields}


def ids(rules: Iterable[Rule]) -> list[str]:
    return [rule.id for rule in rules]


@pytest.fixture
def book() -> Rulebook:
    return Rulebook(BASE)


def test_a_rule_is_looked_up_by_its_id(book: Rulebook) -> None:
    assert book["hill.top"] == Rule(
        "hill.top",
        "At the top",
        "A walker rests there.",
        "Hills",
        "ruling",
        "The book is silent.",
        ("walk.slow", "walk.fast"),
    )


def test_a_rule_cannot_be_changed(book: Rulebook) -> None:
    with pytest.raises(FrozenInstanceError):
        book["hill.top"].title = "Elsewhere"  # type: ignore[misc]


def test_the_book_keeps_its_order_and_knows_what_it_holds(book: Rulebook) -> None:
    assert list(book) == list(BASE)
    assert len(book) == 4
    assert "walk.slow" in book
    assert "walk.backwards" not in book
    assert book.get("walk.backwards") is None


def test_an_unknown_id_is_answered_with_the_nearest_ones(book: Rulebook) -> None:
    with pytest.raises(RulebookError, match=r"^There's no rule 'walk.slwo'. Did you mean walk.slow"):
        book["walk.slwo"]
    with pytest.raises(KeyError, match=r"^There's no rule 'zzz'.$"):
        book["zzz"]


def test_neighbours_know_each_other_though_only_one_names_the_other(book: Rulebook) -> None:
    assert ids(book.related("walk.slow")) == ["walk.fast", "hill.top"]
    assert ids(book.related("walk.fast")) == ["walk.slow", "hill.top"]
    assert book.related("game.over") == ()


def test_search_puts_the_rule_with_all_words_first_in_any_case(book: Rulebook) -> None:
    assert ids(book.search("FIELDS uphill")) == ["walk.fast", "walk.slow"]
    assert ids(book.search("paths field")) == ["walk.slow", "walk.fast"]


def test_search_ranks_id_before_title_before_text() -> None:
    entries = {
        "a.one": {"title": "Other", "text": "Here is a boat."},
        "a.two": {"title": "The boat", "text": "Something."},
        "a.boat": {"title": "Other", "text": "Something."},
    }
    assert ids(Rulebook(entries).search("boat")) == ["a.boat", "a.two", "a.one"]


def test_search_ranks_whole_words_before_parts_of_words() -> None:
    entries = {"a": {"title": "Steamboats", "text": ""}, "b": {"title": "My boat!", "text": ""}}
    assert ids(Rulebook(entries).search("boat")) == ["b", "a"]


def test_search_forgives_plurals_and_typos_when_nothing_is_found(book: Rulebook) -> None:
    assert ids(book.search("walkers")) == ids(book.search("wallker")) == ["hill.top"]
    assert ids(book.search("runing")) == ["walk.fast"]
    assert ids(book.search("walk.fsat"))[0] == "walk.fast"


def test_search_takes_the_rules_that_share_most_words_when_none_has_all(book: Rulebook) -> None:
    assert ids(book.search("when do I go two fields uphill"))[0] == "walk.fast"
    assert ids(book.search("one field on paths, a submarine"))[0] == "walk.slow"


def test_search_finds_nothing_where_there_is_nothing(book: Rulebook) -> None:
    assert book.search("submarine") == ()
    assert book.search("?!") == ()


def test_an_empty_search_shows_the_whole_book(book: Rulebook) -> None:
    assert ids(book.search(" ")) == list(BASE)


def test_a_translation_lies_over_the_base() -> None:
    rule = Rulebook(BASE, GERMAN)["hill.top"]
    assert (rule.title, rule.reason) == ("Oben", "Das Heft schweigt.")
    assert (rule.where, rule.kind) == ("Hills", "ruling")


def test_a_missing_translation_falls_back_but_is_reported_by_check() -> None:
    book = Rulebook(BASE, without(GERMAN, "hill.top", "reason"))
    assert book["hill.top"].title == "Oben"
    assert book["hill.top"].reason == "The book is silent."
    with pytest.raises(RulebookError, match=r"hill.top: reason isn't translated\."):
        book.check()


def test_a_complete_book_passes_the_check(book: Rulebook) -> None:
    book.check()
    Rulebook(BASE, GERMAN).check()


@pytest.mark.parametrize(
    ("base", "fault"),
    [
        (without(BASE, "hill.top", "reason"), "hill.top: reason is missing."),
        (without(BASE, "walk.slow", "where"), "walk.slow: where is missing."),
        (without(BASE, "game.over", "kind"), "game.over: kind is missing."),
        (with_x(kind="law"), "x: the kind 'law' is none of rule, ruling, tutor."),
        (with_x(reason="So."), "x: only a ruling has a reason."),
        (with_x(titel="So."), "x: titel isn't a field."),
        (with_x(related=["y"]), "x: related names 'y', which isn't another rule."),
        (with_x(related=["x"]), "x: related names 'x', which isn't another rule."),
    ],
)
def test_check_names_each_fault(base: Entries, fault: str) -> None:
    book = Rulebook(base)
    with pytest.raises(RulebookError) as caught:
        book.check()
    assert fault in str(caught.value).splitlines()


def test_check_names_a_translation_of_no_rule() -> None:
    with pytest.raises(RulebookError, match=r"walk.back: translated, but no such rule\."):
        Rulebook(BASE, GERMAN | {"walk.back": {"title": "Zurück"}}).check()


def test_a_book_is_loaded_from_files(tmp_path: Path) -> None:
    base, overlay = tmp_path / "en.yaml", tmp_path / "de.yaml"
    base.write_text("a.b: {title: Café, kind: rule, where: W, text: T}\nb: {title: B}\n", encoding="utf-8")
    overlay.write_text("a.b: {title: Kaffeehaus}\n", encoding="utf-8")
    assert Rulebook.load(base)["a.b"].title == "Café"
    assert Rulebook.load(base, overlay)["a.b"].title == "Kaffeehaus"
    assert list(Rulebook.load(base, overlay)) == ["a.b", "b"]


def test_an_empty_file_is_an_empty_book(tmp_path: Path) -> None:
    (tmp_path / "none.yaml").write_text("", encoding="utf-8")
    book = Rulebook.load(tmp_path / "none.yaml")
    assert len(book) == 0
    assert book.search("anything") == ()
