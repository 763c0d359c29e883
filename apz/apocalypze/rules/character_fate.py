"""The fate of characters and their attachments: wounded, killed, removed, recycled, converted or crowded out."""

from __future__ import annotations

from typing import Any, Final

from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.model import ZOMBIE, Face, InPlay, Removal
from apz.apocalypze.rules.attaching import take_off
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.sums import house_value, value
from apz.apocalypze.rules.table import Found, Table, record
from apz.apocalypze.rules.targets import ATTACH

KILLED: Final[tuple[str, ...]] = ("character.killed", "combat.killed")
WOUNDED: Final[tuple[str, ...]] = ("character.wounded", "combat.wounded")


def wound(table: Table, card: CardId, amount: int, rule: str) -> None:
    """Reduce a character's value; if the value drops to 0, announce the character's removal."""
    found = find(table, card)
    if found is None:
        return
    before = value(table, found.who)
    id, printed, face, wounds, attached = found.who
    who: InPlay = record(InPlay, (id, printed, face, wounds + amount, attached))
    table.change(found, who)
    after = value(table, who)
    house = house_value(table, who)
    values: dict[str, Any] = {"card": who.card.name, "amount": amount, "before": before}
    if after > 0:
        table.note("character.wounded", rule, (card,), house, after=after, **values)
        return
    killed = "combat.killed" if rule == "combat.wounded" else "character.killed"
    table.note("character.killed", killed, (card,), house, **values)
    doom(table, card, killed)


def doom(table: Table, card: CardId, rule: str) -> None:
    """Announce that a character is about to be removed, so that players can respond."""
    found = find(table, card)
    if found:
        table.ask(Removal(found.player, card, rule))


def remove(table: Table, card: CardId, rule: str, rest: CardId | None = None) -> None:
    """Remove a character with its attachments; a twofold zombie is recycled unless a card prevents that."""
    found = find(table, card)
    assert found
    table.lift(found)
    who = found.who
    owner = table.names[table.game.owners[card]]
    if who.card.twofold and who.zombie and rest is None:
        table.recycle(card)
        table.note("character.persisted", persistence(who, rule), (card,), card=who.card.name, owner=owner)
        take_along(table, who, "discard", "twofold.attachments")
    else:
        table.discard(card)
        table.note("character.removed", rule, (card,), card=who.card.name, owner=owner)
        take_along(table, who, "discard", "pile.remove")


def persistence(who: InPlay, rule: str) -> str:
    """Return the rule by which a twofold zombie is recycled: the one for bitten, killed or simply removed ones."""
    if who.face is not who.card.zombie:
        return "twofold.bitten"
    return "twofold.persistent" if rule in KILLED else "twofold.removed"


def recycle(table: Table, card: CardId, rule: str) -> None:
    """Recycle a character with its attachments, each to its owner's deck."""
    found = find(table, card)
    assert found
    table.lift(found)
    table.recycle(card)
    owner = table.names[table.game.owners[card]]
    wounded = int(rule in WOUNDED)
    table.note("character.recycled", rule, (card,), card=found.who.card.name, owner=owner, wounded=wounded)
    take_along(table, found.who, "deck", "character.wounded" if rule in WOUNDED else "pile.recycle")


def take_along(table: Table, who: InPlay, pile: str, rule: str) -> None:
    """Send a leaving character's attachments to their owners' piles, in their current order."""
    owners = table.game.owners
    key = "attachment.recycled" if pile == "deck" else "attachment.removed"
    for attached in who.attached:
        if pile == "deck":
            table.recycle(attached.id)
        else:
            table.discard(attached.id)
        law = rule if owners[attached.id] == owners[who.id] else "pile.owner"
        owner = table.names[owners[attached.id]]
        table.note(key, law, (attached.id,), card=table.name(attached.id), host=who.card.name, owner=owner)
    if len(who.attached) > 1:
        together = (who.id, *(each.id for each in who.attached))
        table.note("pile.in-order", "pile.many", together, count=len(together))


def drop_attachment(table: Table, card: CardId, pile: str, rule: str, key: str) -> None:
    """Take one attachment off its host and send it, with its own attachments, to their owners' piles."""
    for gone in take_off(table, card):
        if pile == "deck":
            table.recycle(gone)
        else:
            table.discard(gone)
        name, owner = table.name(gone), table.names[table.game.owners[gone]]
        if gone == card:
            table.note(key, rule, (gone,), card=name, owner=owner)
        else:  # it only goes along
            along = "attachment.recycled" if pile == "deck" else "attachment.removed"
            table.note(along, rule, (gone,), card=name, owner=owner, host=table.name(card))


def recycle_wounded(table: Table) -> None:
    """Recycle wounded characters at the end of a phase."""
    first, second = table.sides[table.player], table.sides[OTHER[table.player]]
    rows = (first.survivors, first.raiders, second.survivors, second.raiders)
    wounded = [who.id for row in rows for who in row if who.wounds]
    if not wounded:
        return
    for card in wounded:
        recycle(table, card, "character.wounded")
    for player in PLAYERS:
        together = tuple([card for card in wounded if table.game.owners[card] == player])
        if len(together) > 1:
            table.note("pile.in-order", "pile.many", together, count=len(together))


def convert(table: Table, found: Found, face: Face) -> None:
    """Turn a human into a zombie that raids the stronghold where it is, and shed attachments that no longer fit.

    If its wounds leave it no value as a zombie, announce its removal.
    """
    table.lift(found)
    raider_for = OTHER[found.place]
    who = found.who._replace(face=face)
    table.put(raider_for, True, who)
    table.note(
        "character.converted", "twofold.controller", (found.who.id,),
        card=found.who.card.name, player=table.names[raider_for], place=stronghold_name(table, found.place),
    )  # fmt: skip
    who = shed(table, who)
    if value(table, who) <= 0:  # a wounded human may have had more to lose than the zombie has
        doom(table, who.id, "character.killed")


def shed(table: Table, who: InPlay) -> InPlay:
    """Remove attachments that no longer fit a converted character, and return the character (attach.unfit)."""
    for attached in who.attached:
        owner, key = table.game.owners[attached.id], table.game.cards[attached.id].target
        if attached.to == who.id and (who.id,) not in ATTACH[key].choices(table, owner, attached.id):
            drop_attachment(table, attached.id, "discard", "attach.unfit", "attachment.unfit")
    found = find(table, who.id)
    assert found
    return found.who


def bitten_face(who: InPlay) -> Face:
    """Return the zombie face that a bitten human gets: with the human's own numbers."""
    return who.face._replace(faction=ZOMBIE)


def settle_in(table: Table, player: Player, card: CardId) -> None:
    """Remove the survivor that came last, if the stronghold is over capacity."""
    side = table.sides[player]
    capacity = table.game.cards[side.stronghold].capacity
    if len(side.survivors) <= capacity:
        return
    last = side.survivors[-1]
    table.note(
        "stronghold.full", "stronghold.newest", (last.id, side.stronghold),
        table.game.cards[side.stronghold].house("capacity"),
        card=last.card.name, capacity=capacity, place=stronghold_name(table, player),
    )  # fmt: skip
    remove(table, last.id, "stronghold.capacity")
