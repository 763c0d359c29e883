"""The lab's panel without a browser: solving, branches, simulations, and everything it refuses."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from apz.apocalypze.lab import functions
from apz.apocalypze.positions import build, named_position, seat
from apz.apocalypze.setup import new_game
from apz.core.lab.what_if import START
from apz.core.link import from_link
from apz.core.reading import stop
from apz.widgets import Lab, PositionEditor
from apz.widgets.base import work
from apz.widgets.base.gesture import Gesture, gesture
from apz.widgets.base.work import Progress
from apz.widgets.lab.state import SAVE
from tests.texts import ui
from tests.widgets.hands import click, doing, elements, shown


@pytest.fixture
def lab() -> Iterator[Lab]:
    panel = Lab(named_position("church-doors"))
    yield panel
    assert not panel.store.state.trouble
    panel.close()


def pane(panel: Any, name: str) -> Any:
    """Return one of the lab's panes."""
    return next(each for each in elements(panel.view["tree"]) if each[1].get("class") == f"pane lab-{name}")


def values(tree: Any, name: str) -> list[str]:
    return [each[1][name] for each in elements(tree) if name in each[1]]


# ---- solving


def test_the_best_play_is_shown_with_its_value_its_proof_and_the_others(lab):
    click(lab, "solve")
    assert ui("en", "lab.proven") in shown(lab)
    cost = "Ben loses cards worth 2; Ann loses nothing"
    for line in ("access point 1: Civilian", cost, "This is proven: nothing is better."):
        assert line in shown(lab)
    click(lab, "open:lab.why")
    assert "If access point 1 isn't blocked, the best possible result is: Ben loses cards worth 9" in shown(lab)
    click(lab, "open:lab.others")
    assert "Ben loses cards worth 4; Ann loses nothing" in shown(lab)


def test_another_aim_is_another_question(lab):
    click(lab, "solve")
    click(lab, "aim", value="keep Alex Bloom")
    assert lab.own.scene.solving is None
    assert ui("en", "lab.proven") not in shown(lab)
    click(lab, "solve")
    assert "Alex Bloom stays" in shown(lab)
    click(lab, "aim", value="win the lottery")
    assert lab.state.aim == "keep Alex Bloom"


def test_an_answer_is_shown_on_the_table_and_what_follows_lies_ahead(lab):
    click(lab, "solve")
    answer = lab.state.solving.result.answers[0]
    click(lab, "answer:0")
    assert lab.playing
    line = lab.scene.line
    assert [lab.session.nodes[number].step.move for number in line[1:]] == list(answer.moves)
    assert len(lab.scene.whole_line) == 1 + len(answer.steps)
    click(lab, "back")
    assert not lab.playing
    assert ui("en", "lab.proven") in shown(lab)


@pytest.mark.parametrize(("position", "key"), [
    (new_game(seed=1), "unsolvable"),
    (build(seat("Police Station"), seat("Church", raiders=["Civilian"])), "faulty"),
])  # fmt: skip
def test_what_cannot_be_solved_says_so_and_takes_no_harm(position, key):
    panel = PositionEditor(position)
    assert ui("en", f"lab.{key}") in shown(panel)
    click(panel, "solve", at=panel.version)
    assert panel.state.solving is None
    panel.close()


# ---- branches


def test_two_branches_are_compared_row_by_row(lab):
    click(lab, "solve")
    click(lab, "keep:0")
    click(lab, "keep:2")
    best, other = ui("en", "lab.best"), ui("en", "lab.answer", number=3)
    assert [*lab.tree] == [START, best, other]
    assert lab.state.picked == (best, other)
    rows = lab.tree.compare(best, other)
    assert rows
    assert all(str(row["what"]) in shown(lab) for row in rows)
    click(lab, "pick:0")
    assert lab.state.picked == (other, START)
    click(lab, "pick:0")
    assert lab.state.picked == (other,)


