"""Reproducible chance: rolls made together equal those made one by one, and shuffles never change."""

from apz.core.luck import MASK, roll, rolls, shuffled


def test_rolls_made_together_are_those_made_one_by_one():
    for start in (0, 7, 1 << 63, MASK, -(1 << 65), 1 << 130):  # a seed may be any number
        for number in (1, 2, 28, 59):
            luck, expected = start, []
            for _ in range(number):
                bits, luck = roll(luck)
                expected.append(bits)
            assert rolls(start, number) == (tuple(expected), luck)


def test_a_shuffle_is_the_same_on_every_machine_and_in_every_release():
    assert shuffled((), 5) == ((), 5)
    assert shuffled((3,), 5) == ((3,), 5)
    assert shuffled(tuple(range(8)), 2026)[0] == (0, 5, 2, 7, 1, 4, 3, 6)
