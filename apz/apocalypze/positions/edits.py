"""Edits of a position: parts of its plain structure are added, moved, changed or removed, and the result is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from apz.apocalypze.cards import Library, library
from apz.apocalypze.model import ATTACHMENT, STRONGHOLD, Card, Position
from apz.apocalypze.positions.building import read_structure
from apz.apocalypze.positions.card_names import spelled
from apz.apocalypze.positions.writing import structure
from apz.core.reading import BadInput

Structure = dict[str, Any]
Change = Callable[["Draft"], None]
ROWS = ("survivors", "raiders")
PILES = ("hand", "deck", "discard")
ZONES = ("survivors", "raiders", "home", "hand", "top", "bottom", "discard")  # where a card can be put
COUNTED = re.compile(r"(?P<before>\d{1,2}) *[x×]? +(?P<first>.+)|(?P<last>.+?) +[x×] *(?P<after>\d{1,2})", re.I)
MOST = 30  # new cards at once
MOMENT = ("combat", "waiting")  # the fields about what's going on
MARKS = ("used", "spent", "played", "lasting")
# the fields to drop, step by step, until the rest can be read: they refer to cards that have moved
LESS: tuple[tuple[str, ...], ...] = ((), ("waiting",), MOMENT, (*MOMENT, *MARKS))


class Lost(Exception):
    """The error for editing a card that isn't in the position or can't be changed that way."""


class Edited(NamedTuple):
    """A position after an edit, with a mapping from each remaining card's old number to its new number."""

    position: Position
    numbers: dict[int, int]


class Spot(NamedTuple):
    """A card's spot: the player's side, the zone, its list and index, and the character or stronghold it's on."""

    player: int
    zone: str  # survivors, raiders, attached, hand, deck, discard
    row: list[Any]
    at: int
    host: int | None = None


def counted(text: str) -> tuple[int, str]:
    """Return the count and the card name in a text such as "9 Biker" or "biker x2".

    Without a count from 1 to `MOST`, return 1 and the whole text.
    """
    found = COUNTED.fullmatch(text.strip())
    many = int(found["before"] or found["after"]) if found else 0
    return (many, found["first"] or found["last"]) if found and 0 < many <= MOST else (1, text.strip())


def fits(card: Card, zone: str) -> bool:
    """Return True if a zone takes this card: rows take characters, "home" attachments, piles all but strongholds."""
    if zone in ROWS:
        return card.character
    return card.kind == ATTACHMENT if zone == "home" else card.kind != STRONGHOLD


def number(entry: Any) -> int | None:
    """Return the number of an entry's card, or None if the entry doesn't give one."""
    return spelled(entry["card"] if isinstance(entry, dict) else entry).number


