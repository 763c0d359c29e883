"""The nouns of ApocalypZe, frozen: cards, characters in play, a player's side, decisions, the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from apz.apocalypze.ids import DECK as DECK
from apz.apocalypze.ids import HIDDEN_CARD as HIDDEN_CARD
from apz.apocalypze.ids import NOWHERE, PLAYERS, CardId, Player, Point
from apz.core.trace import Refusal, Step, Sum

if TYPE_CHECKING:  # moves take time to load, and a new game needs none
    from pathlib import Path

    from apz.apocalypze.moves import Event, Move, Use

DRAW: Final = "draw"
OCCUPATION: Final = "occupation"
COMBAT: Final = "combat"
CONSUMPTION: Final = "consumption"
OVER: Final = "over"
PHASES: Final[tuple[str, ...]] = (DRAW, OCCUPATION, COMBAT, CONSUMPTION)
STRONGHOLD: Final = "stronghold"
SURVIVOR: Final = "survivor"
RAIDER: Final = "raider"
ATTACHMENT: Final = "attachment"
WILDCARD: Final = "wildcard"
TRUMP: Final = "trump"
KINDS: Final[tuple[str, ...]] = (STRONGHOLD, ATTACHMENT, RAIDER, SURVIVOR, TRUMP, WILDCARD)
CIVILIAN: Final = "civilian"
POLICE: Final = "police"
SOLDIER: Final = "soldier"
BIKER: Final = "biker"
GANG: Final = "gang"
CULT: Final = "cult"
ZOMBIE: Final = "zombie"
STATS: Final[tuple[str, ...]] = ("attack", "defense", "value")
NAMES: Final = ("Ann", "Ben")  # the players' default names


def preformatted(text: str) -> str:
    """Return a text as HTML for a notebook cell, with its line breaks kept."""
    from html import escape

    return f'<pre style="white-space:pre-wrap">{escape(text)}</pre>'


class Face(NamedTuple):
    """One side of a character: its faction and three numbers."""

    faction: str
    attack: int
    defense: int
    value: int
    house: frozenset[str] = frozenset()  # which of the three numbers are house ones

    @property
    def zombie(self) -> bool:
        """True for a zombie, which isn't a human."""
        return self.faction == ZOMBIE


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card: its facts, each with its source; a library has one Card per name, shared by all copies."""

    name: str
    kind: str
    unique: bool = False
    human: Face | None = None
    zombie: Face | None = None
    access: int = 0
    capacity: int = 0
    damage: int = 0
    attributes: frozenset[str] = frozenset()
    target: str = ""  # attachments: what it can be attached to, a key of ATTACH in rules/targets.py
    bonus: tuple[int, int, int] = (0, 0, 0)  # attachments: plain attack, defense, value given to the host
    refuses: frozenset[str] = frozenset()  # characters: attributes of attachments they may not have
    displaced: bool = False  # weapons: recycled when another weapon is attached
    texts: tuple[str, ...] = ()  # what the card says, in our words, one entry for each thing it can do
    sources: Mapping[str, str] = field(default_factory=dict)  # field -> rulebook, errata, inferred, house, owner
    reasons: Mapping[str, str] = field(default_factory=dict)  # field -> why it's inferred, a key of the texts

    # used so often that they're worked out once
    twofold: bool = field(init=False)  # can be played as its human or as a zombie
    character: bool = field(init=False)  # a survivor or a raider
    event: bool = field(init=False)  # a wildcard or a trump
    ours: frozenset[str] = field(init=False)  # the fields that aren't from the printed game

    def __post_init__(self) -> None:
        object.__setattr__(self, "twofold", self.human is not None and self.zombie is not None)
        object.__setattr__(self, "character", self.human is not None or self.zombie is not None)
        object.__setattr__(self, "event", self.kind in (WILDCARD, TRUMP))
        ours = [name for name, source in self.sources.items() if source == "house"]
        # an owner may reword a text, but what it does stays ours
        ours += ["text"] if self.sources.get("text") == "owner" else []
        object.__setattr__(self, "ours", frozenset(ours))

    def face(self, zombie: bool) -> Face:
        """Return the zombie face if `zombie` is True or the card has no human face, otherwise the human face."""
        face = self.zombie if zombie or self.human is None else self.human
        assert face
        return face

    def house(self, name: str) -> bool:
        """Return True if this field isn't from the printed game, even if an owner has reworded it."""
        return name in self.ours

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __str__(self) -> str:
        return METHODS.show_card(self)

    def _repr_html_(self) -> str:
        """Return the printed card as HTML for a notebook cell."""
        return preformatted(str(self))

    def __reduce__(self) -> tuple[type[Card], tuple[Any, ...]]:
        """Return the class and arguments that recreate the card, which pickling a compiled class requires."""
        return Card, tuple([getattr(self, each.name) for each in fields(self) if each.init])