def test_a_branch_is_renamed_and_pruned_and_a_bad_name_is_refused(lab):
    click(lab, "solve")
    click(lab, "keep:0")
    click(lab, "keep:1")
    click(lab, "rename:1", text="Hold both")
    assert [*lab.tree][1] == "Hold both"
    for name, key in ((" ", "bad-name"), ("x" * 61, "bad-name"), ("Hold both", "taken")):
        click(lab, "rename:2", text=name)
        assert ui("en", f"lab.{key}", most=60, name=name) in shown(lab)
    click(lab, "prune:0")
    assert len(lab.tree) == 3
    click(lab, "prune:1")
    assert [*lab.tree] == [START, ui("en", "lab.answer", number=2)]
    assert not lab.state.refused


def test_a_line_that_is_played_comes_back_as_a_branch(lab):
    click(lab, "play")
    click(lab, "move:[done]")
    click(lab, "open:drawer")
    assert doing(lab, "branch")
    click(lab, "branch", text="Nobody blocks")
    assert not lab.playing
    assert [*lab.tree] == [START, "Nobody blocks"]
    assert "Nobody blocks" in shown(lab)


def test_branches_are_shared_by_a_link_and_saved_where_that_is_offered(lab):
    saved: list[Any] = []
    click(lab, "solve")
    click(lab, "keep:0")
    click(lab, "open:lab.share")
    (link,) = [each[1]["value"] for each in elements(lab.view["tree"]) if each[1].get("id") == "lab-link"]
    assert from_link(link) == lab.tree.text()
    assert not doing(lab, "save:")
    lab.own.offer(SAVE, saved.append)
    click(lab, "save:tree")
    assert saved == [(lab.tree.text(), "apocalypze-what-if.yaml")]


def test_an_edit_keeps_the_branches_of_the_position_before_it():
    panel = PositionEditor(named_position("church-doors"))
    click(panel, "solve", at=panel.version)
    click(panel, "keep:0", at=panel.version)
    panel.put("Civilian", 1)
    assert ui("en", "lab.elsewhere") in shown(panel)
    assert ui("en", "lab.proven") not in shown(panel)
    panel.undo()
    assert ui("en", "lab.elsewhere") not in shown(panel)
    assert ui("en", "lab.proven") in shown(panel)
    panel.put("Civilian", 1)
    click(panel, "start-over", at=panel.version)
    assert len(panel.tree) == 1
    panel.close()


# ---- simulating


def test_games_are_simulated_from_the_position_or_with_decks(lab):
    saved: list[Any] = []
    lab.own.offer(SAVE, saved.append)
    click(lab, "open:lab.setting")
    click(lab, "setting:first", value="Church")
    click(lab, "setting:second", value="Police Station")
    click(lab, "setting:bot1", value="rookie")
    click(lab, "setting:games", value="-7")
    assert lab.state.setting.games == 100
    lab.own.set(setting=lab.state.setting._replace(games=12))
    click(lab, "simulate")
    found = lab.simulation
    assert found.games == 12
    assert found.names == ("Church", "Police Station")
    assert "12 games: Church against Police Station." in shown(lab)
    drawn = pane(lab, "simulate")
    assert len([each for each in elements(drawn) if each[0] == "svg"]) == 2
    click(lab, "save:games")
    assert saved == [(found.to_csv(), "apocalypze-games.csv")]


def test_work_goes_on_beside_the_page_and_can_be_stopped():
    async def visit() -> tuple[Lab, int]:
        panel = Lab(named_position("church-doors"))
        panel.own.set(setting=panel.state.setting._replace(games=10_000))
        click(panel, "simulate")
        assert panel.state.simulating.running  # the gesture was answered without waiting for the work
        while panel.simulation is None:
            await asyncio.sleep(0.01)
        assert values(pane(panel, "simulate"), "aria-valuenow") == [str(panel.simulation.games)]
        click(panel, "stop:simulate")
        had = panel.simulation.games
        await asyncio.sleep(0)
        return panel, had

    panel, had = asyncio.run(visit())
    assert 0 < had < 10_000
    assert not panel.state.simulating.running
    assert panel.simulation.games == had  # the results so far stay
    assert ui("en", "lab.stopped") in shown(panel)
    panel.close()


def test_a_job_that_fails_is_told_and_the_session_is_unharmed(lab, monkeypatch):
    def fails(*_: Any) -> Any:
        raise ValueError("no more cards")

    monkeypatch.setattr(functions, "read_setting", fails)
    click(lab, "simulate")
    assert ui("en", "lab.failed", why="no more cards") in shown(lab)
    assert not lab.state.simulating.running


