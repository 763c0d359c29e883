"""Building in the lab: few mouse gestures, and named positions found by card and by rule."""

import pytest

from apz.apocalypze.model import Decision
from apz.apocalypze.positions import named_positions
from apz.widgets import PositionEditor
from apz.widgets.apocalypze.editor import library
from tests.texts import ui
from tests.widgets.editor_hands import do, new, of
from tests.widgets.hands import doing, elements, shown

MOST_GESTURES = 20


class Mouse:
    """A mouse that counts its gestures, and makes only those the page offers."""

    def __init__(self, editor: PositionEditor) -> None:
        self.editor, self.made = editor, 0

    def offered(self, name: str) -> set[str]:
        return {str(each[1][name]) for each in elements(self.editor.view["tree"]) if name in each[1]}

    def click(self, gesture: str) -> None:
        assert gesture in self.offered("data-do")
        self.made += 1
        do(self.editor, gesture)

    def choose(self, gesture: str, value: str) -> None:
        assert gesture in self.offered("data-do")
        self.made += 1
        do(self.editor, gesture, value=value)

    def drag(self, thing: str, place: str) -> None:
        assert thing in self.offered("data-drag")
        assert place in self.offered("data-drop")
        self.made += 1
        do(self.editor, f"drop:{thing}>{place}")


def test_five_against_five_in_mid_combat_takes_at_most_twenty_gestures():
    editor = PositionEditor()
    mouse = Mouse(editor)
    mouse.click("show:raider")
    mouse.drag(new("Gang Warrior"), "raiders.0")
    mouse.choose("phase", "combat")
    mouse.drag(str(of(editor, "Gang Warrior")), "raiders.0.1")
    for point in (1, 2, 2, 2):
        mouse.drag(new("Gang Warrior"), f"raiders.0.{point}")
    mouse.click("show:survivor")
    for point in (1, 1, 2, 2, 2):
        mouse.drag(new("Biker"), f"survivors.1.{point}")
    assert mouse.made <= MOST_GESTURES
    fight = editor.position.combat
    assert fight is not None
    assert [len(group) for group in fight.attack] == [2, 3]
    assert [len(group) for group in fight.defense] == [2, 3]
    assert editor.position.waiting
    assert editor.position.waiting.kind is Decision.DEFEND
    assert editor.problems == []


@pytest.mark.parametrize(("words", "name"), [
    ("police station", "police-station"), ("lord brawn", "police-station"), ("molotov", "molotov-answered"),
    ("combat.killed", "hansons"), ("feed", "church-table"),
])  # fmt: skip
def test_positions_are_found_by_name_card_and_rule_and_loaded_by_a_click(words, name):
    editor = PositionEditor()
    do(editor, "show:positions")
    assert len(doing(editor, "load:")) == len(named_positions())
    do(editor, "find", value=words)
    assert f"load:{name}" in doing(editor, "load:")
    assert len(doing(editor, "load:")) < len(named_positions())
    do(editor, f"load:{name}")
    assert editor.position == PositionEditor(editor.yaml).position
    assert editor.state.past


def test_a_search_that_finds_no_position_says_so():
    editor = PositionEditor()
    do(editor, "show:positions")
    do(editor, "find", value="xylophone")
    assert ui("en", "editor.no-position-match") in shown(editor)
    assert not doing(editor, "load:")


def test_every_position_is_described_and_a_card_finds_the_same_ones_in_two_languages():
    told = library.described("de")
    assert {*told} == {*named_positions()}
    assert library.found("lord brawn", "de") == library.found("lord brawn", "en")
    assert library.rules_of("police-station")