class Game(NamedTuple):
    """The fixed part of a game: its cards (a card's id is its index), their owners, and the settings."""

    cards: tuple[Card, ...]
    owners: tuple[Player, ...]
    names: tuple[str, str] = NAMES
    strict: bool = False  # ask in every window, even where nobody has anything to play
    redraws: tuple[int, int] | None = None  # how often each opening hand was redrawn; None if the house rule isn't used


class Attached(NamedTuple):
    """An attachment in play: its id and the id of the card it's attached to."""

    id: CardId
    to: CardId


class InPlay(NamedTuple):
    """A character on the table."""

    id: CardId
    card: Card
    face: Face
    wounds: int = 0
    attached: tuple[Attached, ...] = ()

    @property
    def zombie(self) -> bool:
        """True for a zombie, which isn't a human."""
        return self.face.faction == ZOMBIE


class Side(NamedTuple):
    """Everything one player has: stronghold with attachments, characters, and piles (top card first)."""

    stronghold: CardId
    fixtures: tuple[Attached, ...] = ()  # attached to the stronghold, no matter who owns them
    survivors: tuple[InPlay, ...] = ()  # at the player's own stronghold, in order of arrival
    raiders: tuple[InPlay, ...] = ()  # at the opponent's stronghold
    hand: tuple[CardId, ...] = ()
    deck: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    out: bool = False


class Decision(StrEnum):
    """The kinds of decision the game can wait for; RESOLVE is the only kind that isn't put to a player."""

    DRAW = "draw"
    OCCUPY = "occupy"
    ACT = "act"
    LAST = "last"  # the other player's last chance before an occupation phase ends
    ATTACK = "attack"
    DEFEND = "defend"
    ORDER = "order"
    WINDOW = "window"
    WOUND = "wound"
    CONSUME = "consume"
    RESPOND = "respond"
    REMOVE = "remove"
    ARRIVAL = "arrival"
    SEARCH = "search"
    RESOLVE = "resolve"


Prompted = Literal[
    Decision.DRAW, Decision.OCCUPY, Decision.ACT, Decision.LAST, Decision.ATTACK, Decision.DEFEND
]  # fmt: skip


class Prompt(NamedTuple):
    """A decision that needs nothing but its player."""

    kind: Prompted
    player: Player


def prompts(kind: Prompted) -> tuple[Prompt, ...]:
    """Return this decision for both players, for module constants that every turn reuses."""
    return Prompt(kind, PLAYERS[0]), Prompt(kind, PLAYERS[1])


class EngagementOrder(NamedTuple):
    """The choice of the next engagement."""

    player: Player
    left: int  # engagements to choose from
    kind: Literal[Decision.ORDER] = Decision.ORDER


class Window(NamedTuple):
    """The moment before the totals of an engagement, when players may act."""

    player: Player
    passes: int = 0  # in a row; after two of them the totals are counted
    kind: Literal[Decision.WINDOW] = Decision.WINDOW


class Wounds(NamedTuple):
    """Wounds to assign to the player's own characters in the engagement."""

    player: Player
    amount: int
    kept: tuple[CardId, ...] = ()  # characters that were kept in play and take no more
    kind: Literal[Decision.WOUND] = Decision.WOUND


