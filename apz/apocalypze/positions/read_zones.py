"""The reader of the players' zones: which cards there are, and each card's place, owner and number."""

from __future__ import annotations

from dataclasses import dataclass, field

from apz.apocalypze.cards import Library
from apz.apocalypze.ids import DECK, PLAYERS, CardId, Player
from apz.apocalypze.model import (
    ATTACHMENT,
    NAMES,
    RAIDER,
    STRONGHOLD,
    SURVIVOR,
    Attached,
    Card,
    Face,
    Game,
    InPlay,
    Side,
)
from apz.apocalypze.players import misnamed
from apz.apocalypze.positions.card_names import HIDDEN, ORDINALS, on_the_one_before, spelled, usual_owner
from apz.apocalypze.rules.character_fate import bitten_face
from apz.apocalypze.rules.common_refusals import KIND_RULES
from apz.apocalypze.rules.hooks import TEXTS
from apz.apocalypze.rules.targets import OPPOSING_TWO
from apz.core.reading import Fault, Item, hint, listed, match, quoted, refuse, worded

PLAYER = ("name", "stronghold", "attached", "survivors", "raiders", "hand", "deck", "discard", "out")
CHARACTER = ("card", "zombie", "wounds", "attached", "owner")
MOST_CARDS = 200  # more than three times as many as two decks have
MOST_CHOICES = 20_000  # choices of targets for cards with two targets; any two decks have fewer


@dataclass(slots=True)
class Placed:
    """A card read from a zone; unless its number is written there, it gets one once all cards are read."""

    card: Card
    item: Item
    owner: Player
    number: int | None = None

    @property
    def id(self) -> CardId:
        """The card's number."""
        assert self.number is not None
        return CardId(self.number)


@dataclass(slots=True)
class Bearer:
    """A character or a stronghold with its attachments, each with its fields."""

    placed: Placed
    face: Face | None = None
    wounds: int = 0
    attached: list[tuple[Placed, dict[str, Item]]] = field(default_factory=list)


@dataclass(slots=True)
class Seat:
    """One player's zones, as read."""

    stronghold: Bearer | None
    survivors: list[Bearer]
    raiders: list[Bearer]
    piles: list[list[Placed]]
    out: bool


def points_at_two(card: Card) -> bool:
    """Return True if an ability of this card targets one or two characters."""
    return any(text.target is OPPOSING_TWO for text in TEXTS.get(card.name, ()))


