"""Positions from YAML or Python: both come as one plain structure, which is read here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from apz.apocalypze.cards import Library, library
from apz.apocalypze.ids import OTHER, PLAYERS, Player
from apz.apocalypze.model import (
    COMBAT,
    CONSUMPTION,
    DRAW,
    OCCUPATION,
    OVER,
    PHASES,
    Combat,
    Decision,
    Position,
    Prompt,
    Window,
)
from apz.apocalypze.moves import Done
from apz.apocalypze.positions.named import named_item, named_positions
from apz.apocalypze.positions.read_moment import Moment
from apz.apocalypze.positions.read_zones import Zones
from apz.apocalypze.rules import consumption, groups
from apz.apocalypze.rules.engine import settle
from apz.apocalypze.rules.table import Table
from apz.core.reading import Fault, Item, check_game, clean, match, quoted, read_yaml, refuse, stop

FORMAT = "position 1"
STATE = ("turn", "whose", "phase", "occupied", "combat", "waiting")
MARKS = ("used", "spent", "played", "lasting", "strict", "redraws", "luck", "winner")
FIELDS = ("apz", "game", "players", *STATE, *MARKS)
LATER = 2  # the default turn: any but the first, which has a rule of its own


def read_position(source: Path | str | Item, cards: Library | None = None) -> Position:
    """Read a position from a file (a Path) or a text; raise BadInput with its faults if it can't be read.

    >>> import apz
    >>> position = apz.named_position("first-turn")
    >>> read_position(position.to_yaml()) == position
    True
    """
    if not isinstance(source, Path | str | Item):
        raise TypeError(f"a Path or a text is expected here, not {type(source).__name__}")
    item = source if isinstance(source, Item) else read_yaml(source, name="position")
    if isinstance(source, str) and isinstance(item.value, str):
        _only_named(item.value)
    return _Reading(item, cards or library()).position(as_written=True)


def named_position(name: str) -> Position:
    """Return a position from the tutorials by name, in any case and punctuation; `named_positions` lists them.

    >>> named_position("first turn").turn
    1
    """
    if not isinstance(name, str):
        raise TypeError(f"{name!r}: a position is named by a text; apz.named_positions() lists the names")
    return _read_once(name)


@cache
def _read_once(name: str) -> Position:
    """Return a named position, which is read only once and then cached."""
    return read_position(named_item(name))


def _only_named(text: str) -> None:
    """Raise BadInput for a text that's only a position's name or path, and say what to write instead."""
    if name := match(text, named_positions()):
        stop("", 0, "position-name", "named-position-gives", value=quoted(text), name=name)
    if text.endswith((".yaml", ".yml")) or "/" in text:  # not opened, since a visitor may have written it
        stop("", 0, "position-path", "read-position-reads", value=quoted(text), path=repr(text))


def build(
    first: Mapping[str, Any], second: Mapping[str, Any], *, cards: Library | None = None, **state: Any
) -> Position:
    """Return the position with these two players, in the words of the YAML files: whose="Ann", phase="combat", ..."""
    for player in (first, second):
        if not isinstance(player, Mapping):
            raise TypeError(f"{clean(repr(player))} where a player is expected: apz.seat(...) gives one")
    return read_position(_item({"apz": FORMAT, **state, "players": [first, second]}, ""), cards)


def read_structure(structure: Mapping[str, Any], cards: Library | None = None) -> Position:
    """Return the position from plain data in the form `writing.structure` returns; raise BadInput with its faults."""
    return _Reading(_item(structure, ""), cards or library()).position()


def seat(stronghold: str, **zones: Any) -> dict[str, Any]:
    """Return one player for `build`: the stronghold, and name, attached, survivors, raiders, hand, deck, discard, out.

    >>> seat("Church", name="Ann", hand=["2 Civilian"])
    {'stronghold': 'Church', 'name': 'Ann', 'hand': ['2 Civilian']}
    """
    return {"stronghold": stronghold, **zones}


def _item(value: Any, path: str) -> Item:
    """Return plain Python data as if it had been read from a file."""
    if isinstance(value, Mapping):
        value = {str(name): _item(each, f"{path}.{name}" if path else str(name)) for name, each in value.items()}
    elif isinstance(value, Sequence) and not isinstance(value, str):
        value = [_item(each, f"{path}[{index}]") for index, each in enumerate(value)]
    return Item(value, 0, path, "")


def begun(position: Position, defended: bool = False) -> Position:
    """Return the position with the first decision its phase asks for; in combat, that depends on the groups.

    With `defended`, the defense groups are committed as well. A finished game is returned unchanged.
    """
    table = Table(position)
    if position.winner is not None or position.phase == OVER:
        return position
    if position.phase == DRAW:
        table.ask(Prompt(Decision.DRAW, position.player))
    elif position.phase == OCCUPATION:
        table.ask(Prompt(Decision.OCCUPY if position.place is None else Decision.ACT, position.player))
    elif position.phase == CONSUMPTION:
        consumption.feed(table)
    elif position.combat:
        _grouped(table, position.combat, defended)
    settle(table)
    return table.frozen()


def _grouped(table: Table, combat: Combat, defended: bool) -> None:
    """Continue combat from its current groups."""
    if combat.now > 0:
        table.ask(Window(table.player))
    elif not (combat.met or combat.resolved or combat.now or combat.breached):
        attack = Prompt(Decision.ATTACK, table.player)
        table.ask(attack)
        if groups.check_done(table, attack, Done()) is None:
            groups.do_done(table, attack, Done())
            if defended:
                groups.do_done(table, Prompt(Decision.DEFEND, OTHER[table.player]), Done())


def usual_place(phase: str, player: Player) -> Player | None:
    """Return whose stronghold is the default place: the opponent's in combat, the player's in consumption, or None."""
    return {COMBAT: OTHER[player], CONSUMPTION: player}.get(phase)


class _Reading:
    """The reader of one position, which raises faults together: those in the cards first, then those in the moment."""

    def __init__(self, item: Item, cards: Library) -> None:
        self.cards, self.faults = cards, list[Fault]()
        if item.value is None or (isinstance(item.value, dict) and "apz" not in item.value):
            item.fault(self.faults, "missing-field", "write-format", name="apz", format=FORMAT)
        self.fields = item.mapping(self.faults, FIELDS, ("players",))
        check_game(self.fields, "apocalypze", self.faults)
        if "apz" in self.fields and self.fields["apz"].value != FORMAT:
            self.fields["apz"].fault(self.faults, "other-position-format", "write-format", format=FORMAT)

    def position(self, as_written: bool = False) -> Position:
        """Return the position or raise BadInput; with `as_written`, a phase that would be skipped is a fault too."""
        if "players" not in self.fields:
            refuse(self.faults)
        zones = Zones(self.fields["players"], self.cards, self.faults)
        moment = Moment(self.fields, zones, self.base(zones))
        position = moment.marked()
        if "waiting" in self.fields:
            position = position._replace(agenda=moment.agenda())
        elif as_written:
            self.fought(position)
        refuse(self.faults)
        if "waiting" in self.fields:
            return position
        return begun(position, "combat" in self.fields and "defense" in (self.fields["combat"].value or {}))

    def fought(self, position: Position) -> None:
        """Add a fault if a combat phase has neither groups nor raiders."""
        if position.phase == COMBAT and not (position.combat or position.sides[position.player].raiders):
            player = position.game.names[position.player]
            said = self.fields.get("phase") or self.fields["combat"]
            said.fault(self.faults, "no-raiders-no-combat", "add-raiders", "combat.where", player=player)

    def base(self, zones: Zones) -> Position:
        """Return the position without combat and other parts that refer to cards; raise BadInput for faults so far."""
        fields, faults = self.fields, self.faults
        player = zones.player(fields["whose"]) if "whose" in fields else PLAYERS[0]
        place = zones.player(fields["occupied"]) if "occupied" in fields else None
        turn = fields["turn"].integer(faults, 1, 9999, LATER) if "turn" in fields else LATER
        strict = fields["strict"].flag(faults) if "strict" in fields else False
        redraws = self.redraws()
        winner = zones.player(fields["winner"]) if "winner" in fields else None
        phase, luck = self.phase(), self.luck()
        refuse(faults)
        game, sides = zones.game(strict)
        game = game._replace(redraws=redraws)
        refuse(faults)
        if winner is None and sides[0].out != sides[1].out:
            winner = PLAYERS[int(sides[0].out)]
        if "phase" not in fields and winner is not None:
            phase = OVER
        place = usual_place(phase, player) if place is None else place
        return Position(game, sides, turn, player, phase, place, luck=luck, winner=winner)

    def redraws(self) -> tuple[int, int] | None:
        """Return how often each player redrew the opening hand; None if the house rule wasn't used."""
        item = self.fields.get("redraws")
        if item is None:
            return None
        times = [each.integer(self.faults) for each in item.sequence(self.faults)]
        if len(times) != len(PLAYERS):
            item.expected(self.faults, "redraws", "write-redraws")
            return None
        return times[0], times[1]

    def phase(self) -> str:
        """Return the phase; if the file leaves it out, infer it from the other fields."""
        if "phase" in self.fields:
            return self.fields["phase"].choice(self.faults, (*PHASES, OVER), "phase") or DRAW
        return COMBAT if "combat" in self.fields else OCCUPATION if "occupied" in self.fields else DRAW

    def luck(self) -> int:
        """Return the seed of the next shuffles, which a file may write as a number or as 0x... text."""
        item = self.fields.get("luck")
        if item is None:
            return 0
        if isinstance(item.value, str) and item.value.startswith("0x") and len(item.value) <= 18:
            digits = item.value[2:].lower()
            if digits and set(digits) <= set("0123456789abcdef"):
                return int(digits, 16)
        return item.integer(self.faults, 0, 10**18)