class Draft:
    """The numbered structure of a position while it's being edited."""

    def __init__(self, position: Position) -> None:
        self.lay(position)
        self.next = len(position.game.cards)

    def lay(self, position: Position) -> None:
        """Load the position to edit."""
        self.position = position
        self.whole: Structure = structure(position, numbered=True)
        self.players: list[Structure] = self.whole["players"]

    def new(self, name: str) -> str:
        """Return an entry for a new card."""
        self.next += 1
        return f"{name} ({self.next - 1})"

    def spots(self) -> Iterator[Spot]:
        """Yield the spot of every card except the strongholds, in reading order."""
        for player, seat in enumerate(self.players):
            home = spelled(seat["stronghold"]).number
            yield from (
                Spot(player, "attached", seat["attached"], i, home) for i in range(len(seat.get("attached", ())))
            )
            for zone in ROWS:
                for index, entry in enumerate(seat.get(zone, ())):
                    yield Spot(player, zone, seat[zone], index)
                    inner = entry.get("attached", ())
                    yield from (Spot(player, "attached", inner, i, number(entry)) for i in range(len(inner)))
            for zone in PILES:
                yield from (Spot(player, zone, seat[zone], i) for i in range(len(seat.get(zone, ()))))

    def spot(self, card: int) -> Spot:
        """Return a card's spot; raise Lost if the card isn't in the draft."""
        found = next((spot for spot in self.spots() if number(spot.row[spot.at]) == card), None)
        if found is None:
            raise Lost
        return found

    def take(self, card: int) -> tuple[Structure, list[Structure]]:
        """Remove a card, and return its entry and its attachments' entries, including attachments on attachments."""
        spot = self.spot(card)
        entry = spot.row.pop(spot.at)
        self.ungroup(card)
        if not isinstance(entry, dict):
            return {"card": entry, "owner": spot.player}, []
        if spot.zone != "attached":
            return entry, entry.pop("attached", [])
        taken, carried = {card}, []
        for other in list(spot.row):
            if spelled(other["to"]).number in taken:
                taken.add(number(other) or 0)
                spot.row.remove(other)
                carried.append(other)
        del entry["to"]
        return entry, carried

    def place(self, entry: Structure, carried: list[Structure], player: int, zone: str) -> None:
        """Put a card into a player's zone; its attachments stay on it if they can, and are discarded otherwise."""
        seat = self.players[player]
        if zone in ROWS:
            fields = {name: entry[name] for name in ("card", "owner", "zombie", "wounds") if name in entry}
            seat.setdefault(zone, []).append(fields | ({"attached": carried} if carried else {}))
        elif zone == "home":
            self.hang(seat.setdefault("attached", []), entry, seat["stronghold"], carried)
        else:
            pile = seat.setdefault("deck" if zone in ("top", "bottom") else zone, [])
            pile.insert(0 if zone in ("top", "discard") else len(pile), entry["card"])
            for each in carried:
                self.players[each["owner"]].setdefault("discard", []).insert(0, each["card"])

    def attach(self, entry: Structure, carried: list[Structure], host: int) -> None:
        """Attach a card to a stronghold, a character or an attachment; raise Lost if that isn't in play."""
        for seat in self.players:
            if spelled(seat["stronghold"]).number == host:
                self.hang(seat.setdefault("attached", []), entry, seat["stronghold"], carried)
                return
        spot = self.spot(host)
        bearer = spot.row[spot.at]
        if not isinstance(bearer, dict):
            raise Lost
        row = spot.row if spot.zone == "attached" else bearer.setdefault("attached", [])
        self.hang(row, entry, bearer["card"], carried)

    @staticmethod
    def hang(row: list[Any], entry: Structure, host: str, carried: list[Structure]) -> None:
        """Add an attachment to a card's row, along with the attachments on it."""
        fields = {name: entry[name] for name in ("card", "owner") if name in entry}
        row += [fields | {"to": host}, *({**each, "to": each.get("to", entry["card"])} for each in carried)]

    def ungroup(self, card: int) -> None:
        """Take a character out of its group."""
        combat = self.whole.get("combat", {})
        for side in ("attack", "defense"):
            combat |= {side: [[each for each in group if number(each) != card] for group in combat.get(side, ())]}

    def begin(self) -> None:
        """Drop the combat and the pending decisions, so that the phase starts over."""
        for name in MOMENT:
            self.whole.pop(name, None)

    def numbers(self) -> dict[int, int]:
        """Return a mapping from each card's old number to its new number, in reading order."""
        order: list[int | None] = []
        for player, seat in enumerate(self.players):
            order.append(spelled(seat["stronghold"]).number)
            order += [number(spot.row[spot.at]) for spot in self.spots() if spot.player == player]
        return {card: index for index, card in enumerate(order) if card is not None}


def edited(position: Position, change: Change, cards: Library | None = None) -> Edited:
    """Return the position after a change; raise BadInput if the result can't be read as a position.

    The change itself raises Lost if it can't be made. Pending decisions, combat and marks are dropped, in this order,
    until the result can be read; after `at_moment`, nothing is dropped.
    """
    draft = Draft(position)
    change(draft)
    numbers = draft.numbers()
    whole: Structure = _renumbered(draft.whole, numbers)
    first: BadInput | None = None
    for names in LESS if draft.position is position else LESS[:1]:  # a moment that was set by hand isn't dropped
        kept = {name: value for name, value in whole.items() if name not in names}
        try:
            return Edited(read_structure(kept, cards or library()), numbers)
        except BadInput as fault:
            first = first or fault
    assert first
    raise first


