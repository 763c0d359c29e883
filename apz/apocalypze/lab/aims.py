"""Aims for combat or a payment, and the numbers that compare two outcomes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from apz.apocalypze.ask import find_card
from apz.apocalypze.ids import OTHER, Player
from apz.apocalypze.model import Position, Side
from apz.apocalypze.rules.consumption import resources, spared
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.sums import value
from apz.apocalypze.show.text import short
from apz.core.reading import match, quoted, stop

Number = int | float
Weighing = Callable[[Position, Position], Number]  # (before, after): more is better
Wanted = str | Mapping[str, int] | Weighing

LEAST, SURVIVE, NOBODY, DAMAGE, KEEP, OWN, WORTHS = (
    "lose-least", "survive", "lose-nobody", "most-damage", "keep", "own", "worths",
)  # fmt: skip
# the words for each aim; "keep" is followed by a card
NAMES = {
    "fewest resources lost": LEAST,
    "lose no character": NOBODY,
    "survive the turn": SURVIVE,
    "do most damage": DAMAGE,
}
BASE = 1_000_000  # more than twice as large as any single number of an outcome, even if 200 cards are in play
MOST_WORTH = 1_000  # of one character
OVER = "standing"


class Measured(NamedTuple):
    """One number of an outcome: the key of its name and the amount, where more is better."""

    key: str
    amount: Number


def holdings(position: Position, player: Player) -> int:
    """Return the total of what a player has: what they could consume, plus the value of their other characters."""
    side = position.sides[player]
    other = [who for who in side.survivors if spared(position, player, who)] + [*side.raiders]
    return resources(position, player) + sum([value(position, who) for who in other])


def lost(before: Position, after: Position, player: Player) -> int:
    """Return how much a player lost from `before` to `after`."""
    return holdings(before, player) - holdings(after, player)


def present(side: Side) -> set[int]:
    """Return the ids of a player's characters in play."""
    return {who.id for who in (*side.survivors, *side.raiders)}


def gone(before: Position, after: Position, player: Player) -> int:
    """Return how many of a player's characters have left play or changed sides."""
    return len(present(before.sides[player]) - present(after.sides[player]))


@dataclass(frozen=True)
class Aim:
    """A player's aim: outcomes are compared number by number, and the first difference decides.

    Every aim except a custom function starts with the standing: 1 if the opponent is out, -1 if the player is. Once
    somebody is out, nothing else counts.
    """

    key: str
    player: Player
    card: int = -1  # the character to keep
    worths: Mapping[int, int] = field(default_factory=dict)  # what each character is worth if it's in play at the end
    weighing: Weighing | None = None

    @property
    def additive(self) -> bool:
        """True unless the aim is a custom function, so that effects on different cards can be added up."""
        return self.weighing is None

    @property
    def opponent(self) -> Player:
        """The opponent of the aim's player."""
        return OTHER[self.player]

    def measured(self, before: Position, after: Position) -> tuple[Measured, ...]:
        """Return the numbers of an outcome, the most important first."""
        if self.weighing is not None:
            return (Measured(OWN, weighed(self.weighing, before, after)),)
        me, them = self.player, self.opponent
        keys = KEYS[self.key]
        if after.winner is not None:
            return Measured(OVER, 1 if after.winner == me else -1), *[Measured(key, 0) for key in keys]
        found = [Measured(OVER, 0)]
        for key in keys:
            if key == "kept":
                amount = int(self.card in present(after.sides[me]))
            elif key == "gone":
                amount = -gone(before, after, me)
            elif key == "lost":
                amount = -lost(before, after, me)
            elif key == "dealt":
                amount = lost(before, after, them)
            elif key == "left":
                amount = resources(after, me) - resources(before, me)
            else:
                here = present(after.sides[0]) | present(after.sides[1])
                amount = sum([worth for card, worth in self.worths.items() if card in here])
            found.append(Measured(key, amount))
        return tuple(found)

    def score(self, before: Position, after: Position) -> Number:
        """Return an outcome as one number that sorts the way `measured` does."""
        return packed(self.measured(before, after))


KEYS = {
    LEAST: ("lost", "dealt"),
    SURVIVE: ("left",),
    NOBODY: ("gone", "lost", "dealt"),
    DAMAGE: ("dealt", "lost"),
    KEEP: ("kept", "lost", "dealt"),
    WORTHS: ("worth", "lost", "dealt"),
}


