"""Search in the rules: stems, synonyms, typos, the order of results, and the marked words."""

import pytest

from apz.core.language.search import Found, Piece, Search, SearchWords

RULES = (
    {"id": "walk.slow", "title": "Walking", "text": "You go one field. Paths don't matter."},
    {"id": "walk.fast", "title": "Running", "text": "You run two fields. Uphill you can't."},
    {"id": "boat.row", "title": "Boats", "text": "A boat crosses a river."},
)
WORDS = SearchWords(
    idle=frozenset(["can", "i", "a"]), same=("boat ship vessel", "run sprint"), asked={"walk.slow": "speed"}
)


@pytest.fixture(scope="module")
def search() -> Search:
    return Search(RULES, WORDS)


def ids(found: tuple[Found, ...]) -> list[str]:
    return [each.id for each in found]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("BOATS", "boat.row"),
        ("running", "walk.fast"),
        ("can I sprint?", "walk.fast"),
        ("ships", "boat.row"),
        ("speed", "walk.slow"),
        ("rivver", "boat.row"),
        ("walk.fast", "walk.fast"),
        ("uphil", "walk.fast"),
    ],
)
def test_stems_same_words_names_and_typos_are_found(search: Search, text: str, first: str) -> None:
    assert ids(search.find(text))[0] == first


@pytest.mark.parametrize("text", ["", " ", "?!", "submarine", "*", "a:b^9~3 +-", "zq"])
def test_where_nothing_fits_nothing_is_found(search: Search, text: str) -> None:
    assert search.find(text) == ()


def test_a_word_that_only_asks_finds_nothing_beside_one_that_tells(search: Search) -> None:
    assert ids(search.find("can I cross a river")) == ["boat.row"]


def test_the_sentence_that_fits_is_shown_with_its_words_marked(search: Search) -> None:
    (found,) = search.find("paths")
    assert found.snippet == (Piece("Paths", True), Piece(" don't matter."))
    assert found.title == (Piece("Walking"),)


def test_words_for_the_same_thing_are_marked_too(search: Search) -> None:
    (found,) = search.find("vessel")
    assert found.title == (Piece("Boats", True),)


def test_an_endless_question_is_cut_off(search: Search) -> None:
    assert ids(search.find("river " + "nothing " * 5000)) == ["boat.row"]
