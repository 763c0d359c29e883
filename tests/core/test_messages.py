"""A catalog fills its templates with numbers, names, sums and linked words, and says clearly what it lacks."""

from importlib.resources import files
from pathlib import Path

import pytest

from apz.core.language.forms import Forms
from apz.core.language.messages import Catalog, MessageError
from apz.core.reading import BadInput, sections_of
from apz.core.trace import Sum, Term

ENGLISH = {
    "notes": {
        "plain": "It rains.",
        "named": "{who} takes {count|# apple|# apples}.",
        "zero": "{who} has {count|none|one|#}{left||, # is left|, # are left}.",
        "changed": "That is {amount:+}.",
        "linked": "{who} likes {fruit}.",
        "sum": "The total is {total}.",
        "picked": "{who|You pick|# picks} {fruits} for {other|you|#}. {who|Your|#'s} basket is full.",
        "either": "{who|You'd|# would} like {fruits:or}.",
        "gone": "{fruits|# is|# are} gone.",
    },
    "fruits": {"red": "a cherry", "green": "{count} figs"},
    "sums": {"plain": "{total} = {terms}", "raised": "{total} = {terms}, at least {total}"},
    "terms": {"the.rule": "by rule"},
}


@pytest.fixture
def catalog():
    return Catalog("en", ENGLISH, {"fruit": "fruits"})


def test_a_text_without_slots_stands_as_it_is(catalog):
    assert catalog.text("notes", "plain") == "It rains."


@pytest.mark.parametrize(("count", "said"), [(0, "0 apples"), (1, "1 apple"), (2, "2 apples"), (-1, "-1 apples")])
def test_two_forms_are_chosen_by_the_number(catalog, count, said):
    assert catalog.text("notes", "named", {"who": "Ann", "count": count}) == f"Ann takes {said}."


@pytest.mark.parametrize(
    ("count", "left", "said"), [(0, 0, "none"), (1, 1, "one, 1 is left"), (7, 2, "7, 2 are left"), (-2, 0, "-2")]
)
def test_three_forms_have_one_for_nothing(catalog, count, left, said):
    assert catalog.text("notes", "zero", {"who": "Ann", "count": count, "left": left}) == f"Ann has {said}."


@pytest.mark.parametrize(("amount", "said"), [(2, "+2"), (-1, "-1"), (0, "+0")])
def test_a_number_can_show_its_sign(catalog, amount, said):
    assert catalog.text("notes", "changed", {"amount": amount}) == f"That is {said}."


def test_a_linked_value_is_said_in_its_own_words(catalog):
    assert catalog.text("notes", "linked", {"who": "Ann", "fruit": "red"}) == "Ann likes a cherry."


@pytest.mark.parametrize(
    ("you", "said"),
    [
        ((), "Ann picks figs for Ben. Ann's basket is full."),
        (("Ann",), "You pick figs for Ben. Your basket is full."),
        (("Ben",), "Ann picks figs for you. Ann's basket is full."),
        (("Cleo",), "Ann picks figs for Ben. Ann's basket is full."),
        (("Ann", "Anna"), "You pick figs for Ben. Your basket is full."),
    ],
)
def test_a_player_is_named_or_spoken_to(catalog, you, said):
    values = {"who": "Ann", "other": "Ben", "fruits": ("figs",)}
    assert catalog.to(*you).text("notes", "picked", values) == said
    assert catalog.text("notes", "picked", values) == "Ann picks figs for Ben. Ann's basket is full."


def test_speaking_to_somebody_changes_neither_other_names_nor_the_catalog(catalog):
    told = catalog.to("figs").text("notes", "picked", {"who": "Ann", "other": "Ben", "fruits": ("figs",)})
    assert told == "Ann picks figs for Ben. Ann's basket is full."
    assert catalog.you == ()


@pytest.mark.parametrize(
    ("fruits", "both", "either"),
    [
        ((), "", ""),
        (("figs",), "figs", "figs"),
        (("figs", "plums"), "figs and plums", "figs or plums"),
        (["figs", "plums", "nuts"], "figs, plums and nuts", "figs, plums or nuts"),
    ],
)
def test_names_are_strung_together(catalog, fruits, both, either):
    values = {"who": "Ann", "other": "Ben", "fruits": fruits}
    assert catalog.text("notes", "picked", values) == f"Ann picks {both} for Ben. Ann's basket is full."
    assert catalog.text("notes", "either", values) == f"Ann would like {either}."


@pytest.mark.parametrize(
    ("fruits", "said"), [(("figs",), "figs is gone."), (("figs", "nuts"), "figs and nuts are gone.")]
)
def test_a_list_chooses_a_form_by_its_length(catalog, fruits, said):
    assert catalog.text("notes", "gone", {"fruits": fruits}) == said


def test_a_linked_value_can_have_other_forms():
    sections = {
        "notes": {"like": "{who} mag {fruit:accusative}, und {fruit} mag {who}."},
        "fruits": {"red": "der Apfel"},
        "fruits-accusative": {"red": "den Apfel"},
    }
    german = Catalog("de", sections, {"fruit": "fruits"})
    assert german.text("notes", "like", {"who": "Ann", "fruit": "red"}) == "Ann mag den Apfel, und der Apfel mag Ann."
    with pytest.raises(MessageError, match="is broken"):
        Catalog("de", {**sections, "notes": {"like": "{fruit:dative}"}}, {"fruit": "fruits"})


