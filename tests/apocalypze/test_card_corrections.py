"""An owner's corrections to the cards, and mistakes in our own card files: every fault with its place."""

import os
import re
import shutil

import pytest

from apz.apocalypze import cards as module
from apz.apocalypze.cards import Library, folder, library, overlay, sources_table
from apz.apocalypze.model import Face
from apz.core.reading import BadInput, Fault, read_text


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
        "take this out; the official value stays"
    )
    assert [fault.line for fault in faults] == [2, 3, 4, 5, 6]
    assert '"your-human" contradicts "your-survivor", which is from the errata' in faults[1].found
    assert faults[2].found.startswith('"Boom." contradicts "Give one opposing')
    assert "true contradicts false" in faults[3].found
    assert '"weapon" contradicts "gun"' in faults[4].found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Civilan: {value: 3}", '"Civilan" isn\'t a card; did you mean "Civilian"?'),
        ("Civilian: {vlaue: 3}", '"vlaue" isn\'t a field here; did you mean "value"?'),
        ("Civilian: {access: 3}", '"access" isn\'t a field here'),
        ("Civilian: {value: -1}", "-1 is too small or too large; write a whole number from 1 to 99"),
        ("Civilian: {value: 0}", "whole number from 1"),
        ("Civilian: {value: 100}", "100 is too small or too large"),
        ("Civilian: {value: '3'}", '"3" where a whole number is expected'),
        ("Civilian: {value: 1.5}", "1.5 where a whole number is expected"),
        ("Civilian: {value: true}", "true where a whole number is expected"),
        ("Civilian: {value: }", "nothing where a whole number is expected"),
        ("Civilian: {attack: [1]}", "a list where a whole number is expected"),
        ("Civilian: {attack: {a: 1}}", "a group of fields where a whole number is expected"),
        ("Civilian: {zombie: 2}", "2 where a group of fields is expected"),
        ("Civilian: {zombie: {speed: 2}}", '"speed" isn\'t a field here'),
        ("Civilian: 3", "3 where a group of fields is expected"),
        ("[Civilian]", "a list where a group of fields is expected"),
        ("Alex Bloom: {zombie: {attack: 2}}", "this card has no zombie side"),
        ("Alex Bloom: {text: [a, b]}", "2 texts where the card has 1; you can correct a card's wording"),
        ("Civilian: {text: [New.]}", "1 text where the card has 0"),
        ("Alex Bloom: {text: New}", '"New" where a list is expected'),
        ("Alex Bloom: {text: ['']}", "a text is empty or too long"),
        ("Alex Bloom: {kind: raider}", '"raider" doesn\'t belong here'),
        ("Trudy: {faction: police}", "\"police\" doesn't belong here; it's one of: cult, gang, zombie"),
        ("Handgun: {attributes: [gnu]}", '"gnu" doesn\'t belong here; did you mean "gun"?'),
        ("Handgun: {bonus: {attack: -1}}", "-1 is too small or too large"),
        ("Handgun: {displaced: maybe}", '"maybe" where true or false is expected'),
        (
            "Civilian: {value: {rulebook: 3}}",
            "a correction can't come from the rulebook; write the value without a source",
        ),
        (
            "Civilian: {value: {house: 3, owner: 4}}",
            "no single clear source; write one source, such as `house: ...`; here it can be house or owner",
        ),
        (
            "Civilian: {value: {inferred: 3, because: fence}}",
            "a correction can't come from what the rulebook implies; write the value without a source",
        ),
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
    with pytest.raises(BadInput, match=r"none\.yaml: can't be read"):
        library()
    monkeypatch.setenv("APZ_CARDS", "")
    assert human(library(), "Biker").value == 2


# ---- our own files are checked as well


ACCESS = "access: {house: 2}"  # a line of our first stronghold


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("strongholds", ACCESS, "access: 2", "here it can be rulebook, errata, inferred or house"),
        ("strongholds", ACCESS, "access: {guess: 2}", "no single clear source"),
        ("strongholds", ACCESS, "access: {owner: 2}", "no single clear source"),
        ("strongholds", ACCESS, "access: {house: 2, errata: 3}", "no single clear source"),
        ("strongholds", ACCESS, "access: {house: two}", '"two" where a whole number is expected'),
        ("strongholds", ACCESS, "access: {inferred: 2}", "an inferred fact needs a reason"),
        ("strongholds", ACCESS, "access: {house: 2, because: why}", "an inferred fact needs a reason"),
        ("strongholds", ACCESS, "access: {inferred: 2, because: ''}", '"" doesn\'t belong here'),
        ("attachments", "because: fence", "because: fense", '"fense" doesn\'t belong here; did you mean "fence"?'),
        ("strongholds", f"  {ACCESS}\n", "", 'the field "access" is missing'),
        ("strongholds", "{rulebook: stronghold}", "{rulebook: trump}", '"trump" doesn\'t belong here'),
        ("strongholds", "Church:", "Sentry:", '"Sentry" is in two files'),
        ("survivors", "{rulebook: police}", "{rulebook: gang}", '"gang" doesn\'t belong here'),
        ("survivors", "{attack: {house: 1}, ", "{", 'the field "attack" is missing'),
        ("attachments", "house: your-character", "house: your-pet", '"your-pet" doesn\'t belong here'),
        ("trumps", "{rulebook: trump}", "{rulebook: trump}\n  value: {house: 1}", '"value" isn\'t a field'),
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


def test_what_a_reworded_card_does_is_still_ours_and_marked():
    mine = laid('Stand Together: {text: ["Printed words."]}')
    assert mine["Stand Together"].sources["text"] == "owner"
    assert mine["Stand Together"].house("text")
    assert not mine["Sentry"].house("text")
