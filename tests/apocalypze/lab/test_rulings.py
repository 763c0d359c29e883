"""Rulings read differently, in simulations only: each reading does what it says, and the rules stay as they are."""

from typing import Any

import pytest

import apz
from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.ids import CardId
from apz.apocalypze.lab.readings import READINGS, amended_steps, turned
from apz.apocalypze.lab.rulings import main, rulings
from apz.apocalypze.language.rulebook import rules

LIB: Any = apz


def steps_with(ruling: str, rule: str, games: int = 40) -> Any:
    """Return the first step that cites a rule, in games played with one ruling read differently."""
    for seed in range(games):
        decks = ("Church", "Police Station") if seed & 1 else ("Roadside Diner", "Military Base")
        for done in amended_steps(SensibleBot(1), SensibleBot(2), apz.new_game(*decks, seed=seed), ruling):
            if rule in [note.rule for note in done.notes]:
                return done
    raise AssertionError(f"{rule} never came up")


def test_every_reading_is_of_a_ruling():
    for ruling in READINGS:
        assert rules()[ruling].kind == "ruling"


def test_a_player_who_cannot_draw_is_out():
    done = steps_with("draw.empty", "draw.empty")
    assert done.after.winner == 1 - done.before.player
    assert done.after.waiting is None
    assert apz.must_play(done.before, done.move).after.winner is None  # the rules haven't changed


@pytest.mark.parametrize("ruling", ["twofold.attachments", "consume.attached"])
def test_attachments_go_under_the_deck(ruling):
    done = steps_with(ruling, ruling)
    plain = apz.must_play(done.before, done.move).after
    (card, *_) = [note.cards[0] for note in done.notes if note.rule == ruling and note.key == "attachment.removed"]
    owner = plain.game.owners[card]
    assert card in plain.sides[owner].discard
    assert card not in done.after.sides[owner].discard
    assert card in done.after.sides[owner].deck


def test_cards_that_leave_together_lie_the_other_way_around():
    def pile(*cards: int) -> tuple[CardId, ...]:
        return tuple(map(CardId, cards))

    assert turned(pile(9, 1, 2, 3, 8), (1, 2, 3)) == (9, 3, 2, 1, 8)
    assert turned(pile(9, 1, 7, 3), (1, 3)) == (9, 3, 7, 1)


def test_a_simulation_can_read_one_ruling_otherwise():
    plain = apz.simulate("Church", "Police Station", games=12, seed=2)
    assert apz.simulate("Church", "Police Station", games=12, seed=2, ruling="") == plain
    other = apz.simulate("Church", "Police Station", games=12, seed=2, ruling="draw.empty")
    assert other == apz.simulate("Church", "Police Station", games=12, seed=2, ruling="draw.empty", executor=2)
    assert sum(game.turns for game in other.records) <= sum(game.turns for game in plain.records)
    with pytest.raises(apz.BadInput, match="there's no other reading of"):
        apz.simulate("Church", "Police Station", games=1, ruling="combat.where")


def test_the_table_has_a_row_for_each_reading(capsys):
    rows = rulings(games=4, seed=1)
    assert [row["ruling"] for row in rows] == ["as it is", *READINGS]
    assert rows[0]["games that differ"] == 0
    assert main(["--games", "2"]) == 0
    assert "draw.empty" in capsys.readouterr().out