class Debt(NamedTuple):
    """An amount to consume, and the cards offered so far."""

    player: Player
    amount: int
    rule: str  # why it's owed
    card: CardId | None = None  # the card that demands it
    offered: tuple[CardId, ...] = ()
    kind: Literal[Decision.CONSUME] = Decision.CONSUME


class Response(NamedTuple):
    """A chance to respond to an event or ability before it takes effect."""

    player: Player
    move: Event | Use
    kind: Literal[Decision.RESPOND] = Decision.RESPOND


class Resolution(NamedTuple):
    """An event or ability that takes effect unless a response cancels it."""

    player: Player
    move: Event | Use
    kind: Literal[Decision.RESOLVE] = Decision.RESOLVE


class Removal(NamedTuple):
    """A character about to be removed, which an ability or event may still respond to."""

    player: Player
    card: CardId
    rule: str  # why it's removed
    asked: int = 0  # how many players have been asked
    rest: CardId | None = None  # the card that lays it to rest
    kind: Literal[Decision.REMOVE] = Decision.REMOVE


class Arrival(NamedTuple):
    """A raider that has just arrived where an opponent's card is watching."""

    player: Player
    card: CardId  # the card that watches
    raider: CardId | None = None
    kind: Literal[Decision.ARRIVAL] = Decision.ARRIVAL


class Searching(NamedTuple):
    """A search of a pile, or of cards just drawn, for a card to take."""

    player: Player
    card: CardId  # the card whose ability searches
    text: int = 0  # which of its abilities
    drawn: tuple[CardId, ...] = ()  # the cards to look at, if it isn't a pile
    rule: str = ""
    kind: Literal[Decision.SEARCH] = Decision.SEARCH


Waiting = (
    Prompt | EngagementOrder | Window | Wounds | Debt | Response | Resolution | Removal | Arrival | Searching
)  # fmt: skip


def card_of(waiting: Waiting) -> CardId | None:
    """Return the card behind a decision, such as the one that demands a debt or is about to be removed, or None."""
    if isinstance(waiting, Response | Resolution):
        return waiting.move.card
    return waiting.card if isinstance(waiting, Debt | Removal | Arrival | Searching) else None


def amount_of(waiting: Waiting) -> int:
    """Return the number of wounds, the size of the debt or the number of engagements in a decision; 0 for any other."""
    if isinstance(waiting, Wounds | Debt):
        return waiting.amount
    return waiting.left if isinstance(waiting, EngagementOrder) else 0


class Boost(NamedTuple):
    """A bonus to a player's total in the current engagement; it ends with that engagement."""

    card: CardId
    player: Player
    attack: int = 0
    defense: int = 0
    each: bool = False  # for each of the player's characters in the engagement


class Combat(NamedTuple):
    """The groups at each access point (index 0 is access point 1), and which engagements are done."""

    attack: tuple[tuple[CardId, ...], ...]
    defense: tuple[tuple[CardId, ...], ...]
    met: tuple[Point, ...] = ()  # access points with an engagement, fixed when the defender is done
    resolved: tuple[Point, ...] = ()
    now: Point = NOWHERE  # the access point being resolved
    boosts: tuple[Boost, ...] = ()
    breached: bool = False  # the engagements are over, and the raiders that got in do their damage


