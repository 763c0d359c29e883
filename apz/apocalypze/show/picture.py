"""The visible content of a position, gathered once for every way to show it, with numbers from the rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from apz.apocalypze.cards import library
from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.language.words import Words, words
from apz.apocalypze.model import (
    COMBAT,
    DECK,
    PHASES,
    RAIDER,
    STATS,
    STRONGHOLD,
    SURVIVOR,
    Attached,
    Card,
    Debt,
    Face,
    InPlay,
    Position,
    Removal,
    Wounds,
)
from apz.apocalypze.rules.combat import totals, wounds_of
from apz.apocalypze.rules.find import alike, group, silenced
from apz.apocalypze.rules.sums import access_sum, breach_sum, place_of_host, stat_sum
from apz.core.language.messages import Catalog
from apz.core.reading import clean
from apz.core.trace import Sum

HIDDEN_KIND = "hidden"
NAME, SENTENCE = 40, 600  # how many characters of a name or a sentence are shown


class Number(NamedTuple):
    """A number on a card: its label and text, whether it's a house number, and the printed one if it differs."""

    stat: str
    label: str
    shown: str
    house: bool = False
    printed: str = ""
    printed_house: bool = False

    @property
    def changed(self) -> bool:
        """True if a different number is printed on the card."""
        return bool(self.printed)

    def as_printed(self) -> Number:
        """Return the number as printed on the card, except for a value, which stays as it is now."""
        if not self.changed or self.stat == "value":
            return self
        return Number(self.stat, self.label, self.printed, self.printed_house)


class CardView(NamedTuple):
    """A card as shown: name, kind, numbers, marks and attachments."""

    name: str
    kind: str
    what: str
    numbers: tuple[Number, ...] = ()
    marks: tuple[str, ...] = ()
    attached: tuple[CardView, ...] = ()
    where: str = ""
    zombie: bool = False
    card: Card | None = None
    id: int = DECK  # the card's id in its game; DECK if it's in none, or may not be known
    wounds: int = 0


class Lane(NamedTuple):
    """An access point in combat: the attackers, the blockers, and both sides' totals or the cost of not blocking it."""

    point: int
    state: str
    attackers: tuple[CardView, ...]
    defenders: tuple[CardView, ...]
    sums: dict[str, Sum]
    owed: Sum | None


class Seat(NamedTuple):
    """A player: stronghold, everybody at it, hand and piles."""

    name: str
    other: str
    decides: bool
    out: bool
    stronghold: CardView
    occupied: bool
    lanes: tuple[Lane, ...]
    survivors: tuple[CardView, ...]
    raiders: tuple[CardView, ...]
    hand: tuple[CardView, ...]
    deck: int
    discard: int
    top: str


class Picture(NamedTuple):
    """A position as shown."""

    title: str
    phases: tuple[tuple[str, bool], ...]
    ask: str
    seats: tuple[Seat, Seat]
    texts: tuple[tuple[str, tuple[str, ...], bool], ...]
    house: bool


def with_short_names(position: Position) -> Position:
    """Return the position with the players' names fit to show: short, and on one line."""
    first, second = (clean(name, NAME) for name in position.game.names)
    if (first, second) == position.game.names:
        return position
    return position._replace(game=position.game._replace(names=(first, second)))


def title(position: Position, language: str = "en", *you: str) -> str:
    """Return the title of the moment: the turn, whose it is, and the phase; the player named `you` is called you."""
    phase, player = words(language).catalog.text("phases", position.phase), position.game.names[position.player]
    values = {"turn": position.turn, "player": player, "phase": phase}
    return view_words(language).to(*you).text("show", "title", values)


def picture(position: Position, language: str = "en") -> Picture:
    """Return everything visible in a position."""
    return _Painter(with_short_names(position), words(language), view_words(language)).picture()


def card_view(position: Position, card: int | Card, language: str = "en") -> CardView:
    """Return a card as printed, wherever it is, or its back if it's hidden."""
    painter = _Painter(with_short_names(position), words(language), view_words(language))
    return painter.printed(card) if isinstance(card, Card) else painter.held(card)


def printed_view(card: Card, language: str = "en") -> CardView:
    """Return a card as printed, outside any game."""
    return _printed(card, language)


