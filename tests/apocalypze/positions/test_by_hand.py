"""Positions by hand: one forgiving structure for YAML and Python, the current decision, and each card's owner."""

import re
from typing import Any

import pytest

from apz.apocalypze.cards import library, overlay
from apz.apocalypze.ids import PLAYERS, CardId
from apz.apocalypze.model import Attached, Debt, Decision, EngagementOrder, Prompt, Waiting, Window, Wounds
from apz.apocalypze.moves import Engage, Pass, Play, Wound
from apz.apocalypze.play import ASKED
from apz.apocalypze.positions import build, read_position, read_structure, seat
from apz.apocalypze.positions.writing import rising, write_position
from apz.core.reading import BadInput, read_text
from apz.core.trace import Step
from tests.apocalypze.positions.reading import after, asked, combat, names, police_station


def test_the_police_station_is_built_in_ten_lines_and_comes_out_number_for_number():
    position = police_station()
    assert position.waiting == EngagementOrder(PLAYERS[1], 3)
    assert position.problems() == []
    position = after(position, Engage(1))
    assert position.waiting == Wounds(PLAYERS[1], 3)
    officer = combat(position).defense[0][0]
    position = after(position, Wound(officer))
    assert position.sides[1].discard == (officer,)
    position = after(position, Engage(2))  # nobody is wounded there, so the last engagement follows
    assert combat(position).now == 3
    assert position.waiting == Wounds(PLAYERS[1], 1)
    patsy = combat(position).defense[2][0]
    position = after(position, Wound(patsy))
    assert position.waiting == Debt(PLAYERS[1], 2, "combat.breach", position.sides[1].stronghold)


def test_yaml_and_the_builder_say_the_same():
    written = """
        apz: position 1
        players:
          - {stronghold: diner, raiders: [4 gang warrior, brawn]}
          - {stronghold: police station, survivors: [3 Police Officer/Zombie, patsy], deck: [6 POLICE OFFICER]}
        combat:
          attack: {1: 2 Gang Warrior, 2: [Gang Warrior], 3: Lord Brawn, 4: Gang Warrior}
          defense: [Police Officer, [Police Officer, Police Officer], Patsy McNally]
    """
    assert read_position(written) == police_station()


def test_what_is_not_mentioned_is_empty_or_usual():
    position = build({"stronghold": "Church"}, {"stronghold": "Church"})
    assert (position.game.names, position.turn, position.player, position.phase) == (("Ann", "Ben"), 2, 0, "draw")
    assert position.sides[0]._replace(stronghold=CardId(1)) == position.sides[1]
    assert position.waiting == Prompt(Decision.DRAW, PLAYERS[0])
    assert position.problems() == []
    assert build(seat("Church", name="Ben"), seat("Church")).game.names == ("Ben", "Ann")
    assert build(seat("Church"), seat("Church", name="Ann")).game.names == ("Ben", "Ann")


# ---- the current decision, if it isn't written


def test_each_phase_begins_as_the_kernel_begins_it():
    home = seat("Church", survivors=["Civilian"], deck=["3 Civilian"])
    away = seat("Roadside Diner", raiders=["Gang Warrior"], deck=["3 Biker"])

    def waiting(**state: Any) -> Waiting:
        return asked(build(home, away, **state))

    assert waiting(phase="occupation") == Prompt(Decision.OCCUPY, PLAYERS[0])
    assert waiting(occupied="Ann") == Prompt(Decision.ACT, PLAYERS[0])
    assert waiting(phase="consumption") == Debt(PLAYERS[0], 1, rule="feed.survivors")
    assert waiting(phase="combat", whose="Ben") == Prompt(Decision.ATTACK, PLAYERS[1])
    assert waiting(whose="Ben", combat={"attack": ["Gang Warrior"]}) == Prompt(Decision.DEFEND, PLAYERS[0])
    breach = waiting(whose="Ben", combat={"attack": ["Gang Warrior"], "defense": []})
    assert isinstance(breach, Debt)
    assert breach.rule == "combat.breach"
    over = waiting(whose="Ben", combat={"attack": ["Gang Warrior"], "now": "breach"})
    assert over == Debt(PLAYERS[1], 1, rule="feed.survivors")


