"""Puzzles in the lab: each with a goal, hints one by one, a verdict on the decision, and the next puzzle."""

from typing import Any

import pytest

from apz.apocalypze.game import GAME
from apz.apocalypze.moves import Done
from apz.apocalypze.positions import named_position
from apz.widgets import Lab, PositionEditor
from apz.widgets.table.spelling import spelled
from tests.texts import ui
from tests.widgets.app.visits import visit
from tests.widgets.hands import click, doing, shown


def made(kind: type[Lab], language: str = "en") -> Any:
    return kind(named_position("church-doors"), language=language)


def do(panel: Any, gesture: str) -> None:
    click(panel, gesture, at=panel.seen_at)
    assert not panel.store.state.trouble


@pytest.mark.parametrize("kind", [Lab, PositionEditor])
def test_a_puzzle_is_solved_by_its_best_decision_and_the_next_one_follows(kind):
    panel, (first, second, *_) = made(kind), GAME.puzzles()
    assert not doing(panel, "puzzle:")
    do(panel, "open:lab.puzzles")
    assert doing(panel, "puzzle:") == [f"puzzle:{each.name}" for each in GAME.puzzles()]
    do(panel, f"puzzle:{first.name}")
    assert panel.playing
    assert first.goal() in shown(panel)
    assert ui("en", "lab.right") not in shown(panel)
    for move in first.moves:
        do(panel, f"move:{spelled(move)}")
    assert ui("en", "lab.right") in shown(panel)
    assert panel.view["say"]["text"].startswith(ui("en", "lab.right"))
    do(panel, "puzzle-next")
    assert second.goal() in shown(panel)
    do(panel, "back")
    assert not panel.playing
    assert panel.position == named_position("church-doors")
    assert ui("en", "lab.found-it") in shown(panel)


def test_the_aim_is_above_the_table_and_only_the_prompt_says_who_must_do_what():
    panel, puzzle = made(Lab), GAME.puzzles()[0]
    do(panel, f"puzzle:{puzzle.name}")
    text, asked = shown(panel), GAME.words("en").waiting(puzzle.position)
    assert text.count(asked) == 1
    assert text.index(puzzle.goal()) < text.index(asked)
    assert puzzle.terms() in text


def test_what_only_looks_good_is_told_from_the_best():
    panel = made(Lab)
    puzzle = next(each for each in GAME.puzzles() if Done() in each.position.legal_moves and each.moves != (Done(),))
    do(panel, f"puzzle:{puzzle.name}")
    do(panel, "move:[done]")
    assert ui("en", "lab.not-best") in shown(panel)
    assert not panel.state.found
    do(panel, "puzzle-again")
    assert ui("en", "lab.not-best") not in shown(panel)
    assert panel.session is not None


@pytest.mark.parametrize("language", ["en", "de"])
def test_hints_come_one_by_one_and_the_answer_when_it_is_wanted(language):
    panel, puzzle = made(Lab, language), GAME.puzzles()[0]
    do(panel, f"puzzle:{puzzle.name}")
    for hint in puzzle.hints(language):
        assert hint not in shown(panel)
        do(panel, "puzzle-hint")
        assert hint in shown(panel)
    assert not doing(panel, "puzzle-hint")
    assert puzzle.answer(language) not in shown(panel)
    do(panel, "puzzle-answer")
    assert puzzle.answer(language) in shown(panel)


def test_a_puzzle_that_is_not_there_changes_nothing():
    panel = made(Lab)
    do(panel, "puzzle:no-such")
    assert not panel.playing
    do(panel, "puzzle-again")
    assert not panel.playing


def test_what_was_solved_is_there_again_after_a_reload():
    app, puzzle = visit(), GAME.puzzles()[0]
    app.go("lab", {})
    panel = app.place.panel
    do(panel, f"puzzle:{puzzle.name}")
    for move in puzzle.moves:
        do(panel, f"move:{spelled(move)}")
    given = app.place.given()
    assert given["solved"] == [puzzle.name]
    other = visit()
    other.store.set(last={"lab": {**given, "solved": [puzzle.name, "no-such", 7]}})
    other.go("lab", {})
    assert other.place.panel.state.found == {puzzle.name}
