"""A panel's arguments: a position is enough, and anything unusable is refused right away."""

import pytest

from apz.apocalypze.bots import RandomBot
from apz.apocalypze.kernel import new_session
from apz.apocalypze.setup import new_game
from apz.widgets import CardPanel, Course, Lesson, TablePanel, Tutor
from apz.widgets.table.store import TableStore
from tests.widgets.hands import click, position, shown


@pytest.mark.parametrize("seats", [("you", "clever"), ("you",), (1, 2), "you", ("you", "own"), ("you", RandomBot), 3])
def test_who_cannot_sit_at_a_desk_is_refused_before_anybody_is_moved(seats):
    game = new_session(new_game(seed=3))
    tutor = Tutor(game, seats=("regular", "you"), quick=False)
    with pytest.raises(ValueError, match="regular"):
        Tutor(game, seats=seats, quick=True, open_hands=True, language="de")
    assert tutor.store.state.seats == ("regular", "you")
    assert (tutor.store.state.quick, tutor.store.state.open_hands, tutor.store.state.language) == (False, False, "en")
    click(tutor, "next")
    assert not tutor.store.state.trouble


def test_a_table_refuses_a_seat_that_there_is_not_and_stays_as_it_was():
    store = TableStore.of(new_session(new_game(seed=3)))
    with pytest.raises(ValueError, match='"you", "rookie", "regular", "veteran"'):
        store.seat("you", "clever")
    assert store.state.seats == ("you", "you")


def test_a_bot_of_ones_own_may_sit_anywhere():
    tutor = Tutor(new_session(new_game(seed=3)), seats=(RandomBot(), "you"))
    assert tutor.store.state.seats == ("own", "you")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"lang": "de"}, 'no setting "lang"; did you mean "language"'),
        ({"foo": 1}, "it's one of: by_hand, language, layout, open_hands, quick, seats"),
        ({"open_hands": "yes"}, "open_hands=True or open_hands=False"),
        ({"quick": 1}, "quick=True or quick=False"),
    ],
)
def test_a_setting_that_a_tutor_does_not_have_is_refused(settings, said):
    game = new_session(new_game(seed=0))
    with pytest.raises(TypeError, match=said):
        Tutor(game, **settings)
    assert game.listeners == []


@pytest.mark.parametrize("language", ["xx", 4, ["de"], ""])
def test_a_language_that_there_is_not_is_refused(language):
    for make in (lambda: Tutor(new_game(seed=0), language=language), lambda: Course(language=language)):
        with pytest.raises(ValueError, match="one of: en, de"):
            make()


def test_panels_and_lessons_refuse_settings_too():
    with pytest.raises(TypeError, match='CardPanel has no setting "card"'):
        CardPanel(new_session(new_game(seed=0)), card="Civilian")
    with pytest.raises(TypeError, match='did you mean "luck"'):
        Lesson("combat", lucky=7)


def test_the_layout_of_a_panel_can_be_set_and_has_room_unless_it_is():
    assert TablePanel(new_game(seed=0)).layout.flex == "1 1 auto"
    assert Tutor(new_game(seed=0), layout={"width": "50%"}).layout.width == "50%"


@pytest.mark.parametrize("panel_type", [Tutor, TablePanel])
def test_a_position_begins_a_session_of_its_own(panel_type):
    start = position("police-station")
    panel, other = panel_type(start), panel_type(start)
    assert panel.session.position is start
    assert panel.session is not other.session
    assert "Lord Brawn" in shown(panel)


@pytest.mark.parametrize("given", [3, None, "police-station", [], TableStore], ids=str)
def test_what_is_no_session_is_refused_with_words_that_help(given):
    with pytest.raises(TypeError, match=r"write Tutor\(apz.new_session\(apz.new_game\(\)\)\)"):
        Tutor(given)