def test_combat_where_without_raiders_there_is_none_and_it_is_not_passed_over_silently():
    ann = seat("Church", survivors=["3 Civilian"], deck=["Civilian"])
    with pytest.raises(BadInput, match=r"^phase: there's no combat without Ann's raiders; add raiders, or"):
        build(ann, seat("Church", raiders=["Trudy"]), phase="combat")
    edited = read_structure({"apz": "position 1", "phase": "combat", "players": [ann, seat("Church")]})
    assert (edited.phase, edited.combat) == ("consumption", None)
    assert edited.waiting == Debt(PLAYERS[0], 2, rule="feed.survivors")


def test_combat_all_attack_groups_that_leave_raiders_out_are_still_being_formed():
    position = build(
        seat("Church", raiders=["2 Cult Fanatic"]),
        seat("Church", survivors=["Civilian"]),
        combat={"attack": [[], "Cult Fanatic"]},
    )
    assert position.waiting == Prompt(Decision.ATTACK, PLAYERS[0])
    assert combat(position).attack == ((), (1,), ())


def test_an_engagement_in_the_middle_goes_on():
    position = build(
        seat("Roadside Diner", raiders=["2 Gang Warrior"], hand=["One Man Army"]),
        seat("Police Station", survivors=["2 Police Officer"], deck=["Police Officer"]),
        combat={
            "attack": ["Gang Warrior", "Gang Warrior"], "defense": ["Police Officer", "Police Officer"],
            "resolved": [1], "now": 2,
        },
    )  # fmt: skip
    assert position.waiting == Window(PLAYERS[0])
    assert combat(position).met == (1, 2)
    assert position.problems() == []
    assert after(position, Pass()).waiting == Wounds(PLAYERS[1], 1)


def test_consume_out_who_cannot_pay_at_the_beginning_is_out():
    position = build(seat("Church", survivors=["Civilian"]), seat("Church"), phase="consumption", whose="Ben")
    assert (position.phase, position.winner, position.waiting) == ("over", 0, None)
    assert position.problems() == []


WAITING: dict[str, dict[str, Any]] = {
    "draw": {"phase": "draw"},
    "occupy": {"phase": "occupation"},
    "act": {"occupied": "Ben"},
    "last": {"occupied": "Ben", "waiting": {"last": "Ben"}},
    "attack": {"phase": "combat"},
    "defend": {"combat": {"attack": ["2 Cult Fanatic"]}},
    "order": {"combat": {"attack": ["Cult Fanatic"] * 2, "defense": ["Police Officer"] * 2}},
    "window": {"combat": {"attack": ["2 Cult Fanatic"], "defense": ["Antonio"], "now": 1}},
    "wound": {
        "combat": {"attack": ["2 Cult Fanatic"], "defense": ["Antonio"], "now": 1},
        "waiting": {"wound": "Ben", "amount": 4},
    },
    "consume": {"phase": "consumption"},
    "respond": {
        "occupied": "Ben",
        "waiting": [
            {"act": "Ann"},
            {"resolve": "Ann", "event": "The Power of Faith"},
            {"respond": "Ben", "event": "The Power of Faith"},
        ],
    },
    "remove": {"occupied": "Ben", "waiting": [{"act": "Ann"}, {"remove": "Ben", "card": "Antonio Jones"}]},
    "arrival": {
        "occupied": "Ben",
        "waiting": [{"act": "Ann"}, {"arrival": "Ben", "card": "Searchlight", "cards": ["Cult Fanatic"]}],
    },
    "search": {"occupied": "Ann", "waiting": [{"act": "Ann"}, {"search": "Ann", "card": "Police Station"}]},
}


@pytest.mark.parametrize("kind", WAITING)
def test_any_waiting_state_can_be_a_start(kind):
    ann = seat(
        "Police Station", survivors=["Patsy McNally"], raiders=["2 Cult Fanatic"], hand=["Molotov Cocktail"],
        deck=["2 Police Officer"], discard=["The Power of Faith"],
    )  # fmt: skip
    ben = seat(
        "Military Base", attached=["Searchlight"], survivors=["2 Police Officer", "Antonio Jones"], hand=["Sentry"],
        deck=["4 Police Officer"],
    )  # fmt: skip
    position = build(ann, ben, **WAITING[kind])
    assert asked(position).kind == kind
    assert position.problems() == []
    assert read_position(write_position(position)) == position
    for move in position.legal_moves:
        assert isinstance(position.play(move), Step)


