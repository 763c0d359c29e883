"""The number of clicks per turn: whole games against a bot, played by plain clicks on what the page offers."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.setup import new_game
from apz.widgets import Tutor
from tests.widgets.hands import click, doing
from tests.widgets.shortest import ways

MOST_CLICKS, GAMES, MID_GAME = 11, 20, 3


def play(seed: int) -> Counter[int]:
    """Play a game to its end; return the clicks of each turn but the last, counting responses with the turn before."""
    tutor = Tutor(new_game(seed=seed), seats=("you", "regular"))
    bot, made = SensibleBot(seed), Counter[int]()
    while not tutor.scene.over:
        before, position = tutor.scene.at, tutor.scene.position
        turn = position.turn if position.player == 0 else position.turn - 1
        for do in ways(tutor, bot):
            assert do in doing(tutor), (seed, do)
            click(tutor, do)
            made[turn] += 1
        assert tutor.scene.at != before, (seed, tutor.store.state.answer)
    last = tutor.scene.position.turn
    tutor.close()
    return Counter({turn: count for turn, count in made.items() if turn + 1 < last})


@pytest.mark.long
def test_a_turn_in_the_middle_of_a_game_takes_few_clicks():
    turns = [count for seed in range(GAMES) for turn, count in play(seed).items() if turn >= MID_GAME]
    print(f"{len(turns)} turns from the third on: median {median(turns)}, most {max(turns)} clicks")
    assert len(turns) >= 2 * GAMES
    assert median(turns) <= MOST_CLICKS
