"""Positions by hand: one structure for YAML and Python, forgiving to read, exact to write, with every fault at once."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from apz.apocalypze.cards import library, overlay
from apz.apocalypze.model import HIDDEN_CARD, Attached, Combat, Position, Waiting
from apz.apocalypze.moves import Done, Eat, Engage, Event, Move, Pass, Wound
from apz.apocalypze.play import DOORS
from apz.apocalypze.positions import build, read_position, seat
from apz.apocalypze.positions.writing import flow, rising, structure, write_position
from apz.apocalypze.setup import new_game
from apz.core.reading import BadInput, read_text
from apz.core.trace import Step
from tests.apocalypze.wandering import positions

SHELF = Path(__file__).parents[2] / "tutorials" / "positions"
NAMED = sorted(SHELF.glob("*.yaml"))


def faults(text: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        read_position(text)
    return [str(fault) for fault in caught.value.faults]


def after(position: Position, *moves: Move) -> Position:
    for move in moves:
        step = position.play(move)
        assert isinstance(step, Step), step
        position = step.after
    return position


def combat(position: Position) -> Combat:
    assert position.combat
    return position.combat


def asked(position: Position) -> Waiting:
    assert position.waiting
    return position.waiting


def names(position: Position, cards: tuple[int, ...]) -> list[str]:
    return [position.card(card).name for card in cards]


# ---- the example of the rulebook, in ten lines


def police_station() -> Position:
    return build(
        seat("Roadside Diner", raiders=["4 Gang Warrior", "Lord Brawn"]),
        seat("Police Station", survivors=["3 Police Officer", "Patsy McNally"], deck=["6 Police Officer"]),
        combat={
            "attack": ["2 Gang Warrior", "Gang Warrior", "Lord Brawn", "Gang Warrior"],
            "defense": ["Police Officer", "2 Police Officer", "Patsy McNally"],
        },
    )


def test_the_police_station_is_built_in_ten_lines_and_comes_out_number_for_number():
    position = police_station()
    assert position.waiting == Waiting("order", 1, 3)
    assert position.problems() == []
    position = after(position, Engage(1))
    assert position.waiting == Waiting("wound", 1, 3)
    officer = combat(position).defense[0][0]
    position = after(position, Wound(officer))
    assert position.sides[1].discard == (officer,)
    position = after(position, Engage(2))  # nobody is hurt there, so the last engagement follows
    assert combat(position).now == 3
    assert position.waiting == Waiting("wound", 1, 1)
    patsy = combat(position).defense[2][0]
    position = after(position, Wound(patsy))
    assert position.waiting == Waiting("consume", 1, 2, position.sides[1].stronghold, rule="combat.breach")


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
    assert position.sides[0]._replace(stronghold=1) == position.sides[1]
    assert position.waiting == Waiting("draw", 0)
    assert position.problems() == []
    assert build(seat("Church", name="Ben"), seat("Church")).game.names == ("Ben", "Ann")
    assert build(seat("Church"), seat("Church", name="Ann")).game.names == ("Ben", "Ann")


# ---- what the game waits for, when it is not said


def test_each_phase_begins_as_the_kernel_begins_it():
    home = seat("Church", survivors=["Civilian"], deck=["3 Civilian"])
    away = seat("Roadside Diner", raiders=["Gang Warrior"], deck=["3 Biker"])

    def waiting(**state: Any) -> Waiting:
        return asked(build(home, away, **state))

    assert waiting(phase="occupation") == Waiting("occupy", 0)
    assert waiting(occupied="Ann") == Waiting("act", 0)
    assert waiting(phase="consumption") == Waiting("consume", 0, 1, rule="feed.survivors")
    assert waiting(phase="combat", whose="Ben") == Waiting("attack", 1)
    assert waiting(whose="Ben", combat={"attack": ["Gang Warrior"]}) == Waiting("defend", 0)
    assert waiting(whose="Ben", combat={"attack": ["Gang Warrior"], "defense": []}).rule == "combat.breach"
    assert waiting(whose="Ben", combat={"attack": ["Gang Warrior"], "now": "breach"}) == Waiting(
        "consume", 1, 1, rule="feed.survivors"
    )


def test_combat_where_without_raiders_there_is_none_and_consumption_follows():
    position = build(seat("Church", survivors=["3 Civilian"], deck=["Civilian"]), seat("Church"), phase="combat")
    assert (position.phase, position.combat) == ("consumption", None)
    assert position.waiting == Waiting("consume", 0, 2, rule="feed.survivors")


def test_combat_all_attack_groups_that_leave_raiders_out_are_still_being_formed():
    position = build(
        seat("Church", raiders=["2 Cult Fanatic"]),
        seat("Church", survivors=["Civilian"]),
        combat={"attack": [[], "Cult Fanatic"]},
    )
    assert position.waiting == Waiting("attack", 0)
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
    assert position.waiting == Waiting("window", 0)
    assert combat(position).met == (1, 2)
    assert position.problems() == []
    assert after(position, Pass()).waiting == Waiting("wound", 1, 1)


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
    assert WAITING.keys() == DOORS.keys()


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
    assert position.sides[0].fixtures == (Attached(1, 0), Attached(2, 1))
    assert position.sides[0].survivors[0].attached == (Attached(4, 3), Attached(5, 3), Attached(6, 5))
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
            {"card": "Police Officer", "zombie": True, "owner": "Ben", "attached": [{"card": "Handgun", "owner": 2}]}
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
    position = after(new_game("Church", "Military Base", seed=3), *new_game(seed=3).legal_moves)
    text = write_position(build(seat("Church", hand=["Turned"], deck=["3 Civilian", "Turned"]), seat("Church")))
    assert "(" not in text
    assert read_position(write_position(position)) == position
    assert rising([3, 0, 1, 7, 2, 4]) == {0, 1, 2, 4}
    assert rising([]) == set()


def test_an_owners_cards_can_be_used():
    mine = overlay(read_text("Civilian: {value: 9}"), library())
    position = build(seat("Church", survivors=["Civilian"]), seat("Church"), cards=mine)
    assert position.sides[0].survivors[0].face.value == 9
    assert read_position(write_position(position), mine) == position
    assert read_position(write_position(position)) != position


# ---- writing


def test_a_written_position_is_short_and_plain():
    assert (
        write_position(police_station())
        == """\
