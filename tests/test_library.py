"""apz as a library: every public name explains itself with an example that runs, and says what it accepts."""

import doctest
import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pdoc
import pytest

import apz
from apz import moves
from apz.apocalypze import ask

LIB: Any = apz  # so that tests can make calls that the types forbid
POSITION: Any = apz.named_position("first-turn")
SESSION: Any = apz.new_session(POSITION)


@pytest.mark.parametrize("name", apz.__all__)
def test_every_public_name_has_an_example_that_gives_what_it_says(name):
    value = getattr(apz, name)
    if not str(home(value).__file__).endswith(".py"):
        pytest.skip("compiled functions and named tuples have no docstring")
    tests = doctest.DocTestFinder(recurse=False).find(value, name, globs={"apz": apz, **vars(home(value))})
    assert [test for test in tests if test.examples], f"{name} has no example in its docstring"
    for test in tests:
        assert doctest.DocTestRunner().run(test).failed == 0


def home(value: Any) -> ModuleType:
    """Return the module that defines a value, or the value itself if it's a module."""
    return value if isinstance(value, ModuleType) else importlib.import_module(value.__module__)


def test_every_question_about_a_position_has_an_example_that_gives_what_it_says():
    failed, tried = doctest.testmod(ask)
    assert (failed, tried > 10) == (0, True)


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: LIB.parse(POSITION, None), 'a command is a text, such as "draw"'),
    (lambda: LIB.parse(None, "draw"), "a position is expected here, not NoneType"),
    (lambda: LIB.play(None, moves.Draw()), "a position is expected here"),
    (lambda: LIB.must_play(None, moves.Draw()), "a position is expected here"),
    (lambda: LIB.why_not("x", moves.Draw()), "a position is expected here, not str"),
    (lambda: LIB.play(POSITION, None), "None isn't a move; apz.moves has them"),
    (lambda: LIB.legal_moves(None), "a position is expected here"),
    (lambda: LIB.problems(None), "a position is expected here"),
    (lambda: LIB.show(None), "a position is expected here"),
    (lambda: LIB.show_step(None), "a step or a refusal is expected here"),
    (lambda: POSITION.seen_by(2), "Ann is 0, Ben is 1"),
    (lambda: POSITION.seen_by("Zoe"), '"Zoe" isn\'t a player'),
    (lambda: LIB.named_position(None), "a position is named by a text"),
    (lambda: LIB.new_game(seed="x"), "write a whole number"),
    (lambda: LIB.new_game(names=3), 'write names=("Ann", "Ben")'),
    (lambda: SESSION.save("/"), "give the name of a file"),
    (lambda: SESSION.save(None), "give the path of a file"),
    (lambda: LIB.load_session(None), "give the path of a file"),
    (lambda: SESSION.go_to("x"), "a moment is given by its number, from 0 to 0"),
    (lambda: POSITION.card("x"), "a card's number is expected here"),
    (lambda: POSITION.card(999), "numbers go from 0 to"),
    (lambda: POSITION.play(moves.Engage(1)).after, "this move was refused, so it has no after"),
    (lambda: LIB.build(apz.seat("Church"), apz.seat("Church"), check="no"), "write True or False"),
]


@pytest.mark.parametrize(("call", "said"), WRONG, ids=[said[:40] for _, said in WRONG])
def test_a_wrong_argument_is_told_what_would_do(call, said):
    with pytest.raises((TypeError, apz.BadInput, AttributeError, IndexError)) as raised:
        call()
    assert said in str(raised.value)


def test_what_no_move_can_have_is_not_among_the_legal_moves():
    assert moves.Engage(None) not in POSITION.legal_moves  # type: ignore[arg-type]
    assert 3 not in POSITION.legal_moves


def test_an_illegal_move_carries_its_refusal():
    with pytest.raises(apz.IllegalMove) as raised:
        apz.must_play(POSITION, moves.Draw())
    refusal = apz.why_not(POSITION, moves.Draw())
    assert raised.value.refusal == refusal
    assert str(raised.value) == str(refusal)


@pytest.mark.filterwarnings("ignore:Found 'moves'")  # it's a module, with its own page
@pytest.mark.filterwarnings("ignore:Error parsing type annotation")  # of a NamedTuple, whose names pdoc doesn't see
def test_the_reference_shows_every_public_name(tmp_path):
    pdoc.pdoc("apz", "apz.apocalypze.moves", output_directory=tmp_path)
    page = (tmp_path / "apz.html").read_text(encoding="utf-8")
    assert [name for name in apz.__all__ if f'id="{name}"' not in page] == []
    assert 'id="Engage"' in (tmp_path / "apz" / "apocalypze" / "moves.html").read_text(encoding="utf-8")
