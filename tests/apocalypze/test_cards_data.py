"""The card data: the ledger's facts and their sources, the decks, an owner's corrections, one's own decks."""

import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from apz.apocalypze import cards as module
from apz.apocalypze.cards import (
    ATTRIBUTES,
    OFFICIAL,
    SOURCES,
    TARGETS,
    Library,
    UnknownCard,
    folder,
    library,
    overlay,
    read_deck,
    sources_table,
)
from apz.apocalypze.model import KINDS, STATS, Card, Face
from apz.apocalypze.positions import read_position
from apz.core import reading
from apz.core.reading import BadInput, Fault, read_file, read_text

NUMBERS = ("access", "capacity", "damage", *STATS, *(f"zombie.{stat}" for stat in STATS))
TWOFOLDS = {"Civilian", "Biker", "Police Officer", "Soldier", "Gang Warrior", "Cult Fanatic"}
ERRATA_CARDS = {"Combat Ready", "Head Shot", "Shotgun", "Bitten", "John Misarti", "Albert & Anita Hanson"}

DECKS = {
    "Roadside Diner": """1 Roadside Diner, 1 Adrenaline, 1 Baseball Bat, 1 Chain Link Fence, 1 Gang Mark,
        2 Hog, 1 Python's Python, 1 Searchlight, 1 Lord Brawn, 6 Gang Warrior, 1 Gang Bully, 7 Biker,
        1 Moose Tucker, 1 Wilfred Python, 1 One Man Army, 1 Sentry, 1 Mugged, 1 Thief in the Night""",
    "Church": """1 Church, 1 Adrenaline, 1 Baseball Bat, 1 Chain Link Fence, 1 Fire Axe, 1 Illness,
        1 Scent of Blood, 1 Fast Zombie, 1 Trudy, 1 Alex Bloom, 1 Cinda Parikh, 13 Civilian, 1 Rest In Peace,
        1 Stand Together, 1 Sentry, 1 Lurking Death, 1 No Escape, 1 Turned""",
    "Police Station": """1 Police Station, 1 Adrenaline, 1 Chain Link Fence, 2 Handgun, 1 Patsy's Pistols,
        1 The Finest, 1 Bishop Land, 6 Cult Fanatic, 1 Wes Trentin, 1 Antonio Jones, 1 Patsy McNally,
        7 Police Officer, 1 Molotov Cocktail, 1 Pop!, 1 Recycle, 1 Sentry, 1 The Power of Faith,
        1 Take What You Need""",
    "Military Base": """1 Military Base, 1 Adrenaline, 1 Chain Link Fence, 1 Field Promotion, 2 Handgun,
        1 Sniper Rifle, 1 Scent of Blood, 1 Fast Zombie, 1 The Juggernaut, 1 Corporal Dwayne Martinson,
        1 Lieutenant Dan Killmeyer, 13 Soldier, 1 Pop!, 1 Rest In Peace, 1 Sentry, 1 Lurking Death,
        1 Turned""",
}


def counted(text: str) -> Counter[str]:
    pairs = (entry.split(maxsplit=1) for entry in text.split(","))
    return Counter({" ".join(name.split()): int(number) for number, name in pairs})


@pytest.fixture(scope="module")
def lib() -> Library:
    return library()


# ---- the decks


@pytest.mark.parametrize("name", DECKS)
def test_setup_deck_each_starter_deck_is_the_rulebooks_list(lib, name):
    deck = lib.decks[name]
    assert Counter(deck.cards) == counted(DECKS[name])
    assert len(deck.cards) == 30
    assert deck.name == deck.stronghold == deck.cards[0] == name
    assert [card for card in deck.cards if lib[card].kind == "stronghold"] == [name]


def test_there_are_four_decks_and_every_card_is_in_one_or_in_the_errata(lib):
    assert list(lib.decks) == list(DECKS)
    assert set(lib) == {card for deck in lib.decks.values() for card in deck.cards} | ERRATA_CARDS