class Position(NamedTuple):
    """A moment of a game, as a value: nothing in it ever changes, and a move makes a new one.

    >>> import apz
    >>> position = apz.named_position("first-turn")
    >>> position.waiting.player, position.phase
    (0, 'occupation')
    >>> position.debt("Ann").total
    1
    """

    game: Game
    sides: tuple[Side, ...]  # one for each player
    turn: int = 1
    player: Player = PLAYERS[0]
    phase: str = DRAW
    place: Player | None = None  # whose stronghold is occupied this turn
    agenda: tuple[Waiting, ...] = ()  # the last one is what the game waits for now
    combat: Combat | None = None
    used: tuple[tuple[CardId, int], ...] = ()  # (card, text) used this turn
    spent: tuple[tuple[CardId, int], ...] = ()  # (card, text) used up for the game
    played: tuple[tuple[Player, str], ...] = ()  # (player, name) of wildcards and trumps this turn
    lasting: tuple[CardId, ...] = ()  # events whose effect lasts until the end of the turn
    luck: int = 0
    winner: Player | None = None

    @property
    def waiting(self) -> Waiting | None:
        """The current decision, or None when the game is over."""
        return self.agenda[-1] if self.agenda else None

    # What people write by hand may be Any: compiled code would refuse it before our own words could say what's wrong.

    def card(self, card: int | Any) -> Card:
        """Return the printed card for an id, counted from 0; in a view, one the player may not see is "hidden"."""
        cards = self.game.cards
        if type(card) is not int:
            raise TypeError(f"{card!r}: a card's number is expected here; position.find(name) gives it")
        if card >= len(cards):
            raise IndexError(f"no card has the number {card}; the numbers go from 0 to {len(cards) - 1}")
        if card < 0 and cards[-1].kind != "hidden":
            raise IndexError(f"no card has the number {card}; {DECK} stands for the top of a deck, whatever lies there")
        return cards[card]

    @property
    def legal_moves(self) -> LegalMoves:
        """A lazy view of the legal moves."""
        return LegalMoves(self)

    def why_not(self, move: Move) -> Refusal | None:
        """Return why this move isn't legal here, or None if it's legal."""
        return METHODS.why_not(self, move)

    def play(self, move: Move) -> Step | Refusal:
        """Play a move; return its step, or the refusal."""
        return METHODS.play(self, move)

    def must_play(self, move: Move) -> Step:
        """Play a move and return its step; raise IllegalMove, with the refusal inside, if it isn't legal."""
        return METHODS.must_play(self, move)

    def find(self, card: int | str | Any) -> int:
        """Return the number of a card, given by name, part of a name, or "#12"."""
        return METHODS.find(self, card)

    def name_of(self, card: int | str | Any) -> str:
        """Return a card's name, with its number if it's one of several characters in play with that name."""
        return METHODS.name_of(self, card)

    def attack(self, card: int | str | Any) -> Sum:
        """Return a character's attack right now, term by term, as if it were alone in an engagement."""
        return METHODS.current(self, card, "attack")

    def defense(self, card: int | str | Any) -> Sum:
        """Return a character's defense right now, term by term, as if it were alone in an engagement."""
        return METHODS.current(self, card, "defense")

    def value(self, card: int | str | Any) -> Sum:
        """Return a character's value right now, term by term."""
        return METHODS.current(self, card, "value")

    def debt(self, player: int | str | Any) -> Sum:
        """Return how much a player will have to consume in their next consumption phase if nothing changes."""
        return METHODS.debt(self, player)

    def resources(self, player: int | str | Any) -> Sum:
        """Return how much a player could consume in all, term by term."""
        return METHODS.resources(self, player)

    def ask(self, language: str | Any = "en") -> Any:
        """Return tables of questions about the position: `moves`, `why_not` and `numbers`, each with answers by name.

        In a notebook, the Tab key completes the names between the brackets.

        >>> import apz
        >>> questions = apz.named_position("church-doors").ask()
        >>> questions.numbers["what Ben can consume"].to_rows()[0]["amount"]
        9
        """
        return METHODS.ask(self, language)

    def solve(self, aim: Any = None, top: int | Any = 5, seconds: float | Any = 2.0) -> Any:
        """Return the best decision in combat or a payment, proven if time allows, with the `top` answers ranked.

        `aim` is "fewest resources lost", "lose no character", "survive the turn", "do most damage", "keep" and a name,
        worths by name, or a function of the positions before and after; the opponent does whatever is worst for it.

        >>> import apz
        >>> found = apz.named_position("church-doors").solve(aim="lose no character")
        >>> found.exact, found.answers[0].summary()
        (True, 'access point 1: nobody; access point 2: Alex Bloom, Cinda Parikh, Civilian')
        """
        return METHODS.solve(self, aim, top, seconds)

    def coach(self, aim: Any = None, seconds: float | Any = 2.0, open_cards: bool | Any = False) -> Any:
        """Return help with this decision: what to look at, the candidates, and a recommendation with reasons.

        Unless only one move is legal, it comes from the solver or, if the solver can't answer, from rollouts; see
        `source`. Only what the player can see counts, unless the cards are open.

        >>> import apz
        >>> advice = apz.named_position("church-doors").coach()
        >>> advice.source, advice.exact
        ('solver', True)
        """
        return METHODS.coach(self, aim, seconds, open_cards)

    def diff(self, other: Position | Any) -> Any:
        """Return the changes from this position to another, in words and as rows.

        >>> import apz
        >>> position = apz.named_position("church-table")
        >>> position.diff(position.must_play(apz.moves.Eat()).after).to_rows()[0]
        {'what': 'the turn', 'before': 2, 'after': 3}
        """
        return METHODS.diff(self, other)

    def seen_by(self, player: int | str | Any) -> Position:
        """Return the position as a player sees it; the player is 0, 1 or a name."""
        return METHODS.seen_by(self, player)

    def problems(self) -> list[Refusal]:
        """Return every way this position breaks the rules."""
        return METHODS.problems(self)

    def to_yaml(self) -> str:
        """Return the position as YAML text, which `from_yaml` reads unless cards in it are hidden."""
        return METHODS.write(self)

    @classmethod
    def from_yaml(cls, source: Path | str, cards: Mapping[str, Card] | None = None) -> Position:
        """Read a position from a file (a Path) or a text."""
        return METHODS.read(source, cards)

    def __repr__(self) -> str:
        return METHODS.summary(self)

    def __str__(self) -> str:
        return METHODS.show(self)

    def _repr_html_(self) -> str:
        """Return the position as HTML for a notebook cell."""
        return METHODS.html(self)


