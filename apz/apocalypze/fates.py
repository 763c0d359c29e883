"""What becomes of characters: wounded, killed, removed, recycled, converted, crowded out; attachments go with them."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.find import Found, find
from apz.apocalypze.model import ZOMBIE, Face, InPlay, Waiting
from apz.apocalypze.sums import value
from apz.apocalypze.table import Table


def wound(table: Table, card: int, amount: int, rule: str) -> None:
    """Reduce a character's value; at 0 it is about to be removed."""
    found = find(table, card)
    if found is None:
        return
    before = value(table, found.who)
    who = found.who._replace(wounds=found.who.wounds + amount)
    table.change(found, who)
    after = value(table, who)
    house = "value" in who.face.house
    values: dict[str, Any] = {"card": who.card.name, "amount": amount, "before": before}
    if after > 0:
        table.note("character.wounded", rule, (card,), house, after=after, **values)
        return
    killed = "combat.killed" if rule == "combat.wounded" else "character.killed"
    table.note("character.killed", killed, (card,), house, **values)
    doom(table, card, killed)


def doom(table: Table, card: int, rule: str) -> None:
    """A character is about to be removed; some texts can still answer that."""
    found = find(table, card)
    if found:
        table.ask(Waiting("remove", found.player, 0, card, rule=rule))


def remove(table: Table, card: int, rule: str, rest: int = -1) -> None:
    """Remove a character with its attachments; a twofold zombie is recycled, unless a card lays it to rest."""
    found = find(table, card)
    assert found
    table.lift(found)
    who = found.who
    owner = table.player_name(table.game.owners[card])
    if who.card.twofold and who.zombie and rest < 0:
        table.recycle(card)
        bitten = who.face is not who.card.zombie
        law = "twofold.bitten" if bitten else "twofold.persistent"
        table.note("character.persisted", law, (card,), card=who.card.name, owner=owner)
        take_along(table, who, "discard", "twofold.attachments")
    else:
        table.discard(card)
        table.note("character.removed", rule, (card,), card=who.card.name, owner=owner)
        take_along(table, who, "discard", "pile.remove")


def recycle(table: Table, card: int, rule: str) -> None:
    """Recycle a character with its attachments, each to its owner's deck."""
    found = find(table, card)
    assert found
    table.lift(found)
    table.recycle(card)
    owner = table.player_name(table.game.owners[card])
    table.note("character.recycled", rule, (card,), card=found.who.card.name, owner=owner)
    take_along(table, found.who, "deck", "character.wounded")


def take_along(table: Table, who: InPlay, pile: str, rule: str) -> None:
    """Send the attachments of a character that left to their owners' piles, in the order in which they stand."""
    owners = table.game.owners
    key = "attachment.recycled" if pile == "deck" else "attachment.removed"
    for attached in who.attached:
        if pile == "deck":
            table.recycle(attached.id)
        else:
            table.discard(attached.id)
        law = rule if owners[attached.id] == owners[who.id] else "pile.owner"
        owner = table.player_name(owners[attached.id])
        table.note(key, law, (attached.id,), card=table.name(attached.id), host=who.card.name, owner=owner)
    if len(who.attached) > 1:
        table.note("pile.in-order", "pile.many", tuple(a.id for a in who.attached), count=len(who.attached))


def drop_attachment(table: Table, card: int, pile: str, rule: str, key: str) -> None:
    """Take one attachment off its host and send it, and what is on it, to its owner's pile."""
    for gone in table.detach(card):
        if pile == "deck":
            table.recycle(gone)
        else:
            table.discard(gone)
        table.note(key, rule, (gone,), card=table.name(gone), owner=table.player_name(table.game.owners[gone]))


def recycle_wounded(table: Table) -> None:
    """At the end of a phase recycle whoever is wounded."""
    for player in (table.player, 1 - table.player):
        side = table.sides[player]
        for who in (*side.survivors, *side.raiders):
            if who.wounds:
                recycle(table, who.id, "character.wounded")


def convert(table: Table, found: Found, face: Face) -> None:
    """Turn a human into a zombie that raids the stronghold at which it stands."""
    table.lift(found)
    raider_for = 1 - found.place
    who = found.who._replace(face=face)
    table.put(raider_for, True, who)
    table.note(
        "character.converted", "twofold.controller", (found.who.id,),
        card=found.who.card.name, player=table.player_name(raider_for), place=stronghold(table, found.place),
    )  # fmt: skip
    if value(table, who) <= 0:  # a wounded human may have had more to lose than the zombie has
        doom(table, who.id, "character.killed")


def bitten_face(who: InPlay) -> Face:
    """A zombie with the numbers of the human it was."""
    return who.face._replace(faction=ZOMBIE)


def settle_in(table: Table, player: int, card: int) -> None:
    """A survivor has arrived: whoever came last beyond the capacity is removed."""
    side = table.sides[player]
    capacity = table.game.cards[side.stronghold].capacity
    if len(side.survivors) <= capacity:
        return
    last = side.survivors[-1]
    table.note(
        "stronghold.full", "stronghold.newest", (last.id, side.stronghold),
        table.game.cards[side.stronghold].house("capacity"),
        card=last.card.name, capacity=capacity, place=stronghold(table, player),
    )  # fmt: skip
    remove(table, last.id, "stronghold.capacity")


def stronghold(table: Table, player: int) -> str:
    """The name of a player's stronghold."""
    return table.name(table.sides[player].stronghold)
