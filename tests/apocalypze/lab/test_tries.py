"""`what_if` and `what_changed` for ApocalypZe: typed moves, compared leaves, differences in words and as rows."""

from pathlib import Path

import pytest

import apz
from apz import moves
from apz.apocalypze.lab.facts import difference


def test_typed_moves_are_tried_and_compared():
    tree = apz.what_if(apz.named_position("church-table"))
    tree.add("deck", "consume the top card of your deck")
    tree.add("survivor", "eat the survivor civilian")
    rows = {row["what"]: row for row in tree.compare("deck", "survivor")}
    assert rows["Ann's deck"]["deck"] == rows["Ann's deck"]["survivor"] - 1
    assert rows["what Ann can consume"]["deck"] == rows["what Ann can consume"]["survivor"] + 1
    assert "consume the top card of the deck" in str(tree)


def test_a_command_that_means_several_moves_asks_which():
    tree = apz.what_if(apz.named_position("police-station-groups"))
    with pytest.raises(apz.BadInput, match="stand for exactly one move"):
        tree.add("somebody", "send")


def test_a_tree_comes_back_from_a_file_and_a_link(tmp_path):
    tree = apz.what_if(apz.named_position("church-doors"))
    tree.add("best", tree.start.solve().moves)
    tree.save(tmp_path / "tree.yaml")
    assert apz.what_if(Path(tmp_path / "tree.yaml"))["best"].position == tree["best"].position
    assert apz.what_if(tree.link()).text() == tree.text()
    with pytest.raises(TypeError, match="give a position"):
        apz.what_if(3)  # type: ignore[arg-type]


def test_a_difference_says_where_cards_went():
    position = apz.named_position("wounded")
    after = position.must_play(position.legal_moves[0]).after
    found = position.diff(after)
    assert found
    rows = {row["what"]: row for row in found.to_rows()}
    assert "Patsy McNally" in rows
    assert len(found.words()) == len(rows)
    assert "<table" in found._repr_html_()


def test_nothing_changed_is_said():
    position = apz.named_position("church-table")
    assert str(position.diff(position)) == "There's no change to show."
    assert not position.diff(position)


def test_positions_of_different_games_are_compared_zone_by_zone():
    one = apz.build(apz.seat("Church", survivors=["2 Civilian"]), apz.seat("Roadside Diner"))
    other = apz.build(apz.seat("Church", survivors=["Civilian"]), apz.seat("Roadside Diner"))
    rows = {row["what"]: (row["before"], row["after"]) for row in one.diff(other).to_rows()}
    assert rows["Ann's survivors, by name"] == ("2 × Civilian", "Civilian")
    assert "vorher" in str(difference(one, other, "de"))
    with pytest.raises(TypeError, match="a position is expected here"):
        one.diff(None)


def test_wounds_and_groups_are_facts():
    position = apz.named_position("police-station-groups")
    after = position.must_play(moves.Send(position.find("Lord Brawn"), 3)).after
    assert position.diff(after).to_rows()[-1] == {
        "what": "Lord Brawn", "before": "Ann's raiders, value 4", "after": "Ann's raiders, value 4, at access point 3",
    }  # fmt: skip
