"""A moment of combat set by hand: groups, engagements, the decision; table, YAML and Python always agree."""

from __future__ import annotations

from random import Random

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import (
    Combat,
    Debt,
    Decision,
    EngagementOrder,
    Position,
    Prompt,
    Waiting,
    Window,
    Wounds,
    amount_of,
)
from apz.apocalypze.positions import askable, read_position
from apz.apocalypze.positions.edits import ZONES
from apz.apocalypze.setup import new_game
from apz.core.trace import Step
from apz.widgets import PositionEditor
from apz.widgets.base.panel import MOST_BYTES
from apz.widgets.base.tree import Tree
from tests.widgets.editor_hands import do, move, of, put, weight
from tests.widgets.hands import POSITIONS, doing, elements, position, shown


def fight(editor: PositionEditor) -> Combat:
    assert editor.position.combat
    return editor.position.combat


def asked(editor: PositionEditor) -> Waiting:
    assert editor.position.waiting
    return editor.position.waiting


def rules(editor: PositionEditor) -> set[str]:
    return {problem.rule for problem in editor.problems}


def options(editor: PositionEditor, gesture: str) -> list[str]:
    """Return the values a control offers."""
    (found,) = (each for each in elements(editor.view["tree"]) if each[1].get("data-do") == gesture)
    return [option[1]["value"] for option in found[2:]]


def places(editor: PositionEditor) -> list[str]:
    """Return the places where a click can put the chosen card."""
    return list(dict.fromkeys(each.removeprefix("to:") for each in doing(editor, "to:")))


def test_a_combat_is_built_from_nothing_to_its_engagements():
    editor = PositionEditor()
    put(editor, "Lord Brawn", 1, "raiders")
    put(editor, "Gang Warrior", 1, "raiders")
    put(editor, "Patsy McNally", 0, "survivors")
    do(editor, "whose", value="1")
    do(editor, "phase", value="combat")
    assert asked(editor).kind == "attack"
    brawn, patsy = of(editor, "Lord Brawn"), of(editor, "Patsy McNally")
    do(editor, f"card:{brawn}")
    points = [each for each in places(editor) if each.startswith("raiders.1")]
    assert points == ["raiders.1.1", "raiders.1.2", "raiders.1.3", "raiders.1.4", "raiders.1"]
    do(editor, "to:raiders.1.2")
    assert editor.state.chosen == brawn
    assert fight(editor).attack == ((), (brawn,), (), ())
    assert asked(editor) == Prompt(Decision.ATTACK, PLAYERS[1])
    assert not editor.problems
    do(editor, "wait", value="defend")
    assert "combat.all-attack" in rules(editor)
    move(editor, "Gang Warrior", "raiders.1.3")
    do(editor, f"drop:{patsy}>survivors.0.2")
    assert not editor.problems
    do(editor, "wait", value="order")
    assert (fight(editor).met, amount_of(asked(editor))) == ((2,), 1)
    assert not editor.problems
    do(editor, f"drop:{brawn}>raiders.1")
    assert fight(editor).attack == ((), (), (of(editor, "Gang Warrior"),), ())
    assert "combat.all-attack" in rules(editor)
    do(editor, "undo")
    assert not editor.problems


def test_only_who_takes_part_in_the_combat_has_an_access_point():
    editor = PositionEditor(position("police-station"))
    put(editor, "Civilian", 0, "survivors")
    put(editor, "Pop!", 1, "hand")
    for name in ("Civilian", "Pop!"):
        do(editor, "escape")
        do(editor, f"card:{of(editor, name)}")
        assert not [each for each in places(editor) if each.startswith(("survivors.0.", "raiders.1."))]
    do(editor, f"card:{of(editor, 'Patsy McNally')}")
    assert "survivors.1.4" in places(editor)
    do(editor, "phase", value="draw")
    do(editor, f"card:{of(editor, 'Patsy McNally')}")
    assert "survivors.1" in places(editor)
    assert "survivors.1.4" not in places(editor)


