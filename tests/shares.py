"""The shares of a long test, each a test of its own: they can run side by side, and most are left to a full run."""

import pytest

SHARES = 8
EVERY_RUN = 2  # that many are in every run; the others are slow

in_shares = pytest.mark.parametrize(
    "share", [*range(EVERY_RUN), *(pytest.param(share, marks=pytest.mark.slow) for share in range(EVERY_RUN, SHARES))]
)
