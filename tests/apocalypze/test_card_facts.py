"""The card data: decks, facts and their sources, the cards made from them, and how a card is found."""

import re
from collections import Counter
from itertools import pairwise

import pytest
import yaml

from apz.apocalypze.card_facts import ATTRIBUTES, REASONS, TARGETS
from apz.apocalypze.cards import UnknownCard, folder, library, sources_table
from apz.apocalypze.model import KINDS, STATS, Card
from apz.core.facts import OFFICIAL, SOURCES
from apz.core.reading import BadInput

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
    for name in TWOFOLDS:  # the human side is the more powerful one
        assert sum(lib[name].human[1:4]) > sum(lib[name].zombie[1:4])


def test_cards_of_the_full_game_are_left_out(lib):
    assert not {"Crowbar", "General Store", "Locked Doors"} & set(lib)


# ---- the loaded cards


def test_every_field_has_a_source_and_what_is_inferred_a_reason(lib):
    for card in lib.values():
        assert set(card.sources.values()) <= set(SOURCES) - {"owner"}
        assert card.reasons.keys() == {f for f, source in card.sources.items() if source == "inferred"}
        assert set(card.reasons.values()) <= set(REASONS)
        assert "kind" in card.sources
        assert card.kind in KINDS


def test_no_reason_is_left_over(lib):
    assert {reason for card in lib.values() for reason in card.reasons.values()} == set(REASONS)


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


def test_signed_numbers_agree_in_english_and_german(lib):
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
    assert str(caught.value) == '"Popp" isn\'t a card; did you mean "Pop!"?'
    with pytest.raises(KeyError):
        lib["Popp"]