@pytest.mark.parametrize("name", DECKS)
def test_the_lists_run_by_kind_as_the_ledger_says(lib, name):
    ranks = [KINDS.index(lib[card].kind) for card in lib.decks[name].cards]
    assert all(a <= b for a, b in pairwise(ranks))


# ---- the ledger's facts

FACTS = [
    ("Police Station", "access", 4, "rulebook"),
    ("Police Station", "damage", 2, "rulebook"),
    ("Police Officer", "attack", 1, "rulebook"),
    ("Police Officer", "defense", 1, "rulebook"),
    ("Police Officer", "value", 3, "rulebook"),
    ("Patsy McNally", "attack", 1, "rulebook"),
    ("Patsy McNally", "defense", 3, "rulebook"),
    ("Patsy McNally", "value", 5, "rulebook"),
    ("Gang Warrior", "attack", 2, "rulebook"),
    ("Gang Warrior", "defense", 2, "rulebook"),
    ("Lord Brawn", "attack", 4, "rulebook"),
    ("Lord Brawn", "defense", 2, "rulebook"),
    ("Cult Fanatic", "attack", 3, "rulebook"),
]


def number(card: Card, field: str) -> int:
    face = card.zombie if field.startswith("zombie.") else card.human or card.zombie
    found = getattr(face if field.rpartition(".")[2] in STATS else card, field.rpartition(".")[2])
    assert isinstance(found, int)
    return found


def test_the_numbers_that_the_rulebook_gives_are_these_and_no_others(lib):
    told = [
        (card.name, field, number(card, field), source)
        for card in lib.values()
        for field, source in card.sources.items()
        if field in NUMBERS and source != "house"
    ]
    assert sorted(told) == sorted(FACTS)


@pytest.mark.parametrize(
    ("name", "source", "count"),
    [
        ("Church", "rulebook", 1),
        ("Turned", "rulebook", 1),
        ("Sentry", "rulebook", 1),
        ("Combat Ready", "rulebook", 1),
        ("Police Station", "errata", 2),
        ("Pop!", "errata", 1),
        ("Head Shot", "errata", 1),
        ("Bishop Land", "errata", 1),
        ("Wes Trentin", "errata", 1),
        ("John Misarti", "errata", 1),
        ("Albert & Anita Hanson", "errata", 1),
        ("Searchlight", "errata", 1),
        ("Sniper Rifle", "errata", 1),
        ("Shotgun", "errata", 1),
        ("Bitten", "errata", 2),
    ],
)
def test_official_texts(lib, name, source, count):
    assert (lib[name].sources["text"], len(lib[name].texts)) == (source, count)


def test_every_other_text_is_house(lib):
    official = {card.name for card in lib.values() if card.sources.get("text") in OFFICIAL}
    assert len(official) == 15
    assert {card.sources["text"] for card in lib.values() if card.texts and card.name not in official} == {"house"}


@pytest.mark.parametrize(
    ("name", "field", "value", "source"),
    [
        ("Bishop Land", "refuses", {"weapon"}, "errata"),
        ("Wes Trentin", "refuses", {"weapon"}, "errata"),
        ("Albert & Anita Hanson", "refuses", {"weapon"}, "errata"),
        ("John Misarti", "refuses", {"gun"}, "errata"),
        ("Searchlight", "attributes", {"fortification"}, "errata"),
        ("Searchlight", "target", "your-stronghold", "errata"),
        ("Chain Link Fence", "attributes", {"fortification"}, "errata"),
        ("Chain Link Fence", "target", "your-stronghold", "inferred"),
        ("Sniper Rifle", "target", "your-survivor", "errata"),
        ("Sniper Rifle", "attributes", {"weapon", "gun"}, "inferred"),
        ("Sniper Rifle", "displaced", True, "errata"),
        ("Shotgun", "target", "your-human", "errata"),
        ("Shotgun", "displaced", True, "errata"),
        ("Bitten", "target", "your-zombie", "errata"),
        ("Patsy McNally", "unique", True, "rulebook"),
        ("Lord Brawn", "unique", True, "inferred"),
        ("The Juggernaut", "unique", True, "house"),
        ("Gang Bully", "unique", False, "house"),
        ("Fast Zombie", "unique", False, "house"),
        ("Cinda Parikh", "attributes", {"engineer"}, "rulebook"),
        ("Molotov Cocktail", "kind", "trump", "rulebook"),
        ("John Misarti", "kind", "survivor", "house"),
        ("Albert & Anita Hanson", "kind", "raider", "inferred"),
        ("Handgun", "displaced", True, "house"),
        ("The Finest", "bonus", (0, 0, 4), "house"),
        ("Field Promotion", "bonus", (1, 1, 0), "house"),
    ],
)
def test_fields_and_where_they_come_from(lib, name, field, value, source):
    assert (getattr(lib[name], field), lib[name].sources[field]) == (value, source)


