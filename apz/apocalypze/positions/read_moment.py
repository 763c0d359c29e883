"""The reader of a position's moment: combat, pending decisions, and the abilities used and cards played."""

from __future__ import annotations

import re
from dataclasses import replace

from apz.apocalypze.cards import Library
from apz.apocalypze.ids import NOWHERE, OTHER, CardId, Player, Point
from apz.apocalypze.model import (
    COMBAT,
    CONSUMPTION,
    DECK,
    Arrival,
    Boost,
    Combat,
    Debt,
    Decision,
    EngagementOrder,
    Position,
    Prompt,
    Removal,
    Resolution,
    Response,
    Searching,
    Waiting,
    Window,
    Wounds,
)
from apz.apocalypze.moves import Done, Event, Use
from apz.apocalypze.play import PROCEDURES
from apz.apocalypze.positions.card_names import TEXT_NAMES, TOP, Names, Pools, spelled
from apz.apocalypze.positions.read_zones import MOST_CARDS, Zones
from apz.apocalypze.rules import groups
from apz.apocalypze.rules.actions import points_at_lane
from apz.apocalypze.rules.hooks import TEXTS
from apz.apocalypze.rules.sums import access_sum
from apz.apocalypze.rules.table import Table
from apz.core.reading import Fault, Item, hint, match, quoted, refuse

GROUPS = ("attack", "defense", "points", "met", "resolved", "now", "boosts")
# the details of a decision, besides its player
ABOUT_KIND: dict[Decision, tuple[str, ...]] = {
    Decision.ORDER: ("amount",),
    Decision.WINDOW: ("amount",),
    Decision.WOUND: ("amount", "cards"),
    Decision.CONSUME: ("amount", "card", "cards", "rule"),
    Decision.RESPOND: ("event", "use", "text", "targets"),
    Decision.RESOLVE: ("event", "use", "text", "targets"),
    Decision.REMOVE: ("amount", "card", "cards", "rule"),
    Decision.ARRIVAL: ("card", "cards"),
    Decision.SEARCH: ("card", "cards", "text", "rule"),
}
ABOUT = ("amount", "card", "cards", "text", "rule", "event", "use", "targets")
MOST_NAMED = 1_000  # how many times cards may be named outside their zones
MOST_POINTS = 99  # no stronghold has more access points
BREACH = "breach"  # the engagements are over, and the raiders that got in do their damage


def usual_met(position: Position) -> tuple[Point, ...]:
    """Return the access points with an engagement once the defender is done."""
    table = Table(position)
    defend = Prompt(Decision.DEFEND, OTHER[position.player])
    table.agenda = [defend]
    groups.do_done(table, defend, Done())
    return table.combat.met if table.combat else ()


def usual_rule(kind: Decision, phase: str) -> str:
    """Return the default rule behind a decision, or "" if its kind has none."""
    if kind is Decision.CONSUME:
        return {COMBAT: "combat.breach", CONSUMPTION: "feed.survivors"}.get(phase, "event.resolve")
    return "character.killed" if kind is Decision.REMOVE else ""


