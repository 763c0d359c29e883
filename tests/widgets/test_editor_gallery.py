"""The editor's gallery: the cards it shows, and how they get to the table by a drag or by clicks."""

from __future__ import annotations

from typing import Any

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Decision
from apz.widgets import PositionEditor
from tests.widgets.editor_hands import do, move, names, new, of, put
from tests.widgets.hands import doing, elements, position, shown

MOST_GESTURES = 20


def offered(editor: PositionEditor) -> list[str]:
    """Return the cards the gallery shows."""
    return [each.removeprefix("take:") for each in doing(editor, "take:")]


@pytest.mark.parametrize("kind", ["survivor", "raider", "attachment", "wildcard", "trump", "stronghold"])
def test_the_gallery_shows_every_card_of_a_kind(kind):
    editor = PositionEditor()
    do(editor, f"show:{kind}")
    assert offered(editor) == [name for name, card in library().items() if card.kind == kind]


def test_the_gallery_is_narrowed_to_a_deck_and_a_faction():
    editor = PositionEditor()
    deck = next(iter(library().decks))
    do(editor, "show:deck", value=deck)
    assert offered(editor)
    assert set(offered(editor)) < set(library().decks[deck].cards)
    do(editor, "show:deck", value="")
    do(editor, "show:faction", value="police")
    assert offered(editor) == ["Police Officer", "Antonio Jones", "Patsy McNally"]
    do(editor, "show:raider")
    assert offered(editor) == []
    assert "No card matches" in shown(editor)


def test_typing_shows_what_is_meant_whatever_its_kind_and_says_how_many():
    editor = PositionEditor()
    do(editor, "find", value="3 fan")
    assert offered(editor) == ["Cult Fanatic"]
    assert "3 × Cult Fanatic" in shown(editor)
    do(editor, f"drop:{new('Cult Fanatic')}>raiders.0")
    assert names(editor, 0, "raiders") == ["Cult Fanatic"] * 3
    do(editor, "find", value="")
    assert "Civilian" in offered(editor)


@pytest.mark.parametrize("place", ["survivors.0", "raiders.1", "hand.0", "top.1", "bottom.0", "discard.1"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_drop_and_a_choice_of_the_place_come_to_the_same(place, language):
    dragged, chosen, listed = (PositionEditor(language=language) for _ in range(3))
    do(dragged, f"drop:{new('Biker')}>{place}")
    for editor in (chosen, listed):
        do(editor, "take:Biker")
    do(chosen, f"to:{place}")
    do(listed, "to", value=place)
    assert dragged.position == chosen.position == listed.position != PositionEditor().position
    assert dragged.state.said == chosen.state.said == listed.state.said
    assert dragged.state.chosen == chosen.state.chosen == of(dragged, "Biker")
    assert not doing(dragged, "to:")  # it's there now
    do(dragged, f"card:{of(dragged, 'Biker')}")
    assert doing(dragged, "to:")


def test_a_card_of_the_table_goes_anywhere_by_drag_and_out_of_the_game_by_dragging_it_back():
    editor = PositionEditor()
    put(editor, "Biker", 0, "survivors")
    for place in ("survivors.1", "raiders.0", "hand.1", "top.0", "bottom.1", "discard.0", "survivors.0"):
        zone, player = place.split(".")
        move(editor, "Biker", place)
        assert names(editor, int(player), {"top": "deck", "bottom": "deck"}.get(zone, zone)) == ["Biker"]
    move(editor, "Biker", "away.0")
    assert len(editor.position.game.cards) == 2
    assert "Biker is out of the game" in editor.state.said
    do(editor, "undo")
    assert names(editor, 0, "survivors") == ["Biker"]


def test_a_stronghold_from_the_gallery_takes_the_place_of_another():
    editor = PositionEditor()
    do(editor, f"drop:{new('Chain Link Fence')}>home.1")
    do(editor, f"drop:{new('Church')}>home.1")
    assert editor.position.game.cards[editor.position.sides[1].stronghold].name == "Church"
    assert names(editor, 1, "fixtures") == ["Chain Link Fence"]


def test_an_attachment_from_the_gallery_goes_on_a_character():
    editor = PositionEditor()
    put(editor, "Patsy McNally", 0, "survivors")
    do(editor, f"drop:{new('Handgun')}>on.{of(editor, 'Patsy McNally')}")
    (patsy,) = editor.position.sides[0].survivors
    assert [each.id for each in patsy.attached] == [of(editor, "Handgun")]


def test_every_card_and_every_place_on_the_table_can_be_dragged_from_and_to():
    editor = PositionEditor(position("much-attached"))
    tree = list(elements(editor.view["tree"]))
    dragged = {each[1]["data-drag"] for each in tree if "data-drag" in each[1]}
    sides = editor.position.sides
    laid = {who.id for side in sides for who in side.survivors + side.raiders}
    laid |= {at.id for side in sides for who in side.survivors + side.raiders for at in who.attached}
    laid |= {card for side in sides for card in side.hand}
    assert laid
    assert laid <= dragged
    dropped = [each[1]["data-drop"] for each in tree if "data-drop" in each[1]]
    assert len(dropped) == len(set(dropped))
    zones = {f"{zone}.{player}" for zone in ("survivors", "raiders", "home", "hand", "top", "bottom", "discard")
             for player in (0, 1)}  # fmt: skip
    assert zones | {"away.0"} <= {*dropped}


def test_five_against_five_in_mid_combat_takes_few_gestures():
    editor, made = PositionEditor(), list[str]()

    def gesture(do_: str, **values: Any) -> None:
        made.append(do_)
        do(editor, do_, **values)

    gesture(f"drop:{new('Lord Brawn')}>raiders.0")
    gesture("phase", value="combat")
    gesture(f"drop:{of(editor, 'Lord Brawn')}>raiders.0.1")
    for point in (1, 2):
        gesture("put", card="2 gang warrior")
        gesture(f"to:raiders.0.{point}")
    for point in (1, 2):
        gesture("put", card="2 police officer")
        gesture(f"to:survivors.1.{point}")
    gesture(f"drop:{new('Patsy McNally')}>survivors.1.2")
    gesture("now", value="1")
    assert len(made) <= MOST_GESTURES, made
    combat, waiting = editor.position.combat, editor.position.waiting
    assert combat
    assert waiting
    assert combat.now == 1
    assert [len(group) for group in combat.attack] == [3, 2]
    assert [len(group) for group in combat.defense] == [2, 3]
    assert waiting.kind is Decision.WINDOW
    assert not editor.problems
    assert new_session(editor.position).position.legal_moves.all()