def test_who_goes_elsewhere_leaves_the_group():
    editor = PositionEditor(position("police-station"))
    move(editor, "Patsy McNally", "discard.1")
    assert all(of(editor, "Patsy McNally") not in group for group in fight(editor).defense)
    assert not editor.problems


def test_engagements_are_resolved_and_taken_up_by_hand():
    editor = PositionEditor(position("police-station"))
    do(editor, "resolved:2", value=True)
    assert (fight(editor).resolved, amount_of(asked(editor))) == ((2,), 2)
    do(editor, "now", value="3")
    assert (fight(editor).now, asked(editor)) == (3, Window(PLAYERS[0]))
    do(editor, "wait", value="wound")
    assert asked(editor) == Wounds(PLAYERS[1], 1)
    do(editor, "amount", value="2")
    assert "2 wounds" in shown(editor)
    do(editor, "now", value="1")
    assert asked(editor) == Wounds(PLAYERS[1], 3)
    do(editor, "resolved:1", value=True)
    assert (fight(editor).now, fight(editor).resolved, asked(editor)) == (0, (2, 1), EngagementOrder(PLAYERS[1], 1))
    do(editor, "resolved:2", value=False)
    assert (fight(editor).resolved, amount_of(asked(editor))) == ((1,), 2)
    do(editor, "now", value="-")
    assert asked(editor).kind == "order"
    assert not editor.problems
    do(editor, "wait", value="consume")
    assert asked(editor) == Debt(PLAYERS[1], 2, "combat.breach", editor.position.sides[1].stronghold)
    assert fight(editor).resolved == (1, 2, 3)
    assert not editor.problems


def test_what_cannot_be_is_listed_with_its_rule_and_still_drawn():
    editor = PositionEditor(position("police-station"))
    do(editor, "resolved:4", value=True)
    assert "combat.order" in rules(editor)
    do(editor, "undo")
    do(editor, "decides", value="0")
    assert rules(editor) == {"play.waiting"}
    assert "Access point 4" in shown(editor)
    do(editor, "decides", value="1")
    for point in (1, 2, 3):
        do(editor, f"resolved:{point}", value=True)
    assert asked(editor) == EngagementOrder(PLAYERS[1], 0)
    assert rules(editor) == {"play.waiting"}
    do(editor, "wait", value="consume")
    assert not editor.problems


def test_wounds_that_nobody_is_left_to_take_are_a_problem():
    editor = PositionEditor(position("police-station"))
    do(editor, "now", value="3")
    do(editor, "wait", value="wound")
    move(editor, "Patsy McNally", "survivors.1.2")
    assert [problem.key for problem in editor.problems] == ["problem-about-nothing"]


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_every_kind_that_is_offered_can_be_waited_for_and_played_on(path):
    editor = PositionEditor(read_position(path))
    for kind in askable(editor.position):
        do(editor, "wait", value=kind)
        assert asked(editor).kind == kind
        assert editor.position.game.names[asked(editor).player] in shown(editor)
        if not editor.problems:
            begun = new_session(editor.position)
            assert isinstance(begun.do(begun.position.legal_moves.all()[0]), Step)
        do(editor, "undo")


def test_both_sides_have_wounds_and_the_attacker_is_asked_first():
    editor = PositionEditor(position("police-station"))
    for number in range(3):
        do(editor, f"drop:{of(editor, 'Police Officer', number)}>survivors.1.3")
    move(editor, "Patsy McNally", "survivors.1.2")
    do(editor, "now", value="3")
    do(editor, "wait", value="wound")
    assert [each.player for each in editor.position.agenda] == [1, 0]
    do(editor, "decides", value="1")
    assert [each.player for each in editor.position.agenda] == [1]


def test_the_choice_of_a_stronghold_and_playing_there_exclude_each_other():
    editor = PositionEditor(position("full-house"))
    assert do(editor, "wait", value="occupy").place is None
    do(editor, "wait", value="last")
    assert editor.position.place == editor.position.player == 1 - asked(editor).player
    assert not editor.problems


