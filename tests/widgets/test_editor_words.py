"""Text typed into the editor or assigned to it: counts, cards and their zones, positions in any form, faults."""

import pytest

from apz.apocalypze.kernel import new_session
from apz.apocalypze.positions import write_position
from apz.core.reading import BadInput
from apz.widgets import PositionEditor
from tests.widgets.editor_hands import do, names, of, put
from tests.widgets.hands import ROOT, doing, position, shown

POLICE = ROOT / "tutorials" / "apocalypze" / "positions" / "police-station.yaml"


@pytest.mark.parametrize("text", ["3 biker", "3x Biker", "biker x3", "Biker x 3", "3 × biker"])
def test_many_cards_are_put_at_once(text):
    editor = PositionEditor()
    put(editor, text, 0, "survivors")
    assert names(editor, 0, "survivors") == ["Biker"] * 3
    assert "3 Biker" in editor.state.said
    do(editor, "undo")
    assert names(editor, 0, "survivors") == []


def test_a_count_stays_while_it_is_asked_which_card_is_meant():
    editor = PositionEditor()
    put(editor, "2 gang", 0, "raiders")
    assert "2 × Gang Warrior" in shown(editor)
    do(editor, "take:Gang Warrior")
    do(editor, "to:raiders.0")
    assert names(editor, 0, "raiders") == ["Gang Warrior"] * 2
    put(editor, "gang", 0, "raiders")
    do(editor, "take:Gang Warrior")
    do(editor, "to:raiders.0")
    assert names(editor, 0, "raiders") == ["Gang Warrior"] * 3


def test_python_puts_many_cards_too_and_says_which_card_there_is_not():
    editor = PositionEditor()
    assert editor.put("9 Biker", 1, "top")
    assert names(editor, 1, "deck") == ["Biker"] * 9
    assert not editor.put("9 Bicker")
    assert "Bicker" in shown(editor)


def test_only_places_that_take_a_card_are_offered_for_it():
    editor = PositionEditor()
    put(editor, "police officer", 0, "survivors")
    do(editor, "take:Patsy McNally")
    assert {"to:survivors.0", "to:raiders.1", "to:hand.1"} <= set(doing(editor, "to:"))
    assert not {"to:home.0", f"to:on.{of(editor, 'Police Officer')}"} & set(doing(editor, "to:"))
    do(editor, "take:Patsy's Pistols")
    assert {"to:home.0", f"to:on.{of(editor, 'Police Officer')}", "to:hand.1"} <= set(doing(editor, "to:"))
    assert not {"to:survivors.0", "to:raiders.1"} & set(doing(editor, "to:"))
    do(editor, "take:Church")
    assert {each.partition(".")[0] for each in doing(editor, "to:")} == {"to:home"}


def test_a_card_that_cannot_stand_there_is_refused_with_the_reason_and_not_offered_again():
    editor = PositionEditor()
    put(editor, "Roadside Diner", 0, "survivors")
    assert "Roadside Diner isn't a character; only survivors and raiders belong here" in shown(editor)
    assert names(editor, 0, "survivors") == []


def test_an_empty_entry_takes_away_what_was_said_before():
    editor = PositionEditor()
    put(editor, "zzz", 0, "hand")
    assert editor.state.said
    put(editor, " ", 0, "hand")
    assert not editor.state.said
    put(editor, "gang", 0, "raiders")
    put(editor, "", 0, "raiders")
    assert "take:Civilian" in doing(editor, "take:")


def test_a_number_that_cannot_be_is_named_as_it_was_typed():
    editor = PositionEditor()
    do(editor, "turn", value="-5")
    assert "-5 is too small or too large" in shown(editor)


def test_two_players_of_one_name_are_refused():
    editor = PositionEditor()
    do(editor, "name:0", value="Ben")
    assert editor.position.game.names == ("Ann", "Ben")
    assert "two players have the same name" in shown(editor)


@pytest.mark.parametrize("given", [POLICE, POLICE.read_text(encoding="utf-8"), new_session(position("police-station"))],
                         ids=["path", "text", "session"])  # fmt: skip
def test_an_editor_begins_with_a_position_in_any_form(given):
    assert PositionEditor(given).position == position("police-station")


@pytest.mark.parametrize("given", [3, [], position], ids=["number", "list", "function"])
def test_an_editor_refuses_what_is_no_position(given):
    with pytest.raises(TypeError, match=r"write PositionEditor\(apz.new_game\(\)\)"):
        PositionEditor(given)
    with pytest.raises(TypeError, match="PositionEditor"):
        PositionEditor().position = given


@pytest.mark.parametrize("on_play", [3, "play"])
def test_who_is_told_of_a_session_must_be_a_function(on_play):
    with pytest.raises(TypeError, match="where a function that takes the session is expected"):
        PositionEditor(on_play=on_play)


def test_the_position_and_its_yaml_can_be_set():
    editor, table = PositionEditor(), position("police-station")
    editor.position = table
    assert editor.position == table
    assert editor.undo()
    editor.yaml = write_position(table)
    assert editor.position == table
    with pytest.raises(BadInput, match='"noon"'):
        editor.yaml = write_position(table).replace("phase: combat", "phase: noon")
    assert editor.position == table
    assert editor.state.in_text
    assert "noon" in shown(editor)


def test_a_named_position_is_loaded_by_its_name_written_forgivingly():
    editor = PositionEditor()
    assert editor.load("police station")
    assert editor.position == position("police-station")
    assert not editor.load("police academy")
    assert "police academy" in shown(editor)