class Moment:
    """The parts of a position that refer to its cards, read once the cards can be found by name."""

    def __init__(self, fields: dict[str, Item], zones: Zones, base: Position) -> None:
        self.fields, self.zones, self.base, self.names = fields, zones, base, Names(base)
        self.known = {card.name for card in base.game.cards}
        self.faults: list[Fault] = zones.faults
        self.cards: Library = zones.cards
        self.looked = 0  # how many cards were looked up by name
        self.sent: dict[int, int] = {}  # the access point of each character that's already in a group

    def marked(self) -> Position:
        """Return the position with its combat, its used abilities and its played cards."""
        fields = self.fields
        if "combat" in fields:
            self.base = self.combat(fields["combat"], self.base)
        return self.base._replace(
            used=self.marks("used"),
            spent=self.marks("spent"),
            played=tuple(self.played(entry) for entry in self.entries("played")),
            lasting=self.found_all(fields["lasting"]) if "lasting" in fields else (),
        )

    def agenda(self) -> tuple[Waiting, ...]:
        """Return all pending decisions, the current one last."""
        item = self.fields["waiting"]
        entries = [item] if isinstance(item.value, dict) else self.zones.listed(item, MOST_CARDS)
        agenda = tuple(waiting for entry in entries if (waiting := self.waiting(entry)))
        if agenda and isinstance(agenda[-1], Resolution):
            item.fault(self.faults, "no-decision-last", "end-with-decision")
        return agenda

    def entries(self, field: str) -> list[Item]:
        """Return the entries of an optional list."""
        return self.zones.listed(self.fields[field], MOST_CARDS) if field in self.fields else []

    def found(self, item: Item, pools: Pools | None = None, taken: list[CardId] | None = None) -> list[CardId]:
        """Return the cards an entry names; with `taken`, choose copies that aren't in it yet, and add them to it."""
        self.looked += 1
        if self.looked > MOST_NAMED:
            item.fault(self.faults, "too-many-named", "most-cards", named=MOST_NAMED)
            refuse(self.faults)
        if not isinstance(item.value, str):
            item.expected(self.faults, "card", "write-name")
            return []
        count, text, number = spelled(item.value)
        if text == TOP and taken is not None:
            return [DECK] * count
        name = match(text, self.known)
        if name is None:
            near = hint(text, self.known, self.faults)
            item.fault(self.faults, "not-in-position", name=quoted(text), **near)
            return []
        if not count:
            item.fault(self.faults, "no-copies", "count-from-1")
            return []
        if number is not None:
            found = [CardId(number)] if number in self.names.meant(name, self.names.anywhere[2:]) else []
        else:
            found = self.fitting(name, count, pools or self.names.anywhere, taken)
        if not found and taken and (twice := self.again(name, pools, taken)):
            again = "already-in-group" if twice[0] in self.sent else "already-in-list"
            item.fault(self.faults, again, "name-once", point=self.sent.get(twice[0], 0))
        elif len(found) != count:
            numbers = self.numbers(name)
            item.fault(self.faults, "which-card", "write-any", needed=count, count=len(found), names=numbers)
        if taken is not None:
            taken += found
        return found[:count]

    def again(self, name: str, pools: Pools | None, taken: list[CardId]) -> list[CardId]:
        """Return the cards with this name already in `taken`, for a list that names more copies than exist."""
        return [card for card in self.names.meant(name, pools or self.names.anywhere) if card in taken]

    def fitting(self, name: str, count: int, pools: Pools, taken: list[CardId] | None) -> list[CardId]:
        """Return every card `name` can mean; with `taken`, only the next `count` that aren't taken."""
        if taken is None:
            return self.names.meant(name, pools)
        found: list[CardId] = []
        for _ in range(count):
            if not (more := self.names.meant(name, pools, [*taken, *found])):
                break
            found.append(more[0])
        return found

    def numbers(self, name: str) -> list[str]:
        """Return the quoted names of all cards with this name, each with its number."""
        return [f'"{name} ({card})"' for card in self.names.meant(name, self.names.anywhere[2:])]

    def found_all(
        self, item: Item, pools: Pools | None = None, taken: list[CardId] | None = None
    ) -> tuple[CardId, ...]:
        """Return the cards a list names; a text counts as a list of one."""
        taken = [] if taken is None else taken
        entries = [item] if isinstance(item.value, str) else self.zones.listed(item, MOST_CARDS)
        found = tuple(card for entry in entries for card in self.found(entry, pools, taken))
        if len(found) > MOST_CARDS:
            item.fault(self.faults, "too-many-cards", "most-in-position", count=len(found), most=MOST_CARDS)
        return found

    def one(self, item: Item) -> CardId:
        """Return an entry's card; if it can mean none or several, add a fault and return card 0 or the first."""
        return next(iter(self.found(item)), CardId(0))

    def text(self, fields: dict[str, Item]) -> int:
        """Return the index of a card's named ability, which is 0 if the file doesn't name one."""
        name = fields["text"].choice(self.faults, TEXT_NAMES, "card-text") if "text" in fields else None
        return TEXT_NAMES.index(name) if name else 0

    def player(self, fields: dict[str, Item], field: str) -> Player:
        """Return the player named in a field, or the player whose turn it is if the field is missing."""
        return self.zones.player(fields[field]) if field in fields else self.base.player

    def marks(self, field: str) -> tuple[tuple[CardId, int], ...]:
        """Return the used abilities that a field lists."""
        found = []
        for entry in self.entries(field):
            fields = self.zones.parted(entry, ("card", "text"))
            if "card" in fields:
                found.append((self.one(fields["card"]), self.text(fields)))
        return tuple(found)

    def played(self, entry: Item) -> tuple[Player, str]:
        """Return the player and the name of a wildcard or trump that was played this turn."""
        fields = self.zones.parted(entry, ("card", "by"))
        text = fields["card"].text(self.faults) if "card" in fields else ""
        name = self.cards.named(text)
        if name is None and text:
            near = hint(text, self.cards, self.faults) or {"fix": "write-whole-name"}
            fields["card"].fault(self.faults, "not-a-card", name=quoted(text), **near)
        return self.player(fields, "by"), name or ""

    def combat(self, item: Item, position: Position) -> Position:
        """Return the position with its groups and the state of its engagements."""
        fields = item.mapping(self.faults, GROUPS)
        attacker = position.player
        least = access_sum(position, OTHER[attacker]).total
        points = fields["points"].integer(self.faults, 1, MOST_POINTS, least) if "points" in fields else least
        raiders = [who.id for who in position.sides[attacker].raiders]
        survivors = [who.id for who in position.sides[OTHER[attacker]].survivors]
        attack, defense = self.groups(fields.get("attack"), raiders), self.groups(fields.get("defense"), survivors)
        if "points" not in fields:
            points = max(points, len(attack), len(defense))
        elif max(len(attack), len(defense)) > points:
            fields["points"].fault(self.faults, "more-groups", "leave-out-or-more", count=points)
        blank: tuple[tuple[CardId, ...], ...] = ((),)
        combat = Combat(attack + blank * (points - len(attack)), defense + blank * (points - len(defense)))
        breached = "now" in fields and fields["now"].value == BREACH
        now = self.now(fields["now"], points) if "now" in fields and not breached else NOWHERE
        resolved = self.points(fields.get("resolved"), points)
        listed = self.zones.listed(fields["boosts"], MOST_CARDS) if "boosts" in fields else []
        boosts = tuple(self.boost(entry) for entry in listed)
        position = position._replace(combat=combat)
        met = usual_met(position) if now or resolved or breached else ()
        met = self.points(fields["met"], points) if "met" in fields else met
        return position._replace(combat=Combat(combat.attack, combat.defense, met, resolved, now, boosts, breached))

    def groups(self, item: Item | None, row: list[CardId]) -> tuple[tuple[CardId, ...], ...]:
        """Return a side's groups, given as a list or by access point."""
        if item is None:
            return ()
        taken: list[CardId] = []
        listed = [] if isinstance(item.value, dict) else self.zones.listed(item, MOST_POINTS)
        entries = item.value.items() if isinstance(item.value, dict) else enumerate(listed, 1)
        groups: dict[int, tuple[CardId, ...]] = {}
        for name, entry in entries:
            group = self.found_all(entry, (row,), taken)
            if re.fullmatch("[1-9][0-9]?", str(name)):
                groups[int(name)] = group
                self.sent.update(dict.fromkeys(group, int(name)))
            else:
                entry.fault(self.faults, "not-a-point", "write-point", "stronghold.access", name=quoted(name))
        return tuple(groups.get(point, ()) for point in range(1, max(groups, default=0) + 1))

    def points(self, item: Item | None, most: int) -> tuple[Point, ...]:
        """Return the access points that a list names, or () if there's no list."""
        listed = self.zones.listed(item, MOST_POINTS) if item else ()
        return tuple(Point(each.integer(self.faults, 1, most, 1)) for each in listed)

    def now(self, item: Item, most: int) -> Point:
        """Return the access point being resolved."""
        return Point(item.integer(self.faults, 0, most))

    def boost(self, entry: Item) -> Boost:
        """Read a boost to a side's total in the current engagement."""
        fields = self.zones.parted(entry, ("card", "by", "attack", "defense", "each"))
        attack, defense = (
            fields[stat].integer(self.faults, -99) if stat in fields else 0 for stat in ("attack", "defense")
        )
        each = fields["each"].flag(self.faults) if "each" in fields else False
        card = self.one(fields["card"]) if "card" in fields else CardId(0)
        return Boost(card, self.player(fields, "by"), attack, defense, each)

    def waiting(self, item: Item) -> Waiting | None:
        """Return one pending decision, such as {consume: Ann, amount: 2}; None if a fault leaves too little to read."""
        fields = item.mapping(self.faults, (*PROCEDURES, *ABOUT))
        kinds = [kind for kind in PROCEDURES if kind in fields]
        if len(kinds) != 1:
            known = ", ".join(PROCEDURES)
            item.fault(self.faults, "several-waiting", "write-one-waiting", count=len(kinds), names=known)
            return None
        kind = kinds[0]
        for name in fields.keys() - {kind, *ABOUT_KIND.get(kind, ())}:
            fields[name].fault(self.faults, "not-about", "leave-out", name=quoted(name), kind=quoted(kind))
        if missing := self.missing(kind, fields):
            item.fault(self.faults, **missing, kind=quoted(kind))
            return None
        return self.decision(kind, self.player(fields, kind), fields)

    def decision(self, kind: Decision, player: Player, fields: dict[str, Item]) -> Waiting | None:
        """Return a decision of a player, with its details; None if the event or ability in it can't be read."""
        amount = fields["amount"].integer(self.faults, 0, 999) if "amount" in fields else 0
        card = self.one(fields["card"]) if "card" in fields else None
        cards = self.found_all(fields["cards"], self.offered(kind, player)) if "cards" in fields else ()
        rule = self.rule(fields["rule"], kind) if "rule" in fields else usual_rule(kind, self.base.phase)
        if kind is Decision.ORDER:
            return EngagementOrder(player, amount)
        if kind is Decision.WINDOW:
            return Window(player, amount)
        if kind is Decision.WOUND:
            return Wounds(player, amount, cards)
        if kind is Decision.CONSUME:
            return Debt(player, amount, rule, card, cards)
        if kind is Decision.RESPOND or kind is Decision.RESOLVE:
            move = self.move(fields)
            made = Response if kind is Decision.RESPOND else Resolution
            return made(player, move) if move else None
        if kind is Decision.REMOVE or kind is Decision.ARRIVAL or kind is Decision.SEARCH:
            assert card is not None  # otherwise a field would be missing
            if kind is Decision.SEARCH:
                return self.search(fields, Searching(player, card, self.text(fields), cards, rule))
            one = next(iter(cards), None)
            return Removal(player, card, rule, amount, one) if kind is Decision.REMOVE else Arrival(player, card, one)
        return Prompt(kind, player)

    def search(self, fields: dict[str, Item], waiting: Searching) -> Searching:
        """Return the search; add a fault if the card's ability doesn't search."""
        texts = TEXTS.get(self.names.cards[waiting.card].name, ())
        if waiting.text >= len(texts) or texts[waiting.text].search is None:
            fields["card"].fault(self.faults, "no-search", "name-card-and-text")
        return waiting

    def offered(self, kind: Decision, player: Player) -> Pools | None:
        """Return the pools to look in first for a debt's cards; None for any other kind of decision."""
        side = self.base.sides[player]
        first = ([who.id for who in side.survivors], side.hand, *self.names.anywhere)
        return first if kind is Decision.CONSUME else None

    def missing(self, kind: Decision, fields: dict[str, Item]) -> dict[str, str] | None:
        """Return the fault of an incomplete decision, as arguments for `fault`; None if nothing is missing."""
        combat, procedure = self.base.combat, PROCEDURES[kind]
        if [*procedure.phases] == [COMBAT] and combat is None:
            return {"key": "without-combat", "fix": "add-combat"}
        if procedure.in_engagement and combat and combat.now <= 0:
            return {"key": "without-engagement", "fix": "say-now"}
        about = ABOUT_KIND.get(kind, ())
        if "event" in about and not ("event" in fields or "use" in fields):
            return {"key": "to-nothing", "fix": "add-event"}
        if "card" in about and "card" not in fields and kind is not Decision.CONSUME:
            return {"key": "of-nothing", "fix": "add-field", "name": "card"}
        return None

    def move(self, fields: dict[str, Item]) -> Event | Use | None:
        """Return the event or ability that was announced; None if there's none or it has a fault."""
        name = "event" if "event" in fields else "use"
        if name not in fields:
            return None
        card, text = self.one(fields[name]), self.text(fields) if name == "use" else 0
        move: Event | Use = Event(card) if name == "event" else Use(card, text=text)
        face = self.names.cards[card]
        if face.event != (name == "event") or text >= len(TEXTS.get(face.name, ())):
            fields[name].fault(self.faults, "nothing-fits", "events-played", card=face.name)
            return None
        lane = points_at_lane(face, move)
        entries = self.zones.listed(fields["targets"], MOST_CARDS) if "targets" in fields else []
        targets = tuple(each.integer(self.faults, 1, MOST_POINTS, 1) if lane else self.one(each) for each in entries)
        return replace(move, targets=targets)

    def rule(self, item: Item, kind: Decision) -> str:
        """Return the rule behind a decision; add a fault if the rule doesn't cause that kind."""
        rule, known = item.text(self.faults), PROCEDURES[kind].causes
        if rule and rule not in known:
            near = hint(rule, known, self.faults) if known else {"fix": "leave-out"}
            item.fault(self.faults, "no-rule-to-wait", kind=quoted(kind), **near)
        return rule