def test_the_hints_of_the_rulebook_are_kept(lib):
    base, *others = (lib[name] for name in ("Military Base", "Church", "Police Station", "Roadside Diner"))
    assert all(base.access > other.access and base.damage < other.damage for other in others)
    faces = {name: lib[name].human for name in TWOFOLDS}
    assert faces["Police Officer"].value == max(face.value for face in faces.values())
    assert faces["Soldier"].attack == faces["Cult Fanatic"].attack == max(f.attack for f in faces.values())
    assert faces["Civilian"].attack < faces["Civilian"].defense
    assert faces["Biker"][1:3] == faces["Gang Warrior"][1:3]
    for name in TWOFOLDS:  # as a human the character is the more powerful
        assert sum(lib[name].human[1:4]) > sum(lib[name].zombie[1:4])


def test_cards_of_the_full_game_are_left_out(lib):
    assert not {"Crowbar", "General Store", "Locked Doors"} & set(lib)


# ---- what the loader makes of it


def test_every_field_has_a_source_and_what_is_inferred_a_reason(lib):
    for card in lib.values():
        assert set(card.sources.values()) <= set(SOURCES) - {"owner"}
        assert card.reasons.keys() == {f for f, source in card.sources.items() if source == "inferred"}
        assert "kind" in card.sources
        assert card.kind in KINDS


def test_twofold_sides_exactly_the_six_twofolds_are_generic_and_have_two_faces(lib):
    assert {card.name for card in lib.values() if card.twofold} == TWOFOLDS
    for name in TWOFOLDS:
        card = lib[name]
        assert not card.unique
        assert card.zombie.faction == "zombie"
        assert card.zombie.house == set(STATS)
        assert all(card.sources[f"zombie.{stat}"] == "house" for stat in STATS)


def test_a_raider_of_the_faction_zombie_is_only_a_zombie(lib):
    for name, numbers in {"Fast Zombie": (2, 1, 1), "Trudy": (2, 2, 3), "The Juggernaut": (6, 2, 3)}.items():
        card = lib[name]
        assert card.human is None
        assert card.zombie[:4] == ("zombie", *numbers)
        assert card.character
        assert not card.twofold


def test_faces_know_which_of_their_numbers_are_house(lib):
    assert lib["Police Officer"].human.house == frozenset()
    assert lib["Lord Brawn"].human.house == {"value"}
    assert lib["Cult Fanatic"].human.house == {"defense", "value"}
    assert lib["Trudy"].zombie.house == set(STATS)
    assert lib["Lord Brawn"].house("value")
    assert not lib["Lord Brawn"].house("attack")


def test_attachments_have_a_target_and_weapons_can_be_displaced(lib):
    for card in lib.values():
        assert (card.target in TARGETS) == (card.kind == "attachment")
        assert card.attributes <= set(ATTRIBUTES)
        assert card.displaced == ("weapon" in card.attributes)
        assert "weapon" in card.attributes or not card.attributes & {"gun", "handgun", "melee"}


