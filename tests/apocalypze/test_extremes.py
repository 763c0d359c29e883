"""The most extreme positions that can be read: every operation on them takes little work."""

from functools import partial

import pytest

from tests.apocalypze.stress import calls, drawn, extremes, made, reckoned

MOST_CALLS = 700_000  # of Python functions, in any one operation: about a third of a second
EXTREMES = extremes()


@pytest.mark.parametrize("name", EXTREMES)
def test_the_most_extreme_positions_are_little_work(name):
    assert calls(partial(made, EXTREMES[name]), MOST_CALLS)
    position = made(EXTREMES[name])
    for operations in (reckoned(position), drawn(position, ("hint", "move"))):
        for _, operation in operations:
            calls(operation, MOST_CALLS)
