"""The writer of positions: the plain structure that the reader takes, and its YAML, short and in a fixed order."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.model import (
    Arrival,
    Attached,
    Combat,
    Debt,
    EngagementOrder,
    InPlay,
    Position,
    Removal,
    Resolution,
    Response,
    Searching,
    Side,
    Waiting,
    Window,
    Wounds,
)
from apz.apocalypze.moves import Event, Use
from apz.apocalypze.positions.building import FORMAT, begun
from apz.apocalypze.positions.card_names import (
    HIDDEN,
    ORDINALS,
    TEXT_NAMES,
    Names,
    Pools,
    on_the_one_before,
    runs,
    usual_owner,
)
from apz.apocalypze.positions.read_moment import BREACH, usual_met, usual_rule
from apz.apocalypze.rules.actions import points_at_lane
from apz.apocalypze.rules.find import everywhere
from apz.apocalypze.rules.sums import access_sum
from apz.core.reading import CONSTANTS, match

WIDTH = 110
PLAIN = re.compile(r"(?:[0-9]{1,2} )?[^\W\d_](?:[\w &'!().-]*[\w'!).])?")


def write_position(position: Position) -> str:
    """Return the position as YAML text; reading it gives the same position, unless cards in it are hidden."""
    lines: list[str] = []
    for name, value in structure(position).items():
        if name == "players":
            lines.append("players:")
            for seat in value:
                block = [line for field, each in seat.items() for line in written(field, each, "    ")]
                lines += ["  - " + block[0].lstrip(), *block[1:]]
        elif name in ("combat", "waiting") and value:
            lines.append(f"{name}:")
            fields = value.items() if isinstance(value, dict) else [("-", each) for each in value]
            lines += [line for field, each in fields for line in written(field, each, "  ")]
        else:
            lines += written(name, value, "")
    return "\n".join(lines) + "\n"


def written(name: str, value: Any, indent: str) -> Iterator[str]:
    """Yield the YAML lines of one field."""
    line = f"{indent}{name} " if name == "-" else f"{indent}{name}: "
    if not isinstance(value, list):
        yield line + flow(value)
        return
    parts = [flow(each) for each in value]
    line += "["
    for number, part in enumerate(parts):
        part += "," if number + 1 < len(parts) else "]"
        if len(line) + len(part) > WIDTH and number:
            yield line.rstrip()
            line = indent + "  "
        line += part + " "
    yield line.rstrip() if parts else line + "]"


def flow(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {flow(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, bool | int):
        return str(value).lower()
    text = str(value)
    if PLAIN.fullmatch(text) and text not in CONSTANTS:
        return text
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text) + '"'


def structure(position: Position, numbered: bool = False) -> dict[str, Any]:
    """Return the position as nested dicts and lists of text, numbers and booleans, without most defaults.

    With `numbered`, every card has its number, players are numbers, and each owner and host is spelled out.
    """
    return _Numbered(position).whole() if numbered else _Writing(position).whole()


def rising(numbers: list[int]) -> set[int]:
    """Return the longest subset of the numbers that rises from left to right."""
    ends: list[int] = []  # the lowest end of a rising subset, for each length
    before: dict[int, int | None] = {}
    for number in numbers:
        length = bisect_left(ends, number)
        before[number] = ends[length - 1] if length else None
        ends[length:] = [number, *ends[length + 1 :]]
    chosen: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        chosen.add(last)
        last = before[last]
    return chosen


def said(waiting: Waiting) -> tuple[int, int, CardId | None, tuple[CardId, ...]]:
    """Return a decision's details to write: the ability's index, the amount or count, the card, and further cards."""
    match waiting:
        case EngagementOrder():
            return 0, waiting.left, None, ()
        case Window():
            return 0, waiting.passes, None, ()
        case Wounds():
            return 0, waiting.amount, None, waiting.kept
        case Debt():
            return 0, waiting.amount, waiting.card, waiting.offered
        case Removal():
            return 0, waiting.asked, waiting.card, () if waiting.rest is None else (waiting.rest,)
        case Arrival():
            return 0, 0, waiting.card, () if waiting.raider is None else (waiting.raider,)
        case Searching():
            return waiting.text, 0, waiting.card, waiting.drawn
    return 0, 0, None, ()


class _Writing:
    """The writer of one position."""

    def __init__(self, position: Position) -> None:
        self.position, self.game, self.names = position, position.game, Names(position)
        # these cards get their number from the order of reading; the others must be written with theirs
        self.counted = rising([spot.card for spot in everywhere(position) if spot.card >= 0])

    def whole(self) -> dict[str, Any]:
        """Return the whole position as plain data."""
        position = self.position
        fields: dict[str, Any] = {"apz": FORMAT, "turn": position.turn, "whose": self.player(position.player)}
        fields["phase"] = position.phase
        if position.place is not None:
            fields["occupied"] = self.player(position.place)
        fields["players"] = [self.seat(player, side) for player, side in zip(PLAYERS, position.sides, strict=True)]
        if position.combat:
            fields["combat"] = self.combat(position.combat)
        if (position.combat and position.agenda) or begun(position._replace(agenda=())) != position:
            fields["waiting"] = [self.waiting(waiting) for waiting in position.agenda]
        fields |= self.marks()
        out = [side.out for side in position.sides]
        if position.winner != (int(out[0]) if out[0] != out[1] else None) and position.winner is not None:
            fields["winner"] = self.player(position.winner)
        return fields

    def marks(self) -> dict[str, Any]:
        """Return the fields for used abilities, played cards and settings."""
        position = self.position
        fields = {
            "used": [self.mark(*mark) for mark in position.used],
            "spent": [self.mark(*mark) for mark in position.spent],
            "played": [
                name if player == position.player else {"card": name, "by": self.player(player)}
                for player, name in position.played
            ],
            "lasting": self.names.call_all(position.lasting),
            "strict": self.game.strict,
            "redraws": list(self.game.redraws) if self.game.redraws else None,
            "luck": hex(position.luck) if position.luck else 0,
        }
        return {name: value for name, value in fields.items() if value}

    def player(self, player: Player) -> str:
        """Return a player's name, or "first" or "second" if the name is ambiguous."""
        name, names = self.game.names[player], self.game.names
        return name if match(name, names) == name else ORDINALS[player]

    def label(self, card: CardId) -> str:
        """Return a card's name in its zone, with its number unless the reading order implies the number."""
        if card < 0:
            return HIDDEN
        name = self.game.cards[card].name
        return name if card in self.counted else f"{name} ({card})"

    def seat(self, player: Player, side: Side) -> dict[str, Any]:
        """Return one player's zones as plain data."""
        fields: dict[str, Any] = {
            "attached": self.attached(side.fixtures, side.stronghold, player),
            "survivors": self.row(side.survivors, player),
            "raiders": self.row(side.raiders, player),
            "hand": runs([self.label(card) for card in side.hand]),
            "deck": runs([self.label(card) for card in side.deck]),
            "discard": runs([self.label(card) for card in side.discard]),
            "out": side.out,
        }
        start = {"name": self.game.names[player], "stronghold": self.label(side.stronghold)}
        return start | {name: value for name, value in fields.items() if value}

    def row(self, row: tuple[InPlay, ...], player: Player) -> list[Any]:
        """Return characters in play as plain data."""
        return runs([self.character(who, player) for who in row])

    def character(self, who: InPlay, player: Player) -> Any:
        """Return a character in play as plain data, which is only its name if that's enough."""
        fields: dict[str, Any] = {"card": self.label(who.id)}
        card = who.card
        if who.face != (card.human or card.zombie):
            fields["zombie"] = True if who.face == card.zombie else "bitten"
        fields |= {"wounds": who.wounds} if who.wounds else {}
        fields |= {"attached": self.attached(who.attached, who.id, player)} if who.attached else {}
        if self.game.owners[who.id] != player:
            fields["owner"] = self.player(self.game.owners[who.id])
        return fields if len(fields) > 1 else fields["card"]

    def attached(self, row: tuple[Attached, ...], host: CardId, controller: Player) -> list[Any]:
        """Return a card's attachments as plain data."""
        cards, owners = self.game.cards, self.game.owners
        entries: list[Any] = []
        hosts = [host]
        for at in row:
            card = cards[at.id]
            fields: dict[str, Any] = {"card": self.label(at.id)}
            if at.to != (hosts[-1] if on_the_one_before(card) else host):
                fields["to"] = self.names.call(at.to, (hosts,))
            if owners[at.id] != usual_owner(card, controller, owners[at.to]):
                fields["owner"] = self.player(owners[at.id])
            entries.append(fields if len(fields) > 1 else fields["card"])
            hosts.append(at.id)
        return entries

    def mark(self, card: CardId, text: int) -> Any:
        """Return a used ability as plain data."""
        name = self.names.call(card)
        return {"card": name, "text": TEXT_NAMES[text]} if text else name

    def combat(self, combat: Combat) -> dict[str, Any]:
        """Return the groups and the state of the engagements as plain data."""
        position = self.position
        attacker = position.player
        raiders = [who.id for who in position.sides[attacker].raiders]
        survivors = [who.id for who in position.sides[OTHER[attacker]].survivors]
        fields: dict[str, Any] = {
            "attack": self.groups(combat.attack, raiders),
            "defense": self.groups(combat.defense, survivors),
        }
        if len(combat.attack) < access_sum(position, OTHER[attacker]).total:
            fields["points"] = len(combat.attack)
        if combat.met != (usual_met(position) if combat.now or combat.resolved or combat.breached else ()):
            fields["met"] = list(combat.met)
        fields |= {"resolved": list(combat.resolved)} if combat.resolved else {}
        fields |= {"now": BREACH if combat.breached else combat.now} if combat.now or combat.breached else {}
        fields |= {"boosts": [self.boost(*boost) for boost in combat.boosts]} if combat.boosts else {}
        return fields

    def groups(self, groups: tuple[tuple[CardId, ...], ...], row: list[CardId]) -> list[list[str]]:
        """Return the card names in each of a side's groups."""
        taken: list[CardId] = []
        return [self.names.call_all(group, (row,), taken) for group in groups]

    def boost(self, card: CardId, player: Player, attack: int, defense: int, each: bool) -> dict[str, Any]:
        """Return a boost to a side's total as plain data."""
        fields: dict[str, Any] = {"card": self.names.call(card), "by": self.player(player)}
        return fields | {k: v for k, v in (("attack", attack), ("defense", defense), ("each", each)) if v}

    def waiting(self, waiting: Waiting) -> dict[str, Any]:
        """Return a pending decision as plain data."""
        side = self.position.sides[waiting.player]
        fields: dict[str, Any] = {str(waiting.kind): self.player(waiting.player)}
        text, amount, card, cards = said(waiting)
        if text:
            fields["text"] = TEXT_NAMES[text]
        if amount:
            fields["amount"] = amount
        if card is not None:
            fields["card"] = self.names.call(card)
        if cards:
            first = ([who.id for who in side.survivors], side.hand, *self.names.anywhere)
            fields["cards"] = self.names.call_all(cards, first if isinstance(waiting, Debt) else None)
        if isinstance(waiting, Response | Resolution):
            fields |= self.move(waiting.move)
        rule = waiting.rule if isinstance(waiting, Debt | Removal | Searching) else ""
        if rule != usual_rule(waiting.kind, self.position.phase):
            fields["rule"] = rule
        return fields

    def move(self, move: Event | Use) -> dict[str, Any]:
        """Return an announced event or ability as plain data."""
        lane = points_at_lane(self.game.cards[move.card], move)
        fields: dict[str, Any] = {"event" if isinstance(move, Event) else "use": self.names.call(move.card)}
        if isinstance(move, Use) and move.text:
            fields["text"] = TEXT_NAMES[move.text]
        if move.targets:
            fields["targets"] = [target if lane else self.names.call(CardId(target)) for target in move.targets]
        return fields