POLISH = Forms(("1", "(.*[^1])?[2-4]"), words={"and": " i ", "or": " lub "})


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "nic"), (1, "1 karta"), (2, "2 karty"), (5, "5 kart"), (12, "12 kart"), (22, "22 karty"), (112, "112 kart")],
)
def test_a_language_can_have_more_plurals(count, said):
    text = "{who|Masz|# ma} {count|nic|# karta|# karty|# kart}"
    polish = Catalog("pl", {"notes": {"has": text}}, forms=POLISH)
    assert polish.text("notes", "has", {"who": "Ann", "count": count}) == f"Ann ma {said}"
    assert polish.to("Ann").text("notes", "has", {"who": "Ann", "count": count}) == f"Masz {said}"


def test_the_forms_of_a_language_are_read_from_its_file():
    file = {"plurals": {"one": "1", "few": "[2-4]"}, "lists": {"and": " i "}}
    assert Forms.of(file) == Forms(("1", "[2-4]"), ", ", {"and": " i ", "or": " or "})
    assert Forms.of({}) == Forms()


def test_what_users_write_is_inserted_as_it_is(catalog):
    names = "{who} <b>#</b> {count|a|b}"
    assert catalog.text("notes", "linked", {"who": names, "fruit": "red"}) == f"{names} likes a cherry."
    assert catalog.text("notes", "either", {"who": names, "fruits": [names]}) == f"{names} would like {names}."


SUMS = [
    ((), None, "0"),
    ((), 1, "1"),
    (((2, "Ape"),), None, "2 (Ape)"),
    (((2, "Ape"), (2, "Ape")), None, "4 = 2 (Ape) + 2 (Ape)"),
    (((3, "Ape"), (-1, "Bat")), None, "2 = 3 (Ape) - 1 (Bat)"),
    (((1, "Ape"), (-1, "Bat")), 1, "1 = 1 (Ape) - 1 (Bat), at least 1"),
    (((-1, "Bat"),), 1, "1 = -1 (Bat), at least 1"),
    (((2, "Ape"), (1, "Bat"), (2, "Ape"), (2, "Ape")), None, "7 = 3 × 2 (Ape) + 1 (Bat)"),
    (tuple((n, "Ape") for n in (1, 1, 2, 2, 3, 3)), None, "12 = 2 × 1 (Ape) + 2 × 2 (Ape) + 2 × 3 (Ape)"),
    (((4, ""),), None, "4 (by rule)"),
]


@pytest.mark.parametrize(("terms", "least", "said"), SUMS)
def test_a_sum_shows_its_terms(catalog, terms, least, said):
    total = Sum(tuple(Term(amount, name, "the.rule") for amount, name in terms), least)
    assert catalog.sum(total) == said
    assert catalog.text("notes", "sum", {"total": total}) == f"The total is {said}."


def test_a_sum_can_choose_a_form(catalog):
    total = Sum((Term(1, "Ape", "the.rule"),))
    assert catalog.text("notes", "named", {"who": "Ann", "count": total}) == "Ann takes 1 apple."


def test_a_missing_key_is_named_with_its_section_and_language(catalog):
    with pytest.raises(KeyError, match=r"^There is no text 'snow' under 'notes' in language 'en'\.$"):
        catalog.text("notes", "snow")
    with pytest.raises(MessageError, match="'blue' under 'fruits'"):
        catalog.text("notes", "linked", {"who": "Ann", "fruit": "blue"})


@pytest.mark.parametrize("values", [{"who": "Ann"}, {"who": "Ann", "count": None}])
def test_a_missing_value_is_named(catalog, values):
    with pytest.raises(MessageError, match=r"'notes: named' in language 'en' lacks its value 'count'"):
        catalog.text("notes", "named", values)


@pytest.mark.parametrize(
    "text", ["{who", "who}", "{}", "{a b}", "{a|one}", "{a|1|2|3|4}", "{a:2}", "{a|{b}|c}", 3, None]
)
def test_a_broken_template_is_found_when_the_catalog_is_made(text):
    with pytest.raises(MessageError, match="'notes: bad' in language 'en' is broken"):
        Catalog("en", {"notes": {"bad": text}})


def test_a_catalog_can_be_asked(catalog):
    assert ("notes", "plain") in catalog
    assert ("notes", "snow") not in catalog
    assert list(catalog.sections()) == list(ENGLISH)
    assert list(catalog.keys("fruits")) == ["red", "green"]
    assert list(catalog.keys("nothing")) == []
    assert catalog.raw("notes", "named") == "{who} takes {count|# apple|# apples}."
    assert catalog.slots("notes", "zero") == {"who", "count", "left"}
    assert repr(catalog) == "<Catalog 'en' of 14 texts>"


def test_a_catalog_is_read_from_a_file(tmp_path):
    file = Path(tmp_path, "words.yaml")
    file.write_text('notes:\n  greeting: "Grüß dich, {who}!"\n', encoding="utf-8")
    assert Catalog("de", sections_of(file)).text("notes", "greeting", {"who": "Ann"}) == "Grüß dich, Ann!"


def test_a_key_that_stands_twice_in_a_file_is_a_fault(tmp_path):
    file = Path(tmp_path, "words.yaml")
    file.write_text("notes:\n  one: a\n  one: b\n", encoding="utf-8")
    with pytest.raises(BadInput, match="twice"):
        Catalog("en", sections_of(file))


def test_the_module_has_no_word_of_any_game():
    source = (files("apz.core.language") / "messages.py").read_text(encoding="utf-8").lower()
    assert not [
        word for word in ("survivor", "raider", "stronghold", "wound", "zombie", "apocalypze.") if word in source
    ]
