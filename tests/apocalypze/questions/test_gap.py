"""Fill-in questions from the kernel's notes: they don't give the answer away, and they name known mistakes."""

import pytest

from apz.apocalypze.model import Position
from apz.apocalypze.positions import build, seat
from apz.apocalypze.teaching.questions.gap import gap
from apz.apocalypze.teaching.words import teaching
from apz.core.trace import Note
from tests.apocalypze.questions.asked import mistaken


def fight(raiders: list[str], survivors: list[str]) -> Position:
    """Return a position where all raiders attack at access point 1, the survivors block, and Ben isn't done yet."""
    ann = seat("Church", raiders=raiders, deck=["9 Biker"])
    ben = seat("Roadside Diner", survivors=survivors, deck=["9 Biker"])
    combat = {"attack": [raiders], "defense": [survivors]}
    return build(ann, ben, whose="Ann", combat=combat, waiting={"defend": "Ben"})


def test_a_gap_reads_the_same_for_one_and_for_many():
    one = gap(fight(["Gang Warrior"], ["Soldier"]), ["done"], "combat.casualties", "wounds", nth=2)
    assert one.right == {"1"}
    for language, wounds in (("en", "wounds"), ("de", "Wunden"), ("es", "heridas")):
        assert f"____ {wounds}" in teaching(language).ask(one)


def test_a_gap_for_wounds_names_the_mistakes_of_casualties():
    question = gap(fight(["Lord Brawn"], ["Soldier"]), ["done"], "combat.casualties", "wounds")
    assert question.right == {"3"}
    (told,) = question.because
    assert isinstance(told, Note)
    assert mistaken(question, str(told.values["attack"].total)) == "forgot-defense"


def test_a_gap_for_a_draw_names_the_mistakes_of_draws():
    hand = seat("Church", hand=["4 Biker"], deck=["9 Biker"])
    position = build(hand, seat("Church", deck=["5 Biker"]), whose="Ann", phase="draw")
    question = gap(position, ["draw"], "draw.drew", "count")
    assert question.right == {"2"}
    assert mistaken(question, "6") == "ignored-hand"


def test_raiders_that_a_sum_lists_one_by_one_are_no_gap():
    position = fight(["Gang Warrior", "Gang Bully"], [])
    with pytest.raises(ValueError, match="a term for each"):
        gap(position, ["done"], "combat.breach", "count")


def test_a_number_that_stands_elsewhere_in_the_sentence_is_no_gap():
    position = fight(["Gang Warrior"], [])
    with pytest.raises(ValueError, match=r'"owed" of "combat\.breach" shows'):
        gap(position, ["done"], "combat.breach", "damage")


def test_a_number_that_the_sentence_does_not_show_is_no_gap():
    with pytest.raises(ValueError, match="doesn't show"):
        gap(fight(["Gang Warrior"], []), ["done"], "combat.breach", "amount")
    with pytest.raises(ValueError, match="noted 0 times"):
        gap(fight(["Gang Warrior"], []), ["done"], "combat.excess", "amount")
    with pytest.raises(ValueError, match="it has"):
        gap(fight(["Gang Warrior"], []), ["done"], "combat.breach", "weather")
