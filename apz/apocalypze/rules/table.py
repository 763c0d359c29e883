"""The table during a move: a position that can still change, and the ways to move cards on it."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from apz.apocalypze.ids import CardId, Player
from apz.apocalypze.model import Combat, Game, InPlay, Position, Side, Waiting
from apz.core.luck import shuffled
from apz.core.trace import EVERYBODY, NOBODY, Note

# Moves spend much of their time here: a record made straight from its fields costs less than a call with keywords.
record: Final[Any] = tuple.__new__


class Found:
    """A character in play: who controls it, whose stronghold it's at, and whether it's a raider."""

    __slots__ = ("place", "player", "raider", "who")

    def __init__(self, player: Player, place: Player, raider: bool, who: InPlay) -> None:
        self.player, self.place, self.raider, self.who = player, place, raider, who


Pile: TypeAlias = tuple[CardId, ...]


def with_piles(side: Side, hand: Pile, deck: Pile, discard: Pile) -> Side:
    """Return the side with these cards in hand, in the deck and in the discard pile."""
    stronghold, fixtures, survivors, raiders, _, _, _, out = side
    made: Side = record(Side, (stronghold, fixtures, survivors, raiders, hand, deck, discard, out))
    return made


def with_characters(side: Side, survivors: tuple[InPlay, ...], raiders: tuple[InPlay, ...]) -> Side:
    """Return the side with these characters in play."""
    stronghold, fixtures, _, _, hand, deck, discard, out = side
    made: Side = record(Side, (stronghold, fixtures, survivors, raiders, hand, deck, discard, out))
    return made


class Table:
    """A mutable position: it reads like a Position, changes in place, and is frozen at the end of the move."""

    __slots__ = (
        "agenda", "combat", "game", "lasting", "luck", "names", "notes", "phase", "place",
        "played", "player", "sides", "spent", "turn", "used", "winner",
    )  # fmt: skip

    game: Game
    turn: int
    player: Player
    phase: str
    place: Player | None
    combat: Combat | None
    used: tuple[tuple[CardId, int], ...]
    spent: tuple[tuple[CardId, int], ...]
    played: tuple[tuple[Player, str], ...]
    lasting: tuple[CardId, ...]
    luck: int
    winner: Player | None

    def __init__(self, position: Position) -> None:
        (
            self.game, sides, self.turn, self.player, self.phase, self.place, agenda, self.combat,
            self.used, self.spent, self.played, self.lasting, self.luck, self.winner,
        ) = position  # fmt: skip
        self.names = self.game.names
        self.sides: list[Side] = [*sides]
        self.agenda: list[Waiting] = [*agenda]
        self.notes: list[Note] = []

    def frozen(self) -> Position:
        """Return the position as it is on the table now."""
        fields = (
            self.game, tuple(self.sides), self.turn, self.player, self.phase, self.place,
            tuple(self.agenda), self.combat, self.used, self.spent, self.played, self.lasting,
            self.luck, self.winner,
        )  # fmt: skip
        position: Position = record(Position, fields)
        return position

    @property
    def waiting(self) -> Waiting | None:
        """The current decision; None if nothing is pending."""
        return self.agenda[-1] if self.agenda else None

    def note(
        self,
        key: str,
        rule: str,
        cards: tuple[int, ...] = (),
        /,  # so that Python doesn't look for these names among the keywords of the values
        house: bool = False,
        secret: int = EVERYBODY,
        **values: Any,
    ) -> None:
        """Record what happened as a note: its key, its rule, its cards and its values."""
        self.notes.append(record(Note, (key, rule, values, cards, house, secret)))

    def name(self, card: CardId) -> str:
        """Return the name of a card."""
        return self.game.cards[card].name

    def ask(self, waiting: Waiting) -> None:
        """Put this decision on top of the agenda, ahead of all others."""
        self.agenda.append(waiting)

    # piles

    def discard(self, card: CardId) -> None:
        """Put a card on top of its owner's discard pile."""
        owner = self.game.owners[card]
        side = self.sides[owner]
        self.sides[owner] = with_piles(side, side.hand, side.deck, (card, *side.discard))

    def recycle(self, card: CardId) -> None:
        """Put a card at the bottom of its owner's deck."""
        owner = self.game.owners[card]
        side = self.sides[owner]
        self.sides[owner] = with_piles(side, side.hand, (*side.deck, card), side.discard)

    def recover(self, player: Player) -> CardId | None:
        """Move the discard pile's bottom card to the bottom of the deck, and return it; None if the pile is empty."""
        side = self.sides[player]
        if not side.discard:
            self.note("pile.nothing-to-recover", "pile.recover", player=self.names[player])
            return None
        *rest, card = side.discard
        self.sides[player] = side._replace(discard=tuple(rest), deck=(*side.deck, card))
        self.note("pile.recovered", "pile.recover", (card,), player=self.names[player], card=self.name(card))
        return card

    def draw(self, player: Player, number: int) -> tuple[CardId, ...]:
        """Draw up to `number` cards from the top of the deck into the hand, and return them."""
        side = self.sides[player]
        cards = side.deck[:number]
        self.sides[player] = with_piles(side, side.hand + cards, side.deck[number:], side.discard)
        return cards

    def drop(self, player: Player, card: CardId) -> None:
        """Take a card out of the hand; the caller decides where it goes."""
        side = self.sides[player]
        self.sides[player] = with_piles(side, tuple([c for c in side.hand if c != card]), side.deck, side.discard)

    def pull(self, player: Player, pile: str, card: CardId) -> None:
        """Take a card out of the deck or the discard pile; the caller decides where it goes."""
        side = self.sides[player]
        if pile == "deck":
            self.sides[player] = with_piles(side, side.hand, tuple([c for c in side.deck if c != card]), side.discard)
        else:
            self.sides[player] = with_piles(side, side.hand, side.deck, tuple([c for c in side.discard if c != card]))

    def shuffle(self, player: Player, pile: str, rule: str = "pile.shuffle") -> None:
        """Shuffle a pile; the note records the new order, which is secret if the pile is a deck."""
        side = self.sides[player]
        if pile == "deck":
            cards, self.luck = shuffled(side.deck, self.luck)
            self.sides[player] = with_piles(side, side.hand, cards, side.discard)
        else:
            cards, self.luck = shuffled(side.discard, self.luck)
            self.sides[player] = with_piles(side, side.hand, side.deck, cards)
        secret = NOBODY if pile == "deck" else EVERYBODY
        self.note(f"pile.shuffled-{pile}", rule, cards, secret=secret, player=self.names[player])

    # characters and attachments

    def put(self, player: Player, raider: bool, who: InPlay) -> None:
        """Put a character at the end of the player's row of raiders or survivors."""
        side = self.sides[player]
        if raider:
            self.sides[player] = with_characters(side, side.survivors, (*side.raiders, who))
        else:
            self.sides[player] = with_characters(side, (*side.survivors, who), side.raiders)

    def change(self, found: Found, who: InPlay) -> None:
        """Replace a character with its changed version."""
        side, old = self.sides[found.player], found.who
        if found.raider:
            row = tuple([who if one is old else one for one in side.raiders])
            self.sides[found.player] = with_characters(side, side.survivors, row)
        else:
            row = tuple([who if one is old else one for one in side.survivors])
            self.sides[found.player] = with_characters(side, row, side.raiders)

    def lift(self, found: Found) -> None:
        """Take a character off the table and out of its group; the caller decides where it goes."""
        side, gone = self.sides[found.player], found.who
        if found.raider:
            row = tuple([one for one in side.raiders if one is not gone])
            self.sides[found.player] = with_characters(side, side.survivors, row)
        else:
            row = tuple([one for one in side.survivors if one is not gone])
            self.sides[found.player] = with_characters(side, row, side.raiders)
        self.ungroup(gone.id)

    def ungroup(self, card: CardId) -> None:
        """Take a character out of its attack or defense group."""
        combat = self.combat
        if combat is None:
            return
        if any([card in group for group in combat.attack]):
            self.combat = with_groups(combat, without(combat.attack, card), combat.defense)
        elif any([card in group for group in combat.defense]):
            self.combat = with_groups(combat, combat.attack, without(combat.defense, card))


State: TypeAlias = Position | Table  # what the rules read: a position, or the table during a move


def copy(state: State) -> Table:
    """Return a new table with this state, which can change independently."""
    return Table(state.frozen() if isinstance(state, Table) else state)


Groups: TypeAlias = tuple[tuple[CardId, ...], ...]


def with_groups(combat: Combat, attack: Groups, defense: Groups) -> Combat:
    """Return the combat with these groups."""
    _, _, met, resolved, now, boosts, breached = combat
    made: Combat = record(Combat, (attack, defense, met, resolved, now, boosts, breached))
    return made


def without(groups: Groups, card: CardId) -> Groups:
    """Return the groups without this character."""
    return tuple([tuple([c for c in group if c != card]) if card in group else group for group in groups])
