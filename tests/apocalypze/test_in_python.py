"""The lab in plain Python: values that can be copied and read, and a clear message about every mistake."""

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import apz
from apz.apocalypze.ask import find_cards
from apz.apocalypze.cards import library, overlay
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.core.reading import BadInput, read_text
from tests.apocalypze.valid_files import DECK

moves = apz.moves
COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
MINE = overlay(read_text("Civilian: {value: 9}"), library())


def brawn(**state: Any) -> Position:
    """Return a position like the one in the README, but with fewer survivors and with these fields changed."""
    return apz.build(
        apz.seat("Roadside Diner", name="Ann", raiders=["Lord Brawn", "4 Gang Warrior"], deck=["9 Biker"]),
        apz.seat("Police Station", name="Ben", survivors=["Patsy McNally"], deck=["9 Soldier"]),
        **{"phase": "combat", "whose": "Ann", **state},
    )


def played() -> apz.Step:
    step = brawn().play(moves.Send(1, 3))
    assert isinstance(step, apz.Step)
    return step


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize(
    "value",
    [
        apz.new_game(seed=5),
        apz.new_game(cards=MINE, seed=0),
        apz.new_game(seed=0).seen_by(1),
        played(),
        library()["Civilian"],
    ],
    ids=["game", "own cards", "view", "step", "card"],
)
def test_a_copy_of_a_value_is_equal_and_says_the_same(value: Any, copied: Callable[[Any], Any]) -> None:
    again = copied(value)
    assert again == value
    assert hash(again.after if isinstance(again, apz.Step) else again) is not None
    assert (repr(again), str(again)) == (repr(value), str(value))


def test_cards_of_a_name_that_differ_in_a_fact_are_not_equal() -> None:
    assert MINE["Civilian"] != library()["Civilian"]
    assert apz.new_game("Church", cards=MINE, seed=0) != apz.new_game("Church", seed=0)


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_session_goes_its_own_way_and_nobody_listens_to_it(copied: Callable[[Any], Any]) -> None:
    session = apz.new_session(brawn())
    heard: list[int] = []
    session.listen(lambda told: heard.append(told.at))
    session.do(session.position.legal_moves[0])
    again = copied(session)
    assert again.text() == session.text()
    again.do(again.position.legal_moves[0])
    assert (len(again.nodes), len(session.nodes), heard) == (3, 2, [1])
    assert not session.redo()


def test_a_step_tells_itself() -> None:
    step = played()
    assert repr(step) == "<Step Ann: send Lord Brawn to access point 3>"
    assert str(step) == apz.show_step(step)
    assert "Ann sends Lord Brawn to access point 3. [combat.groups]" in step._repr_html_()  # type: ignore[attr-defined]


def test_a_step_that_one_may_not_know_tells_only_what_one_may() -> None:
    assert repr(played()._replace(move=None)) == "<Step Ann: a hidden card>"


def test_a_refusal_tells_itself_wherever_a_step_is_told() -> None:
    refusal = brawn().play(moves.Send(1, 5))
    assert isinstance(refusal, apz.Refusal)
    said = (
        "There's no access point 5: the stronghold has only 4 (Police Station). "
        "Choose another access point: 1, 2, 3 or 4. [stronghold.access]"
    )
    assert str(refusal) == apz.show_step(refusal) == said
    assert words().step(refusal) == [said]
    assert repr(refusal) == f"<Refusal {said}>"
    assert apz.show_step(refusal, "de") != said


def test_hostile_names_do_nothing_in_what_a_cell_shows() -> None:
    game = apz.new_game(names=("<script>", "\x1b[2J" + "b" * 5000), seed=0)
    for shown in (game.play(moves.Draw()), game.play(moves.Done()), game.play(moves.Draw()).after.legal_moves):  # type: ignore[union-attr]
        assert "<script>" not in shown._repr_html_()  # type: ignore[union-attr]
        assert len(repr(shown)) < 2000
        assert "\x1b" not in str(shown)


def test_a_card_a_library_a_session_and_the_legal_moves_say_what_they_are() -> None:
    assert repr(library()) == f"<Library of {len(library())} cards>"
    assert re.search(
        r"^Police Station .*stronghold\n  access points 4, .*\n  Once per game", str(library()["Police Station"])
    )
    assert "att 1" in str(library()["Patsy McNally"])
    session = apz.new_session(apz.new_game(seed=0))
    assert repr(session).startswith("<Session of apocalypze, at 0 of 0 tried: <Position turn 1, Ann")
    legal = session.position.legal_moves
    assert (repr(legal), str(legal), legal[0], legal[-1]) == (
        "<1 legal move>",
        "draw cards",
        moves.Draw(),
        moves.Draw(),
    )


