import subprocess
import sys

import pytest

from apz.core.game import Game
from apz.core.reading import BadInput
from apz.games import GAMES, game

HEAVY = (
    "apz.apocalypze.play",
    "apz.apocalypze.cards",
    "apz.apocalypze.teaching",
    "apz.widgets",
    "anywidget",
    "IPython",
)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_found_by_its_own_name(name: str) -> None:
    found = game(name)
    assert isinstance(found, Game)
    assert found.name == found.kernel().name == name


def test_apocalypze_is_the_default() -> None:
    assert game() is game("apocalypze")


def test_an_unknown_game_is_refused_with_the_nearest_or_all_there_are() -> None:
    with pytest.raises(BadInput, match='no game called "apocalypse"; did you mean "apocalypze"'):
        game("apocalypse")
    with pytest.raises(BadInput, match=r'no game called "chess.*"; it can only be "apocalypze"'):
        game("chess\x1b")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_heavy_is_loaded_when_it_is_asked_for(name: str) -> None:
    asked = f"import sys; from apz.games import game; game({name!r}); print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", GAMES)
def test_every_part_of_a_game_answers(name: str) -> None:
    played = game(name)
    position = played.new_game(seed=1)
    seat = played.decides(position)
    assert seat is not None
    assert seat in range(played.seats)
    assert len(played.names(position)) == played.seats
    assert not played.problems(position)
    moves = list(played.legal_moves(position))
    assert moves
    assert all(played.why_not(position, move) is None for move in moves)
    for bot in played.bots.values():
        assert bot(1).choose(played.seen_by(position, seat)).move in played.legal_moves(position)
    assert {*played.practises()} <= {*played.rules("en")}
    assert all(not played.problems(played.named_position(name)) for name in played.positions().names())
    session = played.new_session(position)
    session.do(moves[0])
    assert len(session.steps) == 1
    for language in played.languages:
        assert played.show(position, language, False)
        assert played.teaching(language).words.waiting(position) == played.words(language).waiting(position)
        assert played.parse(position, played.words(language).move(position, moves[0]), language) == moves[0]
        assert [lesson.id for lesson in played.course().lessons(language)] == played.course().order()
