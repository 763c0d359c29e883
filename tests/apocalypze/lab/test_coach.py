"""The coach: three levels of help with any decision, and whether it comes from the solver or from rollouts."""

from typing import Any

import pytest

import apz
from apz.apocalypze.lab import rollouts
from apz.apocalypze.lab.coach import Advice, coach
from apz.apocalypze.lab.rollouts import Weighed, weighed
from apz.apocalypze.model import Position

NAMES = [name for name in apz.named_positions() if apz.named_position(name).waiting is not None]


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch):
    """Keep rollouts short: these tests need only a few deals."""
    monkeypatch.setattr(rollouts, "MOST", 8)


@pytest.mark.parametrize("name", NAMES)
def test_every_named_position_gets_advice_that_can_be_followed(name):
    position = apz.named_position(name)
    advice = coach(position, seconds=600)
    for move in advice.recommendation:
        position = position.must_play(move).after
    for language in ("en", "de"):
        assert [len(advice.text(level, language).splitlines()) for level in (1, 2, 3)] == sorted(
            len(advice.text(level, language).splitlines()) for level in (1, 2, 3)
        )
    assert advice.look
    assert advice.certainty()


def test_an_exact_answer_is_said_to_be_proven():
    advice = coach(apz.named_position("church-doors"))
    assert (advice.source, advice.exact) == ("solver", True)
    assert advice.recommendation == apz.named_position("church-doors").solve().moves
    assert "proven: nothing is better" in str(advice)


def test_an_estimate_is_said_to_be_one():
    advice = coach(apz.named_position("second-turn"))
    assert (advice.source, advice.exact) == ("rollouts", False)
    assert "isn't proven" in str(advice)
    assert advice.recommendation == (apz.moves.Occupy(1),)  # at home, which needs two survivors


def test_hidden_cards_are_not_looked_at_unless_they_are_open():
    position = apz.named_position("before-totals")
    assert coach(position, seconds=600).source == "sampled"
    assert coach(position, seconds=600, open_cards=True).source == "solver"
    assert coach(position.seen_by("Ben"), seconds=600).source == "sampled"


def test_the_only_legal_move_needs_no_advice():
    advice = coach(apz.named_position("first-turn"))
    assert (advice.source, advice.exact) == ("forced", True)
    assert "only legal move" in str(advice)


def test_the_first_level_names_no_decision():
    advice = coach(apz.named_position("church-doors"))
    first, second = advice.text(level=1), advice.text(level=2)
    assert advice.summary(advice.candidates[0]) not in first
    assert advice.summary(advice.candidates[0]) in second
    assert "Recommended" not in second
    assert "Recommended" in advice.text(level=3)


def test_the_numbers_to_look_at_are_the_kernels():
    advice = coach(apz.named_position("church-table"))
    have = next(note.values["have"] for note in advice.look if note.key == "means")
    assert have == apz.named_position("church-table").resources("Ann")


def test_rollouts_prefer_what_wins():
    first = apz.seat("Roadside Diner", raiders=["Gang Warrior"], hand=["Mugged"], deck=["9 Biker"])
    second = apz.seat("Police Station", deck=["Handgun"])
    position = apz.build(first, second, whose="Ann", phase="occupation", occupied="Ben")
    found = weighed(position, position.player, 600)
    assert type(found[0].move) is apz.moves.Event  # two to consume, and only one card left
    assert found[0].margins == [rollouts.OVER] * len(found[0].margins)


def test_the_same_deals_are_played_for_every_decision(monkeypatch):
    monkeypatch.setattr(rollouts, "played_on", lambda position, move, player, seed: seed)
    found = weighed(apz.named_position("second-turn").seen_by("Ben"), apz.named_position("second-turn").player, 600)
    assert [each.margins for each in found] == [[*range(8)]] * len(found)


def test_what_fell_behind_is_not_called_better():
    best, dropped = Weighed(apz.moves.Done(), [1] * 8), Weighed(apz.moves.Pass(), [9] * 4)
    assert [each.move for each in rollouts.ranked([best], [dropped])] == [best.move, dropped.move]


def test_a_cell_shows_it_escaped():
    position = apz.named_position("church-doors")
    hostile: Position = position._replace(game=position.game._replace(names=("Ann", "<i>Ben</i>")))
    advice: Advice = coach(hostile)
    assert "<i>Ben" not in advice._repr_html_()
    assert advice.to_rows()[0]["decision"] == advice.summary(advice.candidates[0])


WRONG: list[tuple[Any, str]] = [
    (lambda: apz.named_position("church-doors").coach(seconds=0), "write a number above 0"),
    (lambda: apz.named_position("church-doors").coach(aim="glory"), "isn't an aim"),
    (lambda: apz.named_position("church-doors").coach().text(level=4), "write 1, 2 or 3"),
    (lambda: coach(None), "a position is expected here"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "said"), WRONG, ids=[said for _, said in WRONG])
def test_what_the_coach_cannot_do_is_said(call, said):
    with pytest.raises((TypeError, apz.BadInput)) as raised:
        call()
    assert said in str(raised.value)


def test_a_position_with_faults_gets_its_faults():
    crowd = apz.seat("Police Station", survivors=["20 Civilian"])
    with pytest.raises(apz.BadInput) as raised:
        apz.build(crowd, apz.seat("Roadside Diner"), check=False).coach()
    assert raised.value.faults[0].rule == "stronghold.capacity"
