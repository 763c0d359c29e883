"""Checks of a position: every way it breaks the rules, each with its rule, its cards and a remedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from apz.apocalypze.cards import DECK_SIZE
from apz.apocalypze.ids import CardId
from apz.apocalypze.model import (
    ATTACHMENT,
    CONSUMPTION,
    DRAW,
    HIDDEN_CARD,
    OVER,
    STRONGHOLD,
    Decision,
    InPlay,
    Position,
    Removal,
    Side,
)
from apz.apocalypze.positions.timing_problems import fighting, order
from apz.apocalypze.rules.attaching import take_off
from apz.apocalypze.rules.character_fate import bitten_face
from apz.apocalypze.rules.common_refusals import KIND_RULES, refuse, stronghold_name
from apz.apocalypze.rules.entering_play import raids, why_not_attach
from apz.apocalypze.rules.find import PILES, Fixed, Zone, attachments, characters, everywhere
from apz.apocalypze.rules.hooks import KEEPS_WEAPONS
from apz.apocalypze.rules.sums import value
from apz.apocalypze.rules.table import Table
from apz.apocalypze.rules.targets import ATTACH
from apz.core.trace import Refusal

Problems = Iterator[Refusal]
FRESH = (
    Decision.OCCUPY,
    Decision.ATTACK,
    Decision.DEFEND,
)  # decisions early in a phase, when nobody is wounded yet
ROWS = (Zone.SURVIVORS, Zone.RAIDERS)
MOVES_TO = {"Bitten": "their-survivor"}  # attachments that can move to cards other than the ones they're played on


def problems(position: Position) -> list[Refusal]:
    """Return every fault of the position, each with its rule; positions from real games have none.

    If it has numbers that no card of the game has, only those are returned.

    >>> import apz
    >>> problems(apz.named_position("first-turn"))
    []
    """
    if not isinstance(position, Position):
        raise TypeError(f"{position!r}: a position is expected here; apz.new_game() and apz.build(...) give one")
    if unknown := list(strangers(position)):
        return unknown
    return [found for check in CHECKS for found in check(position)]


def strangers(position: Position) -> Problems:
    """Yield problems: numbers that no card of the game has."""
    for number in sorted({spot.card for spot in everywhere(position)}):
        if number != HIDDEN_CARD and not 0 <= number < len(position.game.cards):
            yield refuse("problem-no-such-card", "play.unknown", fix="card-in-game", number=number)


def cards(position: Position) -> Problems:
    """Yield problems: a card that's nowhere, in two places, in the wrong place, or in another player's pile."""
    game = position.game
    places = Counter(spot.card for spot in everywhere(position))
    whole = HIDDEN_CARD not in places
    for card, face in zip(map(CardId, range(len(game.cards))), game.cards, strict=True):
        if places[card] > 1:
            yield refuse("problem-two-places", "setup.deck", (card,), "problem-one-place", card=face.name)
        elif not places[card] and whole:
            yield refuse("problem-nowhere", "setup.deck", (card,), "problem-one-place", card=face.name)
    for card, player, zone, _ in everywhere(position):
        if card < 0:
            continue
        face, owner = game.cards[card], game.owners[card]
        names: dict[str, Any] = {"card": face.name, "player": game.names[player]}
        if (zone is Zone.STRONGHOLD) != (face.kind == STRONGHOLD):
            rule = "setup.table" if zone is Zone.STRONGHOLD else "setup.deck"
            yield refuse("problem-stronghold", rule, (card,), "problem-one-stronghold", **names)
        elif zone in (*PILES, Zone.STRONGHOLD) and owner != player:
            yield refuse("problem-pile", "pile.owner", (card,), "problem-own-pile", owner=game.names[owner], **names)
        elif (zone is Zone.ATTACHED and face.kind != ATTACHMENT) or (zone in ROWS and not face.character):
            yield refuse("problem-kind", KIND_RULES[face.kind], (card,), "problem-other-zone", **names)


def decks(position: Position) -> Problems:
    """Yield problems: a player has more cards than a deck holds."""
    for player, name in enumerate(position.game.names):
        count = position.game.owners.count(player)
        if count > DECK_SIZE:
            fix = "problem-fewer-cards"
            yield refuse("problem-too-many", "setup.deck", (), fix, player=name, count=count, most=DECK_SIZE)


def crowds(position: Position) -> Problems:
    """Yield problems: too many survivors, mixed raiders, two copies of a unique card."""
    for player, side in enumerate(position.sides):
        place = position.game.cards[side.stronghold]
        if len(side.survivors) > place.capacity:
            surplus = tuple(who.id for who in side.survivors[place.capacity :])
            yield refuse(
                "problem-capacity", "stronghold.capacity", surplus, "problem-fewer-survivors", place.house("capacity"),
                place=stronghold_name(position, player), capacity=place.capacity, count=len(side.survivors),
            )  # fmt: skip
        yield from factions(position, player, side)
    copies = Counter(found.who.card for found in characters(position))
    copies.update(position.game.cards[fixed.at.id] for fixed in attachments(position))
    for card, count in copies.items():
        if card.unique and count > 1:
            same = tuple(found.who.id for found in characters(position) if found.who.card is card)
            yield refuse("problem-unique", "character.unique", same, "problem-one-copy", card=card.name, count=count)


def factions(position: Position, player: int, side: Side) -> Problems:
    """Yield problems: raiders whose faction differs from the first raider's at that stronghold."""
    for who in side.raiders[1:]:
        first = side.raiders[0]
        if who.face.faction != first.face.faction:
            yield refuse(
                "problem-factions", "character.factions", (who.id, first.id), "problem-one-faction",
                card=who.card.name, faction=who.face.faction, other=first.card.name, standing=first.face.faction,
                place=stronghold_name(position, 1 - player),
            )  # fmt: skip


