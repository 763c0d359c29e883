"""Random games between all kinds of decks, and a short text that tells positions apart."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from apz.apocalypze.cards import Deck, library
from apz.apocalypze.model import STRONGHOLD, Position
from apz.apocalypze.moves import Event, Move, Take, TakeBack, Use
from apz.apocalypze.play import play
from apz.apocalypze.setup import new_game
from apz.core.trace import Step

BOX = library()
STARTERS = tuple(BOX.decks)
STRONGHOLDS = tuple(name for name in BOX if BOX[name].kind == STRONGHOLD)
OTHERS = tuple(name for name in BOX if BOX[name].kind != STRONGHOLD)
TWOFOLDS = tuple(name for name in BOX if BOX[name].twofold)
CIRCLES = (  # cards that have something to do with each other
    ("Bitten", "Biker", "Gang Mark", "Gang Warrior", "Police Officer"),
    ("Bitten", "Civilian", "Soldier", "Turned", "Hog", "Biker"),
    ("Bitten", "Antonio Jones", "Police Officer", "Wilfred Python", "Moose Tucker", "Biker", "Lurking Death"),
    ("Gang Mark", "Gang Warrior", "Biker", "Hog", "The Finest", "Police Officer", "Mugged", "Chain Link Fence"),
    ("Turned", "Sniper Rifle", "Police Officer", "The Finest", "Soldier", "Cult Fanatic", "Field Promotion"),
    ("Albert & Anita Hanson", "Cult Fanatic", "Bishop Land", "Molotov Cocktail", "Wes Trentin", "Combat Ready"),
    ("Shotgun", "Fire Axe", "Patsy McNally", "Police Officer", "Handgun", "Pop!", "Head Shot", "Rest In Peace"),
    ("Searchlight", "Cinda Parikh", "Chain Link Fence", "Civilian", "Fast Zombie", "Scent of Blood", "Sentry"),
    ("No Escape", "Thief in the Night", "Civilian", "Biker", "Illness", "Recycle", "Take What You Need"),
    ("Fast Zombie", "Trudy", "The Juggernaut", "Bitten", "John Misarti", "Baseball Bat", "Adrenaline", "Civilian"),
)


def own_deck(rng: Random, names: Sequence[str] = ()) -> Deck:
    """Return a random deck of few different cards, so that the same cards often come up together."""
    stronghold = rng.choice(STRONGHOLDS)
    if not names:
        names = [rng.choice(TWOFOLDS), *rng.sample(OTHERS, rng.randint(3, 10))]
        if rng.random() < 0.6:
            names = [*rng.choice(CIRCLES), *rng.choice(CIRCLES)]
    return Deck("own", stronghold, (stronghold, *(rng.choice(names) for _ in range(29))))


def a_game(rng: Random) -> Position:
    """Return a new game between random decks, starter decks or made-up ones, sometimes with changed strongholds."""
    first, second = (rng.choice(STARTERS) if rng.random() < 0.4 else own_deck(rng) for _ in (0, 1))
    starts, strict = rng.choice((0, 1, None)), rng.random() < 0.1
    start = new_game(first, second, seed=rng.getrandbits(32), starts=starts, strict=strict)
    return rebuilt(start, rng) if rng.random() < 0.5 else start


def rebuilt(position: Position, rng: Random) -> Position:
    """Return the game with strongholds of random sizes, so that they're full or breached more often."""
    cards = list(position.game.cards)
    for side in position.sides:
        access, capacity, damage = rng.randint(1, 6), rng.randint(0, 3), rng.randint(0, 3)
        cards[side.stronghold] = replace(cards[side.stronghold], access=access, capacity=capacity, damage=damage)
    return position._replace(game=position.game._replace(cards=tuple(cards)))


def choose(moves: list[Move], rng: Random, daring: bool) -> Move:
    """Return one of the moves: rarely a take-back, and abilities and events more often if `daring`."""
    if daring and rng.random() < 0.5:
        acts = [move for move in moves if isinstance(move, Event | Use | Take)]
        if acts:
            return rng.choice(acts)
    move = rng.choice(moves)
    if isinstance(move, TakeBack) and rng.random() < 0.8:
        move = rng.choice(moves)
    return move


def step_of(position: Position, move: Move) -> Step:
    """Return the step of a move that must be legal."""
    step = play(position, move)
    assert isinstance(step, Step), (move, step)
    return step


def fingerprint(position: Position) -> str:
    """Return a short text that's the same for the same position, on every machine and Python version."""
    text = json.dumps(plainly(position._replace(game=position.game._replace(cards=()))), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def plainly(thing: Any) -> Any:
    """Return a position, or any part of one, as nested lists, numbers and strings."""
    if isinstance(thing, tuple | list):
        return [type(thing).__name__, *(plainly(each) for each in thing)]
    if isinstance(thing, frozenset):
        return sorted(thing)
    return thing if isinstance(thing, str | int | None) else repr(thing)