def test_a_question_that_has_no_answer_is_refused_in_german(monkeypatch):
    def fails(*_: Any) -> Any:
        stop("", 0, "unknown-bot", value="Rookee", fix="did-you-mean", meant="rookie")

    monkeypatch.setattr(functions, "read_setting", fails)
    panel = Lab(named_position("church-doors"), language="de")
    click(panel, "simulate")
    assert ui("de", "lab.failed", why="kein Bot heißt „Rookee“; meinst du „rookie“?") in shown(panel)
    panel.close()


# ---- long work


def count(to: int) -> Iterator[int]:
    """Yield the numbers from 1 to `to`, as a job yields its results."""
    yield from range(1, to + 1)


def test_a_job_is_done_at_once_where_nothing_runs_beside_it():
    told: list[Progress] = []
    work.start(count, (3,), told.append)
    assert [each.result for each in told] == [1, 2, 3, None]
    assert [each.done for each in told] == [False, False, False, True]


def test_nothing_is_told_of_a_cancelled_job():
    told: list[Progress] = []

    async def visit() -> None:
        started = work.start(count, (1000,), told.append)
        started.cancel()
        await asyncio.sleep(0.05)

    asyncio.run(visit())
    assert told == []


# ---- purity, and messages from a page


GESTURES = (
    "solve", "aim", "keep:0", "keep:1", "pick:0", "pick:1", "pick:9", "rename:1", "prune:1", "prune:x", "branch:1",
    "answer:0", "answer:99", "start-over", "setting:first", "setting:bot0", "save:tree", "save:games", "stop:solve",
    "told:solve", "told:simulate", "open:lab.why", "nonsense",
)  # fmt: skip


@pytest.mark.parametrize("do", GESTURES)
def test_a_gesture_makes_the_same_of_a_state_whenever_it_is_asked(lab, do):
    click(lab, "solve")
    click(lab, "keep:0")
    scene, made = lab.own.scene, gesture(do, 0, value="", text="x", progress={"result": 1})
    before = {each.name: getattr(scene.state, each.name) for each in fields(scene.state)}
    first, again = lab.own.update(scene, made), lab.own.update(scene, made)
    for state, _ in (first, again):
        assert state.tree is None or [*state.tree]
    assert plain(first[0]) == plain(again[0])
    assert {name: getattr(scene.state, name) for name in before} == before
    assert [*scene.what_if] == [START, ui("en", "lab.best")]


def plain(state: Any) -> dict[str, Any]:
    found = {each.name: getattr(state, each.name) for each in fields(state)}
    return {**found, "tree": found["tree"].text() if found["tree"] else ""}


def test_drawing_changes_nothing(lab):
    for do in ("solve", "keep:0", "keep:1", "open:lab.why", "open:lab.others", "open:lab.share", "open:lab.reckoning"):
        click(lab, do)
        state, tree = lab.own.state, copy.deepcopy(lab.draw())
        lab.own.memo.kept.clear()
        lab.own._scene = None
        assert lab.draw() == tree
        assert lab.own.state is state
        assert len(json.dumps(tree).encode()) < 48_000


def test_a_page_cannot_tell_the_lab_what_a_job_found(lab):
    click(lab, "solve")
    found = lab.state.solving
    lab.own.send(Gesture("told", "solve", {"progress": {"result": "nonsense", "done": True}}))
    assert lab.state.solving is found


def test_a_lab_speaks_german():
    panel = Lab(named_position("church-doors"), language="de")
    click(panel, "solve")
    assert ui("de", "lab.proven") in shown(panel)
    assert "so wenig wie möglich" in json.dumps(panel.view["tree"], ensure_ascii=False)
    panel.close()


@pytest.mark.parametrize("given", [None, 7, "church-doors"])
def test_what_is_no_position_is_refused_with_what_to_write(given):
    with pytest.raises(TypeError, match="where a position is expected"):
        Lab(given)


def test_a_lab_is_text_where_no_widget_runs(lab):
    lab.solve()
    assert "Ben loses cards worth 2; Ann loses nothing" in lab.text()
    assert "Ben loses cards worth 2; Ann loses nothing" in lab.html()