def faces(position: Position) -> Problems:
    """Yield problems: a character with a face it can't have, or on the wrong side."""
    for found in characters(position):
        who, card = found.who, found.who.card
        values: dict[str, Any] = {"card": card.name, "player": position.game.names[found.player]}
        bitten = bitten_face(InPlay(who.id, card, card.human)) if card.human else None
        if who.face not in (card.human, card.zombie, bitten) or position.game.cards[who.id] is not card:
            yield refuse("problem-face", "twofold.sides", (who.id,), "problem-printed-face", **values)
        elif found.raider and not raids(card, who.face):
            fix = "problem-as-zombie" if card.twofold else "problem-to-survivors"
            yield refuse("problem-survivor-raids", "character.survivor", (who.id,), fix, **values)
        elif raids(card, who.face) and not found.raider:
            yield refuse("problem-raider-at-home", "character.raider", (who.id,), "problem-to-raiders", **values)


def wounds(position: Position) -> Problems:
    """Yield problems: a character with no value left, or wounded at a moment when nobody can be."""
    doomed = [each.card for each in position.agenda if isinstance(each, Removal)]
    fresh = position.phase in (DRAW, CONSUMPTION) or any(waiting.kind in FRESH for waiting in position.agenda)
    for found in characters(position) if position.phase != OVER else ():
        who, left = found.who, value(position, found.who)
        if left <= 0 and who.id not in doomed:
            fix = "problem-remove-it"
            yield refuse("problem-dead", "character.killed", (who.id,), fix, card=who.card.name, value=left)
        elif who.wounds and fresh:
            fix, name = "problem-no-wounds", who.card.name
            yield refuse("problem-wounded", "character.wounded", (who.id,), fix, card=name, wounds=who.wounds)


def attached(position: Position) -> Problems:
    """Yield problems: an attachment on a card that it doesn't fit or that can't carry it, or a weapon too many."""
    game = position.game
    for fixed in attachments(position):
        card, at = game.cards[fixed.at.id], fixed.at
        if card.kind != ATTACHMENT:
            continue
        if not fits(position, fixed):
            yield refuse(
                "problem-host", "attach.target", (at.id, at.to), "problem-other-host", card.house("target"),
                card=card.name, host=game.cards[at.to].name, wanted=card.target,
            )  # fmt: skip
        table = Table(position)
        take_off(table, at.id)
        refusal = why_not_attach(table, card, at.id, at.to)
        if refusal:
            yield refusal._replace(key=f"problem-{refusal.key}", fix="problem-other-host")
    for found in characters(position):
        yield from weapons(position, found.who)


def fits(position: Position, fixed: Fixed) -> bool:
    """Return True if an attachment's owner, occupying its stronghold, could play it on its host or move it there."""
    card, at = position.game.cards[fixed.at.id], fixed.at
    keys = [key for key in (card.target, MOVES_TO.get(card.name, "")) if key in ATTACH]
    table = Table(position)
    table.place = fixed.place
    take_off(table, at.id)
    return any((at.to,) in ATTACH[key].choices(table, position.game.owners[at.id], at.id) for key in keys)


def weapons(position: Position, who: InPlay) -> Problems:
    """Yield problems: two weapons although the new one should have displaced the old one."""
    armed = [at.id for at in who.attached if at.to == who.id and "weapon" in position.game.cards[at.id].attributes]
    for old, new in pairwise(armed):
        if position.game.cards[old].displaced and who.card.name not in KEEPS_WEAPONS:
            yield refuse(
                "problem-two-weapons", "attach.displace", (old, new, who.id), "problem-one-weapon",
                card=position.game.cards[old].name, other=position.game.cards[new].name, host=who.card.name,
            )  # fmt: skip


CHECKS = (cards, decks, crowds, faces, wounds, attached, fighting, order)
