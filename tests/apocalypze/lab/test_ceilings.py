"""Combat with cards to play: the moves that the solver skips aren't better, and it plays out few decisions."""

import pytest

import apz
from apz import moves
from apz.apocalypze.lab.aims import read_aim
from apz.apocalypze.lab.best_groups import GroupsOfDefense
from apz.apocalypze.lab.ceilings import Ceilings
from apz.apocalypze.lab.choices import grouped, ways
from apz.apocalypze.lab.problem import OutOfTimeError, Problem, hushed, is_quiet
from apz.apocalypze.lab.search import Search
from apz.apocalypze.lab.solve import solve
from apz.apocalypze.model import Position

HANDS = {
    "the attacker's": (["Molotov Cocktail", "Pop!"], [], ["5 Soldier"]),
    "the defender's": ([], ["Stand Together"], ["5 Soldier"]),
    "an ability": ([], [], ["4 Soldier", "Lieutenant Dan Killmeyer"]),
    "both": (["Molotov Cocktail"], ["One Man Army"], ["3 Soldier", "Lieutenant Dan Killmeyer"]),
}


def attacked(attacker: list[str], defender: list[str], survivors: list[str]) -> Position:
    """Return a position where five cultists attack at three access points and Ben must defend."""
    first = apz.seat("Roadside Diner", raiders=["4 Cult Fanatic", "Bishop Land"], hand=attacker, deck=["9 Biker"])
    second = apz.seat("Military Base", survivors=survivors, hand=defender, deck=["9 Soldier"])
    position = apz.build(first, second, whose="Ann", phase="combat", occupied="Ben")
    for who, point in zip(position.sides[0].raiders, (1, 1, 2, 2, 3), strict=True):
        position = position.must_play(moves.Send(who.id, point)).after
    after: Position = position.must_play(moves.Done()).after
    return after


@pytest.mark.parametrize("whose", HANDS)
def test_no_defense_scores_more_than_its_ceiling(whose):
    position = attacked(*HANDS[whose])
    assert not is_quiet(position)
    assert position.waiting
    problem = Problem(position, read_aim(position, position.waiting.player))
    defense = GroupsOfDefense(Problem(hushed(position), problem.aim))
    ceilings = Ceilings(problem, position, defense.quiet, defense.defending)
    search = Search(problem)
    every = defense.defending.best(defense.groups, 10_000)
    for each in every[::9]:
        score = search.score(grouped(position, position.waiting.player, defense.formed(each.choices)).after)
        assert ceilings.reaches(defense.points, each.choices, score - 1), (each, score)


@pytest.mark.parametrize("whose", ["the attacker's", "an ability"])
def test_few_defenses_are_played_through_where_only_one_side_has_cards(whose):
    found = solve(attacked(*HANDS[whose]), seconds=600)
    notes = {note.key: note.values for note in found.proof}
    assert found.exact
    assert notes["left-out"]["count"] > notes["searched"]["ways"]
    assert "left out" in str(found)
    assert "ausgelassen" in found.text("de")


def test_attacks_that_were_left_out_and_those_that_were_played_through_are_all_there_are():
    first = apz.seat("Roadside Diner", raiders=["3 Cult Fanatic", "Bishop Land"], deck=["9 Biker"])
    second = apz.seat("Military Base", survivors=["3 Soldier"], hand=["Stand Together"], deck=["9 Soldier"])
    position = apz.build(first, second, whose="Ann", phase="combat", occupied="Ben")
    found = solve(position, top=1, seconds=600)
    notes = {note.key: note.values for note in found.proof}
    assert notes["left-out"]["count"] + notes["searched"]["ways"] == len([*ways(position, found.aim)])


@pytest.mark.parametrize("defending", [True, False])
def test_when_only_the_opponent_has_cards_the_bound_is_the_best_without_any(defending, monkeypatch):
    def too_slow(*_: object) -> None:
        raise OutOfTimeError

    monkeypatch.setattr(Search, "score", too_slow)
    hands = (["Molotov Cocktail"], []) if defending else ([], ["Stand Together"])
    first = apz.seat("Roadside Diner", raiders=["4 Cult Fanatic", "Bishop Land"], hand=hands[0], deck=["9 Biker"])
    second = apz.seat("Military Base", survivors=["5 Soldier"], hand=hands[1], deck=["9 Soldier"])
    sent = apz.build(first, second, whose="Ann", phase="combat", occupied="Ben")
    position = attacked(*hands, ["5 Soldier"]) if defending else sent
    found = solve(position, seconds=600)
    assert not found.exact
    assert found.bound == solve(hushed(position), seconds=600).answers[0].score