def test_an_answer_to_a_card_is_kept_as_it_is_and_can_be_left():
    editor = PositionEditor(position("molotov-answered"))
    assert "respond" in options(editor, "wait")
    do(editor, "wait", value="respond")
    assert asked(editor).kind == "respond"
    do(editor, "decides", value="0")
    assert [each.kind for each in editor.position.agenda] == ["window", "resolve", "respond"]
    do(editor, "wait", value="window")
    assert [each.kind for each in editor.position.agenda] == ["window"]
    assert "respond" not in options(editor, "wait")


def test_a_number_that_cannot_be_keeps_the_position():
    editor = PositionEditor(position("starving"))
    before = editor.position
    for wrong in ("", "-1", "1000", "many"):
        do(editor, "amount", value=wrong)
        assert editor.state.faults
        assert editor.position is before
    do(editor, "amount", value="1")
    assert amount_of(asked(editor)) == 1


@pytest.mark.parametrize(
    ("gesture", "sent"),
    [("wait", "draw"), ("wait", "respond"), ("wait", "?"), ("decides", "2"), ("now", "9"), ("now", "?"),
     ("resolved:9", True), ("resolved:x", True), ("resolved:0", False), ("drop:1>raiders.0.9", ""),
     ("drop:1>survivors.0.1", ""), ("drop:1>raiders.0.x", ""), ("drop:999>hand.0", ""), ("drop:new.99>hand.0", ""),
     ("drop:1>on.999", ""), ("drop:new.1>away.0", ""), ("to:hand.0", ""), ("amount", "3")],
)  # fmt: skip
def test_what_no_control_offers_changes_nothing(gesture, sent):
    editor = PositionEditor(position("police-station"))
    before = editor.position
    do(editor, gesture, value=sent)
    assert editor.position == before


def test_a_position_that_is_over_or_without_combat_has_no_such_controls():
    editor = PositionEditor(position("starving"))
    over = editor.position._replace(sides=(editor.position.sides[0]._replace(out=True), editor.position.sides[1]))
    editor.replace(over._replace(winner=PLAYERS[1], phase="over", agenda=()))
    assert not doing(editor, "wait")
    assert not doing(editor, "resolved")
    do(editor, "wait", value="draw")
    do(editor, "decides", value="1")
    do(editor, "amount", value="1")
    do(editor, "now", value="1")
    assert editor.position.winner == 1


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_set_table_yaml_and_python_say_the_same(seed):
    luck = Random(seed)
    editor = PositionEditor(read_position(luck.choice(POSITIONS)) if seed else new_game(seed=1))
    for _ in range(40):
        controls: dict[str, list[list[Tree]]] = {}
        for each in elements(editor.view["tree"]):
            if "data-do" in each[1] and not each[1].get("disabled"):
                controls.setdefault(each[1]["data-do"].partition(":")[0], []).append(each)
        verb = luck.choice(sorted({*controls} - {"empty", "play", "load", "undo", "example"}))
        use(editor, luck, luck.choice(controls[verb]))


def use(editor: PositionEditor, luck: Random, control: list[Tree]) -> Position:
    """Use a control with a random value; return the position."""
    tag, attributes, *children = control
    assert isinstance(attributes, dict)
    gesture = attributes["data-do"]
    if tag == "select":
        return do(editor, gesture, value=luck.choice([option[1]["value"] for option in children]))
    if tag == "form":
        where = f"{luck.choice(ZONES)}.{luck.choice('01')}"
        return do(editor, gesture, value=where, card=luck.choice(list(library())), text=editor.yaml)
    if tag == "input":
        return do(
            editor, gesture, value=luck.random() < 0.5 if attributes["type"] == "checkbox" else luck.choice("0123")
        )
    return do(editor, gesture)


def test_every_named_position_is_drawn_in_few_bytes():
    assert max(weight(PositionEditor(read_position(path))) for path in POSITIONS) <= MOST_BYTES
