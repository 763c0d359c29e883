"""Faults in written positions: all of them at once, with line, field and remedy."""

from pathlib import Path

import pytest

from apz.apocalypze.positions import build, read_position, seat
from apz.core.reading import BadInput
from tests.apocalypze.positions.reading import faults

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
        'line 3, trun: "trun" isn\'t a field here; did you mean "turn"?',
        'line 8, players[1]: the field "stronghold" is missing; add "stronghold: ..."',
        'line 5, players[0].stronghold: "Chuch" isn\'t a card; did you mean "Church"?',
        "line 7, players[0].raiders[0]: Handgun isn't a character; only survivors and raiders belong here "
        "(attach.target)",
        'line 7, players[0].raiders[1].wounds: "some" where a whole number is expected; '
        "write a whole number from 0 to 99",
        "line 7, players[0].raiders[1].zombie: Lord Brawn has no such side; write zombie: bitten if it was bitten "
        "(twofold.sides)",
        'line 6, players[0].hand[0]: "Popp" isn\'t a card; did you mean "Pop!"?',
        'line 6, players[0].hand[1]: "0 Civilian" means zero cards; count from 1, or leave it out',
        'line 6, players[0].hand[2]: "2 Civilian (4)" has both a count and a number; write only one of them',
        'line 8, players[1].survivors: "Civilian" where a list is expected; write a list, such as [one, two]',
        "line 9, whose: \"Cleo\" isn't a player; it's one of: Ann, Ben",
        'line 2, phase: "comat" isn\'t a phase; did you mean "combat"?',
    ]


ALEX = with_ben("survivors: [Alex Bloom, 2 Civilian], raiders: [Trudy]") + "whose: Ann\nphase: combat\n"