def test_only_numbers_speak_where_a_card_has_no_text(lib):
    silent = {card.name for card in lib.values() if not card.texts}
    assert silent == TWOFOLDS | {"Baseball Bat", "Handgun", "The Finest"}


def test_texts_are_short_enough_for_a_card_and_say_no_foreign_word(lib):
    for card in lib.values():
        for language in ("en", "de"):
            for text in lib.texts(card, language):
                assert len(text) <= 170, card
                assert text.endswith(".")
                assert "  " not in text
        assert not re.search(r"\b(graveyard|minion|tap|creature|library)\b", " ".join(card.texts), re.I)


def test_every_text_has_its_german(lib):
    german = {name: len(texts) for name, texts in yaml.safe_load((folder() / "texts.de.yaml").read_text()).items()}
    assert german == {card.name: len(card.texts) for card in lib.values() if card.texts}
    assert lib.texts("Moose Tucker", "de") == ("Einmal in deiner Besetzungsphase: Birg 1 Karte.",)


def test_a_language_that_nobody_wrote_falls_back_to_english(lib):
    assert lib.texts("Church", "fr") == lib.texts(lib["Church"]) == lib["Church"].texts
    assert lib.texts("Church", "../../x") == lib["Church"].texts


def test_numbers_agree_in_both_languages(lib):
    for card in lib.values():
        for english, german in zip(card.texts, lib.texts(card, "de"), strict=True):
            assert re.findall(r"[-+]\d", english) == re.findall(r"[-+]\d", german), card


def test_sources_are_counted_by_kind(lib):
    table = sources_table(lib)
    assert list(table) == [*KINDS, "all"]
    assert table["all"] == Counter(source for card in lib.values() for source in card.sources.values()) | {"owner": 0}
    assert table["stronghold"] == {"rulebook": 7, "errata": 1, "inferred": 0, "house": 12, "owner": 0}


def test_the_cards_are_loaded_once():
    assert library() is library()


# ---- finding a card


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Pop!", "Pop!"),
        ("pop", "Pop!"),
        ("brawn", "Lord Brawn"),
        ("patsys pistols", "Patsy's Pistols"),
        ("albert and anita", None),
        ("hanson", "Albert & Anita Hanson"),
        ("Civilian/Zombie", "Civilian"),
        ("Cinda Parikh, Civilian Engineer", "Cinda Parikh"),
        ("JUGGERNAUT", "The Juggernaut"),
        ("popp", None),
        ("patsy", None),
    ],
)
def test_cards_are_found_forgivingly(lib, text, name):
    if name:
        assert lib.find(text) is lib[name]
        return
    with pytest.raises(UnknownCard) as caught:
        lib.find(text)
    assert isinstance(caught.value, LookupError)
    assert isinstance(caught.value, BadInput)


def test_a_near_miss_gets_a_suggestion(lib):
    with pytest.raises(UnknownCard) as caught:
        lib.find("Popp")
    assert str(caught.value) == '"Popp" is not a card; did you mean "Pop!"?'
    with pytest.raises(KeyError):
        lib["Popp"]


# ---- an owner's corrections


def laid(text: str) -> Library:
    return overlay(read_text(text, "mine.yaml"), library())


def human(cards: Library, name: str) -> Face:
    face = cards[name].human
    assert face
    return face


def overlay_faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(BadInput) as caught:
        laid(text)
    return caught.value.faults


def test_an_owner_corrects_house_fields_and_they_are_facts_then(lib):
    mine = laid("Civilian: {value: 3, zombie: {attack: 2}}\nbrawn: {value: 5}\nChurch: {capacity: 9}\n")
    assert human(mine, "Civilian") == Face("civilian", 1, 2, 3, frozenset({"attack", "defense"}))
    assert mine["Civilian"].zombie == Face("zombie", 2, 1, 1, frozenset({"defense", "value"}))
    assert human(mine, "Lord Brawn")[:4] == ("gang", 4, 2, 5)
    assert mine["Lord Brawn"].sources["value"] == "owner"
    assert mine["Church"].capacity == 9
    assert human(lib, "Civilian").value == 2
    assert mine["Sentry"] is lib["Sentry"]
    assert mine.decks == lib.decks
    assert sources_table(mine)["all"]["owner"] == 4


