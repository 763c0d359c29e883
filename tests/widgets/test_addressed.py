"""The form of address: the only person at a table is "you", and everybody else has a name."""

from typing import Any

import pytest

from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from apz.widgets import Lesson, Tutor
from apz.widgets.base.tree import plain
from tests.widgets.hands import click


def table(*seats: str, **how: Any) -> Tutor:
    return Tutor(new_session(new_game(seed=3, starts=0)), seats=seats, by_hand=True, **how)


def asked(tutor: Tutor) -> str:
    return tutor.scene.words.waiting(tutor.session.position)


@pytest.mark.parametrize(
    ("language", "first", "then"), [("en", "You must draw.", "You "), ("de", "Du musst ziehen.", "Du ")]
)
def test_the_only_person_at_a_table_is_you(language: str, first: str, then: str) -> None:
    tutor = table("you", "regular", language=language)
    assert asked(tutor) == first
    click(tutor, "move:[draw]")
    assert then in tutor.view["say"]["text"]
    assert "Ann" not in tutor.view["say"]["text"]
    tutor.close()


@pytest.mark.parametrize(
    ("language", "full", "takes"),
    [
        ("en", "You already have 6 cards in hand and draw nothing.", "You take no wounds"),
        ("de", "Du hast schon 6 Karten auf der Hand und ziehst nichts.", "Du bekommst keine Wunden"),
    ],
)
def test_labels_of_panels_say_you_to_that_person_alone(language: str, full: str, takes: str) -> None:
    tutor = table("you", "regular", language=language)
    assert tutor.scene.ui("question.hand-full", player="Ann", count=6) == full
    assert tutor.scene.ui("combat.wounds", player="Ann", wounds=0) == takes
    assert tutor.scene.ui("combat.wounds", player="Ben", wounds=0).startswith("Ben ")
    assert full in plain(tutor.draw())
    tutor.close()


def test_a_person_in_the_second_seat_is_you_and_the_bot_has_a_name() -> None:
    tutor = table("regular", "you")
    notes = [tutor.scene.words.note(note) for step in tutor.session.steps for note in step.notes]
    assert asked(tutor) == "You must draw."
    assert tutor.scene.deciding == 1
    assert any(each.startswith("Ann occupies") for each in notes)
    tutor.close()


@pytest.mark.parametrize("open_hands", [True, False])
def test_two_people_at_one_screen_are_named(open_hands: bool) -> None:
    tutor = table("you", "you", open_hands=open_hands)
    assert asked(tutor) == "Ann must draw."
    tutor.close()


def test_two_bots_are_named() -> None:
    tutor = table("regular", "regular")
    assert "You" not in asked(tutor)
    tutor.close()


def test_a_lesson_names_the_players_it_speaks_of() -> None:
    lesson = Lesson("table")
    assert lesson.scene.words.catalog.you == ()
    assert lesson.scene.ui("combat.wounds", player="Ann", wounds=0) == "Ann takes no wounds"
    lesson.close()
