"""Strange input to the editor: late and unknown gestures, internal errors, hostile and very long names."""

from __future__ import annotations

import json
from typing import Any

import pytest

from apz.apocalypze.setup import new_game
from apz.widgets import PositionEditor
from apz.widgets.base.tree import plain
from tests.texts import ui
from tests.widgets.editor_hands import do, new, of, put, same
from tests.widgets.hands import click, elements, position, shown


def test_stale_and_strange_gestures_do_nothing():
    editor = PositionEditor(position("wounded"))
    before, version = editor.position, editor.version
    put(editor, "Pop!", 0, "hand")
    after = editor.position
    click(editor, "undo", at=version)
    assert editor.position is after
    for strange in ("remove:9999", "remove:-1", "remove:x", "nothing", "put:No Such Card", "face:0",
                    "phase", "whose", "home:7", "name:x", "pile", "load", "to", "to:", "to:hand.7", "drop:", "drop:>",
                    "drop:0>hand.0", "drop:new.x>hand.0", "take:No Such Card",
                    "show:deck", "up:0", "wounds:0"):  # fmt: skip
        click(editor, strange, at=editor.version, value="?", zone="?", player="?")
        assert same(editor) == after
    editor._handle_custom_msg("text", [])
    editor._handle_custom_msg({"do": 3, "at": editor.version, "values": []}, [])
    do(editor, "undo")
    assert editor.position is before
    assert not editor.undo()


def test_a_fault_of_ours_is_told_and_the_position_stays(monkeypatch):
    editor = PositionEditor()
    before = editor.position
    monkeypatch.setattr("apz.apocalypze.positions.edits.edited", lambda *_: 1 / 0)
    click(editor, "turn", at=editor.version, value="3")
    assert "ZeroDivisionError" in editor.store.state.trouble
    assert editor.position is before
    click(editor, "dismiss", at=editor.version)
    same(editor)


HOSTILE = ["<img src=x onerror=alert(1)>", "</script><script>alert(1)", "\"q\" 'and' `t` ${x} {player} {0}",
           "\u202eRTL", "Biker (3)"]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_text(name):
    editor = PositionEditor(position("police-station"))
    do(editor, "name:0", value=name)
    assert editor.position.game.names[0] == name
    put(editor, "Biker", 0, "hand")
    put(editor, name, 1, "hand")
    do(editor, "yaml", text=f"apz: {json.dumps(name)}")
    for tag, attributes, *_ in elements(editor.view["tree"]):
        assert tag not in ("script", "img")
        assert not [each for each in attributes if each.startswith("on")]
    assert "<script" not in editor.html()
    assert editor.text()


def test_a_name_without_end_leaves_the_view_small():
    editor = PositionEditor(new_game(seed=2, names=("x" * 10_000, "y" * 10_000)))
    assert len(json.dumps(editor.view["tree"]).encode()) <= 50_000
    assert not editor.store.state.trouble


@pytest.mark.parametrize("strange", ["\x7f", "\x00", "\x9b", "\ud800", "\ufffe"])
def test_what_no_text_may_hold_does_not_come_into_a_name(strange):
    editor = PositionEditor()
    do(editor, "name:0", value=f"An{strange}na")
    assert editor.position.game.names[0] == "Anna"


def test_a_fault_in_what_is_announced_is_shown(monkeypatch):
    editor = PositionEditor(position("starving"))
    monkeypatch.setattr("apz.widgets.lab.state.LabScene.problems", property(lambda _: 1 / 0))
    before = editor.view["n"]
    click(editor, "remove:3", at=editor.version)
    assert editor.view["n"] > before
    assert any(each[1].get("class") == "trouble" for each in elements(editor.view["tree"]))


def test_what_was_put_where_is_said_and_what_it_breaks_stands_beside_it():
    editor = PositionEditor()
    put(editor, "Lord Brawn", 0, "raiders")
    told = "Placed: Lord Brawn, Ann's raiders at Ben's stronghold."
    assert told in plain(editor.view["tree"])
    assert editor.view["say"]["text"].startswith(f"{told} No faults.")
    assert playing_on(editor) == "play do"
    put(editor, "Wes Trentin", 0, "raiders")
    (problem,) = editor.problems
    first, rule = editor.scene.words.refusal(problem), editor.scene.words.rules[problem.rule].title
    for place, concerned in (("raiders.0", True), ("survivors.1", False), ("hand.0", False)):
        assert (rule in plain(at(editor, place))) == concerned
    assert plain(editor.view["tree"]).count(first) == 1  # in the list, and only the rule beside the cards
    assert f"1 fault. {first}" in editor.view["say"]["text"]
    assert playing_on(editor) == "play ghost"


def test_an_empty_table_says_how_to_begin_and_cannot_be_faulty_or_worth_playing():
    editor = PositionEditor()
    assert ui("en", "editor.first") in shown(editor)
    assert ui("en", "editor.no-problems") not in shown(editor)
    assert playing_on(editor) == "play ghost"
    put(editor, "Civilian", 0, "survivors")
    assert ui("en", "editor.first") not in shown(editor)
    assert playing_on(editor) == "play do"


def at(editor: PositionEditor, place: str) -> list[Any]:
    """Return the element drawn for a place."""
    (found,) = [each for each in elements(editor.view["tree"]) if each[1].get("data-drop") == place]
    return found


def test_why_a_drop_cannot_be_stands_where_it_was_dropped():
    editor = PositionEditor()
    before = editor.position
    do(editor, f"drop:{new('Handgun')}>survivors.1")
    assert editor.position is before
    assert "Handgun isn't a character" in plain(at(editor, "survivors.1"))
    assert "Handgun isn't a character" not in plain(at(editor, "survivors.0"))
    do(editor, f"drop:{new('Civilian')}>survivors.1")
    assert "Handgun" not in plain(at(editor, "survivors.1"))


def playing_on(editor: PositionEditor) -> object:
    """Return the style classes of the play button."""
    (found,) = [each for each in elements(editor.view["tree"]) if each[1].get("data-do") == "play"]
    return found[1]["class"]


@pytest.mark.parametrize("gesture", ["load", "to"])
def test_what_replaces_something_is_chosen_by_a_button_and_not_by_looking_through_a_list(gesture):
    editor = PositionEditor(position("police-station"))
    put(editor, "Handgun", 1, "hand")
    do(editor, f"card:{of(editor, 'Handgun')}")
    (form,) = [
        each for each in elements(editor.view["tree"]) if each[0] == "form" and each[1].get("data-do") == gesture
    ]
    assert form[0] == "form"
    (field,) = [each for each in elements(form) if each[0] == "select"]
    assert "data-do" not in field[1]
    assert any(each[1].get("type") == "submit" for each in elements(form))
