"""Faults in a position: each is found, with its rule, its cards and a remedy; real games have none."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Point
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import Combat, Debt, Face, InPlay, Position, Prompt, Searching, Side
from apz.apocalypze.positions import build, seat
from apz.apocalypze.positions.checking import problems
from apz.apocalypze.setup import new_game
from tests.apocalypze import keys
from tests.apocalypze.wandering import positions


def sides(position: Position, player: int, **zones: Any) -> Position:
    changed = list(position.sides)
    changed[player] = changed[player]._replace(**zones)
    return position._replace(sides=(changed[0], changed[1]))


def first(ann: dict[str, Any], ben: dict[str, Any] | None = None, **state: Any) -> Position:
    return build(ann, ben or seat("Military Base", deck=["3 Soldier"]), **state)


def attacked(ann: list[Any], ben: list[Any], waiting: Any, **combat: Any) -> Position:
    """Return a position with Ann's raiders at Ben's Police Station."""
    there = seat("Police Station", survivors=ben, deck=["9 Police Officer"])
    return build(seat("Roadside Diner", raiders=ann), there, combat=combat, waiting=waiting)


def with_face(face: Face) -> Position:
    position = first(seat("Church", survivors=["Civilian"]))
    civilian = position.sides[0].survivors[0]
    return sides(position, 0, survivors=(civilian._replace(face=face),))


def stray(position: Position, **zones: Any) -> Position:
    return sides(position, 0, **zones)


BARE = first(seat("Church", deck=["2 Civilian"]))
CIVILIAN = first(seat("Church", survivors=["Civilian"])).sides[0].survivors[0]
ORDER = {"order": "Ben", "amount": 1}

# for each key, its rule and a position that has this fault
FAULTS: dict[str, tuple[str, Callable[[], Position]]] = {
    "problem-no-such-card": ("play.unknown", lambda: stray(BARE, hand=(99,))),
    "problem-two-places": ("setup.deck", lambda: stray(BARE, hand=BARE.sides[0].deck[:1])),
    "problem-nowhere": ("setup.deck", lambda: stray(BARE, deck=BARE.sides[0].deck[1:])),
    "problem-stronghold": ("setup.deck", lambda: first(seat("Church", hand=["Police Station"]))),
    "problem-pile": (
        "pile.owner",
        lambda: BARE._replace(
            sides=(
                BARE.sides[0]._replace(deck=BARE.sides[1].deck),
                BARE.sides[1]._replace(deck=BARE.sides[0].deck),
            )
        ),
    ),
    "problem-kind": (
        "event.trump",
        lambda: sides(
            first(seat("Church", hand=["Pop!"])), 0, hand=(), survivors=(CIVILIAN._replace(id=CardId(1), wounds=0),)
        ),
    ),
    "problem-too-many": ("setup.deck", lambda: first(seat("Church", deck=["30 Civilian"]))),
    "problem-capacity": ("stronghold.capacity", lambda: first(seat("Church", survivors=["9 Civilian"]))),
    "problem-factions": ("character.factions", lambda: first(seat("Church", raiders=["Trudy", "Lord Brawn"]))),
    "problem-unique": (
        "character.unique",
        lambda: first(seat("Church", raiders=["Lord Brawn"]), seat("Church", raiders=["Lord Brawn"])),
    ),
    "problem-face": ("twofold.sides", lambda: with_face(Face("civilian", 9, 9, 9))),
    "problem-survivor-raids": ("character.survivor", lambda: first(seat("Church", raiders=["Civilian"]))),
    "problem-raider-at-home": ("character.raider", lambda: first(seat("Church", survivors=["Gang Warrior"]))),
    "problem-dead": (
        "character.killed",
        lambda: first(seat("Church", survivors=[{"card": "Police Officer", "wounds": 3}]), occupied="Ann"),
    ),
    "problem-wounded": (
        "character.wounded",
        lambda: first(seat("Church", survivors=[{"card": "Police Officer", "wounds": 2}])),
    ),
    "problem-host": (
        "attach.target",
        lambda: first(seat("Church", raiders=[{"card": "Trudy", "attached": ["Handgun"]}])),
    ),
    "problem-second-copy": (
        "attach.one-copy",
        lambda: first(seat("Church", attached=["2 Searchlight"])),
    ),
    "problem-refuses-attribute": (
        "attach.attributes",
        lambda: first(seat("Church", raiders=[{"card": "Wes Trentin", "attached": ["Fire Axe"]}])),
    ),
    "problem-two-weapons": (
        "attach.displace",
        lambda: first(seat("Church", survivors=[{"card": "Civilian", "attached": ["Fire Axe", "Handgun"]}])),
    ),
    "problem-too-soon-to-pay": (
        "combat.breach",
        lambda: attacked(["Gang Warrior"], [], {"consume": "Ben", "amount": 2}, attack=["Gang Warrior"], defense=[]),
    ),
    "problem-no-combat": (
        "combat.where",
        lambda: BARE._replace(phase="combat", place=PLAYERS[1], agenda=(Debt(PLAYERS[1], 0, "combat.breach"),)),
    ),
    "problem-combat-now": (
        "combat.where",
        lambda: first(seat("Church"), phase="draw", combat={}, waiting={"draw": "Ann"}),
    ),
    "problem-points": (
        "stronghold.access",
        lambda: attacked(["Trudy"], ["Patsy McNally"], {"defend": "Ben"}, attack=[[], [], [], [], "Trudy"]),
    ),
    "problem-not-there": (
        "combat.defend",
        lambda: attacked(["Gang Warrior"], ["Patsy McNally"], {"defend": "Ben"}, attack=["Gang Warrior"],
                         defense=[["Patsy McNally", "Police Officer (5)"]]),
    ),
    "problem-two-groups": (
        "combat.groups",
        lambda: attacked(["Gang Warrior"], ["Patsy McNally"], {"defend": "Ben"},
                         attack=["Gang Warrior", "Gang Warrior (1)"]),
    ),
    "problem-raiders-left": (
        "combat.all-attack",
        lambda: attacked(["2 Gang Warrior"], ["Patsy McNally"], {"defend": "Ben"}, attack=["Gang Warrior"]),
    ),
    "problem-not-attacked": (
        "combat.defend",
        lambda: attacked(["Gang Warrior"], ["Patsy McNally"], ORDER, attack=["Gang Warrior"],
                         defense=[[], "Patsy McNally"], met=[2]),
    ),
    "problem-met-too-soon": (
        "combat.defend",
        lambda: attacked(["Gang Warrior"], ["Patsy McNally"], {"attack": "Ann"}, attack=["Gang Warrior"],
                         defense=["Patsy McNally"]),
    ),
    "problem-not-met": (
        "combat.order",
        lambda: attacked(["Gang Warrior"], ["Patsy McNally"], {"window": "Ann"}, attack=["Gang Warrior"], now=2),
    ),
    "problem-played-twice": ("event.one-copy", lambda: first(seat("Church"), played=["Pop!", "Pop!"])),
    "problem-not-occupied": (
        "occupy.choose",
        lambda: first(seat("Church"), phase="occupation", waiting={"act": "Ann"}),
    ),
    "problem-occupied": ("occupy.choose", lambda: first(seat("Church"), phase="draw", occupied="Ann")),
    "problem-first-turn": ("occupy.first", lambda: first(seat("Church"), turn=1, occupied="Ben")),
    "problem-no-winner": ("end.last", lambda: first(seat("Church"), phase="over")),
    "problem-nothing-awaited": ("play.waiting", lambda: first(seat("Church"), waiting=[])),
    "problem-winner": ("end.last", lambda: first(seat("Church"), winner="Ann")),
    "problem-over": ("play.over", lambda: first(seat("Church", out=True), phase="over", waiting={"act": "Ann"})),
    "problem-wrong-phase": ("play.waiting", lambda: first(seat("Church"), waiting={"act": "Ann"})),
    "problem-wrong-player": ("play.waiting", lambda: first(seat("Church"), waiting={"draw": "Ben"})),
    "problem-about-nothing": (
        "play.waiting",
        lambda: first(seat("Church", hand=["Turned"]), occupied="Ann", waiting={"remove": "Ann", "card": "Turned"}),
    ),
    "problem-cannot-pay": (
        "consume.out",
        lambda: first(seat("Church", hand=["3 Pop!"]), phase="consumption", waiting={"consume": "Ann", "amount": 2}),
    ),
    "problem-turn": (
        "setup.players",
        lambda: first(seat("Church", deck=["Civilian"]), phase="draw")._replace(turn=0),
    ),
    "problem-not-food": (
        "consume.mix",
        lambda: first(
            seat("Church", deck=["Civilian"], discard=["Pop!"]), phase="consumption",
            waiting={"consume": "Ann", "amount": 3, "cards": ["Pop!"]},
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("key", FAULTS)
def test_each_fault_is_found_with_its_rule_and_a_remedy(key):
    rule, make = FAULTS[key]
    found = problems(make())
    assert key in [each.key for each in found]
    if key not in ("problem-over", "problem-no-combat", "problem-kind"):
        assert {each.key for each in found} == {key}
    mine = next(each for each in found if each.key == key)
    assert mine.rule == rule
    assert rule in rules("en")
    assert mine.fix
    assert all(isinstance(value, str | int | tuple) for value in mine.values.values())


def test_every_fault_there_is_has_its_test():
    used = {key for site in keys.refusals() for key in site.keys if key.startswith("problem-")}
    assert used == set(FAULTS)


def test_all_faults_are_listed_at_once():
    position = build(
        seat("Church", survivors=["9 Civilian"], raiders=["Trudy", "Lord Brawn", "Police Officer"]),
        seat("Police Station", raiders=[{"card": "Lord Brawn", "wounds": 4}], hand=["Church"]),
        turn=1, occupied="Ben",
    )  # fmt: skip
    assert [each.key.removeprefix("problem-") for each in problems(position)] == [
        "stronghold", "capacity", "factions", "factions", "unique", "survivor-raids", "dead", "first-turn",
    ]  # fmt: skip


def test_the_values_say_what_the_fault_turns_on():
    (found,) = problems(FAULTS["problem-capacity"][1]())
    assert found.values == {"place": "Church", "capacity": 8, "count": 9}
    assert found.cards == (9,)
    assert found.house
    (found,) = problems(FAULTS["problem-factions"][1]())
    assert (found.values["card"], found.values["faction"]) == ("Lord Brawn", "gang")
    assert (found.values["other"], found.values["standing"], found.values["place"]) == (
        "Trudy",
        "zombie",
        "Military Base",
    )


# ---- positions that only look faulty


def test_character_killed_who_is_about_to_be_removed_may_have_no_value():
    dying = seat("Church", survivors=[{"card": "Police Officer", "wounds": 3}])
    assert (
        problems(first(dying, occupied="Ann", waiting=[{"act": "Ann"}, {"remove": "Ann", "card": "Police Officer"}]))
        == []
    )


def test_attach_unfit_who_was_turned_has_dropped_what_a_zombie_cannot_bear():
    turned = {
        "card": "Police Officer",
        "zombie": True,
        "owner": "Ben",
        "attached": [
            {"card": "Handgun", "owner": "Ben"},
            {"card": "The Finest", "owner": "Ben"},
            {"card": "Illness", "owner": "Ann"},
        ],
    }
    found = problems(first(seat("Church", raiders=[turned]), seat("Police Station")))
    assert [(each.key, each.values["card"]) for each in found] == [
        ("problem-host", "Handgun"),
        ("problem-host", "The Finest"),
        ("problem-host", "Illness"),
    ]
    turned["attached"] = [{"card": "Bitten", "owner": "Ann"}]
    assert problems(first(seat("Church", raiders=[turned]), seat("Police Station"))) == []


def test_attach_target_bitten_may_have_moved_to_a_survivor_of_the_opponent():
    bitten = {"card": "Civilian", "attached": [{"card": "Bitten", "owner": "Ben"}]}
    assert problems(first(seat("Church", survivors=[bitten]))) == []
    bitten["attached"] = ["Bitten"]
    assert [each.key for each in problems(first(seat("Church", survivors=[bitten])))] == ["problem-host"]


def test_attach_displace_patsy_keeps_her_weapons():
    patsy = {"card": "Patsy McNally", "attached": ["Handgun", "Patsy's Pistols"]}
    assert problems(first(seat("Police Station", survivors=[patsy]))) == []


def test_a_deck_by_hand_may_be_small():
    assert problems(first(seat("Church"))) == []
    assert problems(new_game(seed=0)) == []


# ---- real games have none, and looking never fails


def test_no_position_of_a_game_has_a_fault():
    for number, position in enumerate(positions(40, 3)):
        if number % 3 == 0 or len(position.agenda) > 1:
            assert problems(position) == []


def test_what_a_player_sees_has_no_fault():
    for number, position in enumerate(positions(6, 4)):
        if number % 5 == 0:
            assert problems(position.seen_by(number % 2)) == []


NOBODY = (None, *PLAYERS)


def spoiled(position: Position, rng: Random) -> Position:
    """Return the position with one random change."""
    player = PLAYERS[rng.randrange(2)]
    side, other = position.sides[player], position.sides[1 - player]
    card = CardId(rng.randrange(-2, 64))
    attack, defense = ((card,), (card, CardId(5))), ((), (), (CardId(7),))
    fight = Combat(attack, defense, (Point(1),), (Point(3),), Point(card % 5 - 1))
    ways: list[Callable[[], Position]] = [
        lambda: sides(position, player, stronghold=card),
        lambda: sides(position, player, hand=(*side.hand, card)),
        lambda: sides(position, player, survivors=side.survivors + other.raiders),
        lambda: sides(position, player, raiders=side.raiders + tuple(wounded(who, card) for who in other.survivors)),
        lambda: sides(position, player, fixtures=other.fixtures, out=True),
        lambda: position._replace(place=rng.choice(NOBODY), phase=rng.choice(("draw", "combat", "over", "?"))),
        lambda: position._replace(player=OTHER[position.player], turn=1),
        lambda: position._replace(agenda=(Debt(player, 3, "event.resolve", card),)),
        lambda: position._replace(agenda=(Searching(player, card, 3),)),
        lambda: position._replace(agenda=(Prompt("?", player),)),  # type: ignore[arg-type]
        lambda: position._replace(agenda=(), winner=rng.choice(NOBODY)),
        lambda: position._replace(combat=fight),
        lambda: sides(position, player, **Side(side.stronghold, hand=(card,))._asdict()),
    ]  # fmt: skip
    return rng.choice(ways)()


def wounded(who: InPlay, wounds: int) -> InPlay:
    return who._replace(wounds=wounds)


def test_a_faulty_position_can_always_be_looked_at():
    rng, found = Random(6), set()
    for number, position in enumerate(positions(12, 5)):
        if number % 2 == 0:
            for _ in range(rng.randint(1, 3)):
                position = spoiled(position, rng)
            found |= {each.key for each in problems(position)}
    assert len(found) > 20


def test_nothing_comes_between_an_obligation_and_its_payment():
    owing = build(
        seat("Church", survivors=["2 Civilian"], deck=["3 Sentry"]), seat("Police Station"), phase="consumption"
    )
    twice = owing._replace(agenda=owing.agenda * 2)
    assert not owing.problems()
    assert [(p.key, p.values) for p in twice.problems()] == [("problem-about-nothing", {"kind": "consume"})]