class _Printer:
    """The maker of views of printed cards in one language."""

    def __init__(self, say: Words, views: Catalog) -> None:
        self.say, self.views, self.house = say, views, False

    def number(self, stat: str, number: int, house: bool, signed: bool = False) -> Number:
        """Return a number with its label, and remember if it's a house number."""
        self.house |= house
        label = self.say.label({"attack": "att", "defense": "def", "value": "val"}.get(stat, stat))
        return Number(stat, label, f"{number:+d}" if signed else str(number), house)

    def what(self, face: Face, kind: str, card: Card) -> str:
        """Return a character's description in words, such as "gang raider, unique"."""
        text = self.say.catalog.text
        words = {"faction": text("factions", face.faction), "kind": text("kinds", kind)}
        parts = [self.views.text("show", "standing", words)]
        parts += [self.say.label(mark) for mark in ("unique", "twofold") if getattr(card, mark)]
        return ", ".join(parts)

    def printed(self, card: Card) -> CardView:
        """Return a card as printed, and remember if it has house numbers."""
        view = _printed(card, self.say.language)
        self.house |= any(number.house for number in view.numbers)
        return view

    def print(self, card: Card) -> CardView:
        """Return a card as printed, without the cache."""
        name, kind = clean(card.name, NAME), card.kind
        face = card.human or card.zombie
        if face is None:
            what = self.say.catalog.text("kinds", kind)
            bonus = zip(STATS, card.bonus, strict=True)
            numbers = [self.number(s, n, card.house("bonus"), signed=True) for s, n in bonus if n]
            return CardView(name, kind, what, tuple(numbers), card=card)
        numbers = [self.number(stat, n, stat in face.house) for stat, n in zip(STATS, face[1:4], strict=True)]
        what, zombie = self.what(face, kind, card), card.zombie
        if zombie and zombie is not face:
            stats = "/".join(f"{n}{'*' * (s in zombie.house)}" for s, n in zip(STATS, zombie[1:4], strict=True))
            what += ", " + self.views.text("show", "as-zombie", {"stats": stats})
        return CardView(name, kind, what, tuple(numbers), zombie=face.zombie, card=card)


@lru_cache(maxsize=1000)
def _printed(card: Card, language: str) -> CardView:
    """Return a card as printed, outside any game; cached, since every drawing of a table needs the same cards."""
    return _Printer(words(language), view_words(language)).print(card)


