"""Small positions built from random cards: the stage for scenes of rare rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.model import ATTACHMENT, CULT, GANG, RAIDER, SURVIVOR, Card, Position
from apz.apocalypze.moves import Done, Engage, Move, Send
from apz.apocalypze.play import step
from apz.apocalypze.positions import build, seat
from apz.apocalypze.teaching.exercises.random_games import box
from apz.core.luck import Chance

Scene = tuple[Position, Move]
SceneMaker = Callable[[Chance], Scene]
ANN, BEN = 0, 1
PAIRS = (("Ann", "Ben"), ("Mia", "Tom"), ("Zoe", "Max"), ("Eva", "Sam"))


@cache
def cast(wanted: str) -> tuple[str, ...]:
    """Return the names of the cards of a kind."""
    sorts: dict[str, Callable[[Card], bool]] = {
        "survivor": lambda card: card.kind == SURVIVOR and not card.unique,
        "unique-survivor": lambda card: card.kind == SURVIVOR and card.unique,
        "unique-raider": lambda card: card.kind == RAIDER and card.unique,
        "one-sided": lambda card: card.character and not card.twofold,
        "twofold-survivor": lambda card: card.kind == SURVIVOR and card.twofold,
        "twofold": lambda card: card.twofold,
        "gang": lambda card: card.kind == RAIDER and card.human is not None and card.human.faction == GANG,
        "cult": lambda card: card.kind == RAIDER and card.human is not None and card.human.faction == CULT,
        "zombie": lambda card: card.kind == RAIDER and card.human is None,
        "human-raider": lambda card: card.kind == RAIDER and card.human is not None and not card.refuses,
        "refuses-weapon": lambda card: "weapon" in card.refuses,
        "weapon": lambda card: card.kind == ATTACHMENT and card.displaced and card.target == "your-human",
        "gun": lambda card: card.kind == ATTACHMENT and "gun" in card.attributes and card.target == "your-human",
    }
    return tuple(name for name, card in library().items() if sorts[wanted](card))


def any_of(chance: Chance, wanted: str, number: int = 1, but: Iterable[str] = ()) -> list[str]:
    """Return the names of up to `number` different cards of a kind, except those in `but`."""
    return chance.mixed([name for name in cast(wanted) if name not in but])[:number]


def one_of(chance: Chance, wanted: str, *but: str) -> str:
    """Return the name of a random card of a kind, except those in `but`."""
    return chance.one([name for name in cast(wanted) if name not in but])


def place(chance: Chance, *but: str) -> str:
    """Return the name of a random stronghold, except those in `but`."""
    return chance.one([name for name in box()[0] if name not in but])


def bearing(name: str, *attached: Any, **more: Any) -> dict[str, Any]:
    """Return a character with attachments, as `player` takes it."""
    return {"card": name, "attached": list(attached), **more}


def undead(name: str, *attached: Any) -> dict[str, Any]:
    """Return a twofold as a zombie, as `player` takes it."""
    return bearing(name, *attached, zombie=True)


def player(chance: Chance, stronghold: str = "", **zones: Any) -> dict[str, Any]:
    """Return one player for `table`, with a deck to pay with."""
    deck = [f"{2 + chance.below(7)} {one_of(chance, 'twofold-survivor')}"]
    return seat(stronghold or place(chance), **{"deck": deck, **zones})


def table(chance: Chance, mine: dict[str, Any], theirs: dict[str, Any], **state: Any) -> Position:
    """Return the position with these two players under random names; "me" and "them" stand for the players."""
    names = dict(zip(("me", "them"), chance.mixed(chance.one(PAIRS)), strict=True))
    told = called({"players": [{"name": "me", **mine}, {"name": "them", **theirs}], **state}, names)
    first, second = told.pop("players")
    return build(first, second, luck=chance.below(1 << 40), **told)


def called(value: Any, names: dict[str, str]) -> Any:
    """Return the same structure with the players' names filled in."""
    if isinstance(value, dict):
        return {key: called(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [called(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def acting(chance: Chance, mine: dict[str, Any], theirs: dict[str, Any], home: bool, **state: Any) -> Position:
    """Return a position in my occupation phase, at home or at their stronghold."""
    return table(chance, mine, theirs, whose="me", occupied="me" if home else "them", **state)


def card(position: Position, name: str, nth: int = 0) -> int:
    """Return the id of the nth card with this name, counted from 0."""
    return [number for number, each in enumerate(position.game.cards) if each.name == name][nth]


def after(position: Position, *moves: Move) -> Position:
    """Return the position after these legal moves."""
    for move in moves:
        position = step(position, move).after
    return position


def facing(chance: Chance, mine: dict[str, Any], theirs: dict[str, Any]) -> Position:
    """Return a position where all my raiders attack access point 1, and all their survivors are sent to block them."""
    position = table(chance, mine, theirs, whose="me", phase="combat")
    position = after(position, *[Send(who.id, 1) for who in position.sides[ANN].raiders], Done())
    return after(position, *[Send(who.id, 1) for who in position.sides[BEN].survivors])


def engaged(chance: Chance, mine: dict[str, Any], theirs: dict[str, Any]) -> Position:
    """Return the position of `facing` once the engagement has begun."""
    position = after(facing(chance, mine, theirs), Done())
    return after(position, Engage(1)) if position.waiting and position.waiting.kind == "order" else position
