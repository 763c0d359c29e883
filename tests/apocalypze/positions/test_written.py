"""Positions are written short and plain, and read back exactly."""

from collections import Counter
from pathlib import Path

import pytest

from apz.apocalypze.model import HIDDEN_CARD, Position
from apz.apocalypze.moves import Done, Engage
from apz.apocalypze.play import ASKED
from apz.apocalypze.positions import build, read_position
from apz.apocalypze.positions.writing import flow, structure, write_position
from apz.apocalypze.setup import new_game
from tests.apocalypze.positions.reading import faults, police_station
from tests.apocalypze.wandering import positions


def test_a_written_position_is_short_and_plain():
    assert (
        write_position(police_station())
        == """\
apz: position 1
turn: 2
whose: Ann
phase: combat
occupied: Ben
players:
  - name: Ann
    stronghold: Roadside Diner
    raiders: [4 Gang Warrior, Lord Brawn]
  - name: Ben
    stronghold: Police Station
    survivors: [3 Police Officer, Patsy McNally]
    deck: [6 Police Officer]
combat:
  attack: [[2 Gang Warrior], [Gang Warrior], [Lord Brawn], [Gang Warrior]]
  defense: [[Police Officer], [2 Police Officer], [Patsy McNally], []]
  met: [1, 2, 3]
waiting:
  - {order: Ben, amount: 3}
"""
    )


def test_every_position_of_a_game_reads_back_exactly():
    seen = Counter[str]()
    for number, position in enumerate(positions(40, 1)):
        kind = position.waiting.kind if position.waiting else "over"
        if seen[kind] < 25 or number % 20 == 0:
            text = write_position(position)
            assert read_position(text) == position
            assert max(len(line) for line in text.split("\n")) < 300
            seen[kind] += 1
    assert seen.keys() == {*ASKED, "over"}


@pytest.mark.slow
def test_every_position_of_many_games_reads_back_exactly():
    for position in positions(12, 2):
        text = write_position(position)
        assert read_position(text) == position
        assert write_position(read_position(text)) == text


@pytest.mark.parametrize(
    "name",
    ["yes", "null", "true", "08", "-.5", "7", "#", "a: b", " x ", '"', "\\", "line\nbreak", "é", "😀", "a\u2028b",
     "!!!", "{", "-", "- a", "0x1f", "1e5", "12:30", "x" * 200, "'", "on", "2 Civilian"],
)  # fmt: skip
def test_players_may_be_called_anything(name):
    for both in ((name, "Ben"), ("Ann", name), (name, name + name)):
        position = new_game(seed=1, names=both, starts=1)
        assert read_position(write_position(position)) == position


def test_values_are_quoted_where_they_must_be():
    assert flow(["Pop!", "Patsy's Pistols", "2 Civilian", "Civilian (3)", "Albert & Anita Hanson"]) == (
        "[Pop!, Patsy's Pistols, 2 Civilian, Civilian (3), Albert & Anita Hanson]"
    )
    assert flow({"a": ["null", "1", True, 2, "x, y", "#"]}) == '{a: ["null", "1", true, 2, "x, y", "#"]}'


def test_the_structure_is_plain():
    def plain(value: object) -> bool:
        if isinstance(value, dict):
            return all(type(key) is str and plain(each) for key, each in value.items())
        return all(map(plain, value)) if isinstance(value, list) else type(value) in (str, int, bool)

    for position in (police_station(), new_game(seed=4)):
        made = structure(position)
        assert plain(made)
        first, second = made.pop("players")
        del made["apz"]
        assert build(first, second, **made) == position


def test_a_players_view_can_be_written_but_not_read():
    seen = new_game("Church", "Church", seed=2).seen_by(0)
    text = write_position(seen)
    assert "hand: [6 hidden]" in text
    assert "deck: [23 hidden]" in text
    assert all("what one player sees" in fault for fault in faults(text))


def test_a_position_knows_its_own_ways(tmp_path):
    position = police_station()
    file = Path(tmp_path / "mine.yaml")
    file.write_text(position.to_yaml())
    assert Position.from_yaml(file) == Position.from_yaml(position.to_yaml()) == position
    assert list(position.legal_moves) == [Engage(1), Engage(2), Engage(3)]
    assert position.why_not(Engage(1)) is None
    refusal = position.why_not(Done())
    assert refusal
    assert refusal.key == "not-now-done"
    assert position.play(Done()) == refusal
    assert HIDDEN_CARD in position.seen_by(0).sides[1].deck