apz: position 1
turn: 2
whose: Ann
phase: combat
occupied: Ben
players:
  - name: Ann
    stronghold: Roadside Diner
    raiders: [4 Gang Warrior, Lord Brawn]
  - name: Ben
    stronghold: Police Station
    survivors: [3 Police Officer, Patsy McNally]
    deck: [6 Police Officer]
combat:
  attack: [[2 Gang Warrior], [Gang Warrior], [Lord Brawn], [Gang Warrior]]
  defense: [[Police Officer], [2 Police Officer], [Patsy McNally], []]
  met: [1, 2, 3]
waiting:
  - {order: Ben, amount: 3}
"""
    )


def test_every_position_of_a_game_reads_back_exactly():
    seen = Counter[str]()
    for number, position in enumerate(positions(40, 1)):
        kind = position.waiting.kind if position.waiting else "over"
        if seen[kind] < 25 or number % 20 == 0:
            text = write_position(position)
            assert read_position(text) == position
            assert max(len(line) for line in text.split("\n")) < 300
            seen[kind] += 1
    assert seen.keys() == {*DOORS, "over"}


@pytest.mark.slow
def test_every_position_of_many_games_reads_back_exactly():
    for position in positions(12, 2):
        text = write_position(position)
        assert read_position(text) == position
        assert write_position(read_position(text)) == text


@pytest.mark.parametrize(
    "name",
    ["", "yes", "null", "true", "08", "-.5", "7", "#", "a: b", " x ", '"', "\\", "line\nbreak", "é", "😀", "\u2028",
     "!!!", "{", "-", "- a", "0x1f", "1e5", "12:30", "x" * 200, "'", "on", "2 Civilian"],
)  # fmt: skip
def test_players_may_be_called_anything(name):
    for both in ((name, "Ben"), ("Ann", name), (name, name)):
        position = new_game(seed=1, names=both, starts=1)
        assert read_position(write_position(position)) == position


def test_values_are_quoted_where_they_must_be():
    assert flow(["Pop!", "Patsy's Pistols", "2 Civilian", "Civilian (3)", "Albert & Anita Hanson"]) == (
        "[Pop!, Patsy's Pistols, 2 Civilian, Civilian (3), Albert & Anita Hanson]"
    )
    assert flow({"a": ["null", "1", True, 2, "x, y", "#"]}) == '{a: ["null", "1", true, 2, "x, y", "#"]}'


def test_the_structure_is_plain():
    def plain(value: object) -> bool:
        if isinstance(value, dict):
            return all(type(key) is str and plain(each) for key, each in value.items())
        return all(map(plain, value)) if isinstance(value, list) else type(value) in (str, int, bool)

    for position in (police_station(), new_game(seed=4)):
        made = structure(position)
        assert plain(made)
        first, second = made.pop("players")
        del made["apz"]
        assert build(first, second, **made) == position


def test_a_players_view_can_be_written_but_not_read():
    seen = new_game("Church", "Church", seed=2).seen_by(0)
    text = write_position(seen)
    assert "hand: [6 hidden]" in text
    assert "deck: [23 hidden]" in text
    assert all("what one player sees" in fault for fault in faults(text))


def test_a_position_knows_its_own_ways(tmp_path):
    position = police_station()
    file = Path(tmp_path / "mine.yaml")
    file.write_text(position.to_yaml())
    assert Position.from_yaml(file) == Position.from_yaml(position.to_yaml()) == position
    assert list(position.legal_moves) == [Engage(1), Engage(2), Engage(3)]
    assert position.why_not(Engage(1)) is None
    refusal = position.why_not(Done())
    assert refusal
    assert refusal.key == "not-now-done"
    assert position.play(Done()) == refusal
    assert HIDDEN_CARD in position.seen_by(0).sides[1].deck


# ---- every fault at once

BARE = "apz: position 1\nplayers: [{stronghold: Church}, {stronghold: Church}]\n"


def with_ben(zones: str) -> str:
    return BARE.replace("h}]", f"h, {zones}}}]")


def test_all_that_is_wrong_is_said_at_once_with_line_field_and_remedy(tmp_path):
    file = Path(tmp_path / "bad.yaml")
    file.write_text(
        "apz: position 1\n"
        "phase: comat\n"
        "trun: 3\n"
        "players:\n"
        "  - stronghold: Chuch\n"
        "    hand: [Popp, 0 Civilian, 2 Civilian (4)]\n"
        "    raiders: [Handgun, {card: Lord Brawn, zombie: true, wounds: some}]\n"
        "  - survivors: Civilian\n"
        "whose: Cleo\n"
    )
    with pytest.raises(BadInput) as caught:
        read_position(file)
    assert [str(fault).removeprefix(f"{file}, ") for fault in caught.value.faults] == [
        'line 3, trun: "trun" is not a field here; did you mean "turn"?',
        'line 8, players[1]: the field "stronghold" is missing; add "stronghold: ..."',
        'line 5, players[0].stronghold: "Chuch" is not a card; did you mean "Church"?',
        "line 7, players[0].raiders[0]: Handgun is not a character; only survivors and raiders stand here "
        "(attach.target)",
        'line 7, players[0].raiders[1].wounds: "some" where a number is expected; write a whole number from 0 to 99',
        "line 7, players[0].raiders[1].zombie: Lord Brawn has no such side; write zombie: bitten if it was bitten "
        "(twofold.sides)",
        'line 6, players[0].hand[0]: "Popp" is not a card; did you mean "Pop!"?',
        'line 6, players[0].hand[1]: "0 Civilian" says two things; write a count or a number, not both',
        'line 6, players[0].hand[2]: "2 Civilian (4)" says two things; write a count or a number, not both',
        'line 8, players[1].survivors: "Civilian" where a list is expected; write [one, two]',
        'line 9, whose: "Cleo" is not a player; it is one of: Ann, Ben',
        'line 2, phase: "comat" is not a phase; did you mean "combat"?',
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", 'the field "apz" is missing'),
        ("[]", "a list where a group of fields is expected"),
        ("apz: position 1", 'the field "players" is missing'),
        (BARE.replace("n 1", "n 2"), '"position 2" is not a position that can be read here; write "apz: position 1"'),
        (BARE.replace("position 1", "deck"), '"deck" is not a position'),
        ("apz: position 1\nplayers: []", "0 players; a position has two (setup.players)"),
        (BARE.replace("Church}]", "2 Church}]"), "2 strongholds; a player has one"),
        (BARE.replace("Church}]", "Pop!}]"), "Pop! is not a stronghold; it is a trump"),
        (BARE.replace("Church}]", "[Church]}]"), "a list where a card is expected"),
        (BARE + "turn: 0", "0 where a number is expected"),
        (BARE + "luck: 0xhello", "where a number is expected"),
        (BARE + "strict: maybe", "where true or false is expected"),
        (BARE + "occupied: Church", '"Church" is not a player'),
        (BARE + "winner: 3", "3 where a player is expected"),
        (BARE + "used: [Church]", '"Church" does not say which: 2 fit; write "Church (0)" or "Church (1)"'),
        (BARE + "used: [Church (4)]", '"Church (4)" does not say which: 0 fit; write "Church (0)" or "Church (1)"'),
        (BARE + "used: [{text: first}]", 'the field "card" is missing'),
        (BARE + 'used: [{card: Church (0), text: "1"}]', '"1" is not a text of a card; it is one of: first, fourth'),
        (BARE + "used: [7]", "7 where a card is expected"),
        (BARE + "lasting: [Turned]", '"Turned" is not a card of this position; it is one of: Church'),
        (BARE + "played: [Popp]", '"Popp" is not a card'),
        (BARE + "combat: {attack: {0: []}}", '"0" is not an access point; write 1, 2, ... (stronghold.access)'),
        (BARE + "combat: {attack: [Church]}", '"Church" does not say which: 0 fit'),
        (BARE + "combat: {attack: [[], []], points: 1}", "more groups than 1"),
        (BARE + "combat: {now: 4}", "4 where a number is expected; write a whole number from 0 to 3"),
        (BARE + "combat: {met: [0]}", "0 where a number is expected"),
        (BARE + "combat: {boosts: [{attack: x}]}", 'the field "card" is missing'),
        (BARE + "waiting: {}", "0 things to wait for in one; write one of draw, occupy"),
        (BARE + "waiting: {act: Ann, draw: Ann}", "2 things to wait for in one"),
        (BARE + "waiting: [{drw: Ann}]", '"drw" is not a field here; did you mean "draw"?'),
        (BARE + "waiting: {attack: Ann}", '"attack" without a combat'),
        (BARE + "waiting: {wound: Ann}\ncombat: {}", '"wound" without an engagement'),
        (BARE + "waiting: {respond: Ann}", '"respond" to nothing; add "event: ..."'),
        (BARE + "waiting: {remove: Ann}", '"remove" of nothing; add "card: ..."'),
        (BARE + "waiting: {search: Ann, card: Church (0)}", "this text searches nothing"),
        (BARE + "waiting: {consume: Ann, rule: feed.surv}", '"feed.surv" is not a rule; did you mean "feed.surv'),
        (BARE + "waiting: {respond: Ann, event: Church (0)}", "Church has nothing that fits"),
        (
            BARE + "waiting: [{act: Ann}, {resolve: Ann, use: Church (0)}]",
            "Church has nothing that fits; an event is played, a text used",
        ),
        (
            with_ben("hand: [Turned]") + "waiting: {resolve: Ann, event: Turned}",
            "the last one waits for nobody",
        ),
        (with_ben("hand: [201 Turned]"), '"201 Turned" is not a card'),
        (with_ben("hand: [99 Turned, 99 Pop!, Pop!]"), "too many cards"),
        (with_ben("hand: [Turned (3)]"), "3 is too high a number; there are 3 cards, numbered from 0"),
        (BARE.replace("h}]", "h (0), hand: [Turned (0)]}]"), "0 is the number of two cards; it is also that of Church"),
        (with_ben("attached: [Sentry]"), "Sentry is not an attachment; it is a trump (attach.target)"),
        (
            with_ben("attached: [{card: Searchlight, to: Fence}]"),
            '"Fence" is not one card here; it is one of: Church (1)',
        ),
        (with_ben("attached: [{card: Searchlight, owner: Cleo}]"), '"Cleo" is not a player'),
        (with_ben("survivors: [Patsy's]"), "Patsy's Pistols is not a character"),
        (with_ben("hand: [Patsy]"), '"Patsy" is not a card; write its whole name'),
        (with_ben("raiders: [{card: Trudy, zombie: bitten}]"), "Trudy has no such side; leave this out"),
        (with_ben("raiders: [{zombie: true}]"), 'the field "card" is missing'),
    ],
)
def test_what_cannot_be_read_is_said(text, said):
    assert any(said in fault for fault in faults(text)), faults(text)


def test_a_position_of_nonsense_is_refused_with_every_fault():
    cards = ", ".join(f"Nonsense {i}" for i in range(3000))
    assert len(faults(with_ben(f"hand: [{cards}]"))) == 3000


def test_the_builder_has_the_same_faults():
    with pytest.raises(BadInput) as caught:
        build({"stronghold": "Chuch"}, seat("Church", hand={"Pop!": 2}), phase=7, colour="red")
    assert [str(fault) for fault in caught.value.faults] == [
        'colour: "colour" is not a field here; it is one of: apz, combat, lasting, luck, occupied, phase, played, '
        "players, spent, strict, turn, used, waiting, whose, winner",
        'players[0].stronghold: "Chuch" is not a card; did you mean "Church"?',
        "players[1].hand: a group of fields where a list is expected; write [one, two]",
        "phase: 7 where a phase is expected; write its name",
    ]


# ---- the positions of the tutorials


@pytest.mark.parametrize("file", NAMED, ids=lambda file: file.stem)
def test_a_named_position_is_sound_and_can_be_played(file):
    position = read_position(file)
    assert position.problems() == []
    assert position.legal_moves
    assert read_position(write_position(position)) == position
    assert file.read_text().startswith("# ")
    for move in position.legal_moves:
        assert isinstance(position.play(move), Step)


def test_there_are_enough_named_positions():
    assert len(NAMED) >= 12
    assert {"police-station", "police-station-groups", "church-table"} <= {file.stem for file in NAMED}


def shelf(name: str) -> Position:
    return read_position(SHELF / f"{name}.yaml")


def test_the_named_positions_show_what_they_promise():
    assert shelf("police-station").waiting == Waiting("order", 1, 3)
    assert shelf("church-table").waiting == Waiting("consume", 0, 1, rule="feed.survivors")
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
