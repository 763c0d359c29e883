"""Simulations of ApocalypZe: decks and positions, rates and causes, a card left out, and what can't be simulated."""

from typing import Any

import pytest

import apz
from apz.apocalypze.bots import RandomBot
from apz.apocalypze.cards import library
from apz.apocalypze.lab.simulate import Played, Setting, Simulation, card_worths, play_one
from apz.core.lab.simulation import Run

LIB: Any = apz


def decks(*names: str) -> Any:
    return tuple(library().decks[name] for name in names)


def test_a_run_is_the_same_on_processes():
    serial = apz.simulate("Church", "Military Base", games=12, seed=3)
    assert apz.simulate("Church", "Military Base", games=12, seed=3, executor=2) == serial
    assert serial.done
    assert sum(serial.causes.values()) == len(serial.ended) == 12


def test_the_sums_are_those_of_the_games():
    games = (
        Played(0, True, True, 9, "breach"), Played(1, False, False, 11, "feed"),
        Played(2, True, False, 13, "breach"), Played(3, None, True, 1001, ""),
    )  # fmt: skip
    result = Simulation(("One", "Two"), Run(4, games), 0)
    assert (result.wins.number, result.wins.of_all) == (2, 3)
    assert result.wins_of_starter.number == 2
    assert result.causes == {"breach": 2, "feed": 1}
    assert result.turns["median"] == 13
    assert [row["winner"] for row in result.to_rows()] == ["One", "Two", "One", ""]
    assert "1 game wasn't decided" in str(result)
    assert "One gewinnt" in result.text("de")
    assert result.to_csv().splitlines()[1] == "0,One,One,9,breach"


def test_decks_change_chairs_and_begin_equally_often():
    setting = Setting(decks("Church", "Police Station"), None, ("rookie", "rookie"))
    begun = [setting.begin(number, 5) for number in range(4)]
    chairs = [(first, position.player == first) for position, first in begun]
    assert sorted(chairs) == [(0, False), (0, True), (1, False), (1, True)]
    for position, first in begun:
        assert position.game.cards[position.sides[first].stronghold].name == "Church"


def test_the_better_bot_wins_more_often_from_either_chair():
    result = apz.simulate("Church", "Church", games=24, seed=2, bots=("regular", RandomBot))
    assert result.wins.low > 0.5
    assert result.names == ("Church", "Church (2)")


def test_from_a_position_every_game_shuffles_the_decks():
    position = apz.named_position("whole-turn")
    setting = Setting(None, position, ("regular", "regular"))
    one, other = setting.begin(0, 1)[0], setting.begin(1, 2)[0]
    assert one.sides[0].deck != other.sides[0].deck
    assert sorted(one.sides[0].deck) == sorted(position.sides[0].deck)
    assert one.sides[0].hand == position.sides[0].hand
    assert apz.simulate(position, games=4).games == 4
    assert apz.simulate(position.seen_by("Ann"), games=4).games == 4


def test_a_card_that_is_left_out_is_nowhere():
    whole = Setting(decks("Church", "Police Station"), None, ("rookie", "rookie"))
    less = Setting(whole.decks, None, whole.bots, "Sentry")
    for number in range(8):
        (before, first), (after, _) = whole.begin(number, number), less.begin(number, number)
        cards = after.sides[first].hand + after.sides[first].deck
        assert "Sentry" not in [after.game.cards[card].name for card in cards]
        assert len(cards) == 28
        assert len(after.sides[first].hand) == len(before.sides[first].hand)
        assert after.sides[1 - first] == before.sides[1 - first]


def test_the_worth_of_a_card_is_the_difference_in_wins():
    rows = card_worths("Church", "Police Station", ["sentry", "trudy"], games=6, seed=4)
    whole = apz.simulate("Church", "Police Station", games=6, seed=4).wins.rate
    assert {row["card"] for row in rows} == {"Sentry", "Trudy"}
    for row in rows:
        assert row["worth"] == whole - row["without"]
        assert row["low"] <= row["worth"] <= row["high"]


