"""Drops: dropping a piece does the same as the clicks for it, or is refused with the kernel's reason."""

from typing import Any

import pytest

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Debt
from apz.apocalypze.moves import Attach, Draw, Eat, Play, Send
from apz.apocalypze.positions import build, seat
from apz.apocalypze.setup import new_game
from apz.core.trace import Refusal
from apz.widgets import Tutor
from apz.widgets.apocalypze import drops
from apz.widgets.base.gesture import gesture
from apz.widgets.base.tree import plain
from apz.widgets.table.prompt import refusal_text
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import TableState
from apz.widgets.table.update import update
from tests.apocalypze.wandering import positions
from tests.texts import ui
from tests.widgets.hands import asked, card, click, defenders, elements, refused, session, shown


def acting(**ann: Any) -> Tutor:
    """Return a table in Ann's occupation phase, at home."""
    start = build(
        seat("Police Station", **{"deck": ["9 Pop!"], **ann}),
        seat("Church", survivors=["Civilian"], deck=["9 Civilian"]),
        phase="occupation",
        turn=3,
        occupied="Ann",
    )
    return Tutor(new_session(start), by_hand=True)


def defending() -> Tutor:
    """Return a table where Ben has two survivors to block two groups."""
    ann = seat("Roadside Diner", raiders=["Gang Warrior", "Lord Brawn"], deck=["9 Gang Warrior"])
    ben = seat("Police Station", survivors=["Antonio Jones", "Patsy McNally"], deck=["9 Pop!"])
    tutor = Tutor(new_session(build(ann, ben, phase="combat", turn=2, occupied="Ben")), by_hand=True)
    for name, point in (("Gang Warrior", 1), ("Lord Brawn", 2)):
        click(tutor, f"drop:{card(tutor, name)}>point:{point}")
    click(tutor, "move:[done]")
    assert asked(tutor).kind == "defend"
    return tutor


def test_a_card_is_played_by_dropping_it_on_the_board():
    tutor = acting(hand=["Antonio Jones"])
    jones = card(tutor, "Antonio Jones")
    assert str(jones) in drops.drops(tutor.scene).takes["board"]
    click(tutor, f"drop:{jones}>board")
    assert tutor.session.steps[-1].move == Play(jones)


def test_an_attachment_is_dropped_on_who_carries_it():
    tutor = acting(survivors=["Antonio Jones", "Police Officer"], hand=["Handgun"])
    gun, jones = card(tutor, "Handgun"), card(tutor, "Antonio Jones")
    assert drops.drops(tutor.scene).takes[f"card:{jones}"] == (str(gun),)
    click(tutor, f"drop:{gun}>board")  # the target is still to be chosen
    assert tutor.session.at == 0
    assert tutor.store.state.chosen == gun
    click(tutor, f"drop:{gun}>card:{jones}")
    assert tutor.session.steps[-1].move == Attach(gun, jones)


def test_a_card_that_would_be_lost_at_once_is_only_chosen_by_a_drop():
    tutor = Tutor(session("full-house"), by_hand=True)
    jones = card(tutor, "Antonio Jones")
    click(tutor, f"drop:{jones}>board")
    assert tutor.session.at == 0
    assert tutor.store.state.chosen == jones
    assert "Antonio Jones came last" in shown(tutor)


def test_defenders_are_dropped_on_an_access_point_or_on_who_attacks_there():
    tutor = defending()
    jones, patsy, brawn = (card(tutor, name) for name in ("Antonio Jones", "Patsy McNally", "Lord Brawn"))
    takes = drops.drops(tutor.scene).takes
    assert takes["point:2"] == takes[f"card:{brawn}"] == tuple(sorted((str(jones), str(patsy))))
    assert "point:3" not in takes
    click(tutor, f"drop:{jones}>point:1")
    click(tutor, f"drop:{patsy}>card:{brawn}")
    assert (defenders(tutor, 1), defenders(tutor, 2)) == ((jones,), (patsy,))


def test_a_defender_is_dropped_elsewhere_and_back():
    tutor = defending()
    jones, patsy = card(tutor, "Antonio Jones"), card(tutor, "Patsy McNally")
    click(tutor, f"drop:{jones}>point:1")
    assert str(jones) in drops.drops(tutor.scene).takes["point:2"]
    click(tutor, f"drop:{jones}>point:2")
    assert (defenders(tutor, 1), defenders(tutor, 2)) == ((), (jones,))
    click(tutor, f"drop:{patsy}>card:{jones}")  # to the access point where he blocks
    assert defenders(tutor, 2) == (jones, patsy)
    assert drops.drops(tutor.scene).takes["back"] == tuple(sorted((str(jones), str(patsy))))
    click(tutor, f"drop:{jones}>back")
    assert defenders(tutor, 2) == (patsy,)