def packed(numbers: tuple[Measured, ...]) -> Number:
    """Return several numbers packed into one that compares the same way; sums of packed numbers are packed sums."""
    total = numbers[0].amount
    for each in numbers[1:]:
        total = total * BASE + each.amount
    return total


def unpacked(aim: Aim, score: Number) -> tuple[Measured, ...]:
    """Return the numbers that `packed` combined into this score."""
    if aim.weighing is not None:
        return (Measured(OWN, score),)
    rest, found = int(score), list[Measured]()
    for key in reversed(KEYS[aim.key]):
        amount = (rest + BASE // 2) % BASE - BASE // 2
        found.append(Measured(key, amount))
        rest = (rest - amount) // BASE
    return Measured(OVER, rest), *reversed(found)


def weighed(weighing: Weighing, before: Position, after: Position) -> Number:
    """Return a custom aim function's result; raise BadInput if it fails, and TypeError unless it returns a number.

    Both errors name the function; the values of BadInput's fault include the position that it failed for, as `after`.
    """
    name = getattr(weighing, "__qualname__", type(weighing).__name__)
    try:
        given: Any = weighing(before, after)
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}".rstrip(": ")
        stop("", 0, "weighing-failed", "look-after", name=name, wrong=wrong, told=partial(_told, after), after=after)
    if isinstance(given, bool) or not isinstance(given, int | float) or not math.isfinite(given):
        raise TypeError(f"{name}: {given!r}: a weighing returns a number for (before, after), the more the better")
    return given


def _told(position: Position, language: str) -> str:
    """Return a position in one line, for an error message."""
    return short(position, language)


def read_aim(position: Position, player: Player, wanted: Any = None) -> Aim:
    """Return the aim for `wanted`: a name, "keep" and a character, worths by name, or a function.

    By default, the aim is to do the most damage when attack groups are formed, and to lose the least otherwise.

    >>> import apz
    >>> position = apz.named_position("police-station")
    >>> read_aim(position, position.waiting.player, "keep patsy").key
    'keep'
    >>> read_aim(position, position.waiting.player, "win the lottery")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    apz.core.reading.BadInput: "win the lottery" isn't an aim; it's one of: do most damage, ...
    """
    if wanted is None:
        waiting = position.waiting
        return Aim(DAMAGE if waiting is not None and waiting.kind == "attack" else LEAST, player)
    if isinstance(wanted, Aim):
        return wanted
    if isinstance(wanted, Mapping):
        return Aim(WORTHS, player, worths=worths(position, wanted))
    if isinstance(wanted, str):
        return named(position, player, wanted)
    if callable(wanted):
        return Aim(OWN, player, weighing=wanted)
    raise TypeError(f'aim={wanted!r}: give its name, such as "lose no character", worths by name, or a function')


def named(position: Position, player: Player, wanted: str) -> Aim:
    """Return the aim with this name; raise BadInput if there's none."""
    verb, _, rest = wanted.strip().partition(" ")
    if verb.casefold() == KEEP and rest.strip():
        card = find_card(position, rest.strip())
        found = find(position, card)
        if found is None or found.player != player:
            name, who = position.game.cards[card].name, position.game.names[player]
            stop("", 0, "cannot-keep", "name-kept", card=name, player=who)
        return Aim(KEEP, player, card)
    key = NAMES.get(match(wanted, NAMES) or "")
    if key is None:
        stop("", 0, "unknown-aim", "one-of", value=quoted(wanted), names=", ".join(sorted((*NAMES, "keep ..."))))
    return Aim(key, player)


def worths(position: Position, wanted: Mapping[Any, Any]) -> dict[int, int]:
    """Return the worths by card number; raise BadInput for a name nobody in play has, TypeError for a bad worth."""
    characters = [who for side in position.sides for who in (*side.survivors, *side.raiders)]
    names = {who.card.name for who in characters}
    found: dict[int, int] = {}
    for name, worth in wanted.items():
        if type(worth) is not int or abs(worth) > MOST_WORTH:
            raise TypeError(f"{name!r}: {worth!r}: a worth is a whole number, from {-MOST_WORTH} to {MOST_WORTH}")
        meant = match(name, names) if isinstance(name, str) else None
        if meant is None:
            fix = "in-play-are" if names else ""
            stop("", 0, "no-character-in-play", fix, value=quoted(name), names=", ".join(sorted(names)))
        found |= {who.id: worth for who in characters if who.card.name == meant}
    return found