def test_the_cause_is_what_could_not_be_paid():
    setting = Setting(decks("Church", "Police Station"), None, ("regular", "regular"))
    causes = {play_one(setting, number, number).cause for number in range(12)}
    assert causes <= {"feed", "breach", "card"}
    assert "breach" in causes


def test_a_cell_and_progress_show_what_there_is():
    seen: list[Simulation] = []
    result = apz.simulate("Church", "Police Station", games=10, progress=seen.append, cancel=lambda: len(seen) > 1)
    assert seen[-1] == Simulation(result.names, result.run.__class__(10, result.records), 0)
    assert result.run.cancelled
    assert 0 < result.games < 10
    assert "Stopped before all 10 games" in str(result)
    assert "<table" in result._repr_html_()


WRONG: list[tuple[Any, str]] = [
    (lambda: apz.simulate("Church", "Police Station", games=0), "write a whole number from 1 on"),
    (lambda: apz.simulate("Church", "Police Station", games=True), "write a whole number from 1 on"),
    (lambda: apz.simulate("Chruch", "Police Station", games=1), 'did you mean "Church"?'),
    (lambda: apz.simulate("Church", games=1), "give two decks, or a position"),
    (lambda: LIB.simulate(apz.named_position("first-turn"), "Church"), "a position has both sides already"),
    (lambda: LIB.simulate("Church", "Church", seed="x"), "write a whole number"),
    (lambda: LIB.simulate("Church", "Church", executor="cloud"), 'write "serial", "processes"'),
    (lambda: LIB.simulate("Church", "Church", executor=0), 'write "serial", "processes"'),
    (lambda: LIB.simulate("Church", "Church", bots=("regular",)), "give two"),
    (lambda: LIB.simulate("Church", "Church", bots=("clever", "rookie")), 'no bot is called "clever"'),
    (lambda: LIB.simulate("Church", "Church", bots=(3, "rookie")), "a bot is given by its name"),
    (lambda: LIB.simulate("Church", "Church", progress=3), "give a function"),
    (lambda: apz.simulate("Church", "Police Station", without="Lord Brawn"), "isn't in the deck called Church"),
    (lambda: apz.simulate("Church", "Police Station", without="Lrd Brwn"), "isn't a card"),
]


@pytest.mark.parametrize(("call", "said"), WRONG, ids=range(len(WRONG)))
def test_what_cannot_be_simulated_is_said(call, said):
    with pytest.raises((TypeError, apz.BadInput)) as raised:
        call()
    assert said in str(raised.value)


def test_a_position_with_faults_is_refused():
    crowd = apz.seat("Police Station", survivors=["20 Civilian"])
    faulty = apz.build(crowd, apz.seat("Roadside Diner"), check=False)
    with pytest.raises(apz.BadInput) as raised:
        apz.simulate(faulty, games=2)
    assert raised.value.faults[0].rule == "stronghold.capacity"


def test_bots_that_all_fail_are_told_of():
    with pytest.raises(RuntimeError, match=r"not one game could be played: ZeroDivisionError"):
        apz.simulate("Church", "Church", games=4, bots=(lambda seed: 1 / 0, "rookie"))


def test_a_cell_draws_wins_length_and_causes_without_a_script():
    result = apz.simulate("Church", "Police Station", games=8, seed=1)
    for language in ("en", "de"):
        drawn = result.html(language)
        assert drawn.count("<svg") == 3
        assert "<script" not in drawn
        assert "http" not in drawn
    empty = Simulation(("One", "Two"), Run(1, (Played(0, None, True, 1001, ""),)), 0)
    assert empty.plots() == ""


def test_games_that_are_all_as_long_say_their_length_as_one_number():
    alike = tuple(Played(number, True, True, 3, "breach") for number in range(5))
    told = str(Simulation(("One", "Two"), Run(5, alike), 0))
    assert "and 3 in 8 of 10 games" in told
    assert "3 to 3" not in told
