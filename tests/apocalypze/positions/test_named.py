"""The tutorials' positions: without problems, playable, and as their texts say."""

from pathlib import Path

import pytest

from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.language.position_texts import about, title
from apz.apocalypze.language.rulebook import LANGUAGES, TEXTS
from apz.apocalypze.model import Debt, EngagementOrder, Position
from apz.apocalypze.moves import Eat, Event, Wound
from apz.apocalypze.positions import read_position
from apz.apocalypze.positions.writing import write_position
from apz.core.trace import Step
from tests.apocalypze.positions.reading import after

SHELF = Path(__file__).resolve().parents[3] / "tutorials" / "apocalypze" / "positions"
NAMED = sorted(SHELF.glob("*.yaml"))


@pytest.mark.parametrize("file", NAMED, ids=lambda file: file.stem)
def test_a_named_position_is_sound_and_can_be_played(file):
    position = read_position(file)
    assert position.problems() == []
    assert position.legal_moves
    assert read_position(write_position(position)) == position
    for move in position.legal_moves:
        assert isinstance(position.play(move), Step)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_named_position_has_a_title_of_its_own_and_says_what_it_shows(language):
    """A language may leave some out: then they're in English."""
    names = sorted(file.stem for file in NAMED)
    catalog = TEXTS.catalog("positions", language)
    for section in ("titles", "about"):
        assert sorted(catalog.keys(section)) == names
        assert len({catalog.raw(section, name) for name in names}) == len(names)


def test_what_a_position_shows_is_told_with_the_players_names():
    assert about("church-table", ("Mia", "Tom"), "de").endswith("Wie viel muss Mia verbrauchen?")
    assert about("church-table").endswith("How much must Ann consume?")
    assert title("first-turn", "es") == "El primer turno"


def test_there_are_enough_named_positions():
    assert len(NAMED) >= 12
    assert {"police-station", "police-station-groups", "church-table"} <= {file.stem for file in NAMED}


def shelf(name: str) -> Position:
    return read_position(SHELF / f"{name}.yaml")


def test_the_named_positions_show_what_they_promise():
    assert shelf("police-station").waiting == EngagementOrder(PLAYERS[1], 3)
    assert shelf("church-table").waiting == Debt(PLAYERS[0], 1, rule="feed.survivors")
    assert len(shelf("first-turn").legal_moves) == 1
    assert len(shelf("second-turn").legal_moves) == 2
    starving = shelf("starving")
    assert {starving.card(move.card).name for move in starving.legal_moves if isinstance(move, Eat)} == {
        "Police Officer"
    }


def test_event_respond_in_the_named_position_the_card_can_be_stopped_but_the_thrower_not_shot():
    position = shelf("molotov-answered")
    hand = {position.card(card).name: card for card in position.sides[1].hand}
    assert position.why_not(Event(hand["Combat Ready"])) is None
    assert position.why_not(Event(hand["Sentry"])) is None
    thrower = position.sides[0].raiders[0].id
    late = position.why_not(Event(hand["Pop!"], (thrower,)))
    assert late
    assert late.rule == "event.respond"
    later = shelf("pop-after-molotov")
    (pop,) = later.sides[1].hand
    assert later.why_not(Event(pop, (thrower,))) is None


def test_character_wounded_in_the_named_position_patsy_is_recycled_with_her_gun():
    position = shelf("wounded")
    patsy = position.sides[1].survivors[0]
    position = after(position, Wound(patsy.id))
    assert position.sides[1].deck[-2:] == (patsy.id, patsy.attached[0].id)


def test_stronghold_newest_in_the_named_position_the_eighth_finds_no_room():
    position = shelf("full-house")
    antonio = position.sides[0].hand[0]
    (play,) = (move for move in position.legal_moves if getattr(move, "card", None) == antonio)
    assert after(position, play).sides[0].discard == (antonio,)