def test_what_is_owed_is_paid_by_drops():
    own = {"survivors": ["Antonio Jones", "Police Officer"], "hand": ["2 Police Officer"], "deck": ["9 Pop!"]}
    start = build(seat("Police Station", **own), seat("Church", deck=["9 Civilian"]), phase="consumption", turn=3)
    tutor = Tutor(new_session(start), by_hand=True)
    first, _ = tutor.session.position.sides[0].hand
    assert {"deck", str(first)} <= {*drops.drops(tutor.scene).takes["pay"]}
    click(tutor, "drop:deck>pay")
    assert tutor.session.steps[-1].move == Eat()
    click(tutor, f"drop:{first}>pay")
    assert tutor.session.steps[-1].move == Eat(first)
    click(tutor, f"drop:{first}>back")
    assert isinstance(debt := asked(tutor), Debt)
    assert first not in debt.offered
    jones = card(tutor, "Antonio Jones")
    click(tutor, f"drop:{jones}>pay")
    assert refused(tutor) == "consume.no-waste"


def test_a_card_is_drawn_by_dropping_the_deck_on_the_hand():
    tutor = Tutor(new_game(seed=4), by_hand=True)
    drags = frozenset({"deck", *map(str, tutor.session.position.sides[0].hand)})
    refuses = frozenset({"board", "card:0", "card:30"})
    assert drops.drops(tutor.scene) == drops.Drops(drags, {"hand": ("deck",)}, refuses)
    click(tutor, "drop:deck>hand")
    assert tutor.session.steps[-1].move == Draw()


def test_a_place_that_does_not_take_it_says_why_and_rings_the_card():
    tutor = defending()
    jones = card(tutor, "Antonio Jones")
    click(tutor, f"drop:{jones}>point:3")
    assert refused(tutor).startswith("combat.")
    assert isinstance(said := tutor.store.state.answer, Refusal)
    assert jones in said.cards
    assert not any(isinstance(step.move, Send) and step.move.card == jones for step in tutor.session.steps)
    click(tutor, f"drop:{jones}>pay")
    assert refused(tutor) == "consume.mix"


@pytest.mark.parametrize(
    "about",
    ["", ">", "x>board", "99999>board", "-1>board", "0>nowhere", "0>card:", "0>card:x", "0>board:1", "0>card:²"],
)
def test_a_drop_that_no_page_sends_changes_nothing(about):
    tutor = acting(hand=["Antonio Jones"])
    before = tutor.store.state
    click(tutor, f"drop:{about}")
    assert tutor.store.state == before


def test_nothing_is_dragged_where_somebody_else_decides():
    tutor = Tutor(new_game(seed=4), seats=("regular", "you"), by_hand=True, quick=False)
    assert drops.drops(tutor.scene) == drops.Drops(frozenset(), {})


@pytest.mark.parametrize("seed", range(3))
def test_in_random_games_every_place_makes_a_legal_move_or_asks_for_more(seed):
    seen = set()
    for position in list(positions(1, seed))[::5]:
        scene = Scene(new_session(position), TableState(game="apocalypze"))
        for place, pieces in drops.drops(scene).takes.items():
            seen.add(place.partition(":")[0])
            for piece in pieces:
                state, _ = update(scene, gesture(f"drop:{piece}>{place}", at=0))
                assert state.answer is None, (piece, place, state.answer)
                assert state.at > 0 or state.chosen == int(piece)
    assert {"board", "card", "point", "pay", "hand"} <= seen


def test_what_is_dropped_in_vain_says_why_at_its_card_and_names_a_way_out():
    tutor = acting(hand=["Sentry", "Gang Warrior"])
    for name in ("Sentry", "Gang Warrior"):
        held = card(tutor, name)
        click(tutor, f"drop:{held}>board")
        why = tutor.store.state.answer
        assert isinstance(why, Refusal)
        assert why.fix
        (said,) = [each for each in elements(tutor.view["tree"]) if "data-beside" in each[1]]
        assert said[1]["data-beside"] == held
        assert refusal_text(tutor.scene, why) in plain(said)
        assert ringed_cards(tutor) >= {held}
    click(tutor, "escape")
    assert "data-beside" not in str(tutor.view["tree"])


def ringed_cards(tutor: Tutor) -> set[int]:
    """Return the ids of the cards that a refusal marks."""
    spots = [each for each in elements(tutor.view["tree"]) if "refused" in str(each[1].get("class")).split()]
    return {part[1]["data-piece"] for spot in spots for part in elements(spot) if "data-piece" in part[1]}


def test_whatever_can_be_dragged_finds_places_that_say_why_they_do_not_take_it():
    for start in positions(2, 40):
        found = drops.all_drops(start, list(start.legal_moves), {})
        assert bool(found.drags) == bool(found.refuses)
        assert {place for place in found.takes if place.startswith("point")} <= found.refuses


@pytest.mark.parametrize(("language", "verb"), [("en", "drag"), ("de", "zieh")])
@pytest.mark.parametrize("kind", ["act", "last", "attack", "defend", "window", "consume", "respond", "search"])
def test_it_is_said_that_cards_can_be_dragged(language, verb, kind):
    assert verb in ui(language, f"how.{kind}").lower()
