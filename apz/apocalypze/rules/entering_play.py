"""Cards coming into play from the hand or a pile: where they may go, and what their arrival causes."""

from __future__ import annotations

from apz.apocalypze.ids import OTHER, CardId, Player
from apz.apocalypze.model import RAIDER, ZOMBIE, Arrival, Card, Face, InPlay
from apz.apocalypze.rules.attaching import put_on
from apz.apocalypze.rules.character_fate import drop_attachment, settle_in
from apz.apocalypze.rules.common_refusals import refuse, stronghold_name
from apz.apocalypze.rules.find import find, find_attachment, in_play, silenced
from apz.apocalypze.rules.hooks import KEEPS_WEAPONS, ON_ARRIVAL, TEXTS
from apz.apocalypze.rules.table import State, Table, record
from apz.core.trace import Refusal


def raids(card: Card, face: Face) -> bool:
    """Return True for a card that's played against the opponent: a raider or any zombie."""
    return card.kind == RAIDER or face.faction == ZOMBIE


def why_not_put(
    state: State, player: Player, card: Card, card_id: CardId, zombie: bool, place: Player | None
) -> Refusal | None:
    """Return why a character can't come into play at `place` (side, stronghold, uniqueness or factions), or None."""
    if zombie and not card.twofold:
        return refuse("one-side-only", "twofold.sides", (card_id,), "as-printed", card=card.name)
    face = card.face(zombie)
    raider = card.kind == RAIDER or face.faction == ZOMBIE  # as `raids` says
    if place != (OTHER[player] if raider else player):
        return wrong_place(state, player, card, card_id, zombie)
    if card.unique:
        other = in_play(state, card.name)
        if other is not None:
            return refuse("unique-in-play", "character.unique", (card_id, other), "gone", card=card.name)
    if raider:
        for who in state.sides[player].raiders:
            if who.face.faction != face.faction:
                return factions_clash(state, card, card_id, face, who)
    return None


def wrong_place(state: State, player: Player, card: Card, card_id: CardId, zombie: bool) -> Refusal:
    """Return the refusal of a character that belongs at the stronghold its player doesn't occupy this turn."""
    raider = raids(card, card.face(zombie))
    place = OTHER[player] if raider else player
    home, occupied = stronghold_name(state, place), stronghold_name(state, OTHER[place])
    fix = "occupy-other"
    if card.twofold and raids(card, card.face(not zombie)) != raider:
        other = why_not_put(state, player, card, card_id, not zombie, OTHER[place])
        if other is None:
            fix = "as-human" if zombie else "as-zombie"
        elif other.key == "factions-clash":
            return refuse(
                "survivor-at-home", "character.survivor", other.cards, "nor-as-zombie",
                card=card.name, place=home, other=home, occupied=occupied,
                beside=other.values["other"], standing=other.values["standing"],
            )  # fmt: skip
    return refuse(
        "raider-at-theirs" if raider else "survivor-at-home",
        "character.raider" if raider else "character.survivor",
        (card_id,), fix, card=card.name, place=home, other=home, occupied=occupied,
    )  # fmt: skip


def factions_clash(state: State, card: Card, card_id: CardId, face: Face, who: InPlay) -> Refusal:
    """Return the refusal of a raider that would join another faction."""
    fix = "gone"
    if card.twofold and who.zombie and not face.zombie:
        fix = "as-zombie"
    elif card.twofold and face.zombie and card.human and card.human.faction == who.face.faction:
        fix = "as-human"
    return refuse(
        "factions-clash", "character.factions", (card_id, who.id), fix,
        card=card.name, faction=face.faction, other=who.card.name, standing=who.face.faction,
    )  # fmt: skip


def arrive(table: Table, player: Player, card_id: CardId, zombie: bool) -> None:
    """Put a character into play, which may exceed the capacity or trigger an opponent's card."""
    card = table.game.cards[card_id]
    face = card.face(zombie)
    raider = raids(card, face)
    place = OTHER[player] if raider else player
    table.put(player, raider, record(InPlay, (card_id, card, face, 0, ())))
    key = "character.arrived-zombie" if zombie else "character.arrived-raider" if raider else "character.arrived"
    table.note(
        key, "character.raider" if raider else "character.survivor", (card_id,),
        player=table.names[player], card=card.name, place=stronghold_name(table, place),
    )  # fmt: skip
    if not raider:
        settle_in(table, player, card_id)
        return
    for fixture in table.sides[place].fixtures:
        texts = TEXTS.get(table.name(fixture.id), ())
        watching = any(text.when == ON_ARRIVAL for text in texts)
        if watching and not silenced(table, fixture, table.sides[place].fixtures, place):
            table.ask(Arrival(place, fixture.id, card_id))


def why_not_attach(state: State, card: Card, card_id: CardId, to: CardId) -> Refusal | None:
    """Return why a host can't take an attachment (it has a copy, or can't carry its attributes); None if it can."""
    found = find(state, to)
    row = found.who.attached if found else ()
    if not found:
        fixed = find_attachment(state, to)
        for side in state.sides:
            if side.stronghold == to or (fixed and fixed.host is None and fixed.at in side.fixtures):
                row = side.fixtures
        if fixed and fixed.host:
            row = fixed.host.attached
    cards = state.game.cards
    for attached in row:
        if attached.to == to and cards[attached.id].name == card.name:
            return refuse(
                "second-copy", "attach.one-copy", (card_id, to, attached.id), "another-host",
                card=card.name, host=cards[to].name,
            )  # fmt: skip
    if found and found.who.card.refuses:
        for attribute in sorted(card.attributes & found.who.card.refuses):
            return refuse(
                "refuses-attribute", "attach.attributes", (card_id, to), "another-host",
                card=card.name, host=found.who.card.name, attribute=attribute,
            )  # fmt: skip
    return None


def attach(table: Table, player: Player, card_id: CardId, to: CardId) -> None:
    """Attach a card; on most characters, a new weapon recycles the older ones that can't stay with another weapon."""
    card = table.game.cards[card_id]
    found = find(table, to)
    put_on(table, card_id, to)
    table.note(
        "attachment.attached", "attach.target", (card_id, to), card.house("target"),
        player=table.names[player], card=card.name, host=table.name(to),
    )  # fmt: skip
    if found and "weapon" in card.attributes and found.who.card.name not in KEEPS_WEAPONS:
        for old in found.who.attached:
            older = table.game.cards[old.id]
            if "weapon" in older.attributes and older.displaced:
                drop_attachment(table, old.id, "deck", "attach.displace", "attachment.displaced")