def test_an_owner_can_reword_a_house_text_and_is_not_translated():
    mine = laid('Moose Tucker: {text: ["Printed words."]}')
    assert mine["Moose Tucker"].texts == mine.texts("Moose Tucker", "de") == ("Printed words.",)
    assert mine["Moose Tucker"].sources["text"] == "owner"


def test_an_owner_can_give_a_field_that_ours_leaves_out():
    mine = laid("Biker: {refuses: [gun]}\nAdrenaline: {bonus: {attack: 1}, attributes: [weapon], displaced: true}\n")
    assert mine["Biker"].refuses == {"gun"}
    assert (mine["Adrenaline"].bonus, mine["Adrenaline"].displaced) == ((1, 0, 0), True)


def test_an_entry_copied_from_ours_is_taken(lib):
    text = (folder() / "raiders.yaml").read_text().replace("value: {house: 4}", "value: {house: 6}")
    mine = laid(text)
    assert (human(mine, "Lord Brawn").value, mine["Lord Brawn"].sources["value"]) == (6, "house")
    assert {c.name: c.sources for c in mine.values()} == {c.name: c.sources for c in lib.values()}


def test_an_owner_who_confirms_a_house_value_makes_it_a_fact():
    assert laid("Civilian: {value: 2}")["Civilian"].sources["value"] == "owner"


def test_an_owner_who_confirms_a_fact_leaves_it_as_it_is(lib):
    mine = laid("Police Officer: {value: 3}")
    assert mine["Police Officer"] is lib["Police Officer"]


def test_what_contradicts_the_rulebook_or_the_errata_is_refused_with_both_values():
    faults = overlay_faults(
        'Police Officer:\n  value: 4\nSniper Rifle: {target: your-human}\nPop!: {text: ["Boom."]}\n'
        "Soldier: {unique: true}\nJohn Misarti: {refuses: [weapon]}\n"
    )
    assert str(faults[0]) == (
        "mine.yaml, line 2, Police Officer.value: 4 contradicts 3, which is from the rulebook; "
        "take this line out; the official value stays"
    )
    assert [fault.line for fault in faults] == [2, 3, 4, 5, 6]
    assert '"your-human" contradicts "your-survivor", which is from the errata' in faults[1].found
    assert faults[2].found.startswith('"Boom." contradicts "With a handgun')
    assert "true contradicts false" in faults[3].found
    assert '"weapon" contradicts "gun"' in faults[4].found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Civilan: {value: 3}", '"Civilan" is not a card; did you mean "Civilian"?'),
        ("Civilian: {vlaue: 3}", '"vlaue" is not a field here; did you mean "value"?'),
        ("Civilian: {access: 3}", '"access" is not a field here'),
        ("Civilian: {value: -1}", "-1 where a number is expected; write a whole number from 1 to 99"),
        ("Civilian: {value: 0}", "whole number from 1"),
        ("Civilian: {value: 100}", "100 where a number is expected"),
        ("Civilian: {value: '3'}", '"3" where a number is expected'),
        ("Civilian: {value: 1.5}", "1.5 where a number is expected"),
        ("Civilian: {value: true}", "true where a number is expected"),
        ("Civilian: {value: }", "nothing where a number is expected"),
        ("Civilian: {attack: [1]}", "a list where a number is expected"),
        ("Civilian: {attack: {a: 1}}", "a group of fields where a number is expected"),
        ("Civilian: {zombie: 2}", "2 where a group of fields is expected"),
        ("Civilian: {zombie: {speed: 2}}", '"speed" is not a field here'),
        ("Civilian: 3", "3 where a group of fields is expected"),
        ("[Civilian]", "a list where a group of fields is expected"),
        ("Alex Bloom: {zombie: {attack: 2}}", "this card has no zombie side"),
        ("Alex Bloom: {text: [a, b]}", "2 texts where the card has 1; the wording can be corrected"),
        ("Civilian: {text: [New.]}", "1 texts where the card has 0"),
        ("Alex Bloom: {text: New}", '"New" where a list is expected'),
        ("Alex Bloom: {text: ['']}", "a text that is empty or too long"),
        ("Alex Bloom: {kind: raider}", '"raider" does not belong here'),
        ("Trudy: {faction: police}", '"police" does not belong here; it is one of: cult, gang, zombie'),
        ("Handgun: {attributes: [gnu]}", '"gnu" does not belong here; did you mean "gun"?'),
        ("Handgun: {bonus: {attack: -1}}", "-1 where a number is expected"),
        ("Handgun: {displaced: maybe}", '"maybe" where true or false is expected'),
        (
            "Civilian: {value: {rulebook: 3}}",
            "this is not from the rulebook; write the value without a source",
        ),
        ("Civilian: {value: {house: 3, owner: 4}}", "no one clear source"),
        ("Civilian: {value: 3}\ncivilian: {value: 4}", '"Civilian" is here twice'),
    ],
)
def test_what_is_wrong_with_an_overlay_is_said(text, said):
    (fault,) = overlay_faults(text)
    assert said in str(fault)
    assert str(fault).startswith("mine.yaml, line ")


