"""The places of cards in the editor: the default zone for each kind of card, and whose it is."""

import pytest

from apz.widgets import PositionEditor
from tests.widgets.editor_hands import do, names, put
from tests.widgets.hands import elements, shown


@pytest.mark.parametrize(
    ("typed", "card", "zone"),
    [("lord", "Lord Brawn", "raiders"), ("patsy mc", "Patsy McNally", "survivors"), ("handgun", "Handgun", "hand"),
     ("pop!", "Pop!", "hand")],
)  # fmt: skip
def test_a_card_goes_where_its_kind_stands_unless_a_place_is_named(typed, card, zone):
    editor = PositionEditor()
    do(editor, "put", card=typed)
    (form,) = (each for each in elements(editor.view["tree"]) if each[1].get("data-do") == "to")
    (first,) = (each[1]["value"] for each in elements(form) if each[0] == "select")
    do(editor, "to", value=first)
    assert names(editor, 0, zone) == [card]
    assert not editor.problems
    put(editor, typed, 1, "discard")
    assert names(editor, 1, "discard") == [card]


def test_what_was_put_into_a_pile_is_seen_there():
    editor = PositionEditor()
    put(editor, "handgun", 1, "bottom")
    assert editor.state.pile == ("deck", 1)
    assert "1. Handgun" in shown(editor)


def test_a_card_that_lies_there_is_moved_only_to_a_place_that_is_named():
    editor = PositionEditor()
    before = put(editor, "lord", 0, "raiders")
    assert do(editor, "to:usual.1") == before
    assert names(editor, 0, "raiders") == ["Lord Brawn"]


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Ann's raiders at Ben's stronghold"), ("de", "Plünderer von Ann bei der Festung von Ben")],
)
def test_it_is_said_at_whose_stronghold_raiders_stand(language, told):
    editor = PositionEditor(language=language)
    put(editor, "lord", 0, "raiders")
    assert told in editor.state.said