def test_a_game_takes_decks_by_forgiving_names_and_files_and_the_first_player_by_name(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text(DECK)
    game = apz.new_game("church", tmp_path / "deck.yaml", names=("Eve", "Uwe"), starts="Uwe", seed=0)
    assert game == apz.new_game("Church", str(tmp_path / "deck.yaml"), names=("Eve", "Uwe"), starts=1, seed=0)
    assert game.player == 1


def saved(folder: Path) -> Path:
    apz.new_session(brawn()).save(folder / "saved.yaml")
    return folder / "saved.yaml"


def test_a_saved_session_is_loaded_again(tmp_path: Path) -> None:
    again = apz.load_session(str(saved(tmp_path)))
    assert again.position == brawn()
    assert isinstance(again.do(moves.Send(1, 3)), apz.Step)


def test_what_is_no_saved_session_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "table.yaml").write_text(brawn().to_yaml())
    with pytest.raises(BadInput, match="this isn't a saved session; the file says position"):
        apz.load_session(tmp_path / "table.yaml")


def test_a_named_position_is_had_by_its_name() -> None:
    assert "police-station" in apz.named_positions()
    assert apz.named_position("Police station") == apz.named_position("police-station")


CHURCH = {"deck": ["9 Civilian"]}
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: apz.new_game("Kirche"), '"Kirche" is neither a starter deck nor a file; it\'s one of: Church, Mil'),
    (lambda: apz.new_game(Path("deck.yaml")), "deck.yaml: can't be read: there's no such file"),
    (lambda: apz.new_game(starts=2), "2 isn't a player; Ann is 0, Ben is 1, and None picks who goes first at random"),
    (lambda: apz.new_game(starts="Cleo"), '"Cleo" isn\'t a player'),
    (lambda: apz.new_game(names=("A",)), 'a game has two players; write names=("Ann", "Ben")'),  # type: ignore[arg-type]
    (lambda: apz.new_game(names=("A", "A")), "two players have the same name; give each player a different name"),
    (lambda: apz.new_game(names=("A", " ")), "a player's name is missing"),
    (lambda: apz.build(apz.seat("Church", name="A"), apz.seat("Church", name="A"), whose="A"), "two players have"),
    (lambda: apz.build(apz.seat("Church", name=""), apz.seat("Church")), "players: a player's name is missing"),
    (lambda: apz.build(apz.seat("Church", name="Ben"), apz.seat("Church", name=3)), "[1].name: 3 where text is exp"),
    (lambda: apz.build(apz.seat("Church", **CHURCH), apz.seat("Church", **CHURCH), phase="combat"),
     "phase: there's no combat without Ann's raiders; add raiders, or make it the consumption phase (combat.where)"),
    (lambda: library()["Civilan"], '"Civilan" isn\'t a card; did you mean "Civilian"?'),
    (lambda: apz.read_position("police station"), 'apz.named_position("police-station") gives it'),
    (lambda: apz.read_position("t/mine.yaml"), "apz.read_position(pathlib.Path('t/mine.yaml')) reads the file"),
    (lambda: apz.named_position("polce station"), 'isn\'t a named position; did you mean "police-station"?'),
    (lambda: apz.named_position("../lessons/01-table"), "apz.named_positions() lists them"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "said"), REFUSED)