GONE = object()


def _renumbered(value: Any, numbers: dict[int, int], field: str = "") -> Any:
    """Return part of the structure with its cards renumbered, dropping references to cards that are gone."""
    if isinstance(value, str) and field != "name":
        _, name, old = spelled(value)
        return value if old is None else f"{name} ({numbers[old]})" if old in numbers else GONE
    if isinstance(value, list):
        entries = [_renumbered(each, numbers, field) for each in value]
        return [entry for entry in entries if entry is not GONE] or (GONE if field == "waiting" and value else [])
    if isinstance(value, dict):
        fields = {name: _renumbered(each, numbers, name) for name, each in value.items()}
        lost = any(each is GONE for name, each in fields.items() if name != "waiting")
        return GONE if lost else {name: each for name, each in fields.items() if each is not GONE}
    return value


# ---- the edits, each as a change of a draft


def put(name: str, player: int, zone: str, host: int | None = None, many: int = 1) -> Change:
    """Return the change that puts one or more new cards into a zone or onto a card."""

    def change(draft: Draft) -> None:
        for _ in range(many):
            entry = {"card": draft.new(name)}
            if host is None:
                draft.place(entry, [], player, zone)
            else:
                draft.attach(entry, [], host)

    return change


def move(card: int, player: int, zone: str) -> Change:
    """Return the change that moves a card to another zone."""
    return lambda draft: draft.place(*draft.take(card), player, zone)


def attach(card: int, host: int) -> Change:
    """Return the change that attaches a card to another card."""
    return lambda draft: draft.attach(*draft.take(card), host)


def remove(card: int) -> Change:
    """Return the change that removes a card and its attachments from the game."""

    def change(draft: Draft) -> None:
        draft.take(card)

    return change


def shift(card: int, by: int) -> Change:
    """Return the change that moves a card up or down in its row or pile."""

    def change(draft: Draft) -> None:
        spot = draft.spot(card)
        if not 0 <= spot.at + by < len(spot.row):
            raise Lost
        spot.row.insert(spot.at + by, spot.row.pop(spot.at))

    return change


def mark(card: int, field: str, value: Any) -> Change:
    """Return the change that sets the wounds, the face or the owner of a card in play."""

    def change(draft: Draft) -> None:
        spot = draft.spot(card)
        if not isinstance(spot.row[spot.at], dict):
            raise Lost
        spot.row[spot.at][field] = value

    return change


def stronghold(player: int, name: str) -> Change:
    """Return the change that replaces a stronghold; its attachments move to the new one."""

    def change(draft: Draft) -> None:
        seat = draft.players[player]
        old, seat["stronghold"] = seat["stronghold"], draft.new(name)
        for each in seat.get("attached", ()):
            each["to"] = seat["stronghold"] if each["to"] == old else each["to"]

    return change


def rename(player: int, name: str) -> Change:
    """Return the change that renames a player."""

    def change(draft: Draft) -> None:
        draft.players[player]["name"] = name

    return change


def set_moment(**fields: Any) -> Change:
    """Return the change that sets the turn, its player, the phase or the occupied stronghold; None sets the default.

    All but the turn start the phase over; a new phase also clears the occupied stronghold and the end of the game.
    """

    def change(draft: Draft) -> None:
        if set(fields) - {"turn"}:
            draft.begin()
        if "phase" in fields:
            draft.whole.pop("occupied", None)
            draft.whole.pop("winner", None)
            for seat in draft.players:
                seat.pop("out", None)
        for name, value in fields.items():
            draft.whole[name] = value
            if value is None:
                del draft.whole[name]

    return change


def at_moment(make: Callable[[Position], Position]) -> Change:
    """Return the change that goes on with the position `make` returns, such as the same cards at another moment."""
    return lambda draft: draft.lay(make(draft.position))


def begin() -> Change:
    """Return the change that starts the phase over."""
    return lambda draft: draft.begin()
