"""Playing from a position inside the editor, for both sides, and going back to it."""

from __future__ import annotations

from apz.apocalypze.model import Position
from apz.core.session import Session
from apz.core.trace import Step
from apz.widgets import PositionEditor
from tests.texts import ui
from tests.widgets.editor_hands import do, put, same
from tests.widgets.hands import asked, by_hand, card, click, doing, play, position, shown


def game() -> PositionEditor:
    """Return an editor in which the combat at the Police Station is being played."""
    editor = PositionEditor(position("police-station"))
    click(editor, "play", at=editor.version)
    return editor


def test_playing_on_shows_the_desk_and_moves_are_made_there():
    editor = game()
    assert editor.playing
    assert editor.view["at"] == editor.session.at == 0
    assert "Ben must choose which of the 3 engagements" in editor.view["say"]["text"]
    click(editor, "point:1")
    assert asked(editor).kind == "wound"
    assert "Ben takes 3 wounds" in shown(editor)
    assert "Ben must assign 3 wounds" in editor.view["say"]["text"]
    for _ in range(2):
        click(editor, f"move:[wound, {card(editor, 'Police Officer')}]")
    click(editor, "open:drawer")
    assert "killed" in shown(editor)
    assert editor.view["at"] == 2
    assert "Lord Brawn" in editor.text()
    assert "Lord Brawn" in editor.html()
    click(editor, "go:undo")
    assert editor.session.at == 1
    _, _, way_back, *desk = editor.view["tree"]
    assert way_back[1]["class"] == "lab-way"
    assert [each[:2] for each in desk] == [each[:2] for each in by_hand(editor.session).view["tree"][2:]]


def test_back_is_the_position_as_it_was_built_and_playing_begins_anew():
    editor = game()
    first, built = editor.session, editor.position
    click(editor, "point:1")
    click(editor, "back")
    assert not editor.playing
    assert same(editor) == built
    assert doing(editor, "play")
    put(editor, "Pop!", 0, "hand")
    do(editor, "undo")
    click(editor, "play", at=editor.version)
    assert editor.session is not first
    assert editor.session.at == 0


def test_any_moment_of_the_game_opens_in_the_editor_and_undo_brings_the_built_one_back():
    editor = game()
    built = editor.position
    click(editor, "point:1")
    click(editor, "edit")
    assert not editor.playing
    assert editor.position.waiting
    assert editor.position.waiting.kind == "wound"
    same(editor)
    do(editor, "undo")
    assert editor.position == built


def test_gestures_of_the_editor_do_nothing_in_the_game_and_the_other_way_around():
    editor = PositionEditor(position("police-station"))
    late = editor.version
    click(editor, "play", at=late)
    click(editor, "play", at=late)
    click(editor, "point:1", at=late)
    click(editor, "move:[engage, 1]", at=late)
    click(editor, "empty", at=late)
    click(editor, "back", at=0, scope="example")
    assert editor.playing
    assert editor.session.at == 0
    click(editor, "point:1")
    at = editor.session.at
    click(editor, "back", at=at)
    before = editor.position
    click(editor, f"remove:{before.sides[0].raiders[0].id}", at=at)
    click(editor, "back", at=at)
    assert same(editor) == before


def test_the_language_goes_along_both_ways():
    editor = PositionEditor(position("police-station"), language="de")
    click(editor, "play", at=editor.version)
    assert "Zurück zum Editor" in shown(editor)
    click(editor, "set:language", value="en")
    assert "Back to the editor" in shown(editor)
    click(editor, "back")
    assert "Build a position" in shown(editor)


def test_python_can_play_and_replace_and_a_bot_can_take_a_seat():
    editor = PositionEditor(position("first-turn"))
    begun = editor.play()
    assert isinstance(play(editor, editor.scene.moves[0]), Step)
    assert editor.session is begun
    click(editor, "set:seat1", value="rookie")
    assert editor.playing
    editor.replace(position("starving"))
    assert not editor.playing
    assert same(editor) == position("starving")
    editor.play()
    assert editor.undo()
    assert same(editor) == position("first-turn")


def test_a_program_that_embeds_the_editor_shows_the_game_on_its_own():
    begun: list[Session[Position]] = []
    editor = PositionEditor(position("first-turn"), on_play=begun.append)
    click(editor, "play", at=editor.version)
    assert not editor.playing
    assert begun == [editor.session]
    assert ui("en", "editor.played") in shown(editor)


def test_a_game_that_cannot_be_drawn_has_a_way_back(monkeypatch):
    editor = PositionEditor(position("first-turn"))
    monkeypatch.setattr("apz.widgets.table.tutor.draw", lambda desk: 1 / 0)
    click(editor, "play", at=editor.version)
    assert "ZeroDivisionError" in editor.store.state.trouble
    assert doing(editor, "back")
    click(editor, "back")
    same(editor)


def test_a_closed_editor_is_told_nothing_of_its_game():
    editor = game()
    begun, view = editor.session, editor.view
    editor.close()
    begun.do(begun.position.legal_moves.all()[0])
    assert editor.view is view