@pytest.mark.parametrize("again", ["Alex Bloom", "Alex Bloom (66)"])
def test_who_is_in_a_group_already_is_said_to_be_there(again):
    (fault,) = faults(ALEX + f"combat: {{defense: [[Alex Bloom], [Civilian, {again}]]}}")
    assert f'"{again}" is already in group 1; name each card once' in str(fault)
    (fault,) = faults(ALEX + f"combat: {{defense: {{3: [Alex Bloom], 2: [{again}]}}}}")
    assert f'"{again}" is already in group 3' in str(fault)
    (fault,) = faults(ALEX + f"combat: {{defense: [[Alex Bloom, {again}]]}}")
    assert f'"{again}" is already in this list' in str(fault)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", 'the field "apz" is missing'),
        ("[]", "a list where a group of fields is expected"),
        ("apz: position 1", 'the field "players" is missing'),
        (BARE.replace("n 1", "n 2"), '"position 2" isn\'t a position that can be read here; write "apz: position 1"'),
        (BARE.replace("apz: position 1\n", ""), 'the field "apz" is missing; write "apz: position 1"'),
        (BARE.replace("position 1", "deck"), '"deck" isn\'t a position'),
        ("apz: position 1\nplayers: []", "0 players; a position has two (setup.players)"),
        (BARE.replace("Church}]", "2 Church}]"), "2 strongholds; a player has one"),
        (BARE.replace("Church}]", "Pop!}]"), "Pop! isn't a stronghold; it's a trump"),
        (BARE.replace("Church}]", "[Church]}]"), "a list where a card is expected"),
        (BARE + "turn: 0", "0 is too small or too large"),
        (BARE + "luck: 0xhello", "where a whole number is expected"),
        (BARE + "strict: maybe", "where true or false is expected"),
        (BARE + "occupied: Church", '"Church" isn\'t a player'),
        (BARE + "winner: 3", "3 where a player is expected; it's one of: Ann, Ben"),
        (BARE + "used: [Church]", '"Church" has to mean one card here, but 2 fit; write "Church (0)" or "Church (1)"'),
        (BARE + "used: [Church (4)]", '"Church (4)" has to mean one card here, but none fits; write "Church (0)"'),
        (BARE + "used: [{text: first}]", 'the field "card" is missing'),
        (BARE + 'used: [{card: Church (0), text: "1"}]', "\"1\" isn't one of a card's texts; it's one of: first"),
        (BARE + "used: [7]", "7 where a card is expected"),
        (BARE + "lasting: [Turned]", '"Turned" isn\'t a card in this position; it can only be "Church"'),
        (BARE + "played: [Popp]", '"Popp" isn\'t a card; did you mean "Pop!"?'),
        (BARE + "redraws: [1]", "a list where a list of two numbers is expected"),
        (
            BARE + "waiting: [{consume: Ann, amount: 1, cards: [3 Church]}]",
            '"3 Church" has to mean 3 cards here, but 2 fit; write "Church (0)" or "Church (1)"',
        ),
        (BARE + "combat: {attack: {0: []}}", '"0" isn\'t an access point; write 1, 2, ... (stronghold.access)'),
        (BARE + "combat: {attack: [0 Church]}", '"0 Church" means zero cards; count from 1, or leave it out'),
        (BARE + "combat: {attack: [Church]}", '"Church" has to mean one card here, but none fits'),
        (BARE + "combat: {attack: [[], []], points: 1}", "there's more than 1 group"),
        (BARE + "combat: {now: 4}", "4 is too small or too large; write a whole number from 0 to 3"),
        (BARE + "combat: {met: [0]}", "0 is too small or too large"),
        (BARE + "combat: {boosts: [{attack: x}]}", 'the field "card" is missing'),
        (BARE + "waiting: {}", "one entry has no decision; write exactly one of these, with a player: draw, occupy"),
        (BARE + "waiting: {act: Ann, draw: Ann}", "one entry has 2 decisions"),
        (BARE + "waiting: [{drw: Ann}]", '"drw" isn\'t a field here; did you mean "draw"?'),
        (BARE + "waiting: {attack: Ann}", 'there\'s no combat for "attack"'),
        (BARE + "waiting: {wound: Ann}\ncombat: {}", 'there\'s no engagement for "wound"'),
        (BARE + "waiting: {respond: Ann}", '"respond" doesn\'t name an event or an ability; add "event: ..."'),
        (BARE + "waiting: {remove: Ann}", '"remove" doesn\'t say which card it\'s about; add "card: ..."'),
        (BARE + "waiting: {search: Ann, card: Church (0)}", "this ability doesn't search"),
        (
            BARE + "waiting: {consume: Ann, rule: feed.surv}",
            '"feed.surv" isn\'t a rule that leads to "consume"; did you mean "feed.surv',
        ),
        (BARE + "waiting: {respond: Ann, event: Church (0)}", "this isn't something Church can do"),
        (
            BARE + "waiting: [{act: Ann}, {resolve: Ann, use: Church (0)}]",
            'this isn\'t something Church can do; "event:" takes a wildcard or a trump',
        ),
        (
            with_ben("hand: [Turned]") + "waiting: {resolve: Ann, event: Turned}",
            "the last entry isn't a player's decision",
        ),
        (with_ben("hand: [201 Turned]"), '"201 Turned" isn\'t a card'),
        (with_ben("hand: [99 Turned, 99 Pop!, Pop!]"), "too many cards"),
        (with_ben("hand: [Turned (3)]"), "the number 3 is too high; there are 3 cards, numbered from 0"),
        (
            BARE.replace("h}]", "h (0), hand: [Turned (0)]}]"),
            "two cards have the number 0; the other card is Church",
        ),
        (with_ben("attached: [Sentry]"), "Sentry isn't an attachment; it's a trump (attach.target)"),
        (
            with_ben("attached: [{card: Searchlight, to: Fence}]"),
            '"Fence" doesn\'t name exactly one card here; it can only be "Church (1)"',
        ),
        (with_ben("attached: [{card: Searchlight, owner: Cleo}]"), '"Cleo" isn\'t a player'),
        (with_ben("survivors: [Patsy's]"), "Patsy's Pistols isn't a character"),
        (with_ben("hand: [Patsy]"), '"Patsy" isn\'t a card; write its whole name'),
        (with_ben("raiders: [{card: Trudy, zombie: bitten}]"), "Trudy has no such side; leave it out"),
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
        "colour: \"colour\" isn't a field here; it's one of: apz, combat, game, lasting, luck, occupied, phase, "
        "played, players, redraws, spent, strict, turn, used, waiting, whose, winner",
        'players[0].stronghold: "Chuch" isn\'t a card; did you mean "Church"?',
        "players[1].hand: a group of fields where a list is expected; write a list, such as [one, two]",
        "phase: 7 where a phase is expected; it's one of: combat, consumption, draw, occupation, over",
    ]