def test_overlay_faults_come_all_at_once():
    assert len(overlay_faults("Civilan: {value: 3}\nBiker: {value: 100, atack: 1}\nPop!: {kind: wildcard}\n")) == 4


def test_later_overlays_win_and_files_that_changed_are_read_again(tmp_path):
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    one.write_text("Biker: {value: 3, attack: 4}")
    two.write_text("Biker: {value: 5}")
    mine = library(one, str(two))
    assert human(mine, "Biker")[:4] == ("biker", 4, 2, 5)
    assert library(one, two) is mine
    two.write_text("Biker: {value: 6}")
    os.utime(two, (1, 1))
    assert human(library(one, two), "Biker").value == 6


def test_apz_cards_names_overlays_when_none_are_given(tmp_path, monkeypatch):
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    one.write_text("Biker: {value: 3}")
    two.write_text("Soldier: {value: 4}")
    monkeypatch.setenv("APZ_CARDS", f"{one}{os.pathsep}{two}")
    assert (human(library(), "Biker").value, human(library(), "Soldier").value) == (3, 4)
    assert library() is library()
    assert human(library(two), "Biker").value == 2
    monkeypatch.setenv("APZ_CARDS", str(tmp_path / "none.yaml"))
    with pytest.raises(BadInput, match=r"none\.yaml: cannot be read"):
        library()
    monkeypatch.setenv("APZ_CARDS", "")
    assert human(library(), "Biker").value == 2


