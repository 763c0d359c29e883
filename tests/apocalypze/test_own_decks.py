"""A player's own decks: valid ones are read, and all faults are reported at once."""

from collections import Counter

import pytest

from apz.apocalypze.cards import library, read_deck
from apz.core.reading import BadInput, read_text
from tests.apocalypze.valid_files import DECK


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
        "deck.yaml, line 12, extra: \"extra\" isn't a field here; it's one of: cards, deck, stronghold",
        'deck.yaml, line 6, cards.Handgnu: "Handgnu" isn\'t a card; did you mean "Handgun"?',
        'deck.yaml, line 9, cards.hanson: "x" where a whole number is expected; write a whole number from 1 to 30',
        'deck.yaml, line 11, cards.Pop!: "Pop!" is here twice; write it once, with how many there are',
        "deck.yaml, line 1: this deck has more than one stronghold: Church, Police Station; "
        "a deck has exactly one (setup.deck)",
    ]
    short = "cards: {Popp: 3, Church: 1, Police Station: 1}"
    assert [fault.rpartition("; ")[0] for fault in deck_faults(short)] == [
        'deck.yaml, line 1, cards.Popp: "Popp" isn\'t a card',
        "deck.yaml, line 1: this deck has 5 cards",
        "deck.yaml, line 1: this deck has more than one stronghold: Church, Police Station",
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
        (DECK.replace("Sentry: 3", "Sentry: 0"), "0 is too small or too large"),
        (DECK.replace("Sentry: 3", "Sentry: -3"), "-3 is too small or too large"),
        (
            DECK.replace("Sentry: 3", "Sentry: 999999999999999999999999"),
            "is too small or too large; write a whole number from 1 to 30",
        ),
        ("deck: x\n", 'the field "cards" is missing'),
        ("", 'the field "cards" is missing'),
        ("just words", "where a group of fields is expected"),
        (DECK.replace("stronghold: Police Station", "stronghold: [Church]"), "a list where text is expected"),
        (DECK.replace("deck: Night shift", "deck: 7"), "7 where text is expected"),
    ],
)
def test_setup_deck_what_is_wrong_with_a_deck_is_said(text, said):
    assert any(said in fault for fault in deck_faults(text))


def test_cards_that_cannot_be_counted_are_not_counted():
    (fault,) = deck_faults(DECK.replace("Sentry: 3", "Sentry: 300"))
    assert "300 is too small or too large; write a whole number from 1 to 30" in fault


def test_a_deck_of_nonsense_is_refused_with_every_fault():
    assert len(deck_faults("cards:\n" + "".join(f"  Nonsense card {i}: 1\n" for i in range(9000)))) > 9000
