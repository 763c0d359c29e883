"""A table of refused moves, and shortcuts to the situations they're refused in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from apz.apocalypze.model import DECK
from apz.apocalypze.moves import Done, Draw, Eat, Event, Move, Occupy, Pass, Use
from tests.apocalypze.situations import ANN, BEN, Situation, engagement, groups, seat

OFFICER, PATSY, WARRIOR, FANATIC, MOLOTOV = (
    "Police Officer", "Patsy McNally", "Gang Warrior", "Cult Fanatic", "Molotov Cocktail",
)  # fmt: skip
FENCE, READY, NEED = "Chain Link Fence", "Combat Ready", "Take What You Need"

Tried = Iterator[tuple[Situation, Move]]  # the refused move; then perhaps one that's legal after a small change


class Case(NamedTuple):
    """A situation in which a move is refused, and what the refusal must say."""

    key: str
    rule: str
    fix: str
    cards: tuple[str, ...]
    values: dict[str, Any]
    tried: Callable[[], Tried]


def refused(key: str, rule: str, fix: str, *cards: str, **values: Any) -> Callable[[Callable[[], Tried]], Case]:
    """Return a decorator that turns a function that tries a move into a `Case`, with the refusal the move must get."""
    return lambda tried: Case(key, rule, fix, cards, values, tried)


def at(whose: str, ann: dict[str, Any] | None = None, ben: dict[str, Any] | None = None, **state: Any) -> Situation:
    """Return a situation where Ann occupies her Police Station or Ben's Church."""
    first = seat("Police Station", **{"deck": ["12 Pop!"], **(ann or {})})
    second = seat("Church", **{"deck": ["12 Civilian"], **(ben or {})})
    return Situation(first, second, **{"phase": "occupation", "occupied": whose, **state})


def next_turn(game: Situation) -> Situation:
    """End Ann's turn, let Ben do nothing on his, and have Ann occupy her own stronghold; return the situation."""
    game.do(Done())
    while game.waits() != ("act", ANN):
        kind, player = game.waits()
        moves: dict[str, Move] = {"draw": Draw(), "occupy": Occupy(player), "act": Done(), "last": Pass()}
        game.do(moves.get(kind, Eat(DECK)))
    return game


def owing(amount: int, **zones: Any) -> Situation:
    """Return a situation where Ann owes this amount."""
    waiting = {"consume": "Ann", "amount": amount}
    ben = seat("Church", deck=["Civilian"])
    return Situation(seat("Police Station", **zones), ben, phase="consumption", waiting=waiting)


def searching(*discard: str) -> Situation:
    """Return a situation where Ann searches her discard pile for an attachment."""
    game = at("Ann", {"hand": [NEED, "Pop!"], "discard": discard, "survivors": [OFFICER]})
    return game.do(Event(game.card(NEED)))


def arming(**zones: Any) -> Situation:
    """Return a situation where Ann searches her deck for a gun."""
    game = at("Ann", {"deck": ["Handgun", "Baseball Bat"], "survivors": [OFFICER, "Biker"], **zones})
    return game.do(Use(game.side(ANN).stronghold, text=1))


def thrown(hand: list[str]) -> Situation:
    """Return a situation where Ann has played a Molotov Cocktail and Ben may respond."""
    survivors = [{"card": OFFICER, "attached": ["Handgun"]}]
    game = engagement([FANATIC], survivors, ann={"hand": [MOLOTOV]}, ben={"hand": hand})
    return game.do(Event(game.card(MOLOTOV), (game.card(FANATIC),)))


def attacking(survivors: list[Any] | None = None) -> Situation:
    """Return a situation where Ann's two warriors are about to attack Ben's Police Station."""
    ann = seat("Church", raiders=[f"2 {WARRIOR}"], deck=["9 Civilian"])
    ben = seat("Police Station", survivors=survivors or [], deck=["9 Pop!"])
    return Situation(ann, ben, phase="combat")


def in_order() -> Situation:
    """Return a situation where Ben chooses between engagements at the first two of four access points."""
    game = attacking([f"2 {OFFICER}"])
    one, other = (who.id for who in game.side(BEN).survivors)
    return game.do(*groups([[1], [2]], [[one], [other]]))