# ---- our own files are checked as well


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("strongholds", "access: {house: 2}", "access: 2", "no one clear source"),
        ("strongholds", "access: {house: 2}", "access: {guess: 2}", "no one clear source"),
        ("strongholds", "access: {house: 2}", "access: {owner: 2}", "no one clear source"),
        ("strongholds", "access: {house: 2}", "access: {house: 2, errata: 3}", "no one clear source"),
        ("strongholds", "access: {house: 2}", "access: {house: two}", '"two" where a number is expected'),
        ("strongholds", "access: {house: 2}", "access: {inferred: 2}", "what is inferred has a reason"),
        (
            "strongholds",
            "access: {house: 2}",
            "access: {house: 2, because: why}",
            "what is inferred has a reason",
        ),
        ("strongholds", "  access: {house: 2}\n", "", 'the field "access" is missing'),
        (
            "strongholds",
            "kind: {rulebook: stronghold}",
            "kind: {rulebook: trump}",
            '"trump" does not belong here',
        ),
        ("strongholds", "Church:", "Sentry:", '"Sentry" is in two files'),
        (
            "survivors",
            "faction: {rulebook: police}",
            "faction: {rulebook: gang}",
            '"gang" does not belong here',
        ),
        ("survivors", "{attack: {house: 1}, ", "{", 'the field "attack" is missing'),
        ("attachments", "house: your-character", "house: your-pet", '"your-pet" does not belong here'),
        (
            "trumps",
            "kind: {rulebook: trump}",
            "kind: {rulebook: trump}\n  value: {house: 1}",
            '"value" is not a field',
        ),
    ],
)
def test_a_mistake_in_our_own_files_is_a_fault_with_its_place(tmp_path, monkeypatch, file, old, new, said):
    shutil.copytree(folder(), tmp_path / "cards")
    path = tmp_path / "cards" / f"{file}.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    monkeypatch.setattr(module, "folder", lambda: tmp_path / "cards")
    with pytest.raises(BadInput) as caught:
        module._overlaid.__wrapped__(())
    assert said in str(caught.value)
    assert re.search(r"\w+s\.yaml, line \d+, ", str(caught.value))


# ---- decks of one's own

DECK = """deck: Night shift
stronghold: Police Station
cards:
  Police Officer: 12
  Patsy McNally: 1
  Handgun: 4
  pop: 2
  Cult Fanatic/Zombie: 6
  hanson: 1
  Sentry: 3
"""


def deck_faults(text: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        read_deck(read_text(text, "deck.yaml"), library())
    return [str(fault) for fault in caught.value.faults]


def test_a_deck_of_ones_own(lib, tmp_path):
    path = tmp_path / "night.yaml"
    path.write_text(DECK)
    deck = read_deck(path, lib)
    assert deck == read_deck(str(path), lib)
    assert (deck.name, deck.stronghold, len(deck.cards)) == ("Night shift", "Police Station", 30)
    assert deck.cards[:2] == ("Police Station", "Police Officer")
    assert Counter(deck.cards)["Pop!"] == 2


def test_the_stronghold_may_stand_among_the_cards_and_the_file_gives_the_name(lib, tmp_path):
    path = tmp_path / "night.yaml"
    path.write_text(DECK.split("\n", 2)[2] + "  Church: 1\n")
    assert read_deck(path, lib)[:2] == ("night", "Church")


def test_setup_deck_every_fault_of_a_deck_at_once():
    text = DECK.replace("Handgun: 4", "Handgnu: 4").replace("Sentry: 3", "Church: 3").replace("hanson: 1", "hanson: x")
    assert deck_faults(text + "  Pop!: 1\nextra: 1\n") == [
        'deck.yaml, line 12, extra: "extra" is not a field here; it is one of: cards, deck, stronghold',
        'deck.yaml, line 6, cards.Handgnu: "Handgnu" is not a card; did you mean "Handgun"?',
        'deck.yaml, line 9, cards.hanson: "x" where a number is expected; write a whole number from 1 to 30',
        'deck.yaml, line 11, cards.Pop!: "Pop!" is here twice; write it once, with its number',
        "deck.yaml, line 1: more than one stronghold: Church, Police Station; a deck has exactly one (setup.deck)",
    ]
    short = "cards: {Popp: 3, Church: 1, Police Station: 1}"
    assert [fault.rpartition("; ")[0] for fault in deck_faults(short)] == [
        'deck.yaml, line 1, cards.Popp: "Popp" is not a card',
        "deck.yaml, line 1: 5 cards",
        "deck.yaml, line 1: more than one stronghold: Church, Police Station",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            DECK.replace("Sentry: 3", "Sentry: 2"),
            "29 cards; a deck is 30 cards, its stronghold included (setup.deck)",
        ),
        (DECK.replace("Sentry: 3", "Sentry: 4"), "31 cards; a deck is 30 cards"),
        (
            DECK.replace("stronghold: Police Station\n", ""),
            "no stronghold; a deck has exactly one (setup.deck)",
        ),
        (DECK.replace("stronghold: Police Station", "stronghold: Sniper Rifle"), "no stronghold"),
        (DECK + "  Police Station: 1\n", '"Police Station" is here twice'),
        (DECK.replace("Sentry: 3", "Sentry: 0"), "0 where a number is expected"),
        (DECK.replace("Sentry: 3", "Sentry: -3"), "-3 where a number is expected"),
        (DECK.replace("Sentry: 3", "Sentry: 999999999999999999999999"), "where a number is expected"),
        ("deck: x\n", 'the field "cards" is missing'),
        ("", 'the field "cards" is missing'),
        ("just words", "where a group of fields is expected"),
        (DECK.replace("stronghold: Police Station", "stronghold: [Church]"), "a list where text is expected"),
        (DECK.replace("deck: Night shift", "deck: 7"), "7 where text is expected"),
    ],
)
def test_setup_deck_what_is_wrong_with_a_deck_is_said(text, said):
    assert any(said in fault for fault in deck_faults(text))


