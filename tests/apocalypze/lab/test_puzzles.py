"""Every puzzle has exactly one best answer, its tempting answer is worse, and none of its texts is missing."""

from typing import Any

import pytest

import apz
from apz import moves
from apz.apocalypze.game import GAME
from apz.apocalypze.lab.choices import played, ways
from apz.apocalypze.lab.mine import clearly, difficulty, mined, written
from apz.apocalypze.lab.puzzles import read_puzzle
from apz.core.reading import BadInput, read_text

ALL: Any = GAME.puzzles()


def steps_of(position: Any, moves: Any) -> list[Any]:
    steps: list[Any] = []
    for move in moves:
        steps.append(position.must_play(move))
        position = steps[-1].after
    return steps


@pytest.mark.parametrize("puzzle", ALL, ids=lambda each: each.name)
class TestEachPuzzle:
    def test_has_one_best_answer_by_a_number_that_counts(self, puzzle):
        found = puzzle.solution
        assert apz.problems(puzzle.position) == []
        assert found.exact
        assert found.all_best
        assert len(found.best) == 1
        assert clearly(found.aim, found.answers[0].score, found.answers[1].score) > 0

    def test_tells_right_from_tempting(self, puzzle):
        aim = puzzle.solution.aim
        assert clearly(aim, puzzle.solution.answers[0].score, puzzle.tempted) > 0
        right = puzzle.verdict(steps_of(puzzle.position, puzzle.moves))
        wrong = puzzle.verdict(steps_of(puzzle.position, puzzle.tempting))
        assert (right.right, wrong.right) == (True, False)
        assert right.said != wrong.said
        assert puzzle.verdict([]) is None
        assert puzzle.verdict(steps_of(puzzle.position, puzzle.moves[:-1])) is None

    def test_is_as_hard_as_it_says(self, puzzle):
        count = len([*ways(puzzle.position, puzzle.solution.aim)])
        assert puzzle.difficulty == difficulty(puzzle.position, count)

    @pytest.mark.parametrize("language", GAME.languages)
    def test_has_a_goal_and_three_hints(self, puzzle, language):
        hints = puzzle.hints(language)
        assert puzzle.title(language)
        assert puzzle.goal(language) != puzzle.terms(language)
        assert puzzle.answer(language)
        assert len({*hints}) == 3
        assert puzzle.rules


def test_thirty_puzzles_are_sorted_by_difficulty():
    assert len(ALL) >= 30
    assert {puzzle.difficulty for puzzle in ALL} == {1, 2, 3}
    assert len({puzzle.position for puzzle in ALL}) == len(ALL)
    found = [puzzle.difficulty for puzzle in ALL]
    assert found == sorted(found)
    assert apz.puzzle(ALL[0].name) is ALL[0]
    with pytest.raises(BadInput, match="no puzzle is called"):
        apz.puzzle("nowhere")


def test_a_group_is_decided_when_its_player_says_so():
    puzzle = next(each for each in ALL if isinstance(each.moves[0], moves.Send))
    sent = puzzle.moves[0]
    there_and_back = steps_of(puzzle.position, [sent, moves.TakeBack(sent.card)])
    assert puzzle.verdict(there_and_back) is None
    assert puzzle.verdict([*there_and_back, *steps_of(puzzle.position, puzzle.moves)]).right


def test_the_miner_finds_puzzles_that_read_back():
    puzzle, found = next(mined(10))
    again = read_puzzle("again", read_text(written(puzzle.position, found), "again"))
    assert again.position == puzzle.position
    assert played(again.position, again.tempting)
    assert again.solution.answers[0].score == puzzle.solution.answers[0].score


def test_a_bad_file_says_what_is_wrong():
    with pytest.raises(BadInput, match="isn't a difficulty"):
        read_puzzle(
            "bad", read_text("apz: puzzle 1\naim: x\ndifficulty: 9\ntempting: []\nposition: first-turn\n", "bad")
        )
