"""Remedies for later: the changes that would make a refused move legal, if nothing helps now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from apz.apocalypze import moves
from apz.apocalypze.ids import OTHER, CardId, Player, Point
from apz.apocalypze.model import (
    ATTACHMENT,
    COMBAT,
    DECK,
    GANG,
    OCCUPATION,
    Combat,
    Decision,
    Position,
    Prompt,
    Side,
    Waiting,
    Window,
)
from apz.apocalypze.moves import Move
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.engine import barred
from apz.apocalypze.rules.find import called, find, find_attachment
from apz.apocalypze.rules.procedures import PROCEDURES
from apz.apocalypze.rules.targets import rivals
from apz.core.trace import Refusal, Values


class Remedy(NamedTuple):
    """A remedy: moves that can be played now, or changes that must come first, and the values for its text."""

    ways: tuple[tuple[Move, ...], ...] = ()
    later: Values = {}
    values: Values = {}


class Case(NamedTuple):
    """A refused move with the position it was tried in."""

    position: Position
    waiting: Waiting
    move: Any
    refusal: Refusal

    @property
    def player(self) -> Player:
        """The player whose move it would be; for an ability at the other stronghold, the player whose turn it is."""
        there = self.refusal.key in ("text-elsewhere", "stronghold-elsewhere")
        return self.position.player if there else self.waiting.player

    @property
    def legal(self) -> list[Move]:
        """The list of legal moves in the position."""
        return PROCEDURES[self.waiting.kind].legal(self.position, self.waiting)


def after(position: Position, player: Player, place: Player | None, gone: Iterable[CardId]) -> Position:
    """Return the position without the characters in `gone`; with `place`, on a later turn when `player` occupies it."""
    missing = frozenset(gone)
    sides = tuple([_without(side, missing) for side in position.sides])
    position = position._replace(sides=sides)
    if place is None:
        return position
    return position._replace(
        turn=position.turn + 2, player=player, phase=OCCUPATION, place=place, agenda=(Prompt(Decision.ACT, player),),
        combat=None, used=(), played=(), lasting=(),
    )  # fmt: skip


def _without(side: Side, gone: frozenset[CardId]) -> Side:
    """Return a side without these characters."""
    survivors = tuple([who for who in side.survivors if who.id not in gone])
    raiders = tuple([who for who in side.raiders if who.id not in gone])
    return side._replace(survivors=survivors, raiders=raiders)


def stopped(position: Position, move: Any) -> Refusal | None:
    """Return why a move isn't legal in a position, or None if it is; an attachment without a host may have any host."""
    refusal = barred(position, move)
    card = getattr(move, "card", DECK)
    vague = isinstance(move, moves.Attach) and move.to == DECK
    vague = vague or (isinstance(move, moves.Play) and position.game.cards[card].kind == ATTACHMENT)
    waiting = position.waiting
    if refusal is None or not vague or waiting is None:
        return refusal
    legal = PROCEDURES[waiting.kind].legal(position, waiting)
    return None if any(isinstance(each, moves.Attach) and each.card == card for each in legal) else refusal


def blockers(position: Position, refusal: Refusal) -> Iterator[CardId]:
    """Yield the characters in play that a refusal is about, and that would have to leave."""
    if refusal.key == "unique-in-play":
        yield CardId(refusal.cards[1])
    elif refusal.key == "factions-clash":
        for side in position.sides:
            yield from (who.id for who in side.raiders if who.face.faction == refusal.values["standing"])
    elif refusal.key == "aim-beside":
        found = find(position, CardId(refusal.cards[1]))
        yield from (who.id for who in (rivals(position, found.place, found.who.id) if found else ()))
    elif refusal.key == "marked":
        fixed = find_attachment(position, CardId(refusal.cards[0]))
        raiders = position.sides[OTHER[fixed.place]].raiders if fixed else ()
        yield from (who.id for who in raiders if who.face.faction == GANG)


def when_gone(case: Case, place: Player | None = None) -> Remedy | None:
    """Return the remedy of waiting until some characters have left, or None if that isn't enough.

    With a place, the player also has to occupy it on a later turn.
    """
    gone: list[CardId] = []
    refusal = stopped(after(case.position, case.player, place, gone), case.move)
    while refusal is not None:
        more = [card for card in blockers(case.position, refusal) if card not in gone]
        if not more:
            return None
        gone += more
        refusal = stopped(after(case.position, case.player, place, gone), case.move)
    names = tuple(dict.fromkeys(called(case.position, card) for card in gone))
    later: dict[str, Any] = {"gone": tuple(gone)} if gone else {}
    values: dict[str, Any] = {"gone": names, "leaving": len(gone)}
    if place is not None:
        later |= {"place": place, "player": case.player}
        values["other"] = stronghold_name(case.position, place)
    return Remedy((), later, values)


def other_place(case: Case) -> Remedy | None:
    """Return the remedy of just occupying the other stronghold on another turn, or else what `same_moment` finds."""
    place = case.position.place
    found = None if place is None else when_gone(case, OTHER[place])
    return found if found and not found.values["leaving"] else same_moment(case)


def same_moment(case: Case) -> Remedy | None:
    """Return the remedy of an ability used with the other stronghold occupied; None if that wouldn't work.

    It's used at a moment like this one or, if that fails, in an engagement of its own character.
    """
    place = case.position.place
    if place is None or not isinstance(case.move, moves.Use):
        return None
    other = {"other": stronghold_name(case.position, OTHER[place])}
    if barred(case.position._replace(place=OTHER[place]), case.move) is None:
        return Remedy((), {"at": OTHER[place]}, other)
    raider = bearer_of(case)
    there = engaged(case.position, case.player, raider)
    return (
        Remedy((), {"engaged": raider, "player": case.player}, other)
        if there and barred(there, case.move) is None
        else None
    )


def engaged(position: Position, player: Player, raider: CardId) -> Position | None:
    """Return the position on a later turn away from home, with only this raider fighting; None if it can't fight."""
    raiders, survivors = position.sides[player].raiders, position.sides[OTHER[player]].survivors
    if raider not in [who.id for who in raiders] or not survivors:
        return None
    there = after(position, player, OTHER[player], ())
    combat = Combat(((raider,),), ((survivors[0].id,),), met=(Point(1),), now=Point(1))
    return there._replace(phase=COMBAT, combat=combat, agenda=(Window(player),))


def bearer_of(case: Case) -> CardId:
    """Return the character that the ability's card is attached to, or else the card itself."""
    fixed = find_attachment(case.position, case.move.card)
    return fixed.host.id if fixed and fixed.host else CardId(case.move.card)


def other_place_when_gone(case: Case) -> Remedy | None:
    """Return the remedy of occupying the other stronghold on another turn once some characters have left, or None."""
    place = case.position.place
    return None if place is None else when_gone(case, OTHER[place])


def next_turn(case: Case) -> Remedy | None:
    """Return the remedy of waiting for another turn, if nothing else has to change."""
    there = case.position._replace(used=(), played=())
    return Remedy((), {"turn": 1}) if barred(there, case.move) is None else None


def own_engagement(case: Case) -> Remedy | None:
    """Return the remedy of waiting for the engagement of the card's own character, if it's still to come."""
    combat = case.position.combat
    assert combat
    bearer = bearer_of(case)
    for point in combat.met:
        here = bearer in combat.attack[point - 1] + combat.defense[point - 1]
        there = case.position._replace(combat=combat._replace(now=point, boosts=()))
        if here and point not in combat.resolved and barred(there, case.move) is None:
            return Remedy((), {"point": point}, {"engagement": point})
    return None