class Zones:
    """Both players' zones: the cards are read and numbered in one fixed order."""

    def __init__(self, players: Item, cards: Library, faults: list[Fault]) -> None:
        self.cards, self.faults = cards, faults
        self.placed: list[Placed] = []
        self.lost = 0  # entries whose cards couldn't be read
        seats = players.sequence(faults)
        if len(seats) != 2:
            players.fault(faults, "player-count", "position-has-two", "setup.players", count=len(seats))
        fields = [seat.mapping(faults, PLAYER, ("stronghold",)) for seat in seats[:2]]
        given = [each["name"].text(faults, f"?{n}") if "name" in each else None for n, each in enumerate(fields)]
        spare = [name for name in NAMES if name not in given]
        named = [spare.pop(0) if name is None else name for name in given] + spare
        self.names = (named[0], named[1])
        if wrong := misnamed(*self.names):
            players.fault(faults, **wrong)
            refuse(faults)
        self.seats = [self.seat(player, each) for player, each in zip(PLAYERS, fields, strict=False)]
        self.number()
        self.choices()

    def seat(self, player: Player, fields: dict[str, Item]) -> Seat:
        """Read a player's zones, in the order the cards are numbered."""
        bearer = None
        places = self.cards_of(fields.get("stronghold"), player, (STRONGHOLD,))
        if len(places) == 1 and self.is_a(STRONGHOLD, places[0]):
            bearer = Bearer(places[0])
        elif len(places) > 1:
            fields["stronghold"].fault(
                self.faults, "stronghold-count", "player-has-one", "setup.deck", count=len(places)
            )
        if "attached" in fields and bearer:
            bearer.attached = self.attachments(fields["attached"])
        rows = [self.row(fields[row], player) if row in fields else [] for row in ("survivors", "raiders")]
        piles = [
            [placed for entry in fields[pile].sequence(self.faults) for placed in self.cards_of(entry, player)]
            if pile in fields else []
            for pile in ("hand", "deck", "discard")
        ]  # fmt: skip
        out = fields["out"].flag(self.faults) if "out" in fields else False
        return Seat(bearer, rows[0], rows[1], piles, out)

    def parted(self, entry: Item, known: tuple[str, ...]) -> dict[str, Item]:
        """Return the fields of an entry; a plain name stands for the card."""
        return entry.mapping(self.faults, known, ("card",)) if isinstance(entry.value, dict) else {"card": entry}

    def listed(self, item: Item, most: int) -> list[Item]:
        """Return the entries of a list, or an empty list, with a fault, if there are too many."""
        entries = item.sequence(self.faults)
        if len(entries) > most:
            item.fault(self.faults, "too-many-entries", "most-in-list", count=len(entries), most=most)
        return entries if len(entries) <= most else []

    def cards_of(self, item: Item | None, owner: Player, kinds: tuple[str, ...] = ()) -> list[Placed]:
        """Read one entry, a card or several copies; `kinds` helps to find a card whose name is ambiguous."""
        self.lost += 1  # until we know which cards these are
        if item is None or not isinstance(item.value, str):
            if item:
                item.expected(self.faults, "card", "write-name")
            return []
        count, text, number = spelled(item.value)
        name = self.cards.named(text) or (self.cards.named_among(text, kinds) if kinds else None)
        if name is None:
            near = hint(text, self.cards, self.faults) or {"fix": "write-whole-name"}
            near = {"fix": "write-whole-position"} if text == HIDDEN else near
            item.fault(self.faults, "not-a-card", name=quoted(text), **near)
            return []
        if not count:
            item.fault(self.faults, "no-copies", "count-from-1")
            return []
        if count > 1 and number is not None:
            item.fault(self.faults, "two-things", "count-or-number")
            return []
        if len(self.placed) + count > MOST_CARDS:
            item.fault(self.faults, "cards-beyond-decks", "sixty-at-most", "setup.deck")
            return []
        placed = [Placed(self.cards[name], item, owner, number) for _ in range(count)]
        self.placed += placed
        self.lost -= 1
        return placed

    def is_a(self, kind: str, placed: Placed) -> bool:
        """Return True if a card is of this kind; otherwise add a fault and return False."""
        if placed.card.kind == kind:
            return True
        card, needed, own = placed.card.name, worded("kinds", kind), worded("kinds", placed.card.kind)
        placed.item.fault(self.faults, "other-kind", "its-kind", KIND_RULES[kind], card=card, kind=needed, own=own)
        return False

    def row(self, item: Item, player: Player) -> list[Bearer]:
        """Read characters in play."""
        row = []
        for entry in item.sequence(self.faults):
            fields = self.parted(entry, CHARACTER)
            owner = self.player(fields["owner"]) if "owner" in fields else player
            wounds = fields["wounds"].integer(self.faults) if "wounds" in fields else 0
            for placed in self.cards_of(fields.get("card"), owner, (SURVIVOR, RAIDER)):
                bearer = Bearer(placed, self.face(placed, fields.get("zombie")), wounds)
                if "attached" in fields:
                    bearer.attached = self.attachments(fields["attached"])
                row.append(bearer)
        return row

    def face(self, placed: Placed, zombie: Item | None) -> Face | None:
        """Return a character's face: human, zombie, or zombie with the human's numbers; a missing face is a fault."""
        card = placed.card
        if not card.character:
            placed.item.fault(self.faults, "not-a-character", "only-here", KIND_RULES[card.kind], card=card.name)
            return None
        if zombie is None or zombie.value is False:
            return card.human or card.zombie
        if zombie.value == "bitten" and card.human:
            return bitten_face(InPlay(DECK, card, card.human))
        if zombie.value == "bitten" or zombie.flag(self.faults):
            if card.zombie is None or zombie.value == "bitten":
                fix = "write-bitten" if card.human else "leave-out"
                zombie.fault(self.faults, "no-such-side", fix, "twofold.sides", card=card.name)
            return card.zombie
        return card.human

    def attachments(self, item: Item) -> list[tuple[Placed, dict[str, Item]]]:
        """Read a card's attachments."""
        found = []
        for entry in item.sequence(self.faults):
            fields = self.parted(entry, ("card", "to", "owner"))
            for placed in self.cards_of(fields.get("card"), PLAYERS[0], (ATTACHMENT,)):
                if self.is_a(ATTACHMENT, placed):
                    found.append((placed, fields))
        return found

    def number(self) -> None:
        """Give each card without a number the lowest free one, in reading order; add faults for impossible numbers."""
        taken: dict[int, Placed] = {}
        for placed in self.placed:
            if placed.number is None:
                continue
            if placed.number >= len(self.placed) and not self.lost:
                high, many = placed.number, len(self.placed)
                placed.item.fault(self.faults, "number-too-high", "numbered-from-0", number=high, count=many)
            elif placed.number in taken:
                other = taken[placed.number].card.name
                placed.item.fault(self.faults, "number-twice", "also-number-of", number=placed.number, card=other)
            taken[placed.number] = placed
        free = iter([number for number in range(len(self.placed)) if number not in taken])
        for placed in self.placed:
            if placed.number is None:
                placed.number = next(free, 0)

    def choices(self) -> None:
        """Add a fault if cards with two targets would allow too many moves."""
        crowd = sum(placed.card.character for placed in self.placed)
        pointed = [placed for placed in self.placed if points_at_two(placed.card)]
        number = len(pointed) * crowd * (crowd + 1) // 2
        if number > MOST_CHOICES:
            pointed[0].item.fault(
                self.faults, "too-many-choices", "most-choices",
                count=len(pointed), card=pointed[0].card.name, crowd=crowd, number=number, most=MOST_CHOICES,
            )  # fmt: skip

    def player(self, item: Item) -> Player:
        """Return the player given by name or as "first" or "second"; in Python also as 0 or 1.

        If a player is called "first" or "second", that's who's meant. Files from earlier versions have 1 and 2 instead.
        """
        if type(item.value) is int:
            numbers = (1, 2) if item.file else (0, 1)
            if item.value in numbers:
                return PLAYERS[numbers.index(item.value)]
            item.expected(self.faults, "player", **listed(self.names))
            return PLAYERS[0]
        if item.value in ORDINALS and item.value not in self.names:
            return PLAYERS[ORDINALS.index(item.value)]
        name = item.choice(self.faults, self.names, "player")
        return PLAYERS[self.names.index(name) if name else 0]

    def game(self, strict: bool) -> tuple[Game, tuple[Side, Side]]:
        """Return the game and its two sides; call it only if there were no faults."""
        first, second = (self.side(player, seat) for player, seat in zip(PLAYERS, self.seats, strict=True))
        placed = sorted(self.placed, key=lambda each: each.id)
        cards, owners = tuple(each.card for each in placed), tuple(each.owner for each in placed)
        return Game(cards, owners, self.names, strict), (first, second)

    def side(self, player: Player, seat: Seat) -> Side:
        """Return one player's side."""
        assert seat.stronghold
        rows = []
        for row in (seat.survivors, seat.raiders):
            rows.append(tuple(self.standing(bearer, player) for bearer in row))
        hand, deck, discard = (tuple(placed.id for placed in pile) for pile in seat.piles)
        fixtures = self.attached(seat.stronghold, player)
        return Side(seat.stronghold.placed.id, fixtures, rows[0], rows[1], hand, deck, discard, seat.out)

    def standing(self, bearer: Bearer, player: Player) -> InPlay:
        """Return a character in play."""
        placed = bearer.placed
        assert bearer.face
        return InPlay(placed.id, placed.card, bearer.face, bearer.wounds, self.attached(bearer, player))

    def attached(self, bearer: Bearer, controller: Player) -> tuple[Attached, ...]:
        """Return the attachments of a card, including those on other attachments, and set their owners."""
        row: list[Placed] = []
        found = []
        for placed, fields in bearer.attached:
            host = self.host(placed, fields.get("to"), bearer.placed, row)
            placed.owner = usual_owner(placed.card, controller, host.owner)
            if "owner" in fields:
                placed.owner = self.player(fields["owner"])
            row.append(placed)
            found.append(Attached(placed.id, host.id))
        return tuple(found)

    def host(self, placed: Placed, to: Item | None, bearer: Placed, row: list[Placed]) -> Placed:
        """Return the card an attachment is attached to."""
        if to is None:
            return row[-1] if row and on_the_one_before(placed.card) else bearer
        hosts = [bearer, *row]
        _, text, number = spelled(to.text(self.faults))
        name = match(text, {host.card.name for host in hosts})
        fitting = [host for host in hosts if host.card.name == name and number in (None, host.id)]
        if len(fitting) != 1:
            there = [f"{host.card.name} ({host.id})" for host in hosts]
            to.fault(self.faults, "not-one-card", **listed(there) or {"fix": "write-whole-name"})
        return fitting[0] if fitting else bearer
