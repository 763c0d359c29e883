"""Helpers that read positions and play on from them, for the tests of positions."""

import pytest

from apz.apocalypze.model import Combat, Position, Waiting
from apz.apocalypze.moves import Move
from apz.apocalypze.positions import build, read_position, seat
from apz.core.reading import BadInput
from apz.core.trace import Step


def faults(text: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        read_position(text)
    return [str(fault) for fault in caught.value.faults]


def after(position: Position, *moves: Move) -> Position:
    for move in moves:
        step = position.play(move)
        assert isinstance(step, Step), step
        position = step.after
    return position


def combat(position: Position) -> Combat:
    assert position.combat
    return position.combat


def asked(position: Position) -> Waiting:
    assert position.waiting
    return position.waiting


def names(position: Position, cards: tuple[int, ...]) -> list[str]:
    return [position.card(card).name for card in cards]


def police_station() -> Position:
    return build(
        seat("Roadside Diner", raiders=["4 Gang Warrior", "Lord Brawn"]),
        seat("Police Station", survivors=["3 Police Officer", "Patsy McNally"], deck=["6 Police Officer"]),
        combat={
            "attack": ["2 Gang Warrior", "Gang Warrior", "Lord Brawn", "Gang Warrior"],
            "defense": ["Police Officer", "2 Police Officer", "Patsy McNally"],
        },
    )
