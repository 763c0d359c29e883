"""The solver and plain enumeration give the same score on random small positions, for each kind of question."""

from itertools import count, islice

import pytest

from tests.apocalypze.lab.agree import compared
from tests.apocalypze.lab.small import KINDS

EACH = 15  # `python -m tests.apocalypze.lab.agree 5000` compares 5,000 of each


@pytest.mark.parametrize("kind", KINDS)
def test_the_solver_agrees_with_plain_enumeration(kind):
    results = islice(filter(None, (compared(kind, seed) for seed in count(100_000))), EACH)
    assert [(each.ours, each.theirs) for each in results if each.ours != each.theirs] == []
