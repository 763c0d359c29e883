"""Bugs that random games found, each kept as a test."""

from dataclasses import replace
from typing import Any

from apz.apocalypze.ids import PLAYERS, CardId, Point
from apz.apocalypze.model import (
    COMBAT,
    OCCUPATION,
    ZOMBIE,
    Attached,
    Combat,
    Decision,
    Game,
    InPlay,
    Position,
    Prompt,
    Searching,
    Side,
    Window,
    Wounds,
)
from apz.apocalypze.moves import Done, Event, Take, Use, Wound
from apz.apocalypze.play import why_not
from tests.apocalypze.properties.games import BOX, step_of
from tests.apocalypze.properties.positions import check_lives
from tests.apocalypze.properties.steps import check_said


def scene(sides: tuple[dict[str, Any], dict[str, Any]], *names: str, **fields: Any) -> Position:
    """Return a position with two strongholds and these cards; `owners` has the cards' owners, `sides` their zones."""
    homes = ("Military Base", "Roadside Diner")
    cards = tuple(BOX[name] for name in (*homes, *names))
    owners = (0, 1, *fields.pop("owners"))
    both = [Side(stronghold, **side) for stronghold, side in zip(map(CardId, (0, 1)), sides, strict=True)]
    return Position(Game(cards, owners), (both[0], both[1]), turn=3, **fields)


def someone(card: int, name: str, *, zombie: bool = False, wounds: int = 0, attached: tuple[int, ...] = ()) -> InPlay:
    """Return a character in play."""
    face = BOX[name].zombie if zombie else BOX[name].human
    assert face
    me = CardId(card)
    return InPlay(me, BOX[name], face, wounds, tuple(Attached(CardId(each), me) for each in attached))


def test_a_wounded_human_who_is_turned_into_a_weaker_zombie_does_not_stand_there_without_value():
    officer = someone(2, "Police Officer", wounds=2)
    position = scene(
        ({"hand": (3,), "deck": (4,)}, {"survivors": (officer,), "deck": (5,)}),
        "Police Officer", "Turned", "Soldier", "Biker",
        owners=(1, 0, 0, 1), phase=OCCUPATION, place=PLAYERS[1], agenda=(Prompt(Decision.ACT, PLAYERS[0]),),
    )  # fmt: skip
    after = step_of(position, Event(3, (2,))).after
    check_lives(after)
    assert after.sides[1].deck == (5, 2), "a twofold zombie is recycled"


def test_a_hog_whose_biker_was_turned_brings_nobody_into_the_defense():
    biker = someone(2, "Biker", zombie=True, attached=(3,))
    guard = someone(4, "Biker")
    position = scene(
        ({"raiders": (biker,), "deck": (6,)}, {"survivors": (guard,), "deck": (5,)}),
        "Biker", "Hog", "Biker", "Biker", "Soldier",
        owners=(1, 1, 1, 1, 0), phase=COMBAT, place=PLAYERS[1], agenda=(Window(PLAYERS[1]),),
        combat=Combat(((CardId(2),), ()), ((CardId(4),), ()), met=(Point(1),), now=Point(1)),
    )  # fmt: skip
    refusal = why_not(position, Use(3))
    assert refusal
    check_said(refusal)


def test_an_antonio_who_was_bitten_saves_no_police_at_another_place():
    antonio = someone(2, "Antonio Jones")
    antonio = antonio._replace(face=antonio.face._replace(faction=ZOMBIE))
    officer = someone(3, "Police Officer", wounds=2)
    raider = someone(4, "Fast Zombie", zombie=True)
    position = scene(
        ({"raiders": (raider,), "deck": (6,)}, {"raiders": (antonio,), "survivors": (officer,), "deck": (5,)}),
        "Antonio Jones", "Police Officer", "Fast Zombie", "Biker", "Soldier",
        owners=(0, 1, 0, 1, 0), phase=COMBAT, place=PLAYERS[1], agenda=(Wounds(PLAYERS[1], 1),),
        combat=Combat(((CardId(4),), ()), ((CardId(3),), ()), met=(Point(1),), now=Point(1)),
    )  # fmt: skip
    after = step_of(position, Wound(3)).after
    assert 3 in after.sides[1].discard, "nobody is asked, the officer is removed"


def test_a_breach_of_a_stronghold_without_damage_asks_nobody_for_anything():
    raider = someone(2, "Fast Zombie", zombie=True)
    position = scene(
        ({"raiders": (raider,), "deck": (3,)}, {"deck": (4,)}),
        "Fast Zombie", "Soldier", "Biker",
        owners=(0, 0, 1), phase=COMBAT, place=PLAYERS[1], agenda=(Prompt(Decision.ATTACK, PLAYERS[0]),),
        combat=Combat(((CardId(2),), ()), ((), ())),
    )  # fmt: skip
    tent = replace(BOX["Roadside Diner"], damage=0)
    position = position._replace(
        game=position.game._replace(cards=(position.game.cards[0], tent, *position.game.cards[2:]))
    )
    waiting = step_of(position, Done()).after.waiting
    assert waiting
    assert (waiting.kind, waiting.player) == ("consume", 0), "the raider's own meal comes next"


def test_a_card_that_is_taken_out_of_a_pile_to_be_played_cannot_be_put_on_another():
    position = scene(
        ({"deck": (2, 3)}, {"deck": (4,)}),
        "Cult Fanatic", "Soldier", "Biker", "Bishop Land",
        owners=(0, 0, 1, 0), phase=OCCUPATION, place=PLAYERS[1],
        agenda=(Prompt(Decision.ACT, PLAYERS[0]), Searching(PLAYERS[0], CardId(5))),
    )  # fmt: skip
    position = position._replace(
        sides=(position.sides[0]._replace(raiders=(someone(5, "Bishop Land"),)), position.sides[1])
    )
    assert why_not(position, Take(2)) is None
    refusal = why_not(position, Take(2, 5))
    assert refusal
    check_said(refusal)
