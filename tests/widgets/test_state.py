"""The state of a table: only gestures change it, drawing doesn't, and saving it loses nothing."""

import json
import random
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from apz.widgets.apocalypze import board, card_sheet, lanes, meal
from apz.widgets.base.gesture import Gesture, gesture, read_gesture
from apz.widgets.base.page import Effect
from apz.widgets.base.tree import Tree
from apz.widgets.table import ask_box, explain, history, prompt, rail, rule_index, tutor
from apz.widgets.table.saving import from_data, to_data
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import TableState
from apz.widgets.table.store import TableStore
from apz.widgets.table.update import update
from tests.widgets.hands import elements, session

VIEWS = (
    tutor.draw, board.draw, prompt.draw, explain.draw, history.draw, rail.draw, rule_index.draw, ask_box.draw,
    card_sheet.draw, lanes.draw, meal.draw,
)  # fmt: skip
STARTS = ("police-station-groups", "starving", "full-house", "molotov-answered", "church-table")
SPOKEN = ("why not done?", "hint", "sums", "undo", "help", "what is combat?", "Biker", "nonsense")


def offered(tree: Tree) -> list[tuple[str, str]]:
    """Return the enabled gestures on a page, each with its scope, `"example"` or `""`."""
    inside = [each for each in elements(tree) if each[1].get("data-scope")]
    within = {id(each) for scope in inside for each in elements(scope)}
    found = [each for each in elements(tree) if "data-do" in each[1] and not each[1].get("disabled")]
    return [(each[1]["data-do"], "example" if id(each) in within else "") for each in found]


def values(do: str, luck: random.Random) -> dict[str, Any]:
    if do == "command":
        return {"text": luck.choice(SPOKEN)}
    choices = {"hands": ("open", "hidden"), "pace": ("step",), "language": ("en", "de"), "seat0": ("you",),
               "seat1": ("you", "rookie"), "along": ("0", "3", "99"), "moment": ("0",)}  # fmt: skip
    return {"value": luck.choice(choices.get(do.partition(":")[2], ("0",))), "text": luck.choice(SPOKEN)}


def walk(seed: int, steps: int) -> Iterator[tuple[Scene, Gesture]]:
    """Yield random gestures on a random table, each with its scene."""
    luck = random.Random(seed)
    start = session(
        luck.choice(("police-station-groups", "starving", "full-house", "molotov-answered", "church-table"))
    )
    store = TableStore(start if seed % 2 else new_session(new_game(seed=seed)))
    store.seat("you", luck.choice(("you", "rookie")))
    for _ in range(steps):
        do, scope = luck.choice(offered(tutor.draw(store.scene)))
        example = store.state.example
        at = example.state.at if scope and example else store.state.at
        made = gesture(do, at, scope, **values(do, luck))
        yield store.scene, made
        store.send(made)
        assert not store.state.trouble


@pytest.mark.parametrize("seed", range(6))
def test_drawing_any_state_twice_gives_equal_trees_and_changes_nothing(seed):
    for scene, _ in walk(seed, 40):
        before, nodes = scene.state, len(scene.session.nodes)
        for view in VIEWS:
            anew = Scene(scene.session, scene.state, scene.memo)
            anew.memo.kept.clear()
            assert view(anew) == view(scene)
            assert anew.effects == ()
        assert scene.state is before
        assert to_data(scene.state) == to_data(before)
        assert len(scene.session.nodes) == nodes


@pytest.mark.parametrize("seed", range(6))
def test_a_gesture_makes_the_same_of_a_state_whenever_it_is_asked(seed):
    for scene, made in walk(seed, 40):
        before, at = to_data(scene.state), scene.session.at
        first = update(scene, made)
        again = update(Scene(scene.session, scene.state), made)
        assert first == again
        assert to_data(scene.state) == before
        assert scene.session.at == at


@pytest.mark.parametrize("seed", range(6))
def test_a_state_is_read_as_it_was_written(seed):
    for scene, _ in walk(seed, 40):
        text = json.dumps(to_data(scene.state))
        found = from_data(json.loads(text), scene.session)
        assert to_data(found) == to_data(scene.state)
        assert tutor.draw(Scene(scene.session, found, scene.memo)) == tutor.draw(scene)


STRANGE: list[Any] = [None, 7, "", [], {}, [[]], {"x": {}}, True, -1, 10**30, "x" * 5000, ["x"] * 999, {"key": 1}, 0.5]


@pytest.mark.long
@pytest.mark.parametrize("strange", STRANGE, ids=lambda value: repr(value)[:12])
@pytest.mark.parametrize("name", sorted(vars(TableState())))
def test_a_state_that_no_table_wrote_is_a_table_all_the_same(name, strange):
    game = session("police-station-groups")
    state = from_data({name: strange, "tab": "card"}, game)
    assert state.tab == ("card" if name != "tab" else state.tab)
    assert tutor.draw(Scene(game, state))


@pytest.mark.parametrize(
    "note", [{"key": "no.such", "rule": "draw.six"}, {"key": "bot.random", "rule": "play.waiting"}]
)
def test_what_cannot_be_said_again_is_not_restored(note):
    game = new_session(new_game(seed=3))
    assert from_data({"reasons": {"0": note}}, game).reasons == {}
    assert from_data({"answer": {**note, "values": {}, "cards": [], "later": {}}}, game).answer is None


@pytest.mark.parametrize(
    "part", [{"answer": {"key": "no.such", "rule": "draw.six"}}, {"coaching": {"done": True, "options": 3}}]
)
def test_an_answer_or_advice_that_lacks_something_is_not_restored(part):
    game = new_session(new_game(seed=3))
    assert from_data({**part, "tab": "card"}, game) == from_data({"tab": "card"}, game)


def test_a_state_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        TableState().at = 3  # type: ignore[misc]


def test_a_move_is_played_at_the_moment_that_is_shown_and_the_session_goes_there_with_the_store():
    game = new_session(new_game(seed=3))
    store = TableStore(game)
    state, effects = update(store.scene, gesture("move:[draw]", 0))
    assert (state.at, effects, game.at, store.state.at) == (1, (), 0, 0)
    store.take(state)
    assert (game.at, store.state.at) == (1, 1)


def test_what_a_gesture_leads_to_is_data_until_the_store_carries_it_out():
    game = new_session(new_game(seed=3))
    store = TableStore(game)
    assert update(store.scene, Gesture("edit"))[1] == ()
    edited: list[Any] = []
    store.offer("edit", edited.append)
    assert update(store.scene, Gesture("edit"))[1] == (Effect("edit", game.position),)
    assert edited == []
    store.send(Gesture("edit"))
    assert edited == [game.position]


def test_a_message_is_one_gesture_or_none():
    assert read_gesture({"do": "card:12", "at": 3, "values": {"value": "x"}, "scope": "example"}) is not None
    found = read_gesture({"do": "card:12", "at": 3})
    assert found is not None
    assert (found.verb, found.about, found.number, found.at, found.scope, found.value) == ("card", "12", 12, 3, "", "")
    strange: list[Any] = [None, 3, [], {}, {"do": "card:1"}, {"do": 3, "at": 0}, {"do": "x" * 999, "at": 0}]
    assert [read_gesture(each) for each in strange] == [None] * len(strange)


def test_a_saved_seat_of_a_bot_that_is_gone_is_the_advisers():
    session = new_session(new_game(seed=3))
    assert from_data({"seats": ["you", "sensible"]}, session).seats == ("you", "regular")
    assert from_data({"seats": ["you", 3]}, session).seats == ("you", "you")
