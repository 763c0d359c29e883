"""The table during a move: a position that can still change, and the ways to move cards on it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from apz.apocalypze.ids import CardId, Player
from apz.apocalypze.model import Combat, Game, InPlay, Position, Side, Waiting
from apz.core.luck import shuffled
from apz.core.trace import EVERYBODY, NOBODY, Note

# Where a move spends its time: a record made straight from its fields costs a third of a call by keywords.
record: Final[Any] = tuple.__new__
FIXTURES: Final = 1
SURVIVORS: Final = 2
RAIDERS: Final = 3
HAND: Final = 4
PILE: Final = 5
DISCARD: Final = 6


class Found(NamedTuple):
    """A character in play: who controls it, whose stronghold it's at, whether it's a raider, and its index."""

    player: Player
    place: Player
    raider: bool
    row: int
    who: InPlay


def changed(side: Side, field: int, value: tuple[Any, ...]) -> Side:
    """Return the side with one of its rows or piles replaced."""
    fields: list[Any] = [*side]  # changed as a list: a third of what slices around the field cost
    fields[field] = value
    made: Side = record(Side, fields)
    return made


class Table:
    """A position in the making: it reads like one, changes in place, and is frozen at the end of the move."""

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
        fields: Any = tuple(position)  # a plain tuple is unpacked at once, a named one item by item
        (
            self.game, sides, self.turn, self.player, self.phase, self.place, agenda, self.combat,
            self.used, self.spent, self.played, self.lasting, self.luck, self.winner,
        ) = fields  # fmt: skip
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
        """The current decision."""
        return self.agenda[-1] if self.agenda else None

    def note(
        self,
        key: str,
        rule: str,
        cards: tuple[int, ...] = (),
        /,  # so the values, which come by keyword, needn't be compared with these names
        house: bool = False,
        secret: int = EVERYBODY,
        **values: Any,
    ) -> None:
        """Record what happened."""
        self.notes.append(record(Note, (key, rule, values, cards, house, secret)))

    def name(self, card: CardId) -> str:
        """Return the name of a card."""
        return self.game.cards[card].name

    def ask(self, waiting: Waiting) -> None:
        """Ask for this decision before anything else."""
        self.agenda.append(waiting)

    # piles

    def discard(self, card: CardId) -> None:
        """Put a card on top of its owner's discard pile."""
        owner = self.game.owners[card]
        side = self.sides[owner]
        self.sides[owner] = changed(side, DISCARD, (card, *side.discard))

    def recycle(self, card: CardId) -> None:
        """Put a card at the bottom of its owner's deck."""
        owner = self.game.owners[card]
        side = self.sides[owner]
        self.sides[owner] = changed(side, PILE, (*side.deck, card))

    def recover(self, player: Player) -> CardId | None:
        """Move the bottom card of the discard pile to the bottom of the deck."""
        side = self.sides[player]
        if not side.discard:
            self.note("pile.nothing-to-recover", "pile.recover", player=self.names[player])
            return None
        *rest, card = side.discard
        self.sides[player] = side._replace(discard=tuple(rest), deck=(*side.deck, card))
        self.note("pile.recovered", "pile.recover", (card,), player=self.names[player], card=self.name(card))
        return card

    def draw(self, player: Player, number: int) -> tuple[CardId, ...]:
        """Draw cards from the top of the deck into the hand, while there are any."""
        side = self.sides[player]
        cards = side.deck[:number]
        fields: list[Any] = [*side]
        fields[HAND], fields[PILE] = side.hand + cards, side.deck[number:]
        self.sides[player] = record(Side, fields)
        return cards

    def drop(self, player: Player, card: CardId) -> None:
        """Take a card out of the hand; the caller decides where it goes."""
        side = self.sides[player]
        self.sides[player] = changed(side, HAND, tuple([c for c in side.hand if c != card]))

    def pull(self, player: Player, pile: str, card: CardId) -> None:
        """Take a card out of the deck or the discard pile; the caller decides where it goes."""
        side = self.sides[player]
        if pile == "deck":
            self.sides[player] = changed(side, PILE, tuple([c for c in side.deck if c != card]))
        else:
            self.sides[player] = changed(side, DISCARD, tuple([c for c in side.discard if c != card]))

    def shuffle(self, player: Player, pile: str, rule: str = "pile.shuffle") -> None:
        """Shuffle a pile; the note keeps the new order as a secret."""
        side = self.sides[player]
        cards, self.luck = shuffled(side.deck if pile == "deck" else side.discard, self.luck)
        self.sides[player] = changed(side, PILE if pile == "deck" else DISCARD, cards)
        secret = NOBODY if pile == "deck" else EVERYBODY
        self.note(f"pile.shuffled-{pile}", rule, cards, secret=secret, player=self.names[player])

    # characters and attachments

    def put(self, player: Player, raider: bool, who: InPlay) -> None:
        """Put a character at the end of the player's row of raiders or survivors."""
        side = self.sides[player]
        if raider:
            self.sides[player] = changed(side, RAIDERS, (*side.raiders, who))
        else:
            self.sides[player] = changed(side, SURVIVORS, (*side.survivors, who))

    def change(self, found: Found, who: InPlay) -> None:
        """Replace a character with its changed version."""
        side = self.sides[found.player]
        row = side.raiders if found.raider else side.survivors
        row = (*row[: found.row], who, *row[found.row + 1 :])
        self.sides[found.player] = changed(side, RAIDERS if found.raider else SURVIVORS, row)

    def lift(self, found: Found) -> None:
        """Take a character off the table and out of its group; the caller decides where it goes."""
        side = self.sides[found.player]
        row = side.raiders if found.raider else side.survivors
        row = row[: found.row] + row[found.row + 1 :]
        self.sides[found.player] = changed(side, RAIDERS if found.raider else SURVIVORS, row)
        self.ungroup(found.who.id)

    def ungroup(self, card: CardId) -> None:
        """Take a character out of its attack or defense group."""
        combat = self.combat
        if combat is None:
            return
        if any([card in group for group in combat.attack]):
            self.combat = record(Combat, (without(combat.attack, card), *combat[1:]))
        elif any([card in group for group in combat.defense]):
            self.combat = record(Combat, (combat[0], without(combat.defense, card), *combat[2:]))


State: TypeAlias = Position | Table  # what the rules read: a position, or the table while a move is being played


def copy(state: State) -> Table:
    """Return an independent copy of the table."""
    return Table(state.frozen() if isinstance(state, Table) else state)


def without(groups: tuple[tuple[CardId, ...], ...], card: CardId) -> tuple[tuple[CardId, ...], ...]:
    """Return the groups without this character."""
    return tuple([tuple([c for c in group if c != card]) if card in group else group for group in groups])