def test_every_kind_of_waiting_is_a_start_above():
    assert WAITING.keys() == set(ASKED)


# ---- cards and whose they are


def test_owners_are_known_by_where_an_attachment_sits():
    position = build(
        seat(
            "Church",
            attached=["Chain Link Fence", "Gang Mark"],
            survivors=[{"card": "Civilian", "attached": ["Illness", "Fire Axe", "Gang Mark"]}],
        ),
        seat("Roadside Diner", raiders=[{"card": "Gang Warrior", "attached": ["Adrenaline"]}]),
    )
    owned = {(position.card(card).name, owner) for card, owner in enumerate(position.game.owners)}
    assert {("Chain Link Fence", 0), ("Fire Axe", 0), ("Civilian", 0)} < owned
    assert {("Gang Mark", 1), ("Illness", 1), ("Adrenaline", 1)} < owned
    assert ("Gang Mark", 0) not in owned
    assert position.sides[0].fixtures == (Attached(CardId(1), CardId(0)), Attached(CardId(2), CardId(1)))
    assert position.sides[0].survivors[0].attached == (
        Attached(CardId(4), CardId(3)),
        Attached(CardId(5), CardId(3)),
        Attached(CardId(6), CardId(5)),
    )
    assert position.problems() == []


def test_owner_and_host_can_be_said():
    ann = seat(
        "Church",
        survivors=[
            {
                "card": "Civilian",
                "attached": [
                    "Fire Axe",
                    "Adrenaline",
                    {"card": "Gang Mark", "to": "axe"},
                    {"card": "Bitten", "owner": "Ben"},
                ],
            }
        ],
        raiders=[
            {"card": "Police Officer", "zombie": True, "owner": "Ben", "attached": [{"card": "Handgun", "owner": 1}]}
        ],
    )
    position = build(ann, seat("Police Station"))
    civilian, officer = position.sides[0].survivors[0], position.sides[0].raiders[0]
    axe, _, mark, bitten = civilian.attached
    assert mark.to == axe.id
    assert [position.game.owners[card] for card in (mark.id, bitten.id, officer.id, officer.attached[0].id)] == [1] * 4
    assert officer.face == officer.card.zombie
    assert [problem.cards for problem in position.problems()] == [(officer.attached[0].id, officer.id)]  # attach.unfit
    assert read_position(write_position(position)) == position


def test_twofold_bitten_a_bitten_zombie_keeps_the_numbers_of_its_human():
    position = build(seat("Church", raiders=[{"card": "Patsy McNally", "zombie": "bitten"}]), seat("Church"))
    who = position.sides[0].raiders[0]
    assert who.face[:4] == ("zombie", 1, 3, 5)
    assert position.problems() == []
    assert "zombie: bitten" in write_position(position)


def test_cards_are_numbered_as_they_are_read_and_a_number_can_be_given():
    position = build(
        seat(
            "Church",
            raiders=["Trudy", {"card": "Fast Zombie (1)", "wounds": 0}],
            survivors=["Civilian"],
            hand=["Turned"],
        ),
        seat("Church", discard=["Pop! #0"]),
    )
    assert names(position, tuple(range(7))) == [
        "Pop!", "Fast Zombie", "Church", "Civilian", "Trudy", "Turned", "Church",
    ]  # fmt: skip
    assert position.sides[1].discard == (0,)


def test_after_a_move_only_the_cards_that_moved_need_their_numbers():
    ann = seat("Church", survivors=["Civilian"], hand=["Turned", "Biker", "Soldier"], deck=["3 Civilian", "Turned"])
    position = build(ann, seat("Military Base"), whose="Ann", phase="occupation", occupied="Ann")
    biker = position.sides[0].hand[1]
    assert "(" not in write_position(position)
    position = after(position, Play(biker))
    text = write_position(position)
    assert re.findall(r"\w+ \(\d+\)", text) == [f"Biker ({biker})"]
    assert read_position(text) == position
    assert rising([3, 0, 1, 7, 2, 4]) == {0, 1, 2, 4}
    assert rising([]) == set()


def test_an_owners_cards_can_be_used():
    mine = overlay(read_text("Civilian: {value: 9}"), library())
    position = build(seat("Church", survivors=["Civilian"]), seat("Church"), cards=mine)
    assert position.sides[0].survivors[0].face.value == 9
    assert read_position(write_position(position), mine) == position
    assert read_position(write_position(position)) != position
