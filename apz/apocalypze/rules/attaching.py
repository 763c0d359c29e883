"""The functions that put attachments on their hosts and take them off."""

from __future__ import annotations

from apz.apocalypze.ids import CardId
from apz.apocalypze.model import Attached, InPlay
from apz.apocalypze.rules.find import find, find_attachment, place_of
from apz.apocalypze.rules.table import Table, record


def put_on(table: Table, card: CardId, to: CardId) -> None:
    """Attach a card to a character, a stronghold or another attachment."""
    fixed = find_attachment(table, to)
    host = find(table, fixed.host.id if fixed and fixed.host else to)
    if host:
        table.change(host, record(InPlay, (*host.who[:4], (*host.who.attached, Attached(card, to)))))
    elif (place := place_of(table, to)) is not None:
        side = table.sides[place]
        table.sides[place] = side._replace(fixtures=(*side.fixtures, Attached(card, to)))


def take_off(table: Table, card: CardId) -> tuple[CardId, ...]:
    """Take an attachment, with its own attachments, off its host; return them all for the caller to put somewhere."""
    fixed = find_attachment(table, card)
    if fixed is None:
        return ()
    host = find(table, fixed.host.id) if fixed.host else None
    row = host.who.attached if host else table.sides[fixed.place].fixtures
    rest = tuple(each for each in row if card not in (each.id, each.to))
    if host:
        table.change(host, host.who._replace(attached=rest))
    else:
        table.sides[fixed.place] = table.sides[fixed.place]._replace(fixtures=rest)
    return tuple(each.id for each in row if card in (each.id, each.to))