class _Numbers(Names):
    """Card names that always include the number."""

    def call(self, card: CardId, pools: Pools | None = None) -> str:
        """Return the name of a card with its number, or the word for a deck's top card or a hidden card."""
        return f"{self.cards[card].name} ({card})" if card >= 0 else super().call(card)

    def call_all(
        self, cards: Sequence[CardId], pools: Pools | None = None, taken: list[CardId] | None = None
    ) -> list[str]:
        """Return the names of cards in a list, each with its number."""
        return [self.call(card) for card in cards]


class _Numbered(_Writing):
    """The writer of a position with every card numbered, so that any card can be removed or moved."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.names, self.counted = _Numbers(position), set()

    def player(self, player: Player) -> int:  # type: ignore[override]
        """Return a player's number."""
        return player

    def character(self, who: InPlay, player: Player) -> Any:
        """Return a character in play as plain data, with its owner."""
        said = super().character(who, player)
        fields = said if isinstance(said, dict) else {"card": said}
        return fields | {"owner": self.player(self.game.owners[who.id])}

    def attached(self, row: tuple[Attached, ...], host: CardId, controller: Player) -> list[Any]:
        """Return a card's attachments as plain data, each with its host and its owner."""
        return [
            {"card": self.label(at.id), "to": self.names.call(at.to), "owner": self.player(self.game.owners[at.id])}
            for at in row
        ]

    def marks(self) -> dict[str, Any]:
        """Return the fields for used abilities, played cards (each with its player) and settings."""
        played = [{"card": name, "by": self.player(player)} for player, name in self.position.played]
        return super().marks() | ({"played": played} if played else {})