class LegalMoves:
    """The legal moves of a position, found on demand."""

    __slots__ = ("found", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.found: list[Move] | None = None

    def all(self) -> list[Move]:
        """Return all legal moves; they're searched for only once."""
        if self.found is None:
            self.found = METHODS.find_legal(self.position)
        return self.found

    def __iter__(self) -> Iterator[Move]:
        return iter(self.all())

    def __contains__(self, move: object) -> bool:
        try:
            return METHODS.is_legal(self.position, move)
        except TypeError:  # a field has a value no move can have
            return False

    def __len__(self) -> int:
        return len(self.all())

    def __getitem__(self, index: int) -> Move:
        return self.all()[index]

    def __bool__(self) -> bool:
        return bool(self.all())

    def __repr__(self) -> str:
        return f"<{len(self)} legal {'move' if len(self) == 1 else 'moves'}>"

    def __str__(self) -> str:
        return METHODS.show_moves(self)

    def _repr_html_(self) -> str:
        """Return the list of moves as HTML for a notebook cell."""
        return preformatted(str(self))


class Methods:
    """The functions from other layers behind these classes' methods; the package fills them in when it's loaded."""

    find_legal: Callable[[Position], list[Move]]
    is_legal: Callable[[Position, object], bool]
    why_not: Callable[[Position, Move], Refusal | None]
    play: Callable[[Position, Move], Step | Refusal]
    must_play: Callable[[Position, Move], Step]
    find: Callable[[Position, int | str], int]
    name_of: Callable[[Position, int | str], str]
    current: Callable[[Position, int | str, str], Sum]
    debt: Callable[[Position, int | str], Sum]
    resources: Callable[[Position, int | str], Sum]
    ask: Callable[[Position, str], Any]
    solve: Callable[[Position, Any, int, float], Any]
    coach: Callable[[Position, Any, float, bool], Any]
    diff: Callable[[Position, Position], Any]
    seen_by: Callable[[Position, int | str], Position]
    problems: Callable[[Position], list[Refusal]]
    write: Callable[[Position], str]
    read: Callable[[Path | str, Mapping[str, Card] | None], Position]
    summary: Callable[[Position], str]
    show: Callable[[Position], str]
    html: Callable[[Position], str]
    show_card: Callable[[Card], str]
    show_moves: Callable[[LegalMoves], str]
    show_step: Callable[[Step | Refusal], str]


METHODS: Final = Methods()