class _Painter(_Printer):
    """The painter of one position in one language."""

    def __init__(self, position: Position, say: Words, views: Catalog) -> None:
        super().__init__(say, views)
        self.position = position
        self.seen: dict[Card, None] = {}
        self.many = alike(position)

    def picture(self) -> Picture:
        """Return the whole picture."""
        position = self.position
        when = title(position, self.say.language)
        phases = tuple((self.say.catalog.text("phases", each), each == position.phase) for each in PHASES)
        seats, cards = (self.seat(0), self.seat(1)), library()
        texts = tuple(
            (clean(card.name, NAME), tuple(clean(t, SENTENCE) for t in said), card.house("text"))
            for card in self.seen
            if (said := cards.texts(card, self.say.language))
        )
        return Picture(when, phases, clean(self.say.waiting(position), SENTENCE), seats, texts, self.house)

    def counted(self, stat: str, total: Sum, printed: int, house: bool) -> Number:
        """Return a number as it is now, along with the printed one if that differs."""
        now = self.number(stat, total.total, total.house)
        return now if total.total == printed else now._replace(printed=str(printed), printed_house=house)

    def seat(self, player: int) -> Seat:
        """Return a player with their stronghold."""
        position, side = self.position, self.position.sides[player]
        attacked = position.phase == COMBAT and position.combat is not None and position.player != player
        return Seat(
            name=position.game.names[player],
            other=position.game.names[1 - player],
            decides=position.waiting is not None and position.waiting.player == player,
            out=side.out,
            stronghold=self.stronghold(player),
            occupied=position.place == player,
            lanes=self.lanes(player) if attacked else (),
            survivors=self.row(side.survivors, SURVIVOR, "background" if attacked else ""),
            raiders=self.row(position.sides[1 - player].raiders, RAIDER, "unsent" if attacked else ""),
            hand=tuple(self.held(card) for card in side.hand),
            deck=len(side.deck),
            discard=len(side.discard),
            top=clean(self.say.name(position, side.discard[0]), NAME) if side.discard else "",
        )

    def stronghold(self, player: int) -> CardView:
        """Return a player's stronghold with its numbers and attachments."""
        position, side = self.position, self.position.sides[player]
        card = self.look(side.stronghold)
        access = access_sum(position, player)
        numbers = (
            self.counted("access", access, card.access, card.house("access")),
            self.number("capacity", card.capacity, card.house("capacity")),
            self.number("damage", card.damage, card.house("damage")),
        )
        attached = self.attached(side.fixtures, side.stronghold, player)
        what = self.say.catalog.text("kinds", STRONGHOLD)
        return CardView(clean(card.name, NAME), STRONGHOLD, what, numbers, (), attached, card=card, id=side.stronghold)

    def look(self, card: int) -> Card:
        """Return the printed card, and remember it as seen."""
        printed = self.position.game.cards[card]
        self.seen[printed] = None
        return printed

    def lanes(self, player: int) -> tuple[Lane, ...]:
        """Return the access points of an attacked stronghold."""
        combat = self.position.combat
        assert combat
        return tuple(self.lane(player, point) for point in range(1, len(combat.attack) + 1))

    def lane(self, player: int, point: int) -> Lane:
        """Return one access point: the groups, and the totals while they still count."""
        position, combat = self.position, self.position.combat
        assert combat
        attackers, defenders = group(position, 1 - player, point), group(position, player, point)
        state = "now" if point == combat.now else "over" if point in combat.resolved else ""
        if point != combat.now:  # boosts count only in the current engagement
            position = position._replace(combat=combat._replace(boosts=()))
        sums = totals(position, point) if (attackers or defenders) and state != "over" else {}
        sums = sums if self.still_count(sums, state) else {}
        unmet = attackers and not defenders and point not in combat.met
        place = self.views.text("show", "at", {"place": self.say.label("access-point", point=point)})
        return Lane(
            point,
            state,
            tuple(self.standing(who, RAIDER, place) for who in attackers),
            tuple(self.standing(who, SURVIVOR, place) for who in defenders),
            sums,
            breach_sum(position, player, attackers) if unmet else None,
        )

    def still_count(self, sums: dict[str, Sum], state: str) -> bool:
        """Return True unless the totals no longer explain the wounds being assigned, for example after a death."""
        waiting = self.position.waiting
        if state != "now" or not sums or not isinstance(waiting, Wounds):
            return True
        attack, defense = ("counter", "defense") if waiting.player == self.position.player else ("attack", "guard")
        return wounds_of(sums[attack], sums[defense]) == waiting.amount

    def row(self, row: Iterable[InPlay], kind: str, where: str) -> tuple[CardView, ...]:
        """Return the characters that aren't at an access point."""
        combat = self.position.combat
        sent = [card for ids in combat.attack + combat.defense for card in ids] if combat and where else []
        place = self.views.text("show", where) if where else ""
        return tuple(self.standing(who, kind, place) for who in row if who.id not in sent)

    def standing(self, who: InPlay, kind: str, where: str) -> CardView:
        """Return a character in play."""
        position = self.position
        card = self.look(who.id)
        name = clean(card.name, NAME) + (f" #{who.id}" if card.name in self.many else "")
        printed = zip(STATS, who.face[1:4], strict=True)
        numbers = tuple(
            self.counted(stat, stat_sum(position, who, stat), number, stat in who.face.house)
            for stat, number in printed
        )
        attached = self.attached(who.attached, who.id, place_of_host(position, who))
        what, marks = self.what(who.face, kind, card), self.marks(who)
        return CardView(name, kind, what, numbers, marks, attached, where, who.zombie, card, who.id, who.wounds)

    def marks(self, who: InPlay) -> tuple[str, ...]:
        """Return the marks of a character: wounded, offered, or about to leave."""
        waiting = self.position.waiting
        marks = [self.views.text("show", "wounds", {"count": who.wounds})] if who.wounds else []
        if isinstance(waiting, Debt) and who.id in waiting.offered:
            marks.append(self.views.text("show", "offered"))
        if isinstance(waiting, Removal) and who.id == waiting.card:
            marks.append(self.views.text("show", "leaving"))
        return tuple(marks)

    def attached(self, row: tuple[Attached, ...], host: int, place: int) -> tuple[CardView, ...]:
        """Return a card's attachments; an attachment on another attachment is marked with its host."""
        found = []
        for each in row:
            card = self.look(each.id)
            marks = [self.views.text("show", "silenced")] if silenced(self.position, each, row, place) else []
            if each.to != host:
                marks.append(
                    self.views.text("show", "on", {"host": clean(self.say.name(self.position, each.to), NAME)})
                )
            found.append(self.printed(card)._replace(marks=tuple(marks), id=each.id))
        return tuple(found)

    def held(self, card: int) -> CardView:
        """Return a card in hand, or its back."""
        if card <= DECK or self.position.game.cards[card].kind == HIDDEN_KIND:
            return CardView(self.views.text("show", "hidden"), HIDDEN_KIND, "")
        view = self.printed(self.look(card))._replace(id=card)
        waiting = self.position.waiting
        offered = isinstance(waiting, Debt) and card in waiting.offered
        return view._replace(marks=(self.views.text("show", "offered"),)) if offered else view
