"""Marks on the table: the cards in a hint, an event in the air, a value reduced by wounds."""

import pytest

from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.positions import build, seat
from apz.core.trace import Step
from apz.widgets import Lesson, Practice, Tutor
from apz.widgets.apocalypze import spoken
from apz.widgets.apocalypze.faces import numbers
from apz.widgets.apocalypze.looks import view_of
from apz.widgets.apocalypze.spoken import spoken_of
from apz.widgets.base.tree import Tree, plain
from tests.widgets.hands import card, click, elements, session
from tests.widgets.learning_hands import press


def test_a_hint_points_out_the_cards_of_its_move():
    tutor = Tutor(session("first-turn"), by_hand=True)
    click(tutor, "move:[occupy, 0]")
    assert tutor.scene.hinted == frozenset()
    for _ in range(2):
        click(tutor, "hint")
        assert tutor.scene.hinted == frozenset()
    click(tutor, "hint")
    found = tutor.store.state.coaching
    assert found is not None
    assert tutor.scene.hinted == {found.moves[0].card}
    click(tutor, "escape")
    assert tutor.scene.hinted == frozenset()


def test_a_hint_to_a_question_points_out_the_cards_that_it_names():
    panel = next(each for luck in range(40) if (each := Practice("combat", luck=luck)).asked.cards)
    cards = frozenset(panel.asked.cards)
    assert panel.scene.hinted == frozenset()
    press(panel, "hint")
    assert panel.scene.hinted == cards
    press(panel, "show")
    assert panel.scene.hinted == frozenset()


def test_a_hint_in_a_lesson_points_out_the_card_that_is_wanted():
    panel = Lesson("table")
    press(panel, "open", f":{panel.lesson.index('first-clicks')}")
    while (step := panel.run.wanted) and not hasattr(step.move, "card"):
        panel.session.do(step.move)
    assert step
    assert panel.scene.hinted == frozenset()
    press(panel, "hint")
    assert panel.scene.hinted == {step.move.card}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_marks_the_cards_at_the_access_point_that_it_speaks_of(language):
    panel = Lesson("combat", language=language)
    combat = panel.scene.position.combat
    wanted = {*combat.attack[0], *combat.defense[0]}
    assert panel.scene.spoken == wanted
    marked = [each for each in elements(panel.view["tree"]) if "spoken" in each[1].get("class", "").split()]
    assert {each[1]["key"] for each in marked} == {f"c{number}" for number in wanted}


def test_a_text_that_names_everybody_or_nobody_marks_no_card():
    scene = Tutor(session("police-station"), by_hand=True).scene
    cards = scene.position.game.cards
    everybody = [who.id for side in scene.position.sides for who in (*side.survivors, *side.raiders)]
    names = ", ".join(cards[number].name for number in everybody)
    assert spoken_of(scene, names) == spoken_of(scene, "") == spoken_of(scene, "Nobody is here.") == frozenset()
    assert spoken_of(scene, "Look at Lord Brawn.") == {n for n in everybody if cards[n].name == "Lord Brawn"}
    assert scene.spoken == frozenset()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_marks_a_card_in_hand_that_it_speaks_of_if_it_names_nobody_in_play(language):
    panel = Lesson("cards", language=language)
    press(panel, "open", f":{panel.lesson.index('bishop')}")
    bishop = card(panel, "Bishop Land")
    assert panel.scene.spoken == {bishop}
    (marked,) = [each for each in elements(panel.view["tree"]) if "spoken" in each[1].get("class", "").split()]
    assert marked[1]["key"] == f"c{bishop}"
    press(panel, "open", f":{panel.lesson.index('no-gun')}")
    assert panel.scene.spoken == {card(panel, "Wes Trentin"), card(panel, "Handgun")}


def test_a_task_points_at_the_illegal_move_to_try_and_lets_nothing_legal_shine():
    panel = Lesson("occupation")
    press(panel, "open", f":{panel.lesson.index('first-turn')}")
    assert panel.scene.spoken == {panel.scene.position.sides[1].stronghold}

    def scenes() -> list[str]:
        found = [each[1].get("class", "").split() for each in elements(panel.view["tree"])]
        return next(each for each in found if "scene" in each)

    assert "trying" in scenes()
    press(panel, "try")
    assert panel.run.solved
    assert "trying" not in scenes()


def test_an_event_is_in_the_air_until_it_works():
    tutor = Tutor(session("molotov-answered"), by_hand=True)
    (air,) = in_the_air(tutor)
    assert "Molotov Cocktail" in plain(air)
    click(tutor, "move:[pass]")
    assert isinstance(tutor.session.steps[-1], Step)
    assert not in_the_air(tutor)


def in_the_air(tutor: Tutor) -> list[Tree]:
    """Return the drawn list of events in the air."""
    return [each for each in elements(tutor.view["tree"]) if each[1].get("class") == "air"]


def test_the_value_of_somebody_wounded_is_the_same_in_a_question():
    wounded = {"card": "Patsy McNally", "wounds": 1}
    ben = seat("Police Station", survivors=[wounded], deck=["9 Pop!"])
    start = build(seat("Roadside Diner", raiders=["Biker"], deck=["9 Biker"]), ben, phase="combat", occupied="Ben")
    tutor = Tutor(start, by_hand=True)
    view = view_of(tutor.scene, card(tutor, "Patsy McNally"))
    shown = {each.stat: each.shown for each in numbers(tutor.scene, view)}
    tutor.store.set(reckons=False)
    assert {each.stat: each.shown for each in numbers(tutor.scene, view)}["value"] == shown["value"] == "4"


def test_the_first_hint_asks_for_the_numbers_of_cards_that_are_pointed_out_already():
    panel = Lesson("combat")
    press(panel, "hint")
    (found,) = (each for each in elements(panel.view["tree"]) if each[1].get("class") == "hints")
    assert "Which numbers" in plain(found)
    assert "Gang Warrior" in plain(found)


def test_a_question_about_damage_points_at_the_stronghold_and_every_task_shows_where_it_is():
    panel = Lesson("table")
    home = panel.scene.position.sides[1].stronghold
    assert panel.scene.spoken == {home}
    zombies = Lesson("zombies")
    press(zombies, "open", ":3")
    scene = zombies.scene
    assert scene.position.game.cards[scene.shown_first[0]].name == "Police Officer"
    there = spoken.shown_first(scene, "Ann is at her Church.", ())
    assert scene.position.game.cards[there[0]].name == "Church"
    assert scene.position.game.cards[spoken.shown_first(scene, "", ())[0]].name == "Police Station"  # it's occupied