def test_a_deck_of_nonsense_is_refused_with_every_fault():
    assert len(deck_faults("cards:\n" + "".join(f"  Nonsense card {i}: 1\n" for i in range(9000)))) > 9000


# ---- loader fuzz: whatever happens to a file, reading it gives a result or BadInput

OVERLAY = """# my printed cards
Civilian: {value: 3, zombie: {attack: 2, defense: 1}}
Lord Brawn:
  value: 5
  text: ["Each other gang raider in his engagement has +1 attack!"]
Church: {capacity: 9, access: {owner: 2}}
Fire Axe: {attributes: [weapon, melee], bonus: {attack: 2}, displaced: true, target: your-human}
"""

POSITION = """apz: position 1
turn: 5
whose: Ann
phase: combat
players:
  - name: Ann
    stronghold: Roadside Diner
    raiders: [Lord Brawn, {card: 2 Gang Warrior, wounds: 1}, {card: Gang Warrior (5), attached: [Handgun, Adrenaline]}]
    hand: [Sentry, 2 Biker]
    discard: [Pop!, 3 Biker]
  - {name: Ben, stronghold: Police Station, attached: [Chain Link Fence, Gang Mark], hand: [Pop!],
     survivors: [{card: Police Officer, zombie: false, attached: [{card: Illness, owner: Ann}]}, Patsy McNally],
     raiders: [{card: Civilian, zombie: true, owner: Ann}], deck: [4 Police Officer]}
combat:
  attack: {1: [Lord Brawn, 2 Gang Warrior], 2: Gang Warrior (5)}
  defense: [[Patsy McNally], [Police Officer]]
  resolved: [2]
  now: 1
  boosts: [{card: Adrenaline, by: Ann, attack: 3}]
waiting:
  - {window: Ben, amount: 1}
  - {resolve: Ann, event: Pop!, targets: [Patsy McNally]}
  - {respond: Ben, event: Pop!, targets: [Patsy McNally]}
used: [Adrenaline, {card: Police Station, text: second}]
played: [Pop!, {card: Sentry, by: Ben}]
"""


def read_and_look(text: str) -> object:
    """A position that can be read can be looked at, however faulty, and written."""
    position = read_position(text)
    position.problems()
    list(position.legal_moves)
    assert read_position(position.to_yaml()) == position
    return position


# name -> (a valid file, what reads its text); a loader added here is fuzzed like the others
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
    """The text with one to four pieces cut out, doubled, moved, replaced or put in."""
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
    """Load so many mutations; anything but BadInput with a message escapes."""
    rng, seen = random.Random(seed), Counter[str]()
    for _ in range(count):
        text = mutated(valid, rng)
        try:
            load(text)
            seen["taken"] += 1
        except BadInput as error:
            assert error.faults  # noqa: PT017
            assert all(line.isprintable() for line in str(error).split("\n"))  # noqa: PT017
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