def test_what_cannot_be_used_is_refused_in_one_sentence(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(BadInput) as bad:
        wrong()
    assert said in str(bad.value)
    assert "\n" not in str(bad.value)


GAME, ANY = apz.new_game(seed=0), list[Any]([3, apz.new_session(apz.new_game(seed=0))])
MISTAKEN: list[tuple[Callable[[], object], str]] = [
    (lambda: apz.new_session(ANY[0]), "a position is expected here, not int; apz.new_game() and apz.build(...) "),
    (lambda: apz.new_session(ANY[1]), "a position is expected here, not Session"),
    (lambda: apz.new_game(ANY[0]), "3 where a deck is expected: give the name of a starter deck, or a file"),
    (lambda: apz.new_game(strict="no"), "strict='no': write True or False"),  # type: ignore[arg-type]
    (lambda: apz.new_game(seed="x"), "seed='x': write a whole number, or None for chance"),  # type: ignore[arg-type]
    (lambda: apz.new_game(cards={}), "cards={}: apz.library(...) gives the cards of a game"),  # type: ignore[arg-type]
    (lambda: apz.read_position(ANY[0]), "a Path or a text is expected here, not int"),
    (lambda: apz.new_session(GAME).listen(ANY[0]), "3 can't listen: give a function of the session"),
    (lambda: GAME.play(ANY[0]), "3 isn't a move; apz.moves has them"),
    (lambda: GAME.play(moves.Engage(1.0)), "Engage(point=1.0): point must be a whole number"),  # type: ignore[arg-type]
    (lambda: GAME.play(moves.Wound("Patsy")), "must be a whole number; apz.parse(position, text) knows cards by name"),  # type: ignore[arg-type]
    (lambda: GAME.play(moves.Play(1, 1)), "zombie must be True or False"),  # type: ignore[arg-type]
    (lambda: GAME.play(moves.Event(1, ("a",))), "targets must be a tuple of numbers"),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "said"), MISTAKEN)
def test_what_is_of_the_wrong_kind_is_said_to_be(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError, match=re.escape(said)):
        wrong()


def test_everything_the_package_offers_is_there_and_it_knows_its_version() -> None:
    assert all(hasattr(apz, name) for name in apz.__all__)
    assert re.fullmatch(r"\d+\.\d+\.\d+", apz.__version__)


# ---- players, numbers and chance


def test_a_player_is_given_by_number_or_name_alike_everywhere() -> None:
    seats = apz.seat("Church", name="Ann", **CHURCH), apz.seat("Church", name="Ben", **CHURCH)
    for number, name in enumerate(("Ann", "Ben")):
        assert apz.build(*seats, whose=number, occupied=number) == apz.build(*seats, whose=name, occupied=name)
        assert apz.build(*seats, whose=number).player == number
        assert apz.new_game(seed=3, starts=number) == apz.new_game(seed=3, starts=name)
        game = apz.new_game(seed=3)
        assert game.seen_by(number) == game.seen_by(name)
        assert apz.build(*seats, whose=0, phase="occupation").play(moves.Occupy(number)).after.place == number  # type: ignore[union-attr]


def test_numbers_of_players_in_files_of_earlier_versions_are_still_read() -> None:
    seats = apz.seat("Church", name="!", **CHURCH), apz.seat("Church", name="?", **CHURCH)
    for number in (0, 1):
        table = apz.build(*seats, whose=number)
        written = table.to_yaml()
        assert f"whose: {('first', 'second')[number]}" in written
        assert apz.read_position(written) == table
        assert (
            apz.read_position(written.replace(f"whose: {('first', 'second')[number]}", f"whose: {number + 1}")) == table
        )


def test_without_a_seed_every_game_is_another_and_with_one_the_same() -> None:
    assert apz.new_game() != apz.new_game()
    assert apz.new_game(seed=None) != apz.new_game(seed=None)
    assert apz.new_game(seed=4) == apz.new_game(seed=4)


def test_a_negative_number_is_no_card() -> None:
    with pytest.raises(IndexError, match="top of a deck"):
        apz.new_game(seed=0).card(-1)


def test_no_turn_comes_before_the_first() -> None:
    (problem,) = apz.new_game(seed=0)._replace(turn=-5).problems()
    assert (problem.key, problem.values["turn"]) == ("problem-turn", -5)
    assert "Count turns from 1" in str(problem)


def test_every_move_that_a_view_lists_can_be_played_in_it() -> None:
    position = apz.new_game(seed=2)
    for _ in range(120):
        if position.waiting is None:
            break
        for player in (0, 1):
            seen = position.seen_by(player)
            assert [move for move in seen.legal_moves if seen.why_not(move)] == []
        position = position.play(position.legal_moves[-1]).after  # type: ignore[union-attr]


def test_a_card_is_found_by_its_name_whoever_decides_but_not_where_it_is_hidden() -> None:
    position = apz.new_game("Police Station", "Church", seed=1)
    names = [position.game.cards[side.deck[0]].name for side in position.sides]
    for name, side in zip(names, position.sides, strict=True):
        assert side.deck[0] in find_cards(position, name)
        assert side.deck[0] not in find_cards(position.seen_by(0), name)
