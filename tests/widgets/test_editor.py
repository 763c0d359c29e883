"""The position editor: every gesture, in every zone; table, YAML and Python are always the same position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.positions import read_position, read_structure, structure, write_python
from apz.apocalypze.positions.edits import ZONES
from apz.apocalypze.setup import new_game
from apz.core.session import Session
from apz.core.trace import Step
from apz.widgets import HistoryPanel, PositionEditor
from apz.widgets.apocalypze.editor.update import ROUTES
from tests.texts import ui
from tests.widgets.editor_hands import do, move, names, of, put, same
from tests.widgets.hands import POSITIONS, by_hand, click, doing, elements, play, position, session, shown


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("zone", "where", "card"),
    [
        ("survivors", "survivors", "Police Officer"), ("raiders", "raiders", "Gang Warrior"), ("hand", "hand", "Pop!"),
        ("top", "deck", "Biker"), ("bottom", "deck", "Biker"), ("discard", "discard", "Sentry"),
        ("home", "fixtures", "Chain Link Fence"),
    ],
)  # fmt: skip
def test_a_card_can_be_put_into_every_zone_and_is_chosen_then(player, zone, where, card):
    editor = PositionEditor()
    put(editor, card, player, zone)
    assert names(editor, player, where) == [card]
    assert editor.state.chosen == of(editor, card)
    assert editor.position.game.owners[of(editor, card)] == player
    do(editor, "undo")
    assert names(editor, player, where) == []
    do(editor, "redo")
    assert names(editor, player, where) == [card]


def test_every_card_can_be_put_somewhere():
    for name, card in library().items():
        editor = PositionEditor()
        zone = {"survivor": "survivors", "raider": "raiders", "attachment": "hand"}.get(card.kind, "discard")
        before = editor.position
        put(editor, name, 1, zone)
        assert editor.position != before
        assert name in editor.yaml


def test_top_and_bottom_of_the_deck_and_the_order_of_a_pile():
    editor = PositionEditor()
    for card, zone in (("Biker", "top"), ("Sentry", "top"), ("Pop!", "bottom")):
        put(editor, card, 0, zone)
    assert names(editor, 0, "deck") == ["Sentry", "Biker", "Pop!"]
    do(editor, "pile", value="deck.0")
    do(editor, f"down:{of(editor, 'Sentry')}")
    assert names(editor, 0, "deck") == ["Biker", "Sentry", "Pop!"]
    do(editor, f"up:{of(editor, 'Pop!')}")
    assert names(editor, 0, "deck") == ["Biker", "Pop!", "Sentry"]
    do(editor, f"down:{of(editor, 'Sentry')}")
    assert names(editor, 0, "deck") == ["Biker", "Pop!", "Sentry"]
    assert "1. Biker" in shown(editor)


def test_a_card_is_searched_forgivingly_and_offered_where_several_could_be_meant():
    editor = PositionEditor()
    put(editor, "lord brwn", 0, "raiders")
    assert doing(editor, "take:") == ["take:Lord Brawn"]
    editor = PositionEditor()
    put(editor, "gang", 0, "raiders")
    assert doing(editor, "take:") == ["take:Gang Mark", "take:Gang Warrior", "take:Gang Bully"]
    assert editor.state.search == "gang"
    do(editor, "take:Gang Warrior")
    do(editor, "to:raiders.0")
    assert names(editor, 0, "raiders") == ["Gang Warrior"]
    put(editor, "qqqqqq", 0, "hand")
    assert "qqqqqq" in editor.state.said


def test_a_card_moves_between_zones_and_keeps_its_owner_in_play():
    editor = PositionEditor()
    put(editor, "Biker", 0, "hand")
    for zone in ZONES:
        if zone != "home":
            move(editor, "Biker", f"{zone}.0")
            assert editor.state.chosen == of(editor, "Biker")
            assert not editor.state.faults
    move(editor, "Biker", "survivors.0")
    do(editor, f"card:{of(editor, 'Biker')}")
    do(editor, "to", value="survivors.1")
    assert editor.position.game.owners[of(editor, "Biker")] == 0
    do(editor, f"owner:{of(editor, 'Biker')}", value="1")
    assert editor.position.game.owners[of(editor, "Biker")] == 1
    move(editor, "Biker", "home.1")
    assert editor.state.faults
    assert editor.state.faults[0].rule == "attach.target"
    assert names(editor, 1, "survivors") == ["Biker"]


def test_attaching_and_what_becomes_of_attachments():
    editor = PositionEditor()
    put(editor, "Patsy McNally", 0, "survivors")
    put(editor, "Handgun", 0, "hand")
    move(editor, "Handgun", f"on.{of(editor, 'Patsy McNally')}")
    (patsy,) = editor.position.sides[0].survivors
    assert [each.id for each in patsy.attached] == [of(editor, "Handgun")]
    assert not editor.state.faults
    move(editor, "Handgun", "home.1")
    assert names(editor, 1, "fixtures") == ["Handgun"]
    assert editor.position.game.owners[of(editor, "Handgun")] == 0
    move(editor, "Handgun", f"on.{of(editor, 'Patsy McNally')}")
    move(editor, "Patsy McNally", "bottom.0")
    assert names(editor, 0, "deck") == ["Patsy McNally"]
    assert names(editor, 0, "discard") == ["Handgun"]
    do(editor, "undo")
    move(editor, "Handgun", "hand.0")
    assert names(editor, 0, "hand") == ["Handgun"]
    do(editor, "undo")
    do(editor, f"remove:{of(editor, 'Patsy McNally')}")
    assert len(editor.position.game.cards) == 2


def test_wounds_and_faces():
    editor = PositionEditor()
    put(editor, "Biker", 0, "raiders")
    card = of(editor, "Biker")
    do(editor, f"wounds:{card}", value="1")
    assert editor.position.sides[0].raiders[0].wounds == 1
    do(editor, f"face:{card}", value="zombie")
    assert editor.position.sides[0].raiders[0].face == library()["Biker"].zombie
    do(editor, f"face:{card}", value="bitten")
    assert "zombie: bitten" in editor.yaml
    do(editor, f"face:{card}", value="human")
    assert editor.position.sides[0].raiders[0].face == library()["Biker"].human
    before = editor.position
    for wrong in ("-1", "many", "1000", ""):
        do(editor, f"wounds:{card}", value=wrong)
        assert editor.state.faults
        assert editor.position is before


def test_a_card_without_the_face_is_refused_with_the_rule():
    editor = PositionEditor()
    put(editor, "Lord Brawn", 0, "raiders")
    do(editor, f"face:{of(editor, 'Lord Brawn')}", value="zombie")
    assert [fault.rule for fault in editor.state.faults] == ["twofold.sides"]
    assert "has no such side" in shown(editor)


def test_the_moment_is_set_and_the_kernel_says_who_decides():
    editor = PositionEditor(position("full-house"))
    do(editor, "turn", value="12")
    assert editor.position.turn == 12
    do(editor, "phase", value="draw")
    assert editor.position.waiting is not None
    assert editor.position.waiting.kind == "draw"
    do(editor, "whose", value="1")
    assert (editor.position.player, editor.position.waiting and editor.position.waiting.player) == (1, 1)
    do(editor, "phase", value="occupation")
    assert editor.position.waiting is not None
    assert editor.position.waiting.kind == "occupy"
    do(editor, "occupied", value="0")
    assert (editor.position.place, editor.position.waiting and editor.position.waiting.kind) == (0, "act")
    do(editor, "occupied", value="-")
    assert editor.position.place is None
    do(editor, "phase", value="consumption")
    assert editor.position.waiting is not None
    assert editor.position.waiting.kind == "consume"
    do(editor, "home:1", value="Church")
    assert editor.position.game.cards[editor.position.sides[1].stronghold].name == "Church"
    do(editor, "name:1", value="Cleo")
    assert editor.position.game.names == ("Ann", "Cleo")


def test_a_phase_with_nothing_to_decide_goes_on_and_that_is_said():
    editor = PositionEditor()
    do(editor, "phase", value="combat")
    assert editor.position.phase != "combat"
    assert "nothing to decide" in editor.state.said


def test_a_combat_by_hand_begins_with_its_groups():
    editor = PositionEditor()
    put(editor, "Lord Brawn", 0, "raiders")
    put(editor, "Police Officer", 1, "survivors")
    do(editor, "phase", value="combat")
    waiting = editor.position.waiting
    assert waiting is not None
    assert waiting.kind == "attack"


def test_a_combat_under_way_survives_edits_of_its_cards_and_can_begin_anew():
    editor = PositionEditor(position("police-station"))
    assert editor.scene.midway
    before = editor.position.combat
    assert before
    put(editor, "Pop!", 0, "hand")
    assert editor.position.combat
    assert [len(group) for group in editor.position.combat.attack] == [len(group) for group in before.attack]
    attackers = [card for group in before.attack for card in group]
    name = editor.position.game.cards[attackers[0]].name
    count = sum(len(group) for group in editor.position.combat.attack) if editor.position.combat else 0
    do(editor, f"remove:{of(editor, name)}")
    assert editor.position.combat
    assert sum(len(group) for group in editor.position.combat.attack) == count - 1
    do(editor, "begin")
    assert editor.position.waiting is not None
    assert editor.position.waiting.kind == "attack"


def test_the_two_ends_of_a_deck_are_told_apart_while_a_card_is_held():
    editor = PositionEditor()
    do(editor, "take:Civilian")
    labels = [each[2] for each in elements(editor.view["tree"]) if "here" in each[1].get("class", "").split()]
    for end in ("top", "bottom"):
        assert labels.count(ui("en", f"editor.here-{end}")) == 2


def test_problems_are_listed_live_with_their_rules_and_still_drawn():
    editor = PositionEditor()
    assert not editor.problems
    put(editor, "Lord Brawn", 0, "raiders")
    assert "This position breaks no rule" in shown(editor)
    put(editor, "Lord Brawn", 0, "raiders")
    put(editor, "Gang Warrior", 0, "survivors")
    rules = {problem.rule for problem in editor.problems}
    assert {"character.unique", "character.raider"} <= rules
    assert doing(editor, "open:p1/")
    lost = of(editor, "Gang Warrior")
    spots = [each for each in elements(editor.view["tree"]) if "refused" in each[1].get("class", "")]
    assert f"c{lost}" in [each[1].get("key") for each in spots]
    do(editor, doing(editor, "open:p1/")[0])
    do(editor, f"remove:{lost}")
    do(editor, f"remove:{of(editor, 'Lord Brawn')}")
    assert not editor.problems


def test_what_is_wrong_with_yaml_is_said_in_the_language_of_the_page():
    editor = PositionEditor(position("wounded"), language="de")
    before = editor.position
    for bad, said in (
        ("players: [", "das ist kein YAML"), ("apz: position 1\nplayers: []\n", "0 Spieler; eine Stellung hat zwei"),
        (editor.yaml.replace("Patsy McNally", "Patsy McNelly Brown"), "eine Karte „Patsy McNelly Brown“ gibt es nicht"),
    ):  # fmt: skip
        do(editor, "yaml", text=bad)
        assert editor.position is before
        assert said in shown(editor)
        assert said in editor.view["say"]["text"]
        assert f"Zeile {editor.state.faults[0].line}" in shown(editor)


def test_yaml_replaces_the_position_and_bad_yaml_keeps_it():
    editor = PositionEditor(position("wounded"))
    before = editor.position
    text = editor.yaml.replace("Ann", "Zoe")
    do(editor, "yaml", text=text)
    assert editor.position.game.names[0] == "Zoe"
    do(editor, "undo")
    assert editor.position == before
    for bad, said in (
        ("players: [", "this isn't YAML"), ("", "players"), ("apz: position 1\nplayers: []\n", "0 players"),
        (editor.yaml.replace("Patsy McNally", "Patsy McNelly Brown"), "isn't a card"),
    ):  # fmt: skip
        do(editor, "yaml", text=bad)
        assert editor.position is before
        assert editor.state.in_text
        assert said in shown(editor)
    fault = editor.state.faults[0]
    assert f"line {fault.line}" in shown(editor)
    assert fault.remedy in shown(editor)
    do(editor, "escape")
    assert not editor.state.faults
    do(editor, "yaml", text="players: [")
    version = editor.version
    do(editor, "reset")
    assert not editor.state.faults
    assert editor.version != version
    assert editor.position is before


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_every_named_position_can_be_loaded(path: Path):
    editor = PositionEditor(language="de")
    assert path.stem in [each[1].get("value") for each in elements(editor.view["tree"]) if each[0] == "option"]
    do(editor, "load", value=path.stem)
    assert editor.position == read_position(path)
    assert not editor.problems
    assert write_python(editor.position) == editor.python
    do(editor, "load", value="../../README")
    assert editor.position == read_position(path)
    do(editor, "empty")
    assert len(editor.position.game.cards) == 2


def test_playing_on_begins_a_session_with_both_seats():
    begun: list[Session[Position]] = []
    editor = PositionEditor(position("first-turn"), on_play=begun.append)
    do(editor, "play")
    assert begun == [editor.session]
    tutor = by_hand(editor.session)
    assert isinstance(play(tutor, tutor.scene.moves[0]), Step)
    assert editor.session is begun[0]
    put(editor, "Pop!", 0, "hand")
    assert editor.session is not begun[0]
    assert editor.session.position == editor.position


def test_any_moment_of_a_game_opens_in_the_editor():
    game = session("first-turn")
    tutor, history = by_hand(game), HistoryPanel(game)
    assert not doing(history, "edit")
    play(tutor, tutor.scene.moves[0])
    editor = tutor.editor()
    assert same(editor) == game.position
    click(history, "go:0")
    click(history, "edit")
    assert same(editor) == game.start
    assert editor.undo()
    assert same(editor) == game.nodes[1].step.after  # type: ignore[union-attr]


def test_a_game_of_full_decks_fits_into_one_view():
    editor = PositionEditor(new_game(seed=1))
    for pile in ("deck.0", "discard.1", "hand.1"):
        do(editor, "pile", value=pile)
    do(editor, "card:40")
    put(editor, "Pop!", 1, "bottom")
    assert editor.problems[0].rule == "setup.deck"


@pytest.mark.long
@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_every_control_that_is_shown_sends_a_gesture_that_the_editor_knows(path: Path):
    editor = PositionEditor(read_position(path))
    for card in doing(editor, "card:"):
        do(editor, card)
        assert {gesture.partition(":")[0] for gesture in doing(editor)} <= {*ROUTES}
    do(editor, "look:deck.1")
    assert editor.state.pile == ("deck", 1)
    do(editor, "look:discard.0")
    assert editor.state.pile == ("discard", 0)


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_the_numbered_structure_is_the_same_position(path: Path):
    found = read_position(path)
    assert read_structure(structure(found, numbered=True)) == found


def test_every_control_has_a_name_and_the_result_is_announced_once():
    editor = PositionEditor(position("much-attached"))
    do(editor, doing(editor, "card:")[3])
    tree = editor.view["tree"]
    labelled = {id(each) for label in elements(tree) if label[0] == "label" for each in elements(label)}
    for each in elements(tree):
        if each[0] in ("input", "select", "textarea"):
            assert id(each) in labelled or each[1].get("aria-label"), each
        if each[0] == "button":
            assert shown_text(each), each
    assert editor.view["say"]["text"].count("faults.") == 1
    assert new_session(editor.position).position == editor.position


def shown_text(tree: Any) -> str:
    if isinstance(tree, str):
        return tree
    return str(tree[1].get("aria-label", "")) + "".join(map(shown_text, tree[2:]))
